/** Calculates growth, differences and shares of figures, with the rules for n/a and n.m. */

import { figureOf, noMeaning, notAvailable, numberOf } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { isProportion, type UnitKind } from '#contract/service/statement-lines.ts'

/**
 * Growth of a figure on an earlier one, as a fraction (0.089 is +8.9%). `n.m.` on a base of zero or below and across signs; null
 * when either figure is absent.
 */
export function growth(now: Figure | undefined, before: Figure | undefined): Figure {
  return figureOf(growthOf(numberOf(now), numberOf(before)))
}

/** Growth of cash that is paid, which is stored below zero: by what is paid. */
export function outflowGrowth(now: Figure | undefined, before: Figure | undefined): Figure {
  return figureOf(growthOf(-numberOf(now), -numberOf(before)))
}

/** The change of ratios and percents is a difference, not growth. */
export function difference(now: Figure | undefined, before: Figure | undefined): Figure {
  return figureOf(differenceOf(numberOf(now), numberOf(before)))
}

/** A line as a share of a base, as a fraction. */
export function share(part: Figure | undefined, base: Figure | undefined): Figure {
  return figureOf(shareOf(numberOf(part), numberOf(base)))
}

/** The same of figures as numbers. */
export function growthOf(now: number, before: number): number {
  if (!Number.isFinite(now) || !Number.isFinite(before)) return notAvailable
  return before <= 0 || now < 0 ? noMeaning : now / before - 1
}

/** Growth per year, from figures that are so many years apart. */
export function yearlyGrowthOf(now: number, before: number, years: number): number {
  const whole = growthOf(now, before)
  return Number.isFinite(whole) ? (1 + whole) ** (1 / years) - 1 : whole
}

export function differenceOf(now: number, before: number): number {
  return Number.isFinite(now) && Number.isFinite(before) ? now - before : notAvailable
}

export function shareOf(part: number, base: number): number {
  if (!Number.isFinite(part) || !Number.isFinite(base)) return notAvailable
  return base <= 0 ? noMeaning : part / base
}

/** A change between figures that count in different shares is n.m., unless it is absent. */
export function acrossSplit(change: Figure): Figure {
  return change === null ? null : 'n.m.'
}

/** The change of a figure on an earlier one: growth of amounts, a difference of what is a proportion or a score already. */
export function changeOf(unit: UnitKind, now: Figure | undefined, before: Figure | undefined): Figure {
  return isProportion(unit) ? difference(now, before) : growth(now, before)
}
