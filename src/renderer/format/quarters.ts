import type { CallEntry, InferredQuarter } from '#contract/desk/calls.ts'

/** `Q3 FY2025`; a year as a whole is `FY2025`. */
export function quarterName({ quarter, year }: InferredQuarter): string {
  return quarter === 'FY' ? `FY${year}` : `${quarter} FY${year}`
}

/** Short, for its tab: `HLDN Q3 FY2026 call`; a call of no quarter by its title. */
export function callName({ symbol, title, quarter }: Pick<CallEntry, 'symbol' | 'title' | 'quarter'>): string {
  return symbol === null || quarter === null ? title : `${symbol} ${quarterName(quarter)} call`
}
