import type { HighlightColor } from '#contract/api/notes.ts'

export const highlightColorNames: Readonly<Record<HighlightColor, string>> = {
  violet: 'Violet',
  amber: 'Amber',
  green: 'Green',
  red: 'Red',
}

export const highlightColorOrder: readonly HighlightColor[] = ['violet', 'amber', 'green', 'red']
