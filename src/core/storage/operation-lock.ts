/**
 * The lock on a profile's files: one storage operation at a time holds it, and other requests to
 * the files wait or are refused. Announces which long operation holds it, and its progress.
 */

import type { RunningOperation, StorageProgress } from '#contract/api/storage.ts'
import type { StorageOperation } from '#contract/api/storage-operation.ts'
import { operationLabels } from '#contract/operation-labels.ts'
import type { Clock } from '../clock.ts'
import { fail } from '../failure-error.ts'
import { rejectOnAbort } from '../reject-on-abort.ts'
import type { Report } from './run-storage-worker.ts'

interface Rule {
  /** Others are not refused meanwhile: it takes seconds, and they wait. */
  readonly isBrief: boolean
  /** What happens to it when it is requested while a long operation owns the files. */
  readonly whileLongRuns: 'refused' | 'waits'
}

/** docs/storage-operations.md shows the same as a table of pairs. */
const operationRules: Readonly<Record<StorageOperation, Rule>> = {
  verify: { isBrief: false, whileLongRuns: 'refused' },
  compact: { isBrief: false, whileLongRuns: 'refused' },
  move: { isBrief: false, whileLongRuns: 'refused' },
  backup: { isBrief: false, whileLongRuns: 'refused' },
  restore: { isBrief: false, whileLongRuns: 'refused' },
  publish: { isBrief: false, whileLongRuns: 'refused' },
  'make-pack': { isBrief: false, whileLongRuns: 'refused' },
  'open-pack': { isBrief: false, whileLongRuns: 'refused' },
  'remove-recordings': { isBrief: true, whileLongRuns: 'refused' },
  'switch-workspace': { isBrief: true, whileLongRuns: 'refused' },
  measure: { isBrief: true, whileLongRuns: 'waits' },
  recover: { isBrief: true, whileLongRuns: 'waits' },
}

/** Milliseconds between two announcements of how far an operation is. */
const announcedEvery = 1000

/**
 * Who owns the files of a profile: one operation at a time, whichever window requested it. Everything that renames, rewrites,
 * copies or reads whole databases goes through `run`. Code that also needs the queue of changes takes the lock first and the
 * queue inside; in the reverse order two of them could wait for each other.
 */
export class OperationLock {
  readonly #clock: Clock
  readonly #announce: () => void
  readonly #ending = new AbortController()
  /** Ends when everything that was admitted so far has ended. */
  #last: Promise<unknown> = Promise.resolve()
  /** The long operation that owns the files or is the next to. */
  #long: RunningOperation | null = null
  /** Monotonic time. */
  #announcedAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, announce: () => void) {
    this.#clock = clock
    this.#announce = announce
  }

  /** The long operation because of which others are refused; null: none. */
  get running(): RunningOperation | null {
    return this.#long
  }

  /**
   * Runs the work once nothing else owns the files. Its signal is aborted when the caller has left or the program ends. Throws
   * `in-use` with the running operation, `cancelled`, and any error of the work.
   */
  async run<Result>(
    operation: StorageOperation,
    requestSignal: AbortSignal,
    work: (signal: AbortSignal, report: Report) => Result | Promise<Result>,
  ): Promise<Result> {
    const signal = AbortSignal.any([requestSignal, this.#ending.signal])
    if (signal.aborted) fail({ kind: 'cancelled' })
    const rule = operationRules[operation]
    if (this.#long !== null && rule.whileLongRuns === 'refused')
      fail({ kind: 'in-use', detail: operationLabels[this.#long.operation] })
    if (!rule.isBrief) this.#show({ operation, progress: null })
    const before = this.#last
    let isRunning = true
    const ended = Promise.withResolvers<null>()
    this.#last = before.then(() => ended.promise)
    try {
      await endedOrLeft(before, signal)
      return await work(signal, (progress) => {
        // What goes on behind it still reports, and must not look like the operation.
        if (isRunning) this.#went(operation, { kind: 'progress', ...progress })
      })
    } finally {
      isRunning = false
      ended.resolve(null)
      if (!rule.isBrief) this.#show(null)
    }
  }

  /** Cancels what runs and waits, and ends when the last of it has. Nothing is admitted any more. */
  async close(): Promise<void> {
    this.#ending.abort()
    await this.#last
  }

  #went(operation: StorageOperation, progress: StorageProgress): void {
    this.#long = { operation, progress }
    if (this.#clock.monotonic() - this.#announcedAt >= announcedEvery) this.#announceNow()
  }

  #show(running: RunningOperation | null): void {
    this.#long = running
    this.#announceNow()
  }

  #announceNow(): void {
    this.#announcedAt = this.#clock.monotonic()
    this.#announce()
  }
}

/** Throws `cancelled` when who waits leaves first. */
async function endedOrLeft(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await rejectOnAbort(before, signal).catch(() => null)
  if (signal.aborted) fail({ kind: 'cancelled' })
}
