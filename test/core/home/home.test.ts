import { describe, expect, test } from 'vitest'
import type { Home, HomeItem } from '#contract/api/home.ts'
import { screen } from '../screener/screen-setup.ts'
import { everything } from '../sync/sync-setup.ts'
import { callOf, day, newsOf, ratingOf, securityOf, twoYears, watchlistSetup } from '../watchlists/watchlist-setup.ts'

const january = (days: number) => new Date(Date.UTC(2026, 0, days, 10)).toISOString()

const itemsOf = ({ companies }: Home, symbol: string): readonly HomeItem[] =>
  companies.find((company) => company.symbol === symbol)?.items ?? []

const kindsOf = (home: Home, symbol: string) => itemsOf(home, symbol).map(({ kind }) => kind)

describe('what changed since the user looked', () => {
  test('a rating is shown with the same firm’s previous rating and target', async () => {
    const setup = await watchlistSetup({
      ratings: [ratingOf('HLDN', 1, '2025-12-01 10:00:00.000000', { rating: 'Hold', price_target: '100.00' })],
    })
    await setup.sync('HLDN')
    setup.clock.advance(1)
    await setup.list('HLDN')
    setup.clock.advance(2 * day)
    setup.knows.ratings.push(ratingOf('HLDN', 2, '2026-01-06 10:00:00.000000', { price_target: '120.00' }))
    await setup.sync('HLDN')
    expect(itemsOf(await setup.api.home.read(), 'HLDN')).toMatchObject([
      {
        kind: 'rating',
        ratingKind: 'up',
        firm: 'Hollin Gate',
        previousRating: 'Hold',
        target: { amount: 120 },
        previousTarget: { amount: 100 },
      },
    ])
  })

  test('a period is shown with its revenue and margin next to those of a year ago', async () => {
    const setup = await watchlistSetup({ fundamentals: twoYears('HLDN').slice(0, -1) })
    await setup.sync('HLDN')
    setup.clock.advance(1)
    await setup.list('HLDN')
    setup.clock.advance(day)
    const latest = { ...twoYears('HLDN').at(-1), OperatingIncome: 34, created_at: january(6), updated_at: january(6) }
    setup.knows.fundamentals.push(latest)
    await setup.sync('HLDN')
    const [period] = itemsOf(await setup.api.home.read(), 'HLDN')
    expect(period).toMatchObject({
      kind: 'period',
      period: 'Q3 FY2025',
      revenue: 170,
      revenueYearAgo: 130,
      margin: 0.2,
    })
    expect(period).toMatchObject({ growth: 170 / 130 - 1, marginChange: 0.2 - 0.1 })
  })

  test('a period names the call about it whose transcript is stored', async () => {
    const calls = [
      callOf('HLDN', 'third', -70, { call_title: 'Q3 2025 earnings call' }),
      callOf('HLDN', 'second', -160, { call_title: 'Q2 2025 earnings call' }),
    ]
    const setup = await watchlistSetup({ fundamentals: twoYears('HLDN').slice(0, -1), calls })
    await setup.sync('HLDN')
    setup.clock.advance(1)
    await setup.list('HLDN')
    setup.clock.advance(day)
    setup.knows.fundamentals.push({ ...twoYears('HLDN').at(-1), created_at: january(6), updated_at: january(6) })
    await setup.sync('HLDN')
    const periodOf = async () => itemsOf(await setup.api.home.read(), 'HLDN').find(({ kind }) => kind === 'period')
    expect(await periodOf()).toMatchObject({ period: 'Q3 FY2025', call: null })
    await setup.api.fetch.call({ parameters: { call_id: 'third' }, freshness: 'service' })
    expect(await periodOf()).toMatchObject({ call: { callId: 'third', title: 'Q3 2025 earnings call' } })
  })

  test('changed figures are one row of the company, and their periods are counted', async () => {
    const setup = await watchlistSetup({ fundamentals: twoYears('HLDN') })
    await setup.sync('HLDN')
    setup.clock.advance(1)
    await setup.list('HLDN')
    setup.clock.advance(day)
    const latest = setup.knows.fundamentals.at(-1)
    setup.knows.fundamentals = [
      ...setup.knows.fundamentals.slice(0, -1),
      { ...latest, Revenue: 171, OperatingIncome: 18 },
    ]
    await setup.sync('HLDN')
    expect(itemsOf(await setup.api.home.read(), 'HLDN')).toMatchObject([
      { kind: 'restated', period: 'Q3 FY2025', label: 'Revenue', current: 171, previous: 170, figures: 2, periods: 1 },
    ])
  })

  test('a call includes the hits of saved searches in its transcript, which are not listed again', async () => {
    const setup = await watchlistSetup()
    await setup.list('HLDN')
    await setup.api.search.save({ name: 'Margins', query: 'margin*', chosen: {} })
    setup.clock.advance(day)
    setup.knows.calls = [callOf('HLDN', 'c', 0)]
    await setup.sync('HLDN')
    await setup.api.fetch.call({ parameters: { call_id: 'c' }, freshness: 'service' })
    const items = itemsOf(await setup.api.home.read(), 'HLDN')
    expect(items).toMatchObject([{ kind: 'transcript', callId: 'c', hits: [{ name: 'Margins', hits: 1 }] }])
  })

  test('companies come by what matters most: a restatement, a downgrade, a call, a period, then the rest', async () => {
    const setup = await watchlistSetup({ fundamentals: [...twoYears('REST'), ...twoYears('QUIET')] })
    for (const symbol of ['REST', 'QUIET']) await setup.sync(symbol)
    setup.clock.advance(1)
    await setup.list('QUIET', 'NEWS', 'DOWN', 'CALL', 'REST')
    setup.clock.advance(2 * day)
    const [first, ...others] = setup.knows.fundamentals
    setup.knows.fundamentals = [{ ...first, Revenue: 1 }, ...others]
    setup.knows.ratings = [ratingOf('DOWN', 1, '2026-01-06 10:00:00.000000', { action: 'Downgrades' })]
    setup.knows.calls = [callOf('CALL', 'c', 1, { status: 'IN_PROGRESS' })]
    setup.knows.news = [newsOf('NEWS', 3, january(6)), newsOf('REST', 4, january(6))]
    for (const symbol of ['NEWS', 'DOWN', 'CALL', 'REST', 'QUIET']) await setup.sync(symbol)
    const home = await setup.api.home.read()
    expect(home.companies.map(({ symbol }) => symbol)).toEqual(['REST', 'DOWN', 'CALL', 'NEWS'])
    expect(kindsOf(home, 'REST')).toEqual(['restated', 'news'])
    expect(home.unchanged).toEqual(['QUIET'])
    expect(home.calls).toMatchObject([{ callId: 'c', isInProgress: true, position: null }])
  })

  test('a company on two lists is counted once, and is new until both have seen it; that can be undone', async () => {
    const setup = await watchlistSetup({ securities: [securityOf('HLDN')] })
    await setup.search('HLDN')
    await setup.list('HLDN')
    const second = await setup.list('HLDN')
    setup.clock.advance(2 * day)
    setup.knows.news = [newsOf('HLDN', 1, january(6))]
    await setup.sync('HLDN')
    setup.clock.advance(1)
    await setup.api.watchlists.markSeen({ listId: second, symbols: null })
    const home = await setup.api.home.read()
    expect(home).toMatchObject({ lists: 2, watched: 1, companies: [{ symbol: 'HLDN', name: 'HLDN Corporation' }] })
    const { previous } = await setup.api.home.markSeen({ symbols: ['HLDN'] })
    expect(await setup.api.home.read()).toMatchObject({ companies: [], unchanged: ['HLDN'] })
    await setup.api.home.restoreSeen({ previous })
    expect(kindsOf(await setup.api.home.read(), 'HLDN')).toEqual(['news'])
  })

  test('sends no request', async () => {
    const setup = await watchlistSetup()
    await setup.list('HLDN')
    const requests = setup.heard.length
    await setup.api.home.read()
    expect(setup.heard).toHaveLength(requests)
  })
})

describe('where the user stopped', () => {
  test('opened calls come with the position, after those in progress', async () => {
    const setup = await watchlistSetup({ calls: [callOf('HLDN', 'read', -9), callOf('HLDN', 'other', -8)] })
    await setup.sync('HLDN')
    for (const call_id of ['read', 'other'])
      await setup.api.fetch.call({ parameters: { call_id }, freshness: 'service' })
    await setup.api.notes.savePosition({ callId: 'other', seconds: 12 })
    setup.clock.advance(1)
    await setup.api.notes.savePosition({ callId: 'read', turn: 0 })
    expect((await setup.api.home.read()).calls).toMatchObject([
      { callId: 'read', turns: 1, position: { turn: 0, seconds: 0 } },
      { callId: 'other', position: { seconds: 12 } },
    ])
  })

  test('what was opened last comes first, once, and the oldest are forgotten', async () => {
    const setup = await watchlistSetup()
    const open = async (key: string, view: string) => {
      setup.clock.advance(1)
      await setup.api.home.recordOpened({ key, location: JSON.stringify({ view }) })
    }
    for (let at = 0; at < 61; at += 1) await open(`company-${at}`, 'financials')
    await open('company-5', 'ratings')
    const { items } = await setup.api.home.recent()
    expect(items).toHaveLength(60)
    expect(items.slice(0, 2).map(({ key }) => key)).toEqual(['company-5', 'company-60'])
    expect(items[0]?.location).toBe('{"view":"ratings"}')
    expect(items.map(({ key }) => key)).not.toContain('company-0')
  })

  test('what was opened last is cleared at once, and put back below what was opened since', async () => {
    const setup = await watchlistSetup()
    const open = async (key: string) => {
      setup.clock.advance(1)
      await setup.api.home.recordOpened({ key, location: '{}' })
    }
    const keys = async () => (await setup.api.home.recent()).items.map(({ key }) => key)
    for (const key of ['HLDN', 'KSTM', 'VSPO']) await open(key)
    const { cleared } = await setup.api.home.clearRecent()
    expect([cleared.length, await keys()]).toEqual([3, []])
    await open('KSTM')
    await setup.api.home.restoreRecent({ items: cleared })
    expect(await keys()).toEqual(['KSTM', 'VSPO', 'HLDN'])
  })
})

describe('what needs attention', () => {
  test('what a refresh could not fetch is one item for each company and reason, until it is fetched', async () => {
    const setup = await watchlistSetup({ news: [newsOf('HLDN', 1, january(1))], fundamentals: twoYears('HLDN') })
    await setup.sync('HLDN')
    const listId = await setup.list('HLDN')
    const finished = () =>
      expect.poll(async () => (await setup.api.sync.jobs()).jobs.map(({ state }) => state)).not.toContain('running')
    const stored = setup.clock.now()
    setup.clock.advance(day)
    setup.failing.add('/ratings').add('/news')
    await setup.api.sync.refresh({ scope: { of: 'list', listId } })
    await finished()
    const { attention } = await setup.api.home.read()
    expect(attention).toMatchObject([{ symbol: 'HLDN', kinds: ['news', 'ratings'], storedAt: stored }])
    setup.failing.clear()
    setup.clock.advance(1)
    await setup.api.sync.refresh({ scope: { of: 'list', listId } })
    await finished()
    expect((await setup.api.home.read()).attention).toEqual([])
  })

  test('a transcript that could not be fetched stays until it is stored, whichever other one of the company is', async () => {
    const setup = await watchlistSetup({ calls: [callOf('HLDN', 'older', -90), callOf('HLDN', 'latest', -1)] })
    await setup.sync('HLDN')
    const listId = await setup.list('HLDN')
    const open = (callId: string) => {
      setup.clock.advance(1)
      return setup.api.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
    }
    setup.failing.add('/calls/older').add('/calls/latest')
    await setup.api.sync.start({ scope: { of: 'list', listId }, choice: { ...everything, kinds: ['calls'] } })
    await expect.poll(async () => (await setup.api.sync.jobs()).jobs.map(({ state }) => state)).not.toContain('running')
    setup.failing.clear()
    await open('latest')
    expect((await setup.api.home.read()).attention).toMatchObject([
      { symbol: 'HLDN', kinds: ['transcript'], storedAt: null },
    ])
    await open('older')
    expect((await setup.api.home.read()).attention).toEqual([])
  })
})

test('saved lists, comparisons, searches and notes are found by a part of their name, whatever signs it has', async () => {
  const { api } = await watchlistSetup({})
  await api.watchlists.create({ name: 'Optics 100%' })
  await api.watchlists.create({ name: 'Optics 100 or so' })
  await api.search.save({ name: 'Price increases', query: 'optics AND pricing', chosen: {} })
  const found = await api.home.findSaved({ text: 'optics' })
  expect(found.watchlists.map(({ name }) => name)).toEqual(['Optics 100%', 'Optics 100 or so'])
  expect(found.searches).toMatchObject([{ name: 'Price increases', query: 'optics AND pricing' }])
  expect((await api.home.findSaved({ text: '100%' })).watchlists.map(({ name }) => name)).toEqual(['Optics 100%'])
  expect(await api.home.findSaved({ text: '_' })).toEqual({
    watchlists: [],
    comparisons: [],
    screens: [],
    searches: [],
    notes: [],
  })
})

test('the word for a kind finds what is saved of it, alone or before a name', async () => {
  const { api } = await watchlistSetup({})
  await api.watchlists.create({ name: 'Optics' })
  await api.watchlists.create({ name: 'Banks' })
  await api.search.save({ name: 'Price watch', query: 'pricing', chosen: {} })
  await api.screens.save({ name: 'Cheap optics', spec: screen() })
  const named = async (text: string) => {
    const { watchlists, screens, searches } = await api.home.findSaved({ text })
    return [watchlists, screens, searches].map((found) => found.map(({ name }) => name))
  }
  expect(await named('watchlist')).toEqual([['Optics', 'Banks'], [], []])
  expect(await named('Watchlist opt')).toEqual([['Optics'], [], []])
  expect(await named('saved search price')).toEqual([[], [], ['Price watch']])
  expect(await named('screen opt')).toEqual([[], ['Cheap optics'], []])
  // A word that only begins like a kind is part of a name.
  expect(await named('watch')).toEqual([[], [], ['Price watch']])
})
