import { readFileSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failureOf } from '#core/failure-error.ts'
import { diskFailure, RecordingFolder, type Sidecar } from '#core/recordings/recording-folder.ts'
import { HastyClock } from '../clocks.ts'
import { ownFolder } from '../folders.ts'
import { onDisk } from './downloading.ts'
import { callId } from './recording-service.ts'

const sound = 'every byte of it'

/** What lies beside a recording of which every byte is there. */
const whole: Sidecar = {
  callId,
  title: 'ACME',
  file: null,
  part: {
    ...{ format: 0, contentType: 'audio/mpeg', etag: '"1"', stated: sound.length, announced: sound.length },
    ...{ durable: sound.length, machine: 0, wanted: 'going', byUser: true, failure: null, order: 1 },
    whole: { verified: 'size', finishedAt: 1 },
  },
}

/** A whole part, in a folder whose last rename the system refuses so many times, as Windows does while a virus scanner reads. */
async function heldFolder(times: number) {
  const path = ownFolder()
  let left = times
  const clock = new HastyClock()
  const folder = new RecordingFolder(path, clock, async (from, to) => {
    if (String(from).endsWith('.part') && left-- > 0)
      throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
    await rename(from, to)
  })
  await folder.write(whole)
  writeFileSync(folder.partOf(callId), sound)
  return { path, folder, clock }
}

describe('a recording that another program holds while it is to be named', () => {
  test('is named when it is let go', async () => {
    const { path, folder } = await heldFolder(5)
    expect(await folder.finish(callId, 'audio/mpeg')).toBe(`${callId}.mp3`)
    expect(onDisk(path)).toEqual([`${callId}.json`, `${callId}.mp3`])
  })

  test('is kept whole when it is not let go within two seconds, and named at the next start', async () => {
    const { path, folder, clock } = await heldFolder(6)
    const began = clock.monotonic()
    const failed = folder.finish(callId, 'audio/mpeg').catch((error: unknown) => {
      throw diskFailure(error, { free: null, needed: null })
    })
    await expect(failed).rejects.toMatchObject({ failure: { kind: 'read-only' } })
    expect(clock.monotonic() - began).toBe(50 + 100 + 200 + 400 + 800)
    expect(onDisk(path)).toEqual([`${callId}.json`, `${callId}.part`])
    expect(new RecordingFolder(path, clock).scan()).toMatchObject([
      { sidecar: { part: null }, fileBytes: sound.length },
    ])
    expect(readFileSync(join(path, `${callId}.mp3`), 'utf8')).toBe(sound)
  })
})

test('an unfinished download whose failure an earlier version named otherwise is still known', async () => {
  const { path, clock } = await heldFolder(0)
  const part = { ...whole.part, whole: null, failure: { kind: 'no-answer', said: 'Busy' } }
  writeFileSync(join(path, `${callId}.json`), JSON.stringify({ ...whole, part }))
  expect(new RecordingFolder(path, clock).scan()).toMatchObject([
    { sidecar: { part: { failure: { kind: 'no-response', serviceMessage: 'Busy' } } } },
  ])
})

test('a recording that is too large for its file system is not reported as a full disk, where freeing space would help', () => {
  const error = Object.assign(new Error('EFBIG'), { code: 'EFBIG' })
  expect(failureOf(diskFailure(error, { free: 1e9, needed: 5e9 }))).toEqual({
    kind: 'invalid-folder',
    detail: 'its file system cannot store files of this size',
  })
})
