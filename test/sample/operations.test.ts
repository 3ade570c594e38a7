import { describe, expect, test } from 'vitest'
import {
  callDetail,
  callRecord,
  callSecurity,
  callSummary,
  participant,
  recording,
  recordingFormat,
  segment,
  transcript,
} from '#contract/service/calls.ts'
import { newsItem, newsSecurity } from '#contract/service/news.ts'
import { ratingRecord } from '#contract/service/ratings.ts'
import { companySeeds } from '#sample/data/seeds.ts'
import type { SampleService } from '#sample/server.ts'
import {
  addressOf,
  requestJson,
  dataOf,
  isOdd,
  list,
  paths,
  row,
  rows,
  sampleService,
  sharedService,
} from './sample-requests.ts'
import { faultsOf } from './record-faults.ts'

/** Calls in progress stay so: the modes of a second look have tests of their own. */
const shared = sharedService({ restated: 'never' })

describe('conference calls', () => {
  const everyCall = async (service: SampleService) => {
    const pages = [1, 2].map((page) => requestJson(service, paths['calls.list'], { page, page_size: 100 }))
    return (await Promise.all(pages)).flatMap(dataOf)
  }

  test('are 120, latest first, with every field of the interface and no segments in the list', async () => {
    const service = shared()
    const calls = await everyCall(service)
    expect(calls).toHaveLength(120)
    expect(calls.flatMap((each) => faultsOf(callRecord, each))).toEqual([])
    const starts = calls.map((each) => Date.parse(String(each.start_time)))
    expect(starts).toEqual(starts.toSorted((one, other) => other - one))
    const transcripts = calls.flatMap((each) => rows(each.transcripts))
    expect(transcripts.flatMap((each) => faultsOf(transcript, each))).toEqual([])
    expect(transcripts.filter((each) => each.segments !== null)).toEqual([])
    expect(calls.flatMap((each) => rows(each.securities)).flatMap((each) => faultsOf(callSecurity, each))).toEqual([])
    const count = (status: string) => calls.filter((each) => each.status === status).length
    expect({ done: count('COMPLETED'), going: count('IN_PROGRESS'), failed: count('FAILED') }).toEqual({
      done: 113,
      going: 3,
      failed: 3,
    })
  })

  test('can be narrowed by symbol, status and time', async () => {
    const service = shared()
    const ask = async (parameters: Record<string, string>) =>
      dataOf(await requestJson(service, paths['calls.list'], { page_size: 100, ...parameters }))
    expect(await ask({ symbol: 'HLDN' })).toHaveLength(8)
    expect(await ask({ symbol: 'KLNC' })).toEqual([])
    expect(await ask({ status: 'FAILED' })).toHaveLength(3)
    const day = await ask({ from: '2026-10-21T00:00:00', to: '2026-10-21T17:00:00' })
    expect(day.map((each) => each.symbol)).toContain('HLDN')
    for (const each of day) expect(String(each.start_time).slice(0, 10)).toBe('2026-10-21')
    expect(
      (await ask({ from: '2026-10-21T17:00:01', to: '2026-10-21T23:59:59' })).map((each) => each.symbol),
    ).not.toContain('HLDN')
  })

  test('a time that is not written as the interface says is refused', async () => {
    const service = shared()
    const response = await fetch(addressOf(service, paths['calls.list'], { from: '2026-10-21 00:00:00' }))
    expect(response.status).toBe(400)
  })

  test('one call is not wrapped and has every field, each of its parts too', async () => {
    const service = shared()
    const calls = await everyCall(service)
    let recordings = 0
    for (const call of calls) {
      const { call_id: id, status } = call
      const one = await requestJson(service, `${paths['calls.one']}${String(id)}`)
      expect(faultsOf(callDetail, one)).toEqual([])
      const detail = row(one)
      const segments = rows(detail.transcripts).flatMap((each) => rows(each.segments ?? []))
      expect(segments.flatMap((each) => faultsOf(segment, each))).toEqual([])
      expect(rows(detail.participants).flatMap((each) => faultsOf(participant, each))).toEqual([])
      if (status !== 'COMPLETED') {
        expect(detail).toMatchObject({ recording: null, summary: null, end_time: null })
        continue
      }
      if (isOdd(call)) continue
      expect(segments.length).toBeGreaterThanOrEqual(10)
      expect(segments.length).toBeLessThanOrEqual(150)
      expect(faultsOf(callSummary, detail.summary)).toEqual([])
      if (detail.recording === null) continue
      recordings++
      expect(faultsOf(recording, detail.recording)).toEqual([])
      expect(rows(row(detail.recording).formats).flatMap((each) => faultsOf(recordingFormat, each))).toEqual([])
    }
    expect(recordings).toBeGreaterThan(40)
    expect(recordings).toBeLessThan(90)
  })

  test('a call that does not exist is not found', async () => {
    const service = shared()
    const response = await fetch(addressOf(service, `${paths['calls.one']}00000000-0000-4000-8000-000000000000`))
    expect(response.status).toBe(404)
  })
})

describe('ratings', () => {
  test('are more than 600, latest first, with every field, prices written in every way, and no pagination', async () => {
    const service = shared()
    const pages = await Promise.all(
      Array.from({ length: 14 }, (_, at) => requestJson(service, paths.ratings, { page: at + 1, page_size: 100 })),
    )
    const ratings = pages.flatMap(dataOf)
    expect(ratings.length).toBeGreaterThanOrEqual(600)
    expect(dataOf(pages.at(-1))).toEqual([])
    expect(Object.keys(row(pages[0]))).toEqual(['data', 'message'])
    expect(ratings.flatMap((each) => faultsOf(ratingRecord, each))).toEqual([])
    expect(new Set(ratings.map((each) => each.id)).size).toBe(ratings.length)
    const created = ratings.map((each) => String(each.created_at))
    expect(created).toEqual(created.toSorted().reverse())
    for (const time of created) expect(time).toMatch(/T\d\d:\d\d:\d\d\.\d{6}Z$/)
    expect([...new Set(ratings.map((each) => each.action))].toSorted()).toEqual([
      '',
      'Downgrades',
      'Initiates',
      'Reiterates',
      'Upgrades',
    ])
    for (const each of ratings) expect(each.firm).toMatch(/^[a-z-]+$/)
    const prices = ratings.map((each) => String(each.price_target))
    for (const form of [/^\d+\.\d\d$/, /^USD \d/, /^€\d/, /^\$\d/, /^\d+p$/, /^$/]) {
      expect(
        prices.some((each) => form.test(each)),
        String(form),
      ).toBe(true)
    }
  })

  test('can be narrowed by id, exchange, company, firm, symbol and time', async () => {
    const service = shared()
    const ask = async (parameters: Record<string, string>) =>
      dataOf(await requestJson(service, paths.ratings, { page_size: '100', ...parameters }))
    const all = await ask({ symbol: 'HLDN' })
    expect(new Set(all.map((each) => each.company))).toEqual(new Set(['Halden Instruments']))
    expect(await ask({ company: 'halden' })).toEqual(all)
    const [latest] = all
    expect(await ask({ id: String(latest?.id) })).toEqual([latest])
    expect(new Set((await ask({ firm: 'tidewell' })).map((each) => each.firm))).toEqual(new Set(['tidewell']))
    expect(new Set((await ask({ exchange: 'NYSE' })).map((each) => each.exchange))).toEqual(new Set(['NYSE']))
    const span = await ask({ symbol: 'HLDN', from: '2026-10-22 12:00:00', to: '2026-10-23 12:00:00' })
    const within = all.filter(({ created_at: at }) => String(at) >= '2026-10-22T12' && String(at) < '2026-10-23T12')
    expect(span).toEqual(within)
    expect(span.length).toBeGreaterThan(0)
    expect(span.length).toBeLessThan(all.filter(({ created_at: at }) => String(at).startsWith('2026-10')).length)
    expect(await ask({ symbol: 'KLNC' })).toEqual([])
  })
})

describe('news', () => {
  test('is more than 400 items with every field, linked to ratings and calls that exist', async () => {
    const service = shared()
    let items = 0
    const linked = { ratings: 0, calls: 0 }
    for (const { symbol } of companySeeds) {
      const news = dataOf(await requestJson(service, paths.news, { symbol, page_size: 100 }))
      items += news.length
      expect(news.flatMap((each) => faultsOf(newsItem, each))).toEqual([])
      expect(news.flatMap((each) => rows(each.securities)).flatMap((each) => faultsOf(newsSecurity, each))).toEqual([])
      const ratings = new Set(
        dataOf(await requestJson(service, paths.ratings, { symbol, page_size: '100' })).map((each) => each.id),
      )
      const calls = new Set(
        dataOf(await requestJson(service, paths['calls.list'], { symbol, page_size: 100 })).map((each) => each.call_id),
      )
      for (const each of news) {
        for (const id of list(each.associated_ratings)) expect(ratings.has(id)).toBe(true)
        for (const id of list(each.associated_transcripts)) expect(calls.has(id)).toBe(true)
        linked.ratings += list(each.associated_ratings).length
        linked.calls += list(each.associated_transcripts).length
      }
    }
    expect(items).toBeGreaterThanOrEqual(400)
    expect(linked.ratings).toBeGreaterThan(200)
    expect(linked.calls).toBeGreaterThan(80)
  })

  test('can be narrowed by type, id and share class; securities=false leaves the securities out', async () => {
    const service = shared()
    const ask = async (parameters: Record<string, string | number | boolean> = {}) =>
      dataOf(await requestJson(service, paths.news, { symbol: 'HLDN', page_size: 100, ...parameters }))
    const all = await ask()
    const [first] = all
    expect((await ask({ type: 'gainers' })).length + (await ask({ type: 'losers' })).length).toBe(all.length)
    expect(await ask({ id: Number(first?.id) })).toEqual([first])
    expect(await ask({ share_class_figi: String(first?.share_class_figi) })).toEqual(all)
    expect(await ask({ share_class_figi: 'BBG000000000' })).toEqual([])
    expect(rows(first?.securities).length).toBeGreaterThanOrEqual(2)
    expect((await ask({ securities: false })).flatMap((each) => rows(each.securities))).toEqual([])
    expect((await fetch(addressOf(service, paths.news))).status).toBe(400)
  })
})

describe('the key', () => {
  const guarded = [
    paths['fundamentals.enhanced'],
    paths['fundamentals.lite'],
    paths['calls.list'],
    `${paths['calls.one']}x`,
    paths.ratings,
    paths.news,
  ]

  test.each(guarded)('%s is refused without the key and with a wrong one', async (path) => {
    const service = await sampleService({ key: 'of-this-test' })
    for (const key of ['', 'wrong', 'of-this-tes']) {
      const response = await fetch(addressOf(service, path, { symbol: 'HLDN' }, key))
      expect(response.status).toBe(401)
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      expect(JSON.stringify(await response.json())).not.toContain('of-this-test')
    }
    const right = await fetch(addressOf(service, path, { symbol: 'HLDN' }, 'of-this-test'))
    expect(right.status).toBe(path.endsWith('/x') ? 404 : 200)
  })

  test('only GET is served, and a path that no operation has is not found', async () => {
    const service = await sampleService()
    const posted = await fetch(addressOf(service, paths.ratings), { method: 'POST', body: '{}' })
    expect({ status: posted.status, allow: posted.headers.get('allow') }).toEqual({ status: 405, allow: 'GET' })
    expect((await fetch(addressOf(service, '/delivery/api/v2/calls'))).status).toBe(404)
  })
})

test('requests are written down without the key, with whether it was there, and how many were under way', async () => {
  const service = await sampleService({ key: 'top-secret' })
  await fetch(addressOf(service, paths.ratings, { symbol: 'HLDN' }, 'top-secret'), {
    headers: { 'user-agent': 'tearsheet/1' },
  })
  await fetch(addressOf(service, paths.news, { symbol: 'HLDN' }, ''))
  expect(service.requests).toMatchObject([
    {
      method: 'GET',
      path: paths.ratings,
      target: 'ratings',
      parameters: { symbol: 'HLDN' },
      key: 'right',
      headers: { 'user-agent': 'tearsheet/1' },
      atOnce: 1,
      status: 200,
    },
    { path: paths.news, target: 'news', key: 'absent', status: 401 },
  ])
  expect(JSON.stringify(service.requests)).not.toContain('top-secret')
})
