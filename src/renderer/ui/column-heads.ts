/** The types of a list table's column heads: columns, groups and sorting. */

export interface HeadColumn<Key extends string> {
  readonly key: Key
  readonly title: string
  /** Read out instead of the title, where the head has no room for one. */
  readonly name?: string
  /** Pixels: the initial width of a fixed column, the least width of one that grows. */
  readonly width: number
  /** Right-aligned figures. */
  readonly align?: 'end' | 'center'
  /** It stays visible when the table is scrolled sideways: its left edge, a CSS length. */
  readonly frozen?: string
  /** A name above this head and its neighbors of the same group. */
  readonly group?: string
  /** The table cannot be sorted by it. */
  readonly unsorted?: boolean
}

export interface ListSorting<Key extends string> {
  readonly by: Key
  readonly descending: boolean
}

/** Neighboring columns under one name: the first, counted from 1 as CSS does, and how many there are. */
export function columnGroups<Key extends string>(
  columns: readonly HeadColumn<Key>[],
): readonly { readonly name: string; readonly first: number; readonly count: number }[] {
  const groups: { name: string; first: number; count: number }[] = []
  for (const [at, { group }] of columns.entries()) {
    if (group === undefined) continue
    const open = groups.at(-1)
    if (open?.name === group && open.first + open.count === at + 1) open.count += 1
    else groups.push({ name: group, first: at + 1, count: 1 })
  }
  return groups
}
