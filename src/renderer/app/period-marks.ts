/**
 * The marks of fiscal periods in column heads (extra week, share split, odd position), and of
 * figures that are adjusted for splits.
 */

import type { PeriodRemark } from '#contract/api/financials.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import type { GridMark } from '../ui/grid/grid-types.ts'

/** Marks in a period's head: `w` for an extra week, `x` for a share split before it, `p` for an odd position among the others. */
export function periodMarks(remarks: readonly PeriodRemark[]): readonly GridMark[] {
  if (remarks.length === 0) return none
  const saying = new Map<string, string[]>()
  for (const { kind, message } of remarks) saying.set(letterOf(kind), [...(saying.get(letterOf(kind)) ?? []), message])
  return ['p', 'x', 'w'].flatMap((letter) => {
    const says = saying.get(letter)
    return says ? [{ letter, says: says.join(' '), corner: false }] : []
  })
}

const none: readonly GridMark[] = []

function letterOf(kind: PeriodRemark['kind']): string {
  if (kind === 'split' || kind === 'adjusted-split') return 'x'
  return kind === 'long' ? 'w' : 'p'
}

/** Marks on EPS and shares in a period with other shares than the one before. */
export function splitMarks(unit: UnitKind, remarks: readonly PeriodRemark[]): readonly GridMark[] {
  if (unit !== 'per-share' && unit !== 'shares') return none
  const split = remarks.find(({ kind }) => kind === 'split')
  return split ? [{ letter: 'x', says: split.message, corner: true }] : none
}

/** `a` on a figure in other shares than reported. `says`: how it was adjusted; null: it was not. */
export function adjustedMarks(says: string | null | undefined): readonly GridMark[] {
  return says === null || says === undefined ? none : [{ letter: 'a', says, corner: false }]
}

/** Behind what figures are, on the clipboard. */
export function adjustedWords(isAdjusted: boolean): string {
  return isAdjusted ? ', EPS and shares adjusted for splits' : ''
}
