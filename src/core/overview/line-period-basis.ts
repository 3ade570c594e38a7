/**
 * Tells whether a line is shown for the period itself or over the four quarters that end with it.
 */

/** `period`: of the period itself. `year`: over the four quarters, or the fiscal year, that end with it. */
export type LineSpan = 'period' | 'year'

/** Returns, leverage, cover and days: those of a single quarter mislead. */
const overYear: ReadonlySet<string> = new Set([
  'calculated.net_debt_to_ebitda',
  'calculated.interest_cover',
  'return_on_equity',
  'return_on_assets',
  'roic',
  'working_capital_days.dio',
  'working_capital_days.dpo',
])

/**
 * The span that a line of a period covers, on the overview and on paper, in tables and sentences. A balance such as net debt
 * exists whether or not the year up to it is stored; days sales outstanding are from the last quarter's record.
 */
export function spanOf(field: string): LineSpan {
  return overYear.has(field) ? 'year' : 'period'
}
