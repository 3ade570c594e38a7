import type { Figure } from '#contract/desk/financials.ts'

/**
 * Growth of a figure on an earlier one, as a fraction (0.089 is +8.9%). It has no meaning on a base of zero or below, nor
 * across signs: then `n.m.`; null when either figure is not there.
 */
export function growth(now: Figure | undefined, before: Figure | undefined): Figure {
  if (typeof now !== 'number' || typeof before !== 'number') return null
  if (before <= 0 || now < 0) return 'n.m.'
  return now / before - 1
}

/** For ratios and percents a change is a difference, not a growth. */
export function difference(now: Figure | undefined, before: Figure | undefined): Figure {
  if (typeof now !== 'number' || typeof before !== 'number') return null
  return now - before
}

/** A line as a share of a base, as a fraction. */
export function share(part: Figure | undefined, base: Figure | undefined): Figure {
  if (typeof part !== 'number' || typeof base !== 'number') return null
  return base <= 0 ? 'n.m.' : part / base
}
