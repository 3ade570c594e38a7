/** Writes price targets with their currency, such as `EUR 45.00`, `$45.00` or `3,160p`. */

import type { PriceTarget } from './ratings.ts'

const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const currencySign = /^\p{Currency_Symbol}$/u

/**
 * `EUR 45.00`, `$45.00`, `3,160p`, `45.00`: an amount with its currency, on every screen and page alike. Text that is not an amount is
 * returned as received.
 */
export function targetText({ raw, amount, currency }: PriceTarget): string {
  if (amount === null) return raw
  if (currency === 'GBX') return `${amount.toLocaleString('en-US')}p`
  if (currency === null) return amounts.format(amount)
  return currencySign.test(currency) ? `${currency}${amounts.format(amount)}` : `${currency} ${amounts.format(amount)}`
}
