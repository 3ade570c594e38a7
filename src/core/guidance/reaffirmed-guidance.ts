/**
 * Finds where a company reaffirms earlier guidance in a call without giving a figure. If it is doubtful which guidance is meant, or whether
 * all of it stands, nothing counts as reaffirmed. Any other remark about guidance may be a reaffirmation too, so that no guidance is called
 * "not repeated" then.
 */

import { mentionsIn } from '../spoken-figures/measures.ts'
import {
  placesOf,
  sentencesIn,
  wordsOf,
  type SpokenSentence,
  type TokenSpan,
} from '../spoken-figures/spoken-sentence.ts'
import { itsGuidance, scopeOf, type GuidanceRemark, type GuidanceScope } from './guidance-scope.ts'
import { mayRepeatGuidance } from './possibly-repeated.ts'
import type { GuidanceSource } from './stated-guidance.ts'
import type { WordPlace } from './word-place.ts'

export interface Reaffirmations {
  readonly reaffirmed: readonly GuidanceRemark[]
  /** Other words of the call may reaffirm guidance as well. */
  readonly isUnclear: boolean
}

const subject = String.raw`(?:we|company|management|i|we're|we've|we'll|i'm|i'd|i'll|let me|and|while|,)`
const helpers = String.raw`(?: (?:are|have|has|is|am|will|can|want|like|would like|pleased|happy|to|also|therefore|now|again|once|today|still|hereby|just|continue|continuing)){0,5}`
const reaffirms = String.raw`(?:reiterat(?:e|es|ed|ing)|re ?affirm(?:s|ed|ing)?|affirm(?:s|ed|ing)?|re ?confirm(?:s|ed|ing)?|confirm(?:s|ed|ing)?|maintain(?:s|ed|ing)?)`
const unchanged = '(?:unchanged|intact|in place|the same|as is)'
const forScope = String.raw`(?: for [a-z0-9& ]{2,40}?)?`
const patterns = [
  String.raw`${subject}${helpers} ${reaffirms}(?: today| again)? ${itsGuidance}`,
  String.raw`${subject}${helpers} (?:keep|keeping|leave|leaving|left|kept) ${itsGuidance}${forScope} ${unchanged}`,
  String.raw`${subject}${helpers} not chang(?:e|ed|ing) ${itsGuidance}`,
  String.raw`no changes? (?:to|in) ${itsGuidance}`,
  String.raw`${itsGuidance}${forScope} (?:is|are|remains?|stays?|has been|have been|continues to be)(?: (?:now|again|hereby|also|fully))? (?:reiterated|re ?affirmed|affirmed|confirmed|maintained|${unchanged})`,
  String.raw`${itsGuidance}${forScope} (?:has not|hasn't|have not|haven't) changed`,
]
/** "We reiterate our full-year guidance", "our guidance for revenue remains in place", "there is no change to our outlook". */
const stands = new RegExp(String.raw`(?<![a-z'])(?:${patterns.join('|')})\b`, 'g')

/** Words before it that deny it, make it hypothetical or attribute it to somebody else. */
const doubtfulBefore =
  /\b(not|never|no longer|don't|didn't|won't|can't|cannot|if|whether|could|might|may|unless|when we|after we|before we|since|until|peers|competitors|others)\b/
/** Only part of the guidance is reaffirmed, or it is reaffirmed conditionally. */
const partial =
  /\b(except|exception|other than|apart from|aside from|exclud\w+|unless|if|subject to|(low|lower|high|higher|top|upper|bottom) (end|half|part|range)|mid ?point|half of)\b/
const turnsBehind = /\b(but|however|although|though|while|whereas)\b/
/** Some of the guidance is changed. */
const changesSome =
  /\b(rais\w+|lower\w*|narrow\w*|widen\w*|increas\w+|updat\w+|revis\w+|cut|cutting|reduc\w+|withdraw\w*|suspend\w*)\b/
/** It was done in an earlier call. */
const earlier =
  /\b(last (quarter|call|year|month|week|spring|summer|fall|winter)|ago|back in|in (january|february|march|april|may|june|july|august|september|october|november|december))\b/

/** @param read words that were read as guidance, or as a withdrawal of it */
export function reaffirmedIn(source: GuidanceSource, read: readonly WordPlace[] = []): Reaffirmations {
  const { turns, sides } = source
  const found = turns.text.flatMap((text, turn) => {
    if (sides[turns.speaker[turn] ?? -1] !== 'company') return []
    const places = read.filter((each) => each.turn === turn)
    return reaffirmedBy(sentencesIn(text), turn, source, places)
  })
  return { reaffirmed: found.filter((each) => each !== 'unclear'), isUnclear: found.includes('unclear') }
}

function reaffirmedBy(
  sentences: readonly SpokenSentence[],
  turn: number,
  source: GuidanceSource,
  read: readonly WordPlace[],
): (GuidanceRemark | 'unclear')[] {
  return sentences.flatMap((sentence, at) => {
    const { plain, tokens } = sentence
    if (plain.trimEnd().endsWith('?')) return []
    const places = placesOf(sentence, stands)
    if (places.length === 0) {
      const end = tokens.at(-1)?.to ?? 0
      const isRead = read.some(({ from }) => from >= (tokens[0]?.from ?? 0) && from < end)
      return mayRepeatGuidance(sentence, isRead) ? ['unclear'] : []
    }
    return places.flatMap((place): (GuidanceRemark | 'unclear')[] => {
      const { first, next } = place
      const named = scopeOf(sentence, place, source)
      if (!named || isDoubtful(sentence, place, sentences[at + 1])) return ['unclear']
      const { scope, isOfOthers } = named
      if (scope.fields.length === 0 && !isOfAll(sentences, at, place, scope, turn, source)) return ['unclear']
      const remark = { ...scope, turn, from: tokens[first]?.from ?? 0, to: tokens[next - 1]?.to ?? 0 }
      return isOfOthers ? [remark, 'unclear'] : [remark]
    })
  })
}

function isDoubtful(
  sentence: SpokenSentence,
  { first, next }: TokenSpan,
  following: SpokenSentence | undefined,
): boolean {
  const before = wordsOf(sentence, 0, first)
  const behind = wordsOf(sentence, next, sentence.tokens.length)
  return (
    doubtfulBefore.test(before) ||
    partial.test(`${before} ; ${behind}`) ||
    turnsBehind.test(behind) ||
    earlier.test(sentence.plain) ||
    partial.test(following?.plain ?? '')
  )
}

/** Without a line that is named, words may be about the one that was spoken of before: only remarks that name the period are about all. */
function isOfAll(
  sentences: readonly SpokenSentence[],
  at: number,
  { first, next }: TokenSpan,
  { periods }: GuidanceScope,
  turn: number,
  { turns: { text, section } }: GuidanceSource,
): boolean {
  const sentence = sentences[at]
  const previous = sentences[at - 1]
  if (!sentence || section[turn] === 'qa' || /\?\s*$/.test(text[turn - 1] ?? '')) return false
  const around = `${wordsOf(sentence, 0, first)} ; ${wordsOf(sentence, next, sentence.tokens.length)}`
  if (changesSome.test(around)) return false
  return periods.length > 0 || !previous || mentionsIn(previous).length === 0
}
