/**
 * The API of recordings of calls: which files the service offers, their downloads and download
 * settings, and clips.
 */

import { z } from 'zod'
import { query, change, changeAfterService, exported, failureSchema, instant } from './base.ts'
import { packSource } from './provenance.ts'
import { requestedId } from './request-texts.ts'

/**
 * State of a call's recording, for lists. `unknown`: the call names no file and its audio URL was never requested, which a
 * download does. `queued`: starts automatically, in its turn or, after a failure, when the service is available again. `failed`:
 * stopped, and continues on request.
 */
const recordingStates = [
  'unknown',
  'none',
  'at-service',
  'queued',
  'downloading',
  'paused',
  'failed',
  'on-disk',
] as const
export const recordingState = z.enum(recordingStates)
export type RecordingState = z.infer<typeof recordingState>

/** One file that the service offers. */
const recordingFile = z.object({
  /** Index into `recording.formats`; −1: the audio URL of the response. */
  format: z.number().int(),
  quality: z.string().nullable(),
  contentType: z.string().nullable(),
  /** As stated by the service; null: it does not say. */
  bytes: z.number().nullable(),
  /** Why it cannot be fetched: its link is invalid or leads elsewhere. */
  refused: z.string().nullable(),
})
export type OfferedRecording = z.infer<typeof recordingFile>

const transfer = z.object({
  callId: z.string(),
  format: z.number().int(),
  /** For a list of transfers: symbol and title of the call. */
  title: z.string(),
  state: recordingState,
  bytes: z.number(),
  total: z.number().nullable(),
  /** Bytes a second, over the last seconds; null when nothing moves. */
  speed: z.number().nullable(),
  failure: failureSchema.nullable(),
  /**
   * How the length of a complete file was verified. `size`: against the call's record; `length`: against the response, where the record states
   * none;
   * `differs`: the record states another number, whose unit the interface does not give; `no`: the service stated neither. A file that came in
   * a pack is verified only against a record that came from the service itself.
   */
  verified: z.enum(['size', 'length', 'differs', 'no']).nullable(),
  /** The size that the record states, as received; null when it states none. */
  stated: z.number().nullable(),
  finishedAt: instant.nullable(),
  /** The pack in which the file came; null: it came from the service. */
  pack: packSource.pick({ author: true, madeAt: true }).nullable(),
})
export type Transfer = z.infer<typeof transfer>

const callRecording = z.object({
  offers: z.array(recordingFile),
  transfer: transfer.nullable(),
  /**
   * The URL that an audio element plays: a path of the shell, served with Range from disk, else streamed from the service as far
   * as it is reachable. Null: there is nothing to play.
   */
  media: z.string().nullable(),
  contentType: z.string().nullable(),
  /** Played from disk: nothing is fetched. */
  local: z.boolean(),
  /** Of the stored file's name, as `clip` has it. Null: it is not on disk. */
  ending: z.string().nullable(),
  /** Why the file that was stored cannot be used, as one plain clause: it is gone, or has another size. Null: nothing is wrong. */
  damage: z.string().nullable(),
})
export type CallRecording = z.infer<typeof callRecording>

const transferLimits = z.object({
  /** Downloads at once. */
  concurrent: z.number().int().min(1).max(4),
  /** Limit for all downloads together; null: unlimited. */
  bytesPerSecond: z.number().int().min(16_384).nullable(),
  /** Which of several qualities is downloaded when none is named. */
  prefer: z.enum(['highest', 'smallest']),
})
export type TransferLimits = z.infer<typeof transferLimits>

/** Recordings: fetched once, verified, played from disk. Progress is announced as `recording`, the queue as `recordings`. */
export const recordings = {
  read: query.input(z.object({ callId: requestedId })).output(callRecording),
  /** The same, after a request for what was not requested yet: the call, its audio URL. */
  refresh: query.input(z.object({ callId: requestedId })).output(callRecording),
  /** Puts the recording in the queue, or goes on with a paused one. No `format`: as preferred. */
  download: changeAfterService
    .input(z.object({ callId: requestedId, format: z.number().int().optional() }))
    .output(transfer),
  /** Keeps what was downloaded; outlives the program. */
  pause: change.input(z.object({ callId: requestedId })).output(transfer),
  /** Takes the file from the disk; the call and what was written about it stay. */
  remove: change.input(z.object({ callId: requestedId })).output(z.object({})),
  /**
   * Saves part of a stored recording as a file in the recording's format; seconds from its start. Null: it cannot be cut, or
   * nothing of that part is stored. Fails with `not-in-library` when it is not on disk.
   */
  clip: exported
    .input(z.object({ callId: requestedId, from: z.number().min(0), to: z.number() }))
    .output(z.object({ base64: z.string(), mediaType: z.string(), ending: z.string() }).nullable()),
  /** Everything under way, waiting, paused or failed, then the latest finished ones. */
  transfers: query.output(
    z.object({ transfers: z.array(transfer), bytesOnDisk: z.number(), bytesFree: z.number().nullable() }),
  ),
  limits: query.output(transferLimits),
  setLimits: change.input(transferLimits.partial()).output(transferLimits),
}
