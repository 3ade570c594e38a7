import { targetText } from '#contract/api/price-target-text.ts'

/** An amount of a range whose currency is stated next to it; pence keep their sign, as in the table: `3,400p`. */
export function rangeAmount(amount: number, currency: string | null): string {
  return targetText({ raw: '', reason: null, amount, currency: currency === 'GBX' ? currency : null })
}
