/** The API of tear sheets: the tables, sentences and facts of a company on two printed pages. */

import { z } from 'zod'
import { securityRecord } from '../service/securities.ts'
import { instant, query, requestedInstant } from './base.ts'
import { changedFigure } from './comparisons.ts'
import { adjustSplits, edition, figure, insights, period } from './financials.ts'
import { newsEntry } from './news.ts'
import { authorship } from './notes.ts'
import { overviewCall, overviewRatings, overviewColumn } from './overview.ts'
import { recordsSource } from './provenance.ts'
import { sentence } from './sentences.ts'
import { requestedSymbol } from './request-texts.ts'

/** One figure per period, by field. */
const lines = z.record(z.string(), z.array(figure))
const figures = z.record(z.string(), figure)

/** Consecutive periods, oldest first, with the last twelve months where the latest four quarters are stored. */
const sheetTable = z.object({
  columns: z.array(overviewColumn),
  lines,
  /** Change on the same period a year before: growth of flows of money, a difference for margins, returns and balances. */
  changes: lines,
  twelveMonths: z.object({ period, lines: figures, changes: figures }).nullable(),
})
export type SheetTable = z.infer<typeof sheetTable>

const sheetFigures = z.object({
  edition,
  /** `annual`: no quarters are stored. */
  basis: z.enum(['quarterly', 'annual']),
  /** The last twelve months compared with the twelve before; where they are not stored, the latest fiscal year. */
  key: z.object({ period, lines: figures, changes: figures }).nullable(),
  /** At most twelve quarters and ten fiscal years. */
  quarters: sheetTable,
  years: sheetTable,
  /** Lines of the latest period that has any. */
  balance: z.object({ period, lines: figures }).nullable(),
  /** Ratios as stated by the service in the latest period that has any. */
  ratios: z.object({ period, lines: figures }).nullable(),
  /** On the latest period compared with a year before. */
  sentences: z.array(sentence),
  /** See `TyingPeriods`. */
  ties: z.object({ tie: z.number().int(), known: z.number().int(), of: z.number().int(), unchecked: z.number().int() }),
  /** The fiscal year of the latest quarter, where its own record is not stored: its quarters are not checked against it. */
  yearNotStored: z.number().int().nullable(),
  /** Latest first. */
  restated: z.object({ figures: z.array(changedFigure), more: z.boolean() }),
})
export type SheetFigures = z.infer<typeof sheetFigures>

const sheetNote = authorship.extend({ callId: z.string(), note: z.string() })

const tearSheetFacts = z.object({
  symbol: z.string(),
  /** Name of its largest stored listing; null: none is stored. */
  name: z.string().nullable(),
  /** The workspace is the sample: its figures are invented. */
  isSample: z.boolean(),
  composedAt: instant,
  security: z.object({ record: securityRecord, fetchedAt: instant }).nullable(),
  /** Null: no period was stored. */
  figures: sheetFigures.nullable(),
  call: overviewCall.nullable(),
  ratings: overviewRatings,
  news: z.object({ entries: z.array(newsEntry), total: z.number().int() }),
  /** From the latest periods that have any, latest first. */
  filingText: z.array(insights),
  /** Latest first. */
  notes: z.object({ entries: z.array(sheetNote), total: z.number().int() }),
  /** The records behind each part; null: nothing of it is stored. */
  sources: z.object({
    quarters: recordsSource.nullable(),
    years: recordsSource.nullable(),
    call: recordsSource.nullable(),
    ratings: recordsSource.nullable(),
    news: recordsSource.nullable(),
    security: recordsSource.nullable(),
  }),
})
export type TearSheetFacts = z.infer<typeof tearSheetFacts>

/** A company on two pages, from the library alone. */
export const tearSheet = {
  /** Everything in the document, as stored at the close of `asOf`; absent: now. A part without data is empty or null. */
  compose: query
    .input(z.object({ symbol: requestedSymbol.min(1), asOf: requestedInstant.optional(), adjustSplits }))
    .output(tearSheetFacts),
}
