/**
 * The API of exports: tables, workbooks and documents that the core writes as files piece by piece,
 * and updates of workbooks exported earlier.
 */

import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { exported, requestedInstant } from './base.ts'
import { requestedComparison } from './comparisons.ts'
import { adjustSplits, edition } from './financials.ts'
import { numberFormats } from './number-format.ts'
import { paperSizes } from './paper-size.ts'
import { requestedSymbol } from './request-texts.ts'

const exportFormat = z.enum(['xlsx', 'csv', 'tsv', 'markdown', 'json'])
export type ExportFormat = z.infer<typeof exportFormat>

/**
 * How a CSV or TSV file writes numbers; absent: `1234.5`. With a decimal comma the values of a CSV file are separated by semicolons, as
 * spreadsheets of such regions expect.
 */
const numbers = z.enum(numberFormats).optional()

/** The paper on which a workbook is printed; absent: Letter. */
const paper = z.enum(paperSizes).optional()

/** The scale in which amounts of money are shown; they are stored as received. */
export const scale = z.enum(['units', 'thousands', 'millions', 'billions'])
export type Scale = z.infer<typeof scale>

/** What a column of a table contains; a workbook formats it accordingly. */
const columnKind = z.enum([
  'text',
  /** An identifier of a record: shown as digits, without separators. */
  'id',
  'number',
  'count',
  'money',
  'shares',
  'per-share',
  'per-employee',
  'percent',
  /** A fraction by which an amount grew; shown with its sign. */
  'growth',
  /** By how many basis points a margin changed; shown with its sign. */
  'basis-points',
  'ratio',
  'days',
  'score',
  /** `YYYY-MM-DD`. */
  'day',
  /** Milliseconds since 1970, UTC. */
  'instant',
])
export type ColumnKind = z.infer<typeof columnKind>

/** A number in full precision and unscaled, a text as received, a flag, or null for an empty cell. */
export type TableCell = string | number | boolean | null

/** A table on its way from the window: what it is, its rows in their order, and that these were all. */
const tableChunk = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('head'),
    /** The title of the table, and the name of the file without its extension. */
    title: z.string().min(1).max(200),
    as: exportFormat,
    numbers,
    paper,
    columns: z
      .array(
        z.object({
          title: z.string(),
          kind: columnKind,
          /** The figure with the most digits, by which a workbook's column is as wide as it needs to be. */
          largest: z.number().optional(),
        }),
      )
      .min(1),
    /** Origin of the table, in words: the search, its filters, its order. */
    facts: z.array(z.tuple([z.string(), z.string()])),
  }),
  z.object({ kind: z.literal('rows'), rows: z.custom<readonly (readonly TableCell[])[]>(areRows) }),
  z.object({ kind: z.literal('end') }),
])
export type TableChunk = z.infer<typeof tableChunk>

/** Written by hand, since validating each cell by a schema takes longer than writing it to the file. */
function areRows(value: unknown): boolean {
  return Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(isCell))
}

function isCell(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** A file in transfer: its pieces in order, then a summary. Either ends with `done` or fails. */
const exportChunk = z.discriminatedUnion('kind', [
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
export type ExportChunk = z.infer<typeof exportChunk>

/** A workbook on its way from the window, and that this was all of it. */
const workbookChunk = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bytes'), base64: z.string() }),
  z.object({ kind: z.literal('end') }),
])
export type WorkbookChunk = z.infer<typeof workbookChunk>

/** Bytes of a workbook that can be brought up to date. */
export const largestWorkbook = 64 * 1024 * 1024

/** A figure that is another one than the workbook had. */
const changedCell = z.object({
  /** The sheet's name in the user's workbook. */
  sheet: z.string(),
  /** `C7`. */
  cell: z.string(),
  line: z.string(),
  field: z.string(),
  period: z.string(),
  previous: z.number().nullable(),
  current: z.number().nullable(),
  /** When the service first sent it, milliseconds since 1970. */
  seenAt: z.number().nullable(),
  /**
   * `restated`, `withdrawn`: as in `figureChangeKind`; `changed`: the workbook had another figure than the library then; `gone`: the library has no such period; `adjusted`: the reported
   * figure is the same, and it is adjusted for other splits.
   */
  reason: z.enum(['restated', 'withdrawn', 'adjusted', 'changed', 'gone', 'new']),
})
export type ChangedCell = z.infer<typeof changedCell>

/** An updated workbook in transfer: either ends with `updated` or fails. */
const updateChunk = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bytes'), base64: z.string() }),
  z.object({
    kind: z.literal('updated'),
    mediaType: z.string(),
    /** What the workbook is about, in words. */
    subject: z.string(),
    /** When its figures were last read from the library, milliseconds since 1970. */
    since: z.number(),
    /** How many cells changed, by reason. */
    counts: z.object({
      restated: z.number(),
      withdrawn: z.number(),
      adjusted: z.number(),
      changed: z.number(),
      gone: z.number(),
      new: z.number(),
    }),
    /** Those that are not new, the first 200; all are in the workbook. */
    changes: z.array(changedCell),
    /** Further notes, in sentences. */
    notes: z.array(z.string()),
  }),
])
export type UpdateChunk = z.infer<typeof updateChunk>

/** Of quoted words, as BCP 47; null: not stated, or nothing is quoted. */
const quotedLanguage = z
  .string()
  .max(100)
  .regex(/^[a-z\d]+(-[a-z\d]+)*$/i)
  .nullable()

const documentTable = z.object({
  kind: z.literal('table'),
  /** Empty: the table has no head. */
  head: z.array(z.string().max(200)).max(16),
  /** Column widths relative to each other. Figures are right-aligned. `language`: of what the cells below the head quote. */
  columns: z
    .array(z.object({ width: z.number().positive(), isFigure: z.boolean(), language: quotedLanguage }))
    .min(1)
    .max(16),
  rows: z
    .array(z.object({ rank: z.enum(['total', 'plain', 'sub']), cells: z.array(z.string().max(4000)).max(16) }))
    .max(400),
})
export type DocumentTable = z.infer<typeof documentTable>

const documentBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string().max(200), note: z.string().max(1000) }),
  z.object({
    kind: z.literal('paragraph'),
    text: z.string().max(8000),
    /** `lead`: the composed sentences; `quote`: words of somebody; `note`: small. */
    style: z.enum(['lead', 'plain', 'quote', 'note']),
    /** Of a quote. */
    language: quotedLanguage,
  }),
  documentTable,
])
export type DocumentBlock = z.infer<typeof documentBlock>

/** A printed document as text and tables, for those who edit it. */
const editableDocument = z.object({
  /** Title of the document, and the name of its file without extension. */
  title: z.string().min(1).max(200),
  paper: z.enum(paperSizes),
  /** The head of each page: the user's header, and what the document is. */
  running: z.object({ left: z.string().max(200), right: z.string().max(200) }),
  name: z.string().max(1000),
  subtitle: z.string().max(1000),
  blocks: z.array(documentBlock).max(400),
  /** The foot of each page. */
  foot: z.string().max(1000),
})
export type EditableDocument = z.infer<typeof editableDocument>

export const exports = {
  /** A company's stored statements, years and quarters, with what is calculated from them as formulas. Fails with `not-in-library`. */
  company: exported
    .input(
      z.object({
        symbol: requestedSymbol.min(1),
        edition: edition.optional(),
        as: exportFormat,
        numbers,
        paper,
        scale,
        asOf: requestedInstant.nullable(),
        adjustSplits,
      }),
    )
    .output(eventIterator(exportChunk)),
  /** Companies side by side: a sheet a layout, calculated from the records as the library holds them. */
  comparison: exported
    .input(
      z.object({
        spec: requestedComparison,
        title: z.string().min(1).max(200),
        /** Stands above every sheet; absent: the title, which is the name of the file. */
        heading: z.string().min(1).max(200).optional(),
        as: exportFormat,
        numbers,
        paper,
        scale,
      }),
    )
    .output(eventIterator(exportChunk)),
  /**
   * A table that the window shows, as it shows it: filtered, sorted, its columns as chosen. Its chunks are sent only after
   * the core has responded to the request, since a connection may deliver them before the request itself.
   */
  table: exported.input(eventIterator(tableChunk)).output(eventIterator(exportChunk)),
  /**
   * Updates our figures in a workbook that a user has extended, and leaves everything else as it was. Pieces are sent after the
   * core has responded. Fails with `workbook-refused` or `not-in-library` before the first piece.
   */
  update: exported.input(eventIterator(workbookChunk)).output(eventIterator(updateChunk)),
  /** A document that the window shows, as a Word document. */
  document: exported
    .input(editableDocument)
    .output(z.object({ fileName: z.string(), mediaType: z.string(), base64: z.string() })),
}
