/**
 * Runs the publish worker on folders that may lie on a share. Whoever reads a share that is not connected hangs, for minutes or for good,
 * and a thread that hangs cannot be ended: nobody waits for one longer than a limit.
 */

import type { PublicationSummary } from '#contract/api/storage.ts'
import type { Clock } from '../clock.ts'
import { fail, failureOf } from '../failure-error.ts'
import { runStorageWorker, type Report } from '../storage/run-storage-worker.ts'
import { threadProgram } from '../worker-thread.ts'
import type { PublicationOwner } from './publication-owner.ts'
import type { Published, PublishRequest } from './publish-library.ts'
import type { PublishWork } from './publish-worker.ts'
import type { PlaceRequest } from './version-place.ts'

const program = threadProgram('publish-worker', import.meta.url)

/** Milliseconds until a folder that is only looked at counts as unreachable, and until an ended thread is left behind. */
const lookLimit = 10_000
/**
 * Minutes without any step of a publication. A large file on a slow share is written to its disk within them. They are counted one by one,
 * since the clock goes on while a computer sleeps: its thread slept too, and has the other minutes left.
 */
const silentMinutes = 10

/**
 * What does not respond any more. A thread that hangs cannot say on which disk: all of them read the library, which may lie on a share,
 * and files that are to be uploaded are written into the profile.
 */
const silences: Readonly<Record<PlaceRequest['kind'], string>> = {
  folder:
    'the folder, or the disk of the library, no longer responds. Reconnect the disk or network share, then publish again',
  upload:
    'the disk of the library or of the profile no longer responds. Changed data is read from the library and written to the profile before it is uploaded. Check both, then publish again',
}

const noReport: Report = () => undefined

/** Unlike a signal that nobody has, it can be listened to. */
const uncanceled = () => new AbortController().signal

interface Look {
  readonly summary: Promise<PublicationSummary | null>
  /** Its limit has passed, and its thread still hangs. */
  isLate: boolean
}

export class PublicationThreads {
  readonly #clock: Clock
  /** By folder and library. While one thread hangs on a share, no other one is sent after it. */
  readonly #looks = new Map<string, Look>()
  /** Threads that were ended, and have not ended within the limit. */
  readonly #endless = new Set<Promise<unknown>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether a thread hangs on a share. Node waits for its threads, even at `process.exit`: such a process does not end without help. */
  get hasHungThread(): boolean {
    return this.#endless.size > 0 || [...this.#looks.values()].some(({ isLate }) => isLate)
  }

  /**
   * What is published in a folder; null: nothing. Throws `invalid-folder`, also for one that does not respond or that belongs to somebody
   * else, `newer-version` and `not-published`.
   */
  async look(folder: string, owner: PublicationOwner): Promise<PublicationSummary | null> {
    const key = JSON.stringify([folder, owner])
    const known = this.#looks.get(key)
    if (known?.isLate === true) return failUnreachable()
    const look = known ?? this.#begin(key, { job: 'look', folder, owner })
    return within(this.#clock, lookLimit, look.summary, () => {
      look.isLate = true
      return failUnreachable()
    })
  }

  /**
   * Publishes a library to a place, as `publishLibrary` does. Throws what that throws, `cancelled`, and `not-published` for a disk or share that stops
   * responding.
   */
  async publish(request: PublishRequest, ending: AbortSignal, report: Report): Promise<Published> {
    const silence = new AbortController()
    const over = new AbortController()
    let minutes = 0
    const heard: Report = (progress) => {
      minutes = 0
      report(progress)
    }
    const listening = async () => {
      for (; minutes < silentMinutes; minutes += 1) await this.#clock.wait(60_000, over.signal)
      silence.abort()
    }
    // Ends with the publication.
    listening().catch(() => undefined)
    try {
      return (await this.#run(
        { job: 'publish', request },
        AbortSignal.any([ending, silence.signal]),
        heard,
      )) as Published
    } catch (error) {
      if (!silence.signal.aborted || ending.aborted) throw error
      return fail({
        kind: 'not-published',
        detail: silences[request.place.kind],
      })
    } finally {
      over.abort()
    }
  }

  /** After a publication whose thread was ended: removes what it wrote and its lock. What cannot be removed now is by the next publication. */
  async clear(place: PlaceRequest, owner: PublicationOwner): Promise<void> {
    try {
      await within(
        this.#clock,
        lookLimit,
        this.#run({ job: 'clear', place, owner }, uncanceled(), noReport),
        () => null,
      )
    } catch (error) {
      if (failureOf(error) === undefined) throw error
    }
  }

  #begin(key: string, work: PublishWork): Look {
    const summary = this.#run(work, uncanceled(), noReport) as Promise<PublicationSummary | null>
    const look: Look = { summary, isLate: false }
    this.#looks.set(key, look)
    const forget = () => this.#looks.delete(key)
    summary.then(forget, forget)
    return look
  }

  #run(work: PublishWork, signal: AbortSignal, report: Report): Promise<unknown> {
    return runStorageWorker(program, work, signal, report, (ended) =>
      within(this.#clock, lookLimit, ended, () => this.#leave(ended)),
    )
  }

  #leave(ended: Promise<unknown>): null {
    this.#endless.add(ended)
    const forget = () => this.#endless.delete(ended)
    ended.then(forget, forget)
    return null
  }
}

function failUnreachable(): never {
  fail({
    kind: 'invalid-folder',
    detail: 'it does not respond. Reconnect its disk or network share, then try again, or choose another folder',
  })
}

/** What `late` returns or throws where the promise is not settled within a time. */
async function within<Value, Late>(
  clock: Clock,
  milliseconds: number,
  promise: Promise<Value>,
  late: () => Late,
): Promise<Value | Late> {
  const settled = new AbortController()
  try {
    return await Promise.race([promise, clock.wait(milliseconds, settled.signal).then(late)])
  } finally {
    settled.abort()
  }
}
