/** The queue of recording downloads, which continues after a restart. */

import type { Announcement } from '#contract/api/api.ts'
import type { Transfer } from '#contract/api/recordings.ts'
import type { Failure } from '#contract/failure.ts'
import { fail, failureOf } from '../failure-error.ts'
import { rejectOnAbort } from '../reject-on-abort.ts'
import { RetryBudget } from '../service/retry.ts'
import { isRetried, isUnreachable, delayAfter } from './resume-schedule.ts'
import type { LocatedRecording } from './available-recordings.ts'
import { BandwidthLimit } from './bandwidth.ts'
import { diskFailure, type FoundRecording, type Part, type StoredRecordingFile } from './recording-folder.ts'
import { emptyPart, missing, nothingOf, shown, type Recording, type Wait } from './recording.ts'
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

/** Failures of the disk, which say nothing about the service. */
const ofDisk: readonly Failure['kind'][] = ['disk-full', 'read-only', 'invalid-folder']

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

  recordings(): readonly Readonly<Recording>[] {
    return [...this.#recordings.values()]
  }

  /** @param isUsable whether the stored file of a recording can be used; only such files are listed */
  all(isUsable: (recording: Readonly<Recording>) => boolean): { transfers: Transfer[]; bytesOnDisk: number } {
    const all = [...this.#recordings.values()]
    const unfinished = all.filter(({ part }) => part !== null)
    const finished = all
      .filter(({ part, file }) => part === null && file !== null)
      .toSorted((left, right) => (right.file?.finishedAt ?? 0) - (left.file?.finishedAt ?? 0))
    const listed = unfinished.toSorted((left, right) => (left.part?.order ?? 0) - (right.part?.order ?? 0))
    for (const recording of finished) {
      if (listed.length >= unfinished.length + latestListed) break
      if (isUsable(recording)) listed.push(recording)
    }
    return {
      transfers: listed.map(shown),
      bytesOnDisk: all.reduce((sum, { partBytes, fileBytes }) => sum + partBytes + fileBytes, 0),
    }
  }

  files(): { callId: string; title: string; file: StoredRecordingFile; bytes: number }[] {
    return [...this.#recordings.values()].flatMap(({ callId, title, file, fileBytes }) =>
      file === null ? [] : [{ callId, title, file, bytes: fileBytes }],
    )
  }

  /** Unless another file has taken its place since it was read. */
  noteHash(callId: string, { finishedAt, sha256 }: { finishedAt: number; sha256: string }): Promise<void> {
    return this.#inTurn(callId, async () => {
      const recording = this.#recordings.get(callId)
      if (recording?.file?.finishedAt !== finishedAt) return
      recording.file = { ...recording.file, sha256 }
      await this.#save(recording)
    })
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
    return this.#inTurn(callId, () => this.#beginNow(callId, title, offer, true))
  }

  /**
   * For an offline download: a download already begun continues in its own format while the service offers it, and stays paused if the user
   * paused it.
   */
  join(callId: string, title: string, offer: LocatedRecording): Promise<Transfer> {
    return this.#inTurn(callId, () => this.#joinNow(callId, title, offer))
  }

  async #joinNow(callId: string, title: string, offer: LocatedRecording): Promise<Transfer> {
    const recording = this.#recordings.get(callId)
    if (!recording?.part) return this.#beginNow(callId, title, offer, false)
    const { wanted, byUser } = recording.part
    if (wanted === 'paused' && byUser) return shown(recording)
    if (!this.#dependencies.source.canFetch(callId, recording.part.format))
      return this.#beginNow(callId, title, offer, byUser)
    // Tried now. How often it failed in a row still counts: an offline download tries again and again.
    return this.#goOn(
      recording,
      recording.part,
      recording.wait && { ...recording.wait, until: Number.NEGATIVE_INFINITY },
    )
  }

  async #beginNow(callId: string, title: string, offer: LocatedRecording, byUser: boolean): Promise<Transfer> {
    const recording = this.#recordings.get(callId) ?? this.#add(callId)
    recording.title = title || recording.title
    recording.wait = null
    if (recording.part !== null && recording.part.format !== offer.format) await this.#dropPart(recording)
    await this.#want(recording, {
      ...(recording.part ?? emptyPart(offer, this.#dependencies.folder.machine)),
      byUser,
      stated: offer.bytes,
      wanted: 'going',
      failure: null,
      order: recording.running ? (recording.part?.order ?? 0) : this.#nextOrder(),
    })
    this.#pump()
    return shown(recording)
  }

  /** Another format takes its place. It is not paused meanwhile: an offline download waits for what comes. */
  async #dropPart(recording: Recording): Promise<void> {
    recording.isReplaced = true
    try {
      await this.#stop(recording)
      await this.#dependencies.folder.removePart(recording.callId)
      Object.assign(recording, { part: null, partBytes: 0 })
    } finally {
      recording.isReplaced = false
      this.#pump()
    }
  }

  /** The recording once what is being changed of it is done: while it is being removed, its files go one after another. */
  afterChanges(callId: string): Promise<Readonly<Recording> | undefined> {
    return this.#inTurn(callId, async () => this.#recordings.get(callId))
  }

  /** Resumes a paused or failed one; null when nothing of it is stored. */
  continue(callId: string): Promise<Transfer | null> {
    return this.#inTurn(callId, () => this.#continueNow(callId, true))
  }

  async #continueNow(callId: string, byUser?: true): Promise<Transfer | null> {
    const recording = this.#recordings.get(callId)
    if (!recording) return null
    const { part } = recording
    return part ? this.#goOn(recording, { ...part, byUser: byUser ?? part.byUser }, null) : shown(recording)
  }

  async #goOn(recording: Recording, part: Part, wait: Wait | null): Promise<Transfer> {
    if (part.wanted !== 'going' || part.failure !== null) {
      recording.wait = wait
      await this.#want(recording, { ...part, wanted: 'going', failure: null, order: this.#nextOrder() })
    } else if (part.byUser !== recording.part?.byUser) await this.#want(recording, part)
    this.#pump()
    return shown(recording)
  }

  pause(callId: string): Promise<Transfer> {
    return this.#inTurn(callId, async () => {
      const recording = this.#recordings.get(callId) ?? fail({ kind: 'not-in-library' })
      if (recording.part) await this.#pauseNow(recording, { ...recording.part, byUser: true })
      return shown(recording)
    })
  }

  /** An offline download no longer waits for it: it is paused, unless the user wants it too. */
  leave(callId: string): Promise<void> {
    return this.#inTurn(callId, async () => {
      const recording = this.#recordings.get(callId)
      if (recording?.part?.byUser === false) await this.#pauseNow(recording, recording.part)
    })
  }

  async #pauseNow(recording: Recording, part: Part): Promise<void> {
    if (part.wanted !== 'going') return
    await this.#halt(recording, part)
    await this.#save(recording)
    this.#announce(recording)
    this.#pump()
  }

  remove(callId: string): Promise<void> {
    return this.#inTurn(callId, () => this.#removeNow(callId))
  }

  async #removeNow(callId: string): Promise<void> {
    const recording = this.#recordings.get(callId)
    if (!recording) return
    if (recording.part) await this.#halt(recording, recording.part)
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
    for (const { callId } of waiting) await this.#inTurn(callId, () => this.#continueNow(callId))
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
    const changed = new Promise<void>((resolve) => {
      this.#watchers.set(callId, [...(this.#watchers.get(callId) ?? []), resolve])
    })
    return rejectOnAbort(changed, signal)
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
      .filter(({ part, running, isReplaced }) => part?.wanted === 'going' && running === null && !isReplaced)
      .filter(({ wait }) => (wait?.until ?? now) <= now)
      .toSorted((left, right) => (left.part?.order ?? 0) - (right.part?.order ?? 0))
    for (const recording of waiting) {
      if (free <= 0) return
      free -= 1
      const abort = new AbortController()
      recording.running = { abort, done: this.#begin(recording, abort.signal) }
    }
  }

  /** No longer wanted before it stops: the queue would begin it again at once. */
  async #halt(recording: Recording, part: Part): Promise<void> {
    recording.part = { ...part, wanted: 'paused' }
    await this.#stop(recording)
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
    else if (!ofDisk.includes(failure.kind)) this.#dependencies.reportOutcome(failure)
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
