/** Finds the source of a figure in a screen's results, for the source drawer. */

import { statedAtEnd, twelveMonthMetricByField } from '#contract/api/calculated-lines.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { ScreenCondition, ScreenMatch } from '#contract/api/screens.ts'
import { insightByField, metricByField } from '#contract/service/statement-lines.ts'
import type { SourceTarget } from '../app/source/source-view.svelte.ts'

/** Sources of a figure in the results: the latest period's records. Null: none, as for a formula or a count. */
export function figureSource(match: ScreenMatch, condition: ScreenCondition, name: string): SourceTarget | null {
  if (condition.kind !== 'figure') return null
  const { field, period, measure } = condition
  // Averages, growth over years and ranks are of more than the latest period.
  if (measure !== 'value' && measure !== 'change') return null
  const recordIds = match.records[period]
  if (recordIds.length === 0 || field.startsWith('own.') || field.startsWith('=') || field === 'marketCap') return null
  const isSum = period === 'ltm' && !statedAtEnd.has(field)
  const isServed = (metricByField.has(field) || insightByField.has(field)) && !twelveMonthMetricByField.has(field)
  if (isServed && isSum) return null
  const label = period === 'year' ? 'latest year' : match.period ? fiscalPeriodName(match.period) : ''
  const target = {
    recordIds: statedAtEnd.has(field) ? recordIds.slice(-1) : recordIds,
    label: name,
    period: `${match.symbol} ${period === 'ltm' ? `LTM to ${label}` : label}`,
    symbol: match.symbol,
  }
  if (field === 'calculated.revenue_growth')
    return { ...target, kind: 'calculated', field: 'Revenue', comparison: 'yoy' }
  if (measure === 'change') return { ...target, kind: 'calculated', field, comparison: 'yoy' }
  return { ...target, kind: isSum || field.startsWith('calculated.') ? 'calculated' : 'stored', field }
}
