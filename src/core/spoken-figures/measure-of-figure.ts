/** Finds the measure of a spoken figure: by the words before it, by those behind it, or as a continuation of the figure before. */

import { figureLines } from '#contract/api/figure-lines.ts'
import type { UnjudgedReason } from '#contract/api/spoken-figures.ts'
import { lineByField } from '#contract/service/statement-lines.ts'
import { directionOf, isImprovement } from './directions.ts'
import { isLinked, kindOfMeasure, mayFollowMeasure } from './linking-words.ts'
import {
  earningsPerShare,
  inDays,
  lossPerShare,
  marginOf,
  ofShareCount,
  shareCount,
  shareOfRevenue,
  spokenLabel,
  type Measure,
  type Mention,
} from './measures.ts'
import { gapWords, textAt, type Parsed, type Place, type Previous } from './parsed-sentence.ts'
import { qualifierIn } from './qualifiers.ts'
import { sizeOf, type Quantity } from './quantity.ts'
import { wordsOf, type SpokenSentence } from './spoken-sentence.ts'

export interface Found {
  readonly measure: Measure | null
  readonly label: string
  readonly isChange: boolean
  /** An amount by which the measure rose or fell: "revenue increased by 50 million". */
  readonly isDifference: boolean
  readonly direction: 1 | -1 | 0
  /** The same measure in another period: "compared with 61 cents". */
  readonly isComparison: boolean
  /** Nothing between the measure and the figure leaves a doubt. */
  readonly isCertain: boolean
  readonly reason: UnjudgedReason | null
  /** The words around the measure name a part of the company. */
  readonly isOfPart: boolean
  /** The mention that it was found by; null: it continues the figure before. */
  readonly mention: Mention | null
}

const nothing: Found = {
  measure: null,
  label: '',
  isChange: false,
  isDifference: false,
  direction: 0,
  isComparison: false,
  isCertain: false,
  reason: null,
  isOfPart: false,
  mention: null,
}

export function measureOf(parsed: Parsed, at: number, place: Place, previous: Previous | undefined): Found {
  const found = nearestMeasure(parsed, at, place, previous)
  const { first = 0, next = 0 } = parsed.quantities[at] ?? {}
  if (isOfSeveral(parsed, at)) {
    // The second figure has no measure nearby; without the first figure's it would be listed without a measure.
    const isSecond = found.measure === null && previous !== undefined && isOfSeveral(parsed, at - 1)
    const ofPair = isSecond ? { measure: previous.measure, isChange: previous.claim.change !== null } : {}
    return { ...found, ...ofPair, reason: 'measure-unclear', isCertain: false }
  }
  const count = /\b(?:basic|diluted)\b/.exec(wordsOf(parsed.sentence, first, next + 1))?.[0]
  if (found.measure === null || count === undefined) return found
  const measure = ofShareCount(found.measure, count === 'basic' ? 'basic' : 'diluted')
  return { ...found, measure, label: measure === found.measure ? found.label : measure.label }
}

/** "Grew eight and six percent, respectively": of two measures, or in two periods, of which only one is near. */
function isOfSeveral(parsed: Parsed, at: number): boolean {
  const { sentence, quantities } = parsed
  const [before, quantity, ahead] = [quantities[at - 1], quantities[at], quantities[at + 1]]
  if (!quantity) return false
  const between = before ? wordsOf(sentence, before.next, quantity.first) : ''
  const behind = wordsOf(sentence, quantity.next, quantity.next + 3)
  if (/^(and )?respectively$/.test(between) || /^(, |and )?respectively\b/.test(behind)) return true
  const isPair = ahead !== undefined && /^(, )?and$/.test(wordsOf(sentence, quantity.next, ahead.first))
  return isPair && isOfSeveral(parsed, at + 1)
}

function nearestMeasure(parsed: Parsed, at: number, place: Place, previous: Previous | undefined): Found {
  const { sentence, mentions, quantities } = parsed
  const quantity = quantities[at]
  if (!quantity) return nothing
  const { value, next } = quantity
  if (value.unit === 'count')
    return ofWorkforce.test(sentence.plain) ? { ...nothing, label: 'Employees', reason: 'no-such-line' } : nothing
  if (value.unit === 'per-share' && previous && isEarnings(previous.measure)) {
    const each = perShareOf(parsed, place, previous)
    if (each) return each
  }
  if (value.unit === 'shares') return sharesOf(parsed, quantity, place, previous)
  const left = mentions.findLast(
    (mention) => mention.first >= place.left && mention.next <= place.from && !isOfPrevious(parsed, at, mention),
  )
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
  // "A 30 percent higher net profit".
  const higher = /^(higher|lower|increased|more|less)$/.test(textAt(sentence, next)) && value.unit === 'percent'
  const raised = higher ? mentions.find(({ first }) => first === next + 1) : undefined
  if (raised) return fromRight(parsed, quantity, place, raised)
  const grown = ['in', 'of'].includes(textAt(sentence, next + 1))
    ? mentions.find(({ first }) => first === grows)
    : undefined
  if (grown) return fromRight(parsed, quantity, place, grown)
  const behind = mentions.find(({ first }) => first === next)
  if (behind) return fromRight(parsed, quantity, place, behind)
  const isRepeated =
    left !== undefined && previous?.isComparison === true && quantities[at - 1]?.next === left.first - 1
  const continued = (!left || isRepeated) && previous ? continuing(parsed, quantity, place, previous) : undefined
  return continued ?? byLeft ?? nothing
}

/** What makes people a head count. */
const ofWorkforce =
  /\b(employ\w*|headcount|head count|workforce|staff|colleagues|(we|company) (ended|have|had|are|were|now have))\b/

/** "40.8 percent of revenue, compared to": the measure belongs to the figure before. */
function isOfPrevious({ sentence, quantities }: Parsed, at: number, { first }: Mention): boolean {
  const before = quantities[at - 1]
  return before?.value.unit === 'percent' && first === before.next + 1 && textAt(sentence, before.next) === 'of'
}

function isEarnings(measure: Measure | null): boolean {
  return measure?.fields[0] === 'NetIncomeLossAttributableCommonShareholders'
}

/** "Net income was 160 million, or 33 cents per diluted share". */
function perShareOf(parsed: Parsed, place: Place, previous: Previous): Found | undefined {
  const { measure, claim } = previous
  if (claim.change || !isContinuation(gapWords(parsed, place.left, place.from))) return undefined
  const reason = claim.reason === 'period-unclear' ? null : claim.reason
  const each = measure?.isLoss ? lossPerShare : earningsPerShare
  return {
    ...nothing,
    measure: each,
    label: each.label,
    isComparison: previous.isComparison,
    isCertain: reason === null,
    reason,
  }
}

/** "78 cents a share on 218 million shares", "218 million diluted shares". */
function sharesOf(
  { sentence }: Parsed,
  { first, next }: Quantity,
  place: Place,
  previous: Previous | undefined,
): Found {
  const isOfEarnings =
    previous?.measure?.fields[0] === earningsPerShare.fields[0] && wordsOf(sentence, place.left, place.from) === 'on'
  const isNamed = /\bdiluted\b/.test(wordsOf(sentence, first, next))
  const reason = isOfEarnings || isNamed ? null : 'measure-unclear'
  const measure = reason === null ? shareCount : null
  return { ...nothing, measure, label: shareCount.label, isCertain: reason === null, reason }
}

function skipArticles(sentence: SpokenSentence, at: number): number {
  return articles.has(textAt(sentence, at)) ? at + 1 : at
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
  const part = partBefore(parsed, place, mention)
  if (!measure)
    return { ...nothing, measure: mention.measure, label: mention.measure.label, reason: 'measure-unclear', mention }
  // "Head count grew four percent, and research and development six" is of the people in it.
  const isOfPeople =
    measure.fields[0] === 'ResearchDevelopment' && /\bhead ?count\b/.test(wordsOf(sentence, 0, place.from))
  // "At a higher volume 580 million": without a word between them, only a line is that of the figure.
  const isApart = words.length === 0 && measure.fields.length === 0 && quantity.value.unit === 'amount'
  const isLinkedUp = isLinked(words) && words.join('') !== ',' && !isOfPeople && !isApart
  const label = labelOf(parsed, mention, measure, part)
  // "Compared to a net loss of 5 million".
  const isComparison = previous !== undefined && comparedBefore.test(wordsOf(sentence, place.left, mention.first))
  const movement = movementOf(parsed, place, mention)
  const isMoved = movement !== undefined && !['to', 'at'].includes(words.at(-1) ?? '')
  const level = withUnit(measure, quantity, isMoved ? [movement] : words, sentence)
  return {
    ...nothing,
    measure,
    label,
    ...level,
    isComparison,
    isCertain: isLinkedUp && part === null && level.reason === null,
    reason: reasonWith(level, part, isLinkedUp ? null : reasonOfGap(parsed, mention, words)),
    isOfPart: part === 'part-unclear' || (!isLinkedUp && reasonOfGap(parsed, mention, words) === 'part-unclear'),
    mention,
  }
}

/** The reason that is shown, if there are several: first that the measure is unclear, then that the figure is of a part of the company. */
function reasonWith(level: Level, part: UnjudgedReason | null, gap: UnjudgedReason | null): UnjudgedReason | null {
  const reasons = [gap, part, level.reason]
  return (
    reasons.find((reason) => reason === 'measure-unclear') ??
    (level.reason === 'no-such-line' && !level.isDifference ? level.reason : (part ?? gap ?? level.reason))
  )
}

/** The word of movement before a measure: the "reduction" of "a reduction in our net debt of 100 million"; undefined: none. */
function movementOf(parsed: Parsed, place: Place, mention: Mention): string | undefined {
  const words = gapWords(parsed, place.left, mention.first)
  while (articles.has(words.at(-1) ?? '')) words.pop()
  // "We reduced our debt by 16 million".
  if (['by', 'in'].includes(textAt(parsed.sentence, place.from - 1)) && movesSomething.test(words.at(-1) ?? ''))
    return words.at(-1)
  const [word = '', preposition = ''] = words.slice(-2)
  return (preposition === 'in' || preposition === 'of') && directionOf(word) !== 0 ? word : undefined
}

const movesSomething =
  /^(reduc(e|es|ed|ing)|increas(e|es|ed|ing)|decreas(e|es|ed|ing)|lower(s|ed|ing)?|improv(e|es|ed|ing)|rais(e|es|ed|ing)|expand(s|ed|ing)?|grow|grew|boost(s|ed|ing)?)$/

const articles: ReadonlySet<string> = new Set(['the', 'our', 'total', 'consolidated'])

/** "We used 40 million of cash" is no balance. */
const moves: ReadonlySet<string> = new Set(
  'used burned burnt spent consumed raised returned generated released paid invested received added retired retire retirement repaid repay prepaid repurchased reduced'.split(
    ' ',
  ),
)

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
  const isMoved =
    (lineByField.get(mention.measure.fields[0] ?? '')?.measure === 'end' || /\bdebt\b/i.test(mention.measure.label)) &&
    words.some((word) => moves.has(word))
  // "From the 850 million of revenue", and "in cash from the deposits", are other figures.
  const isStart = /(^|\s)from( the| our)?$/.test(wordsOf(sentence, place.left, place.from))
  const isDrawn = mention.measure.fields[0] === 'CashEquivalents' && follows === 'from'
  // "Eighteen million of price" is no price.
  const isPrice = /^prices?$/i.test(mention.measure.label)
  const isClear = isAlone && !isMoved && !isStart && !isDrawn && !isPrice
  const reason = isClear ? level.reason : 'measure-unclear'
  const { label } = mention.measure
  return { ...nothing, measure: mention.measure, label, ...level, reason, isCertain: reason === null, mention }
}

function labelOf({ sentence }: Parsed, mention: Mention, measure: Measure, part: UnjudgedReason | null): string {
  const word = textAt(sentence, mention.first - 1)
  const isNamed = part === 'part-unclear' || qualifierIn(word) === 'adjusted'
  return isNamed ? spokenLabel(word, measure.label) : measure.label
}

/** Words before the measure that make it that of a part, such as "software revenue", or another one, such as "the impact on revenue". */
function partBefore(parsed: Parsed, place: Place, mention: Mention): UnjudgedReason | null {
  const words = gapWords(parsed, place.left, mention.first)
  const kind = kindOfMeasure(words)
  // "The net, uh, cash position" has the debt taken off.
  if (mention.measure.fields[0] === 'CashEquivalents' && words.slice(-2).includes('net')) return 'measure-unclear'
  const isOfTime = parsed.periods.some(({ next }) => next === mention.first)
  // "Daily fuel sales" are counted in pieces.
  const isDaily = /\bdaily\b/.test(wordsOf(parsed.sentence, Math.max(place.left, mention.first - 4), mention.first))
  if (isDaily && mention.measure.fields.length > 0) return 'measure-unclear'
  if (kind === 'other' || isJoined(parsed, place, mention)) return 'measure-unclear'
  return kind === 'part' && !isOfTime ? 'part-unclear' : null
}

/** "Listings and inventory were down": the figure may be of both. */
function isJoined({ sentence, periods, quantities }: Parsed, place: Place, mention: Mention): boolean {
  const at = mention.first - 1
  if (at <= place.left || textAt(sentence, at) !== 'and') return false
  const isAt = ({ next }: { readonly next: number }) => next === at
  return /^\p{L}/u.test(textAt(sentence, at - 1)) && !quantities.some(isAt) && !periods.some(isAt)
}

/** "Revenue in Europe" is that of a part; "revenue was due to more vessels in the fleet" goes on to something else. */
function reasonOfGap({ sentence, periods }: Parsed, { next }: Mention, words: readonly string[]): UnjudgedReason {
  const [preposition = '', article = ''] = words
  const named = skipArticles(sentence, next + 1)
  const isOfTime = periods.some(({ first }) => first === named || first === next + 1)
  // "Revenue for a seat" is that of each.
  const isOfEach = preposition === 'for' && (article === 'a' || article === 'an')
  const isOfPart = words.length <= wordsOfPart && ['in', 'from', 'for', 'at', 'of'].includes(preposition)
  return isOfPart && !isOfTime && !isOfEach ? 'part-unclear' : 'measure-unclear'
}

/** So many words at most name a part between its measure and the figure. */
const wordsOfPart = 8

/** A line of the statements has more than a few coins. */
const leastOfLine = 1e4

type Level = Pick<Found, 'isChange' | 'isDifference' | 'direction' | 'reason'>

/** Whether the figure is the measure itself, its change, or neither, by its unit and the words of movement around it. */
function withUnit(
  { fields, unit: statedIn }: Measure,
  quantity: Quantity,
  words: readonly string[],
  sentence: SpokenSentence,
  side: 'left' | 'right' = 'left',
): Level {
  const behind = side === 'left' ? textAt(sentence, quantity.next) : ''
  const moving =
    [...words].reverse().find((word) => directionOf(word) !== 0) ?? (directionOf(behind) !== 0 ? behind : '')
  const direction = directionOf(moving)
  const line = figureLines.get(fields[0] ?? '')
  const lineUnit = line?.unit ?? (fields.length > 0 ? 'percent' : null)
  const { unit } = quantity.value
  const isLevel =
    (['to', 'at', 'of'].includes(words.at(-1) ?? '') || quantity.isOrigin) &&
    !words
      .slice(-2)
      .join(' ')
      .match(/(increase|decrease|growth|decline|improvement|reduction|expansion|drop|rise|gain) of$/)
  const level = { isChange: false, isDifference: false, direction: 0, reason: null } as const
  const unclear = { ...level, reason: 'measure-unclear' } as const
  const difference = { ...level, isDifference: true, reason: 'no-such-line' } as const
  const isMoved = direction !== 0 && !isLevel
  // Nothing falls by more than all of it.
  if (unit === 'percent' && isMoved && direction < 0 && quantity.value.high > 1) return unclear
  if (lineUnit === null) {
    const isAmount = unit === 'amount' || unit === 'per-share'
    if (isAmount && isMoved) return behind === 'up' || behind === 'down' ? unclear : difference
    // "A margin of three hundred million" and "debt of 54 percent" are something else.
    const fits = statedIn === 'either' || (isAmount ? statedIn === 'amount' : isMoved || statedIn === 'proportion')
    return fits ? { ...level, reason: 'no-such-line' } : unclear
  }
  // "An increase in dividends of 8.7 percent" is that of the dividend for a share, or of all that was paid.
  if (fields[0] === 'CashDividends' && unit === 'percent') return unclear
  if (isImprovement(moving) && line?.favor !== 'up') return unclear
  const isProportion = lineUnit === 'percent'
  const change = { ...level, isChange: true, direction } as const
  if (unit === 'basis-points') return isProportion && direction !== 0 ? change : unclear
  if (unit === 'percent') {
    if (isProportion) return isMoved ? unclear : level
    return isMoved ? change : unclear
  }
  const isDifference = side === 'left' && /^(above|below|ahead|more|less|better|worse)$/.test(behind)
  if (isDifference) return unclear
  const fits =
    (lineUnit === 'money' && unit === 'amount' && sizeOf(quantity.value) >= leastOfLine) ||
    (lineUnit === 'per-share' && (unit === 'per-share' || (unit === 'amount' && sizeOf(quantity.value) < 1000))) ||
    (lineUnit === 'shares' && (unit === 'shares' || (unit === 'amount' && quantity.value.currency === null))) ||
    (lineUnit === 'days' && unit === 'days')
  // "13 million, down from the previous quarter" is the measure, "13 million down on it" what it lost.
  if (!fits || (isMoved && (behind === 'up' || behind === 'down'))) return unclear
  return isMoved ? difference : level
}

function ofRevenue(parsed: Parsed, place: Place, left: Mention | undefined, previous: Previous | undefined): Found {
  const isComparison = !left && previous?.isComparison === true
  const words = left && gapWords(parsed, left.next, place.from)
  const base = left ? left.measure : previous?.measure
  if (!base || base.fields[0] === 'Revenue') return nothing
  const measure = shareOfRevenue(base)
  const isLinkedUp = words ? isLinked(words) : isContinuation(gapWords(parsed, place.left, place.from))
  const part = left ? partBefore(parsed, place, left) : (previous?.claim.reason ?? null)
  const unknown = measure.fields.length === 0 ? 'no-such-line' : null
  const reason = isLinkedUp ? (part ?? unknown) : 'measure-unclear'
  return {
    ...nothing,
    measure,
    label: measure.label,
    isComparison,
    isCertain: reason === null,
    reason,
    isOfPart: left !== undefined && part === 'part-unclear',
    mention: left ?? null,
  }
}

function isContinuation(words: readonly string[]): boolean {
  // "Operating income was 218 million in the third quarter, or 16.5 percent of revenue": the period is not among the words.
  return /^((in|for|during)( the| our)? (?=,|or\b))?(, )?(or|which is|which was|that is|that's|representing|equal to|equivalent to)( (about|around|approximately|roughly|just|nearly))?$/.test(
    words.join(' '),
  )
}

const compared =
  /^(, )?(and )?(as )?(up |down )?(compared (with|to)|versus|vs|vs \.|against|from|relative to|compares (with|to)|in comparison (with|to))( the| our| a)?( figure| level)?( of)?$/

const comparedBefore =
  /(^|\s)(compared (with|to)|versus|vs|against|(up|down) from|relative to|compares (with|to))( the| our| a| an)?( net| total)?$/

/** The figure continues the one before: its change, its share, the same in another period. */
function continuing(parsed: Parsed, quantity: Quantity, place: Place, previous: Previous): Found | undefined {
  const { measure, claim } = previous
  if (!measure) return undefined
  const words = gapWords(parsed, place.left, place.from)
  const gap = words
    .join(' ')
    .replace(/^(and )?(that|this|it|that's|it's)( (is|was|represents|represented))? (?!to$)/, '')
    .replace(/^(from|versus|vs|over|on|than|above|below|compared (to|with))( the)? (?=[,a])/, '')
    .replace(/^of (net )?(revenues?|sales) (?=,|compared|versus|against|up|down|from)/, '')
    .replace(/^(in|at|as of|as at)( the)?( end)?( of)? (?=to$)/, '')
    .replace(/^(in|for|during|of|at)( the)? (?=,|compared|versus|against|up|down|from)/, '')
  const shared = { ...nothing, measure, label: measure.label }
  const withDoubt = (reason: UnjudgedReason | null, level: Level) =>
    level.reason === 'measure-unclear' ? level.reason : (reason ?? level.reason)
  const isDone = claim.reason !== null && claim.reason !== 'period-unclear'
  const reasonBefore = isDone ? claim.reason : null
  // "20 million, or 45 cents, compared with 18 million, or 41 cents".
  const isPaired = previous.isComparison && isContinuation(words)
  if (compared.test(gap) || isPaired) {
    const isLike = ({ quantity: its, isComparison, claim: { change } }: Previous) =>
      its.value.unit === quantity.value.unit && !isComparison && change === null
    const like = isPaired || !isLike(previous) ? (parsed.earlier.findLast(isLike) ?? previous) : previous
    if (isPaired && like === previous) return undefined
    const its = like.measure
    if (!its) return undefined
    const isKnown = like.claim.reason === null || like.claim.reason === 'period-unclear'
    const doubt = like.isUnclear ? 'measure-unclear' : isKnown ? null : like.claim.reason
    const reason = withDoubt(doubt, withUnit(its, quantity, ['to'], parsed.sentence))
    return { ...shared, measure: its, label: its.label, isComparison: true, isCertain: reason === null, reason }
  }
  if (gap === 'to') {
    const level = withUnit(measure, quantity, ['to'], parsed.sentence)
    const isDelta =
      ((claim.change !== null || previous.quantity.isOrigin) && reasonBefore === 'measure-unclear') ||
      (previous.isDifference && reasonBefore === 'no-such-line')
    const doubt = previous.isUnclear ? 'measure-unclear' : reasonBefore
    const reason = withDoubt(isDelta ? null : doubt, level)
    return { ...shared, ...level, isCertain: reason === null, reason }
  }
  const moved =
    /^(, (the|our|a) (highest|best|lowest|strongest|largest|record|new) [^,]*)?(, )?(and |but |or |which is |which was |that is |that was |representing |it )?(an? |the )?(was |is )?(\w+ )?(up|down|increase|increased|growth|grew|growing|rise|rose|decline|declined|decrease|decreased|improvement|improved|drop|reduction|higher|lower|expansion|contraction)( of| by| about| around)*$/
  const behind =
    /^(, )?(or |which is |representing )?(an? )?$/.test(gap) &&
    directionOf(textAt(parsed.sentence, quantity.next)) !== 0
  if (moved.test(gap) || behind) {
    const level = withUnit(measure, quantity, words, parsed.sentence)
    const isUnclear = previous.isUnclear || claim.change !== null
    const reason = isUnclear ? 'measure-unclear' : withDoubt(reasonBefore, level)
    return { ...shared, ...level, isCertain: reason === null, reason }
  }
  return undefined
}
