/** The columns of the search results: titles, widths, texts and sort order. */

import type { SecurityHit } from '#contract/api/securities.ts'
import { spreadsheetNumber } from '../format/copied-table.ts'
import type { HeadColumn } from '../ui/column-heads.ts'

export type ResultColumnKey =
  | 'symbol'
  | 'name'
  | 'exchange'
  | 'mic'
  | 'country'
  | 'type'
  | 'currency'
  | 'marketCap'
  | 'onDisk'
  | 'source'
  | 'isin'
  | 'figi'
  | 'cusip'
  | 'cik'
  | 'status'

export interface ResultColumn extends HeadColumn<ResultColumnKey> {
  /** How the text is rendered, and searched for the query. */
  readonly kind: 'words' | 'identifier' | 'text' | 'money' | 'tick' | 'source'
}

/** Widths fit the usual content; the source precedes what is beyond the right edge. */
export const resultColumns: readonly ResultColumn[] = [
  { key: 'symbol', title: 'Symbol', width: 76, kind: 'words', frozen: '0' },
  { key: 'name', title: 'Name', width: 168, kind: 'words' },
  { key: 'exchange', title: 'Exchange', width: 156, kind: 'text' },
  { key: 'mic', title: 'MIC', width: 56, kind: 'identifier' },
  { key: 'country', title: 'Country', width: 64, kind: 'identifier' },
  { key: 'type', title: 'Type', width: 112, kind: 'text' },
  { key: 'marketCap', title: 'Market cap', width: 140, kind: 'money', align: 'end' },
  { key: 'currency', title: 'Currency', width: 68, kind: 'text' },
  { key: 'onDisk', title: 'Stored', width: 56, kind: 'tick', align: 'center' },
  { key: 'source', title: 'Source', width: 164, kind: 'source' },
  { key: 'isin', title: 'ISIN', width: 108, kind: 'identifier' },
  { key: 'figi', title: 'FIGI', width: 108, kind: 'identifier' },
  { key: 'cusip', title: 'CUSIP', width: 88, kind: 'identifier' },
  { key: 'cik', title: 'CIK', width: 92, kind: 'identifier' },
  { key: 'status', title: 'Status', width: 72, kind: 'text' },
]

export const narrowestColumn = 40
export const widestColumn = 480

/** The cell's text; null: the record has none. */
export function textOf(
  hit: SecurityHit,
  column: Exclude<ResultColumnKey, 'marketCap' | 'onDisk' | 'source'>,
): string | null {
  const text = hit[column]
  if (text === null || text === '') return null
  // The service writes usd; the code is USD (ISO 4217).
  return column === 'currency' ? text.toUpperCase() : text
}

/** For spreadsheets: full precision, words for the marks, an ISO date. */
export function plainText(hit: SecurityHit, column: ResultColumnKey): string {
  switch (column) {
    case 'marketCap':
      return spreadsheetNumber(hit.marketCap)
    case 'onDisk':
      return hit.hasFundamentals ? 'yes' : 'no'
    case 'source':
      return `${hit.source}, ${new Date(hit.fetchedAt).toISOString().slice(0, 10)}`
    default:
      return textOf(hit, column) ?? ''
  }
}

/** Orders two securities by a column; what is absent stays at the end either way. */
export function compareBy(
  column: ResultColumnKey,
  descending: boolean,
): (left: SecurityHit, right: SecurityHit) => number {
  const sign = descending ? -1 : 1
  return (left, right) => {
    const one = sortValue(left, column)
    const other = sortValue(right, column)
    if (one === null || other === null) return (one === null ? 1 : 0) - (other === null ? 1 : 0)
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other)
    return sign * String(one).localeCompare(String(other), 'en', { sensitivity: 'base', numeric: true })
  }
}

function sortValue(hit: SecurityHit, column: ResultColumnKey): string | number | null {
  switch (column) {
    case 'marketCap':
      return hit.marketCap
    case 'onDisk':
      return hit.hasFundamentals ? 0 : 1
    case 'source':
      return hit.fetchedAt
    default:
      return textOf(hit, column)
  }
}
