import { expect, test } from 'vitest'
import { ManualClock } from '../clocks.ts'
import { liveWorkspace, openedCore } from '../opened-core.ts'
import { json, scriptedService } from '../service/scripted-service.ts'
import { securityOf } from '../watchlists/watchlist-setup.ts'
import { isDone, itemsOf, untilJob } from './sync-setup.ts'

const perPage = 100

/** A service that knows so many securities of one exchange, and counts the pages that it sent. */
async function exchangeService(count: number, { repeats = false } = {}) {
  const pages: number[] = []
  const isDown = { after: Number.POSITIVE_INFINITY }
  const service = await scriptedService((response, { url }) => {
    const page = Number(url.searchParams.get('page') ?? 1)
    if (pages.length >= isDown.after) return json(response, { message: 'no' }, 400)
    pages.push(page)
    const first = repeats ? 0 : (page - 1) * perPage
    const numbers = Array.from({ length: count }, (_, at) => at).slice(first, first + perPage)
    const hits = numbers.map((at) => ({
      document: securityOf(`T${at}`, { name: `Tarn Works ${at}`, 'exchange_info.mic_code': 'XTKS' }),
    }))
    return json(response, { data: { found: count, hits, out_of: count, page, request_params: {} }, message: 'ok' })
  })
  return { ...service, pages, isDown }
}

async function setUp(service: Awaited<ReturnType<typeof exchangeService>>) {
  const clock = new ManualClock()
  const opened = openedCore({ clock })
  await liveWorkspace(opened, service.origin, { key: 'some-long-key' })
  return { ...opened, clock, service }
}

const names = async ({ api }: Pick<Awaited<ReturnType<typeof setUp>>, 'api'>, query: string) =>
  (await api.securities.find({ query, freshness: 'library' })).hits.map(({ name }) => name)

test('the securities of an exchange are found by name once they were downloaded', async () => {
  const setup = await setUp(await exchangeService(250))
  expect(await names(setup, 'tarn works 249')).toEqual([])
  const { id, title } = await setup.api.sync.refresh({ scope: { of: 'exchanges', mics: ['XTKS'] } })
  expect(title).toBe('Securities on XTKS')
  await untilJob(setup, id, isDone)
  expect(await itemsOf(setup.api, id)).toMatchObject([
    { symbol: 'XTKS', state: 'updated', detail: '250 new or changed' },
  ])
  expect(setup.service.pages).toEqual([1, 2, 3])
  expect(await names(setup, 'tarn works 249')).toEqual(['Tarn Works 249'])
})

test('a download that failed half-way requests only the pages that are missing', async () => {
  const service = await exchangeService(250)
  service.isDown.after = 2
  const setup = await setUp(service)
  const { id } = await setup.api.sync.refresh({ scope: { of: 'exchanges', mics: ['XTKS'] } })
  await untilJob(setup, id, isDone)
  expect(await itemsOf(setup.api, id)).toMatchObject([{ state: 'failed' }])
  service.isDown.after = Number.POSITIVE_INFINITY
  await setup.api.sync.retryFailed({ jobId: id })
  await untilJob(setup, id, isDone)
  expect(service.pages).toEqual([1, 2, 3])
  expect(await names(setup, 'tarn works 249')).toEqual(['Tarn Works 249'])
})

test('a service that sends the same page under every number is not requested for ever', async () => {
  const setup = await setUp(await exchangeService(250, { repeats: true }))
  const { id } = await setup.api.sync.refresh({ scope: { of: 'exchanges', mics: ['XTKS'] } })
  await untilJob(setup, id, isDone)
  expect(setup.service.pages).toEqual([1, 2])
})

test('an exchange is measured with one request before it is downloaded', async () => {
  const setup = await setUp(await exchangeService(250))
  const size = await setup.api.securities.measureExchange({ mic: 'XTKS' })
  expect(size).toMatchObject({ mic: 'XTKS', securities: 250, requests: 3 })
  expect(size.bytes).toBeGreaterThan(0)
  expect(setup.service.pages).toEqual([1])
})

test('an exchange that the service does not know has nothing to download', async () => {
  const setup = await setUp(await exchangeService(0))
  const size = await setup.api.securities.measureExchange({ mic: 'XTKS' })
  expect(size).toEqual({ mic: 'XTKS', name: null, securities: 0, requests: 0, bytes: 0 })
})
