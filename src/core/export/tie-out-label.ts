/** Names a tie-out in a few words, for a row of a workbook. */

import { labelOf } from '#contract/api/figure-lines.ts'
import type { TieRule } from '../fundamentals/tie-outs.ts'

/** Letters that a row of checks has room for. */
const mostLetters = 66

/** A check of a total in a few words: of a long sum, how many parts it has. */
export function tieOutLabel({ field, sum, rule }: Pick<TieRule, 'field' | 'sum' | 'rule'>): string {
  return rule.length <= mostLetters ? rule : `${labelOf(field)} = sum of its ${sum.length} parts`
}
