/** The facets of the securities search: which securities the chosen values admit, and how many each value would show. */

import type { ApiInputs } from '#contract/api/api.ts'
import { facetNames, type FacetName } from '#contract/api/securities.ts'

type Row = Readonly<Record<FacetName, string | null>>
type Chosen = ApiInputs['securities']['find']['facets']
interface Count {
  value: string
  count: number
}

/** Maximum number of values of one facet, besides chosen ones. */
const mostValues = 30

/** Whether a security has a chosen value in every facet; a facet without a choice accepts all. */
export function isChosen(row: Row, chosen: Chosen): boolean {
  return facetNames.every((facet) => admits(row, facet, chosen))
}

/**
 * How many securities each value would show: those that match the choices in the other facets. So a second country can be added,
 * and the numbers next to the exchanges are those of the chosen country. A chosen value is listed even when it counts nothing.
 */
export function countFacets(rows: readonly Row[], chosen: Chosen): Record<FacetName, Count[]> {
  return {
    exchange: countOne(rows, 'exchange', chosen),
    country: countOne(rows, 'country', chosen),
    type: countOne(rows, 'type', chosen),
    sector: countOne(rows, 'sector', chosen),
  }
}

function countOne(rows: readonly Row[], facet: FacetName, chosen: Chosen): Count[] {
  const wanted = chosen?.[facet] ?? []
  const counts = new Map(wanted.map((value) => [value, 0]))
  for (const row of rows) {
    const value = row[facet]
    if (value === null || !facetNames.every((other) => other === facet || admits(row, other, chosen))) continue
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const ordered = [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((left, right) => right.count - left.count || left.value.localeCompare(right.value))
  return ordered.filter(({ value }, index) => index < mostValues || wanted.includes(value))
}

function admits(row: Row, facet: FacetName, chosen: Chosen): boolean {
  const wanted = chosen?.[facet] ?? []
  const value = row[facet]
  return wanted.length === 0 || (value !== null && wanted.includes(value))
}
