import { describe, expect, onTestFinished, test } from 'vitest'
import { gapClauses } from '#contract/api/list-gap.ts'
import type { FaultPlan } from '#sample/faults/fault-plan.ts'
import { startSampleService } from '#sample/server.ts'
import { ManualClock } from '../clocks.ts'
import { liveWorkspace, openedCore } from '../opened-core.ts'
import { untilJob } from '../sync/sync-setup.ts'

const key = 'right-key-0123'
const symbol = 'HLDN'
const filter = { symbols: [symbol] }
const page = { offset: 0, limit: 1 }

/** A desk on the sample service, and what it says of each list once all of it was requested. */
async function opened(faults: FaultPlan, largestPage = 100) {
  const service = await startSampleService({ key, faults, largestPage })
  onTestFinished(() => service.close())
  const clock = new ManualClock()
  const { api, ...core } = openedCore({ clock })
  await liveWorkspace({ api, ...core }, service.baseUrl, { key })
  const toItsEnd = async (of: 'calls' | 'ratings' | 'news') => {
    await api[of].fetchPage({ filter, page: 'latest' })
    for (let more = true; more;) ({ more } = await api[of].fetchPage({ filter, page: 'older' }))
  }
  const gaps = {
    periods: async () =>
      (await api.financials.open({ symbol, basis: 'annual', comparison: 'none', freshness: 'service' })).gap,
    calls: async () => {
      await toItsEnd('calls')
      return (await api.calls.list({ filter, order: { by: 'started', descending: true }, ...page })).gap
    },
    ratings: async () => {
      await toItsEnd('ratings')
      return (await api.ratings.list({ filter, order: { by: 'written', descending: true }, ...page })).gap
    },
    news: async () => {
      await toItsEnd('news')
      return (await api.news.list({ filter, ...page })).gap
    },
  }
  return { api, service, clock, gaps }
}

const everywhere = (fault: string): FaultPlan => ({
  'fundamentals.enhanced': fault,
  'calls.list': fault,
  ratings: fault,
  news: fault,
})

describe('a list says', () => {
  test('nothing where all that the service reports arrived', async () => {
    const { gaps } = await opened({})
    for (const [of, gap] of Object.entries(gaps)) expect(await gap(), of).toBeNull()
  })

  test('how many records the service reports, where fewer arrived', async () => {
    const { gaps } = await opened(everywhere('rows-missing'))
    for (const of of ['periods', 'calls'] as const) {
      const gap = await gaps[of]()
      expect(gap?.reported, of).toBeGreaterThan(3)
      expect(gap, of).toEqual({ reported: gap?.reported, received: (gap?.reported ?? 0) - 3, unidentified: 0 })
    }
    // Their responses have no total, so nobody can say that one is missing.
    expect([await gaps.ratings(), await gaps.news()]).toEqual([null, null])
  })

  test('also where the service skips them between its pages (W26)', async () => {
    const { gaps } = await opened(everywhere('page-short'), 10)
    const gap = await gaps.periods()
    expect((gap?.reported ?? 0) - (gap?.received ?? 0)).toBeGreaterThan(3)
  })

  test('how many arrived that nobody can identify, also where the service does not count', async () => {
    const { gaps } = await opened(everywhere('null-rows'))
    for (const [of, gap] of Object.entries(gaps)) expect((await gap())?.unidentified, of).toBeGreaterThan(0)
  })

  test('nothing of records that only moved to another page since they came', async () => {
    const { api, service, gaps } = await opened({}, 3)
    await gaps.calls()
    service.setFaults({ 'calls.list': 'list-shifts' })
    await api.calls.fetchPage({ filter, page: 'latest' })
    const { gap } = await api.calls.list({ filter, order: { by: 'started', descending: true }, ...page })
    expect(gap).toBeNull()
  })

  test('nothing of what was not requested yet', async () => {
    const { api } = await opened({}, 3)
    const { more } = await api.calls.fetchPage({ filter, page: 'latest' })
    const { gap, hits } = await api.calls.list({ filter, order: { by: 'started', descending: true }, ...page })
    expect([more, gap, (hits ?? 0) > 3]).toEqual([true, null, true])
  })

  test('the same once all of it has come after all', async () => {
    const { service, gaps } = await opened(everywhere('rows-missing'))
    expect(await gaps.periods()).not.toBeNull()
    service.setFaults({})
    expect(await gaps.periods()).toBeNull()
  })
})

test('a search says how many of the securities that came could not be identified', async () => {
  const { api } = await opened({ securities: 'null-rows' })
  const { service } = await api.securities.find({ query: 'H', type: 'symbol', limit: 50, freshness: 'service' })
  expect(service?.unidentified).toBe(Math.floor((service?.fetched ?? 0) / 2))
  expect(service?.unidentified).toBeGreaterThan(0)
})

describe('a list that was downloaded for offline use', () => {
  const choice = {
    kinds: ['enhanced' as const, 'calls' as const, 'ratings' as const, 'news' as const],
    years: 50,
    callMonths: 600,
    ratingMonths: 600,
    newsMonths: 600,
    quality: 'highest' as const,
  }

  test.each<[string, FaultPlan, string, RegExp]>([
    [
      'periods did not arrive',
      { 'fundamentals.enhanced': 'rows-missing' },
      'enhanced',
      /^the service reports \d+ periods but sent only \d+$/,
    ],
    [
      'calls did not arrive',
      { 'calls.list': 'rows-missing' },
      'calls',
      /^the service reports \d+ calls but sent only \d+$/,
    ],
    ['calls cannot be identified', { 'calls.list': 'null-rows' }, 'calls', /^\d+ calls? could not be identified$/],
    ['ratings cannot be identified', { ratings: 'null-rows' }, 'ratings', /^\d+ records? could not be identified$/],
    ['news cannot be identified', { news: 'null-rows' }, 'news', /^\d+ records? could not be identified$/],
  ])('is not complete where %s, says so, and is complete once they come', async (_, faults, kind, why) => {
    const { api, service, clock } = await opened(faults)
    const { id: listId } = await api.watchlists.create({ name: 'CopyCompleteness' })
    await api.watchlists.addCompanies({ listId, securities: [{ symbol }] })
    const isEnded = ({ state }: { readonly state: string }) => state === 'done'
    const takeOffline = async () => {
      const { id } = await api.sync.start({ scope: { of: 'list', listId }, choice })
      return untilJob({ api, clock }, id, isEnded)
    }
    expect((await takeOffline()).missing).toBe(1)
    const { status } = await api.sync.offlineStatus({ listId })
    expect([status?.complete, status?.missing.map((each) => each.kind)]).toEqual([false, [kind]])
    expect(status?.missing[0]?.reason).toMatch(why)
    service.setFaults({})
    expect((await takeOffline()).missing).toBe(0)
    expect((await api.sync.offlineStatus({ listId })).status?.complete).toBe(true)
  })
})

test('a gap is described in plain clauses', () => {
  const gap = { reported: 1080, received: 1077, unidentified: 0 }
  expect([
    gapClauses(gap, 'call', 'calls'),
    gapClauses({ reported: null, received: 12, unidentified: 1 }, 'rating', 'ratings'),
    gapClauses({ ...gap, unidentified: 2 }, 'call', 'calls'),
    gapClauses({ reported: 12, received: 12, unidentified: 0 }, 'call', 'calls'),
  ]).toEqual([
    ['the service reports 1,080 calls but sent only 1,077'],
    ['1 rating could not be identified'],
    ['the service reports 1,080 calls but sent only 1,077', '2 calls could not be identified'],
    [],
  ])
})
