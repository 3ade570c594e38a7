import { describe, expect, test } from 'vitest'
import type { HomeCompany, HomeItem } from '#contract/api/home.ts'
import type { PriceTarget } from '#contract/api/ratings.ts'
import { cellOf, countAll, figuresLocationOf, locationOf, rowOf } from '../../../src/renderer/home/home-rows.ts'

/** Monday, 23 November 2026, 07:40 on the user's clock. */
const now = new Date(2026, 10, 23, 7, 40).getTime()
const hour = 3_600_000

const common = { symbol: 'HLDN', at: now - hour, receivedAt: now - hour, hits: [] }
const target = (amount: number, currency: string | null = null): PriceTarget => ({
  raw: String(amount),
  amount,
  currency,
  reason: null,
})
const rating: HomeItem = {
  kind: 'rating',
  ...common,
  recordId: 7,
  ratingKind: 'up',
  action: 'Upgrades',
  firm: 'Bramley',
  rating: 'Buy',
  previousRating: 'Hold',
  target: target(160),
  previousTarget: target(141),
  targetChange: 19 / 141,
}
const restated: HomeItem = {
  kind: 'restated',
  ...common,
  period: 'Q2 FY2026',
  recordId: 1,
  field: 'Revenue',
  label: 'Revenue',
  current: 1_296_800_000,
  previous: 1_301_200_000,
  figures: 25,
  periods: 2,
}
const period: HomeItem = {
  kind: 'period',
  ...common,
  at: Date.UTC(2026, 8, 26),
  period: 'Q3 FY2026',
  call: { callId: 'c', title: 'Q3 FY2026 call' },
  revenue: 412_600_000,
  revenueYearAgo: 399_000_000,
  growth: 412.6 / 399 - 1,
  margin: 0.126,
  marginChange: -0.0031,
}
const transcript: HomeItem = {
  kind: 'transcript',
  ...common,
  callId: 'c',
  title: 'Vesper Optics Q1 FY2026 earnings call',
  quarter: { quarter: 'Q1', year: 2026 },
  sentiment: -0.44,
  previousSentiment: -0.31,
  hits: [{ searchId: 's', name: 'pric*', hits: 3 }],
}
const call: HomeItem = {
  kind: 'call',
  ...common,
  callId: 'd',
  title: 'Update call',
  seconds: 1920,
  isInProgress: false,
}
const news: HomeItem = { kind: 'news', ...common, recordId: 9, newsKind: 'losers', headline: 'HLDN drops' }

const companyOf = (...items: HomeItem[]): HomeCompany => ({ symbol: 'HLDN', name: 'Halden', items })

describe('an item as a row', () => {
  test('of a restated figure says which, how many more, and by how much, in the scale of the tables', () => {
    expect(rowOf(restated, 'millions', now)).toMatchObject({
      label: 'Restated',
      what: 'Q2 FY2026 revenue and 24 more',
      measure: 'millions',
      now: '1,296.8',
      before: '1,301.2',
      change: '(4.4)',
      changeTone: 'down',
    })
  })

  test('of a rating names the old and the new one, and marks the previous target as inferred', () => {
    const row = rowOf(rating, 'millions', now)
    expect(row).toMatchObject({ label: 'Upgrade', arrow: 'up', what: 'Bramley, Hold to Buy', change: '+13.5%' })
    expect([row.now, row.before]).toEqual(['160.00', '141.00'])
    expect(row.inferred).toContain('previous target from this firm')
  })

  test('of a reiterated rating with another target is about the target; across currencies it has no change', () => {
    const reiterated = { ...rating, ratingKind: 'reiterated', previousRating: 'Buy' } as const
    expect(rowOf(reiterated, 'millions', now)).toMatchObject({ label: 'Target', what: 'Bramley, Buy' })
    const others = { ...reiterated, previousTarget: target(120, 'EUR'), targetChange: null }
    expect(rowOf(others, 'millions', now)).toMatchObject({ label: 'Reiterated', before: 'EUR 120.00', change: '' })
  })

  test('of a period has its margin and the change of it in basis points', () => {
    expect(rowOf(period, 'millions', now)).toMatchObject({
      what: 'Q3 FY2026, operating margin 12.6%, (31) bps',
      now: '412.6',
      before: '399.0',
      change: '+3.4%',
    })
    const bare = { ...period, revenueYearAgo: null, growth: null, margin: null, marginChange: null }
    expect(rowOf(bare, 'millions', now)).toMatchObject({ what: 'Q3 FY2026', before: 'n/a', change: 'n/a' })
  })

  test('of a call in progress says since when, of another how long it was', () => {
    const running = { ...call, isInProgress: true, at: now - 40 * 60_000 }
    expect(rowOf(running, 'millions', now)).toMatchObject({
      label: 'In progress',
      what: 'Update call, started 40 min ago',
    })
    expect(rowOf(call, 'millions', now).what).toBe('Update call, 32 min, transcript not downloaded')
  })

  test('of a transcript has its sentiment next to that of the previous call', () => {
    expect(rowOf(transcript, 'millions', now)).toMatchObject({ now: '(0.44)', before: '(0.31)', change: '(0.13)' })
    const first = { ...transcript, previousSentiment: null }
    expect(rowOf(first, 'millions', now)).toMatchObject({ now: '(0.44)', before: '', change: '' })
  })

  test('of a transcript says how many of the figures spoken differ from what was reported, and how many were restated since', () => {
    const textWith = (differ: number, restated = 0) => rowOf(transcript, 'millions', now, { differ, restated }).spoken
    expect(textWith(0)).toBe('')
    expect(textWith(0, 1)).toBe('1 spoken figure restated since')
    expect(textWith(1, 2)).toBe('1 spoken figure differs from reported, 2 restated since')
    expect(textWith(1)).toBe('1 spoken figure differs from reported')
    expect(rowOf({ ...transcript, quarter: null, title: 'Capital markets day' }, 'millions', now).what).toBe(
      'Capital markets day',
    )
    expect(textWith(2)).toBe('2 spoken figures differ from reported')
  })

  test('of a period says the same of the figures spoken on its call, and leads to them', () => {
    const spoken = { differ: 1, restated: 0 }
    expect(rowOf(period, 'millions', now, spoken).spoken).toBe('1 spoken figure differs from reported')
    const toFigures = { screen: 'call', callId: 'c', title: 'Q3 FY2026 call', turn: -1, panel: 'figures' }
    expect(figuresLocationOf(period)).toEqual(toFigures)
    expect(figuresLocationOf({ ...period, call: null })).toBeNull()
  })
})

describe('a company in the matrix', () => {
  const company = companyOf(restated, rating, period, transcript, call, news)

  test('has the one figure that matters of each kind', () => {
    const cell = (kind: Parameters<typeof cellOf>[1]) => cellOf(company, kind)
    expect(cell('restated')).toEqual({ text: 'r 2', tone: 'flag', arrow: null })
    expect(cell('rating')).toEqual({ text: '+13%', tone: 'up', arrow: 'up' })
    expect(cell('period')).toEqual({ text: '+3.4%', tone: 'up', arrow: null })
    expect(cell('transcript')).toEqual({ text: '(0.13)', tone: 'down', arrow: null })
    expect(cell('hits')?.text).toBe('1')
    expect(cell('news')).toEqual({ text: 'loser', tone: 'down', arrow: null })
    expect(cell('call')?.text).toBe('23 Nov')
    expect(cell('withdrawn')).toBeNull()
  })

  test('shows its latest rating, and that a call is going on now', () => {
    const older = { ...rating, at: now - 9 * hour, targetChange: -0.21, ratingKind: 'down' as const }
    expect(cellOf(companyOf(older, rating), 'rating')?.text).toBe('+13%')
    const running = { ...call, isInProgress: true }
    expect(cellOf(companyOf(call, running), 'call')).toEqual({ text: 'now', tone: 'accent', arrow: null })
  })

  test('is counted as watchlists count: changed periods and searches with hits, not figures and words', () => {
    expect(countAll([company, companyOf(restated)], 'restated')).toBe(4)
    expect(countAll([company], 'hits')).toBe(1)
  })
})

test('an item opens where it is read: a rating at the rating, a call at the call', () => {
  expect([rating, restated, call, period].map((item) => locationOf(item))).toEqual([
    { screen: 'ratings', symbol: 'HLDN', record: 7, show: 'rating' },
    { screen: 'company', symbol: 'HLDN', view: 'restatements' },
    { screen: 'call', callId: 'd', title: 'Update call', turn: -1 },
    { screen: 'company', symbol: 'HLDN', view: 'financials' },
  ])
})
