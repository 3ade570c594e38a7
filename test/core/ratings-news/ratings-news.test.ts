import { describe, expect, test } from 'vitest'
import type { RatingsNewsFilter, RatingsNewsOrder } from '#contract/api/ratings-news.ts'
import { failureOfQuestion } from '../opened-core.ts'
import { newsOnWire, ratingOnWire, ratingsNewsSetup, type OnWire } from '../ratings/ratings-news-setup.ts'

const byDate: RatingsNewsOrder = { by: 'date', descending: true }
/** Months of 2025, UTC. */
const on = (month: number, day: number) => ({ created_at: new Date(Date.UTC(2025, month - 1, day, 12)).toISOString() })

const wire: OnWire[] = [
  ratingOnWire(1, { ...on(2, 3), action: 'Initiates', price_target: 'USD 50.00' }),
  ratingOnWire(2, { ...on(5, 6), price_target: 'USD 55.00' }),
  ratingOnWire(3, { ...on(8, 7), action: 'Downgrades', rating: 'Sell', price_target: 'EUR 30.00' }),
  ratingOnWire(4, { ...on(8, 9), firm: 'penhallow', action: 'Upgrades', rating: 'buy', price_target: '40.00' }),
  ratingOnWire(5, { ...on(8, 20), firm: 'penhallow', rating: 'Hold', price_target: '39.00' }),
  ratingOnWire(6, { ...on(8, 21), firm: 'penhallow', ticker: 'OTHR', rating: 'Hold', price_target: '12.00' }),
]

async function listSetup() {
  const setup = await ratingsNewsSetup()
  setup.resource.ratings = wire.toReversed()
  setup.resource.news = [
    newsOnWire(11, { ...on(8, 8), type: 'losers', headline: 'Acme falls', associated_ratings: [3] }),
    newsOnWire(10, { ...on(2, 1), headline: 'Acme rises' }),
  ]
  const { api } = setup
  const filter = { symbols: ['ACME', 'OTHR'] }
  await api.ratingsNews.fetchPage({ filter, page: 'latest' })
  const list = (wanted: RatingsNewsFilter = {}, order = byDate) =>
    api.ratingsNews.list({ filter: wanted, order, offset: 0, limit: 500 })
  const ids = async (wanted: RatingsNewsFilter = {}, order = byDate) =>
    (await list(wanted, order)).entries.map(({ id }) => id)
  const counts = async (group: 'sort' | 'action' | 'opinion' | 'target' | 'firm' | 'news', wanted: RatingsNewsFilter) =>
    Object.fromEntries((await list(wanted)).facets[group].map(({ label, count }) => [label, count]))
  return { ...setup, list, ids, counts }
}

describe('ratings and news as one list', () => {
  test('one request fetches both, and both are listed by date', async () => {
    const { ids, list } = await listSetup()
    expect(await ids()).toEqual([6, 5, 4, 11, 3, 2, 1, 10])
    expect(await list({ symbols: ['ACME'] })).toMatchObject({ total: 7, stale: false, requests: 2, notRequested: 0 })
  })

  test('within a group any value matches, between groups all, and a choice among ratings leaves news out', async () => {
    const { ids } = await listSetup()
    expect(await ids({ chosen: { action: ['up', 'down'] } })).toEqual([4, 3])
    expect(await ids({ chosen: { action: ['up', 'down'], opinion: ['buy'] } })).toEqual([4])
    expect(await ids({ chosen: { news: ['gainers'] } })).toEqual([10])
    expect(await ids({ chosen: { news: ['rating'], action: ['down'] } })).toEqual([11, 3])
    expect(await ids({ chosen: { sort: ['news'] } })).toEqual([11, 10])
  })

  test('the counts of a group follow the other groups, not its own', async () => {
    const { counts } = await listSetup()
    const wanted = { chosen: { firm: ['penhallow'], opinion: ['hold'] } }
    expect(await counts('firm', wanted)).toEqual({ Penhallow: 2, 'Castell Rowe': 0 })
    expect(await counts('opinion', wanted)).toEqual({ Hold: 2, Buy: 1, Sell: 0 })
    expect(await counts('action', wanted)).toMatchObject({ reiterated: 2, up: 0, down: 0 })
    expect(await counts('sort', wanted)).toEqual({ rating: 2, news: 0 })
    expect(await counts('news', wanted)).toEqual({ gainers: 1, losers: 1, call: 0, rating: 1 })
  })

  test('a target is compared with the same firm’s previous one of the same share in the same currency, or with none', async () => {
    const { list, ids } = await listSetup()
    const changes = (await list()).entries.flatMap((entry) =>
      entry.sort === 'rating' ? [[entry.id, entry.targetChange === null ? null : entry.targetChange.toFixed(3)]] : [],
    )
    expect(changes).toEqual([
      [6, null],
      [5, '-0.025'],
      [4, null],
      [3, null],
      [2, '0.100'],
      [1, null],
    ])
    expect(await ids({ chosen: { target: ['raised'] } })).toEqual([2])
    expect(await ids({ chosen: { target: ['cut'] } })).toEqual([5])
    expect(await ids({ chosen: { target: ['large'] } })).toEqual([2])
    expect(await ids({}, { by: 'change', descending: true })).toEqual([2, 5, 6, 4, 11, 3, 1, 10])
  })

  test('another firm, exchange or company has no previous target of this one', async () => {
    const setup = await ratingsNewsSetup()
    setup.resource.ratings = [
      ratingOnWire(5, { price_target: '60.00' }),
      ratingOnWire(4, { firm: 'penhallow', price_target: '50.00' }),
      ratingOnWire(3, { exchange: 'AMEX', price_target: '40.00' }),
      ratingOnWire(2, { ticker: 'OTHR', price_target: '30.00' }),
      ratingOnWire(1, { price_target: '48.00' }),
    ]
    await setup.reach('latest')
    const raised = await setup.api.ratingsNews.list({
      filter: { chosen: { target: ['raised', 'cut'] } },
      order: byDate,
      offset: 0,
      limit: 10,
    })
    expect(raised.entries.map((entry) => [entry.id, entry.sort === 'rating' && entry.targetChange])).toEqual([
      [5, 0.25],
    ])
  })

  test('quarters count actions and targets whatever the range of time, and a quarter narrows the list', async () => {
    const { list, ids } = await listSetup()
    const filter = { from: Date.UTC(2025, 7, 1), quarter: { year: 2025, quarter: 3 } }
    expect((await list(filter)).quarters).toEqual([
      { year: 2025, quarter: 1, up: 0, down: 0, raised: 0, cut: 0 },
      { year: 2025, quarter: 2, up: 0, down: 0, raised: 1, cut: 0 },
      { year: 2025, quarter: 3, up: 1, down: 1, raised: 0, cut: 1 },
    ])
    expect((await list({ chosen: { firm: ['castell-rowe'] } })).quarters.at(-1)).toMatchObject({
      up: 0,
      down: 1,
      cut: 0,
    })
    expect(await ids({ quarter: { year: 2025, quarter: 2 } })).toEqual([2])
  })

  test('what a later download adds is listed and counted', async () => {
    const { api, resource, ids, counts } = await listSetup()
    expect(await counts('action', {})).toMatchObject({ up: 1 })
    resource.ratings = [ratingOnWire(7, { ...on(9, 1), action: 'Upgrades' }), ...resource.ratings]
    await api.ratingsNews.fetchPage({ filter: {}, page: 'latest' })
    expect((await ids())[0]).toBe(7)
    expect(await counts('action', {})).toMatchObject({ up: 2 })
  })

  test('only what came after the company was put on a watchlist is new', async () => {
    const { api, resource, clock, list } = await listSetup()
    const { id } = await api.watchlists.create({ name: 'CopyCompleteness' })
    await api.watchlists.addCompanies({ listId: id, securities: [{ symbol: 'ACME' }] })
    clock.advance(1000)
    const created_at = new Date(clock.now()).toISOString()
    resource.ratings = [
      ratingOnWire(8, { created_at }),
      ratingOnWire(9, { created_at, ticker: 'NONE' }),
      ...resource.ratings,
    ]
    clock.advance(1000)
    await api.ratingsNews.fetchPage({ filter: {}, page: 'latest' })
    const { entries, all, unseen } = await list({ unseen: true })
    expect([entries.map((entry) => entry.id), all, unseen]).toEqual([[8], 10, 1])
  })

  test('text, company, exchange and number narrow both lists or the one that has the field', async () => {
    const { ids } = await listSetup()
    expect(await ids({ text: 'acme falls' })).toEqual([11])
    expect(await ids({ text: 'CASTELL sell' })).toEqual([3])
    expect(await ids({ exchange: 'nasdaq', symbols: ['OTHR'] })).toEqual([6])
    expect(await ids({ id: 10 })).toEqual([10])
  })

  test('a failed request for one of the lists is reported, and the other is stored', async () => {
    const setup = await ratingsNewsSetup()
    setup.resource.ratings = [...wire]
    setup.resource.refusesNews = 403
    const filter = { symbols: ['ACME'] }
    const fetched = setup.api.ratingsNews.fetchPage({ filter, page: 'latest' })
    expect(await failureOfQuestion(fetched)).toMatchObject({ kind: 'not-allowed' })
    const { entries } = await setup.api.ratingsNews.list({ filter, order: byDate, offset: 0, limit: 10 })
    expect(entries.filter(({ sort }) => sort === 'rating')).toHaveLength(5)
  })
})

describe('a rating’s pane', () => {
  test('has the latest of each firm, and a median only of three targets in one currency within a year', async () => {
    const setup = await ratingsNewsSetup()
    const now = setup.clock.now()
    const ago = (days: number) => ({ created_at: new Date(now - days * 86_400_000).toISOString() })
    setup.resource.ratings = [
      ratingOnWire(9, { ...ago(1), firm: 'a', price_target: 'USD 10' }),
      ratingOnWire(8, { ...ago(2), firm: 'b', price_target: 'USD 20' }),
      ratingOnWire(7, { ...ago(3), firm: 'c', price_target: 'USD 16' }),
      ratingOnWire(6, { ...ago(4), firm: 'd', price_target: 'EUR 5' }),
      ratingOnWire(5, { ...ago(5), firm: 'a', price_target: 'USD 90' }),
      ratingOnWire(4, { ...ago(400), firm: 'e', price_target: 'USD 1' }),
    ]
    await setup.reach('latest')
    const [first] = (await setup.list()).entries
    const opened = await setup.api.ratings.open({ recordId: first?.recordId ?? -1 })
    expect(opened.latest.map(({ id }) => id)).toEqual([9, 8, 7, 6, 4])
    expect(opened.ranges.map(({ currency, targets, median }) => [currency, targets.length, median])).toEqual([
      ['USD', 3, 16],
      ['EUR', 1, null],
    ])
  })
})
