/** The types of a list table: columns, and cells of text with color or matches. */

import type { Snippet } from '#contract/api/transcript-search.ts'
import type { Tone } from '../format/tone.ts'
import type { HeadColumn } from './column-heads.ts'

export interface ListColumn<Key extends string> extends HeadColumn<Key> {
  /** Takes what is left. */
  readonly grows?: boolean
}

/** A text in the color of a change, muted, or in accent if it is new, and its meaning as a sentence. */
export interface TonedCell {
  readonly text: string
  readonly tone: Tone | 'third' | 'accent'
  readonly says?: string
}

/** Words from a text in its own language (as BCP 47; null: not stated), cut around their hits, and what is said of them before. */
interface QuotedCell {
  readonly remark?: string
  readonly pieces: Snippet
  readonly language: string | null
}

/** The content of a cell. */
export type ListCell = string | QuotedCell | TonedCell
