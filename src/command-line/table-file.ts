/** Writes a lookup's table as CSV, TSV or Markdown, as the window exports it. */

import type { TableChunk } from '#contract/api/exports.ts'
import type { NumberFormat } from '#contract/api/number-format.ts'
import type { LibraryApi } from './library-reading.ts'
import type { LookupTable } from './lookup.ts'

/**
 * The bytes of the file. No text of the service becomes a formula in a spreadsheet (docs/promises.md X1). Fails with `by-policy` where the
 * administrator forbids exports. The notes are not in it.
 */
export async function tableFile(
  api: LibraryApi,
  table: LookupTable,
  { as, numbers, signal }: { as: 'csv' | 'tsv' | 'markdown'; numbers: NumberFormat; signal: AbortSignal },
): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const chunk of await api.exports.table(asStream(piecesOf(table, as, numbers)), { signal }))
    if (chunk.kind === 'bytes') pieces.push(Buffer.from(chunk.base64, 'base64'))
  return Buffer.concat(pieces)
}

function* piecesOf(
  { title, columns, rows }: LookupTable,
  as: 'csv' | 'tsv' | 'markdown',
  numbers: NumberFormat,
): Generator<TableChunk> {
  yield {
    kind: 'head',
    title,
    as,
    numbers,
    columns: columns.map((column) => ({ ...column })),
    facts: [],
  }
  yield { kind: 'rows', rows }
  yield { kind: 'end' }
}

/** The API takes the pieces as they come; here they are all there. */
async function* asStream<Piece>(pieces: Iterable<Piece>): AsyncGenerator<Piece> {
  yield* pieces
}
