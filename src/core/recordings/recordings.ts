import { setImmediate } from 'node:timers/promises'
import type { DeskAnswers, DeskQuestions } from '#contract/desk/desk.ts'
import type { CallRecording, RecordingState, Transfer, TransferLimits } from '#contract/desk/recordings.ts'
import { fail, failureOf } from '../failure-error.ts'
import { clipOfFile } from './clip/clip-of-file.ts'
import {
  mediaFromDisk,
  mediaFromService,
  nothing,
  restFromService,
  type MediaAnswer,
  type MediaQuestion,
} from './media.ts'
import { playedAs } from './media-types.ts'
import { preferredOffer, type LocatedOffer } from './offers.ts'
import { RecordingFolder } from './recording-folder.ts'
import { RecordingSource, type KnownRecording, type SourceParts } from './recording-source.ts'
import { refusalOf, stateOf, type Recording } from './recording-state.ts'
import { Transfers, type TransferParts } from './transfers.ts'

export interface RecordingsParts
  extends SourceParts, Pick<TransferParts, 'gate' | 'random' | 'heard' | 'failedBehind'> {
  /** Where recordings lie. */
  readonly folder: string
}

/** Recordings of a workspace: what calls offer, what is on disk, what is on its way, and what plays. */
export class Recordings {
  readonly #parts: RecordingsParts
  readonly #source: RecordingSource
  readonly #folder: RecordingFolder
  readonly #transfers: Transfers
  readonly #ending = new AbortController()

  constructor(parts: RecordingsParts) {
    const { library, gate, random, heard, failedBehind } = parts
    const { clock } = library
    this.#parts = parts
    this.#source = new RecordingSource(parts)
    this.#folder = new RecordingFolder(parts.folder, () => clock.now())
    this.#transfers = new Transfers({
      source: this.#source,
      folder: this.#folder,
      gate,
      clock,
      random,
      heard,
      failedBehind,
      announce: (announcement) => library.announce(announcement),
    })
    if (library.writer !== null) {
      library.behind(async () => {
        await setImmediate()
        if (!this.#ending.signal.aborted) this.#transfers.resume()
      })
    }
  }

  of(callId: string): CallRecording {
    const known = this.#source.known([callId]).get(callId)
    const recording = this.#transfers.recording(callId)
    const streamed = preferredOffer(known?.offers ?? [], this.#source.settings.prefer)
    const local = recording?.file != null
    return {
      offers: known?.offers.map(({ url: _, ...offer }) => offer) ?? [],
      transfer: this.#transfers.shown(callId),
      media: local || streamed !== undefined ? mediaPath(callId) : null,
      contentType: local ? playedAs(recording.file.contentType) : (streamed?.contentType ?? null),
      local,
    }
  }

  /** Asks the service for what is not stored of the call. */
  async download(callId: string, format: number | undefined, signal: AbortSignal): Promise<Transfer> {
    if (this.#parts.library.writer === null) fail({ kind: 'read-only' })
    const recording = this.#transfers.recording(callId)
    const begun = recording?.part?.format ?? recording?.file?.format
    const isBegun = begun !== undefined && (format === undefined || format === begun)
    if (isBegun)
      return (await this.#transfers.goOn(callId)) ?? this.#transfers.shown(callId) ?? fail({ kind: 'not-found' })
    const known = await this.#source.find(callId, signal)
    return this.#transfers.begin(callId, known.title, this.#chosen(known, format))
  }

  pause(callId: string): Promise<Transfer> {
    return this.#transfers.pause(callId)
  }

  async remove(callId: string): Promise<void> {
    if (this.#parts.library.writer === null) fail({ kind: 'read-only' })
    await this.#transfers.remove(callId)
  }

  async clip(
    { callId, from, to }: DeskQuestions['recordings']['clip'],
    signal: AbortSignal,
  ): Promise<DeskAnswers['recordings']['clip']> {
    const { file } = this.#transfers.recording(callId) ?? fail({ kind: 'not-in-library' })
    if (file === null) fail({ kind: 'not-in-library' })
    return clipOfFile({ path: this.#folder.fileOf(file), from, to }, signal)
  }

  async transfers(): Promise<DeskAnswers['recordings']['transfers']> {
    return { ...this.#transfers.all(), bytesFree: await this.#folder.free() }
  }

  get limits(): TransferLimits {
    const { concurrent, bytesPerSecond, prefer } = this.#source.settings
    return { concurrent, bytesPerSecond, prefer }
  }

  changeLimits(limits: DeskQuestions['recordings']['setLimits']): TransferLimits {
    this.#source.changeSettings(limits)
    this.#transfers.limitsChanged()
    this.#parts.library.announce({ kind: 'recordings' })
    return this.limits
  }

  /** For lists: one look for all of them. */
  recordingStateOf(callIds: readonly string[]): Map<string, RecordingState> {
    const known = this.#source.known(callIds)
    return new Map(
      callIds.map((callId) => {
        const recording = this.#transfers.recording(callId)
        if (recording?.file) return [callId, 'on-disk']
        return [callId, recording ? stateOf(recording) : offered(known.get(callId))]
      }),
    )
  }

  /** Never rejects for a failure that was to be expected: an audio element understands a status only. */
  async openMedia(callId: string, question: MediaQuestion, asking: AbortSignal): Promise<MediaAnswer> {
    const signal = AbortSignal.any([asking, this.#ending.signal])
    try {
      return await this.#media(callId, question, signal)
    } catch (error) {
      const failure = failureOf(error)
      if (!failure) throw error
      return nothing(['offline', 'connection-lost', 'no-answer', 'cancelled'].includes(failure.kind) ? 504 : 502)
    }
  }

  /** A key was entered. */
  keyHeld(): void {
    if (this.#parts.library.writer === null) return
    this.#parts.library.behind(() => this.#transfers.keyHeld())
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await this.#transfers.close()
  }

  async #media(callId: string, question: MediaQuestion, signal: AbortSignal): Promise<MediaAnswer> {
    const recording = this.#transfers.recording(callId)
    if (recording?.file) {
      const { file, fileBytes } = recording
      const etag = `"${file.finishedAt}-${fileBytes}"`
      const onDisk = {
        path: this.#folder.fileOf(file),
        contentType: file.contentType,
        etag,
        bytes: fileBytes,
        total: fileBytes,
      }
      return mediaFromDisk(onDisk, question, () => fail({ kind: 'not-in-library' }))
    }
    const offers = this.#source.known([callId]).get(callId)?.offers ?? []
    const begun = recording?.part && offers.find(({ format }) => format === recording.part?.format)
    const offer = begun?.url ? begun : preferredOffer(offers, this.#source.settings.prefer)
    if (offer?.url == null) return nothing(404)
    const { url } = offer
    const growing = recording && begun?.url ? growingFile(recording, this.#folder.partOf(callId)) : null
    if (growing === null) return mediaFromService(this.#source, { ...offer, url }, question, signal)
    return mediaFromDisk(growing, question, (range) => restFromService(this.#source, url, growing.etag, range, signal))
  }

  #chosen(known: KnownRecording, format: number | undefined): LocatedOffer {
    const offer =
      format === undefined
        ? (preferredOffer(known.offers, this.#source.settings.prefer) ?? known.offers[0])
        : known.offers.find((each) => each.format === format)
    return offer?.url ? offer : fail(refusalOf(offer))
  }
}

/** A part whose every byte is vouched for by a strong tag, of a file whose length is known. */
function growingFile({ part, partBytes }: Readonly<Recording>, path: string) {
  const total = part?.announced ?? part?.stated ?? null
  if (part?.etag == null || total === null || partBytes === 0) return null
  return { path, contentType: part.contentType, etag: part.etag, bytes: partBytes, total }
}

function offered(known: KnownRecording | undefined): RecordingState {
  if (known === undefined) return 'unknown'
  if (known.offers.some(({ refused }) => refused === null)) return 'at-service'
  return known.askedAudio ? 'none' : 'unknown'
}

/** A path of the shell's own, which leads to `openMedia`. */
function mediaPath(callId: string): string {
  return `/media/${encodeURIComponent(Buffer.from(callId).toString())}`
}
