import { expect, test } from 'vitest'
import { readJsonText } from '#contract/api/serialized-json.ts'
import { plainColumns } from '#contract/api/watchlist-columns.ts'
import type { WatchlistCell } from '#contract/api/watchlists.ts'
import { filedRecords, tenfold } from '../fundamentals/split-filings.ts'
import { figure, group, matchesIn, screen } from '../screener/screen-setup.ts'
import { callOf, day, newsOf, ratingOf, securityOf, twoYears, watchlistSetup, rowsOf } from './watchlist-setup.ts'

type Desk = Awaited<ReturnType<typeof watchlistSetup>>

/** What these columns show of the first company. */
async function cells({ api }: Desk, listId: string, columns: readonly string[]): Promise<WatchlistCell[]> {
  await api.watchlists.setView({ listId, change: { columns: [...columns] } })
  const table = await api.watchlists.table({ listId })
  return table.columns.map((column) => readJsonText(column.cells)[0] ?? null)
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
  const setup = await watchlistSetup()
  const listId = await setup.list('NONE')
  const shown = await cells(setup, listId, [
    ...plainColumns.map(({ id }) => id),
    'number:Revenue',
    'trend:Revenue',
    'gone',
  ])
  const counts = new Set(['restated', 'periodsStored', 'callsStored'])
  const usual = (id: string) => (id === 'onDisk' ? 'not stored' : counts.has(id) ? 0 : null)
  expect(shown).toEqual([...plainColumns.map(({ id }) => usual(id)), null, null, null])
})

test('figures are those of the latest quarter, next to the same quarter a year ago', async () => {
  const setup = await watchlistSetup({ fundamentals: twoYears('HLDN') })
  await setup.sync('HLDN')
  const listId = await setup.list('HLDN')
  const margin = 'calculated.operating_margin'
  const columns = ['period', 'periodEnd', 'number:Revenue', 'change:Revenue', `number:${margin}`, `change:${margin}`]
  const [period, end, revenue, growth, share, change] = await cells(setup, listId, columns)
  expect([period, end, revenue]).toEqual(['Q3 FY2025', '2025-09-30', 170])
  expect(growth).toBeCloseTo(170 / 130 - 1, 12)
  expect([share, change]).toEqual([0.1, 0])
  expect(await cells(setup, listId, ['trend:Revenue', 'change:nothing'])).toEqual([
    [100, 110, 120, 130, 140, 150, 160, 170],
    null,
  ])
})

test('what is stored is counted where a column shows it, also one that was not there before', async () => {
  const setup = await watchlistSetup({ fundamentals: twoYears('HLDN') })
  await setup.sync('HLDN')
  const listId = await setup.list('HLDN')
  expect(await cells(setup, listId, ['callsStored', 'period'])).toEqual([0, 'Q3 FY2025'])
  expect(await cells(setup, listId, ['fetchedAt'])).toEqual([setup.clock.now()])
  expect(await cells(setup, listId, ['periodsStored'])).toEqual([8])
  expect(await cells(setup, listId, ['onDisk'])).toEqual(['statements'])
})

test('a metric of the analyst’s own is calculated, and one that was forgotten is not there', async () => {
  const setup = await watchlistSetup({ fundamentals: twoYears('HLDN') })
  await setup.sync('HLDN')
  const listId = await setup.list('HLDN')
  const { id } = await setup.api.metrics.save({
    name: 'Costs',
    formula: 'Revenue - OperatingIncome - prior(Revenue)',
    unit: 'money',
  })
  expect(await cells(setup, listId, [`number:own.${id}`, `change:own.${id}`])).toEqual([170 - 17 - 160, 'n.m.'])
  await setup.api.metrics.remove({ id })
  expect(await cells(setup, listId, [`number:own.${id}`])).toEqual([null])
})

test('the last call, rating and news item are shown next to the chosen listing', async () => {
  const setup = await watchlistSetup({
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
  await setup.search('HLDN')
  await setup.sync('HLDN')
  const listId = await setup.list('HLDN')
  const onDisk: WatchlistCell[][] = []
  for (const callId of ['later', 'last', 'before']) {
    await setup.api.fetch.call({ parameters: { call_id: callId }, freshness: 'service' })
    onDisk.push(await cells(setup, listId, ['onDisk']))
  }
  expect(onDisk.flat()).toEqual([
    '1 of 3 calls, no statements',
    '2 of 3 calls, no statements',
    '3 calls, no statements',
  ])
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
  expect(await cells(setup, listId, names)).toEqual([
    'HLDN Corporation',
    'NASDAQ',
    'XNAS',
    'US',
    'Common Stock',
    'Machinery',
    'usd',
    'US0000000001',
    'BBG000000001',
    '000000000',
    '0000001234',
    5_000_000,
  ])
  expect(await cells(setup, listId, ['callAt', 'callSentiment', 'callsStored'])).toEqual([
    Date.UTC(2026, 0, 3, 14),
    0.3,
    3,
  ])
  expect((await cells(setup, listId, ['callSentimentChange']))[0]).toBeCloseTo(0.2, 12)
  expect(
    await cells(setup, listId, ['ratingFirm', 'ratingAction', 'rating', 'ratingTarget', 'ratingAt', 'news', 'newsAt']),
  ).toEqual([
    'Hollin Gate',
    'Upgrades',
    'Buy',
    { raw: '€160', amount: 160, currency: 'EUR', reason: null },
    Date.UTC(2025, 11, 1, 10),
    'HLDN rises',
    Date.UTC(2025, 11, 2, 10),
  ])
  await setup.api.watchlists.removeCompanies({ listId, symbols: ['HLDN'] })
  await setup.api.watchlists.addCompanies({ listId, securities: [{ symbol: 'HLDN', securityId: 'BBG00HLDN|GR' }] })
  expect(await cells(setup, listId, ['name'])).toEqual(['HLDN in Frankfurt'])
})

test('a note without an opinion leaves the latest rating and target as they are, in watchlists and in screens', async () => {
  const note = { action: '', rating: '', price_target: '', is_rating: false, firm: 'someone-else' }
  const setup = await watchlistSetup({
    fundamentals: twoYears('HLDN'),
    ratings: [
      ratingOf('HLDN', 1, '2025-12-01 10:00:00.000000', { rating: 'Hold' }),
      ratingOf('HLDN', 2, '2025-12-01 10:00:00.000000', { price_target: '€160' }),
      ratingOf('HLDN', 3, '2025-12-02 10:00:00.000000', note),
      ratingOf('NOTED', 4, '2025-12-02 10:00:00.000000', note),
    ],
  })
  await setup.sync('HLDN')
  await setup.sync('NOTED')
  const listId = await setup.list('HLDN', 'NOTED')
  expect(await cells(setup, listId, ['ratingFirm', 'rating', 'ratingTarget', 'ratingAt'])).toEqual([
    'Hollin Gate',
    'Buy',
    { raw: '€160', amount: 160, currency: 'EUR', reason: null },
    Date.UTC(2025, 11, 1, 10),
  ])
  const { columns } = await setup.api.watchlists.table({ listId })
  expect(columns.map((column) => readJsonText(column.cells)[1] ?? null)).toEqual([null, null, null, null])
  const result = await setup.api.screens.run({ spec: screen(group('all', figure('Revenue', 'above', 0))) })
  expect(matchesIn(result)).toMatchObject([{ symbol: 'HLDN', rating: { firm: 'Hollin Gate', rating: 'Buy' } }])
})

test('a table that was read before has everything that was written since: by the service, by the analyst, about another list', async () => {
  const setup = await watchlistSetup({ fundamentals: twoYears('HLDN') })
  const [listId, otherId] = [await setup.list('HLDN'), await setup.list('HLDN')]
  const columns = ['number:Revenue', 'ratingFirm', 'note']
  expect(await cells(setup, listId, columns)).toEqual([null, null, null])
  expect(await cells(setup, otherId, columns)).toEqual([null, null, null])
  const again = async (of: string) => {
    const table = await setup.api.watchlists.table({ listId: of })
    return table.columns.map((column) => readJsonText(column.cells)[0] ?? null)
  }
  setup.clock.advance(day)
  await setup.sync('HLDN')
  expect(await again(listId)).toEqual([170, null, null])
  setup.knows.ratings = [ratingOf('HLDN', 1, '2026-01-06 10:00:00.000000')]
  await setup.sync('HLDN')
  expect(await again(listId)).toEqual([170, 'Hollin Gate', null])
  await setup.api.watchlists.setNote({ listId, symbol: 'HLDN', note: 'Margins' })
  expect(await again(listId)).toEqual([170, 'Hollin Gate', 'Margins'])
  expect(await again(otherId)).toEqual([170, 'Hollin Gate', null])
  const unseen = async (of: string) => rowsOf(await setup.api.watchlists.table({ listId: of }))[0]?.unseen.rating
  expect([await unseen(listId), await unseen(otherId)]).toEqual([1, 1])
  setup.clock.advance(1)
  await setup.api.watchlists.markSeen({ listId, symbols: null })
  expect([await unseen(listId), await unseen(otherId)]).toEqual([undefined, 1])
})

test('a call that was ahead is the last one once it has begun, though nothing was written meanwhile', async () => {
  const setup = await watchlistSetup({ calls: [callOf('HLDN', 'ahead', 1), callOf('HLDN', 'before', -1)] })
  await setup.sync('HLDN')
  const listId = await setup.list('HLDN')
  const last = async () => rowsOf(await setup.api.watchlists.table({ listId }))[0]?.call?.callId
  expect([await last(), await last()]).toEqual(['before', 'before'])
  setup.clock.advance(2 * day)
  expect(await last()).toBe('ahead')
})

test('EPS is not compared across a share split: no growth, and no trend from before it', async () => {
  const setup = await watchlistSetup({ fundamentals: filedRecords('TENF', tenfold.slice(0, 6)) })
  await setup.sync('TENF')
  const listId = await setup.list('TENF')
  const eps = 'DilutedEarningsPerShare'
  expect(await cells(setup, listId, [`number:${eps}`, `change:${eps}`, `trend:${eps}`])).toEqual([
    0.6,
    'n.m.',
    ['n.m.', 0.25, 0.37, 0.49, 0.6],
  ])
  const [growth] = await cells(setup, listId, ['change:Revenue'])
  expect(growth).toBeCloseTo(26_000 / 7000 - 1)
})

test('a page that requests columns of its own gets these, and the list keeps its own', async () => {
  const setup = await watchlistSetup({})
  const listId = await setup.list('HLDN')
  const own = (await setup.api.watchlists.table({ listId })).columns.map(({ id }) => id)
  const other = await setup.api.watchlists.table({ listId, columns: ['name', 'rating'] })
  expect(other.columns.map(({ id }) => id)).toEqual(['name', 'rating'])
  expect((await setup.api.watchlists.table({ listId })).columns.map(({ id }) => id)).toEqual(own)
})
