import type { HighlightColor } from '#contract/api/notes.ts'

/** How the colors of highlights are named, and the order in which they are offered. */
export const highlightColorNames: Readonly<Record<HighlightColor, string>> = {
  violet: 'Violet',
  amber: 'Amber',
  green: 'Green',
  red: 'Red',
}

export const highlightColorOrder: readonly HighlightColor[] = ['violet', 'amber', 'green', 'red']
