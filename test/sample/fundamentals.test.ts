import { describe, expect, test } from 'vitest'
import { enhancedRecord, liteRecord } from '#contract/service/fundamentals.ts'
import { dataWrapper } from '#contract/service/operations.ts'
import { companySeeds } from '#sample/data/seeds.ts'
import type { SampleService } from '#sample/server.ts'
import { addressOf, requestJson, dataOf, paths, row, rows, sampleService, sharedService } from './sample-requests.ts'
import { faultsOf } from './record-faults.ts'

const shared = sharedService()

describe('enhanced fundamentals', () => {
  test('every record of every company has every field of the interface and nothing else', async () => {
    const service = shared()
    for (const { symbol } of companySeeds) {
      const answer = await requestJson(service, paths['fundamentals.enhanced'], { symbol, page_size: 50 })
      expect(dataWrapper.safeParse(answer).error).toBeUndefined()
      const records = dataOf(answer)
      expect(records).toHaveLength(50)
      const spared = symbol === 'BKAN' ? ['EquityInAffiliates', 'OtherCashAdjustments'] : []
      expect(records.flatMap((each) => faultsOf(enhancedRecord, each, spared))).toEqual([])
      expect(new Set(records.map((each) => each.symbol))).toEqual(new Set([symbol]))
      expect(records[0]?.cik).toMatch(/^\d{10}$/)
    }
  })

  test('ten come on a page unless more are requested, and the pages together are the whole without a repeat', async () => {
    const service = await sampleService({ restated: 'never' })
    const ask = (page: number) => requestJson(service, paths['fundamentals.enhanced'], { symbol: 'HLDN', page })
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map(ask))
    expect(row(pages[0]).pagination).toEqual({ hits: 50, page: 1, page_count: 5, page_size: 10 })
    expect(row(pages[5]).pagination).toEqual({ hits: 50, page: 6, page_count: 5, page_size: 10 })
    expect(dataOf(pages[5])).toEqual([])
    const together = pages.flatMap(dataOf)
    const whole = dataOf(await requestJson(service, paths['fundamentals.enhanced'], { symbol: 'HLDN', page_size: 50 }))
    expect(together).toEqual(whole)
  })

  test('a page larger than the largest is cut to it, and the pagination says so', async () => {
    const service = await sampleService({ largestPage: 20 })
    const answer = await requestJson(service, paths['fundamentals.enhanced'], { symbol: 'HLDN', page_size: 500 })
    expect(dataOf(answer)).toHaveLength(20)
    expect(row(answer).pagination).toEqual({ hits: 50, page: 1, page_count: 3, page_size: 20 })
  })

  test('year and period narrow the list, one by one and together', async () => {
    const service = await sampleService()
    const ask = async (parameters: Record<string, string | number>) =>
      dataOf(await requestJson(service, paths['fundamentals.enhanced'], { symbol: 'HLDN', ...parameters })).map(
        (each) => `${String(each.Year)} ${String(each.Quarter)}`,
      )
    expect(await ask({ fiscal_year: 2025 })).toEqual(['2025 FY', '2025 Q4', '2025 Q3', '2025 Q2', '2025 Q1'])
    expect(await ask({ fiscal_period: 'FY', page_size: 3 })).toEqual(['2025 FY', '2024 FY', '2023 FY'])
    expect(await ask({ fiscal_period: 'Q2', fiscal_year: 2026 })).toEqual(['2026 Q2'])
    expect(await ask({ fiscal_year: 1999 })).toEqual([])
  })

  test('a symbol is found in small letters, and one that is not known has no records', async () => {
    const service = await sampleService()
    expect(dataOf(await requestJson(service, paths['fundamentals.enhanced'], { symbol: 'hldn' }))).toHaveLength(10)
    const none = await requestJson(service, paths['fundamentals.enhanced'], { symbol: 'NONE' })
    expect(row(none).pagination).toEqual({ hits: 0, page: 1, page_count: 0, page_size: 10 })
  })

  test.each([
    ['no symbol', {}],
    ['a year in words', { symbol: 'HLDN', fiscal_year: 'last' }],
    ['an unknown period', { symbol: 'HLDN', fiscal_period: 'Q5' }],
    ['page nought', { symbol: 'HLDN', page: 0 }],
    ['a negative page_size', { symbol: 'HLDN', page_size: -1 }],
  ])('%s is refused with 400 and a sentence', async (_, parameters) => {
    const service = await sampleService()
    const response = await fetch(addressOf(service, paths['fundamentals.enhanced'], parameters))
    expect(response.status).toBe(400)
    expect(row(await response.json()).message).toMatch(/\.$/)
  })
})

describe('restated periods', () => {
  const revenue = async (service: SampleService, parameters: Record<string, string | number> = {}) => {
    const answer = await requestJson(service, paths['fundamentals.enhanced'], {
      symbol: 'HLDN',
      page_size: 50,
      ...parameters,
    })
    return dataOf(answer).find((each) => each.Year === 2026 && each.Quarter === 'Q2')?.Revenue
  }

  test('are served as first published, and restated when the same request is repeated', async () => {
    const service = await sampleService()
    expect(await revenue(service)).toBe(1_301_200_000)
    expect(await revenue(service)).toBe(1_296_800_000)
    expect(await revenue(service)).toBe(1_296_800_000)
  })

  test('are not mixed into a list that is read page by page', async () => {
    // its restated quarter stands on the second page
    const service = await sampleService()
    const read = async () => {
      const pages = [1, 2, 3, 4, 5].map((page) =>
        requestJson(service, paths['fundamentals.enhanced'], { symbol: 'MRFL', page }),
      )
      return (await Promise.all(pages)).flatMap(dataOf)
    }
    const first = await read()
    const never = await sampleService({ restated: 'never' })
    const original = dataOf(await requestJson(never, paths['fundamentals.enhanced'], { symbol: 'MRFL', page_size: 50 }))
    expect(first).toEqual(original)
    const always = await sampleService({ restated: 'always' })
    const restated = dataOf(
      await requestJson(always, paths['fundamentals.enhanced'], { symbol: 'MRFL', page_size: 50 }),
    )
    expect(await read()).toEqual(restated)
  })

  test('another request about the company is no second one, and lite turns with enhanced', async () => {
    const service = await sampleService()
    expect(await revenue(service)).toBe(1_301_200_000)
    expect(await revenue(service, { fiscal_year: 2026 })).toBe(1_301_200_000)
    expect(await revenue(service)).toBe(1_296_800_000)
    const lite = rows(
      await requestJson(service, paths['fundamentals.lite'], {
        symbol: 'HLDN',
        fiscal_year: 2026,
        fiscal_period: 'Q2',
      }),
    )
    expect(lite[0]?.Revenue).toBe(1_296_800_000)
  })
})

describe('lite fundamentals', () => {
  test('are a bare array whose records have every field of the interface and nothing of the enhanced ones', async () => {
    const service = shared()
    for (const { symbol } of companySeeds) {
      const records = rows(await requestJson(service, paths['fundamentals.lite'], { symbol, page_size: 50 }))
      expect(records).toHaveLength(50)
      const spared = symbol === 'BKAN' ? ['EquityInAffiliates', 'OtherCashAdjustments'] : []
      expect(records.flatMap((each) => faultsOf(liteRecord, each, spared))).toEqual([])
    }
  })

  test('one symbol exists here only', async () => {
    const service = await sampleService()
    expect(
      rows(await requestJson(service, paths['fundamentals.lite'], { symbol: 'DLFR', fiscal_period: 'FY' })),
    ).toHaveLength(10)
    expect(dataOf(await requestJson(service, paths['fundamentals.enhanced'], { symbol: 'DLFR' }))).toEqual([])
  })

  test('several symbols may come in a comma list, and without one all companies do', async () => {
    const service = await sampleService()
    const two = rows(
      await requestJson(service, paths['fundamentals.lite'], {
        symbol: 'HLDN,KSTM',
        fiscal_period: 'FY',
        page_size: 50,
      }),
    )
    expect(new Set(two.map((each) => each.ticker))).toEqual(new Set(['HLDN', 'KSTM']))
    const all = rows(
      await requestJson(service, paths['fundamentals.lite'], {
        fiscal_period: 'FY',
        fiscal_year: 2024,
        page_size: 100,
      }),
    )
    expect(all).toHaveLength(companySeeds.length)
  })
})
