/**
 * Ties out a company's periods: totals within a period, EPS, quarters against years, balances
 * against the period before, and one edition against the other.
 */

import type { Edition, Tie, TieOut, TieTerm } from '#contract/api/financials.ts'
import { labelOf } from '#contract/api/figure-lines.ts'
import { notAvailable } from '#contract/api/figure-numbers.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { lineByField, statementLines, type StatementLine } from '#contract/service/statement-lines.ts'
import { days } from '../duration.ts'
import { figureIndexes } from './figure-fields.ts'
import { endTogether, isFullYear, isQuarter, quartersUpTo, spans } from './fiscal-period.ts'
import { breakKey, noKnownBreaks, type BreakName, type KnownBreaksOfCompany } from './known-break-marks.ts'
import type { CompanySeries, SeriesPeriod } from './company-series.ts'
import {
  isComparable,
  isBreak,
  checkQuotient,
  reportingUnit,
  checkEqual,
  checkSum,
  type TieOutResult,
} from './tie-out-tolerance.ts'
import {
  doesTotalTie,
  failingTotals,
  figuresIn,
  hasCheckedTotal,
  tieOut,
  ruleName,
  takesPart,
  tieRules,
  type TieRule,
} from './tie-outs.ts'

const perShare = [
  { eps: 'BasicEarningsPerShare', shares: 'BasicSharesOutstanding' },
  { eps: 'DilutedEarningsPerShare', shares: 'DilutedSharesOutstanding' },
] as const
const income = 'NetIncomeLossAttributableCommonShareholders'
const cash = 'CashEquivalents'
const changeInCash = 'ChangeCashEquivalents'

/**
 * Lines of a year that follow from its quarters: flows add up, balances are those of the last quarter. Earnings per share and
 * average shares do not add up, since the number of shares moves.
 */
const yearLines = statementLines.filter(({ unit, measure }) => unit === 'money' && measure !== 'average')

/**
 * The ties of a company's periods: totals within each, earnings per share against income and shares, the change in cash against two
 * balance sheets, a year against its quarters, one edition against the other. What cannot be checked is no failure; nothing is ever
 * repaired.
 */
export class SeriesTies {
  readonly #series: CompanySeries
  /** By label; −1 when two periods share it. */
  readonly #byLabel: ReadonlyMap<string, number>
  /** Days since 1970. */
  readonly #ends: readonly number[]
  /** The same periods in the other edition. */
  readonly #twins: ReadonlyMap<string, SeriesPeriod>
  readonly #known: KnownBreaksOfCompany

  /**
   * @param other the same company in the other edition, as known at the same moment
   * @param known the breaks of the company that the user has marked as known
   */
  constructor(series: CompanySeries, other: CompanySeries | undefined, known: KnownBreaksOfCompany = noKnownBreaks) {
    this.#series = series
    this.#known = known
    const byLabel = new Map<string, number>()
    for (const [at, { quarter, year }] of series.periods.entries()) {
      const label = `${quarter} ${year}`
      byLabel.set(label, byLabel.has(label) ? -1 : at)
    }
    this.#byLabel = byLabel
    this.#ends = series.periods.map(({ endPeriod }) => Math.round(Date.parse(endPeriod) / days))
    this.#twins = new Map(other?.periods.map((period) => [nameOf(period), period]))
  }

  /** The fields of a period that do not tie, each once; those with known breaks only are separate. */
  breaksOf(at: number): PeriodBreaks {
    const failing = this.fails(at)
    if (failing.length === 0 || this.#known.size === 0) return { breaks: failing, knownBreaks: [] }
    const unknown = new Set(
      this.checks(at).flatMap((check) =>
        check.tie.result === 'fails' && this.knownBreak(check) === undefined ? check.field : [],
      ),
    )
    return {
      breaks: failing.filter((field) => unknown.has(field)),
      knownBreaks: failing.filter((field) => !unknown.has(field)),
    }
  }

  /** The fields of a period that do not tie, each once, with known breaks or not. */
  fails(at: number): string[] {
    const period = this.#series.periods[at]
    if (!period) return []
    const failing = failingTotals(period.figures)
    const add = (field: string, checked: TieOutResult) => {
      if (isBreak(checked) && !failing.includes(field)) failing.push(field)
    }
    for (const { eps, shares } of perShare) add(eps, earningsPerShare(period, eps, shares))
    const opening = this.#opening(at, period)
    if (opening) {
      const flow = cashFlow(period, opening)
      if (!mayBeRestrictedCash(flow, period, opening)) add(changeInCash, flow)
    }
    // A quarter in the midst of the year is not what is off: the year is, and its last quarter, which is made from it.
    const year = isFullYear(period.quarter) || period.quarter === 'Q4' ? this.#yearOf(period) : undefined
    if (year) for (const line of yearLines) add(line.field, yearAndQuarters(year, line))
    const twin = this.#twins.get(nameOf(period))
    if (twin) {
      for (const { field } of statementLines) {
        if (!isRestated(field, period, twin)) add(field, editions(period, twin, field))
      }
    }
    return failing
  }

  /** Whether any check of a period was possible: otherwise it neither ties nor fails. */
  isChecked(at: number): boolean {
    const period = this.#series.periods[at]
    if (!period) return false
    if (hasCheckedTotal(period.figures)) return true
    const opening = this.#opening(at, period)
    const year = this.#yearOf(period)
    const twin = this.#twins.get(nameOf(period))
    return (
      perShare.some(({ eps, shares }) => isComparable(earningsPerShare(period, eps, shares))) ||
      (opening !== undefined && isComparable(cashFlow(period, opening))) ||
      (year !== undefined && yearLines.some((line) => isComparable(yearAndQuarters(year, line)))) ||
      (twin !== undefined && statementLines.some(({ field }) => isComparable(editions(period, twin, field))))
    )
  }

  /**
   * Every check that `fails` counts for a period, each with the record of the stated figure. `isWanted`: only these lines, since
   * a company with many periods has tens of thousands of checks.
   */
  checks(at: number, isWanted: (field: string) => boolean = () => true): Check[] {
    const period = this.#series.periods[at]
    if (!period) return []
    return [
      ...this.#totals(period, isWanted),
      ...this.#across(
        at,
        period,
        statementLines.filter(({ field }) => isWanted(field)),
      ).filter((check) => check.isCounted && isWanted(check.field)),
    ]
  }

  /**
   * The checks that a workbook lists, period by period: totals, EPS and the change in cash always; a year against its quarters and one
   * edition against the other where they break in some period, since nearly every line has both.
   */
  listed(isWanted: (field: string) => boolean = () => true): readonly (readonly Check[])[] {
    const all = [...this.#series.periods.keys()].map((at) => this.checks(at, isWanted))
    const breaking = new Set(
      all.flatMap((checks) => checks.flatMap(({ tie, name }) => (tie.result === 'fails' ? name : []))),
    )
    const isListed = ({ kind, name }: Check) => (kind !== 'year' && kind !== 'edition') || breaking.has(name)
    return all.map((checks) => checks.filter(isListed))
  }

  /** The ties of a figure. */
  of(at: number, field: string): TieOut[] {
    const period = this.#series.periods[at]
    const line = lineByField.get(field)
    if (!period) return []
    return [...this.#totals(period, () => true), ...this.#across(at, period, line ? [line] : [])]
      .filter(({ tie }) => takesPart(tie, field))
      .map((check) => this.#tieOut(check))
  }

  /** The check of a figure of a period by its name, if its difference is a break. */
  named(at: number, name: string): Check | undefined {
    const period = this.#series.periods[at]
    if (!period) return undefined
    const all = [...this.#totals(period, () => true), ...this.#across(at, period, statementLines)]
    return all.find((check) => check.name === name && check.isMarkable)
  }

  /** The name under which the user marks the break: the mark lapses when any of the figures changes. */
  breakName({ name, kind, period, stated, tie }: Check): BreakName {
    const { edition } = this.#series
    const of = ({ quarter, year, endPeriod }: SeriesPeriod) => ({ edition, quarter, year, endPeriod })
    const figures = [
      figureText(of(stated), tie.field, tie.stated),
      ...tie.terms.map(({ from, field, value }) => figureText(from ?? of(period), field, value)),
    ]
    return {
      ...of(stated),
      // The two editions are compared once, whichever is shown.
      edition: kind === 'edition' ? 'enhanced' : edition,
      check: name,
      figures: JSON.stringify(figures.toSorted()),
    }
  }

  /** The user's mark of a check that fails; undefined: it has none, or its figures are others since. */
  knownBreak(check: Check) {
    if (this.#known.size === 0 || check.tie.result !== 'fails') return undefined
    return this.#known.get(breakKey(this.breakName(check)))
  }

  #tieOut(check: Check): TieOut {
    const { tie, name, isMarkable } = check
    const known = this.knownBreak(check)
    if (!isMarkable || tie.result !== 'fails') return { ...tie, check: null, known: null }
    if (known) return { ...tie, check: name, known: { note: known.note, markedAt: known.markedAt, lapsed: false } }
    const { figures: _, ...of } = this.breakName(check)
    const lapsed = this.#known.lapsed(of)
    return {
      ...tie,
      check: name,
      known: lapsed ? { note: lapsed.note, markedAt: lapsed.markedAt, lapsed: true } : null,
    }
  }

  #totals(period: SeriesPeriod, isWanted: (field: string) => boolean): Check[] {
    const figureOf = figuresIn(period.figures)
    return tieRules.flatMap((rule): Check[] => {
      const tie = isWanted(rule.field) ? tieOut(rule, figureOf) : undefined
      return tie ? [{ ...checkOf('total', ruleName(rule), tie, period), rule }] : []
    })
  }

  /** Checks beyond a period's own totals: years and quarters, and the two editions for some lines. */
  #across(at: number, period: SeriesPeriod, lines: readonly StatementLine[]): Check[] {
    const year = this.#yearOf(period)
    const isYearCounted = isFullYear(period.quarter) || period.quarter === 'Q4'
    const twin = this.#twins.get(nameOf(period))
    const across = (kind: Check['kind'], tie: Tie | undefined, stated = period): Check[] =>
      tie ? [checkOf(kind, `cross.${kind}.${tie.field}`, tie, period, stated)] : []
    return [
      ...perShare.flatMap(({ eps, shares }) => across('earnings', earningsTie(period, eps, shares))),
      ...across('cash', this.#cashTie(at, period)),
      ...(year
        ? lines.flatMap((line) =>
            across('year', this.#yearTie(year, period, line), year.whole).map((check) => ({
              ...check,
              isCounted: isYearCounted,
            })),
          )
        : []),
      ...(twin
        ? lines.flatMap(({ field }) => {
            const isMarkable = !isRestated(field, period, twin)
            return across('edition', this.#editionTie(period, twin, field)).map((check) => ({
              ...check,
              isCounted: isMarkable,
              isMarkable,
            }))
          })
        : []),
    ]
  }

  #cashTie(at: number, period: SeriesPeriod): Tie | undefined {
    const opening = this.#opening(at, period)
    if (!opening || Number.isNaN(figureIn(period, changeInCash))) return undefined
    const flow = cashFlow(period, opening)
    const tie = tieOf(flow, {
      field: changeInCash,
      rule: `${labelOf(cash)} − ${labelOf(cash)} of ${fiscalPeriodName(opening)} = ${labelOf(changeInCash)}`,
      note: 'The cash flow statement may include restricted cash, which this balance sheet line does not.',
      terms: [term('+', period, cash, null), term('-', opening, cash, this.#series.edition)],
    })
    if (tie.result !== 'fails' || !mayBeRestrictedCash(flow, period, opening)) return tie
    const note =
      'May be restricted cash: both statements tie, and other assets are large enough to contain the difference.'
    return { ...tie, result: 'unknown', note }
  }

  #yearTie(year: Year, period: SeriesPeriod, line: StatementLine): Tie | undefined {
    if (!yearLines.includes(line)) return undefined
    const { field, measure } = line
    const quarters = measure === 'end' ? year.quarters.slice(-1) : year.quarters
    const names = quarters.map(({ quarter }) => quarter).join(' + ')
    return tieOf(yearAndQuarters(year, line), {
      field,
      rule: `${names} = ${fiscalPeriodName(year.whole)}`,
      note: 'The year may have been restated without its quarters.',
      terms: quarters.map((quarter) => term('+', quarter, field, quarter === period ? null : this.#series.edition)),
    })
  }

  #editionTie(period: SeriesPeriod, twin: SeriesPeriod, field: string): Tie | undefined {
    const edition = this.#series.edition === 'lite' ? 'enhanced' : 'lite'
    const checked = editions(period, twin, field)
    if (Number.isNaN(checked.stated) && Number.isNaN(checked.calculated)) return undefined
    return tieOf(checked, {
      field,
      rule: edition === 'lite' ? 'Lite record = Enhanced record' : 'Enhanced record = Lite record',
      note: isRestated(field, period, twin) ? 'One record was restated; the other may predate the restatement.' : '',
      terms: [term('+', twin, field, edition)],
    })
  }

  /** The period whose closing balance sheet is this one's opening one. */
  #opening(at: number, { quarter, year }: SeriesPeriod): SeriesPeriod | undefined {
    const isYear = isFullYear(quarter)
    if (!isYear && !isQuarter(quarter)) return undefined
    const { shortest, longest } = isYear ? spans.year : spans.quarter
    const fits = (label: string) => {
      const before = this.#byLabel.get(label) ?? -1
      const span = (this.#ends[at] ?? Number.NaN) - (this.#ends[before] ?? Number.NaN)
      return span >= shortest && span <= longest ? this.#series.periods[before] : undefined
    }
    const number = Number(quarter.slice(1))
    if (!isYear && number > 1) return fits(`Q${number - 1} ${year}`)
    return fits(`FY ${year - 1}`) ?? fits(`Q4 ${year - 1}`)
  }

  /** The year that ends with a period, which is the year or its last quarter, and its quarters, if each is stored once. */
  #yearOf({ quarter, year }: SeriesPeriod): Year | undefined {
    if (!isFullYear(quarter) && !isQuarter(quarter)) return undefined
    const whole = this.#series.periods[this.#byLabel.get(`FY ${year}`) ?? -1]
    if (!whole) return undefined
    const chain = quartersUpTo(this.#series.periods, this.#byLabel.get(`Q4 ${year}`) ?? -1, 4)
    const quarters = chain?.flatMap((each) => this.#series.periods[each] ?? []) ?? []
    const last = quarters[3]
    return last && endTogether(last, whole) ? { whole, quarters, unit: unitOfRecord(whole) } : undefined
  }
}

export interface PeriodBreaks {
  /** Fields that do not tie. */
  readonly breaks: string[]
  /** Fields that do not tie, by breaks that the user has marked as known and by no other. */
  readonly knownBreaks: string[]
}

/**
 * A figure compared with the one that follows from others: in its period (a total), in the record (EPS), in another period, in
 * the other edition. The screen, the workbooks and the user's marks all use these.
 */
export interface Check {
  readonly kind: 'total' | 'earnings' | 'cash' | 'year' | 'edition'
  /** Names it among the checks of a period. */
  readonly name: string
  readonly field: string
  readonly period: SeriesPeriod
  /** The period of the stated figure: the year, when its fourth quarter is compared with it. */
  readonly stated: SeriesPeriod
  readonly tie: Tie
  /** A difference makes the figure one of the period's that do not tie. */
  readonly isCounted: boolean
  /** A difference is a break, here or in the period in which it is counted. */
  readonly isMarkable: boolean
  /** Only of a total. */
  readonly rule?: TieRule
}

function checkOf(kind: Check['kind'], name: string, tie: Tie, period: SeriesPeriod, stated = period): Check {
  return { kind, name, field: tie.field, period, stated, tie, isCounted: true, isMarkable: true }
}

/** The label of a check next to its period. */
export function checkLabel({ kind, field, tie }: Check, edition: Edition): string {
  switch (kind) {
    case 'total':
    case 'earnings':
      return tie.rule
    case 'cash':
      return 'Change in cash = cash at the end − cash at the end of the previous period'
    case 'year':
      return `${labelOf(field)}: fiscal year = its quarters`
    case 'edition':
      return `${labelOf(field)}: ${edition} record = ${edition === 'lite' ? 'enhanced' : 'lite'} record`
    default:
      return kind satisfies never
  }
}

interface PeriodName {
  readonly edition: Edition
  readonly quarter: string
  readonly year: number
  readonly endPeriod: string
}

function figureText({ edition, quarter, year, endPeriod }: PeriodName, field: string, value: number | null): string {
  return `${edition} ${quarter} ${year} ${endPeriod} ${field} ${value}`
}

interface Year {
  readonly whole: SeriesPeriod
  /** Oldest first. */
  readonly quarters: readonly SeriesPeriod[]
  /** The unit in which the year's record is reported. */
  readonly unit: number
}

function nameOf({ quarter, year, endPeriod }: SeriesPeriod): string {
  return `${quarter} ${year} ${endPeriod}`
}

function figureIn({ figures }: SeriesPeriod, field: string): number {
  return figures[figureIndexes.get(field) ?? -1] ?? notAvailable
}

function earningsPerShare(period: SeriesPeriod, eps: string, shares: string): TieOutResult {
  return checkQuotient(figureIn(period, eps), figureIn(period, income), figureIn(period, shares))
}

function earningsTie(period: SeriesPeriod, eps: string, shares: string): Tie | undefined {
  if (Number.isNaN(figureIn(period, eps))) return undefined
  return tieOf(earningsPerShare(period, eps, shares), {
    field: eps,
    rule: `${labelOf(income)} / ${labelOf(shares)} = ${labelOf(eps)}`,
    note: 'Other share classes and convertible securities may share in the income.',
    terms: [term('+', period, income, null), term('/', period, shares, null)],
  })
}

function cashFlow(period: SeriesPeriod, opening: SeriesPeriod): TieOutResult {
  return checkSum(
    figureIn(period, changeInCash),
    [figureIn(period, cash), -figureIn(opening, cash)],
    unitOfRecord(period),
  )
}

/**
 * Since 2018 a US cash flow statement counts restricted cash (ASU 2016-18), for which the service has no line: it is part of
 * other assets. The difference may be that when the cash flow adds up to its change, both balance sheets add up to their current
 * assets, and the other assets of one of them are at least as large. Then nothing can be checked; anything less is a break.
 */
function mayBeRestrictedCash(flow: TieOutResult, period: SeriesPeriod, opening: SeriesPeriod): boolean {
  if (!isBreak(flow)) return false
  const { stated, calculated } = flow
  const room = [period, opening].map(
    (of) => figureIn(of, 'PrepaidExpensesOtherCurrentAssets') + figureIn(of, 'OtherAssets'),
  )
  return (
    room.some((assets) => assets >= Math.abs(stated - calculated)) &&
    doesTotalTie(changeInCash, period.figures) &&
    [period, opening].every(({ figures }) => doesTotalTie('TotalCurrentAssets', figures))
  )
}

const moneyIndexes = statementLines.flatMap(({ field, unit }) =>
  unit === 'money' ? [figureIndexes.get(field) ?? -1] : [],
)

function unitOfRecord({ figures }: SeriesPeriod): number {
  return reportingUnit(moneyIndexes.map((index) => figures[index] ?? notAvailable))
}

function yearAndQuarters({ whole, quarters, unit }: Year, { field, measure }: StatementLine): TieOutResult {
  const parts = measure === 'end' ? quarters.slice(-1) : quarters
  return checkSum(
    figureIn(whole, field),
    parts.map((quarter) => figureIn(quarter, field)),
    unit,
  )
}

/** Then one edition may only have been fetched before the other. */
function isRestated(field: string, ...both: readonly SeriesPeriod[]): boolean {
  return both.some(({ restated }) => restated.includes(field))
}

function editions(period: SeriesPeriod, twin: SeriesPeriod, field: string): TieOutResult {
  return checkEqual(figureIn(period, field), figureIn(twin, field))
}

/** @param edition of the record, if it is not that of the figure */
function term(sign: TieTerm['sign'], period: SeriesPeriod, field: string, edition: Edition | null): TieTerm {
  const { recordId, quarter, year, endPeriod } = period
  const value = figureIn(period, field)
  const from = edition && { recordId, edition, quarter, year, endPeriod }
  return { sign, field, value: Number.isNaN(value) ? null : value, from }
}

function tieOf(checked: TieOutResult, what: Pick<Tie, 'field' | 'terms' | 'rule' | 'note'>): Tie {
  const { stated, calculated, tolerance } = checked
  const [statedValue, follows] = [stated, calculated].map((number) => (Number.isNaN(number) ? null : number))
  const sides = { ...what, stated: statedValue ?? null, calculated: follows ?? null }
  if (statedValue === null || follows === null) return { ...sides, result: 'unknown', difference: null, tolerance: 0 }
  return { ...sides, result: isBreak(checked) ? 'fails' : 'ties', difference: stated - calculated, tolerance }
}
