/** Sends an assistant's requests to a thread that has the library open: one at a time, each with a time limit. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { FailureError } from '#core/failure-error.ts'
import { rejectOnAbort } from '#core/reject-on-abort.ts'
import { threadProgram } from '#core/worker-thread.ts'
import { refuse } from '../refuse.ts'
import type { FromThread, ThreadData, ToThread } from './library-messages.ts'
import type { LibraryRequest, SourcedResponse } from './library-requests.ts'

export interface ThreadLimits {
  /** Milliseconds that a request may take, from its turn on. */
  readonly request: number
  /** Milliseconds after the last request until the library is closed, so that a window can compact, move or restore it. */
  readonly idle: number
}

export const usualLimits: ThreadLimits = { request: 30_000, idle: 60_000 }

/** The program of the thread. */
export const assistantThread = threadProgram('assistant-worker', import.meta.url)

/**
 * The core works without pauses: in its own thread no timer would run meanwhile, and so none could stop it. A request that takes too long
 * ends with its thread, and the next one starts another.
 */
export class LibraryThread {
  readonly #program: URL
  readonly #data: ThreadData
  readonly #readPolicy: () => AdministratorPolicy
  readonly #limits: ThreadLimits
  #worker: Worker | null = null
  /** Resolves when the thread before this one has ended. */
  #ended: Promise<unknown> = Promise.resolve()
  /** Resolves when the last request has its response. */
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  /** `readPolicy`: at each request, so that an administrator who forbids exports forbids the next one. */
  constructor(
    program: URL,
    { readPolicy, ...data }: ThreadData & { readonly readPolicy: () => AdministratorPolicy },
    limits: ThreadLimits,
  ) {
    this.#program = program
    this.#data = data
    this.#readPolicy = readPolicy
    this.#limits = limits
  }

  /** Throws Refusal for what took too long or cannot be looked up, FailureError, and the reason of `canceled`. */
  run(request: LibraryRequest, canceled: AbortSignal): Promise<SourcedResponse> {
    const response = this.#last.then(() => this.#exchange(request, canceled))
    this.#last = response.catch(() => undefined)
    return response
  }

  /** After the last request. */
  async close(): Promise<void> {
    await this.#last
    this.#rest()
    await this.#ended
  }

  async #exchange(request: LibraryRequest, canceled: AbortSignal): Promise<SourcedResponse> {
    canceled.throwIfAborted()
    clearTimeout(this.#idle)
    const limit = AbortSignal.timeout(this.#limits.request)
    const signal = AbortSignal.any([canceled, limit])
    let message: FromThread
    try {
      const worker = await this.#started(signal)
      message = await exchange(worker, { kind: 'request', request, policy: this.#readPolicy() }, signal)
    } catch (error) {
      // The thread is in the middle of the request, or a defect has ended it.
      this.#stop()
      if (limit.aborted && !canceled.aborted) refuse(tooLong(this.#limits.request))
      throw error
    } finally {
      this.#idle = setTimeout(() => this.#rest(), this.#limits.idle).unref()
    }
    return responseIn(message)
  }

  async #started(signal: AbortSignal): Promise<Worker> {
    if (this.#worker !== null) return this.#worker
    // One that was stopped may still be in a query of SQLite, and ends after it: there are never two.
    await rejectOnAbort(this.#ended, signal)
    const worker = new Worker(this.#program, { workerData: this.#data })
    // Also between two requests; during one, its response is rejected as well.
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = null
    })
    this.#worker = worker
    return worker
  }

  /** Ends the thread in the middle of its work. */
  #stop(): void {
    const worker = this.#worker
    this.#worker = null
    if (worker !== null) this.#ended = worker.terminate()
  }

  /** Ends the thread when the library is closed. */
  #rest(): void {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = null
    if (worker === null) return
    // Not `once` of node:events, which rejects when the thread fails while it closes: the library is closed then too.
    const { promise, resolve } = Promise.withResolvers<null>()
    worker.once('exit', () => resolve(null))
    this.#ended = promise
    worker.postMessage({ kind: 'close' } satisfies ToThread)
  }
}

async function exchange(worker: Worker, request: ToThread, signal: AbortSignal): Promise<FromThread> {
  const response = once(worker, 'message', { signal })
  worker.postMessage(request)
  const [message] = (await response) as [FromThread]
  return message
}

function responseIn(message: FromThread): SourcedResponse {
  switch (message.kind) {
    case 'response':
      return message.response
    case 'refused':
      return refuse(message.sentence)
    case 'failed':
      throw new FailureError(message.failure)
  }
}

function tooLong(milliseconds: number): string {
  return `The request took longer than ${milliseconds / 1000} seconds and was stopped. Request fewer companies, a shorter time or fewer rows.`
}
