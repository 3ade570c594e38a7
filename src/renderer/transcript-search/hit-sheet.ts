/**
 * Hits as rows of the hit table, and as a table for a spreadsheet with the service's record ids.
 */

import type { Hit, HitRow, HitsQuery, Snippet } from '#contract/api/transcript-search.ts'
import type { Core } from '../core-client/client.ts'
import { formatCallDay } from '../format/call-dates.ts'
import { formatCallTime } from '../format/dates.ts'
import type { SpreadsheetTable, SpreadsheetCell } from '../format/copied-table.ts'
import { formatSentiment, kindWord, sectionWord } from './hit-text.ts'
import type { ListCell, ListColumn } from '../ui/list-table.ts'

type HitColumn = 'symbol' | 'call' | 'date' | 'time' | 'speaker' | 'role' | 'section' | 'sentiment' | 'text'

/** The text before the others that a narrow window cuts off. */
export const hitColumns: readonly ListColumn<HitColumn>[] = [
  { key: 'symbol', title: 'Symbol', width: 76 },
  { key: 'date', title: 'Date', width: 80, align: 'end' },
  { key: 'time', title: 'Time', width: 60, align: 'end' },
  { key: 'speaker', title: 'Speaker', width: 124 },
  { key: 'text', title: 'Text', width: 340, grows: true },
  { key: 'sentiment', title: 'Sentiment', width: 76, align: 'end' },
  { key: 'section', title: 'Section', width: 96 },
  { key: 'role', title: 'Role', width: 140 },
  { key: 'call', title: 'Call', width: 160 },
]

/** A hit as a row of the table. */
export function hitCells(row: HitRow): Record<HitColumn, ListCell> {
  return {
    symbol: row.symbol ?? '',
    call: row.title,
    date: row.at === null ? '' : formatCallDay(row.at),
    time: row.start === null ? '' : formatCallTime(row.start),
    speaker: row.kind === 'turn' ? (row.speaker ?? '') : kindWord(row.kind),
    role: row.role ?? '',
    section: { prepared: 'Prepared', qa: 'Q&A', whole: '' }[row.section] + (row.sectionInferred ? ' (inferred)' : ''),
    sentiment: formatSentiment(row.sentiment),
    text: { remark: row.corrected ? 'Corrected: ' : '', pieces: fromHit(row.snippet), language: row.language },
  }
}

/** Characters before the first hit in a cell: the match is visible in every row. */
const lead = 30

export function fromHit(snippet: Snippet): Snippet {
  const first = snippet.findIndex(({ hit }) => hit)
  const before = plainText(snippet.slice(0, Math.max(0, first)))
  if (before.length <= lead) return snippet
  const near = before.slice(-lead)
  return [{ text: `… ${near.slice(near.search(/\s\S/) + 1)}`, hit: false }, ...snippet.slice(first)]
}

const heads: readonly string[] = [
  'Symbol',
  'Company',
  'Call',
  'Date',
  'Time',
  'Found in',
  'Speaker',
  'Role',
  'Organization',
  'Section',
  'Sentiment',
  'Confidence',
  'Text',
  'Corrected',
  'call_id',
  'segment_id',
]

/** Hits for a spreadsheet: with ids, so that each can be found again at the service. */
export function hitSheet(rows: readonly HitRow[]): SpreadsheetTable {
  return {
    heads,
    rows: rows.map((row): SpreadsheetCell[] => [
      row.symbol,
      row.company,
      row.title,
      row.at === null ? null : dayOf(row.at),
      row.start === null ? null : formatCallTime(row.start),
      row.kind === 'turn' ? 'Call' : kindWord(row.kind),
      row.speaker,
      row.role,
      row.organization,
      sectionWord(row) || null,
      row.sentiment,
      row.confidence,
      plainText(row.snippet),
      row.corrected ? 'Yes' : null,
      row.callId,
      row.segmentId,
    ]),
  }
}

export function plainText(snippet: Snippet): string {
  return snippet.map(({ text }) => text).join('')
}

/** A hit of a group, as a separate row. */
export function rowOf(hit: Hit, of: Pick<HitRow, 'callId' | 'title' | 'symbol' | 'company' | 'at'>): HitRow {
  return { ...hit, ...of }
}

const rowsAPage = 1000
/** A sheet of Excel ends a little above a million rows; beyond this the query should be narrowed. */
const mostExported = 100_000

/** Every hit, page by page. `onprogress` is called with the number of rows so far. */
export async function allHits(
  search: Pick<Core['search'], 'hits'>,
  wanted: HitsQuery,
  signal: AbortSignal,
  onprogress: (rows: number) => void,
): Promise<{ rows: HitRow[]; total: number }> {
  const rows: HitRow[] = []
  for (;;) {
    const page = await search.hits({ ...wanted, offset: rows.length, limit: rowsAPage }, { signal })
    rows.push(...page.rows)
    onprogress(rows.length)
    if (page.rows.length < rowsAPage || rows.length >= mostExported) return { rows, total: page.total }
  }
}

/** ISO, in UTC, as the search reads `date:`. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
