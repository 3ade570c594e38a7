/** Sorts and groups the companies of a watchlist. */

import type { NewItemKind } from '#contract/api/whats-new-kinds.ts'
import type { WatchlistRow, WatchlistView } from '#contract/api/watchlists.ts'

/** A company by its position in the list, or the head of a group. */
export type OrderedRow = { readonly at: number } | { readonly head: string; readonly companies: number }

export interface Ordering {
  readonly rows: readonly WatchlistRow[]
  readonly view: Pick<WatchlistView, 'sort' | 'group' | 'unseen'>
  /** Only companies whose symbol, name or note contains all of these words. */
  readonly words: string
  /** The searched text. */
  readonly textOf: (at: number) => string
  readonly sortValue: (column: string, at: number) => string | number | null
  readonly groupOf: (column: string, at: number) => string
}

/** Companies in the chosen order, equal ones in the manual order. Companies without a value come last in both directions. */
export function orderRows({ rows, view, words, textOf, sortValue, groupOf }: Ordering): readonly OrderedRow[] {
  const sought = words.toLowerCase().split(/\s+/).filter(Boolean)
  // The filter is ignored where no company has new items of its kinds, since the list would be empty.
  const kinds = rows.some((row) => hasNewItems(row, view.unseen)) ? view.unseen : []
  const shown = rows
    .map((_, at) => at)
    .filter((at) => hasNewItems(rows[at], kinds))
    .filter((at) => sought.every((word) => textOf(at).toLowerCase().includes(word)))
  const { sort, group } = view
  const sorted = sort === null ? shown : sortBy(shown, (at) => sortValue(sort.column, at), sort.descending)
  if (group === null) return sorted.map((at) => ({ at }))
  const groups = new Map<string, number[]>()
  for (const at of sorted) {
    const key = groupOf(group, at)
    groups.set(key, [...(groups.get(key) ?? []), at])
  }
  return [...groups]
    .toSorted(([left], [right]) => Number(left === '') - Number(right === '') || left.localeCompare(right))
    .flatMap(([head, of]): OrderedRow[] => [{ head, companies: of.length }, ...of.map((at) => ({ at }))])
}

function hasNewItems(row: WatchlistRow | undefined, kinds: readonly NewItemKind[]): boolean {
  return kinds.length === 0 || (row !== undefined && kinds.some((kind) => (row.unseen[kind] ?? 0) > 0))
}

function sortBy(
  shown: readonly number[],
  valueOf: (at: number) => string | number | null,
  descending: boolean,
): number[] {
  const valued = shown.map((at) => ({ at, value: valueOf(at) }))
  const compare = new Intl.Collator('en').compare
  return valued
    .toSorted((left, right) => {
      if (left.value === null || right.value === null) return Number(left.value === null) - Number(right.value === null)
      const order =
        typeof left.value === 'number' && typeof right.value === 'number'
          ? left.value - right.value
          : compare(String(left.value), String(right.value))
      return descending ? -order : order
    })
    .map(({ at }) => at)
}
