/**
 * The marks of figures that were not received cleanly: unreadable, withdrawn, rounded, or converted
 * from text.
 */

import type { MarkedFields } from '#contract/api/financials.ts'
import type { GridMark } from '../ui/grid/grid-types.ts'

const kinds = [
  {
    list: 'unreadable',
    letter: 'd',
    says: 'Damaged: the service sent no readable figure. The response is stored as received.',
  },
  { list: 'kept', letter: 'k', says: 'Retained: the latest response has no readable value.' },
  { list: 'withdrawn', letter: 'w', says: 'Withdrawn by the service.' },
  { list: 'imprecise', letter: '≈', says: 'Rounded: the service sent more digits than Tearsheet can use.' },
  { list: 'converted', letter: 'v', says: 'Converted: the service sent this figure as text.' },
] as const satisfies readonly { list: keyof MarkedFields; letter: string; says: string }[]

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
    .map(({ list, letter, says }) => ({
      letter,
      says: isSum ? `One of its quarters: ${says}` : says,
      corner: list !== 'imprecise' && list !== 'converted',
    }))
}
