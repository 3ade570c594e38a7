/**
 * Finds where a company says of a line that its guidance becomes another one: "we are raising our full-year revenue guidance by 50 million".
 * Where the new figure is not read, the former one does not stand.
 */

import { placesOf, sentencesIn, type SpokenSentence } from '../spoken-figures/spoken-sentence.ts'
import { itsGuidance, scopeOf, type GuidanceRemark } from './guidance-scope.ts'
import type { GuidanceSource } from './stated-guidance.ts'

const verbs = '(?:rais|increas|reduc|updat|revis)(?:e|ed|ing)|(?:lift|lower|narrow|tighten)(?:ed|ing)?|cut|cutting'
const changes = new RegExp(
  String.raw`\b(?:we|company|we're|we've|and|,)(?: (?:are|have|has|is|also|therefore|now|again|today)){0,4} (?:${verbs}) ${itsGuidance}\b`,
  'g',
)
/** It is denied or imagined, or was done in an earlier call. */
const doubtful =
  /\b(not|never|no longer|don't|didn't|won't|if|could|might|may|would|unless|when we|after we|since we|peers|competitors|others|previously|earlier|already|ago|back in|last (quarter|call|year|month|spring|summer|fall|winter)|in (january|february|march|april|june|july|august|september|october|november|december))\b/

/** Of lines that are named: guidance as a whole may become another in some lines only. */
export function changedIn(source: GuidanceSource): GuidanceRemark[] {
  const { turns, sides } = source
  return turns.text.flatMap((text, turn) => {
    if (sides[turns.speaker[turn] ?? -1] !== 'company' || !/guidance|outlook|forecast/i.test(text)) return []
    return sentencesIn(text).flatMap((sentence) => changedBy(sentence, turn, source))
  })
}

function changedBy(sentence: SpokenSentence, turn: number, source: GuidanceSource): GuidanceRemark[] {
  const { plain, tokens } = sentence
  if (plain.trimEnd().endsWith('?') || doubtful.test(plain)) return []
  return placesOf(sentence, changes).flatMap((place) => {
    const { first, next } = place
    const named = scopeOf(sentence, place, source)
    if (!named || named.scope.fields.length === 0) return []
    return [{ ...named.scope, turn, from: tokens[first]?.from ?? 0, to: tokens[next - 1]?.to ?? 0 }]
  })
}
