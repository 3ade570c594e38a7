import { expect, test } from 'vitest'
import { plainColumns } from '#contract/api/watchlist-columns.ts'
import type { WatchlistCell } from '#contract/api/watchlists.ts'
import { filedRecords, tenfold } from '../fundamentals/split-filings.ts'
import { callOf, day, newsOf, ratingOf, securityOf, twoYears, watchedDesk, rowsOf } from './watched-desk.ts'

type Desk = Awaited<ReturnType<typeof watchedDesk>>

/** What these columns show of the first company. */
async function cells({ desk }: Desk, listId: string, columns: readonly string[]): Promise<WatchlistCell[]> {
  await desk.watchlists.setView({ listId, change: { columns: [...columns] } })
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

test('what is stored is counted where a column shows it, also one that was not there before', async () => {
  const desk = await watchedDesk({ fundamentals: twoYears('HLDN') })
  await desk.sync('HLDN')
  const listId = await desk.list('HLDN')
  expect(await cells(desk, listId, ['callsStored', 'period'])).toEqual([0, 'Q3 FY2025'])
  expect(await cells(desk, listId, ['fetchedAt'])).toEqual([desk.clock.now()])
  expect(await cells(desk, listId, ['periodsStored'])).toEqual([8])
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

test('a table that was read before has everything that was written since: by the service, by the analyst, about another list', async () => {
  const desk = await watchedDesk({ fundamentals: twoYears('HLDN') })
  const [listId, otherId] = [await desk.list('HLDN'), await desk.list('HLDN')]
  const columns = ['number:Revenue', 'ratingFirm', 'note']
  expect(await cells(desk, listId, columns)).toEqual([null, null, null])
  expect(await cells(desk, otherId, columns)).toEqual([null, null, null])
  const again = async (of: string) => {
    const table = await desk.desk.watchlists.table({ listId: of })
    return table.columns.map((column) => (JSON.parse(column.cells) as WatchlistCell[])[0] ?? null)
  }
  desk.clock.advance(day)
  await desk.sync('HLDN')
  expect(await again(listId)).toEqual([170, null, null])
  desk.knows.ratings = [ratingOf('HLDN', 1, '2026-01-06 10:00:00.000000')]
  await desk.sync('HLDN')
  expect(await again(listId)).toEqual([170, 'Hollin Gate', null])
  await desk.desk.watchlists.note({ listId, symbol: 'HLDN', note: 'Margins' })
  expect(await again(listId)).toEqual([170, 'Hollin Gate', 'Margins'])
  expect(await again(otherId)).toEqual([170, 'Hollin Gate', null])
  const fresh = async (of: string) => rowsOf(await desk.desk.watchlists.table({ listId: of }))[0]?.fresh.rating
  expect([await fresh(listId), await fresh(otherId)]).toEqual([1, 1])
  desk.clock.advance(1)
  await desk.desk.watchlists.see({ listId, symbols: null })
  expect([await fresh(listId), await fresh(otherId)]).toEqual([undefined, 1])
})

test('a call that was ahead is the last one once it has begun, though nothing was written meanwhile', async () => {
  const desk = await watchedDesk({ calls: [callOf('HLDN', 'ahead', 1), callOf('HLDN', 'before', -1)] })
  await desk.sync('HLDN')
  const listId = await desk.list('HLDN')
  const last = async () => rowsOf(await desk.desk.watchlists.table({ listId }))[0]?.call?.callId
  expect([await last(), await last()]).toEqual(['before', 'before'])
  desk.clock.advance(2 * day)
  expect(await last()).toBe('ahead')
})

test('EPS is not compared across a share split: no growth, and no trend from before it', async () => {
  const desk = await watchedDesk({ fundamentals: filedRecords('TENF', tenfold.slice(0, 6)) })
  await desk.sync('TENF')
  const listId = await desk.list('TENF')
  const eps = 'DilutedEarningsPerShare'
  expect(await cells(desk, listId, [`number:${eps}`, `change:${eps}`, `trend:${eps}`])).toEqual([
    ...[0.6, 'n.m.'],
    ['n.m.', 0.25, 0.37, 0.49, 0.6],
  ])
  const [growth] = await cells(desk, listId, ['change:Revenue'])
  expect(growth).toBeCloseTo(26_000 / 7000 - 1)
})
