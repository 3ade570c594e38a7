/** Calculates the figures of an earnings brief from a company's stored periods. */

import { inputsOf } from '#contract/api/calculated-lines.ts'
import { comparedLines } from '#contract/api/figure-lines.ts'
import type { BriefCell, BriefFigures, BriefLine, BriefPeriod } from '#contract/api/brief.ts'
import type { InferredQuarter } from '#contract/api/calls.ts'
import type { Figure, Period } from '#contract/api/financials.ts'
import { tyingPeriods } from '#contract/api/tie-out-counts.ts'
import { isOutflow, isProportion } from '#contract/service/statement-lines.ts'
import { adjustedForSplits } from '../fundamentals/adjust-splits.ts'
import { isFullYear, type FiscalPeriod } from '../fundamentals/fiscal-period.ts'
import { difference, outflowGrowth } from '../fundamentals/growth.ts'
import type { KnownBreaksOfCompany } from '../fundamentals/known-break-marks.ts'
import { isSplit } from '../fundamentals/share-split.ts'
import { shareBasesIn, type BothEditions, type CompanySeries } from '../fundamentals/company-series.ts'
import { spanOf } from '../overview/line-period-basis.ts'
import { consecutiveQuarters, consecutiveYears, type ConsecutivePeriod } from '../overview/consecutive-periods.ts'
import { shownPeriods } from '../overview/overview-periods.ts'
import { ConsecutiveFigures } from '../overview/consecutive-figures.ts'

interface LineOnPage {
  readonly field: string
  readonly rank: BriefLine['rank']
  /** Only where it differs from the line's usual label. */
  readonly label?: string
  readonly change?: BriefLine['change']
}

const total = { rank: 'total' } as const
const item = { rank: 'item' } as const
const share = { rank: 'share' } as const

/** The lines of the page, in their order. */
const linesOnPage: readonly LineOnPage[] = [
  { field: 'Revenue', ...total },
  { field: 'GrossProfit', ...item },
  { field: 'calculated.gross_margin', ...share },
  { field: 'SellingGeneralAdministrative', ...item, label: 'SG&A' },
  { field: 'ResearchDevelopment', ...item },
  { field: 'OperatingIncome', ...total },
  { field: 'calculated.operating_margin', ...share },
  { field: 'NetIncomeLossAttributableCommonShareholders', ...total },
  { field: 'DilutedEarningsPerShare', ...total },
  { field: 'NetCashOperatingActivities', ...item },
  { field: 'PurchasePropertyPlantEquipment', ...item },
  { field: 'calculated.free_cash_flow', ...total },
  { field: 'calculated.net_debt', ...total, change: 'difference' },
  { field: 'calculated.net_debt_to_ebitda', ...item, label: 'Net debt to LTM EBITDA' },
  { field: 'working_capital_days.dso', ...item },
  { field: 'working_capital_days.dio', ...item, label: 'Days inventory' },
]

const shownInLine = 8

interface BriefFiguresOptions {
  /** The call's fiscal period; null: unknown. */
  readonly quarter: InferredQuarter | null
  /** YYYY-MM-DD of the call: without its period, the latest one that had ended. */
  readonly heldOn: string
  readonly known: KnownBreaksOfCompany
  readonly adjustSplits: boolean
  /** Lines that have no row: see `linesLeftOut`. */
  readonly leftOut: ReadonlySet<string>
}

/** Figures of the page, with those that only its sentences need. */
export interface FiguresOfCall {
  readonly figures: BriefFigures
  /** The latest twelve quarters or ten years of each line, oldest first. */
  readonly history: ReadonlyMap<string, readonly Figure[]>
  /** The record of the current period. */
  readonly recordId: number
  /** The records of every period of the shown edition. */
  readonly recordIds: ReadonlySet<number>
}

/** The figures that a call is about, from a company's stored periods. Pure. Undefined when no period had ended by then. */
export function briefFigures(
  both: BothEditions,
  { quarter, heldOn, known, adjustSplits, leftOut }: BriefFiguresOptions,
): FiguresOfCall | undefined {
  const own = quarter && both.series.periods.find((period) => isPeriodOf(period, quarter))
  const until = own?.endPeriod ?? heldOn
  const upTo = (series: CompanySeries): CompanySeries => ({
    ...series,
    periods: series.periods.filter(({ endPeriod }) => endPeriod <= until),
  })
  const then = { series: upTo(both.series), other: both.other && upTo(both.other) }
  const { periods } = adjustSplits ? adjustedForSplits(then.series) : then.series
  const bases = shareBasesIn(periods)
  const shown = shownPeriods(then, { periods, bases, known, isOld: () => false })
  const [quarters, years] = [consecutiveQuarters(periods), consecutiveYears(periods)]
  // A call about a year whose last quarter is not stored is about the whole year.
  const isWhole =
    !!own && isFullYear(own.quarter) && !quarters.some(({ at }) => periods[at ?? -1]?.endPeriod === own.endPeriod)
  const isQuarterly = quarters.length > 0 && !isWhole
  const columns = isQuarterly ? quarters : years
  const current = columns.at(-1)
  const stored = current && shown[current.at ?? -1]
  const [recordId] = stored?.recordIds ?? []
  if (!current || !stored || recordId === undefined) return undefined
  const page = new FiguresOnPage(
    columns,
    shown,
    new ConsecutiveFigures(columns, { periods, bases, leftOut }),
    isQuarterly ? 4 : 1,
  )
  const { tie, of } = tyingPeriods(columns.flatMap(({ at }) => shown[at ?? -1] ?? []))
  return {
    figures: {
      edition: both.series.edition,
      basis: isQuarterly ? 'quarterly' : 'annual',
      notStored: own ? null : quarter,
      ...page.periods(stored),
      lines: linesOnPage.map((line) => page.line(line)).filter((line) => isStored(line)),
      splits: page.splits(),
      ties: { tie, of },
    },
    history: new Map(linesOnPage.map((line) => [line.field, page.history(line)])),
    recordId,
    recordIds: new Set(both.series.periods.map((period) => period.recordId)),
  }
}

/** A call on a whole year is on its last quarter too. */
function isPeriodOf(period: FiscalPeriod, { quarter, year }: InferredQuarter): boolean {
  if (period.year !== year) return false
  return quarter === 'FY' ? period.quarter === 'Q4' || isFullYear(period.quarter) : period.quarter === quarter
}

class FiguresOnPage {
  readonly #columns: readonly ConsecutivePeriod[]
  readonly #shown: readonly Period[]
  readonly #figures: ConsecutiveFigures
  readonly #perYear: 1 | 4

  constructor(
    columns: readonly ConsecutivePeriod[],
    shown: readonly Period[],
    figures: ConsecutiveFigures,
    perYear: 1 | 4,
  ) {
    this.#columns = columns
    this.#shown = shown
    this.#figures = figures
    this.#perYear = perYear
  }

  get #last(): number {
    return this.#columns.length - 1
  }

  /** For years, the previous period is the year ago. */
  get #previous(): number {
    return this.#perYear === 4 ? this.#figures.columnBefore(this.#last, 1) : -1
  }

  get #yearAgo(): number {
    return this.#figures.columnBefore(this.#last, this.#perYear)
  }

  periods(current: Period): Pick<BriefFigures, 'current' | 'previous' | 'yearAgo'> {
    const { quarter, year, endPeriod, remarks, adjusted } = current
    return {
      current: { quarter, year, endPeriod, remarks, adjusted },
      previous: this.#periodAt(this.#previous),
      yearAgo: this.#periodAt(this.#yearAgo),
    }
  }

  line({ field, rank, label, change }: LineOnPage): BriefLine {
    const line = comparedLines.get(field)
    const unit = line?.unit ?? 'money'
    const changed = change ?? (isProportion(unit) ? 'difference' : 'growth')
    const changeOn = (column: number) => this.#change(field, changed, column)
    return {
      field,
      label: label ?? line?.label ?? field,
      unit,
      rank,
      change: changed,
      current: this.#cell(field, this.#last),
      previous: this.#cell(field, this.#previous),
      yearAgo: this.#cell(field, this.#yearAgo),
      sequential: changeOn(this.#previous),
      yearOverYear: changeOn(this.#yearAgo),
      series: this.#figures.line(field, spanOf(field)).slice(-shownInLine),
    }
  }

  /** Across the periods that the lines of figures are drawn through. */
  splits(): string[] {
    const periods = this.#columns.slice(-shownInLine).flatMap(({ at }) => this.#shown[at ?? -1] ?? [])
    const remarks = periods.flatMap((period) => period.remarks.filter(({ kind }) => isSplit(kind)))
    return [...new Set(remarks.map(({ message }) => message))]
  }

  history({ field }: LineOnPage): readonly Figure[] {
    return this.#figures.line(field, spanOf(field))
  }

  #periodAt(column: number): BriefPeriod | null {
    const at = this.#columns[column]
    if (!at) return null
    const stored = this.#shown[at.at ?? -1]
    return {
      quarter: at.quarter,
      year: at.year,
      endPeriod: stored?.endPeriod ?? null,
      remarks: stored?.remarks ?? [],
      adjusted: stored?.adjusted,
    }
  }

  #change(field: string, changed: BriefLine['change'], column: number): Figure {
    const span = spanOf(field)
    const [now, before] = [this.#figures.at(field, span, this.#last), this.#figures.at(field, span, column)]
    if (changed === 'difference') return difference(now, before)
    if (isOutflow(field)) return outflowGrowth(now, before)
    return this.#figures.change(field, span, this.#last, column)
  }

  #cell(field: string, column: number): BriefCell {
    const span = spanOf(field)
    const at = this.#columns[column]
    const value = this.#figures.at(field, span, column)
    const sources = span === 'year' ? (at?.wholeYear ?? []) : [at?.at ?? -1]
    const periods = typeof value !== 'number' ? [] : sources.flatMap((each) => this.#shown[each] ?? [])
    const fields = inputsOf(field).length > 0 ? inputsOf(field) : [field]
    const isAnyIn = (marked: readonly string[]) => fields.some((each) => marked.includes(each))
    return {
      value,
      restated: periods.some(({ restated }) => isAnyIn(restated)),
      untied: periods.some(({ breaks }) => breaks.includes(field)),
    }
  }
}

/** A line without any stored figure is one that the company does not report, as a bank reports no gross profit. */
function isStored({ current, previous, yearAgo, series }: BriefLine): boolean {
  return [current.value, previous.value, yearAgo.value, ...series].some((figure) => figure !== null)
}
