/** What Home's table shows of a company's latest quarter, rating and call: the columns it requests, and their texts. */

import type { Figure } from '#contract/api/financials.ts'
import { readJsonText } from '#contract/api/serialized-json.ts'
import { figureColumnId } from '#contract/api/watchlist-columns.ts'
import { targetIn } from '#contract/api/price-target-text.ts'
import type { WatchlistCell, WatchlistRow, WatchlistTable } from '#contract/api/watchlists.ts'
import { targetText } from '../format/contract-texts.ts'
import { formatBasisPoints, formatFigure, formatGrowth, formatPercent } from '../format/figures.ts'
import type { Scale } from '../format/scale.ts'
import { toneOf, type Tone } from '../format/tone.ts'

const columnIds = {
  revenue: figureColumnId('number', 'Revenue'),
  growth: figureColumnId('change', 'Revenue'),
  margin: figureColumnId('number', 'calculated.operating_margin'),
  marginChange: figureColumnId('change', 'calculated.operating_margin'),
  callAt: 'callAt',
  firm: 'ratingFirm',
  rating: 'rating',
  target: 'ratingTarget',
} as const

/** Column ids of a watchlist's table. */
export const latestColumns: readonly string[] = Object.values(columnIds)

/** A figure as it is shown; the tone only of a change. */
interface ShownFigure {
  readonly text: string
  readonly tone: Tone
}

/** A company with texts of what is latest; empty: not stored. */
export interface LatestOfCompany extends Pick<WatchlistRow, 'symbol' | 'name' | 'period' | 'call'> {
  readonly figures: readonly ShownFigure[]
  /** ms UTC. */
  readonly callAt: number | null
  /** `Bramley, Market Perform`. */
  readonly rating: string
  readonly target: string
}

export function latestOfCompanies(
  { rows, columns }: Pick<WatchlistTable, 'rows' | 'columns'>,
  scale: Scale,
): LatestOfCompany[] {
  const cells = new Map(columns.map((column) => [column.id, readJsonText(column.cells)]))
  return readJsonText(rows).map(({ symbol, name, period, call }, at) => {
    const cellOf = (column: keyof typeof columnIds): WatchlistCell => cells.get(columnIds[column])?.[at] ?? null
    const textOf = (column: keyof typeof columnIds) => {
      const cell = cellOf(column)
      return typeof cell === 'string' ? cell : ''
    }
    const callAt = cellOf('callAt')
    const target = targetIn(cellOf('target'))
    return {
      symbol,
      name,
      period,
      call,
      figures: period === null ? [] : figuresOf(cellOf, scale),
      callAt: typeof callAt === 'number' ? callAt : null,
      rating: [textOf('firm'), textOf('rating')].filter((part) => part !== '').join(', '),
      target: target === null ? '' : targetText(target),
    }
  })
}

function figuresOf(cellOf: (column: keyof typeof columnIds) => WatchlistCell, scale: Scale): readonly ShownFigure[] {
  const figureOf = (column: keyof typeof columnIds): Figure => {
    const cell = cellOf(column)
    return typeof cell === 'number' || cell === 'n.m.' ? cell : null
  }
  const [growth, marginChange] = [figureOf('growth'), figureOf('marginChange')]
  const changes = [formatGrowth(growth), formatBasisPoints(marginChange)] as const
  return [
    { text: formatFigure(figureOf('revenue'), 'money', scale), tone: '' },
    { text: changes[0], tone: toneOf(growth, 'up', changes[0]) },
    { text: formatPercent(figureOf('margin')), tone: '' },
    { text: changes[1], tone: toneOf(marginChange, 'up', changes[1]) },
  ]
}
