/** The short name of a call: `HLDN Q3 FY2026 call`, or its title if it is about no quarter. */

import type { CallEntry } from '#contract/api/calls.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'

export function callName({ symbol, title, quarter }: Pick<CallEntry, 'symbol' | 'title' | 'quarter'>): string {
  return symbol === null || quarter === null ? title : `${symbol} ${fiscalPeriodName(quarter)} call`
}
