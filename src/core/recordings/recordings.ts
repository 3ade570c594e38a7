/** The recordings feature: lists, downloads, plays and deletes recordings of calls. */

import { setImmediate } from 'node:timers/promises'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { CallRecording, RecordingState, Transfer, TransferLimits } from '#contract/api/recordings.ts'
import { fail, failureOf } from '../failure-error.ts'
import type { Permissions } from '../policy/permissions.ts'
import { clipOfFile } from './clip/cut-in-thread.ts'
import {
  mediaFromDisk,
  mediaFromService,
  nothing,
  restFromService,
  type MediaResponse,
  type MediaRequest,
  type OnDisk,
} from './media-response.ts'
import { endingOf, playedAs } from './media-types.ts'
import { preferredRecording, type LocatedRecording } from './available-recordings.ts'
import { damageOf, storedRecording, type StoredRecording } from './recording-completeness.ts'
import { RecordingFolder, sizeOf, type StoredRecordingFile } from './recording-folder.ts'
import { RecordingSource, type KnownRecording, type RecordingSourceDependencies } from './recording-source.ts'
import { refusalOf, shown, usableStateOf, type Recording } from './recording.ts'
import { DownloadQueue, type DownloadQueueDependencies } from './download-queue.ts'

interface RecordingsDependencies
  extends
    RecordingSourceDependencies,
    Pick<DownloadQueueDependencies, 'queue' | 'random' | 'reportOutcome' | 'backgroundWorkFailed'> {
  /** The folder of the recordings. */
  readonly folder: string
  readonly permissions: Permissions
  /** Called when the user removes the recording of a call, or cancels its download. */
  readonly removing: (callId: string) => void
}

/** `stored`: it was on disk already; `downloaded`; `none`: the call has no recording; `paused`: by the user, on its way; `canceled`: by the user. */
type Taken = 'stored' | 'downloaded' | 'none' | 'paused' | 'canceled'

/** A complete recording, and what is known of its file. */
export interface RecordingFile extends Pick<StoredRecordingFile, 'format' | 'contentType' | 'verified' | 'finishedAt'> {
  readonly callId: string
  readonly title: string
  /** Bytes that its record stated; null: none. */
  readonly stated: number | null
}

/** A recording that came in a pack. What its author found of its size is left aside. */
interface ReceivedRecording extends Pick<RecordingFile, 'callId' | 'title' | 'format' | 'contentType' | 'finishedAt'> {
  readonly pack: NonNullable<StoredRecordingFile['pack']>
}

export interface RecordingOnDisk {
  readonly callId: string
  readonly title: string
  readonly path: string
  readonly bytes: number
  /** Its size when it was finished; null: not known of a file of an earlier version. */
  readonly stated: number | null
  /** Tells the file from another one that takes its place. */
  readonly finishedAt: number
  /** Null: it was never read whole. */
  readonly sha256: string | null
}

/** Recordings of a workspace: what calls offer, what is on disk, what is on its way, and what plays. */
export class Recordings {
  readonly #dependencies: RecordingsDependencies
  readonly #source: RecordingSource
  readonly #folder: RecordingFolder
  readonly #downloads: DownloadQueue
  readonly #ending = new AbortController()

  constructor(dependencies: RecordingsDependencies) {
    const { library, queue, random, reportOutcome, backgroundWorkFailed } = dependencies
    const { clock } = library
    this.#dependencies = dependencies
    this.#source = new RecordingSource(dependencies)
    this.#folder = new RecordingFolder(dependencies.folder, clock)
    this.#downloads = new DownloadQueue({
      source: this.#source,
      folder: this.#folder,
      queue,
      clock,
      random,
      reportOutcome,
      backgroundWorkFailed,
      announce: (announcement) => library.announce(announcement),
    })
    if (library.writer !== null && dependencies.permissions.recordings) {
      library.inBackground(async () => {
        await setImmediate()
        if (!this.#ending.signal.aborted) this.#downloads.resume()
      })
    }
  }

  /** Whether the administrator's policy allows downloading and playing recordings. */
  get areAllowed(): boolean {
    return this.#dependencies.permissions.recordings
  }

  read(callId: string): CallRecording {
    const known = this.#source.known([callId]).get(callId)
    const recording = this.#downloads.recording(callId)
    const streamed = preferredRecording(known?.offers ?? [], this.#source.settings.prefer)
    const damage = this.#damageOf(recording, known)
    const file = damage === null ? (recording?.file ?? null) : null
    return {
      offers: known?.offers.map(({ url: _, ...offer }) => offer) ?? [],
      transfer: recording && usableStateOf(recording, damage) !== null ? shown(recording) : null,
      media: (file || streamed !== undefined) && this.areAllowed ? mediaPath(callId) : null,
      contentType: file ? playedAs(file.contentType) : (streamed?.contentType ?? null),
      local: file !== null,
      ending: file ? endingOf(file.contentType) : null,
      damage,
    }
  }

  #damageOf(recording: Readonly<Recording> | undefined, known: KnownRecording | undefined): string | null {
    const file = recording?.file
    return recording && file ? damageOf({ ...recording, file }, known, sizeOf(this.#folder.fileOf(file))) : null
  }

  /** Null: nothing of it can be used. */
  #stateOf(recording: Readonly<Recording>, known: KnownRecording | undefined): RecordingState | null {
    return usableStateOf(recording, this.#damageOf(recording, known))
  }

  /** The state of any recording. Only files of earlier versions are looked up, whose own size was not stored with them. */
  #states(): (recording: Readonly<Recording>) => RecordingState | null {
    const unsized = this.#downloads.recordings().filter(({ file }) => file !== null && file.bytes === undefined)
    const known = this.#source.known(unsized.map(({ callId }) => callId))
    return (recording) => this.#stateOf(recording, known.get(recording.callId))
  }

  /** Asks the service for what is not stored of the call. Throws what that fails with. */
  async refresh(callId: string, signal: AbortSignal): Promise<CallRecording> {
    this.#demandAllowed()
    const { media } = this.read(callId)
    if (media === null) await this.#source.find(callId, signal)
    return this.read(callId)
  }

  /** Asks the service for what is not stored of the call. */
  async download(callId: string, format: number | undefined, signal: AbortSignal): Promise<Transfer> {
    this.#demandAllowed()
    if (this.#dependencies.library.writer === null) fail({ kind: 'read-only' })
    // While it is being removed its file is gone before the rest, and it must not be taken for a damaged one.
    const recording = await this.#downloads.afterChanges(callId)
    const begun = recording?.part?.format ?? recording?.file?.format
    const isBegun = begun !== undefined && (format === undefined || format === begun)
    const isDamaged =
      recording !== undefined && this.#stateOf(recording, this.#source.known([callId]).get(callId)) === null
    const continued = isBegun && !isDamaged ? await this.#downloads.continue(callId) : null
    if (continued) return continued
    const known = await this.#source.find(callId, signal)
    // A damaged file is replaced by the same one. Of a file that is gone nothing is left to replace: the settings decide.
    const isGone = recording?.file && sizeOf(this.#folder.fileOf(recording.file)) === undefined
    const again =
      isDamaged && !isGone ? known.offers.find((offer) => offer.format === begun && offer.url)?.format : undefined
    return this.#downloads.begin(callId, known.title, this.#chosen(known, format ?? again))
  }

  /**
   * Downloads it after everything the user requests, and resolves when it is on disk. A part that is there continues in its own format.
   * Throws what stopped it; `cancelled` when `signal` did, which leaves it paused unless the user requested it too.
   */
  async take(callId: string, prefer: TransferLimits['prefer'], signal: AbortSignal): Promise<Taken> {
    this.#demandAllowed()
    if (this.#dependencies.library.writer === null) fail({ kind: 'read-only' })
    if (this.stored(callId).lacks === null) return 'stored'
    const known = await this.#source.find(callId, signal, 'background')
    const offer = preferredRecording(known.offers, prefer) ?? known.offers[0]
    if (offer === undefined) return 'none'
    await this.#downloads.join(callId, known.title, offer.url ? offer : fail(refusalOf(offer)))
    try {
      return await this.#whole(callId, signal)
    } catch (error) {
      if (signal.aborted) await this.#downloads.leave(callId).catch(() => undefined)
      throw error
    }
  }

  async #whole(callId: string, signal: AbortSignal): Promise<Taken> {
    for (;;) {
      if (signal.aborted) fail({ kind: 'cancelled' })
      const recording = this.#downloads.recording(callId)
      if (recording === undefined) return 'canceled'
      const { part, file, running } = recording
      // It is paused first when it is canceled.
      if (part?.wanted === 'paused') return (await this.#downloads.afterChanges(callId)) ? 'paused' : 'canceled'
      // Until it has been saved how it ended, it is downloading.
      if (running === null && part === null && file !== null) return 'downloaded'
      if (running === null && part?.failure) fail(part.failure)
      await this.#downloads.changed(callId, signal).catch(() => undefined)
    }
  }

  /** The recording as its file is on the disk now, against what the service states of it. */
  stored(callId: string): StoredRecording {
    const recording = this.#downloads.recording(callId)
    const known = this.#source.known([callId]).get(callId)
    const file = recording?.file ?? null
    if (file === null) return storedRecording(recording, known, undefined, null)
    return storedRecording(
      recording,
      known,
      sizeOf(this.#folder.fileOf(file)),
      file.pack ? this.#source.statedByService(callId, file.format) : null,
    )
  }

  pause(callId: string): Promise<Transfer> {
    return this.#downloads.pause(callId)
  }

  async remove(callId: string): Promise<void> {
    if (this.#dependencies.library.writer === null) fail({ kind: 'read-only' })
    this.#dependencies.removing(callId)
    await this.#downloads.remove(callId)
  }

  async clip(
    { callId, from, to }: ApiInputs['recordings']['clip'],
    signal: AbortSignal,
  ): Promise<ApiOutputs['recordings']['clip']> {
    this.#demandAllowed()
    const { file } = this.#downloads.recording(callId) ?? fail({ kind: 'not-in-library' })
    if (file === null) fail({ kind: 'not-in-library' })
    return clipOfFile({ path: this.#folder.fileOf(file), from, to }, signal)
  }

  /** Every whole recording, and what is known of it. */
  whole(): RecordingOnDisk[] {
    const files = this.#downloads.files()
    const known = this.#source.known(files.map(({ callId }) => callId))
    return files.map(({ callId, title, file, bytes }) => {
      const offer = known.get(callId)?.offers.find(({ format }) => format === file.format)
      const stated = file.bytes ?? (file.verified === 'size' ? (offer?.bytes ?? null) : null)
      const { finishedAt, sha256 = null } = file
      return { callId, title, path: this.#folder.fileOf(file), bytes, stated, finishedAt, sha256 }
    })
  }

  /** The recordings of some calls that are complete on the disk, with what is known of their files. */
  filesOf(callIds: ReadonlySet<string>): (RecordingFile & { readonly path: string; readonly bytes: number })[] {
    return this.#downloads
      .files()
      .filter(({ callId }) => callIds.has(callId))
      .map(({ callId, title, bytes, file }) => {
        const { format, contentType, verified, finishedAt, stated = null } = file
        const path = this.#folder.fileOf(file)
        return { callId, title, format, contentType, verified, finishedAt, stated, path, bytes }
      })
  }

  /**
   * Adds a copy of a file as the recording of a call; false: something of its recording is there, which stays. Throws `disk-full`,
   * `read-only`.
   */
  async addFile({ callId, title, format, contentType, finishedAt, pack }: ReceivedRecording, path: string) {
    if (this.#dependencies.library.writer === null) fail({ kind: 'read-only' })
    const stated = this.#source.statedByService(callId, format)
    const verified = stated === null ? 'no' : stated === sizeOf(path) ? 'size' : 'differs'
    const file = { callId, title, format, contentType, finishedAt, pack, stated, verified } as const
    return this.#downloads.addFile(file, path)
  }

  /** Stores the hash that was found when a whole file was read, unless another file has taken its place since. */
  noteHash(callId: string, found: { readonly finishedAt: number; readonly sha256: string }): Promise<void> {
    return this.#downloads.noteHash(callId, found)
  }

  /** Bytes on disk of each recording, parts included. */
  sizes(): [callId: string, bytes: number][] {
    return this.#downloads.sizes()
  }

  async transfers(): Promise<ApiOutputs['recordings']['transfers']> {
    const stateOf = this.#states()
    return { ...this.#downloads.all((recording) => stateOf(recording) !== null), bytesFree: await this.free() }
  }

  /** Free bytes; null: the file system does not say. */
  free(): Promise<number | null> {
    return this.#folder.free()
  }

  get limits(): TransferLimits {
    const { concurrent, bytesPerSecond, prefer } = this.#source.settings
    return { concurrent, bytesPerSecond, prefer }
  }

  changeLimits(limits: ApiInputs['recordings']['setLimits']): TransferLimits {
    this.#source.changeSettings(limits)
    this.#downloads.limitsChanged()
    this.#dependencies.library.announce({ kind: 'recordings' })
    return this.limits
  }

  /** For lists: one look-up for all of them. */
  recordingStateOf(callIds: readonly string[]): Map<string, RecordingState> {
    const known = this.#source.known(callIds)
    return new Map(
      callIds.map((callId) => {
        const recording = this.#downloads.recording(callId)
        const state = recording ? this.#stateOf(recording, known.get(callId)) : null
        return [callId, state ?? offered(known.get(callId))]
      }),
    )
  }

  /** The calls whose recording is in one of these states. */
  callsIn(states: readonly RecordingState[]): string[] {
    const stateOf = this.#states()
    return this.#downloads.recordings().flatMap((recording) => {
      const state = stateOf(recording)
      return state !== null && states.includes(state) ? [recording.callId] : []
    })
  }

  /** Never rejects for a failure that was to be expected: an audio element understands a status only. */
  async openMedia(callId: string, request: MediaRequest, requestSignal: AbortSignal): Promise<MediaResponse> {
    const signal = AbortSignal.any([requestSignal, this.#ending.signal])
    try {
      return await this.#media(callId, request, signal)
    } catch (error) {
      const failure = failureOf(error)
      if (!failure) throw error
      return nothing(['offline', 'connection-lost', 'no-response', 'cancelled'].includes(failure.kind) ? 504 : 502)
    }
  }

  /** The service responded to a request. */
  serviceHeard(): void {
    if (this.#dependencies.library.writer !== null && this.areAllowed) this.#downloads.serviceHeard()
  }

  /** A key was entered. */
  keyEntered(): void {
    if (this.#dependencies.library.writer === null || !this.areAllowed) return
    this.#dependencies.library.inBackground(() => this.#downloads.keyEntered())
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await this.#downloads.close()
  }

  async #media(callId: string, request: MediaRequest, signal: AbortSignal): Promise<MediaResponse> {
    if (!this.areAllowed) return nothing(403)
    const recording = this.#downloads.recording(callId)
    const known = this.#source.known([callId]).get(callId)
    if (recording?.file && this.#damageOf(recording, known) === null)
      return mediaFromDisk(this.#onDisk(recording, recording.file), request)
    const offers = known?.offers ?? []
    const begun = recording?.part && offers.find(({ format }) => format === recording.part?.format)
    const offer = begun?.url ? begun : preferredRecording(offers, this.#source.settings.prefer)
    if (offer?.url == null) return nothing(404)
    const growing = recording && begun?.url ? this.#growing(recording, begun.format, signal) : null
    if (growing !== null) return mediaFromDisk(growing, request)
    return mediaFromService(this.#source, callId, offer, request, signal)
  }

  #onDisk({ fileBytes, fileTag }: Readonly<Recording>, file: StoredRecordingFile): OnDisk {
    return {
      contentType: file.contentType,
      etag: fileTag ?? `"${file.finishedAt}-${fileBytes}"`,
      total: fileBytes,
      here: () => ({ path: this.#folder.fileOf(file), bytes: fileBytes }),
      rest: () => fail({ kind: 'not-in-library' }),
      more: async (failure) => {
        throw failure
      },
    }
  }

  /** A part whose every byte has a strong tag, of a file of known length; null for any other. */
  #growing(recording: Readonly<Recording>, format: number, signal: AbortSignal): OnDisk | null {
    const { callId, part, partBytes } = recording
    const total = part?.announced ?? null
    const etag = part?.etag ?? null
    if (part === null || etag === null || total === null || partBytes === 0) return null
    return {
      contentType: part.contentType,
      etag,
      total,
      here: () => {
        const now = this.#downloads.recording(callId)
        if (now?.part?.etag === etag) return { path: this.#folder.partOf(callId), bytes: now.partBytes }
        return now?.file && now.fileTag === etag ? { path: this.#folder.fileOf(now.file), bytes: now.fileBytes } : null
      },
      rest: (range) => restFromService(this.#source, { callId, format, etag }, range, signal),
      more: async (failure, bytes) => {
        for (let now = recording; now.part !== null && now.partBytes <= bytes;) {
          const { etag: tag, wanted } = now.part
          if (failureOf(failure) === undefined || tag !== etag || wanted !== 'going') throw failure
          await this.#downloads.changed(callId, signal)
          now = this.#downloads.recording(callId) ?? fail({ kind: 'not-in-library' })
        }
      },
    }
  }

  #demandAllowed(): void {
    this.#dependencies.permissions.demand('recordings')
  }

  #chosen(known: KnownRecording, format: number | undefined): LocatedRecording {
    const offer =
      format === undefined
        ? (preferredRecording(known.offers, this.#source.settings.prefer) ?? known.offers[0])
        : known.offers.find((each) => each.format === format)
    return offer?.url ? offer : fail(refusalOf(offer))
  }
}

function offered(known: KnownRecording | undefined): RecordingState {
  if (known === undefined) return 'unknown'
  if (known.offers.some(({ refused }) => refused === null)) return 'at-service'
  return known.isAudioRequested && !known.isUnreadable ? 'none' : 'unknown'
}

/** A path of the shell's own, which leads to `openMedia`. */
function mediaPath(callId: string): string {
  return `/media/${encodeURIComponent(Buffer.from(callId).toString())}`
}
