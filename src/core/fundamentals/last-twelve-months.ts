/**
 * Calculates a line over the last twelve months from four quarters; EPS and shares from the fiscal
 * year that ends with them.
 */

import type { Figure } from '#contract/api/financials.ts'
import { lineByField } from '#contract/service/statement-lines.ts'
import { notAvailable } from '#contract/api/figure-numbers.ts'
import { yearEndingWith, type FiscalPeriod } from './fiscal-period.ts'
import { shareLines, type ShareBases } from './share-split.ts'

/** The shares behind EPS over twelve months; other lines need only the four quarters. */
export interface TwelveMonthShares {
  /** Place of the fiscal year that ends with the four quarters; undefined: none does, or the library has no record of it. */
  readonly year: number | undefined
  /** The four quarters count in the same shares. */
  readonly isOneBase: boolean
  /** The base that the figures are in; NaN when unknown. */
  readonly base: number
}

/** @param quarters places of four quarters that follow each other, oldest first */
export function twelveMonthShares(
  periods: readonly FiscalPeriod[],
  bases: ShareBases,
  quarters: readonly number[],
): TwelveMonthShares {
  const last = quarters.at(-1) ?? -1
  const year = yearEndingWith(periods, last)
  const isOneBase = bases.isOne(quarters)
  const base = year === undefined ? (isOneBase ? bases.of(last) : notAvailable) : bases.of(year)
  return { year, isOneBase, base }
}

/**
 * A line over the last twelve months, from four consecutive quarters, oldest first. Flows are summed, balances taken at the end,
 * average shares averaged. Metrics that the service defines are not calculated: null.
 *
 * Earnings per share and average shares are the fiscal year's where one ends with the quarters: quarters rarely add up to it,
 * since the number of shares moves. Elsewhere EPS is the sum of four quarters (the usual reading), and n.m. when a share split is
 * among them.
 */
export function lastTwelveMonths(
  field: string,
  quarters: readonly Figure[],
  shares: { readonly year: Figure | undefined; readonly isOneBase: boolean },
): Figure {
  const line = lineByField.get(field)
  if (!line || quarters.length !== 4) return null
  const isPerShare = shareLines.has(field)
  if (isPerShare && typeof shares.year === 'number') return shares.year
  if (line.measure === 'end') return quarters[3] ?? null
  let sum = 0
  for (const figure of quarters) {
    if (typeof figure !== 'number') return null
    sum += figure
  }
  if (isPerShare && !shares.isOneBase) return 'n.m.'
  const value = line.measure === 'average' ? sum / 4 : sum
  return line.unit === 'per-share' ? Math.round(value * 1e6) / 1e6 : value
}
