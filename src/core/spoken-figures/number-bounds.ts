/** The words before a number that say how it is meant: about, over, under. */

import type { SpokenValue } from '#contract/api/spoken-figures.ts'
import type { Token } from './tokens.ts'

type Bound = SpokenValue['bound']

/** Words right before a number that say how it is meant, the longest first. */
const bounds: readonly (readonly [string, Bound])[] = [
  ['in the range of', 'about'],
  ['in the order of', 'about'],
  ['somewhere around', 'about'],
  ['a bit more than', 'over'],
  ['a little more than', 'over'],
  ['slightly more than', 'over'],
  ['a bit less than', 'under'],
  ['a little less than', 'under'],
  ['slightly less than', 'under'],
  ['a little over', 'over'],
  ['a little above', 'over'],
  ['a little under', 'under'],
  ['a little below', 'under'],
  ['a bit over', 'over'],
  ['a bit under', 'under'],
  ['a touch over', 'over'],
  ['a touch under', 'under'],
  ['slightly over', 'over'],
  ['slightly above', 'over'],
  ['slightly under', 'under'],
  ['slightly below', 'under'],
  ['just shy of', 'under'],
  ['just over', 'over'],
  ['just above', 'over'],
  ['just under', 'under'],
  ['just below', 'under'],
  ['well over', 'over'],
  ['well above', 'over'],
  ['well below', 'under'],
  ['in excess of', 'over'],
  ['north of', 'over'],
  ['south of', 'under'],
  ['not more than', 'under'],
  ['no more than', 'under'],
  ['more than', 'over'],
  ['greater than', 'over'],
  ['higher than', 'over'],
  ['less than', 'under'],
  ['lower than', 'under'],
  ['fewer than', 'under'],
  ['at least', 'over'],
  ['at most', 'under'],
  ['up to', 'under'],
  ['as much as', 'under'],
  ['close to', 'about'],
  ['something like', 'about'],
  ['kind of', 'about'],
  ['sort of', 'about'],
  ['or so', 'about'],
  ['over', 'over'],
  ['above', 'over'],
  ['exceeding', 'over'],
  ['exceeded', 'over'],
  ['passed', 'over'],
  ['surpassed', 'over'],
  ['under', 'under'],
  ['below', 'under'],
  ['nearly', 'under'],
  ['almost', 'under'],
  ['about', 'about'],
  ['around', 'about'],
  ['roughly', 'about'],
  ['approximately', 'about'],
  ['circa', 'about'],
  ['some', 'about'],
  ['like', 'about'],
  ['say', 'about'],
]
const boundWords = bounds.map(([words, bound]) => [words.split(' '), bound] as const)

/** The bound of the number that begins at a token, and where the words for it begin. */
export function boundBefore(tokens: readonly Token[], at: number): { bound: Bound; from: number } {
  for (const [words, bound] of boundWords) {
    const from = at - words.length
    const isMovement = words[0] === 'up' && isMoved(tokens, from)
    if (from >= 0 && !isMovement && words.every((word, ahead) => tokens[from + ahead]?.text === word))
      return { bound, from }
  }
  return { bound: 'exact', from: at }
}

const wordsOfMovement = 12

/** "Cash was up to 3.5 million" and "grew 27 percent, up to 325 million": it went there, and "up to" is no bound. */
function isMoved(tokens: readonly Token[], at: number): boolean {
  if (/^(was|were|is|are|goes|percent|%)$/.test(tokens[at - 1]?.text ?? '')) return true
  return tokens
    .slice(Math.max(0, at - wordsOfMovement), at)
    .some(({ text }) => /^(went|gone|grew|grown|rose|increased|improved)$/.test(text))
}
