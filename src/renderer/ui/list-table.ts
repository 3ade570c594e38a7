import type { Snippet } from '#contract/api/transcript-search.ts'
import type { Tone } from '../format/tone.ts'

export interface ListColumn<Key extends string> {
  readonly key: Key
  readonly title: string
  /** Pixels. */
  readonly width: number
  /** Takes what is left. */
  readonly grows?: boolean
  /** Figures stand at the right. */
  readonly figures?: boolean
  /** The table cannot be put in its order. */
  readonly unsorted?: boolean
}

/** A text in the colour of a change, or in a quiet one, and the sentence that it stands for. */
export interface TonedCell {
  readonly text: string
  readonly tone: Tone | 'third'
  readonly says?: string
}

/** What stands in a cell: a text, or one with hits in it. */
export type ListCell = string | Snippet | TonedCell

export interface ListSorting<Key extends string> {
  readonly by: Key
  readonly descending: boolean
}
