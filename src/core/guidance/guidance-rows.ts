/** Arranges the guidance of a company's calls by measure and period, next to the reported figures. */

import { figureLines } from '#contract/api/figure-lines.ts'
import type { GuidanceCell, GuidanceRow, NotCompared } from '#contract/api/guidance.ts'
import type { ReportedFigure, SpokenValue } from '#contract/api/spoken-figures.ts'
import { isAfter, type CallQuarter } from '../spoken-figures/periods.ts'
import { isForeign } from '../spoken-figures/verdicts.ts'
import { sharedBasis } from './adjustment-basis.ts'
import { agreedValue, changeOf, hasOtherBound, hasOtherCurrency, outcomeOf, type Expected } from './compare-guidance.ts'
import { isSamePeriod } from './exact-periods.ts'
import type { FirstReported } from './first-reported.ts'
import { isAbout, type GuidanceRemark } from './guidance-scope.ts'
import type { Reaffirmations } from './reaffirmed-guidance.ts'
import type { StatedGuidance, UnclearGuidance } from './stated-guidance.ts'
import type { Withdrawals } from './withdrawn-guidance.ts'

/** A call with what it says of later periods. */
export interface GuidingCall extends Reaffirmations, Withdrawals {
  readonly quarter: CallQuarter
  readonly stated: readonly StatedGuidance[]
  readonly unclear: readonly UnclearGuidance[]
  /** Where guidance for a line becomes another. */
  readonly changed: readonly GuidanceRemark[]
  /** Whether the user called the match of these words wrong. */
  readonly isDismissed: (words: GuidingWords) => boolean
}

type GuidingWords = StatedGuidance | GuidanceRemark

/** A line, its change, or an adjusted form of it. */
type Measure = Pick<StatedGuidance, 'fields' | 'change' | 'qualifier'>

export interface ReportedFigures {
  /** The figure of a line in a period, or its change, as it was stored first; null: not stored. */
  figure(field: string, change: Measure['change'], period: CallQuarter): FirstReported | null
  /** The periods between which the shares were split, of all from the first period to the second; null: none. */
  splitBetween(one: CallQuarter, other: CallQuarter): readonly [before: CallQuarter, after: CallQuarter] | null
}

export interface GuidanceLine extends Omit<StatedGuidance, 'turn' | 'from' | 'to' | 'value' | 'coarseStep' | 'basis'> {
  /** One for each call. */
  readonly cells: readonly (PlacedCell | null)[]
  /** One for each call: words that count nowhere. */
  readonly dismissed: readonly (readonly GuidingWords[])[]
  readonly reported: GuidanceRow['reported']
  readonly restated: GuidanceRow['restated']
  readonly outcome: GuidanceRow['outcome']
  readonly notCompared: GuidanceRow['notCompared']
}

type StatedCell = Extract<GuidanceCell, { is: 'stated' }>

/** The last guidance for a line and a period, and the call that stated it. */
interface LastGuidance {
  /** Undefined: its passages do not agree. */
  readonly expected: Expected | undefined
  readonly at: number
  readonly quarter: CallQuarter
  readonly basis: string
  /** The later call that may have withdrawn it, or given newer guidance; null: none. */
  readonly doubt: Extract<NotCompared, { is: 'withdrawal-unclear' | 'later-unclear' }> | null
}

/** Passages without their words. */
type PlacedCell =
  | (Omit<StatedCell, 'passages'> & { readonly passages: readonly StatedGuidance[] })
  | Extract<GuidanceCell, { is: 'not-repeated' }>
  | (Omit<Extract<GuidanceCell, { is: 'reaffirmed' }>, 'passage'> & { readonly passage: GuidanceRemark })
  | { readonly is: 'withdrawn'; readonly passage: GuidanceRemark }

/** @param calls oldest first */
export function guidanceRows(calls: readonly GuidingCall[], reported: ReportedFigures): GuidanceLine[] {
  const counted = calls.map((call) => countedOf(call, reported))
  const all = counted.flatMap(({ stated, wrong }) => [...stated, ...wrong.stated])
  return [...Map.groupBy(all, (each) => `${measureOf(each)} ${each.period.quarter} ${each.period.year}`).values()]
    .flatMap(([first]) => (first ? rowOf(first, counted, reported) : []))
    .toSorted(byMeasureAndPeriod)
}

/** A call without the words whose match the user called wrong. */
interface CountedCall extends GuidingCall {
  /** Too far from the figure of a year before to be shown as guidance: newer guidance, or of something else. */
  readonly far: readonly StatedGuidance[]
  readonly wrong: {
    readonly stated: readonly StatedGuidance[]
    readonly remarks: readonly GuidanceRemark[]
    readonly mayWithdraw: readonly GuidanceRemark[]
  }
}

function countedOf(call: GuidingCall, reported: ReportedFigures): CountedCall {
  const { quarter, withdrawn, mayWithdraw, changed, reaffirmed, isDismissed } = call
  const isCounted = (words: GuidingWords) => !isDismissed(words)
  const { near: stated = [], far = [] } = Object.groupBy(call.stated, (each) =>
    isPlausible(each, quarter, reported) ? 'near' : 'far',
  )
  return {
    ...call,
    stated: stated.filter(isCounted),
    far: far.filter(isCounted),
    withdrawn: withdrawn.filter(isCounted),
    mayWithdraw: mayWithdraw.filter(isCounted),
    changed: changed.filter(isCounted),
    reaffirmed: reaffirmed.filter(isCounted),
    wrong: {
      stated: stated.filter(isDismissed),
      remarks: [...withdrawn, ...reaffirmed].filter(isDismissed),
      mayWithdraw: mayWithdraw.filter(isDismissed),
    },
  }
}

function rowOf(of: StatedGuidance, calls: readonly CountedCall[], reportedFigures: ReportedFigures): GuidanceLine {
  const { fields, label, change, qualifier, period } = of
  let last: LastGuidance | undefined
  const isOfRow = (each: StatedGuidance) => measureOf(each) === measureOf(of) && isSamePeriod(each.period, period)
  const cells = calls.map((call, at): PlacedCell | null => {
    const passages = call.stated.filter(isOfRow)
    if (passages.length === 0) {
      if (!last || !isAfter(period, call.quarter)) return null
      if (mayReplace(of, last, call) || call.far.some(isOfRow))
        last = { ...last, doubt: { is: 'later-unclear', call: call.quarter } }
      const isReplaced = last.doubt?.is === 'later-unclear'
      const remark = remarkOn(of, call)
      if (remark === 'unclear') {
        // Guidance that may be newer stays in doubt also where what it may have replaced is reaffirmed.
        if (!isReplaced) last = { ...last, doubt: { is: 'withdrawal-unclear', call: call.quarter } }
        return null
      }
      if (remark?.is === 'withdrawn') {
        last = undefined
        return remark
      }
      // Which of two figures stands is not said.
      if (isReplaced) return null
      if (remark?.is === 'reaffirmed') {
        last = { ...last, doubt: null }
        return { ...remark, previous: last.at }
      }
      const isOfLine = call.stated.some((each) => measureOf(each) === measureOf(of))
      const { wrong } = call
      // Words whose match is wrong may still be about the guidance.
      const isWrong =
        wrong.stated.some(isOfRow) || [...wrong.remarks, ...wrong.mayWithdraw].some((each) => isAbout(each, of))
      return isOfLine && !isWrong && !mayRepeat(of, call) ? { is: 'not-repeated' } : null
    }
    const basis = sharedBasis(passages.map((each) => each.basis))
    const expected = basis === null ? undefined : agreedValue(passages)
    const cell: PlacedCell = {
      is: 'stated',
      ...changeFrom(last, expected && { ...expected, basis: basis ?? '' }, call.quarter, reportedFigures),
      previous: last?.at ?? null,
      passages: expected ? [expected, ...passages.filter((each) => each !== expected)] : passages,
    }
    const inItsCurrency = expected && inCurrency(expected, passages, last)
    last = { expected: inItsCurrency, at, quarter: call.quarter, basis: basis || (last?.basis ?? ''), doubt: null }
    return cell
  })
  // The statements have no adjusted figures.
  const figures =
    qualifier === null && cells.some((cell) => cell?.is === 'stated')
      ? fields.flatMap((field) => reportedFigures.figure(field, change, period) ?? [])
      : []
  const { reported, restated } = figures[0] ?? { reported: null, restated: null }
  const found = last && reported ? outcomeFor(last, reported, period, reportedFigures) : null
  return {
    fields,
    label,
    change,
    qualifier,
    period,
    cells,
    dismissed: calls.map(({ quarter, wrong }, at) => {
      const isGuided = isAfter(period, quarter) && cells.slice(0, at).some((cell) => cell?.is === 'stated')
      const remarks = isGuided && cells[at]?.is !== 'stated' ? wrong.remarks : []
      return [...wrong.stated.filter(isOfRow), ...remarks.filter((each) => isAbout(each, of))]
    }),
    reported,
    restated,
    outcome: found?.outcome ?? null,
    notCompared: found?.notCompared ?? null,
  }
}

function outcomeFor(
  { expected, quarter, doubt }: LastGuidance,
  { value, origin }: ReportedFigure,
  period: CallQuarter,
  figures: ReportedFigures,
): Pick<GuidanceLine, 'outcome' | 'notCompared'> {
  if (doubt) return { outcome: null, notCompared: doubt }
  if (!expected) return { outcome: null, notCompared: { is: 'previous-passages' } }
  const split = isOfShares(expected) ? splitOf(figures.splitBetween(quarter, period)) : null
  if (split) return { outcome: null, notCompared: split }
  const outcome = outcomeOf(expected, value)
  // As with results, what is outside may be calculated in another way, or in another currency.
  if (outcome !== 'within' && origin === 'own-metric') return { outcome: null, notCompared: { is: 'own-metric' } }
  if (outcome !== 'within' && isForeign(expected.value)) return { outcome: null, notCompared: { is: 'currency' } }
  return { outcome, notCompared: null }
}

/** With the currency that another passage of the call names, else the one of the guidance before. */
function inCurrency(
  { value, coarseStep }: Expected,
  passages: readonly Expected[],
  last: LastGuidance | undefined,
): Expected {
  const named = passages.find((each) => each.value.currency !== null)?.value.currency
  return { value: { ...value, currency: named ?? last?.expected?.value.currency ?? null }, coarseStep }
}

/** Whether a split makes it another figure: earnings and other money per share, and numbers of shares. */
function isOfShares({ value: { unit } }: Expected): boolean {
  return unit === 'per-share' || unit === 'shares'
}

function splitOf(periods: ReturnType<ReportedFigures['splitBetween']>): NotCompared | null {
  return periods && { is: 'split', before: periods[0], after: periods[1] }
}

/** A call about a quarter takes place in the next one, and may speak of its shares. */
function quarterOfCall({ quarter, year }: CallQuarter): CallQuarter {
  if (quarter === 'Q4' || quarter === 'FY') return { quarter: 'Q1', year: year + 1 }
  return { quarter: quarter === 'Q1' ? 'Q2' : quarter === 'Q2' ? 'Q3' : 'Q4', year }
}

type Remark = Each<'withdrawn'> | Each<'reaffirmed'>
interface Each<Is> {
  readonly is: Is
  readonly passage: GuidanceRemark
}

/**
 * What a call says of guidance as a whole. One that names the line counts before one that does not. `unclear`: it contradicts itself, or may
 * withdraw the guidance; null: nothing.
 */
function remarkOn(of: StatedGuidance, { withdrawn, mayWithdraw, reaffirmed }: GuidingCall): Remark | 'unclear' | null {
  const found = [
    ...withdrawn.map((passage) => ({ is: 'withdrawn', passage }) as const),
    ...reaffirmed.map((passage) => ({ is: 'reaffirmed', passage }) as const),
  ].filter(({ passage }) => isAbout(passage, of))
  const naming = found.filter(({ passage }) => passage.fields.length > 0)
  const [first, ...others] = naming.length > 0 ? naming : found
  const isDoubted = mayWithdraw.some((each) => isAbout(each, of))
  if (!first) return isDoubted ? 'unclear' : null
  if (others.some(({ is }) => is !== first.is)) return 'unclear'
  return first.is === 'reaffirmed' && naming.length === 0 && isDoubted ? 'unclear' : first
}

/** Words of the call may repeat the guidance, though it is not clear that they do. */
function mayRepeat({ fields: [field], period }: StatedGuidance, { unclear, isUnclear }: GuidingCall): boolean {
  const isOfLine = (each: UnclearGuidance) =>
    each.fields.includes(field) && (each.period === null || isSamePeriod(each.period, period))
  return isUnclear || unclear.some(isOfLine)
}

/** Whether the call says that the guidance becomes another, or a figure for the line that was not read as guidance may be a newer one. */
function mayReplace(of: StatedGuidance, last: LastGuidance, call: GuidingCall): boolean {
  const { fields, change, period } = of
  const [field] = fields
  const known = last.expected?.value
  if (call.changed.some((each) => isAbout(each, of))) return true
  return call.unclear.some(({ fields: its, period: itsPeriod, change: itsChange, value }) => {
    const isOfRow = its.includes(field) && (itsPeriod === null || isSamePeriod(itsPeriod, period))
    if (!isOfRow || itsChange !== change || !known || value.unit !== known.unit) return false
    return (change !== null || isLike(known, value)) && changeOf(known, value) !== 'repeated'
  })
}

/** Whether one is neither less than half of the other nor more than twice of it, above zero or below: a fraction of a figure is an effect on it. */
function isLike(one: SpokenValue, other: SpokenValue): boolean {
  const least = ({ low, high }: SpokenValue) => (low < 0 && high > 0 ? 0 : Math.min(Math.abs(low), Math.abs(high)))
  const most = ({ low, high }: SpokenValue) => Math.max(Math.abs(low), Math.abs(high))
  return most(other) >= least(one) / 2 && least(other) <= most(one) * 2
}

function changeFrom(
  last: LastGuidance | undefined,
  expected: StatedGuidance | undefined,
  quarter: CallQuarter,
  figures: ReportedFigures,
): Pick<StatedCell, 'change' | 'notCompared'> {
  if (!expected) return { change: null, notCompared: { is: 'passages' } }
  if (!last) return { change: 'given', notCompared: null }
  if (!last.expected) return { change: null, notCompared: { is: 'previous-passages' } }
  if (last.doubt?.is === 'later-unclear') return { change: null, notCompared: last.doubt }
  if (sharedBasis([last.basis, expected.basis]) === null) return { change: null, notCompared: { is: 'bases' } }
  const split = isOfShares(expected) ? splitOf(figures.splitBetween(last.quarter, quarterOfCall(quarter))) : null
  if (split) return { change: null, notCompared: split }
  if (hasOtherCurrency(last.expected.value, expected.value)) return { change: null, notCompared: { is: 'currency' } }
  const change = changeOf(last.expected.value, expected.value)
  if (change !== null) return { change, notCompared: null }
  return { change, notCompared: { is: hasOtherBound(last.expected.value, expected.value) ? 'bounds' : 'precision' } }
}

/** How many times as much, or as little, as a year before may be expected of a whole company. */
const mostChange = 4

/**
 * Far from the figure of a year before, what was expected may be of something else. Without that figure, nothing is known against it, and a
 * loss after a profit is a warning.
 */
function isPlausible(stated: StatedGuidance, quarter: CallQuarter, reported: ReportedFigures): boolean {
  const { fields, change, period, value } = stated
  if (change !== null || (value.unit !== 'amount' && value.unit !== 'per-share')) return true
  const yearBefore = { ...period, year: period.year - 1 }
  // After a split, a figure per share may be far from the year before.
  if (isOfShares(stated) && reported.splitBetween(yearBefore, quarterOfCall(quarter))) return true
  const before = fields.flatMap((field) => reported.figure(field, null, yearBefore) ?? [])
  const isNear = (figure: number) =>
    value.low < 0 || (value.high >= figure / mostChange && value.low <= figure * mostChange)
  return before.length === 0 || before.some(({ reported: { value: figure } }) => figure <= 0 || isNear(figure))
}

function measureOf({ fields: [field], change, qualifier }: Measure): string {
  return `${field} ${change ?? ''} ${qualifier ?? ''}`
}

const lineOrder: ReadonlyMap<string, number> = new Map([...figureLines.keys()].map((field, at) => [field, at]))

function byMeasureAndPeriod(one: GuidanceLine, other: GuidanceLine): number {
  const placeOf = ({ fields: [field] }: GuidanceLine) => lineOrder.get(field) ?? lineOrder.size
  const place = placeOf(one) - placeOf(other)
  if (place !== 0) return place
  const kind = (row: GuidanceLine) => measureOf(row)
  if (kind(one) !== kind(other)) return kind(one) < kind(other) ? -1 : 1
  if (isAfter(one.period, other.period)) return -1
  if (isAfter(other.period, one.period)) return 1
  // A year before its last quarter.
  return one.period.quarter === 'FY' ? -1 : 1
}
