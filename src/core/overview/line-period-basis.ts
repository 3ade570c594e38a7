/** `period`: of the period itself. `year`: over the four quarters, or the fiscal year, that end with it. */
export type LineSpan = 'period' | 'year'

/** Returns, leverage, cover and days, of which those of a single quarter mislead. */
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
 * What a line of a period covers, on the overview and on paper, in tables as in sentences. What stands at the end of the period, as net
 * debt does, is there whether or not the year up to it is stored; days sales outstanding are the last quarter's record's.
 */
export function spanOf(field: string): LineSpan {
  return overYear.has(field) ? 'year' : 'period'
}
