/** Runs jobs: takes their tasks, runs a few at once, and saves the results. */

import type { Announcement } from '#contract/api/api.ts'
import type { OfflineChoice, SyncJob } from '#contract/api/sync.ts'
import type { Failure } from '#contract/failure.ts'
import type { Clock } from '../clock.ts'
import type { Writer } from '../database/reader-writer.ts'
import { failureOf } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { AnnouncementThrottle } from './announcement-throttle.ts'
import { JobRun, type TaskQueue } from './job-run.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { runTask } from './run-task.ts'
import { checkCompleteness } from './companies-completeness.ts'
import type { SyncLists, SyncSources } from './sync-sources.ts'
import * as store from './sync-store.ts'
import type { Job, NumberedTask } from './sync-store.ts'

export interface JobRunnerDependencies {
  readonly library: LibraryContext
  readonly sources: SyncSources
  readonly lists: SyncLists
  readonly random: () => number
  readonly backgroundWorkFailed: (error: unknown) => void
  /** Runs when everything of a job is stored, before its end is announced. */
  readonly beforeEnd: (jobId: number) => Promise<void>
  /** Milliseconds after which the stored data of a kind is requested again. */
  readonly ageOf: (kind: NumberedTask['kind']) => number
  /** The offline choices for a company of the lists that it is on. */
  readonly choicesOf: (symbol: string) => readonly OfflineChoice[]
  /** The companies of a job as they are now; null: its watchlist was deleted. */
  readonly symbolsOf: (job: Job) => readonly string[] | null
}

/**
 * Tasks that run at once, by queue. More than the requests that `RateLimitedQueue` sends at once, so that one is always ready while the
 * responses of others are stored.
 */
const concurrency = { requests: 6, recordings: 4 } as const satisfies Record<TaskQueue, number>

/**
 * Storing a response occupies the core for tens of milliseconds. After a request of the user no task begins for `restsFor`, then one at a
 * time until `yieldsFor` has passed. Milliseconds.
 */
const restsFor = 250
const yieldsFor = 1000

/** Ended jobs that are kept with their logs. */
const storedJobs = 30

/** Milliseconds after which what ended is saved. */
const writtenAfter = 500

/** After the machine woke: connections are dead without knowing it, and the network may not be there yet. Milliseconds. */
const restAfterSleep = 4_000

/** Runs the active jobs, a few tasks at a time, as long as the workspace is open. */
export class JobRunner {
  readonly #dependencies: JobRunnerDependencies
  readonly #desk: Writer
  readonly #runs = new Map<number, JobRun>()
  readonly #busy: Record<TaskQueue, number> = { requests: 0, recordings: 0 }
  readonly #breaker: CircuitBreaker
  readonly #throttle: AnnouncementThrottle
  readonly #closing = new AbortController()
  readonly #performing = new Set<Promise<void>>()
  #isWriteDue = false
  /** Rests after the machine woke that are not over. */
  #rests = 0
  /** Monotonic time. */
  #lookedUpAt = Number.NEGATIVE_INFINITY
  #isYielding = false

  constructor(desk: Writer, dependencies: JobRunnerDependencies) {
    const { library, random } = dependencies
    this.#desk = desk
    this.#dependencies = dependencies
    this.#breaker = new CircuitBreaker(library.clock, random)
    this.#throttle = new AnnouncementThrottle(
      library.clock,
      (announcement) => library.announce(announcement),
      this.#closing.signal,
    )
    for (const job of store.getJobs(desk).toReversed()) {
      if (job.state === 'running' || job.state === 'paused') this.#runs.set(job.id, new JobRun(job, desk))
    }
  }

  get runs(): readonly JobRun[] {
    return [...this.#runs.values()]
  }

  get isRunning(): boolean {
    return this.runs.some(({ job }) => job.state === 'running')
  }

  run(jobId: number): JobRun | undefined {
    return this.#runs.get(jobId)
  }

  /** Why running jobs receive nothing; null: the service is available. */
  get outage(): { readonly failure: Failure; readonly retryAt: number } | null {
    const { failure, waitLeft } = this.#breaker
    return failure && { failure, retryAt: Math.ceil(this.#clock.now() + waitLeft) }
  }

  add(job: Job): JobRun {
    const run = new JobRun(job, this.#desk)
    this.#runs.set(job.id, run)
    this.#announce()
    this.pump()
    return run
  }

  /** Includes one that waits for the service, which is tried at once. */
  resume(run: JobRun): void {
    this.#breaker.reset()
    if (run.job.state !== 'running') run.change({ state: 'running', reason: null })
    this.#announce()
    this.pump()
  }

  pause(run: JobRun, change: Partial<Pick<Job, 'reason' | 'refused'>> = {}): void {
    this.#callOff(run)
    run.change({ reason: null, ...change, state: 'paused' })
    this.#announce()
  }

  /** At once and for good. */
  stop(run: JobRun): void {
    this.#callOff(run)
    run.write()
    const now = this.#clock.now()
    store.skipWaiting(this.#desk, run.job.id, 'the job was stopped', now)
    run.change({ state: 'stopped', reason: null, endedAt: now })
    // Last, so that a job whose stop could not be saved, as on a full disk, can be stopped again.
    this.#runs.delete(run.job.id)
    store.deleteOldJobs(this.#desk, storedJobs)
    this.#announce()
  }

  /** The service responded to a request. */
  serviceHeard(): void {
    const wasAway = this.#breaker.failure !== null
    this.#breaker.responded()
    if (!wasAway) return
    this.#announce()
    this.pump()
  }

  /** Somebody looked something up. */
  yieldToUser(): void {
    this.#lookedUpAt = this.#clock.monotonic()
    if (this.#isYielding || !this.isRunning) return
    this.#isYielding = true
    void this.#endYield()
  }

  async #endYield(): Promise<void> {
    try {
      for (let passed = 0; passed < yieldsFor; passed = this.#clock.monotonic() - this.#lookedUpAt) {
        await this.#clock.wait((passed < restsFor ? restsFor : yieldsFor) - passed, this.#closing.signal)
        this.pump()
      }
    } catch {
      return
    } finally {
      this.#isYielding = false
    }
    this.pump()
  }

  /** A key was entered. */
  keyEntered(): void {
    for (const run of this.runs) {
      const { state, reason } = run.job
      if (state === 'paused' && (reason?.kind === 'key-missing' || reason?.kind === 'key-refused')) this.resume(run)
    }
  }

  /** The computer slept: running requests are canceled and repeated after a moment. */
  woke(): void {
    for (const run of this.runs) if (run.job.state === 'running') this.#callOff(run)
    this.#rests += 1
    const over = () => {
      this.#rests -= 1
      if (this.#rests > 0) return
      this.#breaker.reset()
      this.pump()
    }
    const rest = restAfterSleep * (1 + this.#dependencies.random())
    this.#clock.wait(rest, this.#closing.signal).then(over, () => undefined)
  }

  /** Everything under way is cancelled and waits; what has ended is saved. */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const run of this.runs) run.abort.abort()
    await Promise.allSettled(this.#performing)
    this.write()
  }

  /** No job fetches the recording of a call that still waits; one that runs ends because its download is gone. */
  skipRecording(callId: string): void {
    for (const run of this.runs) {
      try {
        run.skipRecording(callId, this.#clock.now())
      } catch (error) {
        this.#cannotWrite(run, error)
      }
    }
    this.#announce()
    this.pump()
  }

  /** Saves finished tasks, as far as the disk allows. */
  write(): void {
    for (const run of this.runs) {
      try {
        run.write()
      } catch (error) {
        this.#cannotWrite(run, error)
      }
    }
  }

  /** Starts as many tasks as may run at once: refreshes before offline downloads. */
  pump(): void {
    if (this.#closing.signal.aborted || this.#rests > 0) return
    this.#pumpQueue('requests')
    this.#pumpQueue('recordings')
    for (const run of this.runs) {
      if (run.isOver && !run.isFinishing && run.job.state === 'running') this.#finish(run)
    }
  }

  #pumpQueue(queue: TaskQueue): void {
    while (this.#busy[queue] < this.#allowed(queue)) {
      const ready = this.runs.filter((run) => run.job.state === 'running' && this.#hasNext(run, queue))
      const run = ready.find(({ job }) => job.purpose === 'refresh') ?? ready[0]
      const task = run?.take(queue)
      if (!run || !task) return
      this.#busy[queue] += 1
      const done = this.#begin(run, task).finally(() => {
        this.#busy[queue] -= 1
        this.#performing.delete(done)
        this.#announce()
        this.pump()
      })
      this.#performing.add(done)
    }
  }

  #hasNext(run: JobRun, queue: TaskQueue): boolean {
    try {
      return run.hasNext(queue)
    } catch (error) {
      this.#cannotWrite(run, error)
      return false
    }
  }

  #allowed(queue: TaskQueue): number {
    if (this.#breaker.failure === null && !this.#isYielding) return concurrency[queue]
    if (this.#breaker.failure === null) return this.#clock.monotonic() - this.#lookedUpAt < restsFor ? 0 : 1
    const isIdle = this.#busy.requests + this.#busy.recordings === 0
    return this.#breaker.waitLeft === 0 && isIdle ? 1 : 0
  }

  /** Never rejects. */
  async #begin(run: JobRun, task: NumberedTask): Promise<void> {
    const { signal } = run.abort
    const { sources, library } = this.#dependencies
    try {
      // The caller that started the job gets its response before the first task runs.
      await Promise.resolve()
      const choices = run.job.choice ? [run.job.choice] : this.#dependencies.choicesOf(task.symbol)
      const performing = { sources, now: this.#clock.now(), age: this.#dependencies.ageOf(task.kind), kept: choices }
      const { state, detail, then, announced } = await runTask(task, run.job, performing, signal)
      this.#throttle.add(announced)
      // Canceled tasks are already waiting.
      if (signal.aborted) return
      run.running.delete(task.number)
      this.#ended(run, { number: task.number, state, detail, failure: null, at: library.clock.now() }, then)
    } catch (error) {
      if (signal.aborted) return
      run.running.delete(task.number)
      this.#failed(run, task, error)
    }
  }

  #failed(run: JobRun, task: NumberedTask, error: unknown): void {
    const failure = failureOf(error)
    if (failure?.kind === 'cancelled') return run.wait(task)
    if (failure === undefined) this.#dependencies.backgroundWorkFailed(error)
    const { job } = run
    if (failure?.kind === 'not-allowed' && !job.automatic && !job.refused.includes(task.kind)) {
      run.wait(task)
      return this.#pauseFor(run, { reason: failure, refused: [...job.refused, task.kind] })
    }
    const decision = failure ? this.#breaker.decide(`${job.id} ${task.number}`, failure) : 'fail'
    switch (decision) {
      case 'wait':
        run.wait(task)
        return this.#waitForService()
      case 'pause':
        run.wait(task)
        return this.#pauseFor(run, { reason: failure ?? null })
      case 'fail': {
        const ended = { number: task.number, state: 'failed', detail: null, at: this.#clock.now() } as const
        return this.#ended(run, { ...ended, failure: failure ?? { kind: 'defect' } }, [])
      }
      default:
        return decision satisfies never
    }
  }

  #ended(run: JobRun, ended: store.EndedTask, then: readonly store.Task[]): void {
    try {
      if (!run.end(ended, then)) this.#writeSoon()
    } catch (error) {
      this.#cannotWrite(run, error)
    }
  }

  #waitForService(): void {
    const { waitLeft } = this.#breaker
    const again = () => this.pump()
    this.#clock.wait(waitLeft, this.#closing.signal).then(again, () => undefined)
  }

  /** Checks completeness, then announces the end. */
  #finish(run: JobRun): void {
    run.isFinishing = true
    const { library, sources, lists, beforeEnd, backgroundWorkFailed } = this.#dependencies
    library.inBackground(async () => {
      try {
        run.write()
        if (!run.isOver) return
        const { job } = run
        await beforeEnd(job.id).catch(backgroundWorkFailed)
        const found = await lists.foundSince(job.startedAt)
        const symbols = job.choice && this.#dependencies.symbolsOf(job)
        const missing =
          job.choice && symbols
            ? (await checkCompleteness(sources, symbols, job.choice, this.#clock.now())).missing.length
            : null
        if (!run.isOver || run.job.state !== 'running' || this.#runs.get(job.id) !== run) return
        run.change({ state: 'done', endedAt: this.#clock.now(), found, missing })
        this.#runs.delete(job.id)
        store.deleteOldJobs(this.#desk, storedJobs)
        this.#throttle.flush()
        library.announce({ kind: 'sync' })
        library.announce({ kind: 'synced', jobId: job.id })
      } catch (error) {
        this.#cannotWrite(run, error)
      } finally {
        run.isFinishing = false
        this.pump()
      }
    })
  }

  #callOff(run: JobRun): void {
    const { abort } = run
    run.abort = new AbortController()
    run.waitAll()
    abort.abort()
  }

  /** Paused by the program: the disk may be full, so that even this is not saved. */
  #pauseFor(run: JobRun, change: Partial<Pick<Job, 'reason' | 'refused'>>): void {
    if (run.job.state !== 'running') return
    try {
      this.pause(run, change)
    } catch (error) {
      if (failureOf(error) === undefined) this.#dependencies.backgroundWorkFailed(error)
      this.#announce()
    }
  }

  /** Nobody waits for what runs in the background, so a defect is reported here and pauses the job as a full disk does. */
  #cannotWrite(run: JobRun, error: unknown): void {
    const failure = failureOf(error)
    if (failure === undefined) this.#dependencies.backgroundWorkFailed(error)
    this.#pauseFor(run, { reason: failure ?? { kind: 'defect' } })
  }

  #writeSoon(): void {
    if (this.#isWriteDue) return
    this.#isWriteDue = true
    const write = () => {
      this.#isWriteDue = false
      this.write()
    }
    this.#clock.wait(writtenAfter, this.#closing.signal).then(write, () => undefined)
  }

  #announce(): void {
    const announcement: Announcement = { kind: 'sync' }
    this.#throttle.add([announcement])
  }

  get #clock(): Clock {
    return this.#dependencies.library.clock
  }
}

/** What a job is fetching now, in words. */
export function nowOf(run: JobRun): SyncJob['running'] {
  const words = { statements: 'statements', enhanced: 'statements', lite: 'lite statements', calls: 'calls' } as const
  return [...run.running.values()].slice(0, 4).map(({ kind, symbol, title }) => {
    const what = title ?? (kind in words ? words[kind as keyof typeof words] : kind)
    return `${symbol} ${what}`
  })
}
