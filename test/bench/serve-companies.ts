import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'

/**
 * Serves so many companies, each made of one of the sample's: ten years of statements, four calls with their transcripts, its ratings
 * and news. Every body is ready before the first request, and goes out after so many milliseconds. Prints its address.
 */
const [count = '200', latency = '20'] = process.argv.slice(2)
const callsEach = 4
/** Ratings and news have ids from here on, which no library of a bench has: each is a new record. */
const firstId = 100_000_000

type Wire = Record<string, unknown>

const sample = await startSampleService({ restated: 'never' })
const fetched = async (path: string): Promise<unknown> => {
  const response = await fetch(`${sample.baseUrl}${path}${path.includes('?') ? '&' : '?'}apikey=${sampleKey}`)
  return response.json()
}
const listed = async (path: string) => ((await fetched(path)) as { data: Wire[] }).data

const all = [
  ...(await listed('/delivery/api/v1/calls?page_size=100&page=1')),
  ...(await listed('/delivery/api/v1/calls?page_size=100&page=2')),
]
const symbols = [...new Set(all.map(({ symbol }) => String(symbol)))]
const templates = await Promise.all(
  symbols.map(async (symbol) => ({
    periods: await listed(`/delivery/api/v1/fundamentals/enhanced?symbol=${symbol}&page_size=100&page=1`),
    ratings: await listed(`/rating/api/v1/ratings?symbol=${symbol}&page_size=100&page=1`),
    news: await listed(`/news/api/v1/news?symbol=${symbol}&page_size=100&page=1`),
    calls: await Promise.all(
      all
        .filter((call) => call['symbol'] === symbol)
        .map(async (call) => ({
          call,
          detail: (await fetched(`/delivery/api/v1/calls/${String(call['call_id'])}`)) as Wire,
        })),
    ),
  })),
)
await sample.close()

const bodies = new Map<string, Buffer>()
const keep = (path: string, body: unknown) => bodies.set(path, Buffer.from(JSON.stringify(body)))
const counted = (data: unknown[]) => ({
  data,
  message: 'OK',
  pagination: { hits: data.length, page: 1, page_count: 1, page_size: 100 },
})
for (let company = 0; company < Number(count); company += 1) {
  const template = templates[company % templates.length]
  if (!template) throw new Error('the sample has no companies')
  const symbol = `BN${String(company).padStart(3, '0')}`
  const numbered = (records: readonly Wire[]) =>
    records.map((record, at) => ({ ...record, id: firstId + company * 1000 + at, ticker: symbol }))
  keep(
    `/delivery/api/v1/fundamentals/enhanced ${symbol}`,
    counted(template.periods.map((each) => ({ ...each, symbol }))),
  )
  keep(`/rating/api/v1/ratings ${symbol}`, { data: numbered(template.ratings), message: 'OK' })
  keep(`/news/api/v1/news ${symbol}`, { data: numbered(template.news), message: 'OK' })
  const calls = Array.from({ length: callsEach }, (_, at) => {
    const { call, detail } = template.calls[at % template.calls.length] ?? {}
    const own = { call_id: `0000000${at}-0000-4000-8000-${String(company).padStart(12, '0')}`, symbol }
    keep(`/delivery/api/v1/calls/${own.call_id} `, { ...detail, ...own })
    return { ...call, ...own }
  })
  keep(`/delivery/api/v1/calls ${symbol}`, counted(calls))
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bench.invalid')
  const page = url.searchParams.get('page') ?? '1'
  const body = page === '1' ? bodies.get(`${url.pathname} ${url.searchParams.get('symbol') ?? ''}`) : undefined
  setTimeout(() => {
    response.setHeader('content-type', 'application/json')
    if (body === undefined && page === '1') response.statusCode = 404
    response.end(body ?? JSON.stringify({ data: [], message: 'OK' }))
  }, Number(latency))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
