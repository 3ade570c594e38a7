import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { ask, instant } from './base.ts'
import { edition } from './financials.ts'

export const exportFormat = z.enum(['xlsx', 'csv', 'tsv', 'markdown', 'json'])
export type ExportFormat = z.infer<typeof exportFormat>

/** What amounts of money are shown in; they are stored as they came. */
export const scale = z.enum(['units', 'thousands', 'millions', 'billions'])
export type Scale = z.infer<typeof scale>

/** A file on its way: pieces of it in their order, then what it was. Ends with `done` or not at all. */
export const exportPiece = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bytes'), base64: z.string() }),
  z.object({
    kind: z.literal('done'),
    fileName: z.string(),
    mediaType: z.string(),
    rows: z.number().int(),
    /** Texts that were longer than a cell can be, and were cut. */
    cut: z.number().int(),
  }),
])
export type ExportPiece = z.infer<typeof exportPiece>

export const exports = {
  /** A company's stored statements, years and quarters, with what is reckoned from them as formulas. Fails with `not-in-library`. */
  company: ask
    .input(
      z.object({
        symbol: z.string().min(1),
        edition: edition.optional(),
        as: exportFormat,
        scale,
        asKnownOn: instant.nullable(),
      }),
    )
    .output(eventIterator(exportPiece)),
}
