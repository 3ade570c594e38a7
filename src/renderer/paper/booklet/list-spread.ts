/**
 * The comparison at the end of a watchlist's booklet: a row for each company with figures of the
 * last twelve months or, where no company has them, of the latest year.
 */

import type { ComparedLine, ComparedTable, ComparisonSpec } from '#contract/api/comparisons.ts'
import type { Figure } from '#contract/api/financials.ts'
import { periodColumnName } from '#contract/api/fiscal-period-name.ts'
import { paperScale } from '#contract/api/sentence-text.ts'
import { readTable } from '#contract/api/packed-figures.ts'
import type { PrintedSpread, SpreadCell, SpreadRow } from '../../app/booklet-request.ts'
import type { Core } from '../../core-client/client.ts'
import { formatDay } from '../../format/dates.ts'
import { formatFigure, formatGrowth } from '../../format/figures.ts'

/** The lines that every booklet compares, with heads that fit above a column. */
const lines: readonly (readonly [field: string, head: string])[] = [
  ['Revenue', 'Revenue'],
  ['calculated.revenue_growth', 'Revenue y/y'],
  ['calculated.gross_margin', 'Gross margin'],
  ['calculated.ebitda_margin', 'EBITDA margin'],
  ['calculated.operating_margin', 'Op. margin'],
  ['calculated.net_margin', 'Net margin'],
  ['calculated.fcf_margin', 'FCF margin'],
  ['calculated.free_cash_flow', 'Free cash flow'],
  ['return_on_equity', 'ROE'],
  ['roic', 'ROIC'],
  ['calculated.net_debt', 'Net debt'],
  ['calculated.net_debt_to_ebitda', 'Net debt/EBITDA'],
  ['calculated.interest_cover', 'Interest coverage'],
  ['debt_to_equity', 'Debt/equity'],
]

interface ListSpreadOptions {
  readonly asOf: number | null
  readonly adjustSplits: boolean
  readonly signal: AbortSignal
}

/** The companies of a booklet, a row each: the last twelve months or the latest year, with medians where a median means something. */
export async function listSpread(
  core: Pick<Core, 'comparisons'>,
  companies: readonly string[],
  { asOf, adjustSplits, signal }: ListSpreadOptions,
): Promise<PrintedSpread> {
  const fields = lines.map(([field]) => field)
  const spec: ComparisonSpec = {
    companies: companies.map((symbol) => ({ symbol })),
    lines: fields,
    basis: 'annual-ltm',
    alignment: 'automatic',
    mode: 'values',
    periods: 1,
    asOf,
    ...(adjustSplits && { adjustSplits }),
  }
  return spreadOf(await readTable(await core.comparisons.table({ ...spec, firstLines: fields }, { signal })))
}

/** Pure. */
function spreadOf(table: ComparedTable): PrintedSpread {
  const { columnAt, title, what } = spreadColumn(table)
  const shown = lines.flatMap(([field, head]) => {
    const line = table.lines.find((each) => each.field === field)
    return line ? [{ line, head }] : []
  })
  const rows = table.companies.map(({ symbol, name, periods }, company): SpreadRow => {
    const records = periods[columnAt] ?? null
    const end: SpreadCell = {
      text: records ? formatDay(records.endPeriod) : 'n/a',
      ...(records && (records.stale || records.outdated) && { marks: 's' }),
    }
    const cells = shown.map(({ line }): SpreadCell => {
      const isRestated = records?.restated.includes(line.field) ?? false
      const value = records ? (line.values[company * table.columns.length + columnAt] ?? null) : null
      return { text: figureText(line, value), ...(isRestated && { marks: 'r' }) }
    })
    return { kind: 'figures', label: symbol, note: name ?? '', cells: [end, ...cells] }
  })
  const medians = shown.map(({ line }): SpreadCell => ({
    text: line.isRanked ? formatFigure(line.median[columnAt] ?? null, line.unit, paperScale) : '',
  }))
  const hasMedians = table.companies.length > 2
  const marks = rows.flatMap((row) => (row.kind === 'head' ? [] : row.cells.map(({ marks: letters = '' }) => letters)))
  return {
    note: `${what}; amounts in ${paperScale}, each in the company’s reporting currency`,
    corner: 'Company',
    groups: [
      {
        key: 'all',
        label: '',
        note: '',
        detail: '',
        columns: [{ title, isWords: true }, ...shown.map(({ head }) => ({ title: head }))],
      },
    ],
    rows: hasMedians
      ? [...rows, { kind: 'total', label: 'Median', note: '', cells: [{ text: '' }, ...medians] }]
      : rows,
    remarks: [
      ...table.companies.flatMap(({ symbol, missing }) => missing.slice(0, 1).map((why) => `${symbol}: ${why}.`)),
      ...(marks.includes('r') ? ['r: restated since first download.'] : []),
      ...(marks.includes('s') ? ['s: stale; excluded from medians.'] : []),
      ...(hasMedians ? ['No median of amounts: currencies are not stated.'] : []),
    ],
  }
}

/** The last twelve months; where no company has four consecutive quarters, the latest year. At -1 there is no period at all. */
function spreadColumn({ columns, alignment }: ComparedTable): {
  readonly columnAt: number
  readonly title: string
  readonly what: string
} {
  const latest = columns.at(-1)
  const twelveMonths = columns.findIndex(({ kind }) => kind === 'ltm')
  if (twelveMonths >= 0 || !latest) return { columnAt: twelveMonths, title: 'LTM to', what: 'last twelve months' }
  return {
    columnAt: columns.length - 1,
    title: 'Year to',
    what: `${periodColumnName(latest, { alignment })}, since no company has four consecutive quarters`,
  }
}

function figureText({ field, unit }: ComparedLine, value: Figure): string {
  return field === 'calculated.revenue_growth' ? formatGrowth(value) : formatFigure(value, unit, paperScale)
}
