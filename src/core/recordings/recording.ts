/** One recording: its download state and its stored file. */

import type { RecordingState, Transfer } from '#contract/api/recordings.ts'
import type { Failure } from '#contract/failure.ts'
import type { Clock } from '../clock.ts'
import type { LocatedRecording } from './available-recordings.ts'
import { Speed } from './bandwidth.ts'
import type { Part, StoredRecordingFile } from './recording-folder.ts'

export interface Wait {
  /** Monotonic time in milliseconds. */
  readonly until: number
  /** Failures without a byte between them. */
  readonly misses: number
  /** The wait was cut short because the service responded to another request. */
  readonly hastened: boolean
}

export interface Recording {
  readonly callId: string
  title: string
  part: Part | null
  partBytes: number
  file: StoredRecordingFile | null
  fileBytes: number
  /** The service's strong tag of the file, when it was received in this run: a reader that streamed the part goes on with the file. */
  fileTag: string | null
  /** The service was unavailable: when the next attempt is, and how many failed in a row. */
  wait: Wait | null
  /** What was begun is being removed for another format: the queue does not begin it again. */
  isReplaced: boolean
  running: { readonly abort: AbortController; readonly done: Promise<void> } | null
  readonly speed: Speed
  announcedAt: number
  /** Another announcement is due. */
  announcing: boolean
  /** Writes of its sidecar, one after another. */
  saving: Promise<void>
}

export function nothingOf(callId: string, clock: Clock): Recording {
  return {
    callId,
    title: '',
    part: null,
    partBytes: 0,
    file: null,
    fileBytes: 0,
    fileTag: null,
    wait: null,
    isReplaced: false,
    running: null,
    speed: new Speed(clock),
    announcedAt: Number.NEGATIVE_INFINITY,
    announcing: false,
    saving: Promise.resolve(),
  }
}

export function emptyPart({ format, contentType, bytes }: LocatedRecording, machine: number): Part {
  return {
    format,
    contentType,
    etag: null,
    stated: bytes,
    announced: null,
    durable: 0,
    machine,
    wanted: 'going',
    byUser: true,
    failure: null,
    order: 0,
    whole: null,
  }
}

/** Why an offer cannot be fetched. */
export function refusalOf(offer: LocatedRecording | undefined): Failure {
  const operation = 'The recording'
  if (offer === undefined) return { kind: 'not-found', operation }
  return { kind: 'wrong-shape', operation, detail: offer.refused ?? 'it has no URL' }
}

/** Bytes still to come; null when nobody knows. */
export function missing({ part, partBytes }: Recording): number | null {
  const total = part?.announced ?? part?.stated ?? null
  return total === null ? null : Math.max(0, total - partBytes)
}

function stateOf({ part, file, running }: Readonly<Recording>): RecordingState {
  // Until it has been saved how it ended.
  if (running !== null) return 'downloading'
  if (part === null) return file === null ? 'none' : 'on-disk'
  return part.wanted === 'going' ? 'queued' : part.wanted
}

/**
 * Its state where its file may be damaged. A file counts, even while another format of it is being fetched.
 * @param damage why its file cannot be used; null: it can, or there is none
 * @returns null where nothing of it can be used
 */
export function usableStateOf(recording: Readonly<Recording>, damage: string | null): RecordingState | null {
  if (recording.file !== null && damage === null) return 'on-disk'
  return damage !== null && recording.part === null ? null : stateOf(recording)
}

export function shown(recording: Readonly<Recording>): Transfer {
  const { callId, title, part, partBytes, file, fileBytes, speed } = recording
  const known = { callId, title, state: stateOf(recording) }
  if (part === null) {
    return {
      ...known,
      format: file?.format ?? 0,
      bytes: fileBytes,
      total: fileBytes,
      speed: null,
      failure: null,
      verified: file?.verified ?? null,
      stated: file?.stated ?? null,
      finishedAt: file?.finishedAt ?? null,
      pack: file?.pack ?? null,
    }
  }
  return {
    ...known,
    format: part.format,
    bytes: partBytes,
    total: part.announced ?? part.stated,
    speed: known.state === 'downloading' ? speed.bytesPerSecond : null,
    failure: part.failure,
    verified: null,
    stated: part.stated,
    finishedAt: null,
    pack: null,
  }
}
