/** Arranges the guidance of a company's calls by measure and period, and sets beside it what was reported. */

import { figureLines } from '#contract/api/figure-lines.ts'
import type { GuidanceCell, GuidanceOutcome } from '#contract/api/guidance.ts'
import type { ReportedFigure } from '#contract/api/spoken-figures.ts'
import { isAfter, type CallQuarter } from '../spoken-figures/periods.ts'
import { agreedValue, changeOf, outcomeOf, type Expected } from './compare-guidance.ts'
import type { StatedGuidance } from './stated-guidance.ts'
import type { WithdrawnGuidance } from './withdrawn-guidance.ts'

/** A call with what it says of later periods. */
export interface GuidingCall {
  readonly quarter: CallQuarter
  readonly stated: readonly StatedGuidance[]
  readonly withdrawn: readonly WithdrawnGuidance[]
}

/** A line, its change, or an adjusted form of it. */
type Measure = Pick<StatedGuidance, 'fields' | 'change' | 'qualifier'>

export interface ReportedFigures {
  /** The stored figure of a line in a period, or its change; null: not stored. */
  figure(field: string, change: Measure['change'], period: CallQuarter): ReportedFigure | null
}

export interface GuidanceLine extends Omit<StatedGuidance, 'turn' | 'from' | 'to' | 'value' | 'coarseStep'> {
  /** One for each call. */
  readonly cells: readonly (PlacedCell | null)[]
  readonly reported: ReportedFigure | null
  readonly outcome: GuidanceOutcome | null
}

/** Passages without their words. */
type PlacedCell =
  | (Omit<Extract<GuidanceCell, { is: 'stated' }>, 'passages'> & { readonly passages: readonly StatedGuidance[] })
  | Extract<GuidanceCell, { is: 'not-repeated' }>
  | { readonly is: 'withdrawn'; readonly passage: WithdrawnGuidance }

/** @param calls oldest first */
export function guidanceRows(calls: readonly GuidingCall[], reported: ReportedFigures): GuidanceLine[] {
  const plausible = calls.map(({ quarter, stated, withdrawn }) => ({
    quarter,
    withdrawn,
    stated: stated.filter((each) => isPlausible(each, reported)),
  }))
  const all = plausible.flatMap(({ stated }) => stated)
  return [...Map.groupBy(all, (each) => `${measureOf(each)} ${each.period.quarter} ${each.period.year}`).values()]
    .flatMap(([first]) => (first ? rowOf(first, plausible, reported) : []))
    .toSorted(byMeasureAndPeriod)
}

function rowOf(of: StatedGuidance, calls: readonly GuidingCall[], reportedFigures: ReportedFigures): GuidanceLine {
  const { fields, label, change, qualifier, period } = of
  let last: { readonly expected: Expected | undefined; readonly at: number } | undefined
  const cells = calls.map(({ quarter, stated, withdrawn }, at): PlacedCell | null => {
    const ofMeasure = stated.filter((each) => measureOf(each) === measureOf(of))
    const passages = ofMeasure.filter((each) => isSame(each.period, period))
    const passage = withdrawn.find((each) => withdraws(each, of))
    if (passages.length === 0 && last && passage && isAfter(period, quarter)) {
      last = undefined
      return { is: 'withdrawn', passage }
    }
    if (passages.length === 0)
      return last && ofMeasure.length > 0 && isAfter(period, quarter) ? { is: 'not-repeated' } : null
    const expected = agreedValue(passages)
    const cell: PlacedCell = {
      is: 'stated',
      change: expected ? changeFrom(last, expected) : null,
      previous: last?.at ?? null,
      passages: expected ? [expected, ...passages.filter((each) => each !== expected)] : passages,
    }
    last = { expected, at }
    return cell
  })
  // The statements have no adjusted figures.
  const figures =
    qualifier === null ? fields.flatMap((field) => reportedFigures.figure(field, change, period) ?? []) : []
  const expected = last?.expected
  const isWithin = ({ value }: ReportedFigure) => expected !== undefined && outcomeOf(expected, value) === 'within'
  const reported = figures.find(isWithin) ?? figures[0] ?? null
  const outcome = expected && reported ? outcomeOf(expected, reported.value) : null
  return {
    fields,
    label,
    change,
    qualifier,
    period,
    cells,
    reported,
    outcome: expected && isForeign(expected) && outcome !== 'within' ? null : outcome,
  }
}

function withdraws({ periods, fields }: WithdrawnGuidance, { fields: [field], period }: StatedGuidance): boolean {
  const isOfPeriod = periods.length === 0 || periods.some((each) => isSame(each, period))
  return isOfPeriod && (fields.length === 0 || fields.includes(field))
}

function changeFrom(
  last: { readonly expected: Expected | undefined } | undefined,
  { value }: Expected,
): Extract<PlacedCell, { is: 'stated' }>['change'] {
  if (!last) return 'given'
  return last.expected ? changeOf(last.expected.value, value) : null
}

/** The service does not state the currency of its statements. */
function isForeign({ value: { unit, currency } }: Expected): boolean {
  return (unit === 'amount' || unit === 'per-share') && currency !== null && currency !== 'USD'
}

/** How many times as much, or as little, as a year before may be expected of a whole company. */
const mostChange = 4

/** Far from the figure of a year before, what was expected is of something else. Without that figure, nothing is known against it. */
function isPlausible({ fields, change, period, value }: StatedGuidance, reported: ReportedFigures): boolean {
  if (change !== null || (value.unit !== 'amount' && value.unit !== 'per-share')) return true
  const before = fields.flatMap((field) => reported.figure(field, null, { ...period, year: period.year - 1 }) ?? [])
  const isNear = (figure: number) => value.high >= figure / mostChange && value.low <= figure * mostChange
  return before.length === 0 || before.some((figure) => figure.value <= 0 || isNear(figure.value))
}

function measureOf({ fields: [field], change, qualifier }: Measure): string {
  return `${field} ${change ?? ''} ${qualifier ?? ''}`
}

function isSame(one: CallQuarter, other: CallQuarter): boolean {
  return one.quarter === other.quarter && one.year === other.year
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
