import { describe, expect, test } from 'vitest'
import type { CallOnTimeline, PeriodOnTimeline, RatingOnTimeline, TimelineEntry } from '#contract/api/timeline.ts'
import { changeOf, headlineOf, kindText, whatOf } from '../../../src/renderer/timeline/timeline-text.ts'

const call: CallOnTimeline = {
  kind: 'call',
  symbol: 'HLDN',
  at: 0,
  callId: 'a',
  title: 'Halden at a conference',
  quarter: null,
  status: 'COMPLETED',
  seconds: 3521,
  sentiment: -0.07,
  stored: true,
  recording: 'none',
}
const rating: RatingOnTimeline = {
  kind: 'rating',
  symbol: 'HLDN',
  at: 0,
  recordId: 1,
  firm: 'Castell & Rowe',
  ratingKind: 'up',
  action: 'Upgrades',
  rating: 'Buy',
  previousRating: 'Hold',
  target: { raw: '154.00', amount: 154, currency: null, reason: null },
  targetChange: 0.1,
}
const period: PeriodOnTimeline = {
  kind: 'period',
  symbol: 'HLDN',
  at: 0,
  recordId: 2,
  quarter: 'Q3',
  year: 2025,
  end: '2025-09-27',
  revenue: 1_318_400_000,
  growth: 0.094,
  operatingMargin: 0.165,
  earningsPerShare: 0.78,
}

describe('an event is shown in the words of every other table', () => {
  test('a call by its period or its title, with its length, or why there is none to read', () => {
    expect([whatOf(call), kindText(call)]).toEqual(['Halden at a conference', '0:58:41'])
    expect(whatOf({ ...call, quarter: { quarter: 'Q3', year: 2025 } })).toBe('Q3 FY2025 earnings call')
    expect(kindText({ ...call, stored: false })).toBe('0:58:41, not downloaded')
    expect(kindText({ ...call, status: 'IN_PROGRESS' })).toBe('In progress')
  })

  test('a rating by what the firm did, with the opinion before only where it changed', () => {
    expect([whatOf(rating), kindText(rating)]).toEqual(['Castell & Rowe upgrades to Buy', 'Hold → Buy'])
    const reiterated: RatingOnTimeline = {
      ...rating,
      ratingKind: 'reiterated',
      previousRating: 'Buy',
      targetChange: -0.05,
    }
    expect([whatOf(reiterated), kindText(reiterated)]).toEqual(['Castell & Rowe cuts target, reiterates Buy', 'Buy'])
    expect(whatOf({ ...reiterated, targetChange: null })).toBe('Castell & Rowe reiterates Buy')
    expect(whatOf({ ...rating, ratingKind: 'note' })).toBe('Castell & Rowe publishes a note')
  })

  test('a period end by its figures and its growth, and by none that are not there', () => {
    expect(headlineOf(period, 'millions')).toBe(
      'Q3 FY2025 ends: revenue 1,318.4, operating margin 16.5%, diluted EPS 0.78',
    )
    expect(changeOf(period)).toMatchObject({ text: '+9.4%', tone: 'up' })
    const bare = { ...period, revenue: null, operatingMargin: null, earningsPerShare: null, growth: null }
    expect([headlineOf(bare, 'millions'), changeOf(bare).text]).toEqual(['Q3 FY2025 ends', ''])
  })

  test('a restatement by its first two figures; a correction is neither good nor bad', () => {
    const restated: TimelineEntry = {
      kind: 'restated',
      symbol: 'HLDN',
      at: 0,
      recordId: 2,
      quarter: 'Q2',
      year: 2025,
      figures: 3,
      first: [
        { field: 'Revenue', label: 'Revenue', previous: 1_301_200_000, current: 1_296_800_000 },
        { field: 'CostOfRevenue', label: 'Cost of revenue', previous: 714_900_000, current: 710_500_000 },
        { field: 'EBITDA', label: 'EBITDA', previous: 1, current: 2 },
      ],
    }
    expect(headlineOf(restated, 'millions')).toBe(
      'Q2 FY2025 restated: revenue 1,301.2 → 1,296.8, cost of revenue 714.9 → 710.5',
    )
    expect(changeOf(restated)).toMatchObject({ text: '(0.3%)', tone: '' })
  })
})
