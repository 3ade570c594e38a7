/**
 * Sends a GET request and receives the response as a stream that loses no bytes when the connection
 * breaks.
 */

import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'

/** The head of a response, its body still coming. */
export interface Receiving {
  readonly status: number
  header(name: string): string | null
  /** Decoded, in pieces. Read once; throws the network's own errors. */
  readonly body: AsyncIterable<Uint8Array>
  /** Leaves the rest unread. */
  leave(): void
}

/** Bytes that may wait before reading from the connection pauses. */
const mostWaiting = 4 * 1024 * 1024

/**
 * GET without `fetch`, whose streams drop buffered bytes when a connection breaks: every byte that arrived is delivered first,
 * then the error. Follows no redirect.
 */
export function receive(
  dispatcher: Dispatcher,
  address: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Receiving> {
  return new Promise((resolve, reject) => {
    const pieces = new Pieces()
    const leave = () => {
      pieces.leave(signal.reason)
      reject(asError(signal.reason))
    }
    const ended = (error: Error | null) => {
      signal.removeEventListener('abort', leave)
      pieces.end(error)
    }
    if (signal.aborted) return reject(asError(signal.reason))
    signal.addEventListener('abort', leave, { once: true })
    const { origin, pathname, search } = address
    dispatcher.dispatch(
      { origin, path: `${pathname}${search}`, method: 'GET', headers: { ...headers } },
      {
        onRequestStart: (controller) => pieces.comeFrom(controller),
        onResponseStart: (_controller, status, received) => {
          if (status >= 200) resolve(receiving(status, received, pieces))
        },
        onResponseData: (_controller, piece) => pieces.take(piece),
        onResponseEnd: () => ended(null),
        onResponseError: (_controller, error) => {
          ended(error)
          reject(error)
        },
      },
    )
  })
}

function receiving(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  pieces: Pieces,
): Receiving {
  const header = (name: string) => {
    const value = headers[name]
    return (Array.isArray(value) ? value.join(', ') : value) ?? null
  }
  const unpack = unpackers[header('content-encoding')?.trim().toLowerCase() ?? '']
  return {
    status,
    header,
    body: unpack === undefined ? pieces : unpacked(pieces, unpack()),
    leave: () => pieces.leave(new Error('left')),
  }
}

const unpackers: Readonly<Record<string, (() => NodeJS.ReadWriteStream) | undefined>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

async function* unpacked(pieces: Pieces, unpacker: NodeJS.ReadWriteStream): AsyncGenerator<Uint8Array> {
  let failed: Error | null = null as Error | null
  const stream = pipeline(Readable.from(pieces), unpacker, (error) => (failed = error ?? null))
  for await (const piece of stream as AsyncIterable<Uint8Array>) yield piece
  if (failed !== null) throw failed
}

/** Bytes that arrived and were not read yet; pauses the connection when there are too many. */
class Pieces implements AsyncIterable<Uint8Array> {
  #waiting: Uint8Array[] = []
  #bytes = 0
  #ended: { readonly error: Error | null } | null = null
  #wake: (() => void) | null = null
  #controller: Dispatcher.DispatchController | null = null
  #left: { readonly reason: unknown } | null = null

  comeFrom(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#left !== null) controller.abort(asError(this.#left.reason))
  }

  take(piece: Uint8Array): void {
    this.#waiting.push(piece)
    this.#bytes += piece.byteLength
    if (this.#bytes >= mostWaiting) this.#controller?.pause()
    this.#wake?.()
  }

  /** `error` null: that was all. */
  end(error: Error | null): void {
    this.#ended ??= { error }
    this.#wake?.()
  }

  leave(reason: unknown): void {
    if (this.#ended !== null) return
    this.#left = { reason }
    this.#waiting = []
    this.end(asError(reason))
    this.#controller?.abort(asError(reason))
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const pieces = this.#waiting
      this.#waiting = []
      this.#bytes = 0
      if (pieces.length > 0) {
        this.#controller?.resume()
        yield* pieces
      } else if (this.#ended !== null) {
        if (this.#ended.error !== null) throw this.#ended.error
        return
      } else {
        await new Promise<void>((resolve) => (this.#wake = resolve))
        this.#wake = null
      }
    }
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('left')
}
