/** Finds the period of a spoken figure, and with which period a change is compared. */

import { figureLines } from '#contract/api/figure-lines.ts'
import type { Claim } from './claim.ts'
import type { Found } from './measure-of-figure.ts'
import { textAt, type Around, type Parsed, type Place, type Previous } from './parsed-sentence.ts'
import { preceding, resolvePeriod, type CallQuarter, type PeriodPhrase, type SpokenPeriod } from './periods.ts'
import type { StatedAs } from './roles.ts'
import type { Quantity } from './quantity.ts'
import { wordsOf, type SpokenSentence } from './spoken-sentence.ts'

export interface FoundPeriod {
  readonly period: SpokenPeriod | null
  readonly isSure: boolean
  readonly change: Claim['change']
  /** A change from another period than the one a year, or a quarter, before: "since 2019". */
  readonly hasOtherBase?: boolean
  readonly phrase: PeriodPhrase | 'own' | null
}

export function periodOf(
  parsed: Parsed,
  quantity: Quantity,
  place: Place,
  found: Found,
  previous: Previous | undefined,
  stated: StatedAs,
): FoundPeriod {
  const its = namedPeriodOf(parsed, quantity, place, found, previous, stated)
  const { quarter } = parsed.around
  const [field = ''] = found.measure?.fields ?? []
  const isBalance = (figureLines.get(field)?.measure === 'end' || field === 'calculated.net_debt') && !found.isChange
  // A balance at the end of the year is that of its last quarter.
  const isOwnEnd =
    isBalance && quarter?.quarter === 'Q4' && its.period?.quarter === 'FY' && its.period.year === quarter.year
  return isOwnEnd ? { ...its, period: quarter } : its
}

function namedPeriodOf(
  parsed: Parsed,
  quantity: Quantity,
  place: Place,
  found: Found,
  previous: Previous | undefined,
  stated: StatedAs,
): FoundPeriod {
  const { sentence, periods, around, quantities } = parsed
  const { quarter } = around
  const isAhead = stated === 'guidance' || stated === 'target'
  const unknown: FoundPeriod = { period: null, isSure: false, change: null, phrase: null }
  if (!quarter) return unknown
  const end = Math.max(place.end, 0)
  const after = periods.filter(({ first }) => first >= place.from && first < end && isBehind(sentence, quantity, first))
  const gap = gapPeriods(sentence, periods, place, found)
  const resolve = (phrase: PeriodPhrase): FoundPeriod => {
    // "In the same period a year ago" may be of a half year, where one is spoken of.
    const isOfQuarter = around.habits.meansTheQuarter || /quarter/.test(wordsOf(sentence, phrase.first, phrase.next))
    if (phrase.kind === 'year-ago' && !isOfQuarter) return { ...unknown, phrase }
    // "The 2024 figures" may be those of a half year, where one is reported.
    const isAnyOfYear = phrase.kind === 'year' && phrase.year !== null && !phrase.isFiscal && !isAhead
    if (isAnyOfYear && around.habits.mixesPeriods && quarter.quarter !== 'Q4' && quarter.quarter !== 'FY')
      return { ...unknown, phrase }
    const resolved = resolvePeriod(phrase, quarter, isAhead)
    // "In the fourth quarter", before it ended, is the one of last year only where the sentence says what was.
    const isOpen = phrase.kind === 'quarter' && !resolved.isSure && !around.isPast
    return { ...resolved, period: isOpen ? null : resolved.period, change: null, phrase }
  }
  const isNaming = ({ kind }: PeriodPhrase) => kind !== 'yoy' && kind !== 'qoq'
  const inherited = (): FoundPeriod => {
    const earlier = periods.findLast(
      (phrase) => phrase.next <= (quantities[0]?.first ?? 0) && isNaming(phrase) && isLeading(phrase, sentence),
    )
    const its = earlier ? resolve(earlier) : contextPeriod(around, quarter, isAhead)
    // "We closed the year at four million": a period in passing that is another one leaves it open.
    const isOther = (phrase: PeriodPhrase) => {
      const isPassed = phrase.first >= place.left && phrase.next <= place.from && phrase !== earlier
      return (
        isPassed && isNaming(phrase) && !isBase(phrase, sentence) && !isSamePeriod(resolve(phrase).period, its.period)
      )
    }
    // What is compared with the previous quarter is no year.
    const isOfYear = its.period?.quarter === 'FY' && periods.some(({ kind }) => kind === 'qoq' || kind === 'before')
    return isOfYear || periods.some(isOther) ? unknown : its
  }
  if (found.isComparison) {
    // "Compared with 18 million, or 41 cents, last year": what is named behind the pair is of both.
    const further = periods.find(({ first }) => first >= quantity.next && isPairedUntil(parsed, place, first))
    const named = [...after, ...gap].find(isNaming) ?? (further && isNaming(further) ? further : undefined)
    const base =
      (previous?.isComparison ? parsed.earlier.findLast(({ isComparison }) => !isComparison) : previous)?.claim
        .period ?? null
    // Relative to the figure that it is compared with, which may be of another quarter than the call.
    const isRelative = named?.kind === 'year-ago' || named?.kind === 'before'
    // "Compared to 18 percent in the previous year", of a half year: nothing is stored of either.
    if (named?.kind === 'last-year')
      return base ? { period: { ...base, year: base.year - 1 }, isSure: false, change: null, phrase: named } : unknown
    if (named && isRelative && !base) return unknown
    if (named && isRelative && base && base.quarter !== 'FY')
      return {
        ...resolve(named),
        period:
          named.kind === 'before'
            ? preceding(base)
            : { ...base, year: (named.kind === 'year-ago' ? named.year : null) ?? base.year - 1 },
      }
    if (named) return resolve(named)
    // Without words for it, the year before is meant where the speakers compare with little else.
    const isYearBefore = base !== null && around.habits.meansTheYearBefore
    return isYearBefore
      ? { period: { ...base, year: base.year - 1 }, isSure: false, change: null, phrase: null }
      : unknown
  }
  const spans = [...after, ...gap].some((phrase) => phrase.kind === 'unclear' && phrase.isSpan)
  // Before something moved, it was another time.
  if (quantity.isOrigin) {
    const named = after.find(isNaming)
    return named ? resolve(named) : unknown
  }
  if (found.isChange) {
    if (spans) return unknown
    const own = previous?.measure === found.measure && found.mention === null ? periodOfPrevious(previous) : undefined
    const isBasis = (phrase: PeriodPhrase) =>
      basisOf(phrase, quarter) !== null && (!isNaming(phrase) || isBase(phrase, sentence))
    const basis = after.find(isBasis) ?? gap.find(isBasis)
    const other = [...after].find((phrase) => !isBasis(phrase) && phrase.kind !== 'this' && !isSame(phrase, quarter))
    const isNamedAhead = ({ kind }: PeriodPhrase) => ['quarter', 'year', 'after', 'next-year'].includes(kind)
    const named = isAhead
      ? [...gap, ...after].filter((phrase) => isNamedAhead(phrase) && !isBase(phrase, sentence))
      : []
    const [only] = named
    if (only && named.length === 1) return { ...resolve(only), change: basis ? basisOf(basis, quarter) : null }
    const its = own ?? ownPeriod(after, gap, quarter, resolve) ?? inherited()
    const isYearBefore = (phrase: PeriodPhrase) => phrase.kind === 'year' && phrase.year === quarter.year - 1
    const isOtherBase = (phrase: PeriodPhrase) =>
      !isBasis(phrase) &&
      !isYearBefore(phrase) &&
      (isBase(phrase, sentence) || wordsOf(sentence, phrase.first, phrase.next) === 'since')
    if (other && !basis) return { ...its, isSure: false, period: null, hasOtherBase: after.some(isOtherBase) }
    return { ...its, change: basis ? basisOf(basis, quarter) : null, isSure: its.isSure && basis !== undefined }
  }
  // "Net income was 45 million, or 61 cents a share": what is named further ahead in the sentence is not nearer to the cents.
  const isContinued =
    found.measure === previous?.measure || (found.measure !== null && quantity.value.unit !== 'shares')
  if (found.mention === null && previous && isContinued && after.length === 0 && gap.length === 0)
    return periodOfPrevious(previous)
  const naming = after.find((phrase) => isNaming(phrase) && !isBase(phrase, sentence)) ?? gap.findLast(isNaming)
  if (!naming) return inherited()
  const resolved = resolve(naming)
  // "200 million in the first quarter, with net income for the second quarter at 50 million": what is right behind a figure is its own.
  const isOfPrevious = ({ first, next }: PeriodPhrase) =>
    previous !== undefined &&
    isBehind(sentence, previous.quantity, first) &&
    found.mention !== null &&
    naming.first >= found.mention.next &&
    /^,? (and|with|while)\b/.test(wordsOf(sentence, next, found.mention.first))
  // A speaker who names two periods corrected the first one, or speaks of both.
  const isAlone =
    previous?.quantity.isOrigin === true ||
    periods
      .filter((phrase) => phrase.first >= place.left && phrase.next <= place.from && isNaming(phrase))
      .filter((phrase) => !isOfPrevious(phrase))
      .every((phrase) => isSamePeriod(resolve(phrase).period, resolved.period))
  return isAlone ? resolved : { ...resolved, period: null, isSure: false }
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
export function isLeading(phrase: PeriodPhrase, sentence: SpokenSentence): boolean {
  const before = textAt(sentence, phrase.first - 1)
  const isOpening = ['', 'in', 'for', 'during', 'of', 'at', 'the', 'our', ',', 'to'].includes(before)
  return isOpening && !isBase(phrase, sentence)
}

const otherClause = /(^|\s)(;|:|and|but|which|while|because|when|since|,)(\s|$)/

/** Whether a period right behind a figure is about it, and not about what is said next. */
function isBehind(sentence: SpokenSentence, { next }: Quantity, first: number): boolean {
  if (first < next || wordsOf(sentence, next, first) === ',') return true
  const words = wordsOf(sentence, next, first).replace(/^, (in|for|during|over|up|down|versus|compared)\b/, '')
  return first - next <= 9 && !otherClause.test(words)
}

/** Whether only one more figure, added with an "or", stands between a figure and a token. */
function isPairedUntil({ sentence, quantities }: Parsed, { end }: Place, first: number): boolean {
  const between = quantities.filter((each) => each.first >= end && each.next <= first)
  return (
    between.length === 1 && /(^|\s)or( \w+)?$/.test(wordsOf(sentence, Math.max(0, end - 2), between[0]?.first ?? 0))
  )
}

export function isSamePeriod(one: SpokenPeriod | null, other: SpokenPeriod | null): boolean {
  return one?.quarter === other?.quarter && one?.year === other?.year
}

function isSame(phrase: PeriodPhrase, quarter: CallQuarter): boolean {
  return (
    phrase.kind === 'quarter' &&
    phrase.quarter === quarter.quarter &&
    (phrase.year === null || phrase.year === quarter.year)
  )
}

function periodOfPrevious({ claim, phrase, isPeriodSure }: Previous): FoundPeriod {
  const isNamed = claim.period !== null && phrase !== 'own' && phrase !== null
  return { period: claim.period, isSure: isNamed && isPeriodSure, change: null, phrase }
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
  const isBehind =
    /\b(from|versus|vs|against|than|over|on|above|below|compared (to|with|against)|comparison (to|with)|relative to|both|with|as|since|until|before|after|by|fold( of)?|times|twice|double|triple)( the| a| our| what we \w+ in| that (in|of|for))?$/.test(
      before,
    )
  // "Below the stellar prior year quarter".
  const isEarlier = ['year-ago', 'before', 'last-year'].includes(phrase.kind)
  return (
    isBehind ||
    (isEarlier && /\b(versus|against|than|above|below|compared (to|with)|relative to)( \w+){0,2}$/.test(before))
  )
}

function basisOf(phrase: PeriodPhrase, quarter: CallQuarter): Claim['change'] {
  switch (phrase.kind) {
    case 'yoy':
    case 'last-year':
      return 'yoy'
    case 'year-ago':
      return phrase.year === null || phrase.year === quarter.year - 1 ? 'yoy' : null
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
    // "Up five percent over the quarter", "over the year".
    case 'this':
      return 'qoq'
    case 'year':
      return phrase.year === null ? 'yoy' : null
    default:
      return null
  }
}

const sentencesOfMixed = 2
/** How many sentences an expectation for one period carries on. */
const sentencesAhead = 3

/** The period of a sentence that names none. */
function contextPeriod({ context, habits, isInAnswers }: Around, quarter: CallQuarter, isAhead: boolean): FoundPeriod {
  const own: SpokenPeriod = quarter.quarter === 'FY' ? { quarter: 'FY', year: quarter.year } : quarter
  const { period: phrase } = context
  const periodAhead = context.aheadAge <= sentencesAhead ? context.periodAhead : null
  const unknown: FoundPeriod = { period: null, isSure: false, change: null, phrase: null }
  // For a future period, one that is not named is unknown.
  if (isAhead || context.isAhead)
    return periodAhead ? { ...resolvePeriod(periodAhead, quarter, true), change: null, phrase: periodAhead } : unknown
  // If a call mixes quarters and years, a period named a while ago does not apply to what follows.
  if (phrase === 'unclear' || (phrase !== 'own' && habits.mixesPeriods && context.periodAge > sentencesOfMixed))
    return unknown
  if (phrase === 'own')
    return habits.meansTheQuarter && !isInAnswers
      ? { period: own, isSure: false, change: null, phrase: 'own' }
      : unknown
  if (phrase.kind === 'this' || isSame(phrase, quarter))
    return { period: own, isSure: quarter.quarter !== 'FY', change: null, phrase: 'own' }
  if (phrase.kind !== 'year') return unknown
  // A year that was named in passing is not that of what follows.
  const { period } = resolvePeriod(phrase, quarter, false)
  return period?.year === quarter.year ? { period, isSure: false, change: null, phrase } : unknown
}
