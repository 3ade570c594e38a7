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

interface NamedScope {
  readonly scope: GuidanceScope
  /** Lines are named that are not known as well: the words may be about any line, and surely about those of the scope. */
  readonly isOfOthers: boolean
}

/** Behind a comma, another line of the list: "revenue, EBITDA and EPS". */
const listed = String.raw`(?: [a-z0-9&]+){1,6} ,(?! (?:and )?(?:our|the|all|its|any|we|but)\b)`
/** As a pattern: "our full-year revenue guidance". */
export const itsGuidance = String.raw`(?:our|the|all|its|any)(?:${listed}){0,4}(?: [a-z0-9&]+){0,7}? (?:guidance|outlook|forecasts?)`

const noun = /^(guidance|outlook|forecasts?)$/
const determiner = /^(our|the|all|its|any)$/
const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))
/** They say nothing of the line or the period. */
const fillers =
  setOf(`our the all its any of for and both as well full year years annual fiscal financial - & , range ranges
  previous previously prior existing current currently original originally initial initially earlier latest recent recently
  updated revised issued given guided stated provided communicated announced published shared
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
export function scopeOf(sentence: SpokenSentence, remark: TokenSpan, call: GuidingQuarter): NamedScope | null {
  const { tokens } = sentence
  const textAt = (at: number) => tokens[at]?.text ?? ''
  const named = tokens.findIndex(({ text }, at) => at >= remark.first && noun.test(text))
  const first = tokens.findIndex(({ text }, at) => at >= remark.first && at < named && determiner.test(text))
  if (named < 0 || first < 0) return null
  const periods = periodsIn(sentence).filter(isOfGuidance)
  const mentions = mentionsIn(sentence)
  const covering = (at: number) => [...periods, ...mentions].find((each) => at >= each.first && at < each.next)
  for (let at = first; at < named; at += 1) if (!covering(at) && !fillers.has(textAt(at))) return null
  const { next, isOpen, unknown } = namedBehind(sentence, named + 1, covering)
  const inside = ({ first: from, next: behind }: TokenSpan) => from >= first && behind <= next
  const lines = mentions.filter(inside).map(({ measure }) => measure.fields[0])
  const fields = lines.filter((field) => field !== undefined)
  const words = wordsOf(sentence, first, next)
  const qualifier = qualifierIn(words)
  if (qualifier !== null && qualifier !== 'adjusted' && qualifier !== 'constant-currency') return null
  const isOfChange = /\bgrowth\b/.test(words)
  // Of a line that is not known, as of a word that is not, nothing was found.
  if (fields.length === 0 && (isOpen || isOfChange || lines.length > 0)) return null
  // "Our revenue guidance for the software segment".
  if (unknown === 'part') return null
  const ofPeriods = periodsOf(periods.some(inside) ? periods.filter(inside) : periods, call, periods.some(inside))
  const isOfOthers = unknown === 'more' || fields.length < lines.length
  return ofPeriods && { scope: { periods: ofPeriods, fields, qualifier, isOfChange }, isOfOthers }
}

/**
 * Whether a range is that of guidance: "our full-year revenue range", and not "our historical range".
 * @param range the words of the sentence up to "range" or "guidance", at their end
 */
export function isRangeOfGuidance(sentence: SpokenSentence, { first, next }: TokenSpan): boolean {
  const { tokens } = sentence
  const its = tokens.findLastIndex(({ text }, at) => at >= first && at < next && determiner.test(text))
  const spans = [...periodsIn(sentence).filter(isOfGuidance), ...mentionsIn(sentence)]
  const isKnown = (at: number) => spans.some((each) => at >= each.first && at < each.next)
  return (
    its >= 0 &&
    tokens.slice(its, next).every(({ text }, at) => fillers.has(text) || noun.test(text) || isKnown(its + at))
  )
}

/** Behind what the guidance is for. */
interface Behind {
  /** Where the words end that say what it is for. */
  readonly next: number
  /** Whether a word follows that may say more of it, where no line is named. */
  readonly isOpen: boolean
  /** What a word that is not known says of the lines that are named. `part`: they are of a part of the company; `more`: something else is meant as well. */
  readonly unknown: 'part' | 'more' | null
}

function namedBehind(
  { tokens }: SpokenSentence,
  from: number,
  covering: (at: number) => TokenSpan | undefined,
): Behind {
  const textAt = (at: number) => tokens[at]?.text ?? '.'
  let at = /^ranges?$/.test(textAt(from)) ? from + 1 : from
  if (!/^(for|of|on)$/.test(textAt(at)))
    return { next: at, isOpen: !covering(at) && !clauses.has(textAt(at)), unknown: null }
  let connector: string | null = null
  let next = at
  while (at < tokens.length) {
    const span = covering(at)
    if (span) {
      at = span.next
      next = at
      connector = null
      continue
    }
    if (!fillers.has(textAt(at))) break
    if (connectors.has(textAt(at))) connector = textAt(at)
    at += 1
  }
  const before = textAt(at - 1)
  const isUnknown = at < tokens.length && !clauses.has(textAt(at))
  const isClause = before === ',' || (before === 'and' && clauseVerbs.has(textAt(at)))
  return {
    next,
    isOpen: next === from || (connector === null ? isUnknown : !isClause),
    unknown: isUnknown && !beginsClause(textAt(at)) ? unknownBehind(connector) : null,
  }
}

function unknownBehind(connector: string | null): Behind['unknown'] {
  if (connector === 'for') return 'part'
  // "Our revenue guidance of 4 to 5 billion", "on the strength of the first half".
  return connector === null || connector === 'of' || connector === 'on' ? null : 'more'
}

const clauseVerbs = setOf('we expect expecting continue are remain have now will do i it this that')

/** "Raising our outlook", "supported by", and not "orders" or "store openings". */
function beginsClause(word: string): boolean {
  return clauseVerbs.has(word) || /^[a-z]{2,}(?:ing|ed)$/.test(word)
}

/** The one period of guidance that a sentence names, or none: every later one. Null: it names several, or one that is not known. */
export function periodsOfGuidance(sentence: SpokenSentence, call: GuidingQuarter): readonly CallQuarter[] | null {
  return periodsOf(periodsIn(sentence).filter(isOfGuidance), call, false)
}

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
