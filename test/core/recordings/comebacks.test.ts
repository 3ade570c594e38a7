import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PatientClock } from '../clocks.ts'
import { failureOfQuestion } from '../opened-core.ts'
import { begun, isWaiting, key, lost, opened, part, served, settled, sha } from './downloading.ts'
import { callId, type RecordingService } from './recording-service.ts'

const inFolder = (folder: string) => sha(readFileSync(join(folder, `${callId}.mp3`)))
const rangesAsked = ({ asked }: RecordingService) => [...new Set(asked.map(({ range }) => range))]

describe('a download whose service went away', () => {
  test('is tried again ever less often, and goes on where it was when the service is back', async () => {
    const service = await served()
    const { api, clock, folder } = await lost(service)
    expect(await settled({ api }, isWaiting)).toMatchObject({ bytes: part, failure: { kind: 'connection-lost' } })
    for (const [misses, wait] of [10_000, 20_000, 40_000].entries()) {
      expect(clock.waits.slice(misses)).toEqual([wait])
      if (misses === 2) service.down = null
      clock.advance(wait)
      await settled({ api }, (transfer) =>
        misses === 2 ? transfer.state === 'on-disk' : clock.waits.length > misses + 1,
      )
    }
    expect(inFolder(folder)).toBe(sha(service.bytes))
    expect(rangesAsked(service)).toEqual([null, `bytes=${part}-`])
  })

  test('continues at once when the service responds to another request; one that only its files are missing from is not pressed', async () => {
    const service = await served()
    const { api, clock } = await lost(service, new PatientClock(), 'files')
    const ask = () => api.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
    await ask()
    await settled({ api }, () => clock.waits.length === 2)
    await ask()
    expect(await settled({ api }, isWaiting)).toMatchObject({ state: 'queued' })
    expect(clock.waits).toEqual([10_000, 20_000])
    service.down = null
    clock.advance(20_000)
    expect((await settled({ api })).state).toBe('on-disk')
  })

  test('continues automatically at the next start', async () => {
    const service = await served()
    const first = await lost(service)
    await first.close()
    service.down = null
    const { api, folder } = await opened(service, { profile: first.profile, clock: new PatientClock() })
    expect((await settled({ api })).state).toBe('on-disk')
    expect(inFolder(folder)).toBe(sha(service.bytes))
    expect(rangesAsked(service)).toEqual([null, `bytes=${part}-`])
  })

  test('is tried at once by its command, and can be paused while it waits', async () => {
    const service = await served()
    const { api, clock } = await lost(service)
    expect(await api.recordings.pause({ callId })).toMatchObject({ state: 'paused', bytes: part })
    service.down = null
    clock.advance(3_600_000)
    expect(await settled({ api })).toMatchObject({ state: 'paused' })
    await api.recordings.download({ callId })
    expect((await settled({ api })).state).toBe('on-disk')
  })
})

test('another quality, chosen while a download waits for the service, is tried at once', async () => {
  const service = await served()
  const ofQuality = (name: string) => ({ file_link: `files/${name}.mp3`, size: service.bytes.length, quality: name })
  service.detail = { ...service.detail, recording: { formats: [ofQuality('high'), ofQuality('low')] } }
  service.refusals = [503, 503, 503]
  const { api, folder } = await opened(service, { clock: new PatientClock() })
  await api.recordings.download({ callId })
  expect(await settled({ api }, isWaiting)).toMatchObject({ format: 0, failure: { kind: 'service-error' } })
  expect(await api.recordings.download({ callId, format: 1 })).toMatchObject({ state: 'downloading', format: 1 })
  expect(await settled({ api })).toMatchObject({ state: 'on-disk', format: 1 })
  expect(inFolder(folder)).toBe(sha(service.bytes))
})

describe('a download that wants the key', () => {
  test.each(['none', 'another'])('waits for it (%s was there), also over the end of the program', async (had) => {
    const service = await served()
    const first = await opened(service)
    await first.api.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
    service.key = key
    const { keys } = first.core
    if (had === 'none') keys.drop('live')
    else keys.hold({ workspace: 'live', origin: service.baseUrl, key: 'another-long-key' })
    await first.api.recordings.download({ callId })
    const kind = had === 'none' ? 'key-missing' : 'not-allowed'
    expect(await settled(first)).toMatchObject({ state: 'failed', failure: { kind } })
    await first.close()
    // Takes the key in, as a shell does some time after the start.
    const { api, folder } = await opened(service, { profile: first.profile })
    expect((await settled({ api }, ({ state }) => state === 'on-disk')).state).toBe('on-disk')
    expect(inFolder(folder)).toBe(sha(service.bytes))
  })
})

describe('a link that was good for a while', () => {
  const linked = (service: RecordingService, signature: string) => {
    const format = { file_link: `files/a.mp3?sig=${signature}`, size: service.bytes.length, content_type: 'audio/mpeg' }
    service.detail = { ...service.detail, recording: { formats: [format] } }
  }

  test.each([403, 404, 410])(
    'and fails with %i is requested again, and the download continues where it was',
    async (refusal) => {
      const service = await served()
      service.signature = { good: 'first', refusal }
      linked(service, 'first')
      const core = await begun(service)
      const { api, folder } = core
      await api.recordings.pause({ callId })
      service.release()
      service.signature = { good: 'second', refusal }
      linked(service, 'second')
      await api.recordings.download({ callId })
      expect(await settled(core)).toMatchObject({ state: 'on-disk', verified: 'size' })
      expect(inFolder(folder)).toBe(sha(service.bytes))
      const last = service.asked.at(-1)
      expect([last?.range, last?.ifRange === null]).toEqual([`bytes=${part}-`, false])
      expect(service.details.length).toBe(2)
    },
  )

  test('is renewed for listening too', async () => {
    const service = await served()
    service.signature = { good: 'first', refusal: 403 }
    linked(service, 'first')
    const { api, core } = await opened(service)
    await api.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
    service.signature = { good: 'second', refusal: 403 }
    linked(service, 'second')
    const answer = await core.openMedia(
      callId,
      { method: 'GET', range: 'bytes=10-19', ifRange: null },
      new AbortController().signal,
    )
    expect([answer.status, answer.headers['Content-Range']]).toEqual([206, 'bytes 10-19/1000000'])
    expect(Buffer.concat(await Array.fromAsync(answer.body ?? [])).equals(service.bytes.subarray(10, 20))).toBe(true)
  })

  test('that gets the same link again is abandoned', async () => {
    const service = await served()
    service.signature = { good: 'never', refusal: 410 }
    linked(service, 'first')
    const core = await opened(service)
    await core.api.recordings.download({ callId })
    expect(await settled(core)).toMatchObject({ state: 'failed', failure: { kind: 'not-found' } })
    expect(service.asked.length).toBe(1)
  })
})

interface Beside {
  part: { durable: number; machine: number }
}

/** A download that was under way when the program ended, and what then became of its part. */
async function interrupted(change: (beside: Beside, path: string) => void) {
  const service = await served()
  const first = await begun(service, { clock: new PatientClock() })
  await first.close()
  const sidecar = join(first.folder, `${callId}.json`)
  const beside = JSON.parse(readFileSync(sidecar, 'utf8')) as Beside
  change(beside, join(first.folder, `${callId}.part`))
  writeFileSync(sidecar, JSON.stringify(beside))
  service.release()
  const { api } = await opened(service, { profile: first.profile, clock: new PatientClock() })
  expect((await settled({ api })).state).toBe('on-disk')
  expect(inFolder(first.folder)).toBe(sha(service.bytes))
  return service.asked.at(-1)?.range
}

describe('after the machine went down', () => {
  const reboot = 90_000

  test('a download goes on from what had reached the disk: what came after may be holes', async () => {
    const range = await interrupted((beside, path) => {
      beside.part.durable = 100_000
      beside.part.machine -= reboot
      truncateSync(path, 100_000)
      truncateSync(path, part)
    })
    expect(range).toBe('bytes=100000-')
  })

  test('a part that is shorter than it was said to be is gone on with from its end', async () => {
    const range = await interrupted((beside, path) => {
      beside.part.machine -= reboot
      truncateSync(path, 50_000)
    })
    expect(range).toBe('bytes=50000-')
  })

  test('a download that was left in order had all of it on the disk', async () => {
    expect(await interrupted((beside) => (beside.part.machine -= reboot))).toBe(`bytes=${part}-`)
  })
})

test('a download of which every byte is there, but not the word that it is whole, is finished by requesting nothing more', async () => {
  const service = await served()
  const first = await begun(service)
  await first.close()
  writeFileSync(join(first.folder, `${callId}.part`), service.bytes)
  service.release()
  const { api } = await opened(service, { profile: first.profile })
  expect(await settled({ api })).toMatchObject({ state: 'on-disk', verified: 'size' })
  expect(inFolder(first.folder)).toBe(sha(service.bytes))
  expect(service.asked.at(-1)?.range).toBe('bytes=1000000-')
})

test('nothing is requested of a call that is not stored while its recording is only played', async () => {
  const service = await served()
  const { core, api } = await opened(service)
  const answer = await core.openMedia(
    callId,
    { method: 'GET', range: null, ifRange: null },
    new AbortController().signal,
  )
  expect([answer.status, service.asked.length, service.details.length]).toEqual([404, 0, 0])
  expect(await failureOfQuestion(api.recordings.pause({ callId }))).toEqual({ kind: 'not-in-library' })
})
