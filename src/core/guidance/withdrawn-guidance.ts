/** Finds where a company withdraws or suspends its guidance in a call. An earlier withdrawal that is only spoken of again is none. */

import type { SpeakerSide } from '#contract/api/calls.ts'
import type { SpokenTurns } from '../spoken-figures/claim.ts'
import { mentionsIn } from '../spoken-figures/measures.ts'
import { periodsIn, resolvePeriod, type CallQuarter } from '../spoken-figures/periods.ts'
import { placesOf, sentencesIn, wordsOf, type SpokenSentence } from '../spoken-figures/spoken-sentence.ts'

export interface WithdrawnGuidance {
  readonly turn: number
  /** The words that withdraw it, in characters of the turn. */
  readonly from: number
  readonly to: number
  /** Periods that are named; empty: every later one. */
  readonly periods: readonly CallQuarter[]
  /** Lines that are named; empty: every one. */
  readonly fields: readonly string[]
}

interface WithdrawingCall {
  readonly turns: SpokenTurns
  /** Of each speaker. */
  readonly sides: readonly SpeakerSide[]
  readonly quarter: CallQuarter
}

const forms = 'withdrawing|suspending|rescinding|retracting'
const done = 'withdrawn|suspended|rescinded|retracted'
const verb = 'withdraw|suspend|rescind|retract'
const itsGuidance = String.raw`(?:our|the|all|its|any)(?: [a-z0-9&]+){0,7}? (?:guidance|outlook|forecasts?)`
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
/** So many words at most name what the guidance is for. */
const wordsOfScope = 8

export function withdrawnIn({ turns, sides, quarter }: WithdrawingCall): WithdrawnGuidance[] {
  return turns.text.flatMap((text, turn) => {
    if (sides[turns.speaker[turn] ?? -1] !== 'company' || !/guidance|outlook|forecast/i.test(text)) return []
    return sentencesIn(text).flatMap((sentence) => withdrawnBy(sentence, turn, quarter))
  })
}

function withdrawnBy(sentence: SpokenSentence, turn: number, quarter: CallQuarter): WithdrawnGuidance[] {
  if (sentence.plain.trimEnd().endsWith('?')) return []
  return placesOf(sentence, withdraws).flatMap(({ first, next }): WithdrawnGuidance[] => {
    const words = wordsOf(sentence, first, next)
    const isDone = !isUnderWay.test(words)
    if (doubtful.test(wordsOf(sentence, 0, next)) || (isDone && earlier.test(sentence.plain))) return []
    const phrases = periodsIn(sentence).filter(
      ({ kind }) => kind === 'quarter' || kind === 'year' || kind === 'after' || kind === 'next-year',
    )
    const periods = phrases.flatMap((phrase) => resolvePeriod(phrase, quarter, true).period ?? [])
    // A period that is named and is not known may be any.
    if (periods.length < phrases.length) return []
    const end = scopeEnd(sentence, next)
    const fields = mentionsIn(sentence)
      .filter((mention) => mention.first >= first && mention.next <= end)
      .map(({ measure }) => measure.fields[0])
    const isOfOther = fields.includes(undefined)
    return isOfOther
      ? []
      : [
          {
            turn,
            from: sentence.tokens[first]?.from ?? 0,
            to: sentence.tokens[next - 1]?.to ?? 0,
            periods,
            fields: fields.filter((field) => field !== undefined),
          },
        ]
  })
}

/** Where the words end that say what the guidance is for: "our guidance for revenue and EBITDA". */
function scopeEnd({ tokens }: SpokenSentence, next: number): number {
  if (!/^(for|of|on)$/.test(tokens[next]?.text ?? '')) return next
  let end = next
  while (end < next + wordsOfScope && !/^(,|;|\.|as|because|due|given|until|which)$/.test(tokens[end]?.text ?? '.'))
    end += 1
  return end
}
