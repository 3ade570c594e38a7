/** Writes and recognizes the names of fiscal periods, such as `Q3 FY2025` or `FY2025`. */

import type { Alignment, PeriodColumn } from './comparisons.ts'

/** `Q3 FY2025`; a year as a whole is `FY2025`. */
export function fiscalPeriodName({ quarter, year }: { readonly quarter: string; readonly year: number }): string {
  return quarter === 'FY' ? `FY${year}` : `${quarter} FY${year}`
}

export function isFiscalPeriodName(text: string): boolean {
  return /^(Q[1-4] )?FY\d{4}$/.test(text)
}

/** A column of a comparison: `CY2025`, `Q3 FY2025`, `LTM Q3 FY2025`; the latest twelve months of each company are `LTM`. */
export function periodColumnName(
  { kind, year, quarter }: Pick<PeriodColumn, 'kind' | 'year' | 'quarter'>,
  { alignment }: { readonly alignment: Alignment },
): string {
  if (year === null) return 'LTM'
  const named = `${alignment === 'calendar' ? 'CY' : 'FY'}${year}`
  if (quarter === null) return named
  return kind === 'ltm' ? `LTM ${quarter} ${named}` : `${quarter} ${named}`
}
