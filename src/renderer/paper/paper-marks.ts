/** The letters that mark figures on paper, which figures get one, and what each means. */

import type { Figure, PeriodRemark, SplitAdjusted } from '#contract/api/financials.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { adjustedMarks, splitMarks } from '../app/period-marks.ts'

export type MarkMeaning = readonly [letter: string, meaning: string]

/** On screen each mark shows its meaning; on paper the section's head does. */
const meanings: readonly MarkMeaning[] = [
  ['r', 'restated since first download'],
  ['t', 'tie-out break'],
  ['x', 'share split before this period'],
  ['a', 'adjusted for splits'],
]

/** Meanings of the marks that occur. Pure. */
export function meaningsOf(letters: Iterable<string>): readonly MarkMeaning[] {
  const occurring = new Set(letters)
  return meanings.filter(([letter]) => occurring.has(letter))
}

/** "r restated since first download, t tie-out break". Pure. */
export function meaningsText(marks: readonly MarkMeaning[]): string {
  return marks.map((mark) => mark.join(' ')).join(', ')
}

interface SharesOfPeriod {
  readonly remarks: readonly PeriodRemark[]
  readonly adjusted?: SplitAdjusted
}

/** `x` on EPS and shares after a share split, `a` on those that were adjusted for one. Pure. */
export function shareMarks(unit: UnitKind, figure: Figure, { remarks, adjusted }: SharesOfPeriod): readonly string[] {
  if (figure === null || (unit !== 'per-share' && unit !== 'shares')) return []
  return [...splitMarks(unit, remarks), ...adjustedMarks(adjusted?.figures)].map(({ letter }) => letter)
}

/** In the head of a period preceded by a share split. Pure. */
export function splitHeadMark(remarks: readonly PeriodRemark[]): readonly string[] {
  return remarks.some(({ kind }) => isSplitRemark(kind)) ? ['x'] : []
}

export function isSplitRemark(kind: PeriodRemark['kind']): boolean {
  return kind === 'split' || kind === 'adjusted-split'
}
