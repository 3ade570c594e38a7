import type { ExportPiece } from '#contract/desk/exports.ts'
import { saveBlob } from '../ui/save-blob.ts'

export type TakenFile = Extract<ExportPiece, { kind: 'done' }>

/**
 * Takes a file that the core makes, piece by piece, and hands it over when it is whole: half a file is never saved. Rejects with
 * `AskFailed`, and when the line ends before the file does.
 */
export async function takeFile(asked: Promise<AsyncIterable<ExportPiece>>): Promise<TakenFile> {
  const pieces: BlobPart[] = []
  for await (const piece of await asked) {
    if (piece.kind === 'bytes') pieces.push(Uint8Array.from(atob(piece.base64), (letter) => letter.charCodeAt(0)))
    else {
      saveBlob(piece.fileName, new Blob(pieces, { type: piece.mediaType }))
      return piece
    }
  }
  throw new Error('the file ended before it was whole')
}

/** `Saved HLDN financials 2026-11-21.xlsx, 512 rows.` */
export function takenWords({ fileName, rows, cut }: TakenFile): string {
  const lost = cut === 0 ? '' : ` ${cut} ${cut === 1 ? 'text was' : 'texts were'} longer than a cell can be, and cut.`
  return `Saved ${fileName}, ${rows.toLocaleString('en-US')} rows.${lost}`
}
