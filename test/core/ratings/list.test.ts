import { describe, expect, test } from 'vitest'
import type { RatingFilter } from '#contract/api/ratings.ts'
import { failureOfQuestion } from '../opened-core.ts'
import { ratingsNewsSetup, ratingOnWire } from './ratings-news-setup.ts'

const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at)
const ratings = (from: number, to: number) => down(from, to).map((id) => ratingOnWire(id))

describe('a list without totals', () => {
  test('is all in the library in the end, each rating once, and says when it has ended', async () => {
    const setup = await ratingsNewsSetup()
    setup.resource.ratings = ratings(250, 1)
    expect(await setup.list()).toMatchObject({ total: 0, requestedAt: null, more: true, stale: true })
    expect(await setup.reach('latest')).toEqual({ added: 100, changed: 0, more: true })
    expect(await setup.reach('older')).toEqual({ added: 100, changed: 0, more: true })
    expect(await setup.reach('older')).toEqual({ added: 50, changed: 0, more: false })
    expect(await setup.list()).toMatchObject({ total: 250, more: false, stale: false, requestedAt: setup.clock.now() })
    expect(await setup.listed()).toEqual(down(250, 1))
    expect(setup.pages()).toEqual(['1', '2', '3'])
  })

  test('misses none and lists none twice when new ones move known ones onto the next page (W26)', async () => {
    const setup = await ratingsNewsSetup({ largestPage: 20 })
    setup.resource.ratings = ratings(70, 1)
    await setup.reach('latest')
    setup.resource.ratings = ratings(110, 1)
    for (let more = true; more;) ({ more } = await setup.reach('older'))
    await setup.reach('latest')
    expect(await setup.listed()).toEqual(down(110, 1))
  })

  test('closes a long absence without a gap: it goes on until it meets a known one', async () => {
    const setup = await ratingsNewsSetup({ largestPage: 20 })
    setup.resource.ratings = ratings(30, 1)
    await setup.reach('latest')
    setup.resource.ratings = ratings(95, 1)
    expect(await setup.reach('latest')).toMatchObject({ added: 65 })
    expect(await setup.listed()).toEqual(down(95, 1))
  })

  test('distinguishes the service’s largest page from the end: the first short page is followed by another once', async () => {
    const setup = await ratingsNewsSetup({ largestPage: 50 })
    setup.resource.ratings = ratings(120, 1)
    expect(await setup.reach('latest')).toEqual({ added: 100, changed: 0, more: true })
    const small = await ratingsNewsSetup()
    small.resource.ratings = ratings(37, 1)
    expect(await small.reach('latest')).toEqual({ added: 37, changed: 0, more: false })
    await small.reach('latest')
    expect(small.pages()).toEqual(['1', '2', '1'])
  })

  test('ends where a service gives one page again and again', async () => {
    const setup = await ratingsNewsSetup()
    setup.resource.ratings = ratings(300, 1)
    setup.resource.repeats = true
    await setup.reach('latest')
    expect(await setup.reach('older')).toEqual({ added: 0, changed: 0, more: false })
    expect(setup.pages()).toEqual(['1', '2', '1'])
  })

  test('is requested with every parameter of the operation, a company at a time', async () => {
    const setup = await ratingsNewsSetup()
    const filter: RatingFilter = {
      symbols: ['ACME', 'OTHR'],
      id: '7',
      exchange: 'NYSE',
      company: 'Acme',
      firm: 'castell-rowe',
      from: Date.UTC(2025, 9, 10, 5),
      to: Date.UTC(2025, 9, 12, 5),
      kinds: ['up'],
      text: 'buy',
    }
    await setup.reach('latest', filter)
    const asked = setup.heard.map(({ url }) => Object.fromEntries(url.searchParams))
    const same = {
      apikey: 'some-long-key',
      id: '7',
      exchange: 'NYSE',
      company: 'Acme',
      firm: 'castell-rowe',
      from: '2025-10-09 00:00:00',
      to: '2025-10-14 00:00:00',
      page: '1',
      page_size: '100',
    }
    expect(asked).toEqual([
      { ...same, symbol: 'ACME' },
      { ...same, symbol: 'OTHR' },
    ])
  })

  test('reports the service’s failure, and keeps what is known', async () => {
    const setup = await ratingsNewsSetup()
    setup.resource.ratings = ratings(1, 1)
    await setup.reach('latest')
    setup.resource.refuses = 403
    expect(await failureOfQuestion(setup.reach('latest'))).toMatchObject({ kind: 'not-allowed' })
    expect(await setup.listed()).toEqual([1])
  })
})

/** A text without an opinion. */
const note = { action: '', rating: '', is_rating: false, price_target: '' }

describe('the library’s ratings', () => {
  const wire = [
    ratingOnWire(6, { firm: 'larch-street', action: 'Teases', price_target: 'n/a' }),
    ratingOnWire(5, note),
    ratingOnWire(4, { ticker: 'OTHR', company: 'Other & Sons 100%', exchange: 'NYSE', action: 'Initiates' }),
    ratingOnWire(3, { action: 'Upgrades', rating: 'Buy', price_target: '€50' }),
    ratingOnWire(2, { action: 'Downgrades', rating: 'Hold', price_target: '€40', exchange: 'NYSE' }),
    ratingOnWire(1, { action: 'Maintains', rating: 'Hold', price_target: '€40' }),
  ]
  const opened = async () => {
    const setup = await ratingsNewsSetup()
    setup.resource.ratings = wire
    await setup.reach('latest')
    return setup
  }

  test.each<[string, RatingFilter, number[]]>([
    ['of a company', { symbols: ['OTHR'] }, [4]],
    ['by number', { id: '3' }, [3]],
    ['by what is no number', { id: 'three' }, []],
    ['of an exchange, in any case', { exchange: 'nyse' }, [4, 2]],
    ['by letters of a company', { company: '100%' }, [4]],
    ['by letters that are no pattern', { company: '%' }, [4]],
    ['of a firm', { firm: 'larch-street' }, [6]],
    ['by time, both ends included', { from: Date.UTC(2025, 9, 1, 2), to: Date.UTC(2025, 9, 1, 3) }, [3, 2]],
    ['by what the action means', { kinds: ['up', 'unknown'] }, [6, 3]],
    ['by letters of firm and rating', { text: 'castell row hold' }, [2, 1]],
  ])('are found %s', async (_, filter, ids) => {
    expect(await (await opened()).listed(filter)).toEqual(ids)
  })

  test('say what each action means, and show an unknown one as received', async () => {
    const { entries, kinds, firms, exchanges } = await (await opened()).list({ kinds: ['up'] })
    expect(entries.map(({ kind, action }) => [kind, action])).toEqual([['up', 'Upgrades']])
    expect(Object.fromEntries(kinds.map(({ kind, ratings: count }) => [kind, count]))).toEqual({
      down: 1,
      initiated: 1,
      note: 1,
      reiterated: 1,
      unknown: 1,
      up: 1,
    })
    expect(firms).toEqual([
      { firm: 'castell-rowe', firmName: 'Castell Rowe' },
      { firm: 'larch-street', firmName: 'Larch Street' },
    ])
    expect(exchanges).toEqual(['NASDAQ', 'NYSE'])
  })

  test('carry what the firm said of the same share before: not of another exchange’s, and past its notes', async () => {
    const setup = await opened()
    setup.resource.ratings = [ratingOnWire(9, { action: 'Reiterates', price_target: '€55' }), ...wire]
    await setup.reach('latest')
    const [latest] = (await setup.list()).entries
    expect(latest).toMatchObject({
      id: 9,
      target: { amount: 55, currency: 'EUR' },
      previous: { action: 'Upgrades', rating: 'Buy', at: Date.UTC(2025, 9, 1, 3) },
      previousTarget: { target: { raw: '€50' } },
    })
    expect(latest?.targetChange).toBeCloseTo(0.1)
    const opinion = await setup.api.ratings.open({ recordId: latest?.recordId ?? 0 })
    expect([opinion.story, opinion.firmHistory.map(({ id }) => id)]).toEqual(['Story 9.', [9, 5, 3, 1]])
  })

  test('keep the position of a row while others are added, in any order', async () => {
    const setup = await opened()
    const { entries } = await setup.list()
    const recordId = entries.find(({ id }) => id === 3)?.recordId ?? 0
    const ask = (by: 'firm' | 'written', descending: boolean) =>
      setup.api.ratings.list({ filter: {}, order: { by, descending }, offset: 0, limit: 2, locate: [recordId, -1] })
    expect((await ask('written', true)).positions).toEqual([3, null])
    expect((await ask('firm', true)).entries.map(({ id }) => id)).toEqual([6, 5])
    expect((await ask('written', false)).entries.map(({ id }) => id)).toEqual([1, 2])
  })
})
