import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { fetchThroughLibrary } from '#core/ledger/fetch-through-library.ts'
import { ratingsResource } from '#core/ratings/resource.ts'
import { announcements } from '../announcements.ts'
import { ManualClock, someMonday } from '../clocks.ts'
import { failureOfQuestion, liveWorkspace, openedCore, usualNames } from '../opened-core.ts'
import { hits, listed } from '../records.ts'
import { json, scriptedService } from '../service/scripted-service.ts'
import { openedLibrary } from './opened-library.ts'

const hour = 3_600_000
const key = 'some-long-key'

/** A service of ratings whose next response the test decides. */
async function ratingsSetup(clock = new ManualClock()) {
  let answer: (response: ServerResponse) => void = (response) => json(response, listed([]))
  const service = await scriptedService((response) => answer(response))
  const opened = openedCore({ clock })
  await liveWorkspace(opened, service.origin, { key })
  return {
    ...opened,
    ...service,
    clock,
    gives: (...ratings: readonly object[]) => {
      answer = (response) => json(response, listed(ratings))
    },
    refuses: (status: number) => {
      answer = (response) => json(response, { message: 'no' }, status)
    },
    ratings: (
      freshness: 'library' | 'library-first' | 'service',
      parameters: { symbol?: string; company?: string } = { symbol: 'ACME' },
    ) => opened.api.fetch.ratings({ parameters, freshness }),
  }
}

describe('a request to the library alone', () => {
  test('is served from what is stored, without a request, and fails when there is nothing', async () => {
    const setup = await ratingsSetup()
    expect(await failureOfQuestion(setup.ratings('library'))).toEqual({ kind: 'not-in-library', operation: 'Ratings' })
    setup.gives({ id: 1, ticker: 'ACME' })
    await setup.ratings('service')
    const { records, provenance } = await setup.ratings('library')
    expect([records, setup.heard.length]).toEqual([[{ id: 1, ticker: 'ACME' }], 1])
    expect(provenance).toMatchObject({
      source: 'library',
      fetchedAt: someMonday,
      stale: false,
      refreshing: false,
      failure: null,
    })
  })

  test('knows that the service once had nothing: an empty response is a response', async () => {
    const setup = await ratingsSetup()
    await setup.ratings('service')
    expect(await setup.ratings('library')).toMatchObject({ records: [], extent: { hits: 0 } })
  })

  test('returns what the same request returned online, though the library alone would not find it', async () => {
    const setup = await ratingsSetup()
    setup.gives({ id: 1, company: 'Acme Incorporated', ticker: 'ACME' }, { id: 2, company: 'Acme Two', ticker: 'ACM2' })
    const online = await setup.ratings('service', { company: 'acme' })
    const offline = await setup.ratings('library', { company: 'acme' })
    expect(offline.records).toEqual(online.records)
  })

  test('returns all that the same request returned online, though the library alone would find only a part of it', async () => {
    const setup = await ratingsSetup()
    setup.gives({ id: 3, company: 'Acme Two' }, { id: 1, company: 'Acme' }, { id: 2, company: 'Acme Three' })
    const online = await setup.ratings('service', { company: 'Acme' })
    const offline = await setup.ratings('library', { company: 'Acme' })
    expect([offline.records, offline.extent.hits]).toEqual([online.records, 3])
    setup.gives({ id: 4, company: 'Acme', ticker: 'ACME' })
    await setup.ratings('service', { symbol: 'ACME' })
    const later = await setup.ratings('library', { company: 'Acme' })
    expect(later.records.map(({ id }) => id).toSorted()).toEqual([1, 2, 3, 4])
  })

  test('puts together what other requests brought, and calls it stale: this one was never sent', async () => {
    const setup = await ratingsSetup()
    setup.gives({ id: 1, ticker: 'ACME', company: 'Acme' })
    await setup.ratings('service')
    const { records, provenance } = await setup.ratings('library', { company: 'Acme' })
    expect([records.length, provenance.stale, provenance.fetchedAt]).toEqual([1, true, someMonday])
  })
})

describe('a request to the library first', () => {
  test('waits for the service when nothing is stored, and fails with what the service failed with', async () => {
    const setup = await ratingsSetup()
    setup.refuses(403)
    expect(await failureOfQuestion(setup.ratings('library-first'))).toMatchObject({
      kind: 'not-allowed',
      operation: 'Ratings',
    })
    setup.gives({ id: 1, ticker: 'ACME' })
    expect((await setup.ratings('library-first')).provenance.source).toBe('service')
  })

  test('sends no request while the copy is current', async () => {
    const setup = await ratingsSetup()
    setup.gives({ id: 1, ticker: 'ACME' })
    await setup.ratings('service')
    setup.clock.advance(hour)
    expect((await setup.ratings('library-first')).provenance).toMatchObject({ stale: false, refreshing: false })
    expect(setup.heard).toHaveLength(1)
  })

  test('returns a stale copy at once, refreshes it in the background, and announces the end', async () => {
    const setup = await ratingsSetup()
    setup.gives({ id: 1, ticker: 'ACME', price_target: '10' })
    await setup.ratings('service')
    setup.clock.advance(hour + 1)
    setup.gives({ id: 1, ticker: 'ACME', price_target: '12' })
    const { until } = await announcements(setup.api)
    const old = await setup.ratings('library-first')
    expect(old.provenance).toMatchObject({ source: 'library', stale: true, refreshing: true, fetchedAt: someMonday })
    expect(await until(1)).toEqual([{ kind: 'ratings' }])
    const { records, provenance } = await setup.ratings('library-first')
    expect([old.records[0]?.price_target, records[0]?.price_target]).toEqual(['10', '12'])
    expect(provenance).toMatchObject({ stale: false, refreshing: false, fetchedAt: someMonday + hour + 1 })
    expect(setup.heard).toHaveLength(2)
  })

  test('announces nothing when there was no room to keep the refresh: a window that requests it again would never end', async () => {
    const clock = new ManualClock()
    const service = await scriptedService((response, _, index) =>
      json(response, listed([{ id: 1, ticker: 'ACME', story: 'x'.repeat(index * 1_000_000) }])),
    )
    const { library, announced, noticed, allBehind, fillDisk } = openedLibrary({ baseUrl: service.origin, clock })
    const ask = (freshness: 'library-first' | 'service') =>
      fetchThroughLibrary(library, ratingsResource, {
        parameters: { symbol: 'ACME' },
        freshness,
        signal: new AbortController().signal,
      })
    await ask('service')
    clock.advance(hour + 1)
    announced.length = 0
    fillDisk()
    expect((await ask('library-first')).provenance.refreshing).toBe(true)
    await allBehind()
    expect([service.heard.length, noticed, announced]).toEqual([2, [{ kind: 'disk-full' }], []])
  })

  test('keeps the old copy when the refresh fails, and announces no change: a window that requests it again would never end', async () => {
    const setup = await ratingsSetup()
    setup.gives({ id: 1, ticker: 'ACME' })
    await setup.ratings('service')
    setup.clock.advance(hour + 1)
    setup.refuses(401)
    const { heard, untilStatus } = await announcements(setup.api)
    await setup.ratings('library-first')
    await untilStatus(({ lastFailure }) => lastFailure?.failure.kind === 'key-refused')
    expect([(await setup.ratings('library')).records.length, heard]).toEqual([1, []])
  })
})

describe('a request to the service', () => {
  test('returns the service’s own words and what was sent, without the key', async () => {
    const setup = await ratingsSetup()
    setup.gives({ id: 1, ticker: 'ACME', story: [5] })
    expect(await setup.ratings('service')).toEqual({
      records: [{ id: 1, ticker: 'ACME' }],
      extent: { hits: null, page: 1, pageSize: 1, pageCount: null },
      provenance: {
        source: 'service',
        fetchedAt: someMonday,
        stale: false,
        request: { operation: 'ratings', path: '/rating/api/v1/ratings', parameters: { symbol: 'ACME' } },
        message: 'ok',
        marks: [
          {
            record: 0,
            kind: 'unreadable',
            path: 'story',
            problem: 'Invalid input: expected string, received array',
            received: '[5]',
          },
        ],
        failure: null,
        refreshing: false,
      },
    })
    expect((await setup.ratings('library')).provenance.marks).toHaveLength(1)
  })

  test('is announced to other windows when it changed something, and only then', async () => {
    const setup = await ratingsSetup()
    const { heard, until } = await announcements(setup.api)
    setup.gives({ id: 1, ticker: 'ACME' })
    await setup.ratings('service')
    await setup.ratings('service')
    setup.gives({ id: 1, ticker: 'ACME', firm: 'house' })
    await setup.ratings('service')
    await until(2)
    expect(heard).toEqual([{ kind: 'ratings' }, { kind: 'ratings' }])
  })

  test.each([401, 403, 404, 501, 400])(
    'that ends in %i changes nothing that is stored',
    async (status) => {
      const setup = await ratingsSetup()
      setup.gives({ id: 1, ticker: 'ACME', firm: 'house' })
      await setup.ratings('service')
      setup.refuses(status)
      await failureOfQuestion(setup.ratings('service'))
      expect((await setup.ratings('library')).records).toEqual([{ id: 1, ticker: 'ACME', firm: 'house' }])
    },
    20_000,
  )
})

describe('the age of a copy, when the clock was moved (N7, W15)', () => {
  const isStaleAfter = async (change: (clock: ManualClock) => void) => {
    const setup = await ratingsSetup()
    setup.gives({ id: 1, ticker: 'ACME' })
    await setup.ratings('service')
    change(setup.clock)
    return (await setup.ratings('library')).provenance.stale
  }

  test.each<[string, boolean, (clock: ManualClock) => void]>([
    ['a minute back: still fresh', false, (clock) => clock.set(someMonday - 59_000)],
    ['a day back: how old it is cannot be told', true, (clock) => clock.set(someMonday - 24 * hour)],
    ['to 1970', true, (clock) => clock.set(0)],
    ['to 2038', true, (clock) => clock.set(Date.UTC(2038, 0, 19))],
    ['over the change to summer time: UTC knows none', false, (clock) => clock.set(someMonday + hour / 2)],
  ])('%s', async (_, stale, change) => {
    expect(await isStaleAfter(change)).toBe(stale)
  })

  test('is right again after one refresh, however wrong the clock was before', async () => {
    const setup = await ratingsSetup(new ManualClock(Date.UTC(2038, 0, 19)))
    setup.gives({ id: 1, ticker: 'ACME' })
    await setup.ratings('service')
    setup.clock.set(someMonday)
    await setup.ratings('service')
    expect((await setup.ratings('library')).provenance).toMatchObject({ stale: false, fetchedAt: someMonday })
  })
})

test('a search served from the library shows the request as this workspace would send it', async () => {
  const service = await scriptedService((response) => json(response, hits([{ id: 'A_US', symbol: 'ACME' }], 'ACME')))
  const opened = openedCore()
  await liveWorkspace(opened, service.origin, { search: { ...usualNames, query: 'text', type: 'by' } })
  const asked = { parameters: { query: 'ACME', type: 'symbol' } } as const
  await opened.api.fetch.securities({ ...asked, freshness: 'service' })
  const { provenance } = await opened.api.fetch.securities({ ...asked, freshness: 'library' })
  expect(provenance.request.parameters).toEqual({ text: 'ACME', by: 'symbol' })
})
