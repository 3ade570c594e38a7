import type { ExportChunk } from '#contract/api/exports.ts'

/** A file as a window takes it. */
export async function taken(asked: Promise<AsyncIterable<ExportChunk>>) {
  const pieces: Buffer[] = []
  for await (const piece of await asked) {
    if (piece.kind === 'done') return { content: Buffer.concat(pieces), done: piece }
    pieces.push(Buffer.from(piece.base64, 'base64'))
  }
  throw new Error('the file ended before it was whole')
}
