/** Compares guidance with earlier guidance, and with what was reported in the end. */

import type { GuidanceChange, GuidanceOutcome } from '#contract/api/guidance.ts'
import type { SpokenValue } from '#contract/api/spoken-figures.ts'
import { roughly } from '../spoken-figures/verdicts.ts'

/** What was expected of a figure. */
export interface Expected {
  readonly value: SpokenValue
  /** One unit of the last digit that is not zero: `about 600 million` has a hundred million. */
  readonly coarseStep: number
}

/** For the last digit of a binary fraction. */
const slack = 1e-9

/** Whether both are in currencies that were named and are not the same. */
export function hasOtherCurrency(one: SpokenValue, other: SpokenValue): boolean {
  return one.currency !== null && other.currency !== null && one.currency !== other.currency
}

/** Whether one is a bound, which the other is not. */
export function hasOtherBound(one: SpokenValue, other: SpokenValue): boolean {
  const isBound = ({ bound }: SpokenValue) => bound === 'over' || bound === 'under'
  return (isBound(one) || isBound(other)) && one.bound !== other.bound
}

/**
 * How later guidance differs from earlier guidance; null: it is in another currency, one is a bound, which the other is not, or one is
 * rounded so much that the other may be the same: "two billion" and "2.4 billion".
 */
export function changeOf(earlier: SpokenValue, later: SpokenValue): Exclude<GuidanceChange, 'given'> | null {
  if (hasOtherCurrency(earlier, later) || hasOtherBound(earlier, later)) return null
  const isWithin = (step: number, from: number, to: number) => Math.abs(to - from) < (step / 2) * (1 - slack)
  const coarser = Math.max(earlier.step, later.step)
  const finer = Math.min(earlier.step, later.step)
  const moved = (from: number, to: number) => (isWithin(finer, from, to) ? 0 : Math.sign(to - from))
  const isUnclear = (from: number, to: number) => isWithin(coarser, from, to) && moved(from, to) !== 0
  if (isUnclear(earlier.low, later.low) || isUnclear(earlier.high, later.high)) return null
  const low = moved(earlier.low, later.low)
  const high = moved(earlier.high, later.high)
  if (low === 0 && high === 0) return 'repeated'
  if (low === high) return low > 0 ? 'raised' : 'lowered'
  return low >= 0 && high <= 0 ? 'narrowed' : 'widened'
}

/** Whether the other, as precise or more so, may be what a figure was rounded from. */
function isRoundingOf(rounded: SpokenValue, precise: SpokenValue): boolean {
  const isNear = (one: number, other: number) => Math.abs(one - other) < (rounded.step / 2) * (1 - slack)
  return !hasOtherBound(rounded, precise) && isNear(rounded.low, precise.low) && isNear(rounded.high, precise.high)
}

/** Where a reported figure lies, at the precision in which the guidance was spoken. */
export function outcomeOf({ value, coarseStep }: Expected, reported: number): GuidanceOutcome {
  const { low, high, step, bound } = value
  // A bound is meant as it is.
  const isBound = bound === 'over' || bound === 'under'
  const rounding = bound === 'about' ? roughly({ value, coarseStep }) : step / 2
  const tolerance = isBound ? Math.max(Math.abs(low), Math.abs(high)) * slack : rounding * (1 + slack)
  if (bound !== 'under' && reported < low - tolerance) return 'below'
  if (bound !== 'over' && reported > high + tolerance) return 'above'
  return 'within'
}

/**
 * What the passages of one call say together: the same figure, or one range that the others lie within. Undefined: they do not agree, or are
 * in different currencies.
 */
export function agreedValue<Each extends Expected>(passages: readonly Each[]): Each | undefined {
  const isMixed = passages.some(({ value }) => passages.some((other) => hasOtherCurrency(value, other.value)))
  if (isMixed) return undefined
  // In one call, a rounded figure is that which is stated more precisely elsewhere.
  const finestFirst = passages.toSorted((one, other) => one.value.step - other.value.step)
  const distinct = finestFirst.filter(
    (each, at) => !finestFirst.slice(0, at).some((finer) => isRoundingOf(each.value, finer.value)),
  )
  if (distinct.length === 1) return distinct[0]
  const ranges = distinct.filter(({ value }) => value.bound === 'range')
  const [range] = ranges
  if (ranges.length !== 1 || !range) return undefined
  const isInside = ({ value: { low, high } }: Expected) => low >= range.value.low && high <= range.value.high
  return distinct.every(isInside) ? range : undefined
}
