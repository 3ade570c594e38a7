/** Calculates the widths of a comparison's columns of figures: as wide as their figures need, and as fill the page. */

import type { ComparedTable, ComparisonLayout } from '#contract/api/comparisons.ts'
import { formatFigure } from '../format/figures.ts'
import type { Scale } from '../format/scale.ts'
import { figureWidth } from '../ui/grid/figure-width.ts'
import { medianColumns, rankWidth, type FigureColumnWidths, type Layout } from './compare-layout.ts'
import { shortPeriodName } from './compare-text.ts'

export const letterWidth = 6.7
/** Around an amount: its parentheses and the gap between columns. A mark uses the gap of the previous column. */
const aroundAmount = 11
/** Pixels that the eye still follows along a row. */
const widestColumn: Readonly<Record<ComparisonLayout, number>> = { spread: 88, period: 180, time: 140, scatter: 88 }

interface WidthOptions {
  /** Pixels of the page beside the labels. */
  readonly room: number
  readonly scale: Scale
}

/** Pixels. A company with longer amounts than the others, such as one that reports in yen, has wider columns of its own. */
export function figureColumnWidths(
  table: ComparedTable,
  settings: Layout,
  { room, scale }: WidthOptions,
): FigureColumnWidths {
  const { layout, pivoted, ranks } = settings
  const { companies, columns } = table
  const name = nameWidth(table, settings)
  const needed = companies.map((_, company) => Math.max(name, amountWidth(table, company, scale)))
  const widest = Math.max(name, ...needed)
  if (pivoted) return { usual: widest, ofCompanies: [] }
  if (layout === 'time') return { usual: Math.max(widest, filling(room, columns.length, layout)), ofCompanies: [] }
  const all = [...columns.keys()]
  const shown = layout === 'period' ? all.slice(-1) : all
  const ranksEach =
    companies.length < 2 || ranks === 'none' ? 0 : ranks === 'all' && layout === 'spread' ? all.length : 1
  const left = room - companies.length * ranksEach * rankWidth
  const medians = medianColumns(table, shown, { ranks }).length
  const usual = sharedWidth(needed, name, (others, taken) =>
    filling(left - taken * shown.length, others * shown.length + medians, layout),
  )
  return { usual, ofCompanies: needed.map((width) => Math.max(width, usual)) }
}

/**
 * The width of all companies but those that need more. Each of these leaves less for the others, so the width shrinks until
 * every company fits its own or needs more.
 */
function sharedWidth(
  needed: readonly number[],
  least: number,
  fillingFor: (others: number, taken: number) => number,
): number {
  const widestFirst = needed.toSorted((left, right) => right - left)
  let taken = 0
  for (const [at, width] of widestFirst.entries()) {
    const shared = fillingFor(needed.length - at, taken)
    if (width <= shared) return Math.max(least, shared)
    taken += width
  }
  return Math.max(least, widestFirst.at(-1) ?? 0, fillingFor(0, taken))
}

/** As wide as makes so many columns fill the room, up to what the eye follows. */
function filling(room: number, count: number, layout: ComparisonLayout): number {
  return count === 0 ? 0 : Math.min(widestColumn[layout], Math.floor(room / count))
}

function nameWidth({ columns }: ComparedTable, settings: Layout): number {
  const names = columns.map((column) => shortPeriodName(column, settings).length)
  const dates = settings.layout === 'period' ? ['27 Sep 25'.length] : []
  return Math.ceil(Math.max(4, ...names, ...dates) * letterWidth) + 14
}

/** Of a company's longest amount. */
function amountWidth({ lines }: ComparedTable, company: number, scale: Scale): number {
  const amounts = lines.filter(({ unit }) => unit === 'money' || unit === 'shares')
  return Math.max(
    0,
    ...amounts.map(({ unit, largest }) => figureWidth(formatFigure(largest[company] ?? 0, unit, scale), aroundAmount)),
  )
}
