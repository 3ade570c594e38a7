/** The columns that a watchlist may show: their ids, titles and kinds, and the default columns. */

import type { UnitKind } from '../service/statement-lines.ts'
import { figureLines } from './figure-lines.ts'

/**
 *  - `words`, `code`: text, in letters or as an identifier
 *  - `number`: a figure with a unit; `change`: growth on a year before, of ratios and percents a difference; `trend`: a figure over the
 *    latest eight quarters, oldest first
 *  - `price`: a price target as it is written, with its currency where one is stated
 *  - `instant`: ms UTC; `day`: YYYY-MM-DD; `count`: of things
 */
type WatchlistColumnKind = 'words' | 'code' | 'price' | 'number' | 'change' | 'trend' | 'instant' | 'day' | 'count'

export interface WatchlistColumn {
  readonly id: string
  readonly label: string
  /** Beneath it. */
  readonly note: string
  readonly kind: WatchlistColumnKind
  /** Only for a `number`, `change` or `trend`. */
  readonly unit: UnitKind | null
  /** Rows may be parted by it. */
  readonly groups: boolean
}

const column = (id: string, label: string, kind: WatchlistColumnKind, groups = false): WatchlistColumn => ({
  id,
  label,
  kind,
  groups,
  unit: null,
  note: '',
})

/** What may be shown beside the figures; the symbol always is. */
export const plainColumns: readonly WatchlistColumn[] = [
  column('name', 'Company', 'words'),
  column('exchange', 'Exchange', 'code', true),
  column('mic', 'MIC', 'code', true),
  column('country', 'Country', 'code', true),
  column('type', 'Type', 'words', true),
  column('sector', 'Industry (GICS)', 'words', true),
  column('currency', 'Currency', 'code', true),
  column('isin', 'ISIN', 'code'),
  column('figi', 'FIGI', 'code'),
  column('cusip', 'CUSIP', 'code'),
  column('cik', 'CIK', 'code'),
  { ...column('marketCap', 'Market cap', 'number'), unit: 'money' },
  column('period', 'Latest period', 'words', true),
  column('periodEnd', 'Period end', 'day'),
  column('callAt', 'Latest call', 'instant'),
  { ...column('callSentiment', 'Sentiment', 'number'), unit: 'score' },
  { ...column('callSentimentChange', 'Sentiment change', 'change'), unit: 'score' },
  column('next', 'Next unread', 'words'),
  column('ratingAt', 'Latest rating', 'instant'),
  column('ratingFirm', 'Rating firm', 'words', true),
  column('ratingAction', 'Rating action', 'words', true),
  column('rating', 'Rating', 'words', true),
  column('ratingTarget', 'Price target', 'price'),
  column('newsAt', 'Latest news', 'instant'),
  column('news', 'News', 'words'),
  column('restated', 'Restated', 'count'),
  column('periodsStored', 'Periods stored', 'count'),
  column('callsStored', 'Calls stored', 'count'),
  column('onDisk', 'Stored', 'words', true),
  column('fetchedAt', 'Statements fetched', 'instant'),
  column('note', 'Note', 'words'),
]

const plainById = new Map(plainColumns.map((each) => [each.id, each]))

export const figureColumnKinds = ['number', 'change', 'trend'] as const
export type FigureColumnKind = (typeof figureColumnKinds)[number]

/** `number:Revenue`, `change:calculated.operating_margin`, `trend:own.<id>`. */
export function figureColumnId(kind: FigureColumnKind, field: string): string {
  return `${kind}:${field}`
}

/** The figure that a column shows; undefined for another column. */
export function figureOfColumn(id: string): { kind: FigureColumnKind; field: string } | undefined {
  const at = id.indexOf(':')
  const kind = figureColumnKinds.find((each) => each === id.slice(0, at))
  return kind && { kind, field: id.slice(at + 1) }
}

/** `own`: the analyst's metrics, by field. Returns undefined for an unknown column. */
export function watchlistColumn(
  id: string,
  own: ReadonlyMap<string, { readonly label: string; readonly unit: UnitKind }> = new Map(),
): WatchlistColumn | undefined {
  const figure = figureOfColumn(id)
  if (!figure) return plainById.get(id)
  const line = figureLines.get(figure.field) ?? own.get(figure.field)
  if (!line) return undefined
  const { label, unit } = line
  return { id, label, note: figureNotes[figure.kind], kind: figure.kind, unit, groups: false }
}

const figureNotes: Readonly<Record<FigureColumnKind, string>> = { number: '', change: 'y/y', trend: '8 quarters' }

/** On one line: `Revenue, y/y`. */
export function columnTitle({ label, note }: Pick<WatchlistColumn, 'label' | 'note'>): string {
  return note === '' ? label : `${label}, ${note}`
}

/** The columns of a new list. */
export const defaultColumns: readonly string[] = [
  'period',
  figureColumnId('change', 'Revenue'),
  figureColumnId('trend', 'Revenue'),
  figureColumnId('number', 'calculated.operating_margin'),
  figureColumnId('change', 'calculated.operating_margin'),
  figureColumnId('number', 'calculated.fcf_margin'),
  'callAt',
  'callSentiment',
  'callSentimentChange',
  'ratingFirm',
  'rating',
  'ratingTarget',
  'onDisk',
  'note',
]
