import { expect, test } from 'vitest'
import { isDone, everything, untilJob } from '../sync/sync-setup.ts'
import { lite } from '../records.ts'
import { day, twoYears, watchlistSetup } from '../watchlists/watchlist-setup.ts'
import { readJsonText } from '#contract/api/serialized-json.ts'

/** The latest quarter of `twoYears`, as the other edition has it. */
const latest = { symbol: 'HLDN', quarter: 'Q3', year: 2025, end: '2025-09-30' }

test('a restatement that both editions have is one in every list; what one of them restated alone is listed too', async () => {
  const fundamentals = twoYears('HLDN')
  const setup = await watchlistSetup({
    fundamentals,
    lite: [lite(latest, { Revenue: 170, OperatingIncome: 17, GrossProfit: 50 })],
  })
  const listId = await setup.list('HLDN')
  const download = async () => {
    const choice = { ...everything, kinds: ['enhanced' as const, 'lite' as const] }
    const { id } = await setup.api.sync.start({ scope: { of: 'list', listId }, choice })
    await untilJob(setup, id, isDone)
    return (await setup.api.alerts.log({ jobId: id, offset: 0, limit: 100 })).alerts
  }
  await download()
  setup.clock.advance(1)
  await setup.api.home.markSeen({ symbols: ['HLDN'] })
  await setup.api.alerts.add({ condition: { kind: 'restated', above: 0.01 }, listId: null })
  setup.clock.advance(2 * day)
  Object.assign(fundamentals.at(-1) ?? {}, { Revenue: 150 })
  setup.knows.lite = [lite(latest, { Revenue: 150, OperatingIncome: 17, GrossProfit: 40 })]
  const alerts = await download()

  const { restatements } = await setup.api.comparisons.restatements({
    symbols: ['HLDN'],
    since: null,
    offset: 0,
    limit: 10,
  })
  const changes = restatements.map(({ field, previous, current }) => [field, previous, current])
  expect(changes.toSorted()).toEqual([
    ['GrossProfit', 50, 40],
    ['Revenue', 170, 150],
  ])
  const { companies } = await setup.api.home.read()
  expect(companies[0]?.items.filter(({ kind }) => kind === 'restated')).toMatchObject([{ figures: 2, periods: 1 }])
  const { entries } = await setup.api.timeline.read({ symbols: ['HLDN'] })
  const onTimeline = readJsonText(entries).flatMap((entry) => (entry.kind === 'restated' ? [entry.first] : []))
  expect(onTimeline.map((figures) => figures.map(({ field }) => field)).toSorted()).toEqual([
    ['GrossProfit'],
    ['Revenue'],
  ])
  expect(alerts.map(({ event }) => (event.kind === 'restated' ? [event.field, event.figures] : [])).toSorted()).toEqual(
    [
      ['GrossProfit', 1],
      ['Revenue', 1],
    ],
  )
})
