/** Cuts the text of a turn into pieces: the figures that are marked in it, and what is between them. */

import type { SpokenVerdict } from '#contract/api/spoken-figures.ts'

/** A figure marked in the text of a turn. */
export interface FigureMark {
  /** Letters of the turn's text, `to` excluded. */
  readonly from: number
  readonly to: number
  /** How it compares with the statements. */
  readonly kind: SpokenVerdict['is']
  /** Stands after the figure. */
  readonly sign: string
  /** What screen readers read in place of the sign. */
  readonly says: string
}

interface TextPiece {
  readonly text: string
  /** Null: between figures. */
  readonly mark: FigureMark | null
}

/** The pieces together are the text. Marks are in order and do not overlap; one beyond the end is left out. */
export function textPieces(text: string, marks: readonly FigureMark[]): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const mark of marks) {
    if (mark.from < at || mark.to > text.length || mark.to <= mark.from) continue
    if (mark.from > at) pieces.push({ text: text.slice(at, mark.from), mark: null })
    pieces.push({ text: text.slice(mark.from, mark.to), mark })
    at = mark.to
  }
  if (at < text.length) pieces.push({ text: text.slice(at), mark: null })
  return pieces
}
