/** Compares spoken figures with stored ones, at the precision spoken. */

import type { ReportedFigure, SpokenVerdict, SpokenValue, UnjudgedReason } from '#contract/api/spoken-figures.ts'
import type { Claim } from './claim.ts'
import type { SpokenPeriod } from './periods.ts'
import { sizeOf } from './quantity.ts'
import { isStored, type StoredStatements, type Wanted } from './stored-statements.ts'

type Precision = Pick<Claim, 'value' | 'coarseStep'>

/** For the last digit of a binary fraction. */
const slack = 1 + 1e-9

/** Whether a stored figure is what was spoken, as rounded, or true of the bound. */
export function doesAgree({ value, coarseStep }: Precision, reported: number): boolean {
  const { low, high, step, bound } = value
  const within = (tolerance: number) => reported >= low - tolerance * slack && reported <= high + tolerance * slack
  switch (bound) {
    case 'exact':
    case 'range':
      return within(step / 2)
    case 'about':
      return within(roughly({ value, coarseStep }))
    case 'over':
      return reported >= low - lastDigit(low) && reported <= low + near(value) * slack
    case 'under':
      return reported <= high + lastDigit(high) && reported >= high - near(value) * slack
  }
}

/** How far a figure may be from one that was stated with "about": a tenth at most, where it is no small percentage as rounded. */
export function roughly({ value, coarseStep }: Precision): number {
  const { unit, step } = value
  const rounding = unit === 'percent' || unit === 'basis-points' ? step / 2 : 0
  return Math.max(rounding, Math.min(Math.max(step, coarseStep / 2), near(value)))
}

/** The largest distance from the spoken figure at which a stored one can still be the one that was meant. */
function near(value: SpokenValue): number {
  return sizeOf(value) * 0.1
}

function lastDigit(value: number): number {
  return Math.abs(value) * (slack - 1)
}

/** How far another value may be and still be of the same figure. */
const sameFigure = 0.2
/** Differences of margins are often taken between margins as printed. */
const roundedMargins = 10

/** Stated with three digits, or with a decimal of a percent: it is no rough figure. */
function isPrecise({ value, significant }: Claim): boolean {
  return significant >= 3 || (value.unit === 'percent' && value.step <= 0.001)
}

/** Whether another value is a difference, and neither another rounding nor another figure. */
function doesDiffer(claim: Claim, reported: number): boolean {
  const { value, coarseStep, isCertain } = claim
  const { unit, low, step, bound } = value
  if (!isCertain || bound !== 'exact') return false
  const gap = Math.abs(reported - low)
  if (!isPrecise(claim) || gap <= Math.max(step, coarseStep) * slack) return false
  if (unit === 'basis-points' && gap <= roundedMargins + step) return false
  return gap <= Math.max(Math.abs(reported), Math.abs(low)) * sameFigure
}

/** By the statements that are stored; undefined: none are. */
export function verdictOn(claim: Claim, statements: StoredStatements | undefined): SpokenVerdict {
  if (claim.role === 'guidance' || claim.role === 'target') return { is: 'guidance' }
  const notJudged = (reason: UnjudgedReason) => ({ is: 'not-judged', reason }) as const
  const { period, value } = claim
  if (claim.reason) return notJudged(claim.reason)
  if (!period) return notJudged('period-unclear')
  if (!statements?.period(period)) return notJudged('period-not-stored')
  const set = claim.fields.flatMap((field): { wanted: Wanted; value: number }[] => {
    const wanted = { field, change: claim.change, period }
    const stored = statements.value(wanted)
    return stored === null ? [] : [{ wanted, value: stored }]
  })
  const agreeing = set.find((each) => doesAgree(claim, each.value))
  if (agreeing) {
    const isBound = value.bound !== 'exact' && value.bound !== 'about'
    const difference = isBound ? null : rounded(agreeing.value - value.low)
    return { is: 'agrees', reported: reportedFigure(agreeing, statements), difference }
  }
  const [first] = set
  if (!first) return notJudged('figure-not-stored')
  const earlier =
    isPrecise(claim) && value.bound === 'exact'
      ? statements.earlier(first.wanted).find((each) => doesAgree(claim, each.value))
      : undefined
  const reported = reportedFigure(first, statements)
  const difference = rounded(first.value - value.low)
  if (earlier) return { is: 'restated', reported, difference, earlier }
  if (isForeign(value)) return notJudged('other-currency')
  if (doesDiffer(claim, first.value)) return { is: 'differs', reported, difference }
  return notJudged(claim.isCertain || !claim.isStrict ? 'measure-unclear' : 'period-unclear')
}

/**
 * A figure that no line was found for, beside the user's own metric that its words name: it agrees, or is judged no further, since the name
 * may mean something else than the formula.
 */
export function verdictByOwnMetric(
  { value, coarseStep }: Claim,
  period: SpokenPeriod,
  field: string,
  statements: Pick<StoredStatements, 'edition'>,
  calculated: number | null,
): SpokenVerdict | undefined {
  if (calculated === null || isForeign(value) || !doesAgree({ value, coarseStep }, calculated)) return undefined
  const isBound = value.bound !== 'exact' && value.bound !== 'about'
  return {
    is: 'agrees',
    reported: figureByOwnMetric(field, period, calculated, statements),
    difference: isBound ? null : rounded(calculated - value.low),
  }
}

/** The service does not state the currency of its statements: of a spoken one that is not the dollar a difference says nothing. */
export function isForeign({ unit, currency }: SpokenValue): boolean {
  return (unit === 'amount' || unit === 'per-share') && currency !== null && currency !== 'USD'
}

/** A figure by the statements, beside a spoken one. */
export function reportedFigure(
  { wanted, value }: { readonly wanted: Wanted; readonly value: number },
  { edition }: Pick<StoredStatements, 'edition'>,
): ReportedFigure {
  const { field, period } = wanted
  return { field, period, edition, value, origin: isStored(wanted) ? 'stored' : 'calculated' }
}

/** An own metric of the user by the statements, beside a spoken figure. */
export function figureByOwnMetric(
  field: string,
  period: SpokenPeriod,
  value: number,
  { edition }: Pick<StoredStatements, 'edition'>,
): ReportedFigure {
  return { field, period, edition, value, origin: 'own-metric' }
}

/** Without the last digits of binary fractions. */
function rounded(difference: number): number {
  return Number(difference.toPrecision(10))
}
