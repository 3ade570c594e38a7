import { describe, expect, test } from 'vitest'
import { callOf, day, newsOf, ratingOf, securityOf, twoYears, watchlistSetup } from '../watchlists/watchlist-setup.ts'

const on = (date: string) => `${date} 10:00:00.000000`

/** Said by somebody, with the score that the service gives it. */
const segment = (at: number, speaker: string, text: string, sentiment: number | null) => ({
  segment_id: at + 1,
  speaker,
  text,
  start_time: String(at * 10),
  end_time: String(at * 10 + 9),
  confidence: 0.95,
  sentiment,
})

const words = (count: number, word: string) => Array.from({ length: count }, () => word).join(' ')

const participants = [
  { name: 'Ines Vardal', role: 'Chief Executive Officer', organization: 'HLDN Corporation' },
  { name: 'Marta Ellingsen', role: 'Chief Financial Officer', organization: 'HLDN Corporation' },
  { name: 'Olof Brandt', role: 'Analyst', organization: 'Tidewell' },
]

function transcriptOf(segments: readonly ReturnType<typeof segment>[]) {
  return {
    participants,
    transcripts: [{ text: segments.map(({ text }) => text).join('\n'), language: 'en-US', segments }],
  }
}

const remarks = [
  segment(0, 'Operator', 'Welcome to the third quarter call.', null),
  segment(1, 'Ines Vardal', `${words(20, 'records')}.`, 0.8),
  segment(2, 'Marta Ellingsen', `${words(20, 'delays')}.`, -0.4),
  segment(
    3,
    'Operator',
    'We will now begin the question and answer session. Our first question comes from Olof Brandt of Tidewell.',
    null,
  ),
  segment(4, 'Olof Brandt', `What drives the mix in the fourth quarter, ${words(12, 'please')}?`, -0.1),
  segment(5, 'Marta Ellingsen', `Mix was a little under thirty, ${words(14, 'careful')}.`, 0.2),
  segment(6, 'Ines Vardal', 'Thank you.', 0.99),
]

describe('the latest call', () => {
  test('has its sentiment, its strongest passages and its questioners, next to the previous call', async () => {
    const earlier = [segment(0, 'Ines Vardal', `${words(20, 'orders')}.`, 0.5)]
    const setup = await watchlistSetup({
      calls: [
        callOf('HLDN', 'latest', -10, { ...transcriptOf(remarks), call_title: 'HLDN Q3 2025 earnings' }),
        callOf('HLDN', 'earlier', -100, { ...transcriptOf(earlier), call_title: 'HLDN Q2 2025 earnings' }),
      ],
    })
    await setup.sync('HLDN')
    const open = (callId: string) => setup.api.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
    await open('latest')
    await open('earlier')
    const { call } = await setup.api.overview.call({ symbol: 'HLDN' })
    expect(call?.entry.callId).toBe('latest')
    expect(call?.sentiment?.prepared).toBeCloseTo(0.2, 6)
    expect(call?.previousSentiment?.call).toBeCloseTo(0.5, 6)
    expect(call?.passages.map(({ why, turn, speaker }) => [why, turn, speaker])).toEqual([
      ['positive', 1, 'Ines Vardal'],
      ['negative', 2, 'Marta Ellingsen'],
      ['answer', 5, 'Marta Ellingsen'],
    ])
    expect(call?.questioners).toMatchObject([{ name: 'Olof Brandt', organization: 'Tidewell', turn: 4, start: 40 }])
    expect(call?.turns).toHaveLength(7)
  })

  test('quotes the latest highlight in place of an answer', async () => {
    const setup = await watchlistSetup({ calls: [callOf('HLDN', 'latest', -10, transcriptOf(remarks))] })
    await setup.sync('HLDN')
    await setup.api.fetch.call({ parameters: { call_id: 'latest' }, freshness: 'service' })
    const { call: opened } = await setup.api.overview.call({ symbol: 'HLDN' })
    expect(opened?.passages.at(-1)).toMatchObject({ why: 'answer' })
    const chunks = await setup.api.calls.open({
      callId: 'latest',
      form: { format: 'json', clean: false },
      freshness: 'library',
      turn: 0,
    })
    let hash = ''
    for await (const { call } of chunks) hash = call?.hash ?? hash
    const passage = {
      hash,
      firstTurn: 5,
      from: 0,
      lastTurn: 5,
      to: 29,
      segmentId: 6,
      quote: 'Mix was a little under thirty',
      before: '',
      after: ', careful',
    }
    const earlier = { ...passage, firstTurn: 1, lastTurn: 1, to: 7, segmentId: 2, quote: 'records', after: ' records' }
    await setup.api.notes.add({ callId: 'latest', passage: earlier, color: 'violet', note: '' })
    setup.clock.advance(1000)
    await setup.api.notes.add({ callId: 'latest', passage, color: 'violet', note: '' })
    const { call: noted } = await setup.api.overview.call({ symbol: 'HLDN' })
    expect(noted?.passages.at(-1)).toMatchObject({ why: 'highlight', turn: 5, text: 'Mix was a little under thirty' })
  })

  test('that is not downloaded has its entry alone, and one that is yet to come is not the latest', async () => {
    const setup = await watchlistSetup({ calls: [callOf('HLDN', 'past', -3), callOf('HLDN', 'future', 30)] })
    await setup.sync('HLDN')
    const { call } = await setup.api.overview.call({ symbol: 'HLDN' })
    expect(call).toMatchObject({ entry: { callId: 'past', stored: null }, sentiment: null, passages: [], turns: [] })
    expect(await setup.api.overview.call({ symbol: 'KSTM' })).toEqual({ call: null, requestedAt: null })
  })
})

describe('ratings', () => {
  test('are the latest of each firm, with what changed in ninety days and the range of targets by currency', async () => {
    const setup = await watchlistSetup({
      ratings: [
        ratingOf('HLDN', 1, on('2025-10-01'), {
          firm: 'a',
          rating: 'Hold',
          action: 'Maintains',
          price_target: '100.00',
        }),
        ratingOf('HLDN', 2, on('2025-12-01'), { firm: 'a', rating: 'Buy', action: 'Upgrades', price_target: '120.00' }),
        ratingOf('HLDN', 3, on('2025-12-02'), {
          firm: 'b',
          rating: 'Buy',
          action: 'Maintains',
          price_target: '130.00',
        }),
        ratingOf('HLDN', 4, on('2025-12-03'), {
          firm: 'c',
          rating: 'Hold',
          action: 'Maintains',
          price_target: '90.00',
        }),
        ratingOf('HLDN', 5, on('2025-12-04'), {
          firm: 'd',
          rating: 'Buy',
          action: 'Initiates',
          price_target: 'EUR 70.00',
        }),
        // More than a year old: neither an opinion nor a target of today.
        ratingOf('HLDN', 6, on('2024-06-01'), {
          firm: 'e',
          rating: 'Sell',
          action: 'Maintains',
          price_target: '10.00',
        }),
      ],
    })
    await setup.sync('HLDN')
    const ratings = await setup.api.overview.ratings({ symbol: 'HLDN' })
    expect(ratings.latest.map(({ id }) => id)).toEqual([5, 4, 3, 2, 6])
    expect(ratings.opinions).toEqual([
      { rating: 'Buy', firms: 3 },
      { rating: 'Hold', firms: 1 },
    ])
    expect(ratings.changes).toEqual({ upgrades: 1, downgrades: 0, targetsRaised: 1, targetsCut: 0 })
    expect(ratings).toMatchObject({ total: 6, firms: 5 })
    const [first, second] = ratings.ranges
    expect(first?.targets.map(({ amount }) => amount)).toEqual([90, 120, 130])
    expect(first?.median).toBe(120)
    expect(second).toMatchObject({ currency: 'EUR', median: null })
    // One that came later is not known on the day before it, whatever its own date.
    const known = setup.clock.now()
    setup.clock.advance(day)
    setup.knows.ratings.push(ratingOf('HLDN', 7, on('2025-12-20'), { firm: 'g', price_target: '200.00' }))
    await setup.sync('HLDN')
    const then = await setup.api.overview.ratings({ symbol: 'HLDN', asOf: known })
    expect(then).toEqual({ ...ratings, latest: then.latest })
    expect(then.latest.map(({ id }) => id)).toEqual([5, 4, 3, 2, 6])
    expect((await setup.api.overview.ratings({ symbol: 'HLDN' })).latest).toHaveLength(6)
  })
})

describe('news', () => {
  test('are the latest ones, with those that are new on a watchlist, and when the list was requested', async () => {
    const setup = await watchlistSetup({ news: [newsOf('HLDN', 1, '2025-12-01 10:00:00')] })
    const news = (asOf?: number) =>
      setup.api.overview.news({ symbol: 'HLDN', limit: 4, ...(asOf !== undefined && { asOf }) })
    expect(await news()).toEqual({ entries: [], fresh: [], total: 0, requestedAt: null })
    await setup.sync('HLDN')
    await setup.list('HLDN')
    const then = setup.clock.now()
    setup.clock.advance(day)
    setup.knows.news.push(newsOf('HLDN', 2, '2026-01-06 02:00:00'))
    await setup.sync('HLDN')
    const now = await news()
    expect(now.entries.map(({ id }) => id)).toEqual([2, 1])
    expect(now.fresh).toEqual([now.entries[0]?.recordId])
    await setup.api.news.fetchPage({ filter: { symbols: ['HLDN'] }, page: 'latest' })
    expect((await news()).requestedAt).toBe(setup.clock.now())
    // As of a day it is what was stored then, and nothing of it is new.
    const before = await news(then)
    expect([before.entries.map(({ id }) => id), before.total, before.fresh]).toEqual([[1], 1, []])
    expect((await setup.api.overview.ratings({ symbol: 'KSTM' })).requestedAt).toBeNull()
  })
})

test('the company record of a day is the one that was stored then', async () => {
  const setup = await watchlistSetup({ securities: [securityOf('HLDN', { 'company_info.total_employees': 900 })] })
  await setup.search('HLDN')
  const then = setup.clock.now()
  setup.clock.advance(day)
  setup.knows.securities[0] = securityOf('HLDN', { 'company_info.total_employees': 1200 })
  await setup.search('HLDN')
  const employees = async (asOf: number) =>
    (await setup.api.overview.security({ symbol: 'HLDN', asOf })).record?.['company_info.total_employees']
  expect([await employees(then - day), await employees(then), await employees(then + day)]).toEqual([
    undefined,
    900,
    1200,
  ])
})

test('the library part counts what is stored of the company and says how old it is', async () => {
  const setup = await watchlistSetup({
    securities: [securityOf('HLDN')],
    fundamentals: twoYears('HLDN'),
    calls: [callOf('HLDN', 'one', -3), callOf('HLDN', 'two', -90)],
    ratings: [ratingOf('HLDN', 1, on('2025-12-01')), ratingOf('HLDN', 2, on('2025-11-01'), { firm: 'other' })],
    news: [newsOf('HLDN', 1, on('2025-12-01'))],
  })
  await setup.sync('HLDN')
  await setup.search('HLDN')
  await setup.api.fetch.call({ parameters: { call_id: 'one' }, freshness: 'service' })
  const received = setup.clock.now()
  setup.clock.advance(60 * day)
  expect(await setup.api.overview.library({ symbol: 'HLDN' })).toMatchObject({
    quarters: 8,
    years: 0,
    fundamentals: { count: 8, receivedAt: received, stale: true },
    calls: { count: 2, transcripts: 1, recordings: 0, stale: true },
    ratings: { count: 2, firms: 2 },
    news: { count: 1 },
    security: { count: 1 },
  })
  expect(await setup.api.overview.library({ symbol: 'NONE' })).toMatchObject({
    quarters: 0,
    fundamentals: { count: 0, receivedAt: null, stale: false },
    calls: { count: 0, receivedAt: null },
  })
})
