/** Runs one download of a recording to its end, and renames the complete file. */

import type { Clock } from '../clock.ts'
import { fail, FailureError } from '../failure-error.ts'
import type { RateLimitedQueue } from '../service/rate-limited-queue.ts'
import { pauseAfter, type RetryBudget } from '../service/retry.ts'
import type { Stream } from '../service/send-request.ts'
import { fetchRecording, type Verified } from './fetch-recording.ts'
import type { BandwidthLimit } from './bandwidth.ts'
import { PartFile } from './part-file.ts'
import { diskFull, type Part, type RecordingFolder } from './recording-folder.ts'
import type { RecordingSource } from './recording-source.ts'
import { missing, type Recording } from './recording.ts'

export interface TransferRun {
  readonly source: RecordingSource
  readonly folder: RecordingFolder
  readonly queue: RateLimitedQueue
  readonly clock: Clock
  readonly random: () => number
  readonly budget: RetryBudget
  readonly pace: BandwidthLimit
  /** Stores its state. */
  readonly save: (recording: Recording) => Promise<void>
  readonly grew: (recording: Recording, bytes: number) => void
}

/** Milliseconds between two looks that what came is on the disk. */
const durableEvery = 5000

/** Fetches what is missing of a recording and renames it when complete. Throws what stopped it; what arrived stays. */
export async function runTransfer(recording: Recording, run: TransferRun, signal: AbortSignal): Promise<void> {
  const { folder, clock, save, grew } = run
  if (!recording.part) return
  if (recording.part.whole !== null) {
    // It was whole and could not be named; from here on it may be less.
    recording.part = { ...recording.part, whole: null }
    await save(recording)
  }
  await refuseWithoutRoom(recording, run)
  const file = await PartFile.open(folder.partOf(recording.callId), recording.partBytes, clock, (bytes) =>
    grew(recording, bytes),
  )
  try {
    recording.partBytes = file.taken
    const verified = await fetchInto(file, recording, run, signal)
    await file.flush()
    await file.sync()
    recording.part = { ...recording.part, whole: { verified, finishedAt: clock.now() } }
    recording.partBytes = file.written
  } finally {
    if (recording.part.whole === null) await leave(file, recording, run)
    await file.close().catch(() => undefined)
  }
  await save(recording)
  await finish(recording, recording.part, run)
}

/** When it stops, its bytes are synced to disk, so that they survive a power failure. */
async function leave(file: PartFile, recording: Recording, { folder }: TransferRun): Promise<void> {
  const durable = await file.sync().catch(() => null)
  if (recording.part && durable !== null) recording.part = { ...recording.part, durable, machine: folder.machine }
  recording.partBytes = file.written
}

async function finish(
  recording: Recording,
  { format, contentType, etag, stated, whole }: Part,
  { folder, save }: TransferRun,
): Promise<void> {
  const before = recording.file
  const name = await folder.finish(recording.callId, contentType)
  if (whole === null) return
  recording.file = { name, format, contentType, ...whole, bytes: recording.partBytes, stated }
  recording.fileBytes = recording.partBytes
  recording.fileTag = etag
  Object.assign(recording, { part: null, partBytes: 0 })
  await save(recording)
  if (before !== null && before.name !== name) await folder.removeFile(before)
}

function fetchInto(file: PartFile, recording: Recording, run: TransferRun, signal: AbortSignal): Promise<Verified> {
  const { source, folder, clock, random, budget, pace, save } = run
  const { callId } = recording
  const part = () => recording.part ?? fail({ kind: 'cancelled' })
  let durableAt = clock.monotonic()
  return fetchRecording({
    file,
    description: source.describe(source.offer(callId, part().format).url),
    open: (headers) => open(recording, run, headers, signal),
    progress: part,
    restart: async (progress) => {
      recording.part = { ...part(), ...progress, durable: 0, machine: folder.machine }
      await save(recording)
    },
    received: async (bytes) => {
      const now = clock.monotonic()
      if (now - durableAt >= durableEvery) {
        durableAt = now
        const durable = await file.sync()
        recording.part = { ...part(), durable, machine: folder.machine }
        await save(recording)
      }
      await pace.pass(bytes, source.settings.bytesPerSecond, signal)
    },
    clock,
    random,
    budget,
    signal,
  })
}

async function open(
  recording: Recording,
  { source, queue, clock }: TransferRun,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Stream> {
  const { callId, part } = recording
  // The host requested a pause of all requests.
  if (queue.pauseLeft > 0) await clock.wait(queue.pauseLeft, signal)
  try {
    const stream = await source.open(callId, part?.format ?? 0, headers, signal)
    // The record may have been renewed on the way.
    if (recording.part)
      recording.part = { ...recording.part, stated: source.offer(callId, recording.part.format).bytes }
    return stream
  } catch (error) {
    queue.pause(pauseAfter(error))
    throw error
  }
}

async function refuseWithoutRoom(recording: Recording, { folder }: TransferRun): Promise<void> {
  const needed = missing(recording)
  const free = await folder.free()
  if (needed !== null && free !== null && free < needed) throw new FailureError(diskFull({ free, needed }))
}
