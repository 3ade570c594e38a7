import type { ComparedTable } from '#contract/desk/comparisons.ts'
import { metricByField, insightByField } from '#contract/service/statement-lines.ts'
import type { SourceTarget } from '../workspace/source/source-view.svelte.ts'
import type { PlacedFigure } from './comparison.svelte.ts'
import { recordsName } from './compare-words.ts'
import { ownIdOf } from './line-groups.ts'

export interface CompanyTarget {
  readonly symbol: string
  readonly target: SourceTarget
}

/** What stands behind a company's figure in a slot: a stored record, four of them, or a formula of one's own. Null: nothing. */
export function sourceOf(
  table: ComparedTable,
  field: string,
  label: string,
  { company, slot }: { readonly company: number; readonly slot: number },
): CompanyTarget | null {
  const of = table.companies[company]
  const records = of?.slots[slot]
  if (!of || !records) return null
  const isServed = metricByField.has(field) || insightByField.has(field)
  const isSum = records.how === 'sum'
  const kind =
    ownIdOf(field) !== null || (isServed && isSum)
      ? 'none'
      : isSum || field.startsWith('reckoned.')
        ? 'reckoned'
        : 'stored'
  return {
    symbol: of.symbol,
    target: { kind, recordIds: records.recordIds, field, label, period: `${of.symbol} ${recordsName(records)}` },
  }
}

/** Of a cell; medians and ranks stand on all companies and have none of their own. */
export function sourceAt(table: ComparedTable, at: PlacedFigure | null): CompanyTarget | null {
  return at?.place.is === 'figure' ? sourceOf(table, at.line.field, at.line.label, at.place) : null
}
