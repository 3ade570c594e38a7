import { existsSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CallFilter } from '#contract/api/calls.ts'
import { HastyClock } from '../clocks.ts'
import { failureOfQuestion, liveWorkspace, openedCore } from '../opened-core.ts'
import { key, onDisk, opened, served, settled, sha } from './downloading.ts'
import { callId, type Manner } from './recording-service.ts'

describe('a download', () => {
  test('is stored whole, under a name of ours, verified by the stated size, and without the key where none is needed', async () => {
    const service = await served()
    const { api, folder } = await opened(service)
    const begun = await api.recordings.download({ callId })
    expect(begun).toMatchObject({ callId, title: 'ACME · Third quarter', total: 1_000_000 })
    expect(await settled({ api })).toMatchObject({
      state: 'on-disk',
      bytes: 1_000_000,
      verified: 'size',
      failure: null,
    })
    expect(onDisk(folder)).toEqual([`${callId}.json`, `${callId}.mp3`])
    expect(sha(readFileSync(join(folder, `${callId}.mp3`)))).toBe(sha(service.bytes))
    expect(service.asked).toEqual([{ range: null, ifRange: null, key: null, encoding: 'identity' }])
    expect(await api.recordings.read({ callId })).toMatchObject({
      local: true,
      media: `/media/${callId}`,
      ending: 'mp3',
    })
  })

  test('brings the key where the file is refused without it, and from then on at once', async () => {
    const service = await served()
    service.key = key
    const { api } = await opened(service)
    await api.recordings.download({ callId })
    expect((await settled({ api })).state).toBe('on-disk')
    await api.recordings.remove({ callId })
    await api.recordings.download({ callId })
    await settled({ api })
    expect(service.asked.map((each) => each.key)).toEqual([null, key, key])
  })

  test.each<[Manner, number]>([
    ['well', 262_144],
    ['ignores-range', 1_000_000],
    ['range-on-200', 1_000_000],
    ['wrong-start', 1_000_000],
    ['no-total', 1_000_000],
    ['wrong-total', 1_000_000],
    ['short-range', 262_144],
    ['several-parts', 1_000_000],
    ['etag-changes', 1_000_000],
    ['etag-weak', 1_000_000],
    ['etag-missing', 1_000_000],
    ['refuses-ranges', 1_000_000],
    ['notRequested-part', 262_144],
    ['gzip', 1_000_000],
    ['close-delimited', 1_000_000],
    ['chunked', 1_000_000],
  ])('that broke off continues byte for byte where the service responds “%s”', async (manner) => {
    const service = await served()
    service.cutAfter = 262_144
    service.refusals = []
    const { api, folder } = await opened(service)
    await api.recordings.download({ callId })
    // A well-behaved service lets it continue until it is complete; here the service behaves differently from the first cut on.
    const first = await settled({ api }, ({ state, bytes }) => bytes > 0 || state !== 'downloading')
    expect(first.state).not.toBe('failed')
    if (first.state !== 'on-disk') await api.recordings.pause({ callId })
    service.manner = manner
    service.cutAfter = null
    await api.recordings.download({ callId })
    const last = await settled({ api })
    if (manner === 'notRequested-part' && last.state === 'failed') return
    expect(last).toMatchObject({ state: 'on-disk', verified: 'size', bytes: 1_000_000 })
    expect(sha(readFileSync(join(folder, `${callId}.mp3`)))).toBe(sha(service.bytes))
  })

  test('survives a connection that drops at every 64 KB', async () => {
    const service = await served()
    service.cutAfter = 65_536
    const { api, folder } = await opened(service)
    await api.recordings.download({ callId })
    expect(await settled({ api })).toMatchObject({ state: 'on-disk', failure: null })
    expect(sha(readFileSync(join(folder, `${callId}.mp3`)))).toBe(sha(service.bytes))
    expect(service.asked.length).toBe(16)
    expect(new Set(service.asked.slice(1).map(({ ifRange }) => ifRange)).size).toBe(1)
  })

  test('without a tag to continue with is abandoned after three attempts, keeping what may be kept', async () => {
    const service = await served()
    Object.assign(service, { cutAfter: 262_144, manner: 'etag-weak' })
    const { api, folder } = await opened(service)
    await api.recordings.download({ callId })
    expect(await settled({ api })).toMatchObject({ state: 'failed', failure: { kind: 'incomplete' } })
    expect(service.asked.map(({ range }) => range)).toEqual([null, null, null])
    expect(onDisk(folder)).toEqual([`${callId}.json`, `${callId}.part`])
  })

  test.each<[Manner, string]>([
    ['html', 'sign-in-page'],
    ['size-zero', 'wrong-shape'],
  ])('of something else (%s) never gets a final name', async (manner, kind) => {
    const service = await served()
    service.manner = manner
    const { api, folder } = await opened(service)
    await api.recordings.download({ callId })
    expect(await settled({ api })).toMatchObject({ state: 'failed', failure: { kind } })
    expect(onDisk(folder).filter((name) => name.endsWith('.mp3'))).toEqual([])
  })

  test.each<[Manner, string]>([
    ['well', 'length'],
    ['close-delimited', 'no'],
    ['chunked', 'no'],
  ])('of unstated size says how it was verified (%s)', async (manner, verified) => {
    const service = await served()
    service.manner = manner
    service.detail = { ...service.detail, recording: { formats: [{ file_link: 'files/a.mp3', size: 0 }] } }
    const { api } = await opened(service)
    await api.recordings.download({ callId })
    expect(await settled({ api })).toMatchObject({ state: 'on-disk', verified, bytes: 1_000_000 })
  })

  test.each<[Manner, number, number]>([
    ['size-differs', 1_000_000, 1_001_000],
    ['well', 977, 1_000_000],
    ['well', 8_000_000, 1_000_000],
    ['chunked', 977, 1_000_000],
    ['chunked', 8_000_000, 1_000_000],
    ['close-delimited', 8_000_000, 1_000_000],
    ['etag-missing', 8_000_000, 1_000_000],
  ])(
    'with the response “%s” whose record states size %i is kept, unverified, with both sizes',
    async (manner, stated, bytes) => {
      const service = await served()
      service.manner = manner
      const format = { file_link: 'files/a.mp3', size: stated, content_type: 'audio/mpeg' }
      service.detail = { ...service.detail, recording: { formats: [format] } }
      const first = await opened(service)
      const { api, folder, profile } = first
      await api.recordings.download({ callId })
      const kept = { state: 'on-disk', verified: 'differs', bytes, stated, total: bytes, failure: null }
      expect(await settled({ api })).toMatchObject(kept)
      expect(
        readFileSync(join(folder, `${callId}.mp3`))
          .subarray(0, 1_000_000)
          .equals(service.bytes),
      ).toBe(true)
      const asked = service.asked.length
      await api.recordings.download({ callId })
      expect(await settled({ api })).toMatchObject(kept)
      expect(service.asked.length).toBe(asked)
      await first.close()
      const again = await opened(service, { profile })
      expect(await settled(again)).toMatchObject(kept)
    },
  )

  test('without a length that brings a thousand times more than its record states is abandoned: it may never end', async () => {
    const service = await served(2_000_000)
    service.manner = 'chunked'
    service.detail = { ...service.detail, recording: { formats: [{ file_link: 'files/a.mp3', size: 1000 }] } }
    const { api, folder } = await opened(service)
    await api.recordings.download({ callId })
    expect(await settled({ api })).toMatchObject({ state: 'failed', failure: { kind: 'wrong-shape' } })
    expect(onDisk(folder).filter((name) => name.endsWith('.mp3'))).toEqual([])
  })

  test('is tried three times where the service is in trouble, and waits as the service says', async () => {
    const service = await served()
    service.refusals = [503, 503]
    service.retryAfter = '7'
    const { api } = await opened(service)
    await api.recordings.download({ callId })
    expect((await settled({ api })).state).toBe('on-disk')
    expect(service.asked.length).toBe(3)
  })

  test('is paused and gone on with, also after the program was started again', async () => {
    const service = await served()
    service.holdAfter = 262_144
    const first = await opened(service)
    await first.api.recordings.download({ callId })
    await settled(first, ({ bytes }) => bytes >= 262_144)
    const paused = await first.api.recordings.pause({ callId })
    expect(paused).toMatchObject({ state: 'paused', total: 1_000_000 })
    await first.close()
    service.release()
    const { api } = await opened(service, { profile: first.profile })
    expect(await settled({ api })).toMatchObject({ state: 'paused', bytes: paused.bytes })
    await api.recordings.download({ callId })
    expect(await settled({ api })).toMatchObject({ state: 'on-disk', verified: 'size' })
    expect(service.asked.map(({ range }) => range)).toEqual([null, `bytes=${paused.bytes}-`])
    expect(sha(readFileSync(join(first.folder, `${callId}.mp3`)))).toBe(sha(service.bytes))
  })

  test('that was under way when the program ended goes on automatically, where it was', async () => {
    const service = await served()
    service.holdAfter = 262_144
    const first = await opened(service)
    await first.api.recordings.download({ callId })
    await settled(first, ({ bytes }) => bytes >= 262_144)
    await first.close()
    service.release()
    const { api, folder } = await opened(service, { profile: first.profile })
    expect((await settled({ api })).state).toBe('on-disk')
    expect(service.asked.at(-1)?.range).toMatch(/^bytes=\d{6}-$/)
    expect(sha(readFileSync(join(folder, `${callId}.mp3`)))).toBe(sha(service.bytes))
  })

  test('requests the audio URL, once, where the call names no file', async () => {
    const service = await served()
    const { recording: _, ...bare } = service.detail
    service.detail = bare
    const { api } = await opened(service)
    expect(await failureOfQuestion(api.recordings.download({ callId }))).toMatchObject({ kind: 'not-found' })
    expect(service.details).toEqual(['', '?audio=true'])
    expect(await failureOfQuestion(api.recordings.download({ callId }))).toMatchObject({ kind: 'not-found' })
    expect(service.details.length).toBe(2)

    const other = await served()
    other.detail = { ...bare, audio_link: `${other.baseUrl}/files/x` }
    const second = await opened(other)
    await second.api.recordings.download({ callId })
    expect(await settled(second)).toMatchObject({ state: 'on-disk', format: -1 })
    expect(onDisk(second.folder)).toContain(`${callId}.mp3`)
  })

  test('is requested before it is listened to, where nothing is known of it', async () => {
    const service = await served()
    const { recording: _, ...bare } = service.detail
    service.detail = { ...bare, audio_link: `${service.baseUrl}/files/x` }
    const { api } = await opened(service)
    expect(await api.recordings.read({ callId })).toMatchObject({ media: null, offers: [] })
    expect(await api.recordings.refresh({ callId })).toMatchObject({ media: `/media/${callId}`, local: false })
    await api.recordings.refresh({ callId })
    expect([service.details, service.asked]).toEqual([[''], []])
  })

  test('is refused, in words, where its link leads elsewhere', async () => {
    const service = await served()
    service.detail = {
      ...service.detail,
      recording: { formats: [{ file_link: 'https://evil.example/a.mp3', size: 3 }] },
    }
    const { api } = await opened(service)
    expect(await failureOfQuestion(api.recordings.download({ callId }))).toMatchObject({
      kind: 'wrong-shape',
      detail: 'its URL points to another host',
    })
  })

  test('is refused where its host redirects it to another, which gets no request; the key goes nowhere', async () => {
    const [service, other] = [await served(), await served()]
    service.movedTo = `${other.baseUrl}/files/a.mp3`
    service.key = key
    const { api, folder } = await opened(service)
    await api.recordings.download({ callId })
    expect(await settled({ api })).toMatchObject({
      state: 'failed',
      failure: { kind: 'redirected', detail: '127.0.0.1' },
    })
    expect(other.asked).toEqual([])
    expect(onDisk(folder)).not.toContain(`${callId}.mp3`)
  })

  test.each(['of a whole file', 'while it is under way'])(
    'begun again while it is being removed (%s) comes whole: the one waits for the other',
    async (when) => {
      const service = await served()
      if (when !== 'of a whole file') service.holdAfter = 262_144
      const { api, folder } = await opened(service)
      await api.recordings.download({ callId })
      await settled({ api }, ({ state, bytes }) => state === 'on-disk' || bytes >= 262_144)
      const removed = api.recordings.remove({ callId })
      const again = api.recordings.download({ callId })
      service.release()
      await removed
      expect(await again).toMatchObject({ callId, failure: null })
      expect(await settled({ api })).toMatchObject({ state: 'on-disk', verified: 'size', failure: null })
      expect(sha(readFileSync(join(folder, `${callId}.mp3`)))).toBe(sha(service.bytes))
    },
  )

  test.each(['through the program', 'from the disk'])(
    'of a recording that was removed %s comes in the quality that the settings name now',
    async (how) => {
      const service = await served()
      const file = { content_type: 'audio/mpeg', file_link: 'files/a.mp3' }
      const formats = [
        { ...file, size: 1_000_000, quality: 'high' },
        { ...file, file_link: 'files/b.mp3', size: 500_000, quality: 'low' },
      ]
      service.detail = { ...service.detail, recording: { formats } }
      const { api, folder } = await opened(service)
      await api.recordings.download({ callId })
      expect(await settled({ api })).toMatchObject({ format: 0 })
      await api.recordings.setLimits({ prefer: 'smallest' })
      const path = join(folder, `${callId}.mp3`)
      const removed = how === 'from the disk' ? rmSync(path) : api.recordings.remove({ callId })
      // Its file is gone before the rest of it.
      while (existsSync(path)) await new Promise((resolve) => setImmediate(resolve))
      await api.recordings.download({ callId })
      await removed
      expect(await settled({ api })).toMatchObject({ state: 'on-disk', format: 1 })
    },
  )

  test('is gone when it is removed, and the call stays', async () => {
    const service = await served()
    const { api, folder } = await opened(service)
    await api.recordings.download({ callId })
    await settled({ api })
    await api.recordings.remove({ callId })
    expect(onDisk(folder)).toEqual([])
    expect(await api.recordings.read({ callId })).toMatchObject({
      transfer: null,
      local: false,
      ending: null,
      media: `/media/${callId}`,
    })
  })
})

describe('a stored recording whose file', () => {
  test.each([
    ['is deleted', (path: string) => rmSync(path), 'the file is no longer on the disk'],
    ['is cut short', (path: string) => truncateSync(path, 1000), 'the file has 1000 of 1000000 bytes'],
  ])('%s is not called complete: it plays from the service, and is downloaded again', async (_, harm, damage) => {
    const service = await served()
    const { api, core, folder } = await opened(service)
    await api.recordings.download({ callId })
    await settled({ api })
    const path = join(folder, `${callId}.mp3`)
    harm(path)
    expect(await api.recordings.read({ callId })).toMatchObject({ local: false, ending: null, transfer: null, damage })
    const order = { by: 'started', descending: true } as const
    const list = (filter: CallFilter) => api.calls.list({ filter, order, offset: 0, limit: 1 })
    const { entries } = await list({ symbols: ['ACME'] })
    expect(entries.map(({ recording }) => recording)).toEqual(['at-service'])
    expect((await list({ download: 'recording' })).entries).toEqual([])
    expect((await api.recordings.transfers()).transfers).toEqual([])
    const request = { method: 'GET', range: 'bytes=0-', ifRange: null } as const
    const { body } = await core.openMedia(callId, request, new AbortController().signal)
    expect(sha(Buffer.concat(await Array.fromAsync(body ?? [])))).toBe(sha(service.bytes))
    expect((await api.recordings.download({ callId })).state).toBe('downloading')
    expect(await settled({ api })).toMatchObject({ state: 'on-disk', bytes: 1_000_000, verified: 'size' })
    expect(sha(readFileSync(path))).toBe(sha(service.bytes))
    expect(await api.recordings.read({ callId })).toMatchObject({ local: true, damage: null })
    expect((await list({ download: 'recording' })).entries).toHaveLength(1)
    expect((await api.recordings.transfers()).transfers).toHaveLength(1)
  })
})

test('limits are kept, on downloads at once and on bytes a second', async () => {
  const service = await served()
  const clock = new HastyClock()
  const first = openedCore({ clock, random: () => 0 })
  await liveWorkspace(first, service.baseUrl, { key })
  await first.api.recordings.setLimits({ concurrent: 1, bytesPerSecond: 100_000, prefer: 'smallest' })
  const began = clock.monotonic()
  await first.api.recordings.download({ callId })
  await settled(first)
  expect(clock.monotonic() - began).toBeGreaterThan(9_000)
  await first.close()
  const { api } = openedCore({ profile: first.profile })
  expect(await api.recordings.limits()).toEqual({ concurrent: 1, bytesPerSecond: 100_000, prefer: 'smallest' })
})
