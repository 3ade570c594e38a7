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

/**
 * The bound of a number below zero, whose minus stands at a token: "at least minus 20 million" bounds the figure, and "minus just over 20
 * million" how far it is below zero, as "nearly minus 20 million" does.
 * @param behind the bound between the minus and the number
 */
export function boundOfNegative(tokens: readonly Token[], minus: number, behind: Bound): Bound {
  if (behind !== 'exact') return oppositeOf(behind)
  const { bound, from } = boundBefore(tokens, tokens[minus - 1]?.text === 'a' ? minus - 1 : minus)
  return /^(nearly|almost|up|as)$/.test(tokens[from]?.text ?? '') ? oppositeOf(bound) : bound
}

/** A loss of less than 20 million is a result of more than minus 20 million. */
export function oppositeOf(bound: Bound): Bound {
  if (bound === 'over') return 'under'
  return bound === 'under' ? 'over' : bound
}

const wordsOfMovement = 12

/** "Cash was up to 3.5 million", "grew 27 percent, up to 325 million" and "taking our outlook up to 325 million": it went there, and "up to" is no bound. */
function isMoved(tokens: readonly Token[], at: number): boolean {
  if (/^(was|were|is|are|goes|percent|%)$/.test(tokens[at - 1]?.text ?? '')) return true
  const before = tokens.slice(Math.max(0, at - wordsOfMovement), at).map(({ text }) => text)
  if (before.some((word) => /^(went|gone|grew|grown|rose|increased|improved)$/.test(word))) return true
  // "Raising up to 2 billion" is a bound.
  const verb = before.findLastIndex((word) => movingVerb.test(word))
  return verb >= 0 && before.slice(verb).some((word) => /^(guidance|outlook|forecasts?|range)$/.test(word))
}

const movingVerb =
  /^(take|takes|taking|took|taken|bring|brings|bringing|brought|raise|raises|raising|raised|move|moves|moving|moved|lift|lifts|lifting|lifted)$/
