/** Receives a file from the core in chunks, and saves it only when it is complete. */

import type { ExportChunk } from '#contract/api/exports.ts'
import { saveBlob } from '../ui/save-blob.ts'
import { formatNumber } from '../format/counts.ts'

type ReceivedFile = Extract<ExportChunk, { kind: 'done' }>

/**
 * Receives a file from the core in pieces, and saves it under its name when it is complete, so that half a file is never saved.
 * Rejects with `RequestFailed`, when it is cancelled, and when the connection ends before the file does.
 */
export async function receiveFile(
  chunks: Promise<AsyncIterable<ExportChunk>>,
  name: string,
  signal: AbortSignal,
  onprogress: (bytes: number) => void,
): Promise<ReceivedFile> {
  const pieces: BlobPart[] = []
  let size = 0
  for await (const piece of await chunks) {
    signal.throwIfAborted()
    if (piece.kind === 'done') {
      const fileName = name + piece.fileName.slice(piece.fileName.lastIndexOf('.'))
      saveBlob(fileName, new Blob(pieces, { type: piece.mediaType }))
      return { ...piece, fileName }
    }
    const bytes = Uint8Array.from(atob(piece.base64), (letter) => letter.charCodeAt(0))
    pieces.push(bytes)
    size += bytes.length
    onprogress(size)
  }
  throw new Error('the file is incomplete')
}

/** `512 rows.` */
export function receivedFileText({ rows, cut }: ReceivedFile): string {
  const lost =
    cut === 0
      ? ''
      : ` ${cut} ${cut === 1 ? 'text' : 'texts'} exceeded the cell limit and ${cut === 1 ? 'was' : 'were'} truncated.`
  return `${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}.${lost}`
}
