/** Streams results of a worker thread piece by piece, each piece produced on request. */

import { once } from 'node:events'
import { Worker, type MessagePort, type WorkerOptions } from 'node:worker_threads'
import type { Failure } from '#contract/failure.ts'
import { FailureError, fail, failureOf } from './failure-error.ts'

type Message<Piece> =
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** The message that requests another piece. */
const next = 'next'

/**
 * Pieces of a worker thread, each produced on request. The thread ends as soon as no more are requested. Throws `cancelled`, and
 * the thread's failure.
 */
export async function* chunksOfThread<Piece>(
  program: URL,
  options: Pick<WorkerOptions, 'workerData' | 'transferList' | 'resourceLimits'>,
  signal: AbortSignal,
): AsyncGenerator<Piece, void> {
  if (signal.aborted) fail({ kind: 'cancelled' })
  const worker = new Worker(program, options)
  try {
    for (;;) {
      worker.postMessage(next)
      const [message] = (await once(worker, 'message', { signal })) as [Message<Piece>]
      if (message.kind === 'end') return
      if (message.kind === 'failed') throw new FailureError(message.failure)
      yield message.piece
    }
  } catch (error) {
    if (signal.aborted) fail({ kind: 'cancelled' })
    throw error
  } finally {
    await worker.terminate()
  }
}

/** The thread's side: makes a piece each time that one is wanted. A defect ends the thread, and is thrown on the other side. */
export function serveChunks<Piece>(port: MessagePort, pieces: AsyncGenerator<Piece, void>): void {
  const nextMessage = async (): Promise<Message<Piece>> => {
    try {
      const { done, value } = await pieces.next()
      return done === true ? { kind: 'end' } : { kind: 'piece', piece: value }
    } catch (error) {
      const failure = failureOf(error)
      if (failure === undefined) throw error
      return { kind: 'failed', failure }
    }
  }
  port.on('message', () => void nextMessage().then((message) => port.postMessage(message)))
}
