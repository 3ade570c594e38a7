import { Agent, fetch } from 'undici'

/** Requests the same as a job that takes companies offline, at the request queue's concurrency, and discards every body. Prints milliseconds. */
const [baseUrl = '', count = '200', concurrency = '4'] = process.argv.slice(2)
const dispatcher = new Agent({ connections: Number(concurrency) })
const symbols = Array.from({ length: Number(count) }, (_, at) => `BN${String(at).padStart(3, '0')}`)
const pages = symbols.flatMap((symbol, company) => [
  `/delivery/api/v1/calls?symbol=${symbol}&page=1&page_size=100`,
  `/delivery/api/v1/fundamentals/enhanced?symbol=${symbol}&page=1&page_size=100`,
  `/rating/api/v1/ratings?symbol=${symbol}&page=1&page_size=100`,
  `/news/api/v1/news?symbol=${symbol}&page=1&page_size=100`,
  ...Array.from(
    { length: 4 },
    (_, at) => `/delivery/api/v1/calls/0000000${at}-0000-4000-8000-${String(company).padStart(12, '0')}`,
  ),
])
const began = performance.now()
let at = 0
const ask = async () => {
  for (let page = pages[at++]; page !== undefined; page = pages[at++]) {
    const response = await fetch(`${baseUrl}${page}`, { dispatcher })
    for await (const _ of response.body ?? []) continue
  }
}
await Promise.all(Array.from({ length: Number(concurrency) }, ask))
process.stdout.write(JSON.stringify({ milliseconds: performance.now() - began, requests: pages.length }))
await dispatcher.close()
