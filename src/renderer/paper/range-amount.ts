/**
 * Formats an amount in a range whose currency is stated next to it; pence keep their sign:
 * `3,400p`.
 */

import { targetText } from '../format/contract-texts.ts'

export function rangeAmount(amount: number, currency: string | null): string {
  return targetText({ raw: '', reason: null, amount, currency: currency === 'GBX' ? currency : null })
}
