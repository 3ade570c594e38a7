import type { HighlightColour } from '#contract/api/notes.ts'

export const highlightColourNames: Readonly<Record<HighlightColour, string>> = {
  violet: 'Violet',
  amber: 'Amber',
  green: 'Green',
  red: 'Red',
}

export const highlightColourOrder: readonly HighlightColour[] = ['violet', 'amber', 'green', 'red']
