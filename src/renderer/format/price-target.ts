import type { PriceTarget } from '#contract/api/ratings.ts'

const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** `EUR 45.00`, `$ 45.00`, `3,160p`, `45.00`: an amount beside its currency; what is no amount unchanged. */
export function targetText({ raw, amount, currency }: PriceTarget): string {
  if (amount === null) return raw
  if (currency === 'GBX') return `${amount.toLocaleString('en-US')}p`
  return currency === null ? amounts.format(amount) : `${currency} ${amounts.format(amount)}`
}
