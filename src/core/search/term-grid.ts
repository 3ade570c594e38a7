import type { InferredQuarter } from '#contract/api/calls.ts'
import type { ApiInputs } from '#contract/api/api.ts'
import type { TermGrid } from '#contract/api/transcript-search.ts'
import type { FullText } from './full-text.ts'
import type { MentionCounts, Mentions } from './mentions.ts'
import type { TranscriptCall } from './transcript-call.ts'

type Term = TermGrid['terms'][number]
type Row = Term['rows'][number]

/** Maximum rows of a grid over the whole library. */
const mostCompanies = 200

/**
 * Mentions of each term by company and inferred quarter, without calls that have no symbol or no quarter. Counting yields to other
 * requests, and ends with `signal`.
 */
export async function termGrid(
  fullText: FullText,
  mentions: MentionCounts,
  { terms, symbols, quarters: quarterCount }: ApiInputs['search']['termGrid'],
  signal: AbortSignal,
): Promise<TermGrid> {
  const { texts } = fullText
  const { transcripts } = texts
  const wanted = symbols && new Set(symbols)
  const all = transcripts.calls.flatMap((call, at) => {
    const { symbol } = call
    const quarter = quarterOf(call)
    return symbol !== null && quarter !== null && (wanted?.has(symbol) ?? true) ? [{ at, call, symbol, quarter }] : []
  })
  const quarters = latestQuarters(
    all.map(({ quarter }) => quarter),
    quarterCount,
  )
  const columnOf = new Map(quarters.map((quarter, column) => [keyOf(quarter), column]))
  const inGrid = all.flatMap((each): GridCall[] => {
    const column = columnOf.get(keyOf(each.quarter))
    return column === undefined ? [] : [{ ...each, column }]
  })
  const results: Term[] = []
  for (const term of terms) {
    const { query, error } = await fullText.parse(term)
    if (error) {
      results.push({ term, error, companies: 0, rows: [] })
      continue
    }
    const counted = { query, transcripts, ...fullText.transcriptEvaluation(texts) }
    const mentionsByCall = await mentions.of(
      counted,
      inGrid.map(({ at }) => at),
      signal,
    )
    const rows = rowsOf(inGrid, mentionsByCall, quarters.length)
    const mentioning = rows.filter(({ total }) => total > 0)
    results.push({
      term,
      error: null,
      companies: mentioning.length,
      rows: (symbols ? rows : mentioning.slice(0, mostCompanies)).map(({ symbol, company, cells }) => ({
        symbol,
        company,
        cells,
      })),
    })
  }
  return { quarters, terms: results }
}

interface GridCall {
  /** Index in the transcript corpus. */
  readonly at: number
  readonly call: TranscriptCall
  readonly symbol: string
  readonly column: number
}

/** Rows by company, most mentions first. */
function rowsOf(
  inGrid: readonly GridCall[],
  mentionsByCall: ReadonlyMap<number, Mentions>,
  columns: number,
): (Row & { total: number })[] {
  const rows = new Map<string, Row & { words: number[]; total: number }>()
  for (const { at, call, symbol, column } of inGrid) {
    const row = rows.get(symbol) ?? {
      symbol,
      company: null,
      cells: Array.from({ length: columns }, () => null),
      words: [],
      total: 0,
    }
    rows.set(symbol, row)
    row.company = call.company ?? row.company
    const cell = (row.cells[column] ??= { mentions: 0, per1000: 0, turns: 0, calls: [] })
    const words = (row.words[column] ?? 0) + call.words
    row.words[column] = words
    const { mentions, turns } = mentionsByCall.get(at) ?? { mentions: 0, turns: 0 }
    row.total += mentions
    cell.mentions += mentions
    cell.turns += turns
    cell.per1000 = words === 0 ? 0 : (cell.mentions / words) * 1000
    cell.calls.push(call.callId)
  }
  return [...rows.values()].sort((left, right) => right.total - left.total || (left.symbol < right.symbol ? -1 : 1))
}

const order = ['Q1', 'Q2', 'Q3', 'Q4', 'FY'] as const

function quarterOf({ quarter, year }: TranscriptCall): InferredQuarter | null {
  const name = order.find((each) => each === quarter)
  return name === undefined || year === null ? null : { quarter: name, year }
}

function keyOf({ quarter, year }: InferredQuarter): number {
  return year * order.length + order.indexOf(quarter)
}

/** The latest quarters, oldest first. */
function latestQuarters(quarters: readonly InferredQuarter[], quarterCount: number): InferredQuarter[] {
  const different = new Map(quarters.map((quarter) => [keyOf(quarter), quarter]))
  return [...different]
    .sort(([left], [right]) => left - right)
    .slice(-quarterCount)
    .map(([, quarter]) => quarter)
}
