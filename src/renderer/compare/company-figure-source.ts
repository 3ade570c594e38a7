/**
 * Which source opens for a cell of a comparison: a company's stored record or the inputs of its
 * figure, or the calculation of a rank, median or derived value.
 */

import type { ComparedTable } from '#contract/api/comparisons.ts'
import { statedAtEnd, twelveMonthMetricByField } from '#contract/api/calculated-lines.ts'
import { metricByField, insightByField } from '#contract/service/statement-lines.ts'
import type { SourceTarget } from '../app/source/source-view.svelte.ts'
import type { FigurePosition } from './comparison.svelte.ts'
import { recordsName, periodColumnName } from './compare-text.ts'
import { ownIdOf } from '#contract/api/line-groups.ts'
import type { ShownSettings } from './comparison-settings.ts'

/** The source of a company's figure in a period column: a stored record, four of them, or a user's formula. Null: none. */
export function sourceOf(
  table: ComparedTable,
  field: string,
  label: string,
  { company, columnAt }: { readonly company: number; readonly columnAt: number },
): SourceTarget | null {
  const of = table.companies[company]
  const records = of?.periods[columnAt]
  if (!of || !records) return null
  const period = `${of.symbol} ${recordsName(records)}`
  if (field === 'calculated.revenue_growth') {
    const comparison = 'yoy'
    const { recordIds, yearAgo: baseRecordIds } = records
    return {
      kind: 'calculated',
      symbol: of.symbol,
      recordIds,
      field: 'Revenue',
      label,
      period,
      comparison,
      baseRecordIds,
    }
  }
  const isSum = records.how === 'sum' && !statedAtEnd.has(field)
  const isServed = (metricByField.has(field) || insightByField.has(field)) && !twelveMonthMetricByField.has(field)
  const kind =
    ownIdOf(field) !== null || (isServed && isSum)
      ? 'none'
      : isSum || field.startsWith('calculated.')
        ? 'calculated'
        : 'stored'
  return {
    kind,
    symbol: of.symbol,
    recordIds: statedAtEnd.has(field) ? records.recordIds.slice(-1) : records.recordIds,
    field,
    label,
    period,
  }
}

/** The source of a cell: the records of a figure, or the inputs of a rank, a median or a derived value. */
export function sourceAt(
  table: ComparedTable,
  at: FigurePosition | null,
  settings: Pick<ShownSettings, 'mode' | 'alignment'>,
): SourceTarget | null {
  if (!at) return null
  const { mode } = settings
  const { line, position } = at
  const { field, label } = line
  const column = table.columns[position.columnAt]
  if (position.is === 'median') {
    if (line.median.length === 0) return null
    const period = `median of ${column ? periodColumnName(column, settings) : ''}`
    return { kind: 'none', recordIds: [], field, label, period, derived: position, mode }
  }
  const target = sourceOf(table, field, label, position)
  if (!target) return null
  if (position.is === 'rank') {
    if (line.ranks.length === 0) return null
    return { ...target, kind: 'none', period: `rank, ${target.period}`, derived: position, mode }
  }
  if (mode === 'values' || line.shown.length === 0) return target
  // Figures that the library calculates use periods that are not shown.
  const isOne = target.recordIds.length === 1
  const isCalculated = mode === 'yoy' || mode === 'common-size' || (mode === 'qoq' && isOne)
  if (target.kind !== 'none' && target.comparison === undefined && isCalculated) {
    const { yearAgo = [], prior = [] } = table.companies[position.company]?.periods[position.columnAt] ?? {}
    const base = mode === 'common-size' ? {} : { baseRecordIds: mode === 'yoy' ? yearAgo : prior }
    return { ...target, kind: 'calculated', comparison: mode, ...base }
  }
  return { ...target, kind: 'none', derived: position, mode }
}
