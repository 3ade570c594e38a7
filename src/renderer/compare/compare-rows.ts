import type { ComparedTable, ComparisonMode } from '#contract/desk/comparisons.ts'
import type { OwnMetric } from '#contract/desk/metrics.ts'
import type { Scale } from '../format/scale.ts'
import type { GridRow } from '../ui/grid/grid.ts'
import { unitNote } from './compare-words.ts'
import { isMoney, lineGroups } from './line-groups.ts'

export interface CompareRow extends GridRow {
  /** In the table's lines; −1 for a group's head. */
  readonly line: number
}

/** The lines that are shown, in their groups; of a group that has none, not even its name. */
export function rowsOf(
  table: ComparedTable,
  shown: readonly string[],
  own: readonly OwnMetric[],
  { filter, mode, scale }: { readonly filter: string; readonly mode: ComparisonMode; readonly scale: Scale },
): readonly CompareRow[] {
  const places = new Map(table.lines.map(({ field }, at) => [field, at]))
  const wanted = new Set(shown)
  const words = filter.trim().toLowerCase()
  return lineGroups(own).flatMap(({ name, lines }) => {
    const rows = lines.flatMap(({ field, label }): readonly CompareRow[] => {
      const line = places.get(field)
      const at = line === undefined ? undefined : table.lines[line]
      if (line === undefined || !at || !wanted.has(field) || !label.toLowerCase().includes(words)) return []
      return [{ key: field, label: at.label, note: unitNote(at.unit, mode), rank: 'plain', line }]
    })
    if (rows.length === 0) return []
    const hasMoney = mode === 'values' && rows.some(({ key }) => isMoney(key))
    const note = hasMoney ? `each in its own reported currency, ${scale}` : ''
    return [{ key: `head ${name}`, label: name, note, rank: 'head', line: -1 }, ...rows]
  })
}
