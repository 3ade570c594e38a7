import { describe, expect, test } from 'vitest'
import type { NewsFilter } from '#contract/api/news.ts'
import { callOnWire } from '../calls/calls-service.ts'
import { failureOfQuestion } from '../opened-core.ts'
import { newsOnWire, ratingsNewsSetup, ratingOnWire } from '../ratings/ratings-news-setup.ts'

const acme: NewsFilter = { symbols: ['ACME'] }

async function newsSetup(options?: { largestPage: number }) {
  const setup = await ratingsNewsSetup(options)
  const list = (filter: NewsFilter = {}) => setup.api.news.list({ filter, offset: 0, limit: 500 })
  return {
    ...setup,
    news: list,
    ids: async (filter: NewsFilter = {}) => (await list(filter)).entries.map(({ id }) => id),
    reachNews: (filter: NewsFilter, page: 'latest' | 'older' = 'latest') => setup.api.news.fetchPage({ filter, page }),
    openNews: async (id: number) => {
      const { entries } = await list({ id })
      return setup.api.news.open({ recordId: entries[0]?.recordId ?? 0 })
    },
  }
}

describe('news of several companies', () => {
  test('are requested a company at a time with every parameter, and merged latest first', async () => {
    const setup = await newsSetup()
    setup.resource.news = [newsOnWire(3, { ticker: 'OTHR' }), newsOnWire(2), newsOnWire(1, { ticker: 'OTHR' })]
    const filter: NewsFilter = {
      symbols: ['ACME', 'OTHR', 'ACME'],
      kind: 'gainers',
      shareClassFigi: 'B',
      id: 7,
      securities: true,
    }
    await setup.reachNews(filter)
    const same = {
      apikey: 'some-long-key',
      type: 'gainers',
      share_class_figi: 'B',
      id: '7',
      securities: 'true',
      page: '1',
      page_size: '100',
    }
    expect(setup.heard.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
      // A second page shows that the first was all: nobody counts news.
      { ...same, symbol: 'ACME' },
      { ...same, symbol: 'ACME', page: '2' },
      { ...same, symbol: 'OTHR' },
      { ...same, symbol: 'OTHR', page: '2' },
    ])
    expect(await setup.ids({ symbols: ['ACME', 'OTHR'] })).toEqual([3, 2, 1])
    expect((await setup.reachNews({ symbols: ['ACME'], kind: 'unknown' })).more).toBe(false)
    expect(setup.heard.at(-1)?.url.searchParams.has('type')).toBe(false)
  })

  test('without a symbol are the library’s alone: nothing is requested, and nothing is called old', async () => {
    const setup = await newsSetup()
    setup.resource.news = [newsOnWire(1)]
    expect(await setup.reachNews({})).toEqual({ added: 0, changed: 0, more: false })
    expect(setup.heard).toEqual([])
    expect(await setup.news()).toMatchObject({ total: 0, requestedAt: null, stale: false, more: false })
    expect(await setup.news(acme)).toMatchObject({ requestedAt: null, stale: true, more: true })
  })

  test('page to the end without totals, none twice and none missing', async () => {
    const setup = await newsSetup({ largestPage: 10 })
    const items = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => newsOnWire(from - at))
    setup.resource.news = items(25, 1)
    await setup.reachNews(acme)
    setup.resource.news = items(32, 1)
    for (let more = true; more;) ({ more } = await setup.reachNews(acme, 'older'))
    await setup.reachNews(acme)
    expect(await setup.ids()).toEqual(items(32, 1).map(({ id }) => id))
  })

  test('beyond what is requested at once are counted', async () => {
    const setup = await newsSetup()
    const symbols = Array.from({ length: 63 }, (_, at) => `S${at}`)
    expect((await setup.news({ symbols })).notRequested).toBe(3)
  })

  test('report the service’s failure, and keep what is known', async () => {
    const setup = await newsSetup()
    setup.resource.news = [newsOnWire(1)]
    await setup.reachNews(acme)
    setup.resource.refuses = 403
    expect(await failureOfQuestion(setup.reachNews(acme))).toMatchObject({ kind: 'not-allowed' })
    expect(await setup.ids()).toEqual([1])
  })
})

describe('stored news', () => {
  const security = (ticker: string, name: string) => ({ ticker, name, figi: `F${ticker}`, MIC: 'XNAS', exchcode: 'UW' })

  test.each<[string, NewsFilter, number[]]>([
    ['of a company, those too that only name it', { symbols: ['ACME'] }, [3, 1]],
    ['of a type', { kind: 'losers' }, [2]],
    ['of a type that is not shown', { kind: 'unknown' }, [3]],
    ['of a share class', { shareClassFigi: 'BBG001S5N8V8' }, [1]],
    ['by number', { id: 2 }, [2]],
    ['by time, both ends included', { from: Date.UTC(2025, 9, 1, 2), to: Date.UTC(2025, 9, 1, 2) }, [2]],
    ['by letters', { text: 'acme catalyst' }, [1]],
  ])('are found %s', async (_, filter, ids) => {
    const setup = await newsSetup()
    setup.resource.news = [
      newsOnWire(3, { ticker: 'OTHR', type: 'movers', securities: [security('OTHR', 'Other'), security('ACME', 'A')] }),
      newsOnWire(2, { ticker: 'OTHR', type: 'losers' }),
      newsOnWire(1, { share_class_figi: 'BBG001S5N8V8', securities: [security('ACME', 'Acme Inc')] }),
    ]
    await setup.reachNews({ symbols: ['ACME', 'OTHR'] })
    expect(await setup.ids(filter)).toEqual(ids)
  })

  test('count their kinds, keep a row’s place, and carry their securities with all identifiers', async () => {
    const setup = await newsSetup()
    const whole = {
      figi: 'BBG1',
      name: 'Acme Inc',
      MIC: 'XNAS',
      exchcode: 'UW',
      ticker: 'ACME',
      compositefigi: 'BBG2',
      securitytype: 'Common Stock',
      marketsector: 'Equity',
      shareclassfigi: 'BBG3',
    }
    setup.resource.news = [newsOnWire(2, { type: 'losers' }), newsOnWire(1, { securities: [whole, { ticker: 7 }] })]
    await setup.reachNews(acme)
    const { kinds, entries } = await setup.news({ kind: 'gainers' })
    expect(kinds).toEqual([
      { kind: 'gainers', items: 1 },
      { kind: 'losers', items: 1 },
    ])
    const recordId = entries[0]?.recordId ?? 0
    expect((await setup.api.news.list({ filter: {}, offset: 0, limit: 1, locate: [recordId, -1] })).positions).toEqual([
      1,
      null,
    ])
    const opened = await setup.openNews(1)
    expect(opened.securities[0]).toEqual({
      figi: 'BBG1',
      name: 'Acme Inc',
      mic: 'XNAS',
      exchangeCode: 'UW',
      ticker: 'ACME',
      compositeFigi: 'BBG2',
      securityType: 'Common Stock',
      marketSector: 'Equity',
      shareClassFigi: 'BBG3',
    })
    expect(opened.marks.map(({ path }) => path)).toEqual(['securities.1.ticker'])
    expect(opened.entry.company).toBe('Acme Inc')
  })
})

describe('the links of a news item', () => {
  const callId = '0B2F4F7E-9C3D-4F6B-8E11-2A5A8E9C1D01'
  const transcriptId = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

  async function linkedSetup() {
    const setup = await newsSetup()
    const item = newsOnWire(1, {
      associated_ratings: [7, '8', { rating_id: 9 }, 404, { note: 'x' }],
      associated_transcripts: [callId.toLowerCase(), { transcript_id: transcriptId.toUpperCase() }, 'gone'],
      associated_press_releases: [55, 66],
    })
    setup.resource.ratings = [ratingOnWire(9), ratingOnWire(8), ratingOnWire(7)]
    setup.resource.news = [newsOnWire(2, { associated_press_releases: [55] }), item]
    setup.resource.calls = [
      callOnWire(callId),
      callOnWire('other', { transcripts: [{ transcript_id: transcriptId, text: 'said', segments: null }] }),
    ]
    await setup.reachNews(acme)
    return setup
  }
  const states = (links: readonly { of: string; state: string; names: string | null }[]) =>
    links.map(({ of, state, names }) => [of, state, names])

  test('say what the library does not have, and what could not be read', async () => {
    const setup = await linkedSetup()
    const { links } = await setup.openNews(1)
    expect(states(links).slice(0, 5)).toEqual([
      ['rating', 'absent', '7'],
      ['rating', 'absent', '8'],
      ['rating', 'absent', '9'],
      ['rating', 'absent', '404'],
      ['rating', 'unreadable', null],
    ])
    expect(links[4]?.received).toBe('{"note":"x"}')
  })

  test('lead to ratings, calls and other news as soon as the library holds them', async () => {
    const setup = await linkedSetup()
    await setup.reach('latest')
    await setup.api.calls.fetchPage({ filter: {}, page: 'latest' })
    const { links } = await setup.openNews(1)
    expect(links.map(({ rating, call, news, state }) => rating?.id ?? call?.callId ?? news[0]?.id ?? state)).toEqual([
      7,
      8,
      9,
      'absent',
      'unreadable',
      callId,
      'other',
      'absent',
      2,
      'absent',
    ])
  })

  test('lead back: a rating and a call show the news that name them', async () => {
    const setup = await linkedSetup()
    await setup.api.calls.fetchPage({ filter: {}, page: 'latest' })
    const naming = async (question: Parameters<typeof setup.api.news.naming>[0]) =>
      (await setup.api.news.naming(question)).entries.map(({ id }) => id)
    expect(await naming({ of: 'rating', id: 9 })).toEqual([1])
    expect(await naming({ of: 'rating', id: 10 })).toEqual([])
    expect(await naming({ of: 'call', callId })).toEqual([1])
    expect(await naming({ of: 'call', callId: 'other' })).toEqual([1])
  })

  test('follow the item when it changes', async () => {
    const setup = await linkedSetup()
    setup.resource.news = [newsOnWire(1, { associated_ratings: [10] })]
    await setup.reachNews(acme)
    expect((await setup.api.news.naming({ of: 'rating', id: 9 })).entries).toEqual([])
    expect((await setup.api.news.naming({ of: 'rating', id: 10 })).entries).toHaveLength(1)
  })
})
