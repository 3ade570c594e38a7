import type { MarkedFields } from '#contract/api/financials.ts'
import type { GridMark } from '../ui/grid/grid.ts'

const kinds = [
  {
    list: 'marked',
    letter: 'd',
    says: 'Damaged: the service sent no readable figure. The response is stored as received.',
  },
  { list: 'kept', letter: 'k', says: 'Retained: the latest response has no readable value.' },
  { list: 'withdrawn', letter: 'w', says: 'Withdrawn by the service.' },
  { list: 'imprecise', letter: '≈', says: 'Rounded: the service sent more digits than can be calculated with.' },
  { list: 'converted', letter: 'v', says: 'Converted: the service sent this figure as text.' },
] as const satisfies readonly { list: keyof MarkedFields; letter: string; says: string }[]

const none: readonly GridMark[] = []

/** Whether a mark says how a figure was received: its source says it with the day. */
export function isReceivedMark({ letter }: GridMark): boolean {
  return kinds.some((kind) => kind.letter === letter)
}

/** How a figure was received, where that is not as it should be. Of a sum: how one of its quarters was. */
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
