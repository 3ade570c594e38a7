/** Finds where a company withdraws or suspends its guidance in a call. An earlier withdrawal that is only spoken of again is none. */

import { placesOf, sentencesIn, wordsOf, type SpokenSentence } from '../spoken-figures/spoken-sentence.ts'
import { itsGuidance, scopeOf, type GuidanceRemark } from './guidance-scope.ts'
import type { GuidanceSource } from './stated-guidance.ts'

const forms = 'withdrawing|suspending|rescinding|retracting'
const done = 'withdrawn|suspended|rescinded|retracted'
const verb = 'withdraw|suspend|rescind|retract'
const isUnderWay = new RegExp(String.raw`\b(?:${forms})\b`)
/** "We are withdrawing our guidance", "we have decided to suspend our outlook", "our guidance is withdrawn". */
const withdraws = new RegExp(
  String.raw`\b(?:(?:we|company|we're|we've)(?: (?:are|have|has|is|also|therefore|now|decided|to|must|had to)){0,4} (?:${forms}|${done}|${verb}) ${itsGuidance}|${itsGuidance}(?: for [a-z0-9 ]{2,30})? (?:is|has been|have been|is being) (?:now |hereby |therefore )?(?:${done}))\b`,
  'g',
)
/** It is denied, or imagined. */
const doubtful =
  /\b(not|never|no longer|don't|didn't|won't|if|could|might|may|would|unless|reinstat\w+|resum\w+|since|when we|after we|peers|competitors|others)\b/
/** It was done in an earlier call. */
const earlier =
  /\b(previously|earlier|already|last (quarter|call|year|month|spring|summer|fall|winter)|ago|back in|in (january|february|march|april|may|june|july|august|september|october|november|december))\b/

export function withdrawnIn(source: GuidanceSource): GuidanceRemark[] {
  const { turns, sides } = source
  return turns.text.flatMap((text, turn) => {
    if (sides[turns.speaker[turn] ?? -1] !== 'company' || !/guidance|outlook|forecast/i.test(text)) return []
    return sentencesIn(text).flatMap((sentence) => withdrawnBy(sentence, turn, source))
  })
}

function withdrawnBy(sentence: SpokenSentence, turn: number, source: GuidanceSource): GuidanceRemark[] {
  if (sentence.plain.trimEnd().endsWith('?')) return []
  return placesOf(sentence, withdraws).flatMap((place): GuidanceRemark[] => {
    const { first, next } = place
    const isDone = !isUnderWay.test(wordsOf(sentence, first, next))
    if (doubtful.test(wordsOf(sentence, 0, next)) || (isDone && earlier.test(sentence.plain))) return []
    const scope = scopeOf(sentence, place, source)
    const from = sentence.tokens[first]?.from ?? 0
    return scope ? [{ ...scope, turn, from, to: sentence.tokens[next - 1]?.to ?? 0 }] : []
  })
}
