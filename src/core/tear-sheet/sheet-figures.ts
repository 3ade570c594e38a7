import { figureOf, notAvailable } from '#contract/api/figure-numbers.ts'
import type { Figure, Period } from '#contract/api/financials.ts'
import { cashCycleField } from '#contract/api/tear-sheet-fields.ts'
import type { SheetFigures, SheetTable } from '#contract/api/tear-sheet.ts'
import { tyingPeriods } from '#contract/api/tie-out-counts.ts'
import { adjustedForSplits } from '../fundamentals/adjust-splits.ts'
import { figureIndexes } from '../fundamentals/figure-fields.ts'
import { isFullYear, isQuarter } from '../fundamentals/fiscal-period.ts'
import { shareBasesIn, type BothEditions, type SeriesPeriod } from '../fundamentals/company-series.ts'
import type { KeyFigureOptions } from '../overview/key-figures.ts'
import { spanOf } from '../overview/line-period-basis.ts'
import { consecutiveQuarters, consecutiveYears } from '../overview/consecutive-periods.ts'
import { shownPeriods, overviewColumns, shownTwelveMonths } from '../overview/overview-periods.ts'
import { ConsecutiveFigures } from '../overview/consecutive-figures.ts'
import { periodSentences } from './sentences.ts'
import { balanceFields, ratioFields, sheetFields } from './sheet-lines.ts'

const quartersAYear = 4
const shownYears = 10

/** The figures of a tear sheet, from a company's stored periods. Pure. */
export function sheetFigures(
  both: BothEditions,
  { known, adjustSplits, isOld, leftOut }: KeyFigureOptions,
): Omit<SheetFigures, 'restated'> {
  const { periods } = adjustSplits ? adjustedForSplits(both.series) : both.series
  const bases = shareBasesIn(periods)
  const shown = shownPeriods(both, { periods, bases, known, isOld })
  const quarters = new ConsecutiveFigures(consecutiveQuarters(periods), { periods, bases, leftOut })
  // The first shown year grows on the one before it.
  const years = new ConsecutiveFigures(consecutiveYears(periods, shownYears + 1), { periods, bases, leftOut })
  const latest = quarters.columns.at(-1)
  const twelveMonths = latest?.wholeYear
    ? { period: shownTwelveMonths(shown, periods, latest.wholeYear), ...latestYear(quarters, quartersAYear) }
    : null
  const latestFiscalYear = shown[years.columns.at(-1)?.at ?? -1]
  const main = quarters.isEmpty ? years : quarters
  return {
    edition: both.series.edition,
    basis: quarters.isEmpty ? 'annual' : 'quarterly',
    key: twelveMonths ?? (latestFiscalYear ? { period: latestFiscalYear, ...latestYear(years, 1) } : null),
    quarters: { ...tableOf(quarters, shown, quartersAYear), twelveMonths },
    years: { ...lastOf(tableOf(years, shown, 1), shownYears), twelveMonths },
    balance: statedLatest(periods, shown, balanceFields),
    ratios: statedLatest(periods, shown, ratioFields),
    sentences: sentencesOf(main, quarters.isEmpty ? 1 : quartersAYear),
    ties: tyingPeriods(shown),
    yearNotStored:
      latest && !periods.some(({ quarter, year }) => isFullYear(quarter) && year === latest.year) ? latest.year : null,
  }
}

function latestYear(
  figures: ConsecutiveFigures,
  perYear: number,
): Pick<NonNullable<SheetTable['twelveMonths']>, 'lines' | 'changes'> {
  const latest = figures.columns.length - 1
  return {
    lines: withCashCycle(
      byField((field) => figures.at(field, 'year', latest)),
      (parts) => cashCycle(parts.map((field) => figures.at(field, 'year', latest))),
    ),
    changes: byField((field) => figures.change(field, 'year', latest, latest - perYear)),
  }
}

function tableOf(
  figures: ConsecutiveFigures,
  shown: readonly Period[],
  perYear: number,
): Omit<SheetTable, 'twelveMonths'> {
  return {
    columns: overviewColumns(figures.columns, shown),
    lines: withCashCycle(
      byField((field) => figures.line(field, spanOf(field))),
      (parts) => figures.columns.map((_, at) => cashCycle(parts.map((field) => figures.at(field, spanOf(field), at)))),
    ),
    changes: byField((field) => figures.columns.map((_, at) => figures.change(field, spanOf(field), at, at - perYear))),
  }
}

function lastOf({ columns, lines, changes }: Omit<SheetTable, 'twelveMonths'>, most: number) {
  const last = (all: Record<string, Figure[]>) =>
    Object.fromEntries(Object.entries(all).map(([field, figures]) => [field, figures.slice(-most)]))
  return { columns: columns.slice(-most), lines: last(lines), changes: last(changes) }
}

function byField<Value>(of: (field: string) => Value): Record<string, Value> {
  return Object.fromEntries(sheetFields.map((field) => [field, of(field)]))
}

const cycleParts = ['working_capital_days.dso', 'working_capital_days.dio', 'working_capital_days.dpo']

function withCashCycle<Value>(
  lines: Record<string, Value>,
  cycleOf: (parts: readonly string[]) => Value,
): Record<string, Value> {
  return { ...lines, [cashCycleField]: cycleOf(cycleParts) }
}

function cashCycle([sales, inventory, payable]: readonly Figure[]): Figure {
  if (typeof sales !== 'number' || typeof inventory !== 'number' || typeof payable !== 'number') return null
  return sales + inventory - payable
}

/** Lines of the latest quarter or fiscal year that states any of them. */
function statedLatest(
  periods: readonly SeriesPeriod[],
  shown: readonly Period[],
  fields: readonly string[],
): { period: Period; lines: Record<string, Figure> } | null {
  const figureIn = (period: SeriesPeriod, field: string) =>
    figureOf(period.figures[figureIndexes.get(field) ?? -1] ?? notAvailable)
  const at = periods.findLastIndex(
    (period) =>
      (isQuarter(period.quarter) || isFullYear(period.quarter)) &&
      fields.some((field) => figureIn(period, field) !== null),
  )
  const [stated, period] = [periods[at], shown[at]]
  if (!stated || !period) return null
  return { period, lines: Object.fromEntries(fields.map((field) => [field, figureIn(stated, field)])) }
}

function sentencesOf(figures: ConsecutiveFigures, perYear: number): SheetFigures['sentences'] {
  const latest = figures.columns.length - 1
  const yearAgo = figures.columnBefore(latest, perYear)
  const at = (field: string, column: number) => figures.at(field, spanOf(field), column)
  const pair = (field: string) => ({ now: at(field, latest), yearAgo: at(field, yearAgo) })
  return periodSentences({
    revenue: pair('Revenue'),
    grossProfit: pair('GrossProfit'),
    operatingIncome: pair('OperatingIncome'),
    freeCashFlow: pair('calculated.free_cash_flow'),
    capitalExpenditure: pair('PurchasePropertyPlantEquipment'),
    netDebt: pair('calculated.net_debt'),
    netDebtToEbitda: at('calculated.net_debt_to_ebitda', latest),
    isYear: perYear === 1,
  })
}
