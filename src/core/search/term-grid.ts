import type { InferredQuarter } from '#contract/desk/calls.ts'
import type { DeskQuestions } from '#contract/desk/desk.ts'
import type { TermGrid } from '#contract/desk/search.ts'
import type { FullText } from './full-text.ts'
import type { SpokenCall } from './spoken-call.ts'

type Term = TermGrid['terms'][number]
type Row = Term['rows'][number]

/** Rows of a grid over the whole library. */
const mostCompanies = 200

/**
 * Turns that hold each term, by company and inferred quarter. Turns and not occurrences, so that a cell counts what it opens; calls
 * of no symbol or no quarter have no place in it.
 */
export async function termGrid(
  fullText: FullText,
  { terms, symbols, quarters: many }: DeskQuestions['search']['termGrid'],
): Promise<TermGrid> {
  const { texts } = fullText
  const { spoken } = texts
  const wanted = symbols && new Set(symbols)
  const placed = spoken.calls.flatMap((call, at) => {
    const { symbol } = call
    const quarter = quarterOf(call)
    return symbol !== null && quarter !== null && (wanted?.has(symbol) ?? true) ? [{ at, call, symbol, quarter }] : []
  })
  const quarters = newest(
    placed.map(({ quarter }) => quarter),
    many,
  )
  const columnOf = new Map(quarters.map((quarter, column) => [keyOf(quarter), column]))
  const told: Term[] = []
  for (const term of terms) {
    const { query, trouble } = await fullText.parse(term)
    if (trouble) {
      told.push({ term, trouble, companies: 0, rows: [] })
      continue
    }
    const counts = spoken.countByCall(fullText.turns(query, texts))
    const rows = new Map<string, Row & { words: number[]; total: number }>()
    for (const { at, call, symbol, quarter } of placed) {
      const column = columnOf.get(keyOf(quarter))
      if (column === undefined) continue
      const row = rows.get(symbol) ?? { symbol, company: null, cells: quarters.map(() => null), words: [], total: 0 }
      rows.set(symbol, row)
      row.company = call.company ?? row.company
      const cell = (row.cells[column] ??= { count: 0, per1000: 0, calls: [] })
      const words = (row.words[column] ?? 0) + call.words
      row.words[column] = words
      row.total += counts[at] ?? 0
      cell.count += counts[at] ?? 0
      cell.per1000 = words === 0 ? 0 : (cell.count / words) * 1000
      cell.calls.push(call.callId)
    }
    const all = [...rows.values()].sort(
      (left, right) => right.total - left.total || (left.symbol < right.symbol ? -1 : 1),
    )
    const saying = all.filter(({ total }) => total > 0)
    told.push({
      term,
      trouble: null,
      companies: saying.length,
      rows: (symbols ? all : saying.slice(0, mostCompanies)).map(({ symbol, company, cells }) => ({
        symbol,
        company,
        cells,
      })),
    })
  }
  return { quarters, terms: told }
}

const order = ['Q1', 'Q2', 'Q3', 'Q4', 'FY'] as const

function quarterOf({ quarter, year }: SpokenCall): InferredQuarter | null {
  const name = order.find((each) => each === quarter)
  return name === undefined || year === null ? null : { quarter: name, year }
}

function keyOf({ quarter, year }: InferredQuarter): number {
  return year * order.length + order.indexOf(quarter)
}

/** The newest so many, oldest first. */
function newest(quarters: readonly InferredQuarter[], many: number): InferredQuarter[] {
  const different = new Map(quarters.map((quarter) => [keyOf(quarter), quarter]))
  return [...different]
    .sort(([left], [right]) => left - right)
    .slice(-many)
    .map(([, quarter]) => quarter)
}
