import type { Snippet } from '#contract/desk/search.ts'

export interface ListColumn<Key extends string> {
  readonly key: Key
  readonly title: string
  /** Pixels. */
  readonly width: number
  /** Takes what is left. */
  readonly grows?: boolean
  /** Figures stand at the right. */
  readonly figures?: boolean
}

/** What stands in a cell: a text, or one with hits in it. */
export type ListCell = string | Snippet

export interface ListSorting<Key extends string> {
  readonly by: Key
  readonly descending: boolean
}
