import { describe, expect, test } from 'vitest'
import type { Alert, AlertCondition } from '#contract/api/alerts.ts'
import { failureOfQuestion } from '../opened-core.ts'
import { figure, group, screen } from '../screener/screen-setup.ts'
import { isDone, untilJob } from '../sync/sync-setup.ts'
import { callOf, day, newsOf, ratingOf, twoYears, watchlistSetup } from '../watchlists/watchlist-setup.ts'

type Setup = Awaited<ReturnType<typeof watchlistSetup>>

/** Refreshes everything on the lists, and gives what was found by then, latest first. */
async function refreshed(setup: Setup): Promise<readonly Alert[]> {
  const { id } = await setup.api.sync.refresh({ scope: { of: 'watched' } })
  await untilJob(setup, id, isDone)
  return (await setup.api.alerts.log({ jobId: id, offset: 0, limit: 100 })).alerts
}

/** A list of these whose first download is over, with a rule that watches it from now on. */
async function watching(condition: AlertCondition, world: Parameters<typeof watchlistSetup>[0], ...symbols: string[]) {
  const setup = await watchlistSetup(world)
  const listId = await setup.list(...symbols)
  await refreshed(setup)
  setup.clock.advance(1000)
  const rule = await setup.api.alerts.add({ condition, listId: null })
  setup.clock.advance(2 * day)
  return { ...setup, listId, rule }
}

const january = (date: number) => `2026-01-0${date}T10:00:00.000Z`
const callsOf = (sentiments: readonly number[]) =>
  sentiments.map((sentiment, at) =>
    callOf('HLDN', `c${at}`, at - sentiments.length, { summary: { summary: 'Margins widened.', sentiment } }),
  )

describe('a downgrade', () => {
  const hold = ratingOf('HLDN', 1, '2025-12-01 10:00:00.000000', { rating: 'Buy', price_target: '100.00' })

  test('that a refresh brings is found once, with the firm’s previous rating and target', async () => {
    const setup = await watching({ kind: 'downgrade' }, { ratings: [hold] }, 'HLDN')
    const lowered = { action: 'Downgrades', rating: 'Hold', price_target: '80.00' }
    setup.knows.ratings.push(ratingOf('HLDN', 2, '2026-01-06 10:00:00.000000', lowered))
    setup.knows.ratings.push(ratingOf('HLDN', 3, '2026-01-06 11:00:00.000000', { firm: 'other', action: 'Upgrades' }))
    expect(await refreshed(setup)).toMatchObject([
      {
        symbol: 'HLDN',
        ruleId: setup.rule.id,
        isSeen: false,
        event: {
          kind: 'downgrade',
          firm: 'Hollin Gate',
          rating: 'Hold',
          previousRating: 'Buy',
          target: { amount: 80 },
          previousTarget: { amount: 100 },
        },
      },
    ])
    setup.clock.advance(day)
    expect(await refreshed(setup)).toEqual([])
  })

  test('that a company brings with its first download is not found', async () => {
    const setup = await watching({ kind: 'downgrade' }, {}, 'HLDN')
    setup.knows.ratings.push(ratingOf('NEW', 2, '2025-11-06 10:00:00.000000', { action: 'Downgrades' }))
    await setup.list('NEW')
    expect(await refreshed(setup)).toEqual([])
  })

  test('of a company on another list is not found by a rule for one list', async () => {
    const setup = await watchlistSetup()
    const listId = await setup.list('HLDN')
    await setup.list('ACME')
    await setup.api.alerts.add({ condition: { kind: 'downgrade' }, listId })
    setup.clock.advance(2 * day)
    for (const [at, symbol] of ['HLDN', 'ACME'].entries())
      setup.knows.ratings.push(ratingOf(symbol, at, '2026-01-06 10:00:00.000000', { action: 'Downgrades' }))
    expect((await refreshed(setup)).map(({ symbol }) => symbol)).toEqual(['HLDN'])
  })
})

describe('a restatement', () => {
  const restate = (setup: Setup, figures: Record<string, unknown>) => {
    const latest = setup.knows.fundamentals.at(-1)
    setup.knows.fundamentals = [...setup.knows.fundamentals.slice(0, -1), { ...latest, ...figures }]
  }

  test('is found when it is larger than the limit: one alert a period, led by the figure that changed most', async () => {
    const setup = await watching({ kind: 'restated', above: 0.01 }, { fundamentals: twoYears('HLDN') }, 'HLDN')
    // Revenue 170 by 1.0%, which is not above the limit; operating income 17 by 11.8%.
    restate(setup, { Revenue: 171.7, OperatingIncome: 15 })
    const [alert, ...others] = await refreshed(setup)
    expect(others).toEqual([])
    expect(alert?.event).toMatchObject({ kind: 'restated', period: 'Q3 FY2025', field: 'OperatingIncome', figures: 1 })
    expect(alert?.event).toMatchObject({ previous: 17, current: 15, change: -2 / 17 })
  })

  test('of a zero counts with any change; a figure that was not there before is not restated', async () => {
    const world = { fundamentals: twoYears('HLDN').map((period) => ({ ...period, OperatingIncome: 0 })) }
    const setup = await watching({ kind: 'restated', above: 0.5 }, world, 'HLDN')
    restate(setup, { OperatingIncome: 1, NetIncomeLoss: 5 })
    expect((await refreshed(setup)).map(({ event }) => event)).toMatchObject([
      { field: 'OperatingIncome', previous: 0, current: 1, change: null, figures: 1 },
    ])
  })
})

describe('a check of the statements', () => {
  const tied = { Revenue: 100, CostOfRevenue: 60, GrossProfit: 40 }
  const world = () => ({ fundamentals: twoYears('HLDN').map((period) => ({ ...period, ...tied })) })

  test('that begins to fail is found, and not again while it fails', async () => {
    const setup = await watching({ kind: 'tie' }, world(), 'HLDN')
    const latest = setup.knows.fundamentals.at(-1)
    setup.knows.fundamentals = [...setup.knows.fundamentals.slice(0, -1), { ...latest, GrossProfit: 45 }]
    expect((await refreshed(setup)).map(({ event }) => event)).toMatchObject([
      { kind: 'tie', period: 'Q3 FY2025', field: 'GrossProfit', difference: 5, checks: 1 },
    ])
    setup.clock.advance(day)
    expect(await refreshed(setup)).toEqual([])
  })

  test('that always failed is not found, nor one of a company that is new in the library', async () => {
    const fundamentals = world().fundamentals.map((period) => ({ ...period, GrossProfit: 45 }))
    const setup = await watching({ kind: 'tie' }, { fundamentals }, 'HLDN')
    const other = twoYears('NEW').map((period) => ({ ...period, ...tied, GrossProfit: 45 }))
    setup.knows.fundamentals = [...fundamentals.map((period) => ({ ...period, OperatingIncome: 1 })), ...other]
    await setup.list('NEW')
    expect(await refreshed(setup)).toEqual([])
  })
})

describe('the sentiment of a call', () => {
  async function called(sentiments: readonly number[]) {
    const setup = await watching({ kind: 'sentiment' }, { calls: callsOf(sentiments) }, 'HLDN')
    const latest = callOf('HLDN', 'new', 1, { summary: { summary: 'Margins narrowed.', sentiment: 0.1 } })
    setup.knows.calls.push(latest)
    for (const { call_id } of setup.knows.calls)
      await setup.api.fetch.call({ parameters: { call_id }, freshness: 'service' })
    return (await refreshed(setup)).map(({ event }) => event)
  }

  test('below each of the four before it is found, with the four', async () => {
    expect(await called([0.05, 0.4, 0.2, 0.3, 0.15])).toMatchObject([
      { kind: 'sentiment', callId: 'new', sentiment: 0.1, previous: [0.15, 0.3, 0.2, 0.4] },
    ])
  })

  test('below three of the four, or after three calls only, is not', async () => {
    expect(await called([0.4, 0.05, 0.3, 0.15])).toEqual([])
    expect(await called([0.4, 0.2, 0.3])).toEqual([])
  })
})

describe('hits of a saved search', () => {
  test('are found in a transcript that came, once with its summary, and not in what another search finds', async () => {
    const setup = await watchlistSetup()
    await setup.list('HLDN')
    const { id: searchId } = await setup.api.search.save({ name: 'Margins', query: 'margin*', chosen: {} })
    await setup.api.search.save({ name: 'Jane', query: 'widened', chosen: {} })
    await setup.api.alerts.add({ condition: { kind: 'hits', searchId }, listId: null })
    setup.clock.advance(day)
    setup.knows.calls = [callOf('HLDN', 'c', 0)]
    setup.knows.news = [newsOf('HLDN', 5, january(6), { headline: 'Margins matter' })]
    await setup.api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
    await setup.api.fetch.call({ parameters: { call_id: 'c' }, freshness: 'service' })
    const found = (await refreshed(setup)).map(({ event }) => event)
    expect(found.map((event) => event.kind === 'hits' && [event.search, event.of, event.hits])).toEqual([
      ['Margins', 'news', 1],
      ['Margins', 'call', 1],
    ])
  })
})

test('hits are found in a transcript that is downloaded days after its call was listed', async () => {
  const setup = await watchlistSetup()
  await setup.list('HLDN')
  const { id: searchId } = await setup.api.search.save({ name: 'Margins', query: 'margin*', chosen: {} })
  await setup.api.alerts.add({ condition: { kind: 'hits', searchId }, listId: null })
  setup.clock.advance(day)
  setup.knows.calls = [callOf('HLDN', 'c', 0)]
  expect(await refreshed(setup)).toEqual([])
  setup.clock.advance(2 * day)
  await setup.api.fetch.call({ parameters: { call_id: 'c' }, freshness: 'service' })
  expect((await refreshed(setup)).map(({ event }) => event)).toMatchObject([{ kind: 'hits', of: 'call', hits: 1 }])
})

describe('a saved screen', () => {
  test('of which a condition cannot be judged any more is entered by nobody', async () => {
    const setup = await watchlistSetup({ fundamentals: twoYears('HLDN') })
    await setup.list('HLDN')
    await setup.sync('HLDN')
    const { id: searchId } = await setup.api.search.save({ name: 'Margins', query: 'margin*', chosen: {} })
    const spec = screen(group('all', { kind: 'search', id: 's', searchId, name: 'Margins', days: 90, value: 1 }))
    const { id: screenId } = await setup.api.screens.save({ name: 'Said', spec })
    setup.clock.advance(1000)
    await setup.api.alerts.add({ condition: { kind: 'screen', screenId }, listId: null })
    await setup.api.search.remove({ id: searchId })
    setup.clock.advance(day)
    expect(await refreshed(setup)).toEqual([])
  })

  const profitable = screen(group('all', figure('calculated.operating_margin', 'at-least', 0.15)))

  test('that a company enters is found, also of a company on no list; one that stayed, left or never met it is not', async () => {
    // Operating margins at first, and after the refresh: the screen asks for 15%.
    const margins = { ENTERS: [0.1, 0.3], ALSO: [0.1, 0.3], STAYS: [0.2, 0.25], LEAVES: [0.2, 0.1], NEVER: [0.1, 0.1] }
    const symbols = Object.keys(margins)
    const at = (moment: 0 | 1) =>
      Object.entries(margins).flatMap(([symbol, shares]) => {
        const periods = twoYears(symbol)
        const latest = periods.at(-1)
        const income = Number(latest?.['Revenue']) * (shares[moment] ?? 0)
        return [...periods.slice(0, -1), { ...latest, OperatingIncome: income }]
      })
    const setup = await watchlistSetup({ fundamentals: at(0) })
    await setup.list('ENTERS', 'STAYS', 'LEAVES')
    for (const symbol of symbols) await setup.sync(symbol)
    const { id: screenId } = await setup.api.screens.save({ name: 'Profitable', spec: profitable })
    setup.clock.advance(1000)
    const { id: ruleId } = await setup.api.alerts.add({ condition: { kind: 'screen', screenId }, listId: null })
    setup.clock.advance(day)
    setup.knows.fundamentals = at(1)
    const { id } = await setup.api.sync.refresh({ scope: { of: 'symbols', symbols } })
    await untilJob(setup, id, isDone)
    expect((await setup.api.screens.saved()).screens).toMatchObject([
      { matches: 3, entered: ['ALSO', 'ENTERS'], left: ['LEAVES'] },
    ])
    const { alerts } = await setup.api.alerts.log({ ruleId, offset: 0, limit: 10 })
    const found = alerts.map(({ symbol, event }) => [symbol, event])
    const event = { kind: 'screen', screenId, screen: 'Profitable' }
    expect(found.toSorted()).toEqual([
      ['ALSO', event],
      ['ENTERS', event],
    ])
    setup.clock.advance(day)
    const { id: again } = await setup.api.sync.refresh({ scope: { of: 'symbols', symbols } })
    await untilJob(setup, again, isDone)
    expect((await setup.api.alerts.log({ ruleId, offset: 0, limit: 10 })).total).toBe(2)
  })
})

describe('the log', () => {
  async function withTwo() {
    const setup = await watching({ kind: 'downgrade' }, {}, 'HLDN')
    for (const id of [1, 2])
      setup.knows.ratings.push(ratingOf('HLDN', id, `2026-01-06 1${id}:00:00.000000`, { action: 'Downgrades' }))
    const found = await refreshed(setup)
    return { ...setup, found, log: () => setup.api.alerts.log({ offset: 0, limit: 10 }) }
  }

  test('says where an alert is now, on whichever page: the row that the user is on goes with it', async () => {
    const { api, found } = await withTwo()
    const [latest, first] = found.map(({ id }) => id)
    const located = { offset: 0, limit: 1, locate: [first ?? 0, -1, latest ?? 0] }
    expect((await api.alerts.log(located)).positions).toEqual([1, null, 0])
    await api.alerts.markSeen({ ids: [latest ?? 0] })
    expect((await api.alerts.log({ ...located, isUnseen: true })).positions).toEqual([0, null, null])
  })

  test('counts what was not seen; marking it as seen can be undone', async () => {
    const { api, log } = await withTwo()
    expect(await log()).toMatchObject({ total: 2, unseen: 2 })
    const { ids } = await api.alerts.markSeen({ ids: null })
    expect(await log()).toMatchObject({ total: 2, unseen: 0 })
    await api.alerts.markUnseen({ ids: ids.slice(0, 1) })
    expect(await log()).toMatchObject({ total: 2, unseen: 1 })
    expect((await api.alerts.rules()).rules).toMatchObject([{ alerts: 2, unseen: 1 }])
  })

  test('keeps what a removed rule has found', async () => {
    const { api, rule, log, found } = await withTwo()
    await api.alerts.remove({ id: rule.id })
    expect(await log()).toMatchObject({
      alerts: found.map((alert) => ({ ...alert, ruleId: null })),
      total: 2,
      unseen: 2,
    })
    expect((await api.alerts.rules()).rules).toEqual([])
  })

  test('is a rule’s again when its removal is undone, which stays off and looks at what is new since it was checked', async () => {
    const setup = await withTwo()
    const { api, rule, log, clock, knows } = setup
    await api.alerts.markSeen({ ids: null })
    await api.alerts.setOn({ id: rule.id, isOn: false })
    const before = { rules: await api.alerts.rules(), log: await log() }
    const { removed } = await api.alerts.remove({ id: rule.id })
    clock.advance(day)
    await api.alerts.restore({ removed })
    expect({ rules: await api.alerts.rules(), log: await log() }).toEqual(before)
    await expect(api.alerts.restore({ removed })).rejects.toMatchObject({ data: { kind: 'bad-request' } })
    // One that was on finds what came while it was removed.
    await api.alerts.setOn({ id: rule.id, isOn: true })
    clock.advance(1000)
    const { removed: watching } = await api.alerts.remove({ id: rule.id })
    knows.ratings.push(ratingOf('HLDN', 3, '2026-01-09 10:00:00.000000', { action: 'Downgrades' }))
    clock.advance(day)
    expect(await refreshed(setup)).toEqual([])
    await api.alerts.restore({ removed: watching })
    clock.advance(day)
    expect(await refreshed(setup)).toMatchObject([{ ruleId: rule.id, event: { kind: 'downgrade' } }])
  })

  test('gets nothing of what came while a rule was off', async () => {
    const setup = await watching({ kind: 'downgrade' }, {}, 'HLDN')
    await setup.api.alerts.setOn({ id: setup.rule.id, isOn: false })
    setup.knows.ratings.push(ratingOf('HLDN', 1, '2026-01-06 10:00:00.000000', { action: 'Downgrades' }))
    expect(await refreshed(setup)).toEqual([])
    setup.clock.advance(1000)
    await setup.api.alerts.setOn({ id: setup.rule.id, isOn: true })
    setup.clock.advance(1000)
    expect(await refreshed(setup)).toEqual([])
  })

  test('has one rule of a kind for the same companies', async () => {
    const { api } = await watching({ kind: 'downgrade' }, {}, 'HLDN')
    await expect(api.alerts.add({ condition: { kind: 'downgrade' }, listId: null })).rejects.toMatchObject({
      data: { kind: 'bad-request' },
    })
  })
})

test('an alert for a watchlist that was deleted is refused: it would never be raised', async () => {
  const { api, list } = await watchlistSetup()
  const listId = await list('HLDN')
  await api.watchlists.remove({ listId })
  expect(await failureOfQuestion(api.alerts.add({ condition: { kind: 'downgrade' }, listId }))).toEqual({
    kind: 'no-such-watchlist',
  })
  expect((await api.alerts.rules()).rules).toEqual([])
})

test('an alert that was last checked while the clock was ahead is raised once the clock is right', async () => {
  const setup = await watchlistSetup({ ratings: [ratingOf('HLDN', 1, '2025-12-01 10:00:00.000000')] })
  const right = setup.clock.now()
  setup.clock.set(right + 30 * day)
  await setup.list('HLDN')
  await setup.api.alerts.add({ condition: { kind: 'downgrade' }, listId: null })
  expect(await refreshed(setup)).toEqual([])
  setup.clock.set(right)
  expect(await refreshed(setup)).toEqual([])
  setup.clock.advance(2 * day)
  setup.knows.ratings.push(ratingOf('HLDN', 2, '2026-01-06 10:00:00.000000', { action: 'Downgrades' }))
  expect((await refreshed(setup)).map(({ event }) => event.kind)).toEqual(['downgrade'])
})
