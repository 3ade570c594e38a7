/** The colors of highlights in a transcript, with their names and order. */

import type { HighlightColor } from '#contract/api/notes.ts'

/** The names of highlight colors, in the order in which they are offered. */
export const highlightColorNames: Readonly<Record<HighlightColor, string>> = {
  violet: 'Violet',
  amber: 'Amber',
  green: 'Green',
  red: 'Red',
}

export const highlightColorOrder: readonly HighlightColor[] = ['violet', 'amber', 'green', 'red']
