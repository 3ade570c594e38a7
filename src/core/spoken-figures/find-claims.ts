/** Finds what the figures of a transcript claim, turn by turn and sentence by sentence. */

import type { SpeakerSide } from '#contract/api/calls.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import type { UnjudgedReason } from '#contract/api/spoken-figures.ts'
import {
  adjustsTheCall,
  announcedFigures,
  namesAdjusted,
  neverAdjusted,
  otherStatements,
  startsWithOtherStatements,
} from './adjusted-figures.ts'
import { isNumberDivided } from './broken-numbers.ts'
import { habitsOf } from './call-habits.ts'
import type { Claim, SpokenTurns } from './claim.ts'
import { measureOf, type Found } from './measure-of-figure.ts'
import { mentionsIn, type Measure } from './measures.ts'
import {
  phraseWords,
  placeOf,
  type Around,
  type Context,
  type Parsed,
  type Place,
  type Previous,
} from './parsed-sentence.ts'
import { headMayNamePart, namesNoPart } from './part-phrases.ts'
import { isLeading, isSamePeriod, periodOf } from './period-of-figure.ts'
import { isAfter, periodsIn, resolvePeriod, type CallQuarter, type PeriodPhrase } from './periods.ts'
import { explanation, namesAPart } from './qualifiers.ts'
import { doubtOf, isNamedReported, mayBeOfPart, reasonOf, roleOf } from './role-and-reason.ts'
import { statedAs } from './roles.ts'
import { oppositeOf } from './number-bounds.ts'
import { countsThingsBefore } from './number-units.ts'
import { sizeOf, type Quantity } from './quantity.ts'
import { quantitiesIn } from './spoken-numbers.ts'
import { sentencesIn, wordsOf, type SpokenSentence } from './spoken-sentence.ts'
import { endsSentence } from './tokens.ts'

/** The claims of each turn, one after another, so that a long call need not be read at one go. */
export function* claimsByTurn(
  { text, speaker, section }: SpokenTurns,
  sides: readonly SpeakerSide[],
  quarter: CallQuarter | null,
  company: string | null = null,
): Generator<Claim[]> {
  const names = new Set((company ?? '').toLowerCase().split(/[^\p{L}]+/u))
  const habits = habitsOf({ text, speaker, section }, sides, quarter)
  let isAdjustedThroughout = false
  let isAtConstantRates = false
  let context: Context = newContext(-1)
  const contexts = new Map<number, { context: Context; turn: number }>()
  let isOpen = false
  for (const [turn, words] of text.entries()) {
    const speaks = speaker[turn] ?? -1
    if (speaks !== context.speaker) {
      contexts.set(context.speaker, { context, turn: turn - 1 })
      const before = contexts.get(speaks)
      // An interpreter or a word of thanks between does not end what a speaker presents.
      const goesOn = before !== undefined && section[turn] !== 'qa' && turn - before.turn <= longestBreak
      context = goesOn ? before.context : newContext(speaks)
    }
    const continues = isOpen && speaker[turn - 1] === speaks
    isOpen = !/[.?!…]["'”’)]*\s*$/.test(words)
    const stated = sides[speaks] ?? 'unknown'
    const side = habits.presenters.has(speaks) ? 'company' : stated === 'operator' ? 'unknown' : stated
    const isDivided = (before: number) => speaker[before] === speaker[before + 1] && isNumberDivided(text, before)
    const isAsked = section[turn] !== 'prepared' && /\?\s*$/.test(words)
    const claims: Claim[] = []
    const sentences = sentencesIn(words)
    for (const [at, sentence] of sentences.entries()) {
      // Who opens a call for the company is often of no known side.
      const isTold = side === 'company' || (side === 'unknown' && section[turn] !== 'qa')
      const adjusted = isTold && !isAsked && !sentence.plain.endsWith('?') ? adjustsTheCall(sentence.plain) : null
      isAdjustedThroughout ||= adjusted !== null
      isAtConstantRates ||= adjusted === 'constant-currency'
      const isPast = past.test(sentence.plain)
      const isRest = at === 0 && (continues || /^\s*\p{Ll}/u.test(words) || isDivided(turn - 1))
      const isBrokenOff = at === sentences.length - 1 && isDivided(turn)
      claims.push(
        ...claimsOfSentence(sentence, {
          turn,
          side,
          quarter,
          habits,
          isInAnswers: section[turn] === 'qa',
          context,
          isAdjustedThroughout,
          isAtConstantRates,
          isRest,
          isBrokenOff,
          isPast,
          isAsked,
          names,
        }),
      )
    }
    yield claims
  }
}

/** Turns of somebody else, after which a speaker goes on. */
const longestBreak = 4

export function claimsIn(...of: Parameters<typeof claimsByTurn>): Claim[] {
  return [...claimsByTurn(...of)].flat()
}

function newContext(speaker: number): Context {
  return {
    speaker,
    period: 'own',
    periodAge: 0,
    periodAhead: null,
    aheadAge: 0,
    isAhead: false,
    last: undefined,
    sincePart: afterParts,
    sincePossiblePart: afterParts,
    sinceDeal: afterParts,
    areAdjusted: false,
    sinceAdjusted: afterParts,
    topicLeft: 0,
    isTopicStated: false,
  }
}

/** Words of a result: what is said is not ahead any more. */
const past =
  /\b(was|were|came|reached|grew|generated|ended|increased|decreased|declined|rose|fell|improved|delivered|reported|achieved|finished|posted|had|did|totaled|amounted|spent|paid|returned|closed)\b/

const continuesSentence =
  /^(and )?(that|this|it|which|that's|it's)( (is|was|represents|represented|compares|compared|means|equals))? |^(up|down|compared|or) /

function claimsOfSentence(sentence: SpokenSentence, around: Around): Claim[] {
  const end = sentence.tokens.findLastIndex((token) => !endsSentence(token)) + 1
  const quantities = quantitiesIn(sentence.tokens).filter(
    ({ first, next }) => (first > 0 || !around.isRest) && (next < end || !around.isBrokenOff),
  )
  const isInside = (place: { readonly first: number; readonly next: number }) =>
    quantities.some(({ first, next }) => place.first < next && place.next > first)
  // "In Colombia it was more challenging in q two" says nothing of what comes next.
  const isOfFigures = quantities.length > 0 || ofFigures.test(sentence.plain)
  const periods =
    isOfFigures || ofPeriod.test(sentence.plain) ? periodsIn(sentence).filter((phrase) => !isInside(phrase)) : []
  const mentions = quantities.length === 0 ? [] : mentionsIn(sentence).filter((mention) => !isInside(mention))
  const { context } = around
  if (around.isPast) context.isAhead = false
  turnTo(context, sentence)
  turnToFigures(context, sentence)
  const earlier: Previous[] = []
  const known = { sentence, periods, mentions }
  const mayStartWithPart =
    quantities.length > 0 && headMayNamePart(phraseWords(known, around.names, 0, sentence.tokens.length))
  const parsed: Parsed = { sentence, quantities, periods, mentions, mayStartWithPart, around, earlier }
  const claims: Claim[] = []
  let previous = continuesSentence.test(sentence.plain) ? context.last : undefined
  const measures = new Set<Measure | null>()
  const bases = new Set<PeriodPhrase>()
  for (const [at, quantity] of quantities.entries()) {
    const read = readClaim(parsed, at, previous)
    previous = { quantity, ...read }
    earlier.push(previous)
    measures.add(read.measure)
    if (read.isComparison && read.phrase !== null && read.phrase !== 'own') bases.add(read.phrase)
    if (isListed(sentence, quantity, read.claim)) claims.push(read.claim)
  }
  const slips = earlier.filter((each) => isSlip(each, earlier))
  context.isTopicStated ||= quantities.length > 0
  // "That is up nine percent" continues a sentence about one measure; behind a sentence about several, it could be any of them.
  context.last = measures.size === 1 && previous && slips.length === 0 ? { ...previous, mention: null } : undefined
  const isAhead = statedAs(sentence.plain, '') === 'guidance'
  const named = periods.filter(
    (phrase) =>
      setsContext(phrase) &&
      isLeading(phrase, sentence) &&
      !bases.has(phrase) &&
      (phrase.first <= wordsOfHead || (isOfFigures && !isOfEarlierYear(phrase, around.quarter))),
  )
  const [first] = named
  const isOne = isOnePeriod(named, around.quarter)
  if (first && isAhead) context.periodAhead = isOne ? first : null
  else if (first) context.period = isOne ? first : 'unclear'
  context.periodAge = first && !isAhead ? 0 : context.periodAge + 1
  context.aheadAge = first && isAhead ? 0 : context.aheadAge + 1
  context.isAhead = isAhead || (context.isAhead && !first)
  const unexplained = sentence.plain.split(explanation, 1)[0] ?? ''
  const isOfPart = namesAPart(unexplained) || earlier.some((each) => each.isOfPart)
  context.sincePart = isOfPart ? 0 : context.sincePart + 1
  const isPossiblePart = mayStartWithPart || earlier.some((each) => each.mayBeOfPart)
  context.sincePossiblePart = isPossiblePart ? 0 : context.sincePossiblePart + 1
  context.sinceDeal = deal.test(unexplained) ? 0 : context.sinceDeal + 1
  context.sinceAdjusted = quantities.length > 0 && namesAdjusted(sentence.plain) ? 0 : context.sinceAdjusted + 1
  return claims.map((claim) => (slips.some((slip) => isOfSlip(claim, slip.claim)) ? withoutPeriod(claim) : claim))
}

/** "Revenue for the third quarter of 2024 was 9 million, compared to 8 million for the third quarter of 2024": one of the two periods was misspoken. */
function isSlip({ isComparison, measure, claim }: Previous, all: readonly Previous[]): boolean {
  const isBase = (each: Previous) => !each.isComparison && each.measure === measure && each.claim.change === null
  const base = isComparison ? all.find(isBase)?.claim : undefined
  return (
    base !== undefined &&
    base.period !== null &&
    base.value.unit === claim.value.unit &&
    qualifierOf(base) === qualifierOf(claim) &&
    isSamePeriod(base.period, claim.period)
  )
}

/** A reported figure may well be compared with the adjusted one of its period. */
function qualifierOf({ reason }: Claim): UnjudgedReason | null {
  return reason === 'adjusted' || reason === 'constant-currency' || isOfAPart(reason) ? reason : null
}

function isOfSlip(claim: Claim, slip: Claim): boolean {
  return claim.label === slip.label && isSamePeriod(claim.period, slip.period)
}

function withoutPeriod(claim: Claim): Claim {
  return { ...claim, period: null, reason: claim.reason ?? 'period-unclear', isCertain: false }
}

/** What is said of a company that is bought or sold is not of the company. */
const deal = /\b(acquire[ds]?|acquiring|acquisitions?|stake|takeover|merger|divested|divestment|disposal of)\b/

/** Several phrases in one sentence leave open which of them what is said next is about. */
function isOnePeriod(phrases: readonly PeriodPhrase[], quarter: CallQuarter | null): boolean {
  const [first, ...others] = phrases.map((phrase) => {
    const period = quarter && resolvePeriod(phrase, quarter, false).period
    return period ? `${period.quarter} ${period.year}` : phrase.kind
  })
  return others.every((each) => each === first)
}

/** Words of a period at the head of a sentence. */
const ofPeriod =
  /^.{0,24}\b(?:quarter|q ?[1-4]|q one|q two|q three|q four|[1-4] q|year|half|h ?[12]|months?|period|semester|fy|f y|fiscal|20[0-4]\d|twenty|two thousand|ytd|y t d|to date|last twelve)/
const ofFigures = /\b(results?|financials?|performance|figures|numbers|highlights|review|summary)\b/

/** Words before a period at the head of a sentence: "so in the". */
const wordsOfHead = 3

/** Elsewhere in a sentence, a period of an earlier year is only compared with. */
function isOfEarlierYear(phrase: PeriodPhrase, quarter: CallQuarter | null): boolean {
  const period = quarter && resolvePeriod(phrase, quarter, false).period
  return period !== null && quarter !== null && period.year < quarter.year
}

const turns =
  /^(?:(?:now|and|so|then|finally|next|okay|ok|well|lastly|meanwhile|,|let's|let us|let me|i'd like to|i will|i'll|we|we'll|also) )*(?:turn|turning|move|moving|shifting|regarding|concerning|as for|as regards|with regards? to|in what concerns|starting with)(?: (?:on|over|now|at|to|onto|into|the|our|your|with))* (?<topic>.+)$/
/** Topics that are the talk itself, the people in it, or a measure of whatever was spoken of. */
const ofTalk =
  /\b(call|calls|floor|caller|questions?|q and a|q & a|mr|ms|one|first|second|third|last|next|you|your|what|how|who|which|this|that|it|us|revenues?|sales|top line|bottom line|margins?|inventory|inventories|depreciation|amortization|ebitda|e b i t d a|earnings|profit|profitability|costs?|expenses|expenditures?|capex|opex|op ex|sg & a|r & d|eps|e p s|cash|capital|debt|leverage|liquidity|tax|taxes|income|shareholder returns|head ?count|bookings|seasonality|drivers)\b/
/** "Starting with Kestrel" at the end of a sentence, and "for Kestrel, this was a strong quarter" at its head. */
const startsWithPart = /\b(?:starting|beginning|start|begin) with (?:the |our )?(?<topic>[^,.;]+?)(?: \.)?$/
const ofOnePart = /^(?:(?:and|so|now|also) )*for (?<topic>(?:the |our )?(?:[a-z&-]+ ){1,3}), (?:this|it|there|we) /
/** Topics such as "the market environment" are not a part of the company. */
const ofMarket =
  /^(?:the |our )?(?:(?:macro\w*|prices?|markets?|economic|economy|operating|business) ?(?:environment|context|conditions|backdrop|overview)?|environment|context)(?: \.)?$/
/** Behind "turning to Kestrel", the first "total sales" are those of Kestrel; a second total is that of the company. */
const ofTotal = /^(?:our )?total (?:net )?(?:revenues?|sales|turnover)\b/
const ofWholeAgain =
  /^(?:with that|all in all|in total|to sum up|in summary)\b|\b(?:consolidated|group|group's|whole company|total company|company wide|companywide|overall)\b/
/** Topics that are of the whole company again. */
const wholeTopic =
  /\b(slides?|pages?|results?|figures|numbers|financials?|p and l|p n l|p & l|income statement|profit and loss|balance sheet|cash flows?|company|outlook|guidance|quarter|year|half|months|highlights?|performance|q one|q two|q three|q four|q [1-4])\b/
/** So long is spoken of a part without naming it again. */
const sentencesOfTopic = 10

/** "Regarding Kestrel": follows which part of the company a speaker has turned to. */
function turnTo(context: Context, { plain }: SpokenSentence): void {
  const part = (startsWithPart.exec(plain) ?? ofOnePart.exec(plain))?.groups?.['topic']?.trim() ?? ''
  const isOther = [ofTalk, wholeTopic, ofMarket].some((pattern) => pattern.test(part))
  const isPart = part !== '' && !isOther && !namesNoPart(part.split(' '))
  const topic = isPart ? part : (turns.exec(plain)?.groups?.['topic']?.split(/ [,.] /)[0] ?? '')
  context.topicLeft -= 1
  const isWhole = ofWholeAgain.test(plain) || (ofTotal.test(plain) && (context.topicLeft <= 0 || context.isTopicStated))
  if (isWhole || wholeTopic.test(topic)) {
    context.topicLeft = 0
    context.sincePart = afterParts
  } else if (topic !== '' && !ofTalk.test(topic) && !ofMarket.test(topic)) {
    context.topicLeft = sentencesOfTopic
    context.isTopicStated = false
  }
}

/** Follows whether a speaker has turned to adjusted figures, or to those of the statements. */
function turnToFigures(context: Context, { plain }: SpokenSentence): void {
  const announced = announcedFigures(plain)
  const topic = turns.exec(plain)?.groups?.['topic'] ?? ''
  if (announced === 'adjusted') context.areAdjusted = true
  else if (announced === 'both') context.sinceAdjusted = 0
  else if (announced === 'reported' || otherStatements.test(topic) || startsWithOtherStatements.test(plain)) {
    context.areAdjusted = false
    context.sinceAdjusted = afterParts
  }
}

/** Long enough after a part or an adjusted figure was named. */
const afterParts = 99
/** So long after an adjusted figure, one without a word for it may be adjusted, too. */
const sentencesOfAdjusted = 6

/** Whether what is said next is about the same period, too. */
function setsContext(phrase: PeriodPhrase): boolean {
  if (phrase.kind === 'unclear') return phrase.isSpan
  return ['this', 'quarter', 'year', 'after', 'next-year'].includes(phrase.kind)
}

/** A price in whole money: neither thousands nor millions. */
function isSmall(value: Claim['value']): boolean {
  return value.unit === 'amount' && sizeOf(value) < 1e5
}

/** What is stated for a share, a room, a customer or a piece. */
const ofEach =
  /\b(dividends?|per share|book value|eps|e p s|average (daily|selling|room|price|rate|revenue|ticket)|adr|revpar|arpu|a r p u|asp|a s p|rate per|rent per)\b/
/** "Five reais per dollar". */
function isRate(sentence: SpokenSentence, next: number): boolean {
  return /^(per|(changed )?(to )?to (the|a)|against the) (us )?(dollar|euro)/.test(
    wordsOf(sentence, next, Math.min(next + 5, sentence.tokens.length)),
  )
}
/** Prices of these are of the market. */
const commodities =
  /\b(gold|silver|copper|oil|brent|crude|barrels?|ounces?|tons?|tonnes?|nickel|zinc|lithium|iron ore|coal|soy|soybeans?|corn|sugar|cotton|ethanol|natural gas|l n g|lng|henry hub)\b/

/** A hundred percent of nothing in particular: "a hundred percent sure". */
const wholly =
  /\b(not|it's|i'm|we're|am|are|is) (a |one )?(hundred|100) (percent|%)|(hundred|100) (percent|%) (sure|certain|hands|confident|right|correct|clear|convinced|agree|agreed|committed|focused|true|of the (team|time|way))/

/** "Two people retired" is no head count. */
const smallestHeadCount = 100

/** A count of things that no line states, and all of something, are no figures of the company. */
function isListed(sentence: SpokenSentence, quantity: Quantity, claim: Claim): boolean {
  const { first, next, value, noun } = quantity
  const isKnown = claim.label !== ''
  switch (value.unit) {
    case 'amount':
      if (isSmall(value))
        return (isKnown || value.currency !== null) && !commodities.test(sentence.plain) && !isRate(sentence, next)
      if (value.currency === null && claim.fields.length === 0 && countsThingsBefore(sentence.tokens, first))
        return false
      // At the beginning of a sentence nothing says that it is money.
      if (value.currency === null && !isKnown && first === 0) return false
      return isKnown || value.currency !== null || sizeOf(value) >= 1e5
    case 'per-share':
    case 'basis-points':
      return true
    case 'percent':
      return isKnown || value.high !== 1 || !wholly.test(wordsOf(sentence, Math.max(0, first - 3), next + 3))
    case 'shares':
      return true
    case 'count':
      return isKnown && noun === 'people' && value.high >= smallestHeadCount
    case 'days':
    case 'ratio':
      return claim.fields.length > 0
  }
}

/**
 * Whether periods are named with a figure and all of them end after the call. The period of guidance that the figure is compared with does
 * not count.
 */
function namesOpenPeriod(parsed: Parsed, { next: behind }: Quantity, { left, end }: Place): boolean {
  const { sentence, periods, around } = parsed
  const { quarter } = around
  if (!quarter) return false
  const isOfGuidance = ({ first, next }: PeriodPhrase) =>
    first >= behind && ofGuidance.test(wordsOf(sentence, next, Math.min(next + 3, sentence.tokens.length)))
  const named = periods
    .filter((phrase) => phrase.first >= left && phrase.next <= end && !isOfGuidance(phrase))
    .flatMap((phrase) => resolvePeriod(phrase, quarter, false).period ?? [])
  return named.length > 0 && named.every((period) => isAfter(period, quarter))
}

const ofGuidance = /^(?:[a-z]+ ){0,2}(?:guidance|outlook|targets?|range|expectations?|forecast)\b/

type Read = Omit<Previous, 'quantity'>

/** Doubts of which the line itself is not known. */
const noLine: ReadonlySet<UnjudgedReason> = new Set(['segment', 'part-unclear', 'measure-unclear', 'not-company'])

function isOfAPart(reason: UnjudgedReason | null): boolean {
  return reason === 'segment' || reason === 'part-unclear'
}

/** Nothing where the words leave open what is measured: the nearest measure would be taken for it. */
function nameOf({ label, reason, isDifference }: Found, hasOtherBase: boolean): string {
  if (reason === 'measure-unclear' || label === '') return ''
  return isDifference || hasOtherBase ? `${label}, change` : label
}

function readClaim(parsed: Parsed, at: number, previous: Previous | undefined): Read {
  const { sentence, quantities, around } = parsed
  const { side, quarter, context } = around
  const quantity = quantities[at]
  if (!quantity) throw new Error('no such quantity')
  const place = placeOf(parsed, at, previous)
  const found = measureOf(parsed, at, place, previous)
  const before = wordsOf(sentence, 0, quantity.first)
  const after = wordsOf(sentence, quantity.next, place.end)
  const stated = statedAs(before, after, namesOpenPeriod(parsed, quantity, place))
  const period = periodOf(parsed, quantity, place, found, previous, stated)
  const { phrase } = period
  const role = roleOf(stated, side, found, period, parsed, before)
  const reasoned = { parsed, place, quantity, found, period, role, after }
  const mayBeAdjusted =
    context.sinceAdjusted < sentencesOfAdjusted &&
    !neverAdjusted.has(found.measure?.fields[0] ?? '') &&
    !isNamedReported(reasoned)
  const isStrict = found.measure?.isStrict === true && !mayBeAdjusted
  const reason = reasonOf(reasoned)
  const doubt = doubtOf(reasoned)
  // What management reports is of a period that has ended.
  const isOver = period.period === null || quarter === null || !isAfter(period.period, quarter)
  // A figure of a segment may name its line, since its reason says "segment". With another reason, it would look like the company's own.
  // Guidance that may be the company's takes the place of earlier guidance, unless its own words name a part.
  const mayReplace = role === 'guidance' && doubt === 'part-unclear' && found.reason === null
  const isOfLine = isOfAPart(reason) || doubt === null || mayReplace || !noLine.has(doubt)
  const hasOtherBase = found.isChange && period.hasOtherBase === true
  const isMeasured =
    found.reason !== 'measure-unclear' && !found.isDifference && !hasOtherBase && role !== 'other' && isOfLine
  const value = valueOf(quantity, found, sentence)
  const label = nameOf(found, hasOtherBase)
  const isAhead = role === 'guidance' || role === 'target'
  // A period is shown only with a measure of the company, or of a speaker who may be of the company.
  const isDated = label !== '' && (reason !== 'not-company' || role === 'question' || side === 'unknown')
  const claim: Claim = {
    turn: around.turn,
    from: sentence.tokens[place.start]?.from ?? 0,
    to: sentence.tokens[quantity.next - 1]?.to ?? 0,
    value,
    fields: isMeasured ? (found.measure?.fields ?? []) : [],
    label,
    change: found.isChange && !hasOtherBase ? (period.change ?? 'yoy') : null,
    period: isDated && (isOver || isAhead || role === 'question') ? period.period : null,
    role,
    reason,
    doubt: isAhead ? doubt : null,
    isCertain:
      found.isCertain &&
      period.isSure &&
      isStrict &&
      Math.min(context.sincePart, context.sincePossiblePart) > 6 &&
      !around.isAdjustedThroughout &&
      (!found.isChange || period.change !== null),
    isStrict,
    significant: quantity.significant,
    coarseStep: quantity.coarseStep,
  }
  return {
    measure: found.measure,
    claim,
    phrase,
    isPeriodSure: period.isSure,
    mention: found.mention,
    isComparison: found.isComparison,
    isDifference: found.isDifference,
    isUnclear: found.reason === 'measure-unclear',
    isOfPart: found.isOfPart,
    mayBeOfPart: mayBeOfPart(reasoned),
  }
}

/** With its sign: what fell is below zero, as is a loss. Money for EPS and for shares without a noun is in their unit. */
function valueOf(
  { value }: Quantity,
  { measure, isChange, direction }: Found,
  { plain }: SpokenSentence,
): Claim['value'] {
  if (!measure?.fields.length && isSmall(value) && ofEach.test(plain)) return { ...value, unit: 'per-share' }
  const unit = figureLines.get(measure?.fields[0] ?? '')?.unit
  const own =
    !isChange && value.unit === 'amount' && (unit === 'per-share' || (unit === 'shares' && value.currency === null))
      ? { ...value, unit }
      : value
  const isNegative = isChange ? direction < 0 : (measure?.isLoss ?? false)
  return isNegative && own.low > 0 ? { ...own, low: -own.high, high: -own.low, bound: oppositeOf(own.bound) } : own
}
