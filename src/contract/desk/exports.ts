import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { ask, instant } from './base.ts'
import { comparisonSpec } from './comparisons.ts'
import { edition } from './financials.ts'

export const exportFormat = z.enum(['xlsx', 'csv', 'tsv', 'markdown', 'json'])
export type ExportFormat = z.infer<typeof exportFormat>

/** What amounts of money are shown in; they are stored as they came. */
export const scale = z.enum(['units', 'thousands', 'millions', 'billions'])
export type Scale = z.infer<typeof scale>

/** What a column of a table holds; a workbook shows it accordingly. */
export const columnKind = z.enum([
  'text',
  'number',
  'count',
  'money',
  'shares',
  'per-share',
  'percent',
  'ratio',
  'days',
  'score',
  /** `YYYY-MM-DD`. */
  'day',
  /** Milliseconds since 1970, UTC. */
  'instant',
])
export type ColumnKind = z.infer<typeof columnKind>

/** A figure in full precision and unscaled, a text as it came, or nothing. */
export type TableCell = string | number | boolean | null

/** A table on its way from the window: what it is, its rows in their order, and that these were all. */
export const tablePiece = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('head'),
    /** Of the table, and of the file before its ending. */
    title: z.string().min(1).max(200),
    as: exportFormat,
    columns: z.array(z.object({ title: z.string(), kind: columnKind })).min(1),
    /** Where it comes from, in words: the search, its filters, its order. */
    facts: z.array(z.tuple([z.string(), z.string()])),
  }),
  z.object({ kind: z.literal('rows'), rows: z.custom<readonly (readonly TableCell[])[]>(areRows) }),
  z.object({ kind: z.literal('end') }),
])
export type TablePiece = z.infer<typeof tablePiece>

/** By hand: a schema a cell would take longer than writing it. */
function areRows(value: unknown): boolean {
  return Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(isCell))
}

function isCell(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

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
  /** Companies side by side: a sheet a layout, reckoned from the records as the library holds them. */
  comparison: ask
    .input(z.object({ spec: comparisonSpec, title: z.string().min(1).max(200), as: exportFormat, scale }))
    .output(eventIterator(exportPiece)),
  /**
   * A table that the window shows, as it shows it: filtered, sorted, its columns as chosen. Its pieces may set out when the question
   * was answered, and not before: a line may bring them ahead of the question.
   */
  table: ask.input(eventIterator(tablePiece)).output(eventIterator(exportPiece)),
}
