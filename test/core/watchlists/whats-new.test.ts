import { describe, expect, test } from 'vitest'
import type { NewItem } from '#contract/api/watchlists.ts'
import { transcribed } from '../calls/calls-service.ts'
import { enhanced } from '../records.ts'
import { callOf, day, newsOf, ratingOf, twoYears, watchlistSetup, rowsOf } from './watchlist-setup.ts'

type Setup = Awaited<ReturnType<typeof watchlistSetup>>

/** Kinds and ids of what came, latest first. */
async function unseen({ api }: Setup, listId: string): Promise<string[]> {
  const { items } = await api.watchlists.unseen({ listId, symbols: null })
  return items.map(({ kind, id }) => `${kind} ${id}`)
}

const january = (days: number) => new Date(Date.UTC(2026, 0, days, 10)).toISOString()

describe('since a list was last looked at', () => {
  test('what comes is new, and what is older than the company’s place on the list is not, however late it comes', async () => {
    const setup = await watchlistSetup()
    const listId = await setup.list('HLDN')
    setup.clock.advance(2 * day)
    setup.knows.calls = [callOf('HLDN', 'old', -30), callOf('HLDN', 'new', 1)]
    setup.knows.ratings = [
      ratingOf('HLDN', 1, '2025-06-01 10:00:00.000000'),
      ratingOf('HLDN', 2, '2026-01-06 10:00:00.000000'),
    ]
    setup.knows.news = [newsOf('HLDN', 3, january(1)), newsOf('HLDN', 4, january(7))]
    setup.knows.fundamentals = twoYears('HLDN')
    await setup.sync('HLDN')
    expect(await unseen(setup, listId)).toEqual(['news 4', 'call new', 'rating 2'])
    const { items } = await setup.api.watchlists.unseen({ listId, symbols: null })
    expect(items[2]?.title).toBe('Hollin Gate: Upgrades, Buy, 154.00')
    const { lists, unseen: all } = await setup.api.watchlists.all()
    expect(lists[0]?.unseen).toEqual({
      call: 1,
      transcript: 0,
      period: 0,
      rating: 1,
      news: 1,
      restated: 0,
      withdrawn: 0,
      hits: 0,
    })
    expect(all).toEqual(lists[0]?.unseen)
  })

  test('what was there before is not new, and nothing is after it was looked at; that can be taken back', async () => {
    const setup = await watchlistSetup({ news: [newsOf('HLDN', 1, january(6))] })
    await setup.sync('HLDN')
    setup.clock.advance(1)
    const listId = await setup.list('HLDN')
    expect(await unseen(setup, listId)).toEqual([])
    setup.clock.advance(3 * day)
    setup.knows.news.push(newsOf('HLDN', 2, january(7)))
    await setup.sync('HLDN')
    expect(await unseen(setup, listId)).toEqual(['news 2'])
    setup.clock.advance(1)
    const { previous } = await setup.api.watchlists.markSeen({ listId, symbols: ['HLDN'] })
    expect(await unseen(setup, listId)).toEqual([])
    await setup.api.watchlists.restoreSeen({ listId, previous })
    expect(await unseen(setup, listId)).toEqual(['news 2'])
  })

  test('a transcript that was completed and stored is new as that, until the call is read', async () => {
    const setup = await watchlistSetup()
    const listId = await setup.list('HLDN')
    setup.clock.advance(day)
    setup.knows.calls = [callOf('HLDN', 'c', 0, { status: 'IN_PROGRESS' })]
    await setup.sync('HLDN')
    setup.clock.advance(1)
    await setup.api.watchlists.markSeen({ listId, symbols: null })
    setup.clock.advance(day)
    setup.knows.calls = [callOf('HLDN', 'c', 0)]
    await setup.api.fetch.call({ parameters: { call_id: 'c' }, freshness: 'service' })
    expect(await unseen(setup, listId)).toEqual(['transcript c'])
    setup.clock.advance(1)
    await setup.api.notes.savePosition({ callId: 'c', turn: 0 })
    expect(await unseen(setup, listId)).toEqual([])
  })

  test('what the service restated is new, one for each period however many of its figures changed', async () => {
    const setup = await watchlistSetup({ fundamentals: twoYears('HLDN') })
    await setup.sync('HLDN')
    setup.clock.advance(1)
    const listId = await setup.list('HLDN')
    setup.clock.advance(day)
    const [before, latest] = setup.knows.fundamentals.slice(-2)
    setup.knows.fundamentals = [
      ...setup.knows.fundamentals.slice(0, -2),
      { ...before, Revenue: 161 },
      { ...latest, Revenue: 171, OperatingIncome: 18 },
    ]
    await setup.sync('HLDN')
    const { items } = await setup.api.watchlists.unseen({ listId, symbols: null })
    expect(items.map(({ title }: NewItem) => title)).toEqual([
      'Q3 FY2025, 2 figures restated',
      'Revenue, Q2 FY2025, restated',
    ])
    expect(rowsOf(await setup.api.watchlists.table({ listId }))[0]?.unseen.restated).toBe(2)
  })

  test('what the service withdrew is new as a withdrawal, not as a restatement', async () => {
    const others = { GrossProfit: 1, EBITDA: 2, Goodwill: 3, Inventories: 4, TotalAssets: 5 }
    const setup = await watchlistSetup({ fundamentals: twoYears('HLDN').map((period) => ({ ...period, ...others })) })
    await setup.sync('HLDN')
    setup.clock.advance(1)
    const listId = await setup.list('HLDN')
    setup.clock.advance(day)
    const latest = setup.knows.fundamentals.at(-1)
    setup.knows.fundamentals = [...setup.knows.fundamentals.slice(0, -1), { ...latest, Revenue: null }]
    await setup.sync('HLDN')
    const { items } = await setup.api.watchlists.unseen({ listId, symbols: null })
    expect(items.map(({ kind, title }: NewItem) => [kind, title])).toEqual([
      ['withdrawn', 'Revenue, Q3 FY2025, withdrawn'],
    ])
    const { lists } = await setup.api.watchlists.all()
    expect([lists[0]?.unseen.restated, lists[0]?.unseen.withdrawn]).toEqual([0, 1])
  })

  test('hits of a saved search are named by the search', async () => {
    const setup = await watchlistSetup()
    const listId = await setup.list('HLDN')
    const { id } = await setup.api.search.save({ name: 'Margins', query: 'margins', chosen: {} })
    setup.clock.advance(day)
    setup.knows.calls = [callOf('HLDN', 'c', 0), callOf('HLDN', 'old', -40), callOf('OTHR', 'o', 0)]
    for (const callId of ['c', 'old', 'o'])
      await setup.api.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
    const { items } = await setup.api.watchlists.unseen({ listId, symbols: null })
    const hits = items.filter(({ kind }) => kind === 'hits')
    expect(hits).toMatchObject([{ kind: 'hits', symbol: 'HLDN', id, title: 'Margins: 1 hit' }])
  })

  test('what was published long before the last look and is downloaded only now is not new: no call, rating, news or hit of it', async () => {
    const setup = await watchlistSetup()
    const listId = await setup.list('HLDN')
    await setup.api.search.save({ name: 'Margins', query: 'margins', chosen: {} })
    setup.clock.advance(60 * day)
    await setup.api.watchlists.markSeen({ listId, symbols: null })
    setup.clock.advance(day)
    // All from between the company's place on the list and the last look.
    setup.knows.calls = [callOf('HLDN', 'c', 20)]
    setup.knows.ratings = [ratingOf('HLDN', 1, '2026-01-20 10:00:00.000000')]
    setup.knows.news = [newsOf('HLDN', 2, january(25))]
    setup.knows.fundamentals = [
      enhanced(
        { symbol: 'HLDN', quarter: 'Q4', year: 2025, end: '2025-12-31' },
        { created_at: january(28), Revenue: 1 },
      ),
    ]
    await setup.sync('HLDN')
    await setup.api.fetch.call({ parameters: { call_id: 'c' }, freshness: 'service' })
    expect(await unseen(setup, listId)).toEqual([])
    const { lists } = await setup.api.watchlists.all()
    expect(lists[0]?.unseen).toEqual({
      call: 0,
      transcript: 0,
      period: 0,
      rating: 0,
      news: 0,
      restated: 0,
      withdrawn: 0,
      hits: 0,
    })
  })

  test('a transcript of a listed call that was over at the last look is no news when it is downloaded', async () => {
    const setup = await watchlistSetup({ calls: [callOf('HLDN', 'c', 1)] })
    const listId = await setup.list('HLDN')
    setup.clock.advance(2 * day)
    await setup.sync('HLDN')
    setup.clock.advance(1)
    await setup.api.watchlists.markSeen({ listId, symbols: null })
    setup.clock.advance(day)
    await setup.api.fetch.call({ parameters: { call_id: 'c' }, freshness: 'service' })
    expect(await unseen(setup, listId)).toEqual([])
    // The service corrects it: that is a change.
    setup.clock.advance(day)
    setup.knows.calls = [callOf('HLDN', 'c', 1, transcribed('Jane Doe: Margins narrowed.'))]
    await setup.api.fetch.call({ parameters: { call_id: 'c' }, freshness: 'service' })
    expect(await unseen(setup, listId)).toEqual(['transcript c'])
  })

  test('what the service published while the library was behind is new, though it was published before the look', async () => {
    const first = '2026-01-06 10:00:00.000000'
    const setup = await watchlistSetup({ ratings: [ratingOf('HLDN', 1, first)], fundamentals: twoYears('HLDN') })
    const listId = await setup.list('HLDN')
    setup.clock.advance(2 * day)
    await setup.sync('HLDN')
    setup.clock.advance(30 * day)
    await setup.api.watchlists.markSeen({ listId, symbols: null })
    setup.clock.advance(day)
    setup.knows.ratings.push(
      ratingOf('HLDN', 2, '2026-01-20 10:00:00.000000'),
      ratingOf('HLDN', 3, '2026-01-05 20:00:00.000000'),
    )
    setup.knows.fundamentals.push(
      enhanced({ symbol: 'HLDN', quarter: 'Q4', year: 2025, end: '2025-12-31' }, { Revenue: 180 }),
    )
    await setup.sync('HLDN')
    // The third is older than what the library had at the look.
    expect(await unseen(setup, listId)).toEqual(['rating 2', 'period Q4 2025 2025-12-31'])
  })

  test('statements that the service made after the look are new, also the first of a company', async () => {
    const setup = await watchlistSetup()
    const listId = await setup.list('HLDN')
    setup.clock.advance(30 * day)
    setup.knows.fundamentals = [
      enhanced(
        { symbol: 'HLDN', quarter: 'Q4', year: 2025, end: '2025-12-31' },
        { created_at: january(28), Revenue: 1 },
      ),
      enhanced(
        { symbol: 'HLDN', quarter: 'Q3', year: 2025, end: '2025-09-30' },
        { created_at: '2025-11-01T10:00:00Z' },
      ),
    ]
    await setup.sync('HLDN')
    expect(await unseen(setup, listId)).toEqual(['period Q4 2025 2025-12-31'])
  })

  test('an item counts once over all lists', async () => {
    const setup = await watchlistSetup()
    const first = await setup.list('HLDN')
    await setup.api.watchlists.create({ name: 'Copy', copyOf: first })
    setup.clock.advance(day)
    setup.knows.news = [newsOf('HLDN', 1, january(6))]
    await setup.sync('HLDN')
    const { lists, unseen: all } = await setup.api.watchlists.all()
    expect([...lists.map((list) => list.unseen.news), all.news]).toEqual([1, 1, 1])
  })
})

describe('after the clock was a month ahead, and was set right', () => {
  const october = '2025-10-01 10:00:00.000000'

  test('what comes is new, on the watchlists and on Home, and what was seen meanwhile is not new again', async () => {
    const setup = await watchlistSetup({ ratings: [ratingOf('HLDN', 1, october)], fundamentals: twoYears('HLDN') })
    const { api, clock, knows } = setup
    const [right, ahead] = [clock.now(), clock.now() + 30 * day]
    clock.set(ahead)
    await setup.sync('HLDN')
    const listId = await setup.list('HLDN')
    knows.ratings.push(ratingOf('HLDN', 2, '2026-01-05 10:00:00.000000'))
    knows.fundamentals = [...knows.fundamentals.slice(0, -1), { ...knows.fundamentals.at(-1), Revenue: 171 }]
    clock.advance(1000)
    await setup.sync('HLDN')
    await api.watchlists.markSeen({ listId, symbols: null })
    clock.set(right)
    expect((await api.watchlists.all()).unseen).toMatchObject({ rating: 0, restated: 0 })
    clock.advance(2 * day)
    knows.ratings.push(ratingOf('HLDN', 3, '2026-01-06 10:00:00.000000'))
    await setup.sync('HLDN')
    expect(await unseen(setup, listId)).toEqual(['rating 3'])
    const { companies } = await api.home.read()
    expect(companies.flatMap(({ items }) => items.map(({ kind }) => kind))).toEqual(['rating'])
    clock.advance(1000)
    await api.watchlists.markSeen({ listId, symbols: null })
    expect(await unseen(setup, listId)).toEqual([])
  })

  test('nothing is new again because a clock is years behind for a while', async () => {
    const setup = await watchlistSetup({ news: [newsOf('HLDN', 1, january(2))] })
    const { api, clock, knows } = setup
    const listId = await setup.list('HLDN')
    await setup.sync('HLDN')
    clock.advance(2 * day)
    knows.news.push(newsOf('HLDN', 2, january(6)))
    await setup.sync('HLDN')
    clock.advance(1000)
    await api.watchlists.markSeen({ listId, symbols: null })
    const right = clock.now()
    clock.set(Date.UTC(2020, 0, 1))
    await api.watchlists.all()
    clock.set(right + day)
    expect(await unseen(setup, listId)).toEqual([])
  })
})
