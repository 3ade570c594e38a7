import { expect, test } from 'vitest'
import { plainColumns } from '#contract/desk/watchlist-columns.ts'
import type { WatchlistCell } from '#contract/desk/watchlists.ts'
import { callOf, newsOf, ratingOf, securityOf, twoYears, watchedDesk } from './watched-desk.ts'

type Desk = Awaited<ReturnType<typeof watchedDesk>>

/** What these columns show of the first company. */
async function cells({ desk }: Desk, listId: string, columns: readonly string[]): Promise<WatchlistCell[]> {
  const { view } = await desk.watchlists.table({ listId })
  await desk.watchlists.setView({ listId, view: { ...view, columns: [...columns] } })
  const table = await desk.watchlists.table({ listId })
  return table.columns.map((column) => (JSON.parse(column.cells) as WatchlistCell[])[0] ?? null)
}

const told = {
  'ticker_meta.currency_name': 'usd',
  'exchange_info.exchange_name': 'NASDAQ',
  'exchange_info.mic_code': 'XNAS',
  'exchange_info.exchange_country': 'US',
  'classification.security_type': 'Common Stock',
  'classification.gics': 'Machinery',
  'identifiers.isin': 'US0000000001',
  'identifiers.figi': 'BBG000000001',
  'identifiers.cusip': '000000000',
  'identifiers.cik': '0000001234',
  'financials.market_cap': 5_000_000,
}

test('a company of which nothing is stored has its symbol, and nothing is made up for it', async () => {
  const desk = await watchedDesk()
  const listId = await desk.list('NONE')
  const shown = await cells(desk, listId, [
    ...plainColumns.map(({ id }) => id),
    'number:Revenue',
    'trend:Revenue',
    'gone',
  ])
  const counts = new Set(['restated', 'periodsStored', 'callsStored'])
  expect(shown).toEqual([...plainColumns.map(({ id }) => (counts.has(id) ? 0 : null)), null, null, null])
})

test('figures are those of the newest quarter, beside the same quarter a year before', async () => {
  const desk = await watchedDesk({ fundamentals: twoYears('HLDN') })
  await desk.sync('HLDN')
  const listId = await desk.list('HLDN')
  const margin = 'reckoned.operating_margin'
  const columns = ['period', 'periodEnd', 'number:Revenue', 'change:Revenue', `number:${margin}`, `change:${margin}`]
  const [period, end, revenue, growth, share, change] = await cells(desk, listId, columns)
  expect([period, end, revenue]).toEqual(['Q3 FY2025', '2025-09-30', 170])
  expect(growth).toBeCloseTo(170 / 130 - 1, 12)
  expect([share, change]).toEqual([0.1, 0])
  expect(await cells(desk, listId, ['trend:Revenue', 'change:nothing'])).toEqual([
    [100, 110, 120, 130, 140, 150, 160, 170],
    null,
  ])
})

test('a metric of the analyst’s own is reckoned, and one that was forgotten is not there', async () => {
  const desk = await watchedDesk({ fundamentals: twoYears('HLDN') })
  await desk.sync('HLDN')
  const listId = await desk.list('HLDN')
  const { id } = await desk.desk.metrics.save({
    name: 'Costs',
    formula: 'Revenue - OperatingIncome - prior(Revenue)',
    unit: 'money',
  })
  expect(await cells(desk, listId, [`number:own.${id}`, `change:own.${id}`])).toEqual([170 - 17 - 160, 'n.m.'])
  await desk.desk.metrics.forget({ id })
  expect(await cells(desk, listId, [`number:own.${id}`])).toEqual([null])
})

test('the last call, rating and news item stand beside the listing that was chosen', async () => {
  const desk = await watchedDesk({
    securities: [securityOf('HLDN', told), { ...securityOf('HLDN'), id: 'BBG00HLDN|GR', name: 'HLDN in Frankfurt' }],
    calls: [callOf('HLDN', 'later', 30), callOf('HLDN', 'last', -2), callOf('HLDN', 'before', -90)].map((call, at) => ({
      ...call,
      summary: { summary: 'Better.', sentiment: [0.9, 0.3, 0.1][at] },
    })),
    ratings: [
      ratingOf('HLDN', 1, '2025-11-01 10:00:00.000000'),
      ratingOf('HLDN', 2, '2025-12-01 10:00:00.000000', { price_target: '€160' }),
    ],
    news: [newsOf('HLDN', 9, '2025-12-02T10:00:00Z')],
  })
  await desk.search('HLDN')
  await desk.sync('HLDN')
  for (const callId of ['later', 'last', 'before'])
    await desk.desk.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
  const listId = await desk.list('HLDN')
  const names = [
    'name',
    'exchange',
    'mic',
    'country',
    'type',
    'sector',
    'currency',
    'isin',
    'figi',
    'cusip',
    'cik',
    'marketCap',
  ]
  expect(await cells(desk, listId, names)).toEqual([
    ...['HLDN Corporation', 'NASDAQ', 'XNAS', 'US', 'Common Stock', 'Machinery', 'usd'],
    ...['US0000000001', 'BBG000000001', '000000000', '0000001234', 5_000_000],
  ])
  expect(await cells(desk, listId, ['callAt', 'callSentiment', 'callsStored'])).toEqual([
    Date.UTC(2026, 0, 3, 14),
    0.3,
    3,
  ])
  expect((await cells(desk, listId, ['callSentimentChange']))[0]).toBeCloseTo(0.2, 12)
  expect(
    await cells(desk, listId, ['ratingFirm', 'ratingAction', 'rating', 'ratingTarget', 'ratingAt', 'news', 'newsAt']),
  ).toEqual([
    ...['Hollin Gate', 'Upgrades', 'Buy', '€160', Date.UTC(2025, 11, 1, 10), 'HLDN rises', Date.UTC(2025, 11, 2, 10)],
  ])
  await desk.desk.watchlists.takeOff({ listId, symbols: ['HLDN'] })
  await desk.desk.watchlists.add({ listId, securities: [{ symbol: 'HLDN', securityId: 'BBG00HLDN|GR' }] })
  expect(await cells(desk, listId, ['name'])).toEqual(['HLDN in Frankfurt'])
})
