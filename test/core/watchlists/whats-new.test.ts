import { describe, expect, test } from 'vitest'
import type { NewItem } from '#contract/api/watchlists.ts'
import { transcribed } from '../calls/calls-service.ts'
import { enhanced } from '../records.ts'
import { callOf, day, newsOf, ratingOf, twoYears, watchedDesk, rowsOf } from './watched-desk.ts'

type Desk = Awaited<ReturnType<typeof watchedDesk>>

/** Kinds and ids of what came, newest first. */
async function fresh({ desk }: Desk, listId: string): Promise<string[]> {
  const { items } = await desk.watchlists.fresh({ listId, symbols: null })
  return items.map(({ kind, id }) => `${kind} ${id}`)
}

const january = (days: number) => new Date(Date.UTC(2026, 0, days, 10)).toISOString()

describe('since a list was last looked at', () => {
  test('what comes is new, and what is older than the company’s place on the list is not, however late it comes', async () => {
    const desk = await watchedDesk()
    const listId = await desk.list('HLDN')
    desk.clock.advance(2 * day)
    desk.knows.calls = [callOf('HLDN', 'old', -30), callOf('HLDN', 'new', 1)]
    desk.knows.ratings = [
      ratingOf('HLDN', 1, '2025-06-01 10:00:00.000000'),
      ratingOf('HLDN', 2, '2026-01-06 10:00:00.000000'),
    ]
    desk.knows.news = [newsOf('HLDN', 3, january(1)), newsOf('HLDN', 4, january(7))]
    desk.knows.fundamentals = twoYears('HLDN')
    await desk.sync('HLDN')
    expect(await fresh(desk, listId)).toEqual(['news 4', 'call new', 'rating 2'])
    const { items } = await desk.desk.watchlists.fresh({ listId, symbols: null })
    expect(items[2]?.title).toBe('Hollin Gate: Upgrades, Buy, 154.00')
    const { lists, fresh: all } = await desk.desk.watchlists.all()
    expect(lists[0]?.fresh).toEqual({
      call: 1,
      transcript: 0,
      period: 0,
      rating: 1,
      news: 1,
      restated: 0,
      withdrawn: 0,
      hits: 0,
    })
    expect(all).toEqual(lists[0]?.fresh)
  })

  test('what was there before is not new, and nothing is after it was looked at; that can be taken back', async () => {
    const desk = await watchedDesk({ news: [newsOf('HLDN', 1, january(6))] })
    await desk.sync('HLDN')
    desk.clock.advance(1)
    const listId = await desk.list('HLDN')
    expect(await fresh(desk, listId)).toEqual([])
    desk.clock.advance(3 * day)
    desk.knows.news.push(newsOf('HLDN', 2, january(7)))
    await desk.sync('HLDN')
    expect(await fresh(desk, listId)).toEqual(['news 2'])
    desk.clock.advance(1)
    const { before } = await desk.desk.watchlists.see({ listId, symbols: ['HLDN'] })
    expect(await fresh(desk, listId)).toEqual([])
    await desk.desk.watchlists.unsee({ listId, before })
    expect(await fresh(desk, listId)).toEqual(['news 2'])
  })

  test('a transcript that was completed and stored is new as that, until the call is read', async () => {
    const desk = await watchedDesk()
    const listId = await desk.list('HLDN')
    desk.clock.advance(day)
    desk.knows.calls = [callOf('HLDN', 'c', 0, { status: 'IN_PROGRESS' })]
    await desk.sync('HLDN')
    desk.clock.advance(1)
    await desk.desk.watchlists.see({ listId, symbols: null })
    desk.clock.advance(day)
    desk.knows.calls = [callOf('HLDN', 'c', 0)]
    await desk.desk.fetch.call({ parameters: { call_id: 'c' }, freshness: 'service' })
    expect(await fresh(desk, listId)).toEqual(['transcript c'])
    desk.clock.advance(1)
    await desk.desk.notes.remember({ callId: 'c', turn: 0 })
    expect(await fresh(desk, listId)).toEqual([])
  })

  test('what the service restated is new, one for each period however many of its figures changed', async () => {
    const desk = await watchedDesk({ fundamentals: twoYears('HLDN') })
    await desk.sync('HLDN')
    desk.clock.advance(1)
    const listId = await desk.list('HLDN')
    desk.clock.advance(day)
    const [before, newest] = desk.knows.fundamentals.slice(-2)
    desk.knows.fundamentals = [
      ...desk.knows.fundamentals.slice(0, -2),
      { ...before, Revenue: 161 },
      { ...newest, Revenue: 171, OperatingIncome: 18 },
    ]
    await desk.sync('HLDN')
    const { items } = await desk.desk.watchlists.fresh({ listId, symbols: null })
    expect(items.map(({ title }: NewItem) => title)).toEqual([
      'Q3 FY2025, 2 figures restated',
      'Revenue, Q2 FY2025, restated',
    ])
    expect(rowsOf(await desk.desk.watchlists.table({ listId }))[0]?.fresh.restated).toBe(2)
  })

  test('what the service withdrew is new as a withdrawal, not as a restatement', async () => {
    const others = { GrossProfit: 1, EBITDA: 2, Goodwill: 3, Inventories: 4, TotalAssets: 5 }
    const desk = await watchedDesk({ fundamentals: twoYears('HLDN').map((period) => ({ ...period, ...others })) })
    await desk.sync('HLDN')
    desk.clock.advance(1)
    const listId = await desk.list('HLDN')
    desk.clock.advance(day)
    const newest = desk.knows.fundamentals.at(-1)
    desk.knows.fundamentals = [...desk.knows.fundamentals.slice(0, -1), { ...newest, Revenue: null }]
    await desk.sync('HLDN')
    const { items } = await desk.desk.watchlists.fresh({ listId, symbols: null })
    expect(items.map(({ kind, title }: NewItem) => [kind, title])).toEqual([
      ['withdrawn', 'Revenue, Q3 FY2025, withdrawn'],
    ])
    const { lists } = await desk.desk.watchlists.all()
    expect([lists[0]?.fresh.restated, lists[0]?.fresh.withdrawn]).toEqual([0, 1])
  })

  test('hits of a saved search are told by the search’s name', async () => {
    const desk = await watchedDesk()
    const listId = await desk.list('HLDN')
    const { id } = await desk.desk.search.save({ name: 'Margins', query: 'margins', chosen: {} })
    desk.clock.advance(day)
    desk.knows.calls = [callOf('HLDN', 'c', 0), callOf('HLDN', 'old', -40), callOf('OTHR', 'o', 0)]
    for (const callId of ['c', 'old', 'o'])
      await desk.desk.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
    const { items } = await desk.desk.watchlists.fresh({ listId, symbols: null })
    const hits = items.filter(({ kind }) => kind === 'hits')
    expect(hits).toMatchObject([{ kind: 'hits', symbol: 'HLDN', id, title: 'Margins: 1 hit' }])
  })

  test('what was published long before the last look and is downloaded only now is not new: no call, rating, news or hit of it', async () => {
    const desk = await watchedDesk()
    const listId = await desk.list('HLDN')
    await desk.desk.search.save({ name: 'Margins', query: 'margins', chosen: {} })
    desk.clock.advance(60 * day)
    await desk.desk.watchlists.see({ listId, symbols: null })
    desk.clock.advance(day)
    // All from between the company's place on the list and the last look.
    desk.knows.calls = [callOf('HLDN', 'c', 20)]
    desk.knows.ratings = [ratingOf('HLDN', 1, '2026-01-20 10:00:00.000000')]
    desk.knows.news = [newsOf('HLDN', 2, january(25))]
    desk.knows.fundamentals = [
      enhanced(
        { symbol: 'HLDN', quarter: 'Q4', year: 2025, end: '2025-12-31' },
        { created_at: january(28), Revenue: 1 },
      ),
    ]
    await desk.sync('HLDN')
    await desk.desk.fetch.call({ parameters: { call_id: 'c' }, freshness: 'service' })
    expect(await fresh(desk, listId)).toEqual([])
    const { lists } = await desk.desk.watchlists.all()
    expect(lists[0]?.fresh).toEqual({
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
    const desk = await watchedDesk({ calls: [callOf('HLDN', 'c', 1)] })
    const listId = await desk.list('HLDN')
    desk.clock.advance(2 * day)
    await desk.sync('HLDN')
    desk.clock.advance(1)
    await desk.desk.watchlists.see({ listId, symbols: null })
    desk.clock.advance(day)
    await desk.desk.fetch.call({ parameters: { call_id: 'c' }, freshness: 'service' })
    expect(await fresh(desk, listId)).toEqual([])
    // The service corrects it: that is a change.
    desk.clock.advance(day)
    desk.knows.calls = [callOf('HLDN', 'c', 1, transcribed('Jane Doe: Margins narrowed.'))]
    await desk.desk.fetch.call({ parameters: { call_id: 'c' }, freshness: 'service' })
    expect(await fresh(desk, listId)).toEqual(['transcript c'])
  })

  test('what the service published while the library was behind is new, though it was published before the look', async () => {
    const first = '2026-01-06 10:00:00.000000'
    const desk = await watchedDesk({ ratings: [ratingOf('HLDN', 1, first)], fundamentals: twoYears('HLDN') })
    const listId = await desk.list('HLDN')
    desk.clock.advance(2 * day)
    await desk.sync('HLDN')
    desk.clock.advance(30 * day)
    await desk.desk.watchlists.see({ listId, symbols: null })
    desk.clock.advance(day)
    desk.knows.ratings.push(
      ratingOf('HLDN', 2, '2026-01-20 10:00:00.000000'),
      ratingOf('HLDN', 3, '2026-01-05 20:00:00.000000'),
    )
    desk.knows.fundamentals.push(
      enhanced({ symbol: 'HLDN', quarter: 'Q4', year: 2025, end: '2025-12-31' }, { Revenue: 180 }),
    )
    await desk.sync('HLDN')
    // The third is older than what the library had at the look.
    expect(await fresh(desk, listId)).toEqual(['rating 2', 'period Q4 2025 2025-12-31'])
  })

  test('statements that the service made after the look are new, also the first of a company', async () => {
    const desk = await watchedDesk()
    const listId = await desk.list('HLDN')
    desk.clock.advance(30 * day)
    desk.knows.fundamentals = [
      enhanced(
        { symbol: 'HLDN', quarter: 'Q4', year: 2025, end: '2025-12-31' },
        { created_at: january(28), Revenue: 1 },
      ),
      enhanced(
        { symbol: 'HLDN', quarter: 'Q3', year: 2025, end: '2025-09-30' },
        { created_at: '2025-11-01T10:00:00Z' },
      ),
    ]
    await desk.sync('HLDN')
    expect(await fresh(desk, listId)).toEqual(['period Q4 2025 2025-12-31'])
  })

  test('a thing counts once over all lists', async () => {
    const desk = await watchedDesk()
    const first = await desk.list('HLDN')
    await desk.desk.watchlists.make({ name: 'Copy', like: first })
    desk.clock.advance(day)
    desk.knows.news = [newsOf('HLDN', 1, january(6))]
    await desk.sync('HLDN')
    const { lists, fresh: all } = await desk.desk.watchlists.all()
    expect([...lists.map((list) => list.fresh.news), all.news]).toEqual([1, 1, 1])
  })
})
