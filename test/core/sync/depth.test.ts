import { expect, test } from 'vitest'
import type { OfflineChoice } from '#contract/api/sync.ts'
import { enhanced, listed, lite, paged } from '../records.ts'
import { json } from '../service/scripted-service.ts'
import { ratingOf } from '../watchlists/watchlist-setup.ts'
import { everything, isDone, syncSetup, untilJob } from './sync-setup.ts'

const statements: OfflineChoice = { ...everything, kinds: ['enhanced'], years: 5 }
const pageSize = 100

/** Thirty-two years of a company that nobody shortens: a page and a half. The clock stands in January 2026. */
const periodsOf = (record: typeof enhanced, order: 'latest' | 'oldest') => {
  const all = Array.from({ length: 32 }, (_, at) => 2025 - at).flatMap((year) =>
    ['FY', 'Q4', 'Q3', 'Q2', 'Q1'].map((quarter, back) =>
      record({ symbol: 'HLDN', quarter, year, end: `${year}-${['12', '12', '09', '06', '03'][back] ?? ''}-28` }),
    ),
  )
  return order === 'latest' ? all : all.toReversed()
}

async function setupOf(order: 'latest' | 'oldest') {
  const setup = await syncSetup(['HLDN'])
  const pages: string[] = []
  setup.service.resource.fault = (response, { url }) => {
    const isLite = url.pathname.endsWith('/lite')
    if (!isLite && !url.pathname.endsWith('/enhanced')) return false
    const page = Number(url.searchParams.get('page'))
    pages.push(`${isLite ? 'lite' : 'enhanced'} ${page}`)
    const all = periodsOf(isLite ? lite : enhanced, order)
    const these = all.slice((page - 1) * pageSize, page * pageSize)
    json(response, isLite ? these : paged(these, { hits: all.length, page, page_count: 2 }))
    return true
  }
  const take = async (choice: OfflineChoice) => {
    const { id } = await setup.api.sync.start({ scope: setup.scope, choice })
    await untilJob(setup, id, isDone)
    return (await setup.api.sync.offlineStatus({ listId: setup.listId })).status
  }
  return { ...setup, pages, take }
}

test('as many years as are wanted are fetched, and the mark is about those', async () => {
  const setup = await setupOf('latest')
  expect(await setup.take(statements)).toMatchObject({ complete: true, missingCount: 0 })
  expect(setup.pages).toEqual(['enhanced 1'])
  const deeper = { ...statements, years: 30 }
  const plan = await setup.api.sync.plan({ scope: setup.scope, choice: deeper })
  expect(plan.kinds).toMatchObject([{ kind: 'enhanced', stored: 0 }])
  expect(await setup.take(deeper)).toMatchObject({ complete: true })
  expect(setup.pages).toEqual(['enhanced 1', 'enhanced 1', 'enhanced 2'])
})

test('a service that does not count its pages gets no request for one that must be older', async () => {
  const setup = await setupOf('latest')
  expect(await setup.take({ ...statements, kinds: ['lite'] })).toMatchObject({ complete: true })
  expect(setup.pages).toEqual(['lite 1'])
})

test('where the oldest come first every page is requested: the latest are on the last', async () => {
  const setup = await setupOf('oldest')
  expect(await setup.take(statements)).toMatchObject({ complete: true })
  expect(setup.pages).toEqual(['enhanced 1', 'enhanced 2'])
})

/** A rating each fortnight, most of them from before the range. */
async function takeRatings(count: number, order: 'latest' | 'oldest', largestPage = pageSize) {
  const setup = await syncSetup(['HLDN'])
  const pages: string[] = []
  const fortnight = 14 * 86_400_000
  const written = (at: number) => new Date(setup.clock.now() - (at + 1) * fortnight).toISOString()
  const latestFirst = Array.from({ length: count }, (_, at) => ratingOf('HLDN', 1000 + at, written(at)))
  const all = order === 'latest' ? latestFirst : latestFirst.toReversed()
  setup.service.resource.fault = (response, { url }) => {
    if (!url.pathname.endsWith('/ratings')) return false
    const page = Number(url.searchParams.get('page'))
    pages.push(String(page))
    json(response, listed(all.slice((page - 1) * largestPage, page * largestPage)))
    return true
  }
  const { id } = await setup.api.sync.start({ scope: setup.scope, choice: { ...everything, kinds: ['ratings'] } })
  await untilJob(setup, id, isDone)
  const { status } = await setup.api.sync.offlineStatus({ listId: setup.listId })
  const entries = await setup.api.ratings.list({
    filter: { symbols: ['HLDN'] },
    order: { by: 'written', descending: true },
    offset: 0,
    limit: 1,
  })
  return { pages, isComplete: status?.complete, latest: entries.entries[0]?.id }
}

test('a list without totals whose first page reaches back far enough costs one request', async () => {
  expect(await takeRatings(80, 'latest')).toEqual({ pages: ['1'], isComplete: true, latest: 1000 })
})

test('a list without totals continues after a short page, however few records the service sends on one', async () => {
  expect(await takeRatings(12, 'latest', 4)).toEqual({ pages: ['1', '2', '3', '4'], isComplete: true, latest: 1000 })
  expect(await takeRatings(10, 'oldest', 4)).toEqual({ pages: ['1', '2', '3'], isComplete: true, latest: 1000 })
  expect(await takeRatings(1, 'latest')).toEqual({ pages: ['1', '2'], isComplete: true, latest: 1000 })
})

test('where its oldest come first it is complete only with its last page, which holds the latest', async () => {
  expect(await takeRatings(150, 'oldest')).toEqual({ pages: ['1', '2'], isComplete: true, latest: 1000 })
})
