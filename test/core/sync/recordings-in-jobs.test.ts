import { describe, expect, test } from 'vitest'
import type { Transfer } from '#contract/api/recordings.ts'
import { readable } from '../calls/calls-service.ts'
import { everything, isDone, itemsOf, reopened, syncSetup, untilJob } from './sync-setup.ts'

const callId = 'HLDN-1'
const recordings = { ...everything, kinds: ['calls' as const, 'recordings' as const], quality: 'smallest' as const }
const sizes = { large: 600_000, small: 500_000 }
const held = 262_144

/** A company whose call has a recording in two sizes. Their bodies stop after a part of them until they are released. */
async function setupWithRecording() {
  const setup = await syncSetup(['HLDN'], { calls: 1 })
  const offer = (names: readonly (keyof typeof sizes)[]) => {
    const formats = names.map((name) => ({
      file_link: `files/${name}.mp3`,
      size: sizes[name],
      content_type: 'audio/mpeg',
      quality: name,
    }))
    const { world } = setup.service.resource
    world.calls = world.calls.map((call) => ({ ...call, recording: { formats } }))
  }
  offer(['large', 'small'])
  const released: (() => void)[] = []
  const files: string[] = []
  let isHeld = true
  setup.service.resource.fault = (response, { url, headers }) => {
    const name = /files\/(large|small)\.mp3$/.exec(url.pathname)?.[1] as keyof typeof sizes | undefined
    if (name === undefined) return false
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    files.push(`${name} from ${from}`)
    const body = Buffer.alloc(sizes[name], 7).subarray(from)
    response.writeHead(from === 0 ? 200 : 206, {
      'content-type': 'audio/mpeg',
      'content-length': body.length,
      etag: `"${name}"`,
      ...(from > 0 && { 'content-range': `bytes ${from}-${sizes[name] - 1}/${sizes[name]}` }),
    })
    if (!isHeld) response.end(body)
    else {
      response.write(body.subarray(0, held))
      released.push(() => response.end(body.subarray(held)))
    }
    return true
  }
  const release = () => {
    isHeld = false
    for (const end of released) end()
  }
  return { ...setup, offer, files, release }
}

type Setup = Awaited<ReturnType<typeof setupWithRecording>>

const transferOf = async ({ api }: Pick<Setup, 'api'>) => (await api.recordings.read({ callId })).transfer

async function untilTransfer(setup: Setup, isSo: (transfer: Transfer) => boolean): Promise<void> {
  for (;;) {
    const transfer = await transferOf(setup)
    if (transfer && isSo(transfer)) return
    await pass(setup, 1)
  }
}

async function pass({ clock }: Setup, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    clock.advance(1)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** The job, when it waits for the recording. */
async function started(setup: Setup): Promise<number> {
  const { id } = await setup.api.sync.start({ scope: setup.scope, choice: recordings })
  for (;;) {
    const [item] = (await itemsOf(setup.api, id)).filter(({ kind }) => kind === 'recording')
    if (item && item.state !== 'waiting') break
    await pass(setup, 1)
  }
  await pass(setup, 200)
  return id
}

const hasPart = ({ bytes }: Transfer) => bytes >= held

describe('a recording that the user downloads, of a call that is downloaded for offline use in another quality', () => {
  test('comes in the quality that the user chose, without a byte requested again', async () => {
    const setup = await setupWithRecording()
    await setup.api.recordings.download({ callId })
    await untilTransfer(setup, hasPart)
    const id = await started(setup)
    setup.release()
    expect(await untilJob(setup, id, isDone)).toMatchObject({ missing: 0 })
    expect(await transferOf(setup)).toMatchObject({ state: 'on-disk', format: 0, bytes: sizes.large })
    expect(setup.files).toEqual(['large from 0'])
  })

  test('stays paused, with its bytes, where the user paused it', async () => {
    const setup = await setupWithRecording()
    await setup.api.recordings.download({ callId })
    await untilTransfer(setup, hasPart)
    await setup.api.recordings.pause({ callId })
    const id = await started(setup)
    await untilJob(setup, id, isDone)
    expect(await transferOf(setup)).toMatchObject({ state: 'paused', format: 0, bytes: held })
    expect(await itemsOf(setup.api, id, ['skipped'])).toMatchObject([{ kind: 'recording', detail: 'paused' }])
    expect(setup.files).toEqual(['large from 0'])
    setup.release()
    await setup.api.recordings.download({ callId })
    await untilTransfer(setup, ({ state }) => state === 'on-disk')
    expect(setup.files).toEqual(['large from 0', `large from ${held}`])
  })

  test('goes on when the offline download is paused', async () => {
    const setup = await setupWithRecording()
    await setup.api.recordings.download({ callId })
    await untilTransfer(setup, hasPart)
    const id = await started(setup)
    await setup.api.sync.pause({ jobId: id })
    await pass(setup, 200)
    expect(await transferOf(setup)).toMatchObject({ state: 'downloading', format: 0 })
    setup.release()
    await untilTransfer(setup, ({ state }) => state === 'on-disk')
  })
})

test('the other quality, once the user chooses it, takes the place of what is under way', async () => {
  const setup = await setupWithRecording()
  await setup.api.recordings.download({ callId })
  await untilTransfer(setup, hasPart)
  await setup.api.recordings.download({ callId, format: 1 })
  await untilTransfer(setup, ({ format, bytes }) => format === 1 && bytes >= held)
  setup.release()
  await untilTransfer(setup, ({ state }) => state === 'on-disk')
  expect(await transferOf(setup)).toMatchObject({ format: 1, bytes: sizes.small, verified: 'size' })
  expect(setup.files).toEqual(['large from 0', 'small from 0'])
})

test('the other quality, once the user chooses it during an offline download, is the one that it waits for', async () => {
  const setup = await setupWithRecording()
  const id = await started(setup)
  await untilTransfer(setup, hasPart)
  await setup.api.recordings.download({ callId, format: 0 })
  await untilTransfer(setup, ({ format, bytes }) => format === 0 && bytes >= held)
  setup.release()
  expect(await untilJob(setup, id, isDone)).toMatchObject({ missing: 0 })
  expect(await itemsOf(setup.api, id, ['skipped'])).toEqual([])
  expect(await transferOf(setup)).toMatchObject({ state: 'on-disk', format: 0, bytes: sizes.large })
  expect(setup.files).toEqual(['small from 0', 'large from 0'])
})

describe('a recording that only an offline download wants', () => {
  test('is paused and resumed with it', async () => {
    const setup = await setupWithRecording()
    const id = await started(setup)
    await untilTransfer(setup, hasPart)
    await setup.api.sync.pause({ jobId: id })
    await untilTransfer(setup, ({ state }) => state === 'paused')
    setup.release()
    await setup.api.sync.resume({ jobId: id })
    expect(await untilJob(setup, id, isDone)).toMatchObject({ missing: 0 })
    expect(setup.files).toEqual(['small from 0', `small from ${held}`])
  })

  test('comes in the other quality where the service no longer offers the one that was begun', async () => {
    const setup = await setupWithRecording()
    const id = await started(setup)
    await untilTransfer(setup, hasPart)
    await setup.api.sync.pause({ jobId: id })
    await untilTransfer(setup, ({ state }) => state === 'paused')
    setup.offer(['large'])
    await readable(await setup.api.calls.open({ callId, form: { format: 'json', clean: false }, freshness: 'service' }))
    setup.release()
    await setup.api.sync.resume({ jobId: id })
    expect(await untilJob(setup, id, isDone)).toMatchObject({ missing: 0, counts: { failed: 0 } })
    expect(await transferOf(setup)).toMatchObject({ state: 'on-disk', format: 0, bytes: sizes.large })
  })

  test('is on the disk when the offline download is complete', async () => {
    const setup = await setupWithRecording()
    const id = await started(setup)
    await untilTransfer(setup, hasPart)
    setup.release()
    // Its file is named, and how it ended is being saved: an announcement of its progress is still due.
    while ((await transferOf(setup))?.verified == null) await new Promise((resolve) => setImmediate(resolve))
    setup.clock.advance(1000)
    await untilJob(setup, id, isDone, 0)
    expect(await transferOf(setup)).toMatchObject({ state: 'on-disk', bytes: sizes.small })
  })

  test('goes on at the next start', async () => {
    const setup = await setupWithRecording()
    const id = await started(setup)
    await untilTransfer(setup, hasPart)
    await setup.close()
    setup.release()
    const { api } = await reopened(setup.profile, setup.workspace, setup.service.origin, setup.clock)
    expect(await untilJob({ api, clock: setup.clock }, id, isDone)).toMatchObject({ missing: 0 })
    expect(setup.files).toEqual(['small from 0', `small from ${held}`])
  })

  test('is the user’s once the user pauses it: another offline download leaves it paused', async () => {
    const setup = await setupWithRecording()
    const id = await started(setup)
    await untilTransfer(setup, hasPart)
    await setup.api.recordings.pause({ callId })
    await untilJob(setup, id, isDone)
    await untilJob(setup, await started(setup), isDone)
    expect(await transferOf(setup)).toMatchObject({ state: 'paused', bytes: held })
    expect(setup.files).toEqual(['small from 0'])
  })
})

describe('a recording whose download the user canceled', () => {
  const canceled = [{ kind: 'recording', detail: 'canceled' }]

  test('is not begun again by the offline download that is waiting for it', async () => {
    const setup = await setupWithRecording()
    const id = await started(setup)
    await untilTransfer(setup, hasPart)
    await setup.api.recordings.remove({ callId })
    expect(await untilJob(setup, id, isDone)).toMatchObject({ missing: 1, counts: { failed: 0 } })
    expect(await itemsOf(setup.api, id, ['skipped'])).toMatchObject(canceled)
    expect(await transferOf(setup)).toBeNull()
    expect(setup.files).toEqual(['small from 0'])
  })

  test('is not begun again when the offline download was paused then and is resumed, also at the next start', async () => {
    const setup = await setupWithRecording()
    const id = await started(setup)
    await untilTransfer(setup, hasPart)
    await setup.api.sync.pause({ jobId: id })
    await untilTransfer(setup, ({ state }) => state === 'paused')
    await setup.api.recordings.remove({ callId })
    await setup.close()
    const later = await reopened(setup.profile, setup.workspace, setup.service.origin, setup.clock)
    await later.api.sync.resume({ jobId: id })
    expect(await untilJob({ api: later.api, clock: setup.clock }, id, isDone)).toMatchObject({ missing: 1 })
    expect(await itemsOf(later.api, id, ['skipped'])).toMatchObject(canceled)
    expect(setup.files).toEqual(['small from 0'])
  })

  test('is not begun again by an offline download that had not come to its call yet', async () => {
    const setup = await setupWithRecording()
    await setup.api.recordings.download({ callId })
    await untilTransfer(setup, hasPart)
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice: recordings })
    await setup.api.recordings.remove({ callId })
    await untilJob(setup, id, isDone)
    expect(await itemsOf(setup.api, id, ['skipped'])).toMatchObject(canceled)
    expect(setup.files).toEqual(['large from 0'])
  })
})
