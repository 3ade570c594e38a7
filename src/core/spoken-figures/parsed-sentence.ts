/** A sentence with the quantities, measures and periods that it names, and what is known around it. */

import type { SpeakerSide } from '#contract/api/calls.ts'
import type { Claim } from './claim.ts'
import type { Measure, Mention } from './measures.ts'
import type { CallHabits } from './call-habits.ts'
import type { CallQuarter, PeriodPhrase } from './periods.ts'
import { boundBefore } from './number-bounds.ts'
import { aMeasure, aPeriod, withCapital } from './part-phrases.ts'
import type { Quantity } from './quantity.ts'
import type { SpokenSentence, TokenSpan } from './spoken-sentence.ts'

/** What earlier sentences of the same speaker leave to the next ones. */
export interface Context {
  speaker: number
  /** The period of results that was named last; `own`: none was, so that of the call may be meant; `unclear`: several were. */
  period: PeriodPhrase | 'own' | 'unclear'
  /** Sentences since `period` was named. */
  periodAge: number
  /** The period that was named last of what is ahead. */
  periodAhead: PeriodPhrase | null
  /** Sentences since `periodAhead` was named. */
  aheadAge: number
  isAhead: boolean
  /** The last figure of the sentence before, which "that is up 9 percent" continues. */
  last: Previous | undefined
  /** Sentences since a part of the company was named. */
  sincePart: number
  /** Sentences since words stood beside a figure that may name a part, and may not. */
  sincePossiblePart: number
  /** Sentences since a company that is bought or sold was named. */
  sinceDeal: number
  /** The speaker turned to adjusted figures, and not yet to others. */
  areAdjusted: boolean
  /** Sentences since a figure was called adjusted. */
  sinceAdjusted: number
  /** Sentences for which the part holds that the speaker turned to. */
  topicLeft: number
  /** A figure was stated since the speaker turned to that part. */
  isTopicStated: boolean
}

export interface Around {
  readonly turn: number
  readonly side: SpeakerSide
  readonly quarter: CallQuarter | null
  readonly habits: CallHabits
  /** In the questions and answers, where what was said before is often of another time. */
  readonly isInAnswers: boolean
  readonly context: Context
  readonly isAdjustedThroughout: boolean
  /** Growth is stated at constant exchange rates throughout the call. */
  readonly isAtConstantRates: boolean
  /** It says what was. */
  readonly isPast: boolean
  /** A turn of the questions and answers that ends with a question, whoever is said to speak. */
  readonly isAsked: boolean
  /** Words of the company's name, in lower case. */
  readonly names: ReadonlySet<string>
  /** The turn before broke off in this sentence: a number at its beginning may have begun there. */
  readonly isRest: boolean
  /** The number that the turn ends in goes on in the next one. */
  readonly isBrokenOff: boolean
}

/** The claim before in the same sentence, which the next one may continue. */
export interface Previous {
  readonly quantity: Quantity
  readonly measure: Measure | null
  readonly claim: Claim
  readonly phrase: PeriodPhrase | 'own' | null
  /** Its period is named so that no other one could be meant. */
  readonly isPeriodSure: boolean
  readonly mention: Mention | null
  /** With which the figure before was compared. */
  readonly isComparison: boolean
  /** Its words leave open what it measures. */
  readonly isUnclear: boolean
  /** It is the amount by which its measure rose or fell. */
  readonly isDifference: boolean
  /** Its own words name a part of the company. */
  readonly isOfPart: boolean
  /** The words around it may name a part of the company. */
  readonly mayBeOfPart: boolean
}

export interface Parsed {
  readonly sentence: SpokenSentence
  readonly quantities: readonly Quantity[]
  readonly periods: readonly PeriodPhrase[]
  readonly mentions: readonly Mention[]
  /** The words before its first comma may name a part of the company. */
  readonly mayStartWithPart: boolean
  readonly around: Around
  /** The claims of the sentence that were read already. */
  readonly earlier: readonly Previous[]
}

/** Where a figure stands: `from` its first word, `left` the end of the figure before it, `end` the beginning of the next one. */
export interface Place {
  readonly left: number
  readonly from: number
  readonly end: number
  /** The first word that belongs to the figure: "just under" does, a verb such as "passed" does not. */
  readonly start: number
}

export function placeOf({ sentence, quantities }: Parsed, at: number, previous: Previous | undefined): Place {
  const quantity = quantities[at]
  const first = quantity?.first ?? 0
  const before = quantities[at - 1]?.next ?? 0
  // "1.19 billion of cash and 1.17 billion of debt": the first measure is not that of the second figure.
  const left = Math.max(before, previous?.mention && previous.mention.first >= before ? previous.mention.next : 0)
  const next = quantities[at + 1]
  const from = Math.max(left, boundBefore(sentence.tokens, first).from)
  return {
    left,
    from,
    start: /^(passed|exceed|surpassed|like|say|kind|sort|or)/.test(textAt(sentence, from)) ? first : from,
    end: next ? Math.max(quantity?.next ?? 0, boundBefore(sentence.tokens, next.first).from) : sentence.tokens.length,
  }
}

export function textAt({ tokens }: SpokenSentence, at: number): string {
  return tokens[at]?.text ?? ''
}

/** The words of some tokens, without those that name a period. */
export function gapWords(
  { sentence, periods }: Pick<Parsed, 'sentence' | 'periods'>,
  first: number,
  next: number,
): string[] {
  const words: string[] = []
  for (let at = first; at < next; at += 1)
    if (!periods.some((phrase) => at >= phrase.first && at < phrase.next)) words.push(textAt(sentence, at))
  return words.filter((word) => word !== '-')
}

/** The words of some tokens, with a sign for each phrase that names a period or a measure, and "company" for its name. */
export function phraseWords(
  { sentence, periods, mentions }: Pick<Parsed, 'sentence' | 'periods' | 'mentions'>,
  names: ReadonlySet<string>,
  first: number,
  next: number,
): string[] {
  const words: string[] = []
  let at = first
  while (at < next) {
    const isAt = (span: TokenSpan) => at >= span.first && at < span.next
    const period = periods.find(isAt)
    // "Market" and "margin" are words of names, too.
    const span = period ?? mentions.find((mention) => isAt(mention) && (!isOneWord(mention) || isOfLine(mention)))
    const named = span ? 0 : lengthOfName(sentence, at, names)
    if (span) words.push(period ? aPeriod : aMeasure)
    else words.push(named > 0 ? 'company' : wordAt(sentence, at))
    at = span?.next ?? at + Math.max(1, named)
  }
  return words
}

function isOneWord({ first, next }: Mention): boolean {
  return next - first === 1
}

function isOfLine({ measure }: Mention): boolean {
  return measure.fields.length > 0
}

function wordAt({ tokens }: SpokenSentence, at: number): string {
  const { text = '', isCapitalized = false } = tokens[at] ?? {}
  return isCapitalized && at > 0 ? withCapital(text) : text
}

/** How many tokens name the company by the first word of its name, or more of them. */
function lengthOfName(sentence: SpokenSentence, at: number, names: ReadonlySet<string>): number {
  const words = [...names].filter((word) => word !== '' && word !== 'the')
  const other = words.findIndex((word, ahead) => textAt(sentence, at + ahead) !== word)
  return other < 0 ? words.length : other
}
