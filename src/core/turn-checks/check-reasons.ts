/** Decides which turns are worth checking against the recording. Names are inferred from capital letters. */

import type { SpeakerSide } from '#contract/api/calls.ts'
import type { CheckReason } from '#contract/api/turn-checks.ts'
import { isNumberToken } from '../spoken-figures/spoken-cardinals.ts'
import { quantitiesIn } from '../spoken-figures/spoken-numbers.ts'
import { tokensOf } from '../spoken-figures/tokens.ts'

const negation = /\b(?:not|no|never|none|nor|neither|nothing|nobody|without|cannot|\p{L}+n['’]t)\b/iu

/** A capital letter inside a sentence, except in "I" and its short forms. */
const name = /(?<=[\p{Ll}\d,;’'] )(?!I\b)\p{Lu}[\p{L}\d]/u

/** In the order of the contract; empty: a mistake in the turn would cost little. `side`: of its speaker; null: not known. */
export function checkReasons(text: string, side: SpeakerSide | null): CheckReason[] {
  const reasons: CheckReason[] = []
  const tokens = tokensOf(text)
  // The operator announces speakers and keys to press ("star zero"), of which a mistake costs nothing.
  if (side === 'operator' && quantitiesIn(tokens).length === 0) return []
  // "One" alone is mostly a pronoun.
  const isFigure =
    tokens.some((token) => isNumberToken(token) && token.text !== 'one') || quantitiesIn(tokens).length > 0
  if (isFigure) reasons.push('figure')
  if (name.test(text)) reasons.push('name')
  if (negation.test(text)) reasons.push('negation')
  return reasons
}
