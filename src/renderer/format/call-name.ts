import type { CallEntry } from '#contract/api/calls.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'

/** Short, for its tab: `HLDN Q3 FY2026 call`; a call of no quarter by its title. */
export function callName({ symbol, title, quarter }: Pick<CallEntry, 'symbol' | 'title' | 'quarter'>): string {
  return symbol === null || quarter === null ? title : `${symbol} ${fiscalPeriodName(quarter)} call`
}
