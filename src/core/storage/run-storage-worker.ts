/** Starts the storage worker for one operation, and defines the messages that it sends back. */

import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Failure } from '#contract/failure.ts'
import type { StorageProgress } from '#contract/api/storage.ts'
import { FailureError, fail } from '../failure-error.ts'

/** Progress of a long operation, with the file at work. */
type Progress = Omit<StorageProgress, 'kind'>
export type Report = (progress: Progress) => void

export type Message =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly failure: Failure }

/**
 * Runs a request in the storage worker and returns its result, reporting progress. Ends the thread when the signal does; throws what it failed with.
 *
 * @param untilEnded how long to wait for the thread's end, which a share that does not respond can hold up for good
 */
export async function runStorageWorker(
  program: URL,
  request: unknown,
  signal: AbortSignal,
  report: Report,
  untilEnded: (ended: Promise<unknown>) => Promise<unknown> = (ended) => ended,
): Promise<unknown> {
  if (signal.aborted) fail({ kind: 'cancelled' })
  const worker = new Worker(program, { workerData: request })
  try {
    for await (const [message] of on(worker, 'message', { signal, close: ['exit'] })) {
      const received = message as Message
      if (received.kind === 'done') return received.result
      if (received.kind === 'failed') throw new FailureError(received.failure)
      report(received.progress)
    }
    throw new Error('the thread ended without a result')
  } catch (error) {
    if (signal.aborted) fail({ kind: 'cancelled' })
    throw error
  } finally {
    await untilEnded(worker.terminate())
  }
}
