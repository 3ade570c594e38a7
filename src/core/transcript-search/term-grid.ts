/** Counts mentions of terms by company and calendar quarter. */

import type { ApiInputs } from '#contract/api/api.ts'
import type { TermGrid } from '#contract/api/transcript-search.ts'
import type { Reader } from '../database/reader-writer.ts'
import type { TranscriptSearch } from './transcript-search.ts'
import type { MentionCounts, Mentions } from './count-mentions.ts'
import { expandQuery } from './query-expansion.ts'
import { getCallsWithoutTranscript } from './search-store.ts'
import type { TranscriptCall } from './transcript-call.ts'

type Term = TermGrid['terms'][number]
type Row = Term['rows'][number]
type Quarter = TermGrid['quarters'][number]

interface TermGridSources {
  readonly reader: Reader
  readonly fullText: TranscriptSearch
  readonly mentions: MentionCounts
  /** ms UTC. */
  readonly now: number
}

/** Maximum rows of a grid over the whole library. */
const mostCompanies = 200
/** Maximum calls that are downloaded at one click. */
const mostToDownload = 200

/**
 * Mentions of each term by company and calendar quarter of the call, without calls that have no symbol or no date. Every term has the
 * same companies in the same order. Counting yields to other requests, and ends with `signal`.
 */
export async function termGrid(
  { reader, fullText, mentions, now }: TermGridSources,
  { terms, symbols, quarters: quarterCount }: ApiInputs['search']['termGrid'],
  signal: AbortSignal,
): Promise<TermGrid> {
  const texts = await fullText.texts()
  const { transcripts } = texts
  const wanted = symbols && new Set(symbols)
  const all = transcripts.calls.flatMap((call, at) => {
    const { symbol, startedAt } = call
    return symbol !== null && startedAt !== null && (wanted?.has(symbol) ?? true)
      ? [{ at, call, symbol, quarter: quarterNumber(startedAt) }]
      : []
  })
  const numbers = latestQuarters(
    all.map(({ quarter }) => quarter),
    quarterCount,
  )
  const inGrid = all.flatMap((each): GridCall[] => {
    const column = numbers.indexOf(each.quarter)
    return column < 0 ? [] : [{ ...each, column }]
  })
  const counted: { term: string; error: Term['error']; forms: string[]; rows: ReadonlyMap<string, Row> }[] = []
  const totals = new Map<string, number>()
  for (const term of terms) {
    const { query, error } = await fullText.parse(term)
    if (error) {
      counted.push({ term, error, forms: [], rows: new Map() })
      continue
    }
    const evaluation = { query, transcripts, ...fullText.transcriptEvaluation(texts) }
    const byCall = await mentions.of(
      evaluation,
      inGrid.map(({ at }) => at),
      signal,
    )
    const rows = rowsOf(inGrid, byCall, numbers.length)
    for (const [symbol, { cells }] of rows) {
      const said = cells.reduce((sum, cell) => sum + (cell?.mentions ?? 0), 0)
      totals.set(symbol, (totals.get(symbol) ?? 0) + said)
    }
    const forms = expandQuery(query, evaluation.expansion).flatMap((each) => each.forms)
    counted.push({ term, error: null, forms: [...new Set(forms)], rows })
  }
  const names = new Map(inGrid.map(({ symbol, call }) => [symbol, call.company]))
  const mentioning = [...totals].filter(([, total]) => total > 0)
  const shown = symbols ?? byMentions(mentioning).slice(0, mostCompanies)
  const last = numbers.at(-1)
  // Includes the earlier quarters, which have no column as long as none of their transcripts is stored.
  const notDownloaded =
    last === undefined
      ? []
      : getCallsWithoutTranscript(reader, shown, startOf(last - quarterCount + 1), startOf(last + 1))
  return {
    quarters: numbers.map(quarterOf),
    isToDate: last === quarterNumber(now),
    calls: inGrid.length,
    words: inGrid.reduce((sum, { call }) => sum + call.words, 0),
    notDownloaded: notDownloaded.length,
    callsToDownload: notDownloaded.slice(0, mostToDownload),
    companies: shown.map((symbol) => ({ symbol, company: names.get(symbol) ?? null })),
    mentioning: mentioning.length,
    terms: counted.map(({ term, error, forms, rows }): Term => ({
      term,
      error,
      forms,
      rows: error ? [] : shown.map((symbol) => rows.get(symbol) ?? emptyRow(symbol, numbers.length)),
    })),
  }
}

interface GridCall {
  /** Index in the transcript corpus. */
  readonly at: number
  readonly call: TranscriptCall
  readonly symbol: string
  readonly column: number
}

function emptyRow(symbol: string, columns: number): Row {
  return { symbol, company: null, cells: Array.from({ length: columns }, () => null) }
}

function rowsOf(
  inGrid: readonly GridCall[],
  mentionsByCall: ReadonlyMap<number, Mentions>,
  columns: number,
): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>()
  for (const { at, call, symbol, column } of inGrid) {
    const row = rows.get(symbol) ?? emptyRow(symbol, columns)
    rows.set(symbol, row)
    row.company = call.company ?? row.company
    const cell = (row.cells[column] ??= { mentions: 0, words: 0, per1000: 0, turns: 0, calls: [] })
    const { mentions, turns } = mentionsByCall.get(at) ?? { mentions: 0, turns: 0 }
    cell.mentions += mentions
    cell.words += call.words
    cell.turns += turns
    cell.per1000 = cell.words === 0 ? 0 : (cell.mentions / cell.words) * 1000
    cell.calls.push(call.callId)
  }
  return rows
}

function byMentions(totals: readonly (readonly [symbol: string, total: number])[]): string[] {
  return totals
    .toSorted(([one, most], [other, more]) => more - most || (one < other ? -1 : 1))
    .map(([symbol]) => symbol)
}

/** Quarters since the year 0, by the clock of this machine. */
function quarterNumber(instant: number): number {
  const date = new Date(instant)
  return date.getFullYear() * 4 + Math.floor(date.getMonth() / 3)
}

function startOf(quarter: number): number {
  return new Date(Math.floor(quarter / 4), (quarter % 4) * 3, 1).getTime()
}

const quarterNames = ['Q1', 'Q2', 'Q3', 'Q4'] as const

function quarterOf(number: number): Quarter {
  return { quarter: quarterNames[number % 4] ?? 'Q1', year: Math.floor(number / 4) }
}

/** Up to the latest quarter with a call, one after the other, none before the first; oldest first. */
function latestQuarters(quarters: readonly number[], quarterCount: number): number[] {
  if (quarters.length === 0) return []
  const last = quarters.reduce((latest, each) => Math.max(latest, each))
  const first = Math.max(
    last - quarterCount + 1,
    quarters.reduce((earliest, each) => Math.min(earliest, each)),
  )
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}
