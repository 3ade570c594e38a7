/** Which call of a company is about a period of its statements. */

import type { CallEntry } from '#contract/api/calls.ts'

/** A fiscal year is reported with its last quarter. */
export function isAboutPeriod(
  { quarter }: Pick<CallEntry, 'quarter'>,
  period: { readonly quarter: string; readonly year: number },
): boolean {
  if (quarter?.year !== period.year) return false
  const isYearEnd = (name: string) => name === 'FY' || name === 'Q4'
  return quarter.quarter === period.quarter || (isYearEnd(quarter.quarter) && isYearEnd(period.quarter))
}
