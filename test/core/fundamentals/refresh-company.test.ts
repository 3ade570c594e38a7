import { describe, expect, test } from 'vitest'
import { extendsBefore, refreshCompany, type CompanyRefresh } from '#core/fundamentals/refresh-company.ts'
import { failureOf } from '#core/failure-error.ts'
import { HastyClock } from '../clocks.ts'
import { openedLibrary } from '../ledger/opened-library.ts'
import { canary } from '../canary.ts'
import { enhanced, lite, paged } from '../records.ts'
import { json, scriptedService } from '../service/scripted-service.ts'

const year = (each: number) => enhanced({ year: each, end: `${each}-12-31` })

interface Pages {
  /** Years on each page; a page beyond them is empty. */
  readonly years: readonly (readonly number[])[]
  readonly hits?: number
  readonly page_count?: number
  readonly since?: string
}

/** The pages that one refresh requests, of a service that has these. */
async function pagesAsked({ years, hits, page_count, since }: Pages): Promise<{ asked: number; records: number }> {
  const service = await scriptedService((response, { url }) => {
    const page = Number(url.searchParams.get('page'))
    const records = (years[page - 1] ?? []).map(year)
    json(response, {
      data: records,
      message: 'ok',
      ...(hits !== undefined && { pagination: { hits, page, page_count, page_size: 2 } }),
    })
  })
  const { library } = openedLibrary({ baseUrl: service.origin, key: canary })
  const wanted: CompanyRefresh = { symbol: 'ACME', edition: 'enhanced', since, urgency: 'user' }
  const { changes } = await refreshCompany(library, wanted, new AbortController().signal)
  return { asked: service.heard.length, records: changes }
}

describe('the periods of a company are requested page by page', () => {
  test.each<[string, Pages, number, number]>([
    [
      'to the page that the service counts last',
      { years: [[2025, 2024], [2023, 2022], [2021]], hits: 5, page_count: 3 },
      3,
      5,
    ],
    ['no further than one page where that is all', { years: [[2025, 2024]], hits: 2, page_count: 1 }, 1, 2],
    [
      'beyond the count of pages while records are missing',
      { years: [[2025, 2024], [2023, 2022], [2021]], hits: 5, page_count: 1 },
      3,
      5,
    ],
    [
      'beyond the count of records while pages are left',
      {
        years: [
          [2025, 2024],
          [2023, 2022],
        ],
        hits: 2,
        page_count: 2,
      },
      2,
      4,
    ],
    [
      'to one that brings nothing new, where more are counted than there are',
      { years: [[2025, 2024], [2023]], hits: 9, page_count: 5 },
      3,
      3,
    ],
    ['to one that is repeated', { years: [[2025, 2024], [2025, 2024], [2023]], hits: 9, page_count: 5 }, 2, 2],
    [
      'to an empty one where nobody counts',
      {
        years: [
          [2025, 2024],
          [2023, 2022],
        ],
      },
      3,
      4,
    ],
    [
      'to the one that goes back far enough, where the latest come first',
      { years: [[2025, 2024], [2023, 2022], [2021]], hits: 5, page_count: 3, since: '2023-01-01' },
      2,
      4,
    ],
    [
      'to the last one, where the oldest come first',
      { years: [[2021, 2022], [2023, 2024], [2025]], hits: 5, page_count: 3, since: '2024-01-01' },
      3,
      5,
    ],
    [
      'past one that is all older than what is wanted',
      {
        years: [
          [2020, 2019],
          [2025, 2024],
        ],
        hits: 4,
        page_count: 2,
        since: '2024-01-01',
      },
      2,
      4,
    ],
  ])('%s', async (_, pages, asked, records) => {
    expect(await pagesAsked(pages)).toEqual({ asked, records })
  })

  test('twenty of them at most, of a service that never ends', async () => {
    const years = Array.from({ length: 60 }, (_, at) => [3000 - at])
    expect((await pagesAsked({ years, hits: 1_000_000, page_count: 1_000_000 })).asked).toBe(20)
  })
})

test.each<[string, readonly (string | null | undefined)[], boolean]>([
  ['latest first, the last one older', ['2025-12-31', '2024-12-31', '2023-12-31'], true],
  ['latest first, the last one on the day itself', ['2025-12-31', '2024-06-30'], false],
  ['latest first, none older', ['2025-12-31', '2024-12-31'], false],
  ['oldest first', ['2023-12-31', '2024-12-31', '2025-12-31'], false],
  ['out of order', ['2025-12-31', '2023-12-31', '2024-12-31', '2022-12-31'], false],
  ['all of it older', ['2023-12-31', '2022-12-31'], false],
  ['two of one day', ['2025-12-31', '2025-12-31', '2023-12-31'], true],
  ['one without a date among them', ['2025-12-31', null, '2023-12-31', undefined], true],
  ['none with a date', [null, undefined], false],
  ['nothing', [], false],
])('a page %s: whether it goes back beyond 30 June 2024', (_, ends, reaches) => {
  expect(extendsBefore(ends, '2024-06-30')).toBe(reaches)
})

describe('lite is requested', () => {
  /** Of a service that responds for enhanced with this status, or with no records. */
  async function editionFor(status: number, edition?: 'enhanced' | 'lite') {
    const service = await scriptedService((response, { url }) => {
      if (url.pathname.endsWith('/lite')) return json(response, url.searchParams.get('page') === '1' ? [lite({})] : [])
      return status === 200 ? json(response, paged([])) : json(response, { message: 'no' }, status)
    })
    const { library } = openedLibrary({ baseUrl: service.origin, key: canary, clock: new HastyClock() })
    const wanted: CompanyRefresh = { symbol: 'ACME', edition, urgency: 'user' }
    try {
      const came = await refreshCompany(library, wanted, new AbortController().signal)
      return [came.edition, came.liteBecause?.kind ?? null]
    } catch (error) {
      return ['failed', failureOf(error)?.kind]
    }
  }

  test.each<[number, 'enhanced' | 'lite' | undefined, readonly (string | null)[]]>([
    [200, undefined, ['lite', 'not-found']],
    [403, undefined, ['lite', 'not-allowed']],
    [404, undefined, ['lite', 'not-found']],
    [401, undefined, ['failed', 'key-refused']],
    [429, undefined, ['failed', 'too-many-requests']],
    [500, undefined, ['failed', 'service-error']],
    [200, 'enhanced', ['enhanced', null]],
    [403, 'enhanced', ['failed', 'not-allowed']],
    [500, 'lite', ['lite', null]],
  ])('where enhanced gets a %i and %s is wanted: %j', async (status, edition, came) => {
    expect(await editionFor(status, edition)).toEqual(came)
  })
})
