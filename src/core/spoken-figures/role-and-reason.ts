/** Tells who states a spoken figure and as what, and why it cannot be judged. */

import type { SpeakerSide } from '#contract/api/calls.ts'
import type { SpokenRole, UnjudgedReason } from '#contract/api/spoken-figures.ts'
import { namesReported, neverAdjusted } from './adjusted-figures.ts'
import { hasOtherSubject } from './linking-words.ts'
import type { Found } from './measure-of-figure.ts'
import { phraseWords, type Parsed, type Place } from './parsed-sentence.ts'
import { mayNamePart } from './part-phrases.ts'
import type { FoundPeriod } from './period-of-figure.ts'
import { isAfter } from './periods.ts'
import { adjustmentIn, explanation, qualifierIn } from './qualifiers.ts'
import type { StatedAs } from './roles.ts'
import type { Quantity } from './quantity.ts'
import { wordsOf } from './spoken-sentence.ts'

export function roleOf(
  stated: StatedAs,
  side: SpeakerSide,
  found: Found,
  period: FoundPeriod,
  { around: { quarter, isPast, isAsked }, periods }: Parsed,
  before: string,
): SpokenRole {
  if (side === 'analyst' || isAsked) return 'question'
  if (ofEconomy.test(before) && !isOfLine(found)) return 'other'
  if (stated === 'target') return 'target'
  if (stated === 'guidance') return 'guidance'
  if (stated === 'imagined') return 'other'
  // Of a year that is not over, management states what it expects: "capital expenditure for the year is now 210 million".
  const isLater = period.period && quarter && isAfter(period.period, quarter) && !isPast
  const isNamed = periods.some((phrase) => phrase === period.phrase)
  if (isLater && found.measure && isNamed && isNamedAhead(period.phrase)) return 'guidance'
  return found.measure || found.label !== '' ? 'reported' : 'other'
}

/** The economy, and not the company, is said to do so. */
const ofEconomy =
  /\b(g d p|gdp|unemployment|(?<!(cost|basket|price) )inflation|(food|consumer) prices|repo rate|policy rate|central bank|federal reserve|i m f|imf|o e c d|oecd|fiscal deficit|current account|deficit|trade balance|the government|congress|tax (reform|revenues?)|economic growth|(?<!(non|our) )(financial|banking|public|private) sector|(us|u s|global|world|national|industry) (production|demand|supply|output)|(the|region's|global|local|domestic|national) economy)\b/

/** Whether the measure is one of the statements, and its own words say so. */
function isOfLine({ measure, reason }: Found): boolean {
  return measure !== null && measure.fields.length > 0 && (reason === null || reason === 'no-such-line')
}

function isOfEconomy({ parsed: { sentence }, quantity, found }: Reasoned): boolean {
  const isSaidByOthers = /\baccording to (?!our|us|the company|management)/.test(sentence.plain)
  return (isSaidByOthers || ofEconomy.test(wordsOf(sentence, 0, quantity.first))) && !isOfLine(found)
}

const sentencesOfPart = 6
const sentencesOfDeal = 2
/** Words for the whole company, and measures that hardly anybody states for a part. */
const ofWhole =
  /\b(consolidated|group|group's|overall|(the|our|this|whole|total|entire|combined) company|total (net )?(revenues?|sales)|partnership|our (q \w+|\w+ quarter) (revenues?|top line|ebitda|net sales))\b/
/** Lines that hardly anybody states for a part. */
const linesOfWhole: ReadonlySet<string> = new Set([
  'NetIncomeLossAttributableCommonShareholders',
  'DilutedEarningsPerShare',
  'BasicEarningsPerShare',
  'DilutedSharesOutstanding',
  'CashEquivalents',
  'calculated.net_debt',
  'calculated.tax_rate',
  'TotalEquity',
  'CashDividends',
  'EquityRepurchases',
  'NetCashOperatingActivities',
  'calculated.free_cash_flow',
  'IncomeBeforeIncomeTaxes',
  'IncomeTaxes',
  'InterestExpense',
  'TotalAssets',
  'TotalLiabilities',
])

const sinceLongAgo = /\b(since|inception|cumulative|cumulatively|so far|to date|over the (past|last)|on average)\b/

function isNamedAhead(phrase: FoundPeriod['phrase']): boolean {
  if (phrase === null || phrase === 'own') return false
  return phrase.kind === 'after' || phrase.kind === 'next-year' || (phrase.kind === 'year' && phrase.year === null)
}

interface Reasoned {
  readonly parsed: Parsed
  readonly place: Place
  readonly quantity: Quantity
  readonly found: Found
  readonly period: FoundPeriod
  readonly role: SpokenRole
  readonly after: string
}

export function reasonOf(reasoned: Reasoned): UnjudgedReason | null {
  const { found, period, role, parsed } = reasoned
  const { around } = parsed
  const { quarter } = around
  if (role === 'question' || around.side === 'unknown' || isOfEconomy(reasoned)) return 'not-company'
  if (role === 'guidance' || role === 'target') return null
  const doubt = doubtOf(reasoned)
  if (doubt) return doubt
  if (!quarter || !period.period || isAfter(period.period, quarter)) return 'period-unclear'
  return found.isChange && period.change === null && !around.habits.meansTheYearBefore ? 'period-unclear' : null
}

/** Why it is not clear that a figure is of the company as a whole, as it is reported, of whichever period; null: it is clear. */
export function doubtOf(reasoned: Reasoned): UnjudgedReason | null {
  const { parsed, quantity, found, period, role, after } = reasoned
  const { sentence, around } = parsed
  // What qualifies a figure stands anywhere before it in the sentence, or right behind it.
  const before = wordsOf(sentence, 0, quantity.first)
  const isReported = isNamedReported(reasoned)
  const behind = after.split(isReported ? contrast : otherFigure, 1)[0] ?? ''
  const qualifierBefore = qualifierIn(before)
  const isOfOther = qualifierBefore === 'adjusted' && isReported
  const qualifier =
    (isOfOther ? null : qualifierBefore) ?? qualifierIn(behind.split(explanation, 1)[0] ?? '') ?? adjustmentIn(behind)
  const isNamed = (qualifier === 'segment' && !isConsolidated(reasoned)) || around.context.topicLeft > 0
  if (isNamed || found.reason === 'segment') return 'segment'
  if (found.reason === 'part-unclear') return found.reason
  if (hasOtherSubject(before, around.names) || mayBeOfPart(reasoned)) return 'part-unclear'
  // What was said of a part of the company may go on: only words for the whole end it.
  if (around.context.sinceDeal < sentencesOfDeal && !/\b(our|we|consolidated|group)\b/.test(sentence.plain))
    return 'part-unclear'
  const isOfWhole = ofWhole.test(sentence.plain) || linesOfWhole.has(found.measure?.fields[0] ?? '')
  if (around.context.sincePart < sentencesOfPart && !isOfWhole) return 'part-unclear'
  if (qualifier && qualifier !== 'segment') return qualifier
  if (sinceLongAgo.test(before)) return 'period-unclear'
  if (!found.measure) return found.reason ?? 'measure-unclear'
  if (found.measure.fields.length === 0) return 'no-such-line'
  if (found.reason) return found.reason
  if (role === 'other') return 'measure-unclear'
  if (role === 'reported' && isNoResult(quantity)) return 'measure-unclear'
  if (/\b(entered|began|started|opened) (the|this|our|twenty|20)/.test(before)) return 'period-unclear'
  // What a quarter is expected to grow by is from the quarter before where the call speaks so.
  const isAhead = role === 'guidance' || role === 'target'
  const isOfQuarter = period.period !== null && period.period.quarter !== 'FY'
  if (isAhead && isOfQuarter && found.isChange && period.change === null && !around.habits.meansTheYearBefore)
    return 'period-unclear'
  if (around.isAtConstantRates && found.isChange) return 'constant-currency'
  const areAdjusted = around.isAdjustedThroughout || around.context.areAdjusted
  if (areAdjusted && !isReported && !neverAdjusted.has(found.measure.fields[0] ?? '')) return 'adjusted'
  return null
}

/** Nobody reports a range of money, or one that leaves open whether it rose or fell. */
function isNoResult({ value: { bound, unit, low, high } }: Quantity): boolean {
  return bound === 'range' && (unit === 'amount' || (low <= 0 && high >= 0))
}

/** "GAAP earnings per share were $1.20 and adjusted ones $1.45": a figure is called that of the statements where another one is adjusted. */
export function isNamedReported({ parsed: { sentence }, place, quantity, found }: Reasoned): boolean {
  // What an adjusted figure is compared with may be of another period.
  return !found.isComparison && namesReported(wordsOf(sentence, place.left, quantity.first))
}

/** "A net profit of five million, and an adjusted", "despite one-time costs": what is adjusted is another figure. */
const otherFigure =
  /\b(?:and|while|whereas) (?:an? |our |the )?(?=(?:adjusted|non ?gaap|non ?ifrs|underlying|core|normali[sz]ed|organic|comparable) )|\bdespite\b/
/** These words are followed by a different figure from the one named as the reported figure. */
const contrast = /\b(?:and|while|whereas|but|versus|vs|against|compared (?:to|with)|despite)\b/

/** "In Brazil, consolidated revenue": the words of the measure say that it is of the whole. */
function isConsolidated({ parsed: { sentence }, found: { mention } }: Reasoned): boolean {
  const nearest = mention ? wordsOf(sentence, Math.max(0, mention.first - 2), mention.first) : ''
  return /\b(consolidated|group|group's)\b(?!.*,)/.test(nearest)
}

/** "In Services, revenue grew nine percent": the words before the first comma, or those right behind the figure of a line, may name a part. */
export function mayBeOfPart(reasoned: Reasoned): boolean {
  const { parsed, place, quantity, found } = reasoned
  const { measure, reason } = found
  if (reason !== null || measure === null || measure.fields.length === 0) return false
  const behind = phraseWords(parsed, parsed.around.names, quantity.next, place.end)
  const mark = behind.findIndex((word) => /^[,;:.]$/.test(word))
  const byHead = parsed.mayStartWithPart && !isConsolidated(reasoned)
  return byHead || mayNamePart(mark < 0 ? behind : behind.slice(0, mark))
}
