/**
 * Evaluates a whole screen for every company: which match, which lack data, and which condition
 * excludes most.
 */

import { figureOf } from '#contract/api/figure-numbers.ts'
import type { ScreenPlainColumn, ScreenSecurityField } from '#contract/api/screen-terms.ts'
import type {
  ScreenCell,
  ScreenConditionResult,
  ScreenConditionSummary,
  ScreenMatch,
  ScreenRemedy,
  ScreenResult,
  ScreenSpec,
  UnjudgedCompany,
} from '#contract/api/screens.ts'
import type { CallScores } from '../calls/call-series.ts'
import { firmName } from '../ratings/rating-actions.ts'
import type { LatestRating } from '../ratings/latest-ratings.ts'
import type { CompanyListing } from './company-facts-store.ts'
import { figureOfColumn } from './company-figures.ts'
import {
  isComplete,
  securityWord,
  truthsOf,
  type ScreenedUniverse,
  type ConditionEvaluation,
} from './evaluate-conditions.ts'
import { countOf, groupTruths, isFalse, isTrue, isUnknown, type Truths } from './three-valued-logic.ts'

/** A screen judged for every company of its universe. */
export interface Outcome {
  readonly around: ScreenedUniverse
  /** One per condition, in the order of the groups. */
  readonly evaluations: readonly ConditionEvaluation[]
  readonly groups: readonly GroupEvaluation[]
  readonly truths: Truths
}

interface GroupEvaluation {
  readonly kind: ScreenSpec['groups'][number]['kind']
  /** Those that are applied: complete, not refused, and not in a bypassed group. */
  readonly evaluations: readonly ConditionEvaluation[]
  readonly truths: Truths
}

/** @param evaluationOf of each condition of the screen, by its id */
export function outcomeOf(
  spec: ScreenSpec,
  around: ScreenedUniverse,
  evaluationOf: ReadonlyMap<string, ConditionEvaluation>,
): Outcome {
  const companies = around.symbols.length
  const groups = spec.groups.map(({ kind, bypassed, conditions }): GroupEvaluation => {
    const evaluations = conditions.flatMap((condition) => {
      const evaluation = evaluationOf.get(condition.id)
      return !evaluation || bypassed || !isComplete(condition) || evaluation.refusal !== null ? [] : [evaluation]
    })
    return { kind, evaluations, truths: truthsOfGroup(kind, evaluations, companies) }
  })
  return {
    around,
    evaluations: spec.groups.flatMap(({ conditions }) => conditions.flatMap(({ id }) => evaluationOf.get(id) ?? [])),
    groups,
    truths: groupTruths(
      'all',
      groups.map(({ truths }) => truths),
      companies,
    ),
  }
}

function truthsOfGroup(
  kind: GroupEvaluation['kind'],
  evaluations: readonly ConditionEvaluation[],
  companies: number,
): Truths {
  return groupTruths(
    kind,
    evaluations.map(({ truths }) => truths),
    companies,
  )
}

export function matchesOf({ around, truths }: Outcome): string[] {
  return around.symbols.filter((_, company) => truths[company] === isTrue)
}

export function countUnjudged({ truths }: Outcome): number {
  return countOf(truths, isUnknown)
}

/** Who would match if other companies met one condition. */
function truthsWith({ groups, around }: Outcome, condition: string, truths: Truths): Truths {
  const companies = around.symbols.length
  const changed = groups.map((group) => {
    if (!group.evaluations.some((each) => each.condition.id === condition)) return group.truths
    const evaluations = group.evaluations.map((each) => (each.condition.id === condition ? { ...each, truths } : each))
    return truthsOfGroup(group.kind, evaluations, companies)
  })
  return groupTruths('all', changed, companies)
}

/** How many companies match with other values of a condition. */
export function countSteps(outcome: Outcome, condition: string, values: readonly number[]): number[] {
  const evaluation = outcome.evaluations.find((each) => each.condition.id === condition)
  const bounds = evaluation && 'operator' in evaluation.condition ? evaluation.condition : null
  const { figures = null } = evaluation ?? {}
  if (!bounds || figures === null) return []
  return values.map((value) =>
    countOf(truthsWith(outcome, condition, truthsOf(figures, bounds.operator, value)), isTrue),
  )
}

/** Of the all-of conditions on figures, the one that excludes most, with the nearest value that has a match. */
export function relaxationOf(outcome: Outcome): ScreenResult['relaxation'] {
  const { around, groups } = outcome
  const everybody = new Uint8Array(around.symbols.length).fill(isTrue)
  const candidates = groups
    .flatMap(({ kind, evaluations }) => (kind === 'all' ? evaluations : []))
    .flatMap((evaluation) => {
      const { condition, figures, truths } = evaluation
      if (figures === null || !('operator' in condition)) return []
      const others = truthsWith(outcome, condition.id, everybody)
      const left = figures.filter((figure, at) => others[at] === isTrue && Number.isFinite(figure))
      const isUpward = condition.operator === 'at-least' || condition.operator === 'above'
      const value =
        left.length === 0
          ? null
          : left.reduce((best, figure) => (isUpward ? Math.max(best, figure) : Math.min(best, figure)))
      return [{ conditionId: condition.id, value, excluded: countOf(truths, isFalse) }]
    })
  const [worst] = candidates.toSorted(
    (one, other) => Number(one.value === null) - Number(other.value === null) || other.excluded - one.excluded,
  )
  return worst ? { conditionId: worst.conditionId, value: worst.value } : null
}

const mostTicks = 400
const mostNamed = 200

export function conditionResult(evaluation: ConditionEvaluation, around: ScreenedUniverse): ScreenConditionResult {
  const { symbols } = around
  const { condition, refusal, isOfMoney, truths, figures, words } = evaluation
  const unit = condition.kind === 'figure' ? around.unitOf(condition.field) : null
  const head = { id: condition.id, refusal, isOfMoney, unit }
  if (refusal !== null) return { ...head, meet: 0, judged: 0, noData: 0, lacking: [], ticks: [], summary: null }
  const isLacking = (at: number) =>
    isComplete(condition) ? truths[at] === isUnknown : Number.isNaN(figures?.[at] ?? 0)
  const lacking = symbols.filter((_, at) => isLacking(at))
  return {
    ...head,
    meet: countOf(truths, isTrue),
    judged: symbols.length - lacking.length,
    noData: lacking.length,
    lacking: lacking.slice(0, mostNamed),
    ticks: hasStrip(evaluation) ? ticksOf(figures ?? []) : [],
    summary: summaryOf(evaluation, words, symbols),
  }
}

function hasStrip({ condition }: ConditionEvaluation): boolean {
  return condition.kind === 'figure' || condition.kind === 'call'
}

function ticksOf(figures: ArrayLike<number>): number[] {
  const sorted = Float64Array.from(Array.from(figures).filter((figure) => Number.isFinite(figure))).sort()
  if (sorted.length <= mostTicks) return [...sorted]
  const last = sorted.length - 1
  return Array.from({ length: mostTicks }, (_, tick) => sorted[Math.round((tick * last) / (mostTicks - 1))] ?? 0)
}

function summaryOf(
  { condition, figures }: ConditionEvaluation,
  words: ConditionEvaluation['words'],
  symbols: readonly string[],
): ScreenConditionSummary | null {
  switch (condition.kind) {
    case 'figure':
    case 'call':
      return null
    case 'security':
      return countWords(words ?? [])
    case 'rating':
      return { kind: 'actions', ...counted(figures), days: condition.days }
    case 'search':
      return { kind: 'hits', ...counted(figures), days: condition.days }
    case 'restatement': {
      const largest = Array.from(figures ?? []).reduce(
        (best, figure, at, all) => (figure > (all[best] ?? 0) ? at : best),
        -1,
      )
      return { kind: 'restatement', largest: figures?.[largest] ?? null, symbol: symbols[largest] ?? '' }
    }
    default:
      return condition satisfies never
  }
}

const namedWords = 2

function countWords(words: readonly (string | null)[]): ScreenConditionSummary {
  const counts = new Map<string, number>()
  for (const word of words) if (word !== null) counts.set(word, (counts.get(word) ?? 0) + 1)
  const inOrder = [...counts].toSorted((one, other) => other[1] - one[1])
  return {
    kind: 'words',
    words: inOrder.slice(0, namedWords).map(([word, companies]) => ({ word, companies })),
    others: inOrder.slice(namedWords).reduce((sum, [, count]) => sum + count, 0),
  }
}

function counted(figures: ConditionEvaluation['figures']): { count: number; companies: number } {
  const positive = Array.from(figures ?? []).filter((count) => count > 0)
  return { count: positive.reduce((total, count) => total + count, 0), companies: positive.length }
}

/** Companies that match, for the table with these columns. */
export function matchRows(
  { around, evaluations, groups, truths }: Outcome,
  columns: ScreenSpec['columns'],
): ScreenMatch[] {
  const any = groups.flatMap(({ kind, evaluations: of }) => (kind === 'any' ? of : []))
  const { figures, places, symbols } = around
  const { table } = figures.figures
  const listings = around.listings()
  const begun = around.callsBegun()
  const ratings = around.latestRatings()
  const isToned = columns?.some((column) => column.kind === 'plain' && toneColumns.has(column.key)) ?? false
  const sentiments = isToned && !around.isPast ? around.sentiments() : null
  const shown = (columns ?? []).map((column) => {
    const wanted = figureOfColumn(column)
    return wanted ? figures.of(wanted) : null
  })
  return symbols.flatMap((symbol, company): ScreenMatch[] => {
    if (truths[company] !== isTrue) return []
    const place = places[company] ?? -1
    const period = table.periods[table.latestQuarter[place] ?? -1] ?? table.periods[table.latestYear[place] ?? -1]
    return [
      {
        symbol,
        name: around.nameOf(symbol),
        period: period ? { quarter: period.quarter, year: period.year, endPeriod: period.endPeriod } : null,
        listing: listingOf(listings.get(symbol)),
        ...sentimentOf(sentiments?.get(symbol)),
        callAt: begun.get(symbol) ?? null,
        rating: ratingOf(ratings.get(symbol)),
        cells: evaluations.map((evaluation) => cellOf(evaluation, company)),
        figures: shown.map((values) => figureOf(values?.[place])),
        records: {
          quarter: place < 0 ? [] : figures.recordsOf(place, 'quarter'),
          ltm: place < 0 ? [] : figures.recordsOf(place, 'ltm'),
          year: place < 0 ? [] : figures.recordsOf(place, 'year'),
        },
        metBy: any.flatMap(({ condition, truths: met }) => (met[company] === isTrue ? [condition.id] : [])),
      },
    ]
  })
}

const toneColumns: ReadonlySet<string> = new Set<ScreenPlainColumn>(['sentiment', 'sentiment-change'])

function listingOf(listing: CompanyListing | undefined): ScreenMatch['listing'] {
  const word = (field: ScreenSecurityField) => securityWord(listing, field)
  return {
    sector: word('sector'),
    industry: word('industry'),
    country: word('country'),
    exchange: word('exchange'),
    type: word('type'),
    currency: word('currency'),
  }
}

function sentimentOf(score: CallScores | undefined): Pick<ScreenMatch, 'sentiment' | 'sentimentChange'> {
  const { sentiment = null, previous: [previous = null] = [] } = score ?? {}
  return { sentiment, sentimentChange: sentiment === null || previous === null ? null : sentiment - previous }
}

function ratingOf(rating: LatestRating | undefined): ScreenMatch['rating'] {
  return rating
    ? { firm: rating.firm === null ? null : firmName(rating.firm), rating: rating.rating, kind: rating.kind }
    : null
}

function cellOf({ figures, words }: ConditionEvaluation, company: number): ScreenCell {
  return words === null ? figureOf(figures?.[company]) : (words[company] ?? null)
}

/** Companies that lack data which could change whether they match. */
export function unjudgedRows({ around, groups, truths }: Outcome): UnjudgedCompany[] {
  return around.symbols.flatMap((symbol, company): UnjudgedCompany[] => {
    if (truths[company] !== isUnknown) return []
    const open = groups.filter((group) => group.truths[company] === isUnknown)
    const missing = open
      .flatMap(({ evaluations }) => evaluations.filter((evaluation) => evaluation.truths[company] === isUnknown))
      .map(({ why }) => why(company))
    return [
      {
        symbol,
        name: around.nameOf(symbol),
        reasons: [...new Set(missing.map(({ reason }) => reason))],
        remedy: remedies.find((each) => missing.some(({ remedy }) => remedy === each)) ?? null,
      },
    ]
  })
}

const remedies: readonly ScreenRemedy[] = ['statements', 'calls', 'ratings']
