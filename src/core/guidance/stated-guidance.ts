/**
 * Finds the guidance in a call among its claims: what the company itself expects of one of its lines in a period that is named in the same
 * sentence and has not ended. Whatever leaves a doubt is no guidance.
 */

import type { SpeakerSide } from '#contract/api/calls.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import type { SpokenValue } from '#contract/api/spoken-figures.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import type { Claim, SpokenTurns } from '../spoken-figures/claim.ts'
import { isAfter, periodsIn, resolvePeriod, type CallQuarter, type PeriodPhrase } from '../spoken-figures/periods.ts'
import { sentencesIn, type SpokenSentence } from '../spoken-figures/spoken-sentence.ts'
import type { Expected } from './compare-guidance.ts'

type GuidanceQualifier = 'adjusted' | 'constant-currency'

/** One passage of guidance in a call. */
export interface StatedGuidance extends Expected {
  readonly turn: number
  readonly from: number
  readonly to: number
  readonly fields: readonly [string, ...string[]]
  readonly label: string
  readonly change: Claim['change']
  readonly qualifier: GuidanceQualifier | null
  readonly period: CallQuarter
}

interface GuidanceSource {
  readonly turns: SpokenTurns
  /** Of each speaker. */
  readonly sides: readonly SpeakerSide[]
  readonly quarter: CallQuarter
  /** When the call began, milliseconds since 1970; null: not known. */
  readonly startedAt: number | null
}

export function guidanceIn(claims: readonly Claim[], source: GuidanceSource): StatedGuidance[] {
  const { turns, sides, quarter } = source
  const isCalendarYear = reportsByCalendar(quarter, source.startedAt)
  return claims.flatMap((claim): StatedGuidance[] => {
    const { turn, from, to, role, fields, label, change, value, coarseStep, period } = claim
    const [field, ...others] = fields
    if (role !== 'guidance' || field === undefined || !period || !isAfter(period, quarter)) return []
    if (sides[turns.speaker[turn] ?? -1] !== 'company') return []
    const qualifier = qualifierOf(claim)
    if (qualifier === undefined || !fitsLine(field, value, change)) return []
    const spoken = sentencesIn(turns.text[turn] ?? '')
    const at = spoken.findIndex(({ tokens }) => (tokens[0]?.from ?? 0) <= from && (tokens.at(-1)?.to ?? 0) > from)
    const sentence = spoken[at]
    if (!sentence || !isExpectation(sentence, from)) return []
    const isExactIn = (those: readonly PeriodPhrase[]) =>
      those.some(
        (phrase) =>
          isExact(phrase, quarter, isCalendarYear) && isSame(resolvePeriod(phrase, quarter, true).period, period),
      )
    const phrases = periodsIn(sentence).filter(namesPeriod)
    const isNamed = phrases.length > 0 ? isExactIn(phrases) : isExactIn(onlyPeriodBefore(spoken[at - 1]))
    return isNamed
      ? [{ turn, from, to, fields: [field, ...others], label, change, qualifier, period, value, coarseStep }]
      : []
  })
}

/** Undefined: it is not of the whole company, or not clear of what. */
function qualifierOf({ doubt, fields: [field = ''], label }: Claim): GuidanceQualifier | null | undefined {
  if (doubt === null) return null
  if (doubt !== 'adjusted' && doubt !== 'constant-currency') return undefined
  // A label of its own is that of a part: "Software revenue".
  return label === figureLines.get(field)?.label ? doubt : undefined
}

const unitsOfLines: Partial<Readonly<Record<UnitKind, SpokenValue['unit']>>> = {
  money: 'amount',
  'per-share': 'per-share',
  percent: 'percent',
  shares: 'shares',
  ratio: 'ratio',
  days: 'days',
}

function fitsLine(field: string, { unit }: SpokenValue, change: Claim['change']): boolean {
  const line = unitsOfLines[figureLines.get(field)?.unit ?? 'percent']
  if (change === null) return unit === line
  return unit === (line === 'percent' ? 'basis-points' : 'percent')
}

const expects =
  /\b(expect|expects|expecting|expected|anticipate|anticipates|anticipating|forecast|forecasts|forecasting|guide|guides|guiding|guidance|outlook|project|projects|projecting|projected|estimate|estimates|estimated|see|plan|plans|planning|range for|should be|will be|to be)\b/
/** What is spoken of is done, is denied, is a part or an effect of the measure, or is another's. */
const doubtful =
  /\b(was|were|recorded|reported|generated|posted|achieved|delivered|approved|stood|ended|finished|closed|did|had|not|never|no longer|don't|doesn't|won't|cannot|impact|impacts|impacted|effect|effects|affect|affects|contribution|contribute|contributes|benefit|headwind|headwinds|tailwind|tailwinds|sensitivity|each|every|monthly|weekly|daily|per month|a month|capacity|consensus|analysts|incremental|additional|more than half|of which)\b/
/** At the end of the words before a figure: it is earlier guidance, or what something is compared with. */
const earlierGuidance =
  /\b((previous|previously|prior|earlier|original|originally|initial|initially|former|formerly|from|versus|vs|against|than|compared (to|with)|above|below|instead of)\b[^,;:]*)$/

/** Whether the words before a figure say in so many words that the company expects it. */
function isExpectation(sentence: SpokenSentence, from: number): boolean {
  const first = sentence.tokens.findIndex((token) => token.to > from)
  const before = sentence.plain.slice(0, sentence.starts[first] ?? 0).trim()
  const isAsked = sentence.plain.trimEnd().endsWith('?')
  return !isAsked && expects.test(before) && !doubtful.test(before) && !earlierGuidance.test(before)
}

/** The period of a sentence that names one alone and speaks of expectations: it goes for the next sentence too. */
function onlyPeriodBefore(sentence: SpokenSentence | undefined): readonly PeriodPhrase[] {
  const phrases = sentence ? periodsIn(sentence).filter(namesPeriod) : []
  return sentence && phrases.length === 1 && expects.test(sentence.plain) ? phrases : []
}

/** Whether a phrase names a period, and not with which one something is compared. */
function namesPeriod({ kind }: PeriodPhrase): boolean {
  return kind !== 'yoy' && kind !== 'qoq'
}

/** Whether a phrase can mean one period only. A year by its number is the fiscal one where the company reports by the calendar. */
function isExact(phrase: PeriodPhrase, quarter: CallQuarter, isCalendarYear: boolean): boolean {
  const isYearOver = quarter.quarter === 'Q4' || quarter.quarter === 'FY'
  switch (phrase.kind) {
    case 'quarter':
    case 'after':
      return true
    case 'year':
      if (phrase.year === null) return !isYearOver
      return phrase.isFiscal || isCalendarYear
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

function isSame(one: CallQuarter | null, other: CallQuarter): boolean {
  return one?.quarter === other.quarter && one.year === other.year
}
