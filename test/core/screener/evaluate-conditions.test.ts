import { describe, expect, test } from 'vitest'
import { noMeaning, notAvailable } from '#contract/api/figure-numbers.ts'
import type { ScreenOperator } from '#contract/api/screen-terms.ts'
import type { ScreenCondition, ScreenConditionOf } from '#contract/api/screens.ts'
import { CompanyFigures } from '#core/screener/company-figures.ts'
import {
  isComplete,
  evaluateCondition,
  securityWord,
  truthsOf,
  type ScreenedUniverse,
} from '#core/screener/evaluate-conditions.ts'
import type { PeriodTable } from '#core/screener/period-table.ts'
import { TableFigures } from '#core/screener/screen-figures.ts'
import { figure } from './screen-setup.ts'

/** One letter a company: met, not met, unknown. */
const read = (truths: Uint8Array) => [...truths].map((truth) => '-?+'[truth]).join('')
const day = 86_400_000

/** Three companies with a quarter each, of which the last has no figure. */
const table: PeriodTable = {
  symbols: ['A', 'B', 'C'],
  starts: Int32Array.of(0, 1, 2, 3),
  periods: ['A', 'B', 'C'].map((_, at) => ({
    quarter: 'Q3',
    year: 2025,
    endPeriod: '2025-09-30',
    recordId: at,
    firstSeenAt: 0,
    isRevised: false,
  })),
  prior: Int32Array.of(-1, -1, -1),
  yearAgo: Int32Array.of(-1, -1, -1),
  latestQuarter: Int32Array.of(0, 1, 2),
  latestYear: Int32Array.of(-1, -1, -1),
}
const stored = new Map([
  ['Revenue', Float64Array.of(100, 200, notAvailable)],
  ['DebtCurrent', Float64Array.of(-1, 1, notAvailable)],
])

const listing = {
  symbol: 'A',
  name: 'A plc',
  exchange: 'XLON',
  country: 'GB',
  type: 'Common Stock',
  industry: 'Machinery',
  gicsCode: '20106010',
  currency: '',
  marketCap: 50,
}

/** A to C, and D of which no statements are stored. */
function universe(more: Partial<ScreenedUniverse> = {}): ScreenedUniverse {
  return {
    symbols: ['A', 'B', 'C', 'D'],
    places: Int32Array.of(0, 1, 2, -1),
    figures: new CompanyFigures(new TableFigures(table, stored, new Map()), {
      today: '2025-11-01',
      kindOf: () => ({ unit: 'money', first: 'highest' }),
      sectorOf: () => 'Industrials',
      isPast: false,
    }),
    listings: () => new Map([['A', listing]]),
    nameOf: () => null,
    sentiments: () => new Map(),
    callsBegun: () => new Map(),
    ratingActions: () => new Map(),
    latestRatings: () => new Map(),
    rated: () => new Set(),
    restatements: () => new Map(),
    searchHits: () => new Map(),
    transcribed: () => new Set(),
    unitOf: () => 'money',
    labelOf: (field) => field,
    errorOf: () => null,
    now: 100 * day,
    isPast: false,
    oneCurrency: true,
    ...more,
  }
}

const evaluated = (condition: ScreenCondition, more: Partial<ScreenedUniverse> = {}) => {
  const { truths, refusal, isOfMoney, why } = evaluateCondition(condition, universe(more))
  return { met: read(truths), refusal, isOfMoney, why }
}
const id = 'x'

describe('a value', () => {
  const met = (operator: ScreenOperator, value: number | null, ...figures: number[]) =>
    read(truthsOf(Float64Array.from(figures), operator, value))

  test('is met from it, up to it, above it or below it', () => {
    expect(met('at-least', 10, 9, 10, 11)).toBe('-++')
    expect(met('at-most', 10, 9, 10, 11)).toBe('++-')
    expect(met('above', 10, 9, 10, 11)).toBe('--+')
    expect(met('below', 10, 9, 10, 11)).toBe('+--')
  })

  test('that a figure reads as is that figure, above zero and below', () => {
    const sum = 0.1 + 0.2
    expect([met('at-least', 0.3, sum), met('above', 0.3, sum), met('at-most', 0.3, sum)]).toEqual(['+', '-', '+'])
    expect([met('at-least', -0.3, -sum), met('below', -0.3, -sum), met('at-most', -0.3, -sum)]).toEqual(['+', '-', '+'])
    expect([met('at-least', 0.1 + 0.2, 0.3), met('below', 0.1 + 0.2, 0.3)]).toEqual(['+', '-'])
  })

  test('is not known of a figure that is missing, not met by one without a meaning, and judges nobody before it is typed', () => {
    expect(met('at-least', 0, notAvailable, noMeaning, 1)).toBe('?-+')
    expect(met('at-most', 0, notAvailable, noMeaning, 1)).toBe('?--')
    expect(met('below', null, 1, notAvailable)).toBe('??')
  })
})

describe('a condition that is being written', () => {
  test('takes part once it has a value, or words', () => {
    expect(isComplete(figure('Revenue', 'above', null))).toBe(false)
    expect(isComplete(figure('Revenue', 'above', 0))).toBe(true)
    expect(isComplete({ kind: 'security', id, field: 'country', values: [] })).toBe(false)
    expect(isComplete({ kind: 'security', id, field: 'country', values: ['GB'] })).toBe(true)
  })
})

describe('a figure', () => {
  test('is evaluated by company, and says what is missing and what would bring it', () => {
    const { met, why, isOfMoney, refusal } = evaluated(figure('Revenue', 'above', 150))
    expect([met, isOfMoney, refusal]).toEqual(['-+??', true, null])
    expect(why(2)).toEqual({ reason: 'Revenue n/a in Q3 FY2025', remedy: null })
    expect(why(3)).toEqual({ reason: 'No statements stored', remedy: 'statements' })
  })

  test('of a year that is not stored can be downloaded', () => {
    expect(evaluated(figure('Revenue', 'above', 1, { period: 'year' })).why(0)).toEqual({
      reason: 'No annual records stored',
      remedy: 'statements',
    })
  })

  test('of money is refused without one currency, but for its sign, its growth and what is no money', () => {
    const oneCurrency = false
    const refusal = 'Currency not stated, so amounts cannot be compared'
    expect(evaluated(figure('Revenue', 'above', 150), { oneCurrency })).toMatchObject({
      met: '',
      refusal,
      isOfMoney: true,
    })
    expect(evaluated(figure('Revenue', 'above', 1, { measure: 'average' }), { oneCurrency }).refusal).toBe(refusal)
    expect(evaluated(figure('Revenue', 'above', 0, { measure: 'rank' }), { oneCurrency }).refusal).toBe(refusal)
    expect(evaluated(figure('Revenue', 'above', 1), { oneCurrency, unitOf: () => 'per-share' }).refusal).toBe(refusal)
    expect(evaluated(figure('DebtCurrent', 'below', 0), { oneCurrency })).toMatchObject({
      met: '+-??',
      isOfMoney: false,
    })
    expect(evaluated(figure('Revenue', 'above', 1, { measure: 'change' }), { oneCurrency }).refusal).toBeNull()
    expect(evaluated(figure('Revenue', 'above', 1), { oneCurrency, unitOf: () => 'ratio' }).refusal).toBeNull()
  })

  test('of a formula that cannot be calculated says why', () => {
    const { met, refusal, why, isOfMoney } = evaluated(figure('=1/', 'above', 1), { errorOf: () => 'Ends too soon' })
    expect([met, refusal, isOfMoney]).toEqual(['', 'Ends too soon', false])
    expect(why(0)).toEqual({ reason: 'Ends too soon', remedy: null })
  })
})

describe('the market cap', () => {
  test('is the listing’s, and has no history', () => {
    const { met, why, isOfMoney } = evaluated(figure('marketCap', 'at-least', 50))
    expect([met, isOfMoney]).toEqual(['+???', true])
    expect([why(0).reason, why(1).reason]).toEqual(['No market cap stored', 'No listing stored'])
    expect(evaluated(figure('marketCap', 'at-least', 50), { isPast: true }).why(1)).toEqual({
      reason: 'No listing stored then',
      remedy: null,
    })
    expect(evaluated(figure('marketCap', 'above', 1, { measure: 'change' })).refusal).toBe(
      'Only the latest market cap is stored, no history',
    )
  })
})

describe('a listing', () => {
  const among = (field: ScreenConditionOf<'security'>['field'], ...values: string[]) =>
    evaluated({ kind: 'security', id, field, values })

  test('has one of the words or not, and is not known where none is stored', () => {
    expect(among('country', 'GB', 'US').met).toBe('+???')
    expect(among('country', 'US').met).toBe('-???')
    const { met, why, isOfMoney, refusal } = among('currency', 'usd')
    expect([met, isOfMoney, refusal]).toEqual(['????', false, null])
    expect([why(0), why(1)]).toEqual([
      { reason: 'No currency stored', remedy: null },
      { reason: 'No listing stored', remedy: null },
    ])
    expect(evaluateCondition({ kind: 'security', id, field: 'country', values: ['GB'] }, universe()).words).toEqual([
      'GB',
      null,
      null,
      null,
    ])
    const past = evaluated({ kind: 'security', id, field: 'country', values: ['GB'] }, { isPast: true })
    expect(past.why(1).reason).toBe('No listing stored then')
  })

  test('names the sector by its GICS code, else as the service names it', () => {
    expect(securityWord(listing, 'sector')).toBe('Industrials')
    expect(securityWord({ ...listing, gicsCode: null }, 'sector')).toBe('Machinery')
    expect(securityWord(listing, 'industry')).toBe('Machinery')
    expect(securityWord(undefined, 'sector')).toBeNull()
  })
})

describe('a call', () => {
  const call = (attribute: ScreenConditionOf<'call'>['attribute'], operator: ScreenOperator, value: number) =>
    ({ kind: 'call', id, attribute, operator, value }) as const
  const sentiments = () =>
    new Map([
      ['A', { sentiment: 0.5, previous: [0.2] }],
      ['B', { sentiment: 0.1, previous: [] }],
      ['C', { sentiment: null, previous: [0.2] }],
    ])

  test('is at most that many whole days old', () => {
    const callsBegun = () => new Map([['A', 90.5 * day], ['B', 80 * day]]) // prettier-ignore
    const { met, why } = evaluated(call('days-since', 'at-most', 9), { callsBegun })
    expect(met).toBe('+-??')
    expect(why(2)).toEqual({ reason: 'No calls stored', remedy: 'calls' })
  })

  test('has its sentiment, and its change since the previous call', () => {
    const latest = evaluated(call('sentiment', 'above', 0.2), { sentiments })
    expect(latest.met).toBe('+-??')
    const change = evaluated(call('sentiment-change', 'above', 0.2), { sentiments })
    expect(change.met).toBe('+???')
    expect(evaluated(call('sentiment-change', 'above', 0.4), { sentiments }).met).toBe('-???')
    const unscored = (which: string) => ({
      reason: `${which} call has no stored summary with a score`,
      remedy: 'calls',
    })
    expect([change.why(1), change.why(2), change.why(3)]).toEqual([
      unscored('Previous'),
      unscored('Latest'),
      { reason: 'No calls stored', remedy: 'calls' },
    ])
  })

  test('has no sentiment of an earlier day', () => {
    const refusal = 'Only current sentiment is stored, no history'
    expect(evaluated(call('sentiment', 'above', 0), { sentiments, isPast: true }).refusal).toBe(refusal)
    expect(evaluated(call('days-since', 'above', 0), { isPast: true }).refusal).toBeNull()
  })
})

describe('what is counted', () => {
  const rating = (value: number | null) => ({ kind: 'rating', id, action: 'up', days: 90, value }) as const
  const search = (value: number) => ({ kind: 'search', id, searchId: 's', name: 'Margins', days: 90, value }) as const
  const counts = () => new Map([['A', 2], ['B', 1]]) // prettier-ignore

  test('is enough where it is stored; that there is not enough is known where the list is stored whole', () => {
    const rated = () => new Set(['B', 'C'])
    const { met, why } = evaluated(rating(2), { ratingActions: counts, rated })
    expect(met).toBe('+--?')
    expect(why(3)).toEqual({ reason: 'Ratings not refreshed in the last week', remedy: 'ratings' })
    expect(evaluated(rating(null), { ratingActions: counts, rated }).met).toBe('++-?')
    expect([...(evaluateCondition(rating(2), universe({ ratingActions: counts, rated })).figures ?? [])]).toEqual([
      ...[2, 1, 0],
      Number.NaN,
    ])
  })

  test('of a saved search needs a transcript, and the search', () => {
    const transcribed = () => new Set(['B', 'D'])
    const { met, why } = evaluated(search(2), { searchHits: counts, transcribed })
    expect(met).toBe('+-?-')
    expect(why(2)).toEqual({ reason: 'No transcript stored', remedy: 'calls' })
    expect(evaluated(search(2), { searchHits: () => null }).refusal).toBe('This saved search no longer exists')
    expect(evaluated(search(2), { isPast: true }).refusal).toBe('Saved searches run on current data only')
  })
})

describe('a restatement', () => {
  const restated = (value: number | null) => ({ kind: 'restatement', id, field: null, days: 90, value }) as const

  test('is larger than the value; a company without one is evaluated, and one without statements is not', () => {
    const restatements = () => new Map([['A', 0.05], ['B', 0.02]]) // prettier-ignore
    const { met, why } = evaluated(restated(0.02), { restatements })
    expect(met).toBe('+--?')
    expect(why(3)).toEqual({ reason: 'No statements stored', remedy: 'statements' })
    expect(evaluated(restated(null), { restatements }).met).toBe('++-?')
  })
})
