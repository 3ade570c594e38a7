/** Tells which period a phrase about guidance names, where it can mean one only. */

import { periodsIn, resolvePeriod, type CallQuarter, type PeriodPhrase } from '../spoken-figures/periods.ts'
import { wordsOf, type SpokenSentence } from '../spoken-figures/spoken-sentence.ts'

export interface GuidingQuarter {
  readonly quarter: CallQuarter
  /** When the call began, milliseconds since 1970; null: not known. */
  readonly startedAt: number | null
}

/** Whether a phrase names a period, and not with which one something is compared. */
export function namesPeriod({ kind }: PeriodPhrase): boolean {
  return kind !== 'yoy' && kind !== 'qoq'
}

/** Whether a sentence names a time that is no quarter and no year, and neither of these: "the second half", "the rest of the year". */
export function namesOtherSpan(sentence: SpokenSentence): boolean {
  const phrases = periodsIn(sentence)
  const isOther = ({ kind, first, next }: PeriodPhrase) =>
    kind === 'unclear' && otherSpan.test(wordsOf(sentence, first, next))
  const mayBeGuided = ({ kind }: PeriodPhrase) => ['this', 'quarter', 'year', 'after', 'next-year'].includes(kind)
  return phrases.some(isOther) && !phrases.some(mayBeGuided)
}

const otherSpan =
  /\b(?:rest|remainder|balance|remaining|end|half|h ?[12]|semester|(?:six|nine|eighteen|6|9|18) months|quarters|years)\b/

/** Null: the phrase can mean several periods, or none. A year by its number is the fiscal one where the company reports by the calendar. */
export function exactPeriod(phrase: PeriodPhrase, call: GuidingQuarter): CallQuarter | null {
  return isExact(phrase, call) ? resolvePeriod(phrase, call.quarter, true).period : null
}

export function isSamePeriod(one: CallQuarter | null, other: CallQuarter): boolean {
  return one?.quarter === other.quarter && one.year === other.year
}

function isExact(phrase: PeriodPhrase, { quarter, startedAt }: GuidingQuarter): boolean {
  const isYearOver = quarter.quarter === 'Q4' || quarter.quarter === 'FY'
  switch (phrase.kind) {
    case 'quarter':
    case 'after':
      return true
    case 'year':
      if (phrase.year === null) return !isYearOver
      return phrase.isFiscal || reportsByCalendar(quarter, startedAt)
    case 'next-year':
      return !isYearOver
    default:
      return false
  }
}

const dayLength = 86_400_000
/** Days after the end of a quarter by which its call has taken place. */
const latestCallDay = 110

/** Whether the fiscal quarter of a call that began then is the quarter of the calendar with the same name. */
function reportsByCalendar({ quarter, year }: CallQuarter, startedAt: number | null): boolean {
  if (startedAt === null) return false
  const number = quarter === 'FY' ? 4 : Number(quarter.slice(1))
  const days = (startedAt - Date.UTC(year, number * 3, 1)) / dayLength
  return days >= 0 && days <= latestCallDay
}
