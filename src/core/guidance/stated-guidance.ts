/**
 * Finds the guidance among the claims of a call: what the company itself expects for one of its lines, in a period that is named in the
 * same sentence and has not ended. Doubtful claims are not guidance.
 */

import type { SpeakerSide } from '#contract/api/calls.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import type { SpokenValue } from '#contract/api/spoken-figures.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import type { Claim, SpokenTurns } from '../spoken-figures/claim.ts'
import { isAfter, periodsIn, type CallQuarter, type PeriodPhrase } from '../spoken-figures/periods.ts'
import { sentencesIn, type SpokenSentence } from '../spoken-figures/spoken-sentence.ts'
import { basisOf } from './adjustment-basis.ts'
import type { Expected } from './compare-guidance.ts'
import { exactPeriod, isSamePeriod, namesOtherSpan, namesPeriod, type GuidingQuarter } from './exact-periods.ts'

export type GuidanceQualifier = 'adjusted' | 'constant-currency'

/** One passage of guidance in a call. */
export interface StatedGuidance extends Expected {
  readonly turn: number
  readonly from: number
  readonly to: number
  readonly fields: readonly [string, ...string[]]
  readonly label: string
  readonly change: Claim['change']
  readonly qualifier: GuidanceQualifier | null
  /** How it is adjusted, where the words say more than that it is: "organic", "excluding divestitures". Empty: they do not. */
  readonly basis: string
  readonly period: CallQuarter
}

/** A figure that is expected of a line, of which it is not clear that it is guidance. */
export interface UnclearGuidance extends Pick<Claim, 'fields' | 'change' | 'value'> {
  /** Null: not known. */
  readonly period: CallQuarter | null
}

/** A figure that is expected of something that no line states: a metric of the user may. */
export interface UnnamedGuidance {
  readonly claim: Claim
  /** The period that is meant, later than the call; null: not clear. */
  readonly period: CallQuarter | null
}

export interface GuidanceOfCall {
  readonly stated: readonly StatedGuidance[]
  readonly unclear: readonly UnclearGuidance[]
  readonly unnamed: readonly UnnamedGuidance[]
}

export interface GuidanceSource extends GuidingQuarter {
  readonly turns: SpokenTurns
  /** Of each speaker. */
  readonly sides: readonly SpeakerSide[]
}

export function guidanceIn(claims: readonly Claim[], source: GuidanceSource): GuidanceOfCall {
  const { turns, sides } = source
  const expected = claims.filter(
    ({ turn, role }) => role === 'guidance' && sides[turns.speaker[turn] ?? -1] === 'company',
  )
  const read = expected
    .filter(({ fields }) => fields.length > 0)
    .map((claim) => ({ claim, stated: statedBy(claim, source) }))
  return {
    stated: read.flatMap(({ stated }) => stated ?? []),
    unclear: read.flatMap(({ claim, stated }) => (stated ? [] : unclearBy(claim, source))),
    unnamed: expected
      .filter(({ fields, change }) => fields.length === 0 && change === null)
      .map((claim) => ({ claim, period: onlyPeriodOf(claim, source) })),
  }
}

/** Nothing where it is of another time than a quarter or a year. */
function unclearBy(claim: Claim, source: GuidanceSource): UnclearGuidance[] {
  const { fields, period, change, value } = claim
  const { sentence } = sentenceOf(claim, source) ?? {}
  const isOfOtherTime = period === null && sentence !== undefined && namesOtherSpan(sentence)
  return isOfOtherTime ? [] : [{ fields, period, change, value }]
}

/** Undefined: it is not clear. */
function statedBy(claim: Claim, source: GuidanceSource): StatedGuidance | undefined {
  const { turn, from, to, fields, label, change, value, coarseStep, period } = claim
  const [field, ...others] = fields
  if (field === undefined || !period) return undefined
  const qualifier = qualifierOf(claim)
  if (qualifier === undefined || !fitsLine(field, value, change)) return undefined
  const { sentence } = sentenceOf(claim, source) ?? {}
  const basis = qualifier === 'adjusted' && sentence ? basisOf(sentence, claim) : ''
  return periodsNamedFor(claim, source).some((each) => isSamePeriod(each, period))
    ? { turn, from, to, fields: [field, ...others], label, change, qualifier, basis, period, value, coarseStep }
    : undefined
}

function onlyPeriodOf(claim: Claim, source: GuidanceSource): CallQuarter | null {
  const [period, ...others] = periodsNamedFor(claim, source)
  return period && others.every((each) => isSamePeriod(each, period)) ? period : null
}

/** The sentence that states a figure, and the one before it. */
function sentenceOf(
  { turn, from }: Claim,
  { turns }: GuidanceSource,
): { sentence: SpokenSentence; before: SpokenSentence | undefined } | undefined {
  const spoken = sentencesIn(turns.text[turn] ?? '')
  const at = spoken.findIndex(({ tokens }) => (tokens[0]?.from ?? 0) <= from && (tokens.at(-1)?.to ?? 0) > from)
  const sentence = spoken[at]
  return sentence && { sentence, before: spoken[at - 1] }
}

/**
 * Later periods that the words around an expected figure name unambiguously; empty: it is not clear that the company expects the figure.
 */
function periodsNamedFor(claim: Claim, source: GuidanceSource): CallQuarter[] {
  const { sentence, before } = sentenceOf(claim, source) ?? {}
  if (!sentence || !isExpectation(sentence, claim.from)) return []
  const phrases = periodsIn(sentence).filter(namesPeriod)
  return (phrases.length > 0 ? phrases : onlyPeriodBefore(before))
    .flatMap((phrase) => exactPeriod(phrase, source) ?? [])
    .filter((period) => isAfter(period, source.quarter))
}

/** Undefined: it is not for the whole company, or it is unclear what it refers to. */
function qualifierOf({ doubt, fields: [field = ''], label }: Claim): GuidanceQualifier | null | undefined {
  if (doubt === null) return null
  if (doubt !== 'adjusted' && doubt !== 'constant-currency') return undefined
  // If the label differs from the line's, the figure is for a part: "Software revenue".
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
/** What is spoken of is done, is denied, is a part or an effect of the measure, or is another's; or something else has to happen first. */
const doubtful =
  /\b(was|were|recorded|reported|generated|posted|achieved|delivered|approved|stood|ended|finished|closed|did|had|not|never|no longer|don't|doesn't|won't|cannot|impact|impacts|impacted|effect|effects|affect|affects|contribution|contribute|contributes|assuming (?!(?:current|constant|today's|no|stable|exchange|fx|foreign|normal|the current|a constant)\b)|benefit|headwind|headwinds|tailwind|tailwinds|sensitivity|each|every|monthly|weekly|daily|per month|a month|capacity|consensus|analysts|incremental|additional|more than half|of which)\b/
/** At the end of the words before a figure: it is earlier guidance, what something is compared with, or by how much the guidance changes. */
const earlierGuidance =
  /\b((previous|previously|prior|earlier|original|originally|initial|initially|former|formerly|from|versus|vs|against|than|compared (to|with)|above|below|instead of)\b[^,;:]*|\b(guidance|outlook|forecasts?|expectations?|range)(?: for(?: (?!to\b)[a-z0-9]+){1,5})? by)$/

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
