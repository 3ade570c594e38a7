/** What the speakers of a call make usual, read from all of it beforehand: which periods they speak of, what they compare with, and who presents. */

import type { SpeakerSide } from '#contract/api/calls.ts'
import type { SpokenTurns } from './claim.ts'
import type { CallQuarter } from './periods.ts'

export interface CallHabits {
  /** A figure without a period is of the quarter of the call. */
  readonly meansTheQuarter: boolean
  /** Half years and years are spoken of beside quarters, so that a period holds for a few sentences only. */
  readonly mixesPeriods: boolean
  /** A change without a basis is from the year before. */
  readonly meansTheYearBefore: boolean
  /** Speakers whose side is not known, or who are taken for the operator, and who present results. */
  readonly presenters: ReadonlySet<number>
}

const spans =
  /\b(?:half[- ]years?|(?:first|second) half|h ?[12]|h (?:one|two)|(?:nine|six)[- ]months?|semester|year[- ]to[- ]date|ytd|full[- ]years?|fiscal year|(?:for|in|over) the year)\b/g
const quarters = /\b(?:quarter(?:ly)?|q ?[1-4]|q (?:one|two|three|four)|[1-4] ?q)\b/g
const fromYear =
  /\b(?:year[- ](?:over|on)[- ]year|yoy|y o y|year ago|last year|prior year|previous year|year earlier)\b/g
const fromQuarter =
  /\b(?:quarter[- ](?:over|on)[- ]quarter|qoq|q o q|sequential(?:ly)?|(?:last|previous|prior) quarter)\b/g
/** In every text that has one of them. */
const time = /year|quarter|half|month|semester|sequential|ytd|qoq|yoy|\bq|\bh ?[12o]|\bh t|[1-4] ?q|y o y/
const ourselves = /\b(?:we|our)\b/
const amount = /%|percent|million|billion|basis points/

/** Where half years and years are spoken of this often, beside quarters, a figure may be of either. */
const shareOfSpans = 0.3
const shareOfSequences = 1 / 3
/** Turns with results that make a speaker a presenter; more where the questions were not told from the remarks. */
const turnsOfPresenter = { prepared: 4, whole: 10 } as const

export function habitsOf(
  { text, speaker, section }: SpokenTurns,
  sides: readonly SpeakerSide[],
  quarter: CallQuarter | null,
): CallHabits {
  const said = { spans: 0, quarters: 0, fromYear: 0, fromQuarter: 0 }
  const results = new Map<number, number>()
  for (const [turn, words] of text.entries()) {
    const plain = words.toLowerCase()
    if (time.test(plain)) {
      said.spans += countOf(plain, spans)
      said.quarters += countOf(plain, quarters)
      said.fromYear += countOf(plain, fromYear)
      said.fromQuarter += countOf(plain, fromQuarter)
    }
    const speaks = speaker[turn] ?? -1
    const side = sides[speaks] ?? 'unknown'
    const where = section[turn] === 'qa' ? null : (section[turn] ?? null)
    if ((side !== 'operator' && side !== 'unknown') || where === null || !statesResult(plain)) continue
    results.set(speaks, (results.get(speaks) ?? 0) + 1 / turnsOfPresenter[where])
  }
  const mixesPeriods = quarter?.quarter !== 'Q1' && said.spans > 0 && said.spans >= said.quarters * shareOfSpans
  return {
    mixesPeriods,
    // The first quarter equals its year to date; the fourth is reported together with the year.
    meansTheQuarter:
      quarter?.quarter === 'Q1' ||
      (quarter?.quarter !== 'Q4' && quarter?.quarter !== 'FY' && !mixesPeriods) ||
      said.spans === 0,
    meansTheYearBefore: said.fromQuarter <= said.fromYear * shareOfSequences,
    presenters: new Set([...results].filter(([, share]) => share >= 1).map(([speaks]) => speaks)),
  }
}

/** Whether it says, outside a question, that we did so much. Each part is read once: the text is of any length. */
function statesResult(plain: string): boolean {
  return plain.split('?').some((part) => {
    const found = ourselves.exec(part)
    return found !== null && amount.test(part.slice(found.index))
  })
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
