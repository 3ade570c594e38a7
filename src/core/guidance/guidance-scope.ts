/** Reads what a sentence about guidance as a whole is for: "our full-year guidance for revenue". A word that is not known leaves a doubt. */

import { mentionsIn } from '../spoken-figures/measures.ts'
import { periodsIn, type CallQuarter, type PeriodPhrase } from '../spoken-figures/periods.ts'
import { qualifierIn } from '../spoken-figures/qualifiers.ts'
import { wordsOf, type SpokenSentence, type TokenSpan } from '../spoken-figures/spoken-sentence.ts'
import { exactPeriod, isSamePeriod, type GuidingQuarter } from './exact-periods.ts'
import type { GuidanceQualifier, StatedGuidance } from './stated-guidance.ts'

/** Which guidance is meant. */
export interface GuidanceScope {
  /** Periods that are named; empty: every later one. */
  readonly periods: readonly CallQuarter[]
  /** Lines that are named; empty: every one. */
  readonly fields: readonly string[]
  /** That of this kind alone; null: of any. */
  readonly qualifier: GuidanceQualifier | null
  /** That for changes of the lines alone: "revenue growth". */
  readonly isOfChange: boolean
}

/** Words of a call that say something of guidance that was given before. */
export interface GuidanceRemark extends GuidanceScope {
  readonly turn: number
  /** In characters of the turn. */
  readonly from: number
  readonly to: number
}

/** As a pattern: "our full-year revenue guidance". */
export const itsGuidance = String.raw`(?:our|the|all|its|any)(?: [a-z0-9&]+){0,7}? (?:guidance|outlook|forecasts?)`

const noun = /^(guidance|outlook|forecasts?)$/
const determiner = /^(our|the|all|its|any)$/
const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))
/** They say nothing of the line or the period. */
const fillers =
  setOf(`our the all its any of for and both as well full year years annual fiscal financial - & , range ranges
  previous previously prior existing current currently original originally initial initially earlier latest recent recently
  updated revised issued given stated provided communicated announced published shared
  overall total whole entire complete company company's group corporate consolidated
  adjusted non gaap ifrs underlying organic constant currency growth`)
const connectors = setOf('for of on and & , both as well')
/** Behind what the guidance is for, a clause begins. */
const clauses =
  setOf(`. ; ? ! , : at today despite in as because due given until which that when where and but we with on again is are has
  have remains remain stays stay unchanged based here from this so given`)

/** Whether a remark is about what was stated before for a line and a period. */
export function isAbout(
  { periods, fields, qualifier, isOfChange }: GuidanceScope,
  stated: Pick<StatedGuidance, 'fields' | 'period' | 'qualifier' | 'change'>,
): boolean {
  const isOfPeriod = periods.length === 0 || periods.some((each) => isSamePeriod(each, stated.period))
  const isOfLine = fields.length === 0 || fields.includes(stated.fields[0])
  const isOfKind = qualifier === null || stated.qualifier === qualifier
  return isOfPeriod && isOfLine && isOfKind && (!isOfChange || stated.change !== null)
}

/** @param remark the words of the sentence that name the guidance, and say what becomes of it. Null: it is not clear which guidance is meant. */
export function scopeOf(sentence: SpokenSentence, remark: TokenSpan, call: GuidingQuarter): GuidanceScope | null {
  const { tokens } = sentence
  const textAt = (at: number) => tokens[at]?.text ?? ''
  const named = tokens.findIndex(({ text }, at) => at >= remark.first && noun.test(text))
  const first = tokens.findIndex(({ text }, at) => at >= remark.first && at < named && determiner.test(text))
  if (named < 0 || first < 0) return null
  const periods = periodsIn(sentence).filter(isOfGuidance)
  const mentions = mentionsIn(sentence)
  const covering = (at: number) => [...periods, ...mentions].find((each) => at >= each.first && at < each.next)
  for (let at = first; at < named; at += 1) if (!covering(at) && !fillers.has(textAt(at))) return null
  const { next, isOpen } = namedBehind(sentence, named + 1, covering)
  const inside = ({ first: from, next: behind }: TokenSpan) => from >= first && behind <= next
  const fields = mentions.filter(inside).flatMap(({ measure }) => measure.fields[0] ?? [])
  const words = wordsOf(sentence, first, next)
  const qualifier = qualifierIn(words)
  if (qualifier !== null && qualifier !== 'adjusted' && qualifier !== 'constant-currency') return null
  const isOfChange = /\bgrowth\b/.test(words)
  // Of a line that is not known, as of a word that is not, nothing was found.
  if (fields.length === 0 && (isOpen || isOfChange || mentions.some(inside))) return null
  const ofPeriods = periodsOf(periods.some(inside) ? periods.filter(inside) : periods, call, periods.some(inside))
  return ofPeriods && { periods: ofPeriods, fields, qualifier, isOfChange }
}

/** Where the words end that say what the guidance is for. `isOpen`: a word follows that may say more of it. */
function namedBehind(
  { tokens }: SpokenSentence,
  from: number,
  covering: (at: number) => TokenSpan | undefined,
): { readonly next: number; readonly isOpen: boolean } {
  const textAt = (at: number) => tokens[at]?.text ?? '.'
  let at = /^ranges?$/.test(textAt(from)) ? from + 1 : from
  if (!/^(for|of|on)$/.test(textAt(at))) return { next: at, isOpen: !covering(at) && !clauses.has(textAt(at)) }
  let isOpen = false
  let next = at
  while (at < tokens.length) {
    const span = covering(at)
    if (span) {
      at = span.next
      next = at
      isOpen = false
      continue
    }
    if (!fillers.has(textAt(at))) break
    isOpen ||= connectors.has(textAt(at))
    at += 1
  }
  const before = textAt(at - 1)
  const isClause = before === ',' || (before === 'and' && clauseVerbs.has(textAt(at)))
  return { next, isOpen: next === from || (isOpen ? !isClause : at < tokens.length && !clauses.has(textAt(at))) }
}

const clauseVerbs = setOf('we expect expecting continue are remain have now will do i it this that')

/** What guidance can be for. */
function isOfGuidance({ kind }: PeriodPhrase): boolean {
  return kind === 'quarter' || kind === 'year' || kind === 'after' || kind === 'next-year'
}

/** Null: one that is named is not known. Elsewhere in the sentence, several leave open which of them is meant. */
function periodsOf(
  phrases: readonly PeriodPhrase[],
  call: GuidingQuarter,
  isInScope: boolean,
): readonly CallQuarter[] | null {
  const periods = phrases.flatMap((phrase) => exactPeriod(phrase, call) ?? [])
  const [first] = periods
  if (periods.length < phrases.length) return null
  const isOne = periods.every((each) => first && isSamePeriod(each, first))
  return isInScope || isOne ? periods : null
}
