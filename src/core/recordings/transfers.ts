import type { Announcement } from '#contract/desk/desk.ts'
import type { Transfer } from '#contract/desk/recordings.ts'
import type { Failure } from '#contract/failure.ts'
import type { Clock } from '../clock.ts'
import { fail, FailureError, failureOf } from '../failure-error.ts'
import type { Gate } from '../service/gate.ts'
import { pauseAfter, RetryBudget } from '../service/retry.ts'
import type { LocatedOffer } from './offers.ts'
import { Pace } from './pace.ts'
import { fetchRecording } from './fetch-recording.ts'
import { PartFile } from './part-file.ts'
import { diskFailure, diskFull, type Found, type Part, type RecordingFolder } from './recording-folder.ts'
import type { RecordingSource } from './recording-source.ts'
import { freshPart, missing, nothingOf, refusalOf, shown, type Recording } from './recording-state.ts'

export interface TransferParts {
  readonly source: RecordingSource
  readonly folder: RecordingFolder
  readonly gate: Gate
  readonly clock: Clock
  readonly random: () => number
  readonly announce: (announcement: Announcement) => void
  /** Null: the service answered. */
  readonly heard: (outcome: Failure | null) => void
  /** What is no expected failure. */
  readonly failedBehind: (error: unknown) => void
}

/** Milliseconds between two announcements of one download, and between two looks that what came is on the disk. */
const announcedEvery = 250
const durableEvery = 5000

/** Finished downloads that are listed. */
const newestListed = 200

/** Downloads: a queue that keeps its order and survives the end of the program. */
export class Transfers {
  readonly #parts: TransferParts
  readonly #pace: Pace
  readonly #budget = new RetryBudget()
  #found: Map<string, Recording> | null = null
  #closing = false

  constructor(parts: TransferParts) {
    this.#parts = parts
    this.#pace = new Pace(parts.clock)
  }

  /** The recording as it stands; undefined when nothing of it is here. */
  recording(callId: string): Readonly<Recording> | undefined {
    return this.#recordings.get(callId)
  }

  shown(callId: string): Transfer | null {
    const recording = this.#recordings.get(callId)
    return recording ? shown(recording) : null
  }

  all(): { transfers: Transfer[]; bytesOnDisk: number } {
    const all = [...this.#recordings.values()]
    const unfinished = all.filter(({ part }) => part !== null)
    const finished = all.filter(({ part, file }) => part === null && file !== null)
    return {
      transfers: [
        ...unfinished.toSorted((left, right) => (left.part?.order ?? 0) - (right.part?.order ?? 0)),
        ...finished
          .toSorted((left, right) => (right.file?.finishedAt ?? 0) - (left.file?.finishedAt ?? 0))
          .slice(0, newestListed),
      ].map(shown),
      bytesOnDisk: all.reduce((sum, { partBytes, fileBytes }) => sum + partBytes + fileBytes, 0),
    }
  }

  /** Goes on with what was under way when the program ended. */
  resume(): void {
    this.#pump()
  }

  /** Puts it into the queue, or back into it. Another format than the one under way begins anew. */
  async begin(callId: string, title: string, offer: LocatedOffer): Promise<Transfer> {
    const recording = this.#recordings.get(callId) ?? this.#add(callId)
    recording.title = title || recording.title
    if (recording.part !== null && recording.part.format !== offer.format) {
      await this.#stop(recording)
      await this.#parts.folder.removePart(callId)
      Object.assign(recording, { part: null, partBytes: 0 })
    }
    await this.#want(recording, {
      ...(recording.part ?? freshPart(offer, this.#parts.folder.machine)),
      stated: offer.bytes,
      wanted: 'going',
      failure: null,
      order: recording.running ? (recording.part?.order ?? 0) : this.#nextOrder(),
    })
    this.#pump()
    return shown(recording)
  }

  /** Goes on with what was paused or failed. */
  async goOn(callId: string): Promise<Transfer | null> {
    const recording = this.#recordings.get(callId)
    if (!recording?.part) return null
    if (recording.part.wanted !== 'going') {
      await this.#want(recording, { ...recording.part, wanted: 'going', failure: null, order: this.#nextOrder() })
    }
    this.#pump()
    return shown(recording)
  }

  async pause(callId: string): Promise<Transfer> {
    const recording = this.#recordings.get(callId) ?? fail({ kind: 'not-in-library' })
    if (recording.part?.wanted === 'going') {
      recording.part = { ...recording.part, wanted: 'paused' }
      await this.#stop(recording)
      await this.#keep(recording)
      this.#tell(recording)
      this.#pump()
    }
    return shown(recording)
  }

  async remove(callId: string): Promise<void> {
    const recording = this.#recordings.get(callId)
    if (!recording) return
    if (recording.part) recording.part = { ...recording.part, wanted: 'paused' }
    await this.#stop(recording)
    await recording.saving
    const { folder } = this.#parts
    try {
      if (recording.file) await folder.removeFile(recording.file)
      await folder.removePart(callId)
      await folder.removeSidecar(callId)
    } catch (error) {
      throw diskFailure(error, { free: null, needed: null })
    }
    this.#recordings.delete(callId)
    this.#tell(recording)
    this.#pump()
  }

  /** More at once may be allowed now. */
  limitsChanged(): void {
    this.#pump()
  }

  /** A key was entered: what failed for want of one goes on. */
  async keyHeld(): Promise<void> {
    const waiting = [...this.#recordings.values()].filter(({ part }) => part?.failure?.kind === 'key-missing')
    for (const { callId } of waiting) await this.goOn(callId)
  }

  /** What is under way stays wanted, and goes on at the next start. */
  async close(): Promise<void> {
    this.#closing = true
    const all = [...(this.#found?.values() ?? [])]
    await Promise.all(all.map((recording) => this.#stop(recording)))
    await Promise.all(all.map(({ saving }) => saving))
  }

  get #recordings(): Map<string, Recording> {
    return (this.#found ??= new Map(
      this.#parts.folder.scan().map((found) => [found.sidecar.callId, this.#recordingOf(found)]),
    ))
  }

  #recordingOf({ sidecar, partBytes, fileBytes }: Found): Recording {
    return { ...nothingOf(sidecar.callId, this.#parts.clock), ...sidecar, partBytes, fileBytes }
  }

  #add(callId: string): Recording {
    const recording = nothingOf(callId, this.#parts.clock)
    this.#recordings.set(callId, recording)
    return recording
  }

  /** Written down before it is begun; where that fails, all is as it was. */
  async #want(recording: Recording, part: Part): Promise<void> {
    const before = recording.part
    recording.part = part
    try {
      await this.#keep(recording)
    } catch (error) {
      recording.part = before
      if (before === null && recording.file === null) this.#recordings.delete(recording.callId)
      throw error
    }
    this.#tell(recording)
  }

  #nextOrder(): number {
    return Math.max(0, ...[...this.#recordings.values()].map(({ part }) => part?.order ?? 0)) + 1
  }

  /** Begins as many as may run at once, in their order. */
  #pump(): void {
    if (this.#closing) return
    const all = [...this.#recordings.values()]
    let free = this.#parts.source.settings.concurrent - all.filter(({ running }) => running !== null).length
    const waiting = all
      .filter(({ part, running }) => part?.wanted === 'going' && running === null)
      .toSorted((left, right) => (left.part?.order ?? 0) - (right.part?.order ?? 0))
    for (const recording of waiting) {
      if (free <= 0) return
      free -= 1
      const abort = new AbortController()
      recording.running = { abort, done: this.#run(recording, abort.signal) }
    }
  }

  async #stop(recording: Recording): Promise<void> {
    recording.running?.abort.abort()
    await recording.running?.done
  }

  /** Never rejects. */
  async #run(recording: Recording, signal: AbortSignal): Promise<void> {
    try {
      // Whoever began it is answered first.
      await Promise.resolve()
      this.#tell(recording)
      await this.#fetch(recording, signal)
      this.#parts.heard(null)
    } catch (error) {
      if (!signal.aborted) await this.#failed(recording, error)
    } finally {
      recording.running = null
      recording.speed.forget()
      this.#tell(recording)
      this.#pump()
    }
  }

  async #failed(recording: Recording, error: unknown): Promise<void> {
    const told = diskFailure(error, { free: await this.#parts.folder.free(), needed: missing(recording) })
    const failure: Failure = failureOf(told) ?? { kind: 'defect' }
    if (failureOf(told) === undefined) this.#parts.failedBehind(error)
    else if (failure.kind !== 'disk-full' && failure.kind !== 'read-only') this.#parts.heard(failure)
    if (recording.part) recording.part = { ...recording.part, wanted: 'failed', failure }
    await this.#keep(recording).catch(() => undefined)
  }

  async #fetch(recording: Recording, signal: AbortSignal): Promise<void> {
    const { folder, clock } = this.#parts
    if (!recording.part) return
    if (recording.part.whole !== null) {
      // It was whole and could not be named; from here on it may be less.
      recording.part = { ...recording.part, whole: null }
      await this.#keep(recording)
    }
    await this.#refuseWithoutRoom(recording)
    const file = await PartFile.open(folder.partOf(recording.callId), recording.partBytes, clock, (bytes) =>
      this.#grew(recording, bytes),
    )
    try {
      recording.partBytes = file.taken
      const verified = await this.#fetchOrRenew(recording, file, signal)
      await file.flush()
      await file.sync()
      recording.part = { ...recording.part, whole: { verified, finishedAt: clock.now() } }
      recording.partBytes = file.written
    } finally {
      await file.close().catch(() => undefined)
      if (recording.part.whole === null) recording.partBytes = file.written
    }
    await this.#keep(recording)
    await this.#finish(recording, recording.part)
  }

  async #finish(recording: Recording, { format, contentType, whole }: Part): Promise<void> {
    const { folder } = this.#parts
    const before = recording.file
    const name = await folder.finish(recording.callId, contentType)
    if (whole === null) return
    recording.file = { name, format, contentType, ...whole }
    recording.fileBytes = recording.partBytes
    Object.assign(recording, { part: null, partBytes: 0 })
    await this.#keep(recording)
    if (before !== null && before.name !== name) await folder.removeFile(before)
  }

  /** An address that is not good any more is asked for anew, once. */
  async #fetchOrRenew(recording: Recording, file: PartFile, signal: AbortSignal): Promise<'size' | 'length' | 'no'> {
    try {
      return await this.#fetchFrom(recording, file, signal)
    } catch (error) {
      const kind = failureOf(error)?.kind
      if (signal.aborted || !['not-found', 'not-allowed', 'request-refused', 'moved'].includes(kind ?? '')) throw error
      const { callId, part } = recording
      await this.#parts.source.renew(callId, part?.format ?? 0, signal).catch(() => {
        throw error
      })
      return this.#fetchFrom(recording, file, signal)
    }
  }

  async #fetchFrom(recording: Recording, file: PartFile, signal: AbortSignal): Promise<'size' | 'length' | 'no'> {
    const { source, gate, clock, random } = this.#parts
    const url = this.#addressOf(recording)
    let durableAt = clock.monotonic()
    return fetchRecording({
      file,
      asked: source.asked(url),
      open: async (headers) => {
        // The host asked everybody to wait.
        if (gate.pauseLeft > 0) await clock.wait(gate.pauseLeft, signal)
        try {
          return await source.open(url, headers, signal)
        } catch (error) {
          gate.pause(pauseAfter(error))
          throw error
        }
      },
      told: () => recording.part ?? fail({ kind: 'cancelled' }),
      tell: async (told) => {
        if (!recording.part) return
        recording.part = { ...recording.part, ...told, durable: 0, machine: this.#parts.folder.machine }
        await this.#keep(recording)
      },
      moved: async (bytes) => {
        const now = clock.monotonic()
        if (now - durableAt >= durableEvery && recording.part) {
          durableAt = now
          recording.part = { ...recording.part, durable: await file.sync(), machine: this.#parts.folder.machine }
          await this.#keep(recording)
        }
        await this.#pace.pass(bytes, source.settings.bytesPerSecond, signal)
      },
      clock,
      random,
      budget: this.#budget,
      signal,
    })
  }

  #grew(recording: Recording, bytes: number): void {
    recording.partBytes = bytes
    recording.speed.mark(bytes)
    if (recording.announcing) return
    const { clock } = this.#parts
    recording.announcing = true
    const told = () => {
      recording.announcing = false
      this.#tell(recording, false)
    }
    void clock.wait(Math.max(0, announcedEvery - (clock.monotonic() - recording.announcedAt))).then(told)
  }

  #addressOf({ callId, part }: Recording): URL {
    const offer = this.#parts.source
      .known([callId])
      .get(callId)
      ?.offers.find(({ format }) => format === part?.format)
    if (offer?.url) return offer.url
    throw new FailureError(refusalOf(offer))
  }

  async #refuseWithoutRoom(recording: Recording): Promise<void> {
    const needed = missing(recording)
    const free = await this.#parts.folder.free()
    if (needed !== null && free !== null && free < needed) throw new FailureError(diskFull({ free, needed }))
  }

  async #keep(recording: Recording): Promise<void> {
    const { callId, title, part, file } = recording
    const written = recording.saving.then(() => this.#parts.folder.write({ callId, title, part, file }))
    recording.saving = written.catch(() => undefined)
    try {
      await written
    } catch (error) {
      throw diskFailure(error, { free: await this.#parts.folder.free(), needed: missing(recording) })
    }
  }

  #tell(recording: Recording, queueChanged = true): void {
    recording.announcedAt = this.#parts.clock.monotonic()
    this.#parts.announce({ kind: 'recording', id: recording.callId })
    if (queueChanged) this.#parts.announce({ kind: 'recordings' })
  }
}
