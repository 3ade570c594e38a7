/**
 * The lines of a comparison in their groups, which become rows of its table, or columns when it is
 * transposed.
 */

import { isLineMeant } from '#contract/api/former-labels.ts'
import type { ComparedTable, ComparisonMode } from '#contract/api/comparisons.ts'
import type { OwnMetric } from '#contract/api/metrics.ts'
import type { Scale } from '../format/scale.ts'
import type { GridMark } from '../ui/grid/grid-types.ts'
import { twelveMonthMetricByField, twelveMonthMetricsNote } from '#contract/api/calculated-lines.ts'
import { unitNote } from './compare-text.ts'
import { isMoney, lineGroups, shortName } from '#contract/api/line-groups.ts'

/** Before the name of a group of lines, where it is a group's key; no symbol has a blank. */
export const linesGroup = 'lines of '

/** The line, company and period of a row or a column, by index in the table. */
export interface CellCoordinates {
  readonly line?: number
  readonly company?: number
  readonly columnAt?: number
  /** A rank, a median; absent: the company's own figure. */
  readonly is?: 'rank' | 'median'
}

/** A row or a column, on either side. */
export interface CompareItem {
  readonly key: string
  readonly label: string
  /** In full, if the label is abbreviated. */
  readonly says?: string
  /** Beside a row's label, beneath a column's head. */
  readonly note: string
  /** Beneath a column's head in place of the note. */
  readonly head?: string
  readonly group?: { readonly key: string; readonly label: string; readonly note: string } | undefined
  readonly spot: CellCoordinates
  readonly strong?: boolean
  readonly shaded?: boolean
  readonly frozen?: boolean
  readonly faint?: boolean
  readonly width?: number
  readonly marks?: readonly GridMark[]
}

/** The lines that are shown, in their groups; of a group that has none, not even its name. */
export function linesOf(
  table: ComparedTable,
  shown: readonly string[],
  own: readonly OwnMetric[],
  {
    filter,
    mode,
    scale,
    oneCurrency,
  }: {
    readonly filter: string
    readonly mode: ComparisonMode
    readonly scale: Scale
    readonly oneCurrency: boolean
  },
): readonly CompareItem[] {
  const indexOf = new Map(table.lines.map(({ field }, at) => [field, at]))
  const wanted = new Set(shown)
  const words = filter.trim().toLowerCase()
  return lineGroups(own).flatMap(({ name, lines }) => {
    const rows = lines.flatMap(({ field, label }): readonly CompareItem[] => {
      const line = indexOf.get(field)
      const at = line === undefined ? undefined : table.lines[line]
      if (line === undefined || !at || !wanted.has(field) || !isLineMeant({ field, label }, words)) return []
      const short = shortName(at)
      const names = short === at.label ? { label: short } : { label: short, says: at.label }
      return [{ key: field, ...names, note: unitNote(at.unit, mode), spot: { line } }]
    })
    const hasMoney = mode === 'values' && rows.some(({ key }) => isMoney(key))
    const isCalculated = mode === 'values' && rows.some(({ key }) => overTwelveMonths(table, key))
    const note = hasMoney
      ? `${oneCurrency ? 'treated as one currency, not converted' : 'each in its reporting currency'}, ${scale}`
      : isCalculated
        ? twelveMonthMetricsNote
        : ''
    const group = { key: `${linesGroup}${name}`, label: name, note }
    return rows.map((row) => ({ ...row, group }))
  })
}

/** The service states such a metric for single periods: in a column of four quarters it is ours. */
function overTwelveMonths({ companies }: ComparedTable, field: string): boolean {
  return (
    twelveMonthMetricByField.has(field) &&
    companies.some(({ periods }) => periods.some((records) => records?.how === 'sum'))
  )
}
