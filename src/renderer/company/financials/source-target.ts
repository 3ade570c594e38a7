import { labelOf } from '#contract/desk/figure-lines.ts'
import { metricByField } from '#contract/service/statement-lines.ts'
import type { Position } from '../../ui/grid/grid.ts'
import type { SourceTarget } from '../../workspace/source/source-view.svelte.ts'
import type { FinancialsTable } from './financials-table.svelte.ts'
import { periodName } from './periods.ts'
import { isReckoned } from './statement-rows.ts'

/** What stands behind a cell; a line of growth stands on the figure above it. Null for heads, labels and groups. */
export function sourceTargetAt(table: FinancialsTable, { row, column }: Position): SourceTarget | null {
  const line = table.rows[row]
  const period = table.periods[column]
  if (!line || !period || period.kind === 'missing' || line.field === '') return null
  const isMetric = metricByField.has(line.field)
  const over = period.kind === 'ltm'
  return {
    kind: isMetric && over ? 'none' : isReckoned(line.field) || over ? 'reckoned' : 'stored',
    recordIds: period.recordIds,
    field: line.field,
    label: labelOf(line.field),
    period: periodName(period),
  }
}
