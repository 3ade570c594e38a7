/**
 * The marks of figures that were not received cleanly: unreadable, withdrawn, rounded, or converted
 * from text.
 */

import { receivedWords } from '#contract/api/figure-mark-words.ts'
import type { MarkedFields } from '#contract/api/financials.ts'
import type { GridMark } from '../ui/grid/grid-types.ts'

const kinds = [
  { list: 'unreadable', letter: 'd' },
  { list: 'kept', letter: 'k' },
  { list: 'withdrawn', letter: 'w' },
  { list: 'imprecise', letter: '≈' },
  { list: 'converted', letter: 'v' },
] as const satisfies readonly { list: keyof MarkedFields; letter: string }[]

const none: readonly GridMark[] = []

/** Whether a mark describes how a figure was received; the figure's source adds the day. */
export function isReceivedMark({ letter }: GridMark): boolean {
  return kinds.some((kind) => kind.letter === letter)
}

/** Marks of a figure that was not received cleanly; for a sum, of one of its quarters. */
export function receivedMarks(field: string, fields: MarkedFields, isSum: boolean): readonly GridMark[] {
  if (kinds.every(({ list }) => fields[list].length === 0)) return none
  return kinds
    .filter(({ list }) => fields[list].includes(field))
    .map(({ list, letter }) => ({
      letter,
      says: isSum ? `One of its quarters: ${receivedWords[list]}` : receivedWords[list],
      corner: list !== 'imprecise' && list !== 'converted',
    }))
}
