/**
 * The rows of the spread, the side-by-side sheet of a comparison: lines below the heads of their
 * groups.
 */

import { twelveMonthMetricByField, twelveMonthMetricsNote } from '#contract/api/calculated-lines.ts'
import type { ComparedLine } from '#contract/api/comparisons.ts'
import { isMoney, lineGroupOf } from '#contract/api/line-groups.ts'
import type { ComparedWorkbook } from './compared-companies.ts'

/** A row of the spread below its heads: the head of a group of lines, or a line by its index in the comparison. */
export type SpreadRow =
  | { readonly kind: 'group'; readonly label: string; readonly note: string }
  | { readonly kind: 'line'; readonly line: number }

type Compared = Pick<ComparedWorkbook, 'table' | 'spec'>

/** The lines in their order, each group under its head, as on screen. */
export function spreadRows({ table, spec }: Compared): readonly SpreadRow[] {
  return table.lines.flatMap(({ field }, line): readonly SpreadRow[] => {
    const label = lineGroupOf(field)
    const isFirst = label !== '' && label !== lineGroupOf(table.lines[line - 1]?.field ?? '')
    if (!isFirst) return [{ kind: 'line', line }]
    const end = table.lines.findIndex((other, at) => at > line && lineGroupOf(other.field) !== label)
    const own = table.lines.slice(line, end < 0 ? undefined : end)
    return [
      { kind: 'group', label, note: noteOf(own, { table, spec }) },
      { kind: 'line', line },
    ]
  })
}

/** The row of each line, counted below the heads. */
export function spreadRowOfLine(book: Compared): readonly number[] {
  return spreadRows(book).flatMap((row, at) => (row.kind === 'line' ? [at] : []))
}

function noteOf(lines: readonly ComparedLine[], { table: { companies }, spec }: Compared): string {
  if (spec.mode !== 'values') return ''
  const isUnranked = ({ field, median }: ComparedLine) => isMoney(field) && median.length === 0
  if (companies.length > 1 && lines.some(isUnranked)) return 'currency not stated: no median or rank'
  const hasSums = companies.some(({ periods }) => periods.some((records) => records?.how === 'sum'))
  return hasSums && lines.some(({ field }) => twelveMonthMetricByField.has(field)) ? twelveMonthMetricsNote : ''
}
