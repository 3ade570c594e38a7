import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { companySeeds } from '#sample/data/seeds.ts'
import type { SampleService } from '#sample/server.ts'
import { addressOf, requestJson, dataOf, paths, sampleService } from './sample-requests.ts'

const digest = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex')

/** One response of every operation and more of some, by its address, as hashes of its bytes. */
async function everything(service: SampleService): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  const take = async (path: string, parameters = {}) => {
    const url = addressOf(service, path, parameters)
    const response = await fetch(url)
    answers[url.slice(service.baseUrl.length)] = `${response.status} ${digest(await response.arrayBuffer())}`
  }
  // requested in another order of companies by the second service: what is made first must not matter
  for (const { symbol } of companySeeds) await take(paths['fundamentals.enhanced'], { symbol, page_size: 50 })
  await take(paths['fundamentals.lite'], { page_size: 100, fiscal_period: 'FY' })
  for (const page of [1, 2]) await take(paths['calls.list'], { page_size: 100, page })
  for (const call of dataOf(await requestJson(service, paths['calls.list'], { page_size: 25 }))) {
    await take(`${paths['calls.one']}${String(call.call_id)}`, { clean: true })
  }
  for (const page of [1, 5, 9]) await take(paths.ratings, { page, page_size: 100 })
  for (const symbol of ['HLDN', 'SKLR', 'WRFB']) await take(paths.news, { symbol, page_size: 100 })
  for (const page of [1, 15, 30]) await take(paths.securities, { q: '*', query_by: 'symbol', page })
  return answers
}

test('two starts respond byte for byte alike, whatever was requested first', async () => {
  const first = await sampleService()
  const second = await sampleService()
  await requestJson(second, paths.news, { symbol: 'ULKV' })
  await requestJson(second, paths.securities, { q: 'X' })
  await requestJson(second, paths['calls.list'], { symbol: 'MRWD' })
  const [one, other] = [await everything(first), await everything(second)]
  expect(Object.keys(one).length).toBeGreaterThan(70)
  expect(other).toEqual(one)
})
