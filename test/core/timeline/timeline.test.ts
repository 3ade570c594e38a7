import { describe, expect, test } from 'vitest'
import { readJsonText } from '#contract/api/serialized-json.ts'
import type { TimelineEntry } from '#contract/api/timeline.ts'
import { callOf, day, newsOf, ratingOf, twoYears, watchlistSetup } from '../watchlists/watchlist-setup.ts'

type Desk = Awaited<ReturnType<typeof watchlistSetup>>

async function told({ api }: Desk, ...symbols: string[]): Promise<readonly TimelineEntry[]> {
  const { entries } = await api.timeline.read({ symbols })
  return readJsonText(entries)
}

function only<Kind extends TimelineEntry['kind']>(entries: readonly TimelineEntry[], kind: Kind) {
  return entries.filter((entry): entry is Extract<TimelineEntry, { kind: Kind }> => entry.kind === kind)
}

const january = (days: number) => new Date(Date.UTC(2026, 0, days, 10)).toISOString()

describe('everything that happened to a company', () => {
  test('is in one order of time, whichever list it came from', async () => {
    const setup = await watchlistSetup({
      calls: [callOf('HLDN', 'held', 1)],
      ratings: [ratingOf('HLDN', 1, january(5)), ratingOf('VSPO', 2, january(5))],
      news: [newsOf('HLDN', 3, january(7))],
      fundamentals: twoYears('HLDN'),
    })
    await setup.sync('HLDN')
    await setup.sync('VSPO')
    const entries = await told(setup, 'HLDN')
    expect(entries.slice(-4).map(({ kind }) => kind)).toEqual(['period', 'rating', 'call', 'news'])
    expect(only(entries, 'period')).toHaveLength(8)
    expect(only(entries, 'period').at(-1)).toMatchObject({ quarter: 'Q3', year: 2025, end: '2025-09-30', revenue: 170 })
    expect(only(entries, 'period').at(-1)?.growth).toBeCloseTo(170 / 130 - 1)
    expect(only(entries, 'period').at(-1)?.operatingMargin).toBeCloseTo(0.1)
    // There is no year before the first year.
    expect(only(entries, 'period')[0]?.growth).toBeNull()
    expect(only(entries, 'rating').map(({ firm, ratingKind }) => [firm, ratingKind])).toEqual([['Hollin Gate', 'up']])
    expect(new Set(entries.map(({ symbol }) => symbol))).toEqual(new Set(['HLDN']))
  })

  test('a mislabeled or duplicated quarter is no base for the growth of a year', async () => {
    const periods = twoYears('HLDN')
    // The first quarter of the second year is labelled as the third of the first one, which ended half a year earlier.
    const end = (at: number) => String(periods[at]?.EndPeriod)
    const mislabelled = periods.map((period, at) => (at === 3 ? { ...period, EndPeriod: end(5) } : period))
    const setup = await watchlistSetup({ fundamentals: mislabelled })
    await setup.sync('HLDN')
    const growthOf = async (quarter: string, year: number) =>
      only(await told(setup, 'HLDN'), 'period').find((each) => each.quarter === quarter && each.year === year)?.growth
    expect(await growthOf('Q3', 2025)).toBeNull()
    expect(await growthOf('Q2', 2025)).toBeCloseTo(160 / 120 - 1)
    setup.knows.fundamentals = [...periods, { ...periods[3], EndPeriod: end(5) }]
    await setup.sync('HLDN')
    expect(await growthOf('Q3', 2025)).toBeNull()
  })

  test('what a refresh changed of a period is one restatement, on the day that it was seen', async () => {
    const setup = await watchlistSetup({ fundamentals: twoYears('HLDN') })
    await setup.sync('HLDN')
    setup.clock.advance(3 * day)
    const seenAt = setup.clock.now()
    setup.knows.fundamentals = twoYears('HLDN').map((period, at) =>
      at === 7 ? { ...period, Revenue: 171, OperatingIncome: 18 } : period,
    )
    await setup.sync('HLDN')
    const [restated, ...others] = only(await told(setup, 'HLDN'), 'restated')
    expect(others).toEqual([])
    expect(restated).toMatchObject({ at: seenAt, quarter: 'Q3', year: 2025, figures: 2 })
    expect(restated?.first).toContainEqual({ field: 'Revenue', label: 'Revenue', previous: 170, current: 171 })
  })

  test('what a refresh withdrew of a period is a withdrawal, and no restatement, nor is its coming back', async () => {
    const others = { GrossProfit: 1, EBITDA: 2, Goodwill: 3, Inventories: 4, TotalAssets: 5 }
    const periods = twoYears('HLDN').map((period) => ({ ...period, ...others }))
    const setup = await watchlistSetup({ fundamentals: periods })
    await setup.sync('HLDN')
    setup.clock.advance(day)
    const withdrawnAt = setup.clock.now()
    setup.knows.fundamentals = periods.map((period, at) => (at === 7 ? { ...period, Revenue: null } : period))
    await setup.sync('HLDN')
    setup.clock.advance(day)
    setup.knows.fundamentals = periods
    await setup.sync('HLDN')
    const entries = await told(setup, 'HLDN')
    expect(only(entries, 'withdrawn')).toMatchObject([
      { at: withdrawnAt, quarter: 'Q3', figures: 1, first: [{ label: 'Revenue', current: null }] },
    ])
    expect(only(entries, 'restated')).toEqual([])
  })

  test('a call has the score of its summary once it is stored', async () => {
    const summary = { summary: 'It went well.', sentiment: 0.4 }
    const setup = await watchlistSetup({ calls: [callOf('HLDN', 'held', 1, { summary })] })
    await setup.sync('HLDN')
    expect(only(await told(setup, 'HLDN'), 'call')).toMatchObject([{ stored: false, sentiment: null }])
    await setup.api.fetch.call({ parameters: { call_id: 'held' }, freshness: 'service' })
    expect(only(await told(setup, 'HLDN'), 'call')).toMatchObject([{ stored: true, sentiment: 0.4 }])
  })

  test('news name calls and ratings of the library, and stand with the other company that they name', async () => {
    const setup = await watchlistSetup({
      calls: [callOf('HLDN', 'held', 1)],
      ratings: [ratingOf('HLDN', 41, january(5))],
    })
    await setup.sync('HLDN')
    const links = { associated_ratings: [41, 999], associated_transcripts: ['HELD', 'unheard'] }
    setup.knows.news = [
      newsOf('HLDN', 3, january(6), links),
      newsOf('OTHR', 4, january(7), { securities: [{ ticker: 'OTHR' }, { ticker: 'HLDN' }] }),
    ]
    await setup.sync('HLDN')
    await setup.sync('OTHR')
    const entries = await told(setup, 'HLDN')
    const [rating] = only(entries, 'rating')
    expect(only(entries, 'news')).toMatchObject([
      { symbol: 'HLDN', calls: ['held'], ratings: [rating?.recordId] },
      { symbol: 'HLDN', calls: [], ratings: [] },
    ])
  })

  test('news that names an id which only begins with the number of a rating is not linked with that rating', async () => {
    const setup = await watchlistSetup({ ratings: [ratingOf('HLDN', 41, january(5))] })
    setup.knows.news = [
      newsOf('HLDN', 3, january(6), { associated_ratings: ['41-b', '41e1c2f30', { id: '41 b' }] }),
      newsOf('HLDN', 4, january(7), { associated_ratings: ['041'] }),
    ]
    await setup.sync('HLDN')
    const entries = await told(setup, 'HLDN')
    const [rating] = only(entries, 'rating')
    expect(only(entries, 'news').map(({ ratings }) => ratings)).toEqual([[], [rating?.recordId]])
  })

  test('what has no date is counted, not placed', async () => {
    const setup = await watchlistSetup({ ratings: [ratingOf('HLDN', 1, 'soon'), ratingOf('HLDN', 2, january(6))] })
    await setup.sync('HLDN')
    const { entries, undated } = await setup.api.timeline.read({ symbols: ['HLDN'] })
    expect([readJsonText(entries).length, undated]).toEqual([1, 1])
  })

  test('is there without a service, and sends no request', async () => {
    const setup = await watchlistSetup({ calls: [callOf('HLDN', 'held', 0, { status: 'IN_PROGRESS' })] })
    await setup.sync('HLDN')
    const asked = setup.heard.length
    expect(await told(setup, 'HLDN')).toHaveLength(1)
    setup.clock.advance(10 * 60_000)
    expect(setup.heard).toHaveLength(asked)
  })
})
