/**
 * Finds where a company says that it changes its guidance for a line: "we are raising our full-year revenue guidance by 50 million". If the
 * new figure cannot be read, the earlier guidance no longer applies.
 */

import { kindOfMeasure } from '../spoken-figures/linking-words.ts'
import { mentionsIn } from '../spoken-figures/measures.ts'
import { gapWords } from '../spoken-figures/parsed-sentence.ts'
import { periodsIn } from '../spoken-figures/periods.ts'
import {
  placesOf,
  sentencesIn,
  wordsOf,
  type SpokenSentence,
  type TokenSpan,
} from '../spoken-figures/spoken-sentence.ts'
import {
  isRangeOfGuidance,
  itsGuidance,
  periodsOfGuidance,
  scopeOf,
  type GuidanceRemark,
  type GuidanceScope,
} from './guidance-scope.ts'
import type { GuidanceSource } from './stated-guidance.ts'

const verbs =
  '(?:rais|increas|reduc|updat|revis)(?:e|ed|ing)|(?:lift|lower|narrow|tighten|widen|boost)(?:ed|ing)?|trim(?:med|ming)?|cut|cutting'
const movements = 'tak(?:e|en|ing)|took|mov(?:e|ed|ing)|bring|bringing|brought'
/** "The low end of", "both ends of": one end that moves makes it another range. */
const placeInRange = String.raw`(?:(?:the|our|its|both) )?(?:(?:low|lower|high|higher|top|upper|bottom) )?(?:ends?|half|mid ?point) of`
const endOfPlace = /^(?:ends?|half|midpoint|point)$/
const helpers = '(?:are|have|has|is|also|therefore|now|again|today)'
const itsRange = String.raw`(?:${placeInRange} )?${itsGuidance}`
const changing = [
  `(?:${verbs}) ${itsRange}`,
  `(?:${movements}) (?:up|down) ${itsRange}`,
  `(?:${movements}) ${itsRange}(?: ranges?)? (?:up|down|higher|lower)`,
].join('|')
const changes = new RegExp(String.raw`\b(?:we|company|we're|we've|and|,)(?: ${helpers}){0,4} (?:${changing})\b`, 'g')
/** "Above the high end of our guidance range". */
const beyond = new RegExp(
  String.raw`\b(?:above|below|beyond|outside|exceed|ahead of|short of|(?:higher|lower|better|worse|more|less) than) (?:${placeInRange} )?(?:${itsGuidance}(?: range)?|(?:our|the)(?: [a-z0-9]+){0,4} range)\b`,
  'g',
)
const expects =
  /\b(?:expect|expects|expecting|anticipate|anticipates|anticipating|see|forecast|project|believe|will|should|likely)\b/
const past = /\b(?:was|were|came|had|did|finished|ended|reported|delivered|achieved|grew|rose|fell|expected)\b/
/** It is denied or imagined, or was done in an earlier call. */
const doubtful =
  /\b(not|never|no longer|don't|didn't|won't|if|could|might|may|would|unless|when we|after we|since we|peers|competitors|others|previously|earlier|already|ago|back in|last (quarter|call|year|month|spring|summer|fall|winter)|in (january|february|march|april|june|july|august|september|october|november|december))\b/

/** Of lines that are named: guidance as a whole may become another in some lines only. */
export function changedIn(source: GuidanceSource): GuidanceRemark[] {
  const { turns, sides } = source
  return turns.text.flatMap((text, turn) => {
    if (sides[turns.speaker[turn] ?? -1] !== 'company' || !/guidance|outlook|forecast|range/i.test(text)) return []
    return sentencesIn(text).flatMap((sentence) => changedBy(sentence, turn, source))
  })
}

function changedBy(sentence: SpokenSentence, turn: number, source: GuidanceSource): GuidanceRemark[] {
  const { plain, tokens } = sentence
  if (plain.trimEnd().endsWith('?') || doubtful.test(plain)) return []
  const remarkAt = ({ first, next }: TokenSpan, scope: GuidanceScope | null): GuidanceRemark[] =>
    scope === null || scope.fields.length === 0
      ? []
      : [{ ...scope, turn, from: tokens[first]?.from ?? 0, to: tokens[next - 1]?.to ?? 0 }]
  return [
    ...placesOf(sentence, changes).flatMap((place) => {
      // Which end it is says nothing of the line or the period.
      const ofEnd = tokens.findIndex(
        ({ text }, at) =>
          at > place.first && at < place.next && text === 'of' && endOfPlace.test(tokens[at - 1]?.text ?? ''),
      )
      const named = scopeOf(sentence, { ...place, first: Math.max(place.first, ofEnd) }, source)
      return remarkAt(place, named && named.scope)
    }),
    ...placesOf(sentence, beyond)
      .filter((place) => isRangeOfGuidance(sentence, place))
      .flatMap((place) => remarkAt(place, scopeBefore(sentence, place, source))),
  ]
}

/** The lines that are expected beyond their guidance, by the words before it: "we now expect full-year revenue above the high end of our range". */
function scopeBefore(sentence: SpokenSentence, { first }: TokenSpan, source: GuidanceSource): GuidanceScope | null {
  const before = wordsOf(sentence, 0, first)
  const periods = periodsOfGuidance(sentence, source)
  if (!expects.test(before) || past.test(before) || periods === null) return null
  const phrases = periodsIn(sentence)
  const fields = mentionsIn(sentence)
    .filter(
      ({ first: from, next }) =>
        next <= first && kindOfMeasure(gapWords({ sentence, periods: phrases }, 0, from)) === 'whole',
    )
    .flatMap(({ measure }) => measure.fields[0] ?? [])
  return { periods, fields, qualifier: null, isOfChange: false }
}
