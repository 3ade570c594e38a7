import type { Snippet } from '#contract/api/transcript-search.ts'
import type { Tone } from '../format/tone.ts'
import type { HeadColumn } from './column-heads.ts'

export interface ListColumn<Key extends string> extends HeadColumn<Key> {
  /** Takes what is left. */
  readonly grows?: boolean
}

/** A text in the color of a change, in a quiet one, or in accent where it is new, and the sentence that it stands for. */
export interface TonedCell {
  readonly text: string
  readonly tone: Tone | 'third' | 'accent'
  readonly says?: string
}

/** What stands in a cell: a text, or one with hits in it. */
export type ListCell = string | Snippet | TonedCell
