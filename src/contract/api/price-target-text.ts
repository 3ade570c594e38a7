/** Writes price targets with their currency, such as `EUR 45.00`, `$45.00` or `3,160p`. */

import { usualNumberFormat, type NumberFormat } from './number-format.ts'
import type { PriceTarget } from './ratings.ts'
import type { WatchlistCell } from './watchlists.ts'

const currencySign = /^\p{Currency_Symbol}$/u

/**
 * `EUR 45.00`, `$45.00`, `3,160p`, `45.00`: an amount with its currency, on every screen and page alike. Text that is not an amount is
 * returned as received.
 */
export function targetText({ raw, amount, currency }: PriceTarget, numbers: NumberFormat = usualNumberFormat): string {
  if (amount === null) return raw
  if (currency === 'GBX') return `${amount.toLocaleString(numbers)}p`
  const digits = amount.toLocaleString(numbers, { minimumFractionDigits: 2, maximumFractionDigits: 4 })
  if (currency === null) return digits
  return currencySign.test(currency) ? `${currency}${digits}` : `${currency} ${digits}`
}

/** The price target that a cell of a watchlist holds; null: another kind of cell, or none. */
export function targetIn(cell: WatchlistCell): PriceTarget | null {
  return typeof cell === 'object' && cell !== null && 'raw' in cell ? cell : null
}
