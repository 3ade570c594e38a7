/** The source of a calculated figure: its rule, and the figures that it was calculated from. */

import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { PeriodComparison, Figure } from '#contract/api/financials.ts'
import { figureOf } from '#contract/api/figure-numbers.ts'
import { labelInSentence, labelOf, unitOf } from '#contract/api/figure-lines.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import {
  calculatedByField,
  comparisonLines,
  needingYear,
  twelveMonthMetricByField,
} from '#contract/api/calculated-lines.ts'
import { isProportion, lineByField } from '#contract/service/statement-lines.ts'
import type { Reader } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { adjustedForSplits, adjustmentOf } from './adjust-splits.ts'
import { commonBaseOf } from './calculated-columns.ts'
import {
  daysBetween,
  isQuarter,
  labelBefore,
  labelOfYearBefore,
  periodBefore,
  quartersUpTo,
  yearBefore,
} from './fiscal-period.ts'
import { figureIndexes } from './figure-fields.ts'
import { acrossSplit, changeOf, share } from './growth.ts'
import { lastTwelveMonths, twelveMonthShares } from './last-twelve-months.ts'
import { calculatedFormulas } from './calculate-lines.ts'
import { comparisonFormulas, twelveMonthFormulas } from './comparison-formulas.ts'
import {
  readPeriod,
  readSeries,
  shareBasesIn,
  type CompanySeries,
  type SeriesPeriod,
  type StoredPeriod,
} from './company-series.ts'
import { isSameBase, shareLines } from './share-split.ts'
import { evaluateOnce } from '../metrics/evaluate-formula.ts'
import type { Formula } from '../metrics/formula.ts'

type CalculatedSourceRequest = ApiInputs['source']['calculated']
type CalculatedFigure = ApiOutputs['source']['calculated']

/**
 * The rule and the inputs of a figure that no record has. Throws `not-in-library`, or `bad-request` for an unknown line or for
 * records that are neither one period nor the four quarters of twelve months.
 */
export function calculatedSource(db: Reader, request: CalculatedSourceRequest): CalculatedFigure {
  const figure = calculatedFrom(db, request)
  const adjusted = new Set(figure.inputs.flatMap((input) => input.adjusted ?? []))
  return adjusted.size === 0 ? figure : { ...figure, rule: `${figure.rule}. ${[...adjusted].join(' ')}` }
}

function calculatedFrom(
  db: Reader,
  { recordIds, field, asOf, comparison = 'none', baseRecordIds, adjustSplits = false }: CalculatedSourceRequest,
): CalculatedFigure {
  const then = asOf ?? null
  const stored = recordIds.map((id) => readPeriod(db, id, then) ?? fail({ kind: 'not-in-library' }))
  const seriesOf: SeriesOf = ({ symbol, edition }) => {
    const series = readSeries(db, symbol, edition, then)
    return series && adjustSplits ? adjustedForSplits(series) : series
  }
  const periods = adjustSplits && shareLines.has(field) ? asIn(stored, seriesOf) : stored
  if (periods.length !== 1 && periods.length !== 4) fail({ kind: 'bad-request', detail: 'one period or four quarters' })
  const isKnown = lineByField.has(field) || ruleOf(field, periods) !== undefined
  const isStored = comparison !== 'none' && periods.length === 1 && figureIndexes.has(field)
  if (!isKnown && !isStored) fail({ kind: 'bad-request', detail: 'this line is not calculated' })
  const ofShares = shareLines.has(field) ? sharesOf(periods, seriesOf) : undefined
  const now = calculatedOver(periods, field, ofShares)
  if (comparison === 'none') return now
  if (comparison === 'common-size') {
    const base = commonBaseOf(field) ?? fail({ kind: 'bad-request', detail: 'this line has no common size' })
    const whole = calculatedOver(periods, base)
    const rule = `${now.rule} ÷ ${labelInSentence(whole.label)}`
    return { ...now, rule, value: share(now.value, whole.value), inputs: [...now.inputs, ...whole.inputs] }
  }
  const latest = periods.at(-1)
  const all = (latest && seriesOf(latest)?.periods) ?? []
  const found = periodsBefore(all, periods, comparison)
  const earlier = baseRecordIds ? recordsIn(all, baseRecordIds) : found
  const before = earlier && calculatedOver(earlier, field, ofShares)
  const isAcross = ofShares && earlier && !isSameBase(ofShares.baseOf(periods), ofShares.baseOf(earlier))
  const isYearOnYear = comparison === 'yoy'
  const rule = changeRule(now, isYearOnYear ? 'prior-year' : 'previous-period', isProportion(unitOf(field)))
  const change = changeOf(unitOf(field), now.value, before?.value)
  return {
    ...now,
    rule: before
      ? `${rule}${isAcross ? '; n.m. across a share split' : ''}`
      : `${rule} (${found ? 'no such period in the comparison' : whyNoneBefore(all, periods, comparison)})`,
    value: isAcross ? acrossSplit(change) : change,
    inputs: [...now.inputs, ...(before?.inputs ?? [])],
  }
}

/** The rule of a change in words, with that of the figure where its label does not tell it. */
function changeRule({ label, rule }: CalculatedFigure, earlier: string, isDifference: boolean): string {
  const before = `${earlier} ${labelInSentence(label)}`
  const change = isDifference ? `${label} − ${before}` : `${label} ÷ ${before} − 1`
  if (rule === label) return change
  return `${change}; ${rule.startsWith(label) ? rule : `${label} = ${rule}`}`
}

/** The periods of the company that a period is of. */
type SeriesOf = (period: StoredPeriod) => CompanySeries | undefined

/** The same periods from their company's series. */
function asIn(stored: readonly StoredPeriod[], seriesOf: SeriesOf): readonly StoredPeriod[] {
  const [first] = stored
  const all = first && seriesOf(first)?.periods
  return stored.map((period) => ({ ...period, ...all?.find(({ recordId }) => recordId === period.recordId) }))
}

/** The shares that some periods of one company count in. */
interface SourceShares {
  /** The fiscal year that ends with four quarters. */
  readonly yearOf: (quarters: readonly SeriesPeriod[]) => SeriesPeriod | undefined
  readonly isOneBase: (quarters: readonly SeriesPeriod[]) => boolean
  /** For one period, or for four quarters together. */
  readonly baseOf: (periods: readonly SeriesPeriod[]) => number
}

function sharesOf([first]: readonly StoredPeriod[], seriesOf: SeriesOf): SourceShares | undefined {
  const all = first && seriesOf(first)?.periods
  if (!all) return undefined
  const bases = shareBasesIn(all)
  const placesOf = (some: readonly SeriesPeriod[]) =>
    some.map(({ recordId }) => all.findIndex((each) => each.recordId === recordId))
  const over = (quarters: readonly SeriesPeriod[]) => twelveMonthShares(all, bases, placesOf(quarters))
  return {
    yearOf: (quarters) => all[over(quarters).year ?? -1],
    isOneBase: (quarters) => over(quarters).isOneBase,
    baseOf: (some) => (some.length === 4 ? over(some).base : bases.of(placesOf(some)[0] ?? -1)),
  }
}

/** A line of one period, or of four quarters together; `shares` of a line that counts in shares. */
function calculatedOver(periods: readonly SeriesPeriod[], field: string, shares?: SourceShares): CalculatedFigure {
  const year = periods.length === 4 ? shares?.yearOf(periods) : undefined
  if (year && figureOf(year.figures[figureIndexes.get(field) ?? -1]) !== null) {
    const ofYear = calculatedOver([year], field)
    return {
      ...ofYear,
      rule: `${labelOf(field)} of ${fiscalPeriodName(year)}${year.adjustment ? '' : ' as reported'}, which ends with the same quarter`,
    }
  }
  const line = ruleOf(field, periods)
  const isOneBase = periods.length < 4 || (shares?.isOneBase(periods) ?? true)
  const inputs = line?.inputs ?? [field]
  const isSum = periods.length === 4
  const figureIn = ({ figures }: SeriesPeriod, name: string) => figureOf(figures[figureIndexes.get(name) ?? -1])
  const valueOf = (name: string): Figure => {
    const figures = periods.map((period) => figureIn(period, name))
    return isSum ? lastTwelveMonths(name, figures, { year: null, isOneBase }) : (figures[0] ?? null)
  }
  const values = Object.fromEntries(inputs.map((name) => [name, valueOf(name)]))
  const isTooShort = needingYear.has(field) && !isSum && isQuarter(periods[0]?.quarter ?? '')
  return {
    field,
    label: labelOf(field),
    rule: `${line?.rule ?? labelOf(field)}${isSum ? ', last four consecutive quarters' : ''}${isOneBase ? '' : '; n.m. across a share split'}`,
    value: isTooShort ? null : line ? evaluateOnce(line.formula, values) : (values[field] ?? null),
    inputs: inputs.flatMap((name) =>
      periods.map((period) => ({
        recordId: period.recordId,
        field: name,
        label: labelOf(name),
        quarter: period.quarter,
        year: period.year,
        endPeriod: period.endPeriod,
        value: figureIn(period, name),
        adjusted: shareLines.has(name) ? adjustmentOf([period]) : null,
      })),
    ),
  }
}

interface CalculationRule {
  readonly rule: string
  readonly inputs: readonly string[]
  readonly formula: Formula
}

const comparedByField = new Map(comparisonLines.map((line) => [line.field, line]))

/** The rule of a calculated line; undefined for a stored one. A metric of the service is calculated over four quarters only. */
function ruleOf(field: string, { length }: readonly SeriesPeriod[]): CalculationRule | undefined {
  const line = calculatedByField.get(field) ?? comparedByField.get(field)
  const words = line ?? (length === 4 ? twelveMonthMetricByField.get(field) : undefined)
  const formula = calculatedFormulas.get(field) ?? comparisonFormulas.get(field) ?? twelveMonthFormulas.get(field)
  return words && formula && { rule: words.rule, inputs: words.inputs, formula }
}

type Change = Exclude<PeriodComparison, 'none' | 'common-size'>

/** The periods that a period, or four quarters, are compared with; undefined: there are none. */
function periodsBefore(
  all: readonly SeriesPeriod[],
  periods: readonly SeriesPeriod[],
  change: Change,
): readonly SeriesPeriod[] | undefined {
  const at = placeOf(all, periods.at(-1))
  if (periods.length === 4) {
    const quarters = change === 'yoy' ? quartersUpTo(all, at, 8)?.slice(0, 4) : undefined
    return quarters?.flatMap((index) => all[index] ?? [])
  }
  const before = (change === 'yoy' ? yearBefore : periodBefore)(all, at)
  const period = before === undefined ? undefined : all[before]
  return period && [period]
}

/** The periods that a comparison's columns name; undefined: none. */
function recordsIn(all: readonly SeriesPeriod[], ids: readonly number[]): readonly SeriesPeriod[] | undefined {
  if (ids.length === 0) return undefined
  return ids.map(
    (id) =>
      all.find(({ recordId }) => recordId === id) ?? fail({ kind: 'bad-request', detail: 'a base of another series' }),
  )
}

/** Why a period, or four quarters, are compared with nothing. */
function whyNoneBefore(all: readonly SeriesPeriod[], periods: readonly SeriesPeriod[], change: Change): string {
  const isYear = periods.length === 4
  if (isYear && change === 'qoq') return 'q/q is not calculated over four quarters'
  const later = isYear ? firstOfChain(all, placeOf(all, periods.at(-1))) : periods[0]
  const label = later && (isYear ? labelBefore : earlierLabels[change])(later)
  const named = all.filter(({ quarter, year }) => quarter === label?.quarter && year === label.year)
  const [earlier] = named
  if (!later || !earlier) return `${change === 'yoy' ? 'prior-year' : 'previous'} period not stored`
  const name = fiscalPeriodName(earlier)
  if (named.length > 1) return `${named.length} records are labeled ${name}`
  const gap = daysBetween(earlier.endPeriod, later.endPeriod)
  if (Number.isNaN(gap)) return `${name} or ${fiscalPeriodName(later)} has no valid end date`
  return `${name} ends ${gap} days before ${fiscalPeriodName(later)}: the year-end changed, or a period is mislabeled`
}

const earlierLabels = { yoy: labelOfYearBefore, qoq: labelBefore }

/** The first of up to eight consecutive quarters that end with one of them. */
function firstOfChain(all: readonly SeriesPeriod[], last: number): SeriesPeriod | undefined {
  const counts = [8, 7, 6, 5, 4, 3, 2, 1]
  const chain = counts.reduce<readonly number[] | undefined>(
    (found, count) => found ?? quartersUpTo(all, last, count),
    undefined,
  )
  return all[chain?.[0] ?? -1]
}

function placeOf(all: readonly SeriesPeriod[], period: SeriesPeriod | undefined): number {
  return all.findIndex(({ recordId }) => recordId === period?.recordId)
}
