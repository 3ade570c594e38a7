/** A job that is running: its waiting, running and finished tasks. */

import type { SyncItemState } from '#contract/api/sync-kinds.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import * as store from './sync-store.ts'
import type { EndedTask, Job, NumberedTask, Task } from './sync-store.ts'

/** Tasks wait in two queues, so that recordings, which take minutes, do not delay requests, which take a moment. */
export type TaskQueue = 'requests' | 'recordings'

function queueOf({ kind }: Task): TaskQueue {
  return kind === 'recording' ? 'recordings' : 'requests'
}

/** Ended tasks are saved together, at most this many; after a crash those that were not saved run again. */
const mostUnsaved = 64

/** Of a recording whose download the user canceled. */
export const canceledByUser = 'canceled'

function skippedTask(number: number, at: number): EndedTask {
  return { number, state: 'skipped', detail: canceledByUser, failure: null, at }
}

/** A job on its way: what waits, what runs, and what has ended but is not saved yet. */
export class JobRun {
  job: Job
  /** Cancels what is under way; a new one after each pause. */
  abort = new AbortController()
  readonly running = new Map<number, NumberedTask>()
  isFinishing = false
  readonly #desk: Writer
  readonly #waiting: Record<TaskQueue, NumberedTask[]> = { requests: [], recordings: [] }
  #unwritten: { readonly ended: EndedTask; readonly then: readonly Task[] }[] = []
  #nextNumber: number
  /** Calls whose recording the user canceled while the job was active, with when, ms UTC. */
  readonly #canceled = new Map<string, number>()

  constructor(job: Job, desk: Writer) {
    this.job = job
    this.#desk = desk
    this.#nextNumber = store.getNextNumber(desk, job.id)
    for (const task of store.getWaiting(desk, job.id)) this.wait(task)
  }

  /** Nothing waits, nothing runs, and nothing follows from what has ended. */
  get isOver(): boolean {
    const { requests, recordings } = this.#waiting
    return this.running.size === 0 && requests.length === 0 && recordings.length === 0 && !this.#isMoreKnown
  }

  get #isMoreKnown(): boolean {
    return this.#unwritten.some(({ then }) => then.length > 0)
  }

  /** Behind the others. */
  wait(task: NumberedTask): void {
    this.#waiting[queueOf(task)].push(task)
  }

  /** Running tasks wait again, at the front. */
  waitAll(): void {
    for (const task of [...this.running.values()].toReversed()) this.#waiting[queueOf(task)].unshift(task)
    this.running.clear()
  }

  /** Follow-up tasks of ended tasks are queued before the next task is chosen. Throws `disk-full`. */
  hasNext(queue: TaskQueue): boolean {
    if (this.#waiting[queue].length === 0 && this.#isMoreKnown) this.write()
    return this.#waiting[queue].length > 0
  }

  take(queue: TaskQueue): NumberedTask | undefined {
    const task = this.#waiting[queue].shift()
    if (task) this.running.set(task.number, task)
    return task
  }

  /** The user canceled the download of a call's recording, which stands for the whole job. Throws as `write`. */
  skipRecording(callId: string, at: number): void {
    this.#canceled.set(callId, at)
    const isCanceled = (task: NumberedTask) => task.callId === callId
    const skipped = this.#waiting.recordings.filter(isCanceled)
    this.#waiting.recordings = this.#waiting.recordings.filter((task) => !isCanceled(task))
    this.#unwritten.push(...skipped.map(({ number }) => ({ ended: skippedTask(number, at), then: [] })))
    this.write()
  }

  /** Saved once enough have ended. Returns whether it saved now. */
  end(ended: EndedTask, then: readonly Task[]): boolean {
    this.#unwritten.push({ ended, then })
    if (this.#unwritten.length < mostUnsaved) return false
    this.write()
    return true
  }

  /** Saves finished tasks together with those that follow from them. Throws `disk-full`: they are then saved later. */
  write(): void {
    if (this.#unwritten.length === 0) return
    const added = this.#desk.transaction(() => {
      const tasks: NumberedTask[] = []
      for (const { ended, then } of this.#unwritten) {
        store.putEnded(this.#desk, this.job.id, ended)
        tasks.push(...store.insertTasks(this.#desk, this.job.id, this.#nextNumber + tasks.length, then))
      }
      for (const { number, at } of this.#canceledAmong(tasks))
        store.putEnded(this.#desk, this.job.id, skippedTask(number, at))
      return tasks
    })
    this.#unwritten = []
    this.#nextNumber += added.length
    const canceled = new Set(this.#canceledAmong(added).map(({ number }) => number))
    this.#mix(added.filter(({ number }) => !canceled.has(number)))
  }

  #canceledAmong(tasks: readonly NumberedTask[]): { readonly number: number; readonly at: number }[] {
    return tasks.flatMap((task) => {
      const at = queueOf(task) === 'recordings' ? this.#canceled.get(task.callId) : undefined
      return at === undefined ? [] : { number: task.number, at }
    })
  }

  /**
   * Following tasks alternate with waiting ones: storing is slow and requesting fast for transcripts, the reverse for ratings, so
   * that each overlaps with the other.
   */
  #mix(added: readonly NumberedTask[]): void {
    for (const queue of ['requests', 'recordings'] as const) {
      const before = this.#waiting[queue]
      const following = added.filter((task) => queueOf(task) === queue)
      const turns = Math.max(before.length, following.length)
      this.#waiting[queue] = Array.from({ length: turns }, (_, at) => [before[at], following[at]])
        .flat()
        .filter((task) => task !== undefined)
    }
  }

  change(change: Partial<Omit<Job, 'id'>>): void {
    // What cannot be saved applies to this session.
    this.job = { ...this.job, ...change }
    store.putJob(this.#desk, this.job)
  }

  /** Reads the queues again after failed tasks were queued, or tasks were added. */
  reload(): void {
    this.#nextNumber = store.getNextNumber(this.#desk, this.job.id)
    this.#waiting.requests = []
    this.#waiting.recordings = []
    for (const task of store.getWaiting(this.#desk, this.job.id)) {
      if (!this.running.has(task.number)) this.wait(task)
    }
  }
}

/** Includes running tasks, which are saved as waiting. */
export function countsOf(desk: Reader, jobId: number, running: number): Record<SyncItemState, number> {
  const counts = store.countItems(desk, jobId)
  return { ...counts, waiting: counts.waiting - running, running }
}
