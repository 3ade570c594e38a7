/**
 * Finds where a company withdraws or suspends its guidance in a call. An earlier withdrawal that is only spoken of again is none. Where its
 * words leave a doubt of which guidance is meant, any of it may be withdrawn.
 */

import { placesOf, sentencesIn, wordsOf, type SpokenSentence } from '../spoken-figures/spoken-sentence.ts'
import { itsGuidance, scopeOf, type GuidanceRemark } from './guidance-scope.ts'
import type { GuidanceSource } from './stated-guidance.ts'

export interface Withdrawals {
  readonly withdrawn: readonly GuidanceRemark[]
  /** What may be withdrawn, though it is not clear that it is. */
  readonly mayWithdraw: readonly GuidanceRemark[]
}

const forms = 'withdrawing|suspending|rescinding|retracting'
const done = 'withdrawn|suspended|rescinded|retracted'
const verb = 'withdraw|suspend|rescind|retract'
const isUnderWay = new RegExp(String.raw`\b(?:${forms})\b`)
/** "We are withdrawing our guidance", "we have decided to suspend our outlook", "our guidance is withdrawn". */
const withdraws = new RegExp(
  String.raw`\b(?:(?:we|company|we're|we've)(?: (?:are|have|has|is|also|therefore|now|decided|to|must|had to)){0,4} (?:${forms}|${done}|${verb}) ${itsGuidance}|${itsGuidance}(?: for [a-z0-9 ]{2,30})? (?:is|has been|have been|is being) (?:now |hereby |therefore )?(?:${done}))\b`,
  'g',
)
/** Something else is: "suspending our dividend and keeping our guidance". */
const isOther =
  /\b(?:but|while|although|though)\b|(?:\band|,) (?!(?:our|the|all|its|any)\b)[a-z ]*\b(?:our|the|all|its|any)\b/
/** It is denied, or imagined. */
const doubtful =
  /\b(not|never|no longer|don't|didn't|won't|if|could|might|may|would|unless|reinstat\w+|resum\w+|since|when we|after we|peers|competitors|others)\b/
/** It was done in an earlier call. */
const earlier =
  /\b(previously|earlier|already|last (quarter|call|year|month|spring|summer|fall|winter)|ago|back in|in (january|february|march|april|may|june|july|august|september|october|november|december))\b/

export function withdrawnIn(source: GuidanceSource): Withdrawals {
  const { turns, sides } = source
  const found = turns.text.flatMap((text, turn) => {
    if (sides[turns.speaker[turn] ?? -1] !== 'company' || !/guidance|outlook|forecast/i.test(text)) return []
    return sentencesIn(text).flatMap((sentence) => withdrawnBy(sentence, turn, source))
  })
  return {
    withdrawn: found.flatMap(({ withdrawn }) => withdrawn ?? []),
    mayWithdraw: found.flatMap(({ mayWithdraw }) => mayWithdraw ?? []),
  }
}

/** What one place withdraws, and what it may withdraw; null: nothing. */
interface Withdrawal {
  readonly withdrawn: GuidanceRemark | null
  readonly mayWithdraw: GuidanceRemark | null
}

function withdrawnBy(sentence: SpokenSentence, turn: number, source: GuidanceSource): Withdrawal[] {
  if (sentence.plain.trimEnd().endsWith('?')) return []
  return placesOf(sentence, withdraws).flatMap((place): Withdrawal[] => {
    const { first, next } = place
    const words = wordsOf(sentence, first, next)
    const isDone = !isUnderWay.test(words)
    if (isOther.test(words) || doubtful.test(wordsOf(sentence, 0, next))) return []
    if (isDone && earlier.test(sentence.plain)) return []
    const at = { turn, from: sentence.tokens[first]?.from ?? 0, to: sentence.tokens[next - 1]?.to ?? 0 }
    const named = scopeOf(sentence, place, source)
    const ofAny = { ...at, periods: named?.scope.periods ?? [], fields: [], qualifier: null, isOfChange: false }
    return [{ withdrawn: named && { ...named.scope, ...at }, mayWithdraw: named && !named.isOfOthers ? null : ofAny }]
  })
}
