/** Streams the progress of a storage operation to the window, then its result. */

import type { StorageProgress } from '#contract/api/storage.ts'
import type { StorageOperation } from '#contract/api/storage-operation.ts'
import type { Failure } from '#contract/failure.ts'
import { sqliteFailure } from '../database/reader-writer.ts'
import type { DefectLog } from '../defect-log.ts'
import { failureOf } from '../failure-error.ts'
import type { ProfileFolders } from '../profile.ts'
import { fileFailure } from './file-system-failure.ts'
import type { OperationLock } from './operation-lock.ts'
import type { Report } from './run-storage-worker.ts'

/** The progress of an operation, then its result or its failure. */
export type Steps<Done> = AsyncGenerator<
  StorageProgress | { readonly kind: 'failed'; readonly failure: Failure } | ({ readonly kind: 'done' } & Done),
  void
>

/**
 * An operation as a stream of its steps. It does not wait for its reader, so that a window that hangs does not delay it. Leaving
 * the stream cancels the operation and waits for its end. A failure is the last step, since a stream that has begun has no other
 * typed way to fail.
 */
async function* stepsOf<Done>(
  requestSignal: AbortSignal,
  work: (signal: AbortSignal, report: Report) => Promise<Done>,
  failed: (error: unknown) => Failure,
): Steps<Done> {
  const leaving = new AbortController()
  const latest = new Latest<StorageProgress>()
  const ended = work(AbortSignal.any([requestSignal, leaving.signal]), (progress) =>
    latest.put({ kind: 'progress', ...progress }),
  )
  const settled = ended.then(
    (done) => ({ kind: 'done' as const, ...done }),
    (error: unknown) => ({ kind: 'failed' as const, failure: failed(error) }),
  )
  void settled.then(() => latest.end())
  try {
    for await (const progress of latest) yield progress
    yield await settled
  } finally {
    leaving.abort()
    await settled
  }
}

interface Operations {
  /** Who owns the files. */
  readonly operations: OperationLock
  readonly folders: ProfileFolders
  readonly log: DefectLog
}

/**
 * Work that owns the profile's files while it runs, as a stream of its steps.
 *
 * @param explained an error as the failure that it stands for, or as it was
 */
export function operationSteps<Done>(
  { operations, folders, log }: Operations,
  operation: StorageOperation,
  requestSignal: AbortSignal,
  work: (signal: AbortSignal, report: Report) => Promise<Done>,
  explained = (error: unknown): unknown => fileFailure(error, folders.root),
): Steps<Done> {
  return stepsOf(
    requestSignal,
    (signal, notify) =>
      operations.run(operation, signal, (ending, report) =>
        work(ending, (progress) => {
          notify(progress)
          report(progress)
        }),
      ),
    (error) => operationFailure(error, { log, operation, explained }),
  )
}

/** What an operation failed with, as the user reads it. */
export function operationFailure(
  error: unknown,
  {
    log,
    operation,
    explained,
  }: {
    readonly log: DefectLog
    readonly operation: StorageOperation
    /** Returns the failure that an error stands for, or the error unchanged. */
    readonly explained: (error: unknown) => unknown
  },
): Failure {
  const failure = failureOf(explained(sqliteFailure(error) ?? error))
  if (failure === undefined) log.report(error, `storage.${operation}`)
  return failure ?? { kind: 'defect' }
}

/** Delivers the latest item: a slow reader misses those in between. */
class Latest<Item> {
  #item: Item | null = null
  #isEnded = false
  #more = Promise.withResolvers<null>()

  put(item: Item): void {
    this.#item = item
    this.#more.resolve(null)
  }

  end(): void {
    this.#isEnded = true
    this.#more.resolve(null)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for (;;) {
      await this.#more.promise
      this.#more = Promise.withResolvers<null>()
      const item = this.#item
      this.#item = null
      if (item !== null) yield item
      if (this.#isEnded) {
        this.#more.resolve(null)
        if (this.#item === null) return
      }
    }
  }
}
