/** The queue of recording downloads, which continues after a restart. */

import type { Announcement } from '#contract/api/api.ts'
import type { RecordingState, Transfer } from '#contract/api/recordings.ts'
import type { Failure } from '#contract/failure.ts'
import { fail, failureOf } from '../failure-error.ts'
import { RetryBudget } from '../service/retry.ts'
import { isRetried, isUnreachable, delayAfter } from './resume-schedule.ts'
import type { LocatedRecording } from './available-recordings.ts'
import { BandwidthLimit } from './bandwidth.ts'
import { diskFailure, type FoundRecording, type Part, type StoredRecordingFile } from './recording-folder.ts'
import { emptyPart, missing, nothingOf, shown, stateOf, type Recording } from './recording.ts'
import { runTransfer, type TransferRun } from './run-transfer.ts'

/** What the download queue needs of the workspace. */
export interface DownloadQueueDependencies extends Pick<
  TransferRun,
  'source' | 'folder' | 'queue' | 'clock' | 'random'
> {
  readonly announce: (announcement: Announcement) => void
  /** Null: the service responded. */
  readonly reportOutcome: (outcome: Failure | null) => void
  /** Called with unexpected failures. */
  readonly backgroundWorkFailed: (error: unknown) => void
}

/** Milliseconds between two announcements of one download. */
const announcedEvery = 250

/** Finished downloads that are listed. */
const latestListed = 200

/** Downloads: a queue that keeps its order and survives the end of the program. */
export class DownloadQueue {
  readonly #dependencies: DownloadQueueDependencies
  readonly #run: TransferRun
  readonly #closing = new AbortController()
  #found: Map<string, Recording> | null = null
  readonly #watchers = new Map<string, (() => void)[]>()
  /** The last change of each recording that was requested; the next one begins when it has ended. */
  readonly #changes = new Map<string, Promise<unknown>>()

  constructor(dependencies: DownloadQueueDependencies) {
    this.#dependencies = dependencies
    this.#run = {
      ...dependencies,
      budget: new RetryBudget(),
      pace: new BandwidthLimit(dependencies.clock),
      save: (recording) => this.#save(recording),
      grew: (recording, bytes) => this.#grew(recording, bytes),
    }
  }

  /** The recording in its present state; undefined when nothing of it is stored. */
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
          .slice(0, latestListed),
      ].map(shown),
      bytesOnDisk: all.reduce((sum, { partBytes, fileBytes }) => sum + partBytes + fileBytes, 0),
    }
  }

  /** A stored file counts, even while another format of it is being fetched. */
  callsIn(states: readonly RecordingState[]): string[] {
    return [...this.#recordings.values()].flatMap((recording) =>
      states.includes(recording.file ? 'on-disk' : stateOf(recording)) ? recording.callId : [],
    )
  }

  files(): { callId: string; title: string; file: StoredRecordingFile; bytes: number }[] {
    return [...this.#recordings.values()].flatMap(({ callId, title, file, fileBytes }) =>
      file === null ? [] : [{ callId, title, file, bytes: fileBytes }],
    )
  }

  async noteHash(callId: string, sha256: string): Promise<void> {
    const recording = this.#recordings.get(callId)
    if (!recording?.file) return
    recording.file = { ...recording.file, sha256 }
    await this.#save(recording)
  }

  /** Adds a copy of a complete file; false: something of the call's recording is there already. */
  addFile(
    {
      callId,
      title,
      ...facts
    }: Omit<StoredRecordingFile, 'name'> & { readonly callId: string; readonly title: string },
    path: string,
  ): Promise<boolean> {
    return this.#inTurn(callId, async () => {
      if (this.#recordings.has(callId)) return false
      const { folder } = this.#dependencies
      try {
        const { name, bytes } = await folder.copyIn(callId, path, facts.contentType)
        const recording = this.#add(callId)
        Object.assign(recording, { title, file: { ...facts, name, bytes }, fileBytes: bytes })
        await this.#save(recording)
        this.#announce(recording)
        return true
      } catch (error) {
        throw diskFailure(error, { free: await folder.free(), needed: null })
      }
    })
  }

  sizes(): [callId: string, bytes: number][] {
    return [...this.#recordings.values()].map(({ callId, partBytes, fileBytes }) => [callId, partBytes + fileBytes])
  }

  /** Resumes what was under way when the program ended. */
  resume(): void {
    this.#pump()
  }

  /** Puts it into the queue, or back into it. Another format than the one under way begins again. */
  begin(callId: string, title: string, offer: LocatedRecording): Promise<Transfer> {
    return this.#inTurn(callId, () => this.#beginNow(callId, title, offer))
  }

  async #beginNow(callId: string, title: string, offer: LocatedRecording): Promise<Transfer> {
    const recording = this.#recordings.get(callId) ?? this.#add(callId)
    recording.title = title || recording.title
    if (recording.part !== null && recording.part.format !== offer.format) {
      await this.#stop(recording)
      await this.#dependencies.folder.removePart(callId)
      Object.assign(recording, { part: null, partBytes: 0 })
    }
    await this.#want(recording, {
      ...(recording.part ?? emptyPart(offer, this.#dependencies.folder.machine)),
      stated: offer.bytes,
      wanted: 'going',
      failure: null,
      order: recording.running ? (recording.part?.order ?? 0) : this.#nextOrder(),
    })
    this.#pump()
    return shown(recording)
  }

  /** Resumes a paused or failed one; null when nothing of it is stored. */
  continue(callId: string): Promise<Transfer | null> {
    return this.#inTurn(callId, () => this.#continueNow(callId))
  }

  async #continueNow(callId: string): Promise<Transfer | null> {
    const recording = this.#recordings.get(callId)
    if (!recording) return null
    if (!recording.part) return shown(recording)
    if (recording.part.wanted !== 'going' || recording.part.failure !== null) {
      recording.wait = null
      await this.#want(recording, { ...recording.part, wanted: 'going', failure: null, order: this.#nextOrder() })
    }
    this.#pump()
    return shown(recording)
  }

  pause(callId: string): Promise<Transfer> {
    return this.#inTurn(callId, () => this.#pauseNow(callId))
  }

  async #pauseNow(callId: string): Promise<Transfer> {
    const recording = this.#recordings.get(callId) ?? fail({ kind: 'not-in-library' })
    if (recording.part?.wanted === 'going') {
      recording.part = { ...recording.part, wanted: 'paused' }
      await this.#stop(recording)
      await this.#save(recording)
      this.#announce(recording)
      this.#pump()
    }
    return shown(recording)
  }

  remove(callId: string): Promise<void> {
    return this.#inTurn(callId, () => this.#removeNow(callId))
  }

  async #removeNow(callId: string): Promise<void> {
    const recording = this.#recordings.get(callId)
    if (!recording) return
    if (recording.part) recording.part = { ...recording.part, wanted: 'paused' }
    await this.#stop(recording)
    await recording.saving
    const { folder } = this.#dependencies
    try {
      if (recording.file) await folder.removeFile(recording.file)
      await folder.removePart(callId)
      await folder.removeSidecar(callId)
    } catch (error) {
      throw diskFailure(error, { free: null, needed: null })
    }
    this.#recordings.delete(callId)
    this.#announce(recording)
    this.#pump()
  }

  /** More at once may be allowed now. */
  limitsChanged(): void {
    this.#pump()
  }

  /** A key was entered: what failed without it continues. */
  async keyEntered(): Promise<void> {
    const kinds = new Set(['key-missing', 'key-refused', 'not-allowed'])
    const waiting = [...this.#recordings.values()].filter(({ part }) => kinds.has(part?.failure?.kind ?? ''))
    for (const { callId } of waiting) await this.continue(callId)
  }

  /** The service responded to a request: what could not reach it is tried now, once; then it waits as long as it must. */
  serviceHeard(): void {
    const waiting = [...(this.#found?.values() ?? [])].filter(
      ({ part, wait }) => wait?.hastened === false && part?.failure && isUnreachable(part.failure),
    )
    if (waiting.length === 0) return
    for (const recording of waiting) {
      const misses = recording.wait?.misses ?? 0
      recording.wait = { until: Number.NEGATIVE_INFINITY, misses, hastened: true }
    }
    this.#pump()
  }

  /** Resolves when more of it arrived, or its state changed. */
  changed(callId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#watchers.set(callId, [...(this.#watchers.get(callId) ?? []), resolve])
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })
  }

  /** Running downloads stay wanted, and continue at the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    const all = [...(this.#found?.values() ?? [])]
    await Promise.all(all.map((recording) => this.#stop(recording)))
    await Promise.all(all.map(({ saving }) => saving))
  }

  /**
   * One change of a recording at a time: a download that starts while its files are being removed would write into deleted files.
   */
  #inTurn<Result>(callId: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#changes.get(callId) ?? Promise.resolve()).then(work)
    const ended = turn
      .catch(() => undefined)
      .finally(() => {
        if (this.#changes.get(callId) === ended) this.#changes.delete(callId)
      })
    this.#changes.set(callId, ended)
    return turn
  }

  get #recordings(): Map<string, Recording> {
    return (this.#found ??= new Map(
      this.#dependencies.folder.scan().map((found) => [found.sidecar.callId, this.#recordingOf(found)]),
    ))
  }

  #recordingOf({ sidecar, partBytes, fileBytes }: FoundRecording): Recording {
    return { ...nothingOf(sidecar.callId, this.#dependencies.clock), ...sidecar, partBytes, fileBytes }
  }

  #add(callId: string): Recording {
    const recording = nothingOf(callId, this.#dependencies.clock)
    this.#recordings.set(callId, recording)
    return recording
  }

  /** Written down before it is begun; where that fails, all is as it was. */
  async #want(recording: Recording, part: Part): Promise<void> {
    const before = recording.part
    recording.part = part
    try {
      await this.#save(recording)
    } catch (error) {
      recording.part = before
      if (before === null && recording.file === null) this.#recordings.delete(recording.callId)
      throw error
    }
    this.#announce(recording)
  }

  #nextOrder(): number {
    return Math.max(0, ...[...this.#recordings.values()].map(({ part }) => part?.order ?? 0)) + 1
  }

  /** Begins as many as may run at once, in their order. */
  #pump(): void {
    if (this.#closing.signal.aborted) return
    const now = this.#dependencies.clock.monotonic()
    const all = [...this.#recordings.values()]
    let free = this.#dependencies.source.settings.concurrent - all.filter(({ running }) => running !== null).length
    const waiting = all
      .filter(({ part, running, wait }) => part?.wanted === 'going' && running === null && (wait?.until ?? now) <= now)
      .toSorted((left, right) => (left.part?.order ?? 0) - (right.part?.order ?? 0))
    for (const recording of waiting) {
      if (free <= 0) return
      free -= 1
      const abort = new AbortController()
      recording.running = { abort, done: this.#begin(recording, abort.signal) }
    }
  }

  async #stop(recording: Recording): Promise<void> {
    recording.running?.abort.abort()
    await recording.running?.done
  }

  /** Never rejects. */
  async #begin(recording: Recording, signal: AbortSignal): Promise<void> {
    try {
      // Whoever began it gets the response first.
      await Promise.resolve()
      if (recording.part?.failure) recording.part = { ...recording.part, failure: null }
      this.#announce(recording)
      await runTransfer(recording, this.#run, signal)
      this.#dependencies.reportOutcome(null)
    } catch (error) {
      if (signal.aborted) await this.#save(recording).catch(() => undefined)
      else await this.#failed(recording, error)
    } finally {
      recording.running = null
      recording.speed.forget()
      this.#announce(recording)
      this.#pump()
    }
  }

  async #failed(recording: Recording, error: unknown): Promise<void> {
    const explained = diskFailure(error, { free: await this.#dependencies.folder.free(), needed: missing(recording) })
    const failure: Failure = failureOf(explained) ?? { kind: 'defect' }
    if (failureOf(explained) === undefined) this.#dependencies.backgroundWorkFailed(error)
    else if (failure.kind !== 'disk-full' && failure.kind !== 'read-only') this.#dependencies.reportOutcome(failure)
    if (recording.part && isRetried(failure, recording.part)) {
      recording.part = { ...recording.part, failure }
      this.#waitForService(recording, error)
    } else if (recording.part) recording.part = { ...recording.part, wanted: 'failed', failure }
    await this.#save(recording).catch(() => undefined)
  }

  #waitForService(recording: Recording, error: unknown): void {
    const { clock, random } = this.#dependencies
    const now = clock.monotonic()
    recording.wait = delayAfter(error, recording.wait, now, random)
    const over = () => this.#pump()
    clock.wait(recording.wait.until - now, this.#closing.signal).then(over, () => undefined)
  }

  #grew(recording: Recording, bytes: number): void {
    if (bytes > recording.partBytes) recording.wait = null
    recording.partBytes = bytes
    recording.speed.mark(bytes)
    if (recording.announcing) return
    const { clock } = this.#dependencies
    recording.announcing = true
    const announce = () => {
      recording.announcing = false
      this.#announce(recording, false)
    }
    void clock.wait(Math.max(0, announcedEvery - (clock.monotonic() - recording.announcedAt))).then(announce)
  }

  async #save(recording: Recording): Promise<void> {
    const { callId, title, part, file } = recording
    const writing = recording.saving.then(() => this.#dependencies.folder.write({ callId, title, part, file }))
    recording.saving = writing.catch(() => undefined)
    try {
      await writing
    } catch (error) {
      throw diskFailure(error, { free: await this.#dependencies.folder.free(), needed: missing(recording) })
    }
  }

  #announce(recording: Recording, queueChanged = true): void {
    recording.announcedAt = this.#dependencies.clock.monotonic()
    for (const notify of this.#watchers.get(recording.callId) ?? []) notify()
    this.#watchers.delete(recording.callId)
    this.#dependencies.announce({ kind: 'recording', id: recording.callId })
    if (queueChanged) this.#dependencies.announce({ kind: 'recordings' })
  }
}
