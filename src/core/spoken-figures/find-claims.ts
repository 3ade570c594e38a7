/** Finds what the figures of a transcript claim: the measure, the period, the change and the role of each, or why one of them is not known. */

import type { Section, SpeakerSide } from '#contract/api/calls.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import type { SpokenFigure, SpokenRole, UnjudgedReason } from '#contract/api/spoken-figures.ts'
import { directionOf, isImprovement } from './directions.ts'
import { hasOtherSubject, isLinked, kindOfMeasure, mayFollowMeasure, namesPart } from './linking-words.ts'
import {
  earningsPerShare,
  inDays,
  lossPerShare,
  marginOf,
  mentionsIn,
  shareCount,
  shareOfRevenue,
  spokenLabel,
  type Measure,
  type Mention,
} from './measures.ts'
import {
  isAfter,
  periodsIn,
  preceding,
  resolvePeriod,
  type CallQuarter,
  type PeriodPhrase,
  type SpokenPeriod,
} from './periods.ts'
import { adjustsTheCall, qualifierIn } from './qualifiers.ts'
import { statedAs, type StatedAs } from './roles.ts'
import { boundBefore, quantitiesIn, type Quantity } from './spoken-numbers.ts'
import { sentencesIn, wordsOf, type SpokenSentence } from './spoken-sentence.ts'

export interface SpokenTurns {
  readonly text: readonly string[]
  /** Index of the speaker of each turn. */
  readonly speaker: readonly number[]
  readonly section: readonly Section[]
}

/** A figure as it was spoken, not yet set beside a stored one. */
export interface Claim extends Pick<
  SpokenFigure,
  'turn' | 'from' | 'to' | 'value' | 'label' | 'change' | 'period' | 'role'
> {
  /** Lines that it may be of, the likeliest first; empty: of none. */
  readonly fields: readonly string[]
  /** Why it cannot be judged whatever is stored; null: it may be. */
  readonly reason: UnjudgedReason | null
  /** Measure and period are named so that another value is a difference, and no mistake of the match. */
  readonly isCertain: boolean
  /** Everybody calculates the measure in the same way. */
  readonly isStrict: boolean
  readonly significant: number
  readonly coarseStep: number
}

/** What earlier sentences of the same speaker leave to the next ones. */
interface Context {
  speaker: number
  /** The period that was named last; `own`: none was, so that of the call is meant. */
  period: PeriodPhrase | 'own'
  isAhead: boolean
  /** The last figure of the sentence before, which "that is up 9 percent" continues. */
  last: Previous | undefined
  /** Sentences since a part of the company was named. */
  sincePart: number
}

/** The claims of each turn, one after another, so that a long call need not be read at one go. */
export function* claimsByTurn(
  { text, speaker, section }: SpokenTurns,
  sides: readonly SpeakerSide[],
  quarter: CallQuarter | null,
  company: string | null = null,
): Generator<Claim[]> {
  const names = new Set((company ?? '').toLowerCase().split(/[^\p{L}]+/u))
  let isAdjustedThroughout = false
  let context: Context = newContext(-1)
  let isOpen = false
  for (const [turn, words] of text.entries()) {
    const speaks = speaker[turn] ?? -1
    if (speaks !== context.speaker) context = newContext(speaks)
    const continues = isOpen && speaker[turn - 1] === speaks
    isOpen = !/[.?!…]["'”’)]*\s*$/.test(words)
    const side = sides[speaks] ?? 'unknown'
    const isAsked = section[turn] !== 'prepared' && /\?\s*$/.test(words)
    const claims: Claim[] = []
    if (side === 'operator') continue
    for (const [at, sentence] of sentencesIn(words).entries()) {
      isAdjustedThroughout ||= side === 'company' && adjustsTheCall(sentence.plain)
      const isPast = past.test(sentence.plain)
      const isRest = at === 0 && (continues || /^\s*\p{Ll}/u.test(words))
      claims.push(
        ...claimsOfSentence(sentence, {
          turn,
          side,
          quarter,
          context,
          isAdjustedThroughout,
          isRest,
          isPast,
          isAsked,
          names,
        }),
      )
    }
    yield claims
  }
}

export function claimsIn(...of: Parameters<typeof claimsByTurn>): Claim[] {
  return [...claimsByTurn(...of)].flat()
}

function newContext(speaker: number): Context {
  return { speaker, period: 'own', isAhead: false, last: undefined, sincePart: 99 }
}

interface Around {
  readonly turn: number
  readonly side: SpeakerSide
  readonly quarter: CallQuarter | null
  readonly context: Context
  readonly isAdjustedThroughout: boolean
  /** It says what was. */
  readonly isPast: boolean
  /** A turn of the questions and answers that ends with a question, whoever is said to speak. */
  readonly isAsked: boolean
  /** Words of the company's name, in lower case. */
  readonly names: ReadonlySet<string>
  /** The turn before broke off in this sentence: a number at its beginning may have begun there. */
  readonly isRest: boolean
}

/** Words of a result: what is said is not ahead any more. */
const past =
  /\b(was|were|came|reached|grew|generated|ended|increased|decreased|declined|rose|fell|improved|delivered|reported|achieved|finished|posted|had|did|totaled|amounted|spent|paid|returned|closed)\b/

const continuesSentence =
  /^(and )?(that|this|it|which|that's|it's)( (is|was|represents|represented|compares|compared|means|equals))? |^(up|down|compared|or) /

/** The claim before in the same sentence, which the next one may continue. */
interface Previous {
  readonly quantity: Quantity
  readonly measure: Measure | null
  readonly claim: Claim
  readonly phrase: PeriodPhrase | 'own' | null
  readonly mention: Mention | null
}

function claimsOfSentence(sentence: SpokenSentence, around: Around): Claim[] {
  const quantities = quantitiesIn(sentence.tokens).filter(({ first }) => first > 0 || !around.isRest)
  const isInside = (place: { readonly first: number; readonly next: number }) =>
    quantities.some(({ first, next }) => place.first < next && place.next > first)
  const periods = periodsIn(sentence).filter((phrase) => !isInside(phrase))
  const mentions = quantities.length === 0 ? [] : mentionsIn(sentence).filter((mention) => !isInside(mention))
  const { context } = around
  if (around.isPast) context.isAhead = false
  const parsed: Parsed = { sentence, quantities, periods, mentions, around }
  const claims: Claim[] = []
  let previous = continuesSentence.test(sentence.plain) ? context.last : undefined
  const measures = new Set<Measure | null>()
  for (const [at, quantity] of quantities.entries()) {
    const read = readClaim(parsed, at, previous)
    previous = { quantity, ...read }
    measures.add(read.measure)
    if (isListed(quantity, read.claim)) claims.push(read.claim)
  }
  // Of several measures none is "that".
  context.last = measures.size === 1 && previous ? { ...previous, mention: null } : undefined
  const isAhead = statedAs(sentence.plain, '') === 'guidance'
  const named = periods.find((phrase) => setsContext(phrase) && isLeading(phrase, sentence))
  if (named) context.period = named
  context.isAhead = isAhead || (context.isAhead && !named)
  context.sincePart = qualifierIn(sentence.plain) === 'segment' ? 0 : context.sincePart + 1
  return claims
}

/** Whether what is said next is about the same period, too. */
function setsContext(phrase: PeriodPhrase): boolean {
  if (phrase.kind === 'unclear') return phrase.isSpan
  return ['this', 'quarter', 'year', 'after', 'next-year'].includes(phrase.kind)
}

interface Parsed {
  readonly sentence: SpokenSentence
  readonly quantities: readonly Quantity[]
  readonly periods: readonly PeriodPhrase[]
  readonly mentions: readonly Mention[]
  readonly around: Around
}

/** "Two people retired" is no head count. */
const smallestHeadCount = 100

/** A count of things that no line states, and all of something, are no figures of the company. */
function isListed({ value, noun }: Quantity, claim: Claim): boolean {
  const isKnown = claim.label !== ''
  switch (value.unit) {
    case 'amount':
      return isKnown || value.high >= 1e5
    case 'per-share':
    case 'basis-points':
      return true
    case 'percent':
      return isKnown || (value.high !== 1 && value.bound !== 'range')
    case 'shares':
      return true
    case 'count':
      return noun === 'people' && value.high >= smallestHeadCount
    case 'days':
    case 'ratio':
      return claim.fields.length > 0
  }
}

type Read = Omit<Previous, 'quantity'>

function readClaim(parsed: Parsed, at: number, previous: Previous | undefined): Read {
  const { sentence, quantities, around } = parsed
  const { side, quarter, context } = around
  const quantity = quantities[at]
  if (!quantity) throw new Error('no such quantity')
  const place = placeOf(parsed, at, previous)
  const found = measureOf(parsed, at, place, previous)
  const before = wordsOf(sentence, 0, quantity.first)
  const after = wordsOf(sentence, quantity.next, place.end)
  const stated = statedAs(before, after)
  const period = periodOf(parsed, quantity, place, found, previous, stated)
  const { phrase } = period
  const role = roleOf(stated, side, found, period, around)
  const value = valueOf(quantity, found)
  const claim: Claim = {
    turn: around.turn,
    from: sentence.tokens[place.start]?.from ?? 0,
    to: sentence.tokens[quantity.next - 1]?.to ?? 0,
    value,
    fields: found.measure?.fields ?? [],
    label: found.label,
    change: found.isChange ? (period.change ?? 'yoy') : null,
    period: period.period,
    role,
    reason: reasonOf({ sentence, place, quantity, found, period, role, around, quarter, after }),
    isCertain:
      found.isCertain &&
      period.isSure &&
      (found.measure?.isStrict ?? false) &&
      context.sincePart > 6 &&
      !around.isAdjustedThroughout &&
      (!found.isChange || period.change !== null),
    isStrict: found.measure?.isStrict ?? false,
    significant: quantity.significant,
    coarseStep: quantity.coarseStep,
  }
  return { measure: found.measure, claim, phrase, mention: found.mention }
}

/** Where a figure stands: `from` its first word, `left` the end of the figure before it, `end` the beginning of the next one. */
interface Place {
  readonly left: number
  readonly from: number
  readonly end: number
  /** The first word that belongs to the figure: "just under" does, a verb such as "passed" does not. */
  readonly start: number
}

function placeOf({ sentence, quantities }: Parsed, at: number, previous: Previous | undefined): Place {
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

interface Found {
  readonly measure: Measure | null
  readonly label: string
  readonly isChange: boolean
  readonly direction: 1 | -1 | 0
  /** The same measure in another period: "compared with 61 cents". */
  readonly isComparison: boolean
  /** Nothing between the measure and the figure leaves a doubt. */
  readonly isCertain: boolean
  readonly reason: UnjudgedReason | null
  /** The mention that it was found by; null: it continues the figure before. */
  readonly mention: Mention | null
}

const nothing: Found = {
  measure: null,
  label: '',
  isChange: false,
  direction: 0,
  isComparison: false,
  isCertain: false,
  reason: null,
  mention: null,
}

function measureOf(parsed: Parsed, at: number, place: Place, previous: Previous | undefined): Found {
  const { sentence, mentions, quantities } = parsed
  const quantity = quantities[at]
  if (!quantity) return nothing
  const { value, next } = quantity
  if (value.unit === 'count') return { ...nothing, label: 'Employees', reason: 'no-such-line' }
  if (value.unit === 'per-share' && previous && isEarnings(previous.measure)) {
    const each = perShareOf(parsed, place, previous)
    if (each) return each
  }
  if (value.unit === 'shares') return sharesOf(parsed, quantity, place, previous)
  const left = mentions.findLast((mention) => mention.first >= place.left && mention.next <= place.from)
  const ofAt = ['of', 'in'].includes(textAt(sentence, next)) ? skipArticles(sentence, next + 1) : -1
  const behindOf = mentions.find(({ first }) => first === ofAt)
  if (value.unit === 'percent' && textAt(sentence, next) === 'of' && behindOf?.measure.fields[0] === 'Revenue')
    return ofRevenue(parsed, place, left, previous)
  const byLeft = left && fromLeft(parsed, quantity, place, left, previous)
  if (byLeft?.isCertain) return byLeft
  const isLevel = value.unit === 'amount' || value.unit === 'basis-points'
  if (behindOf && isLevel && textAt(sentence, behindOf.next) !== 'growth')
    return fromRight(parsed, quantity, place, behindOf)
  const grows = directionOf(textAt(sentence, next)) !== 0 ? skipArticles(sentence, next + 2) : -1
  const grown = ['in', 'of'].includes(textAt(sentence, next + 1))
    ? mentions.find(({ first }) => first === grows)
    : undefined
  if (grown) return fromRight(parsed, quantity, place, grown)
  const behind = mentions.find(({ first }) => first === next)
  if (behind) return fromRight(parsed, quantity, place, behind)
  const continued = !left && previous ? continuing(parsed, quantity, place, previous) : undefined
  return continued ?? byLeft ?? nothing
}

function isEarnings(measure: Measure | null): boolean {
  return measure?.fields[0] === 'NetIncomeLossAttributableCommonShareholders'
}

/** "Net income was 160 million, or 33 cents per diluted share". */
function perShareOf(parsed: Parsed, place: Place, { measure, claim }: Previous): Found | undefined {
  if (claim.change || !isContinuation(gapWords(parsed, place.left, place.from))) return undefined
  const reason = claim.reason === 'period-unclear' ? null : claim.reason
  const each = measure?.isLoss ? lossPerShare : earningsPerShare
  return { ...nothing, measure: each, label: each.label, isCertain: reason === null, reason }
}

/** "78 cents a share on 218 million shares", "218 million diluted shares". */
function sharesOf(
  { sentence }: Parsed,
  { first, next }: Quantity,
  place: Place,
  previous: Previous | undefined,
): Found {
  const isOfEarnings = previous?.measure === earningsPerShare && wordsOf(sentence, place.left, place.from) === 'on'
  const isNamed = /\bdiluted\b/.test(wordsOf(sentence, first, next))
  const reason = isOfEarnings || isNamed ? null : 'measure-unclear'
  const measure = reason === null ? shareCount : null
  return { ...nothing, measure, label: shareCount.label, isCertain: reason === null, reason }
}

function textAt({ tokens }: SpokenSentence, at: number): string {
  return tokens[at]?.text ?? ''
}

function skipArticles(sentence: SpokenSentence, at: number): number {
  return ['our', 'the', 'total', 'consolidated'].includes(textAt(sentence, at)) ? at + 1 : at
}

/** The words of some tokens, without those that name a period. */
function gapWords({ sentence, periods }: Parsed, first: number, next: number): string[] {
  const words: string[] = []
  for (let at = first; at < next; at += 1)
    if (!periods.some((phrase) => at >= phrase.first && at < phrase.next)) words.push(textAt(sentence, at))
  return words.filter((word) => word !== '-')
}

function fromLeft(
  parsed: Parsed,
  quantity: Quantity,
  place: Place,
  mention: Mention,
  previous: Previous | undefined,
): Found {
  const { sentence } = parsed
  const words = gapWords(parsed, mention.next, place.from)
  const isMargin = /^margins?$/.test(wordsOf(sentence, mention.first, mention.next))
  const named = quantity.value.unit === 'days' ? inDays(mention.measure) : mention.measure
  const measure = isMargin ? previous?.measure && marginOf(previous.measure) : named
  const part = isMargin ? null : partBefore(parsed, place, mention)
  if (!measure)
    return { ...nothing, measure: mention.measure, label: mention.measure.label, reason: 'measure-unclear', mention }
  const isLinkedUp = isLinked(words) && words.join('') !== ','
  const label = labelOf(parsed, mention, measure, part)
  const level = withUnit(measure, quantity, words, sentence)
  return {
    ...nothing,
    measure,
    label,
    ...level,
    isCertain: isLinkedUp && part === null && level.reason === null,
    reason: part ?? (isLinkedUp ? level.reason : reasonOfGap(words)),
    mention,
  }
}

function fromRight(parsed: Parsed, quantity: Quantity, place: Place, mention: Mention): Found {
  const { sentence, periods } = parsed
  const words = [
    ...gapWords(parsed, place.left, place.from).slice(-3),
    ...gapWords(parsed, quantity.next, mention.first),
  ]
  const follows = textAt(sentence, mention.next)
  if (directionOf(follows) !== 0) words.push(follows)
  const level = withUnit(mention.measure, quantity, words, sentence, 'right')
  const isSum =
    follows === 'and' && !parsed.quantities.some(({ first }) => first - mention.next <= 3 && first > mention.next)
  const isAlone =
    (mayFollowMeasure(follows) && !isSum) ||
    directionOf(follows) !== 0 ||
    periods.some(({ first }) => first === mention.next)
  const reason = isAlone ? level.reason : 'measure-unclear'
  const { label } = mention.measure
  return { ...nothing, measure: mention.measure, label, ...level, reason, isCertain: reason === null, mention }
}

function labelOf({ sentence }: Parsed, mention: Mention, measure: Measure, part: UnjudgedReason | null): string {
  if (part !== 'segment') return measure.label
  return spokenLabel(textAt(sentence, mention.first - 1), measure.label)
}

/** Words before the measure that make it that of a part, such as "software revenue", or another one, such as "the impact on revenue". */
function partBefore(parsed: Parsed, place: Place, mention: Mention): UnjudgedReason | null {
  const kind = kindOfMeasure(gapWords(parsed, place.left, mention.first))
  const isOfTime = parsed.periods.some(({ next }) => next === mention.first)
  if (kind === 'other' || isJoined(parsed, place, mention)) return 'measure-unclear'
  return kind === 'part' && !isOfTime ? 'segment' : null
}

/** "Listings and inventory were down": the figure may be of both. */
function isJoined({ sentence, periods, quantities }: Parsed, place: Place, mention: Mention): boolean {
  const at = mention.first - 1
  if (at <= place.left || textAt(sentence, at) !== 'and') return false
  const isAt = ({ next }: { readonly next: number }) => next === at
  return /^\p{L}/u.test(textAt(sentence, at - 1)) && !quantities.some(isAt) && !periods.some(isAt)
}

function reasonOfGap(words: readonly string[]): UnjudgedReason {
  return words.some((word) => ['in', 'from', 'for', 'at', 'of'].includes(word)) ? 'segment' : 'measure-unclear'
}

/** Whether the figure is the measure itself, its change, or neither, by its unit and the words of movement around it. */
function withUnit(
  { fields }: Measure,
  quantity: Quantity,
  words: readonly string[],
  sentence: SpokenSentence,
  side: 'left' | 'right' = 'left',
): Pick<Found, 'isChange' | 'direction' | 'reason'> {
  const behind = side === 'left' ? textAt(sentence, quantity.next) : ''
  const moving =
    [...words].reverse().find((word) => directionOf(word) !== 0) ?? (directionOf(behind) !== 0 ? behind : '')
  const direction = directionOf(moving)
  const line = figureLines.get(fields[0] ?? '')
  const lineUnit = line?.unit ?? (fields.length > 0 ? 'percent' : null)
  const { unit } = quantity.value
  const isLevel =
    ['to', 'at', 'of'].includes(words.at(-1) ?? '') &&
    !words
      .slice(-2)
      .join(' ')
      .match(/(increase|decrease|growth|decline|improvement|reduction|expansion|drop|rise|gain) of$/)
  const level = { isChange: false, direction: 0, reason: null } as const
  const unclear = { isChange: false, direction: 0, reason: 'measure-unclear' } as const
  if (lineUnit === null) return { ...unclear, reason: 'no-such-line' }
  if (isImprovement(moving) && line?.favor !== 'up') return unclear
  const isProportion = lineUnit === 'percent'
  if (unit === 'basis-points')
    return isProportion && direction !== 0 ? { isChange: true, direction, reason: null } : unclear
  if (unit === 'percent') {
    if (isProportion) return direction === 0 || isLevel ? level : unclear
    return direction === 0 || isLevel ? unclear : { isChange: true, direction, reason: null }
  }
  const fits =
    (lineUnit === 'money' && unit === 'amount') ||
    (lineUnit === 'per-share' && (unit === 'per-share' || (unit === 'amount' && quantity.value.high < 1000))) ||
    (lineUnit === 'shares' && (unit === 'shares' || (unit === 'amount' && quantity.value.currency === null))) ||
    (lineUnit === 'days' && unit === 'days')
  if (!fits) return unclear
  return direction === 0 || isLevel ? level : unclear
}

function ofRevenue(parsed: Parsed, place: Place, left: Mention | undefined, previous: Previous | undefined): Found {
  const words = left && gapWords(parsed, left.next, place.from)
  const base = left ? left.measure : previous?.measure
  if (!base || base.fields[0] === 'Revenue') return nothing
  const measure = shareOfRevenue(base)
  const isLinkedUp = words ? isLinked(words) : isContinuation(gapWords(parsed, place.left, place.from))
  const part = left ? partBefore(parsed, place, left) : (previous?.claim.reason ?? null)
  const unknown = measure.fields.length === 0 ? 'no-such-line' : null
  const reason = part ?? (isLinkedUp ? unknown : 'measure-unclear')
  return { ...nothing, measure, label: measure.label, isCertain: reason === null, reason, mention: left ?? null }
}

function isContinuation(words: readonly string[]): boolean {
  return /^(, )?(or|which is|which was|that is|that's|representing|equal to|equivalent to)( (about|around|approximately|roughly|just|nearly))?$/.test(
    words.join(' '),
  )
}

const compared =
  /^(, )?(and )?(as )?(up |down )?(compared (with|to)|versus|vs|vs \.|against|from|relative to|compares (with|to)|in comparison (with|to))( the| our| a)?( figure| level)?( of)?$/

/** The figure continues the one before: its change, its share, the same in another period. */
function continuing(parsed: Parsed, quantity: Quantity, place: Place, previous: Previous): Found | undefined {
  const { measure, claim } = previous
  if (!measure) return undefined
  const words = gapWords(parsed, place.left, place.from)
  const gap = words
    .join(' ')
    .replace(/^(and )?(that|this|it|that's|it's)( (is|was|represents|represented))? (?!to$)/, '')
    .replace(/^(from|versus|vs|over|on|than|above|below|compared (to|with))( the)? (?=[,a])/, '')
  const shared = { ...nothing, measure, label: measure.label }
  const isDone = claim.reason !== null && claim.reason !== 'period-unclear'
  const reasonBefore = isDone ? claim.reason : null
  if (compared.test(gap)) {
    const reason = reasonBefore ?? withUnit(measure, quantity, ['to'], parsed.sentence).reason
    return { ...shared, isComparison: true, isCertain: reason === null, reason }
  }
  if (gap === 'to') {
    const level = withUnit(measure, quantity, ['to'], parsed.sentence)
    const isDelta = (claim.change !== null || previous.quantity.isOrigin) && reasonBefore === 'measure-unclear'
    const reason = (isDelta ? null : reasonBefore) ?? level.reason
    return { ...shared, ...level, isCertain: reason === null, reason }
  }
  const moved =
    /^(, (the|our|a) (highest|best|lowest|strongest|largest|record|new) [^,]*)?(, )?(and |but |or |which is |which was |that is |that was |representing |it )?(an? |the )?(was |is )?(\w+ )?(up|down|increase|increased|growth|grew|growing|rise|rose|decline|declined|decrease|decreased|improvement|improved|drop|reduction|higher|lower|expansion|contraction)( of| by| about| around)*$/
  const behind =
    /^(, )?(or |which is |representing )?(an? )?$/.test(gap) &&
    directionOf(textAt(parsed.sentence, quantity.next)) !== 0
  if (moved.test(gap) || behind) {
    const level = withUnit(measure, quantity, words, parsed.sentence)
    const reason = reasonBefore ?? (claim.change ? 'measure-unclear' : level.reason)
    return { ...shared, ...level, isCertain: reason === null, reason }
  }
  return undefined
}

interface FoundPeriod {
  readonly period: SpokenPeriod | null
  readonly isSure: boolean
  readonly change: Claim['change']
  readonly phrase: PeriodPhrase | 'own' | null
}

function periodOf(
  { sentence, periods, around, quantities }: Parsed,
  quantity: Quantity,
  place: Place,
  found: Found,
  previous: Previous | undefined,
  stated: StatedAs,
): FoundPeriod {
  const { quarter, context } = around
  const isAhead = stated !== 'result'
  const unknown: FoundPeriod = { period: null, isSure: false, change: null, phrase: null }
  if (!quarter) return unknown
  const end = Math.max(place.end, 0)
  const after = periods.filter(({ first }) => first >= place.from && first < end && isBehind(sentence, quantity, first))
  const gap = gapPeriods(sentence, periods, place, found)
  const resolve = (phrase: PeriodPhrase): FoundPeriod => ({
    ...resolvePeriod(phrase, quarter, isAhead),
    change: null,
    phrase,
  })
  const isNaming = ({ kind }: PeriodPhrase) => kind !== 'yoy' && kind !== 'qoq'
  const inherited = (): FoundPeriod => {
    const earlier = periods.findLast(
      (phrase) => phrase.next <= (quantities[0]?.first ?? 0) && isNaming(phrase) && isLeading(phrase, sentence),
    )
    return earlier ? resolve(earlier) : contextPeriod(context, quarter, isAhead)
  }
  if (found.isComparison) {
    const named = [...after, ...gap].find(isNaming)
    const base = previous?.claim.period ?? null
    // Relative to the figure that it is compared with, which may be of another quarter than the call.
    const isRelative = named?.kind === 'year-ago' || named?.kind === 'before'
    if (named && isRelative && base && base.quarter !== 'FY')
      return { ...resolve(named), period: named.kind === 'before' ? preceding(base) : { ...base, year: base.year - 1 } }
    if (named) return resolve(named)
    return base ? { period: { ...base, year: base.year - 1 }, isSure: false, change: null, phrase: null } : unknown
  }
  const spans = [...after, ...gap].some((phrase) => phrase.kind === 'unclear' && phrase.isSpan)
  if (found.isChange) {
    if (spans) return unknown
    const own = previous?.measure === found.measure && found.mention === null ? periodOfPrevious(previous) : undefined
    const isBasis = (phrase: PeriodPhrase) =>
      basisOf(phrase, quarter) !== null && (!isNaming(phrase) || isBase(phrase, sentence))
    const basis = after.find(isBasis) ?? gap.find(isBasis)
    const other = [...after].find((phrase) => !isBasis(phrase) && phrase.kind !== 'this' && !isSame(phrase, quarter))
    const its = own ?? ownPeriod(after, gap, quarter, resolve) ?? inherited()
    if (other && !basis) return { ...its, isSure: false, period: null }
    return { ...its, change: basis ? basisOf(basis, quarter) : null, isSure: its.isSure && basis !== undefined }
  }
  if (
    found.mention === null &&
    previous &&
    after.length === 0 &&
    gap.length === 0 &&
    found.measure === previous.measure
  )
    return periodOfPrevious(previous)
  const naming = after.find((phrase) => isNaming(phrase) && !isBase(phrase, sentence)) ?? gap.findLast(isNaming)
  if (!naming) return inherited()
  const resolved = resolve(naming)
  const isAlone = gap.filter(isNaming).every((phrase) => isSamePeriod(resolve(phrase).period, resolved.period))
  return { ...resolved, isSure: resolved.isSure && isAlone }
}

/** Periods named between the figure before and this one that are about this one: behind its measure, or leading to it. */
function gapPeriods(
  sentence: SpokenSentence,
  periods: readonly PeriodPhrase[],
  place: Place,
  { mention }: Found,
): PeriodPhrase[] {
  const inGap = periods.filter(({ first, next }) => first >= place.left && next <= place.from)
  const isInGap = mention !== null && mention.first >= place.left && mention.first < place.from
  return inGap.filter((phrase) => {
    if (isInGap && phrase.next === mention.first) return true
    if (isInGap && phrase.first >= mention.next) return !isBase(phrase, sentence)
    const isOwn = place.left === 0 || /(^|\s)(,|;|and|but)(\s|$)/.test(wordsOf(sentence, place.left, phrase.first))
    return isOwn && isLeading(phrase, sentence)
  })
}

/** "In the third quarter", "for the year", at the head of what is said: no period of a comparison, and none in passing. */
function isLeading(phrase: PeriodPhrase, sentence: SpokenSentence): boolean {
  const before = textAt(sentence, phrase.first - 1)
  const isOpening = ['', 'in', 'for', 'during', 'of', 'at', 'the', 'our', ',', 'to'].includes(before)
  return isOpening && !isBase(phrase, sentence)
}

const otherClause = /(^|\s)(;|:|and|but|which|while|because|when|since|,)(\s|$)/

/** Whether a period right behind a figure is about it, and not about what is said next. */
function isBehind(sentence: SpokenSentence, { next }: Quantity, first: number): boolean {
  if (first < next) return true
  const words = wordsOf(sentence, next, first).replace(/^, (in|for|during|over|up|down|versus|compared)\b/, '')
  return first - next <= 9 && !otherClause.test(words)
}

function isSamePeriod(one: SpokenPeriod | null, other: SpokenPeriod | null): boolean {
  return one?.quarter === other?.quarter && one?.year === other?.year
}

function isSame(phrase: PeriodPhrase, quarter: CallQuarter): boolean {
  return (
    phrase.kind === 'quarter' &&
    phrase.quarter === quarter.quarter &&
    (phrase.year === null || phrase.year === quarter.year)
  )
}

function periodOfPrevious({ claim, phrase }: Previous): FoundPeriod {
  return {
    period: claim.period,
    isSure: claim.period !== null && phrase !== 'own' && phrase !== null,
    change: null,
    phrase,
  }
}

function ownPeriod(
  after: readonly PeriodPhrase[],
  gap: readonly PeriodPhrase[],
  quarter: CallQuarter,
  resolve: (phrase: PeriodPhrase) => FoundPeriod,
): FoundPeriod | undefined {
  const phrase = [...gap, ...after].find(
    (each) => each.kind === 'this' || each.kind === 'year' || isSame(each, quarter),
  )
  return phrase && resolve(phrase)
}

/** A period with which something is compared: "from the second quarter", "on last year". */
function isBase(phrase: PeriodPhrase, sentence: SpokenSentence): boolean {
  const before = wordsOf(sentence, Math.max(0, phrase.first - 3), phrase.first)
  return /\b(from|versus|vs|against|than|over|on|above|below|compared (to|with|against)|relative to|both|with|as|since|until|before|after|by)( the| a| our| what we \w+ in| that (in|of|for))?$/.test(
    before,
  )
}

function basisOf(phrase: PeriodPhrase, quarter: CallQuarter): Claim['change'] {
  switch (phrase.kind) {
    case 'yoy':
    case 'year-ago':
    case 'last-year':
      return 'yoy'
    case 'qoq':
    case 'before':
      return 'qoq'
    case 'quarter': {
      const own = quarter.quarter === 'FY' ? { ...quarter, quarter: 'Q4' as const } : quarter
      const named = resolvePeriod(phrase, quarter, false).period
      const is = (period: SpokenPeriod) => named?.quarter === period.quarter && named.year === period.year
      if (is(preceding(own))) return 'qoq'
      return is({ ...own, year: own.year - 1 }) ? 'yoy' : null
    }
    default:
      return null
  }
}

/** The period of a sentence that names none. */
function contextPeriod(context: Context, quarter: CallQuarter, isAhead: boolean): FoundPeriod {
  const own: SpokenPeriod = quarter.quarter === 'FY' ? { quarter: 'FY', year: quarter.year } : quarter
  const { period: phrase } = context
  // Ahead of the call a period that is not named is not known.
  if (isAhead || context.isAhead)
    return phrase === 'own'
      ? { period: null, isSure: false, change: null, phrase: null }
      : { ...resolvePeriod(phrase, quarter, true), change: null, phrase }
  if (phrase === 'own' || phrase.kind === 'this' || isSame(phrase, quarter))
    return { period: own, isSure: phrase !== 'own' && quarter.quarter !== 'FY', change: null, phrase: 'own' }
  if (phrase.kind === 'year') return { ...resolvePeriod(phrase, quarter, false), isSure: false, change: null, phrase }
  return { period: null, isSure: false, change: null, phrase: null }
}

function roleOf(
  stated: StatedAs,
  side: SpeakerSide,
  found: Found,
  period: FoundPeriod,
  { quarter, context, isPast, isAsked }: Around,
): SpokenRole {
  if (side === 'analyst' || isAsked) return 'question'
  if (stated === 'target') return 'target'
  if (stated === 'guidance') return 'guidance'
  if (stated === 'imagined') return 'other'
  const isLater = period.period && quarter && isAfter(period.period, quarter) && !isPast
  if (isLater && found.measure) return context.isAhead || period.isSure || period.phrase !== null ? 'guidance' : 'other'
  if (found.measure && context.isAhead && period.phrase === null) return 'guidance'
  return found.measure || found.label !== '' ? 'reported' : 'other'
}

const sinceLongAgo = /\b(since|inception|cumulative|cumulatively|so far|to date|over the (past|last)|on average)\b/

interface Reasoned {
  readonly sentence: SpokenSentence
  readonly place: Place
  readonly quantity: Quantity
  readonly found: Found
  readonly period: FoundPeriod
  readonly role: SpokenRole
  readonly around: Around
  readonly quarter: CallQuarter | null
  readonly after: string
}

function reasonOf({
  sentence,
  place,
  quantity,
  found,
  period,
  role,
  around,
  quarter,
  after,
}: Reasoned): UnjudgedReason | null {
  if (role === 'question' || around.side === 'unknown') return 'not-company'
  if (role === 'guidance' || role === 'target') return null
  // What qualifies a figure stands anywhere before it in the sentence, or right behind it.
  const before = wordsOf(sentence, 0, quantity.first)
  const qualifier = qualifierIn(before) ?? qualifierIn(after)
  if (qualifier) return qualifier
  if (sinceLongAgo.test(before)) return 'period-unclear'
  if (hasOtherSubject(before, around.names)) return 'segment'
  if (!found.measure) return found.reason ?? 'measure-unclear'
  if (found.measure.fields.length === 0) return 'no-such-line'
  if (found.reason) return found.reason
  if (role === 'other' || (quantity.value.bound === 'range' && quantity.value.unit === 'amount'))
    return 'measure-unclear'
  if (/\b(entered|began|started|opened) (the|this|our|twenty|20)/.test(before)) return 'period-unclear'
  if (namesPart(trailing(sentence, quantity.next, place.end))) return 'segment'
  if (around.isAdjustedThroughout && !['Revenue', 'CashEquivalents'].includes(found.measure.fields[0] ?? ''))
    return 'adjusted'
  if (!quarter || !period.period || isAfter(period.period, quarter)) return 'period-unclear'
  return null
}

/** The words behind a figure up to the next mark, without a period or a measure at their beginning. */
function trailing(sentence: SpokenSentence, next: number, end: number): string[] {
  const words: string[] = []
  const periods = periodsIn(sentence)
  const mentions = mentionsIn(sentence)
  for (let at = next; at < end; at += 1) {
    const text = textAt(sentence, at)
    if (/^[,;:.]$/.test(text)) break
    const isKnown = [...periods, ...mentions].some(({ first, next: behind }) => at >= first && at < behind)
    if (isKnown && words.length <= 3) return []
    words.push(text)
  }
  return words
}

/** With its sign: what fell is below zero, as is a loss. Money for EPS and for shares without a noun is in their unit. */
function valueOf({ value }: Quantity, { measure, isChange, direction }: Found): Claim['value'] {
  const unit = figureLines.get(measure?.fields[0] ?? '')?.unit
  const own =
    !isChange && value.unit === 'amount' && (unit === 'per-share' || (unit === 'shares' && value.currency === null))
      ? { ...value, unit }
      : value
  const isNegative = isChange ? direction < 0 : (measure?.isLoss ?? false)
  return isNegative && own.low > 0 ? { ...own, low: -own.high, high: -own.low } : own
}
