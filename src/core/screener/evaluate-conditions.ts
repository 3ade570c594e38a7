/** Evaluates one condition of a screen for every company. */

import { noMeaning, type FigureNumbers } from '#contract/api/figure-numbers.ts'
import { sectorOf } from '#contract/api/gics-sectors.ts'
import { marketCapField, type ScreenOperator, type ScreenSecurityField } from '#contract/api/screen-terms.ts'
import type { ScreenCondition, ScreenConditionOf, ScreenRemedy } from '#contract/api/screens.ts'
import { isMoneyUnit, type UnitKind } from '#contract/service/statement-lines.ts'
import { days } from '../duration.ts'
import type { CallScores } from '../calls/call-series.ts'
import type { LatestRating } from '../ratings/latest-ratings.ts'
import type { CompanyListing } from './company-facts-store.ts'
import type { CompanyFigures } from './company-figures.ts'
import { isFalse, isTrue, isUnknown, type Truths } from './three-valued-logic.ts'

/** What a condition is evaluated by, over the companies of a screen's universe. */
export interface ScreenedUniverse {
  readonly symbols: readonly string[]
  /** Each company's index into the table of periods; -1: its statements are not stored. */
  readonly places: Int32Array
  readonly figures: CompanyFigures
  /** As of the moment of the screen. */
  readonly listings: () => ReadonlyMap<string, CompanyListing>
  /** Present name of a company. */
  readonly nameOf: (symbol: string) => string | null
  readonly sentiments: () => ReadonlyMap<string, CallScores>
  readonly callsBegun: () => ReadonlyMap<string, number>
  readonly ratingActions: (condition: ScreenConditionOf<'rating'>) => ReadonlyMap<string, number>
  readonly latestRatings: () => ReadonlyMap<string, LatestRating>
  readonly rated: () => ReadonlySet<string>
  readonly restatements: (condition: ScreenConditionOf<'restatement'>) => ReadonlyMap<string, number>
  /** Null: the search is gone, or cannot be run. */
  readonly searchHits: (condition: ScreenConditionOf<'search'>) => ReadonlyMap<string, number> | null
  readonly transcribed: () => ReadonlySet<string>
  readonly unitOf: (field: string) => UnitKind
  readonly labelOf: (field: string) => string
  /** Why a formula or metric cannot be calculated; null: it can. */
  readonly errorOf: (field: string) => string | null
  readonly now: number
  /** The screen is made for a moment that is over. */
  readonly isPast: boolean
  readonly oneCurrency: boolean
}

interface Missing {
  readonly reason: string
  readonly remedy: ScreenRemedy
}

/** A condition with its verdict on every company of the universe. */
export interface ConditionEvaluation {
  readonly condition: ScreenCondition
  /** Why it is not applied; null: it is. */
  readonly refusal: string | null
  readonly isOfMoney: boolean
  readonly truths: Truths
  /** What each company was evaluated by; null: words. */
  readonly figures: FigureNumbers | null
  readonly words: readonly (string | null)[] | null
  readonly why: (company: number) => Missing
}

/** Whether a condition is complete; one that is being edited is not. */
export function isComplete(condition: ScreenCondition): boolean {
  return condition.kind === 'security' ? condition.values.length > 0 : condition.value !== null
}

export function evaluateCondition(condition: ScreenCondition, around: ScreenedUniverse): ConditionEvaluation {
  switch (condition.kind) {
    case 'figure':
      return evaluateFigure(condition, around)
    case 'security':
      return evaluateSecurity(condition, around)
    case 'call':
      return evaluateCall(condition, around)
    case 'rating':
      return evaluateRating(condition, around)
    case 'restatement':
      return evaluateRestatement(condition, around)
    case 'search':
      return evaluateSearch(condition, around)
    default:
      return condition satisfies never
  }
}

function refused(condition: ScreenCondition, refusal: string, isOfMoney = false): ConditionEvaluation {
  const why = () => ({ reason: refusal, remedy: null })
  return { condition, refusal, isOfMoney, truths: new Uint8Array(0), figures: null, words: null, why }
}

const noCurrency = 'Currency not stated, so amounts cannot be compared'

function evaluateFigure(condition: ScreenConditionOf<'figure'>, around: ScreenedUniverse): ConditionEvaluation {
  const { places, figures } = around
  const { field } = condition
  const error = around.errorOf(field)
  if (error !== null) return refused(condition, error)
  const isMoney = isOfMoney(condition, around.unitOf(field))
  if (isMoney && !around.oneCurrency) return refused(condition, noCurrency, true)
  if (field === marketCapField) return evaluateMarketCap(condition, around, isMoney)
  const known = figures.of(condition)
  const values = Float64Array.from(places, (place) => known[place] ?? Number.NaN)
  return {
    ...evaluated(condition, values),
    isOfMoney: isMoney,
    why: (company) => {
      const place = places[company] ?? -1
      if (place < 0) return { reason: 'No statements stored', remedy: 'statements' }
      const { reason, canFetch } = figures.whyMissing(place, condition, around.labelOf(field))
      return { reason, remedy: canFetch ? 'statements' : null }
    },
  }
}

/** A sign means the same in every currency: a condition on net cash is allowed. */
function isOfMoney({ measure, value }: ScreenConditionOf<'figure'>, unit: UnitKind): boolean {
  if (!isMoneyUnit(unit)) return false
  return measure === 'rank' || ((measure === 'value' || measure === 'average') && value !== 0)
}

function evaluateMarketCap(
  condition: ScreenConditionOf<'figure'>,
  { symbols, listings, isPast }: ScreenedUniverse,
  isOfMoney: boolean,
): ConditionEvaluation {
  if (condition.measure !== 'value') return refused(condition, 'Only the latest market cap is stored, no history')
  const known = listings()
  const values = Float64Array.from(symbols, (symbol) => known.get(symbol)?.marketCap ?? Number.NaN)
  const why = (company: number): Missing => ({
    reason: `${known.has(symbols[company] ?? '') ? 'No market cap' : 'No listing'} stored${isPast ? ' then' : ''}`,
    remedy: null,
  })
  return { ...evaluated(condition, values), isOfMoney, why }
}

function evaluateSecurity(
  condition: ScreenConditionOf<'security'>,
  { symbols, listings, isPast }: ScreenedUniverse,
): ConditionEvaluation {
  const known = listings()
  const wanted = new Set(condition.values)
  const words = symbols.map((symbol) => securityWord(known.get(symbol), condition.field))
  return {
    condition,
    refusal: null,
    isOfMoney: false,
    truths: Uint8Array.from(words, (word) => (word === null ? isUnknown : wanted.has(word) ? isTrue : isFalse)),
    figures: null,
    words,
    why: (company) => {
      const isListed = known.has(symbols[company] ?? '')
      return { reason: `No ${isListed ? condition.field : 'listing'} stored${isPast ? ' then' : ''}`, remedy: null }
    },
  }
}

/** A listing's value of a field; null: none. The service may name a sector of any level: the GICS code tells the one above. */
export function securityWord(listing: CompanyListing | undefined, field: ScreenSecurityField): string | null {
  if (!listing) return null
  const sector = sectorOf(listing.gicsCode ?? '')
  const word = field === 'sector' ? (sector ?? listing.industry) : listing[field]
  return word === null || word === '' ? null : word
}

function evaluateCall(condition: ScreenConditionOf<'call'>, around: ScreenedUniverse): ConditionEvaluation {
  const { symbols, isPast, now } = around
  const { attribute } = condition
  if (attribute === 'days-since') {
    const begun = around.callsBegun()
    const values = Float64Array.from(symbols, (symbol) => {
      const at = begun.get(symbol)
      return at === undefined ? Number.NaN : Math.floor((now - at) / days)
    })
    return { ...evaluated(condition, values), why: () => ({ reason: 'No calls stored', remedy: 'calls' }) }
  }
  if (isPast) return refused(condition, 'Only current sentiment is stored, no history')
  const scores = around.sentiments()
  const values = Float64Array.from(symbols, (symbol) => {
    const { sentiment = null, previous: [previous = null] = [] } = scores.get(symbol) ?? {}
    if (attribute === 'sentiment' || sentiment === null) return sentiment ?? Number.NaN
    return previous === null ? Number.NaN : sentiment - previous
  })
  return {
    ...evaluated(condition, values),
    why: (company) => {
      const score = scores.get(symbols[company] ?? '')
      if (!score) return { reason: 'No calls stored', remedy: 'calls' }
      const which = score.sentiment === null ? 'Latest' : 'Previous'
      return { reason: `${which} call has no stored summary with a score`, remedy: 'calls' }
    },
  }
}

function evaluateRating(condition: ScreenConditionOf<'rating'>, around: ScreenedUniverse): ConditionEvaluation {
  const actions = around.ratingActions(condition)
  const rated = around.rated()
  return evaluateByCount(condition, around, {
    counts: actions,
    isWhole: (symbol) => rated.has(symbol),
    missing: { reason: 'Ratings not refreshed in the last week', remedy: 'ratings' },
  })
}

function evaluateRestatement(
  condition: ScreenConditionOf<'restatement'>,
  around: ScreenedUniverse,
): ConditionEvaluation {
  const { symbols, places } = around
  const largest = around.restatements(condition)
  // Greater than: what was never restated does not match, however low the limit.
  const values = Float64Array.from(symbols, (symbol, at) =>
    (places[at] ?? -1) < 0 ? Number.NaN : (largest.get(symbol) ?? 0),
  )
  const limit = condition.value ?? 0
  return {
    ...evaluated(condition, values),
    truths: Uint8Array.from(values, (change) => (Number.isNaN(change) ? isUnknown : change > limit ? isTrue : isFalse)),
    why: () => ({ reason: 'No statements stored', remedy: 'statements' }),
  }
}

function evaluateSearch(condition: ScreenConditionOf<'search'>, around: ScreenedUniverse): ConditionEvaluation {
  if (around.isPast) return refused(condition, 'Saved searches run on current data only')
  const hits = around.searchHits(condition)
  if (hits === null) return refused(condition, 'This saved search no longer exists')
  const transcribed = around.transcribed()
  return evaluateByCount(condition, around, {
    counts: hits,
    isWhole: (symbol) => transcribed.has(symbol),
    missing: { reason: 'No transcript stored', remedy: 'calls' },
  })
}

/** Stored records count; that there are no others is known only where the list is stored. */
function evaluateByCount(
  condition: ScreenConditionOf<'rating' | 'search'>,
  { symbols }: ScreenedUniverse,
  {
    counts,
    isWhole,
    missing,
  }: {
    readonly counts: ReadonlyMap<string, number>
    readonly isWhole: (symbol: string) => boolean
    readonly missing: Missing
  },
): ConditionEvaluation {
  const wanted = condition.value ?? 1
  const values = Float64Array.from(symbols, (symbol) => counts.get(symbol) ?? (isWhole(symbol) ? 0 : Number.NaN))
  const truths = Uint8Array.from(values, (count, at) =>
    count >= wanted ? isTrue : isWhole(symbols[at] ?? '') ? isFalse : isUnknown,
  )
  return { ...evaluated(condition, values), truths, why: () => missing }
}

function evaluated(
  condition: ScreenCondition,
  figures: FigureNumbers,
): Omit<ConditionEvaluation, 'why'> & { readonly figures: FigureNumbers } {
  const bounds = 'operator' in condition ? { operator: condition.operator, value: condition.value } : null
  return {
    condition,
    refusal: null,
    isOfMoney: false,
    truths: bounds ? truthsOf(figures, bounds.operator, bounds.value) : new Uint8Array(figures.length),
    figures,
    words: null,
  }
}

/** n/a may be either; n.m. is no figure that could reach a value, and nothing that is missing would make it one. */
export function truthsOf(figures: FigureNumbers, operator: ScreenOperator, value: number | null): Truths {
  const truths = new Uint8Array(figures.length)
  if (value === null) return truths.fill(isUnknown)
  const holds = comparisons[operator]
  for (let at = 0; at < figures.length; at += 1) {
    const figure = figures[at] ?? Number.NaN
    if (Number.isNaN(figure)) truths[at] = isUnknown
    else truths[at] = figure !== noMeaning && holds(figure, value) ? isTrue : isFalse
  }
  return truths
}

/** A figure that reads as the value is the value: 0.1 + 0.2 is at least 0.3. */
const slack = 1e-12

const comparisons: Readonly<Record<ScreenOperator, (figure: number, value: number) => boolean>> = {
  'at-least': (figure, value) => figure >= value - slack * Math.abs(value),
  'at-most': (figure, value) => figure <= value + slack * Math.abs(value),
  above: (figure, value) => figure > value + slack * Math.abs(value),
  below: (figure, value) => figure < value - slack * Math.abs(value),
}
