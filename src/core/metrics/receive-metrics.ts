/** Finds a place for metrics that came in a pack next to the user's own, which stay as they are. */

import { longestFormula } from '#contract/api/metrics.ts'
import { nameAfter, variantId } from '../received-items.ts'
import { Label, Name, tokensOf } from './formula-tokens.ts'
import type { MetricRow } from './metrics-store.ts'

interface PlacedMetrics {
  readonly added: readonly MetricRow[]
  /** The field of each received metric here, by its field in the pack. */
  readonly fields: ReadonlyMap<string, string>
  readonly conflicts: readonly string[]
}

/** Most characters of a name. */
const longest = 80

/**
 * A metric that is there with the same formula and unit is used as it is. One whose name means something else here is named after the
 * author, and so in the formulas that came with it. `isLine`: whether a line of the statements has this name or field.
 */
export function placeMetrics(
  received: readonly MetricRow[],
  own: readonly MetricRow[],
  author: string,
  isLine: (name: string) => boolean,
): PlacedMetrics {
  // Brackets end a name in a formula.
  const by = author.replaceAll(/[[\]]/g, '')
  const there = [...own]
  const added: MetricRow[] = []
  const conflicts: string[] = []
  const placed = new Map<string, MetricRow>()
  const byName = new Map(received.map((metric) => [metric.name.toLowerCase(), metric]))
  const byField = new Map(received.map((metric) => [fieldOf(metric), metric]))
  const begun = new Set<string>()

  /** Undefined for one that depends on itself: its formula stays as it is, and is refused as such. */
  const placeOf = (metric: MetricRow): MetricRow | undefined => {
    const known = placed.get(metric.id)
    if (known || begun.has(metric.id)) return known
    begun.add(metric.id)
    const row = place({ ...metric, formula: formulaHere(metric.formula) })
    placed.set(metric.id, row)
    return row
  }

  const formulaHere = (formula: string): string => {
    let [text, end] = ['', 0]
    for (const { tokenType, image, startOffset } of tokensOf(formula)) {
      if (tokenType !== Label && tokenType !== Name) continue
      const named = tokenType === Label ? byName.get(image.slice(1, -1).trim().toLowerCase()) : byField.get(image)
      const here = named && placeOf(named)
      if (!here || (here.id === named.id && here.name === named.name)) continue
      text += formula.slice(end, startOffset) + (tokenType === Label ? `[${here.name}]` : fieldOf(here))
      end = startOffset + image.length
    }
    return text + formula.slice(end)
  }

  const place = (metric: MetricRow): MetricRow => {
    const otherId = variantId(metric.id, [author, metric.name, metric.formula, metric.unit].join('\n'))
    const isNamed = (name: string) => (row: MetricRow) => row.name.toLowerCase() === name.toLowerCase()
    const same = there.find(
      (row) =>
        row.id === otherId ||
        ((row.id === metric.id || isNamed(metric.name)(row)) &&
          row.formula === metric.formula &&
          row.unit === metric.unit),
    )
    if (same) return same
    const isTaken = (name: string) => there.some(isNamed(name)) || isLine(name)
    if (metric.formula.length > longestFormula) {
      conflicts.push(
        `${author}’s metric “${metric.name}” is not added: its formula is too long once its metrics are renamed.`,
      )
      // What names it must not find another metric in its place.
      return { ...metric, id: otherId, name: nameAfter(metric.name, by, isTaken, longest) }
    }
    const name = isTaken(metric.name) ? nameAfter(metric.name, by, isTaken, longest) : metric.name
    if (name !== metric.name)
      conflicts.push(`“${metric.name}” has a different formula here. ${author}’s metric is added as “${name}”.`)
    const row = { ...metric, id: there.some(({ id }) => id === metric.id) ? otherId : metric.id, name }
    there.push(row)
    added.push(row)
    return row
  }

  const fields = new Map(received.map((metric) => [fieldOf(metric), fieldOf(placeOf(metric) ?? metric)]))
  return { added, fields, conflicts }
}

function fieldOf({ id }: Pick<MetricRow, 'id'>): string {
  return `own.${id}`
}
