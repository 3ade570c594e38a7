import { figureOf } from '#contract/api/figure-numbers.ts'
import type { ScreenPlainColumn, ScreenSecurityField } from '#contract/api/screen-terms.ts'
import type {
  ScreenCell,
  ScreenConditionResult,
  ScreenMatch,
  ScreenRemedy,
  ScreenResult,
  ScreenSpec,
  UnjudgedCompany,
} from '#contract/api/screens.ts'
import type { CallScores } from '../calls/call-series.ts'
import { firmName } from '../ratings/rating-actions.ts'
import type { CompanyListing, LatestRating } from './company-facts-store.ts'
import { figureOfColumn } from './company-figures.ts'
import { isComplete, securityWord, truthsOf, type JudgedUniverse, type Judgement } from './evaluate-conditions.ts'
import { countOf, groupTruths, isFalse, isTrue, isUnknown, type Truths } from './three-valued-logic.ts'

/** A screen judged for every company of its universe. */
export interface Outcome {
  readonly around: JudgedUniverse
  /** Of every condition, in the order of the groups. */
  readonly judgements: readonly Judgement[]
  readonly groups: readonly JudgedGroup[]
  readonly truths: Truths
}

interface JudgedGroup {
  readonly kind: ScreenSpec['groups'][number]['kind']
  /** Those that take part: complete, not refused, and not of a bypassed group. */
  readonly judgements: readonly Judgement[]
  readonly truths: Truths
}

/** @param judgementOf of each condition of the screen, by its id */
export function outcomeOf(
  spec: ScreenSpec,
  around: JudgedUniverse,
  judgementOf: ReadonlyMap<string, Judgement>,
): Outcome {
  const companies = around.symbols.length
  const groups = spec.groups.map(({ kind, bypassed, conditions }): JudgedGroup => {
    const judgements = conditions.flatMap((condition) => {
      const judgement = judgementOf.get(condition.id)
      return !judgement || bypassed || !isComplete(condition) || judgement.refusal !== null ? [] : [judgement]
    })
    return { kind, judgements, truths: truthsOfGroup(kind, judgements, companies) }
  })
  return {
    around,
    judgements: spec.groups.flatMap(({ conditions }) => conditions.flatMap(({ id }) => judgementOf.get(id) ?? [])),
    groups,
    truths: groupTruths(
      'all',
      groups.map(({ truths }) => truths),
      companies,
    ),
  }
}

function truthsOfGroup(kind: JudgedGroup['kind'], judgements: readonly Judgement[], companies: number): Truths {
  return groupTruths(
    kind,
    judgements.map(({ truths }) => truths),
    companies,
  )
}

export function matchesOf({ around, truths }: Outcome): string[] {
  return around.symbols.filter((_, company) => truths[company] === isTrue)
}

export function countUnjudged({ truths }: Outcome): number {
  return countOf(truths, isUnknown)
}

/** Who would match if one condition were met by others. */
function truthsWith({ groups, around }: Outcome, condition: string, truths: Truths): Truths {
  const companies = around.symbols.length
  const changed = groups.map((group) => {
    if (!group.judgements.some((each) => each.condition.id === condition)) return group.truths
    const judgements = group.judgements.map((each) => (each.condition.id === condition ? { ...each, truths } : each))
    return truthsOfGroup(group.kind, judgements, companies)
  })
  return groupTruths('all', changed, companies)
}

/** How many companies match where a condition has other values. */
export function countSteps(outcome: Outcome, condition: string, values: readonly number[]): number[] {
  const judgement = outcome.judgements.find((each) => each.condition.id === condition)
  const bounds = judgement && 'operator' in judgement.condition ? judgement.condition : null
  const { figures = null } = judgement ?? {}
  if (!bounds || figures === null) return []
  return values.map((value) =>
    countOf(truthsWith(outcome, condition, truthsOf(figures, bounds.operator, value)), isTrue),
  )
}

/** Of the all-of conditions on figures the one that excludes most, and the nearest value that leaves somebody. */
export function relaxationOf(outcome: Outcome): ScreenResult['relaxation'] {
  const { around, groups } = outcome
  const everybody = new Uint8Array(around.symbols.length).fill(isTrue)
  const candidates = groups
    .flatMap(({ kind, judgements }) => (kind === 'all' ? judgements : []))
    .flatMap((judgement) => {
      const { condition, figures, truths } = judgement
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

export function conditionResult(judgement: Judgement, around: JudgedUniverse): ScreenConditionResult {
  const { symbols } = around
  const { condition, refusal, isOfMoney, truths, figures, words } = judgement
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
    ticks: hasStrip(judgement) ? ticksOf(figures ?? []) : [],
    summary: summaryOf(judgement, words, symbols),
  }
}

function hasStrip({ condition }: Judgement): boolean {
  return condition.kind === 'figure' || condition.kind === 'call'
}

function ticksOf(figures: ArrayLike<number>): number[] {
  const sorted = Float64Array.from(Array.from(figures).filter((figure) => Number.isFinite(figure))).sort()
  if (sorted.length <= mostTicks) return [...sorted]
  const last = sorted.length - 1
  return Array.from({ length: mostTicks }, (_, tick) => sorted[Math.round((tick * last) / (mostTicks - 1))] ?? 0)
}

function summaryOf(
  { condition, figures }: Judgement,
  words: Judgement['words'],
  symbols: readonly string[],
): string | null {
  switch (condition.kind) {
    case 'figure':
    case 'call':
      return null
    case 'security':
      return countWords(words ?? [])
    case 'rating':
      return `${counted(figures, 'action', 'actions')} in ${condition.days} days`
    case 'search':
      return `${counted(figures, 'hit', 'hits')} in ${condition.days} days`
    case 'restatement': {
      const largest = Array.from(figures ?? []).reduce(
        (best, figure, at, all) => (figure > (all[best] ?? 0) ? at : best),
        -1,
      )
      return largest < 0
        ? 'none restated'
        : `largest ${((figures?.[largest] ?? 0) * 100).toFixed(1)}%, ${symbols[largest] ?? ''}`
    }
    default:
      return condition satisfies never
  }
}

const namedWords = 2

function countWords(words: readonly (string | null)[]): string {
  const counts = new Map<string, number>()
  for (const word of words) if (word !== null) counts.set(word, (counts.get(word) ?? 0) + 1)
  const inOrder = [...counts].toSorted((one, other) => other[1] - one[1])
  const named = inOrder.slice(0, namedWords).map(([word, count]) => `${count} ${word}`)
  const others = inOrder.slice(namedWords).reduce((sum, [, count]) => sum + count, 0)
  return [...named, ...(others > 0 ? [`${others} other`] : [])].join(', ')
}

function counted(figures: Judgement['figures'], one: string, many: string): string {
  const positive = Array.from(figures ?? []).filter((count) => count > 0)
  const sum = positive.reduce((total, count) => total + count, 0)
  return `${sum} ${sum === 1 ? one : many} at ${positive.length} ${positive.length === 1 ? 'company' : 'companies'}`
}

/** Companies that match, for the table with these columns. */
export function matchRows(
  { around, judgements, groups, truths }: Outcome,
  columns: ScreenSpec['columns'],
): ScreenMatch[] {
  const any = groups.flatMap(({ kind, judgements: of }) => (kind === 'any' ? of : []))
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
        cells: judgements.map((judgement) => cellOf(judgement, company)),
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

function cellOf({ figures, words }: Judgement, company: number): ScreenCell {
  return words === null ? figureOf(figures?.[company]) : (words[company] ?? null)
}

/** Companies of which something is missing that could change whether they match. */
export function unjudgedRows({ around, groups, truths }: Outcome): UnjudgedCompany[] {
  return around.symbols.flatMap((symbol, company): UnjudgedCompany[] => {
    if (truths[company] !== isUnknown) return []
    const open = groups.filter((group) => group.truths[company] === isUnknown)
    const missing = open
      .flatMap(({ judgements }) => judgements.filter((judgement) => judgement.truths[company] === isUnknown))
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
