import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { part, served } from './downloading.ts'
import { openedRecordings } from './opened-recordings.ts'
import { callId } from './recording-service.ts'

const unending = new AbortController().signal

test('whoever waits for a download leaves nothing behind on its signal, however often it is announced', async () => {
  const service = await served()
  service.holdAfter = part
  const { recordings, clock } = openedRecordings(service)
  const leaving = new AbortController()
  const taken = recordings.take(callId, 'highest', leaving.signal)
  while ((recordings.read(callId).transfer?.bytes ?? 0) < part) {
    clock.advance(250)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(getEventListeners(leaving.signal, 'abort').length).toBeLessThanOrEqual(1)
  service.release()
  expect(await taken).toBe('downloaded')
  expect(getEventListeners(leaving.signal, 'abort')).toEqual([])
})

test('the hash of a file that was read is not taken for that of the file that took its place meanwhile', async () => {
  const { recordings, clock } = openedRecordings(await served())
  await recordings.take(callId, 'highest', unending)
  const [read] = recordings.whole()
  clock.advance(1000)
  await recordings.remove(callId)
  await recordings.take(callId, 'highest', unending)
  await recordings.noteHash(callId, { finishedAt: read!.finishedAt, sha256: 'of the file before' })
  expect(recordings.whole()).toMatchObject([{ callId, sha256: null }])
  const [present] = recordings.whole()
  await recordings.noteHash(callId, { finishedAt: present!.finishedAt, sha256: 'of this file' })
  expect(recordings.whole()).toMatchObject([{ sha256: 'of this file' }])
})
