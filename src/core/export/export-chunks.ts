/** Sends a file to the window piece by piece: the writer waits until a piece is requested. */

import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { ExportChunk } from '#contract/api/exports.ts'
import type { ByteSink } from './workbook/zip-stream.ts'

type Bytes = Extract<ExportChunk, { kind: 'bytes' }>
export type Finished = Extract<ExportChunk, { kind: 'done' }>

/** Bytes per piece sent to the window. */
const chunkBytes = 192 * 1024

/**
 * Turns pushed pieces into pulled ones: the writer waits for the reader, and is stopped when the reader leaves. Its errors are
 * thrown here.
 */
export async function* pullChunks<Last extends object>(
  write: (sink: ByteSink) => Promise<Last>,
): AsyncGenerator<Bytes | Last, void> {
  const stream = new PassThrough({ writableHighWaterMark: chunkBytes, readableHighWaterMark: chunkBytes })
  const sink: ByteSink = async (bytes) => {
    if (stream.destroyed) throw new Error('nobody takes it any more')
    if (!stream.write(bytes)) await once(stream, 'drain')
  }
  const finished = write(sink).then(
    (last) => {
      stream.end()
      return last
    },
    (error: unknown) => {
      stream.destroy(error instanceof Error ? error : new Error(String(error)))
      return null
    },
  )
  let waiting: Buffer[] = []
  let size = 0
  const piece = (): Bytes => {
    const base64 = Buffer.concat(waiting).toString('base64')
    waiting = []
    size = 0
    return { kind: 'bytes', base64 }
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    size += chunk.length
    if (size < chunkBytes) continue
    yield piece()
    // A file is written in one breath where nothing is waited for: other questions come in between.
    await setImmediate()
  }
  if (size > 0) yield piece()
  const last = await finished
  if (last) yield last
}
