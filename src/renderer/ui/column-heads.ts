export interface HeadColumn<Key extends string> {
  readonly key: Key
  readonly title: string
  /** Pixels: the initial width of a fixed column, the least width of one that grows. */
  readonly width: number
  /** Figures stand at the end. */
  readonly align?: 'end' | 'center'
  /** It stays visible when the table is scrolled sideways: its left edge, a CSS length. */
  readonly frozen?: string
  /** The table cannot be sorted by it. */
  readonly unsorted?: boolean
}

export interface ListSorting<Key extends string> {
  readonly by: Key
  readonly descending: boolean
}
