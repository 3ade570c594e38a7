import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { listed } from '../records.ts'
import { canary } from '../canary.ts'
import { openedClient, failureFrom, once } from './opened-client.ts'
import { json, scriptedService } from './scripted-service.ts'

/** A service that holds every request until the test lets it go. */
async function holdingService() {
  const held: { path: string; response: ServerResponse }[] = []
  const watchers = new Set<() => void>()
  const service = await scriptedService((response, { url }) => {
    held.push({ path: `${url.pathname}${url.search}`, response })
    for (const watcher of watchers) watcher()
  })
  return {
    ...service,
    held,
    letGo: () => {
      for (const { response } of held) if (!response.writableEnded) json(response, listed([{ id: 1 }]))
    },
    untilHeld: async (count: number) => {
      while (held.length < count) {
        await new Promise<void>((resolve) => watchers.add(resolve))
      }
    },
  }
}

describe('the same request sent twice (N3)', () => {
  test('goes out once, and both get the response', async () => {
    const service = await holdingService()
    const { request } = openedClient({ baseUrl: service.origin })
    const responses = [
      request('ratings', { symbol: 'AAPL', page: '1' }),
      request('ratings', { page: '1', symbol: 'AAPL' }),
    ]
    await service.untilHeld(1)
    service.letGo()
    const [first, second] = await Promise.all(responses)
    expect([service.heard.length, first === second]).toEqual([1, true])
  })

  test('goes out again once it has its response', async () => {
    const service = await scriptedService((response) => json(response, listed([])))
    const { request } = openedClient({ baseUrl: service.origin })
    await request('ratings', { symbol: 'AAPL' })
    await request('ratings', { symbol: 'AAPL' })
    expect(service.heard).toHaveLength(2)
  })

  test('lets one of the two go at once, while the other still gets the response', async () => {
    const service = await holdingService()
    const { request } = openedClient({ baseUrl: service.origin })
    const leaving = new AbortController()
    const left = request('ratings', { symbol: 'AAPL' }, { signal: leaving.signal })
    const stayed = request('ratings', { symbol: 'AAPL' })
    await service.untilHeld(1)
    leaving.abort()
    expect(await failureFrom(left)).toEqual({ kind: 'cancelled' })
    service.letGo()
    expect((await stayed).records).toHaveLength(1)
  })

  test('is canceled at the service when the last of them leaves, and a later one begins again', async () => {
    const service = await holdingService()
    const { request, heard } = openedClient({ baseUrl: service.origin })
    const leaving = new AbortController()
    const left = [0, 1].map(() => request('ratings', { symbol: 'AAPL' }, { signal: leaving.signal }))
    await service.untilHeld(1)
    const closed = new Promise((resolve) => service.held[0]!.response.once('close', resolve))
    leaving.abort()
    expect(await Promise.all(left.map(failureFrom))).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }])
    const again = request('ratings', { symbol: 'AAPL' })
    await closed
    await service.untilHeld(2)
    service.letGo()
    expect((await again).records).toHaveLength(1)
    expect(heard).toEqual([null])
  })
})

test('a caller who comes just as the only other one leaves gets the response of the same request', async () => {
  const service = await holdingService()
  const { request } = openedClient({ baseUrl: service.origin })
  const leaving = new AbortController()
  const left = request('ratings', { symbol: 'AAPL' }, { signal: leaving.signal })
  await service.untilHeld(1)
  leaving.abort()
  const came = request('ratings', { symbol: 'AAPL' })
  expect(await failureFrom(left)).toEqual({ kind: 'cancelled' })
  service.letGo()
  expect([(await came).records.length, service.heard.length]).toEqual([1, 1])
})

describe('many requests (N3)', () => {
  test('are sent four at a time', async () => {
    const service = await holdingService()
    const { request } = openedClient({ baseUrl: service.origin })
    const pending = Array.from({ length: 12 }, (_, index) => request('ratings', { symbol: `S${index}` }))
    for (let sent = 4; sent <= 12; sent += 4) {
      await service.untilHeld(sent)
      service.letGo()
    }
    await Promise.all(pending)
    expect([service.heard.length, service.mostAtOnce()]).toEqual([12, 4])
  })

  test('begin no more than the limit a second with a service that nobody knows', async () => {
    const service = await scriptedService((response) => json(response, listed([])))
    const { request, queue } = openedClient({ baseUrl: service.origin, pace: { concurrency: 4, perSecond: 3 } })
    const calledOff = new AbortController()
    const pending = Array.from({ length: 5 }, (_, index) =>
      request('ratings', { symbol: `S${index}` }, { signal: calledOff.signal }),
    )
    await Promise.all(pending.slice(0, 3))
    expect([service.heard.length, queue.waiting]).toEqual([3, 2])
    calledOff.abort()
    await Promise.allSettled(pending)
  })

  test('put what the user waits for before what is fetched ahead of need', async () => {
    const service = await holdingService()
    const { request } = openedClient({ baseUrl: service.origin, pace: { concurrency: 1, perSecond: null } })
    const pending = [
      request('ratings', { symbol: 'UNDERWAY' }),
      request('ratings', { symbol: 'AHEAD' }, { urgency: 'background' }),
      request('ratings', { symbol: 'USER' }),
    ]
    for (let sent = 1; sent <= 3; sent += 1) {
      await service.untilHeld(sent)
      service.letGo()
    }
    await Promise.all(pending)
    expect(service.heard.map(({ url }) => url.searchParams.get('symbol'))).toEqual(['UNDERWAY', 'USER', 'AHEAD'])
  })

  test('move forward what waits in the background as soon as the user requests it too', async () => {
    const service = await holdingService()
    const { request } = openedClient({ baseUrl: service.origin, pace: { concurrency: 1, perSecond: null } })
    const pending = [
      request('ratings', { symbol: 'UNDERWAY' }),
      request('ratings', { symbol: 'FIRST' }, { urgency: 'background' }),
      request('ratings', { symbol: 'WANTED' }, { urgency: 'background' }),
      request('ratings', { symbol: 'WANTED' }),
    ]
    for (let sent = 1; sent <= 3; sent += 1) {
      await service.untilHeld(sent)
      service.letGo()
    }
    await Promise.all(pending)
    expect(service.heard.map(({ url }) => url.searchParams.get('symbol'))).toEqual(['UNDERWAY', 'WANTED', 'FIRST'])
  })

  test('are never sent when they are canceled while they wait', async () => {
    const service = await holdingService()
    const { request, queue } = openedClient({ baseUrl: service.origin, pace: { concurrency: 1, perSecond: null } })
    const leaving = new AbortController()
    const first = request('ratings', { symbol: 'UNDERWAY' })
    const waiting = request('ratings', { symbol: 'WAITING' }, { signal: leaving.signal })
    await service.untilHeld(1)
    const before = queue.waiting
    leaving.abort()
    expect(await failureFrom(waiting)).toEqual({ kind: 'cancelled' })
    service.letGo()
    await first
    expect([before, queue.waiting, service.heard.length]).toEqual([1, 0, 1])
  })

  test('are all canceled when the workspace is closed, those begun afterwards too', async () => {
    const service = await holdingService()
    const { request, client } = openedClient({ baseUrl: service.origin })
    const inProgress = request('ratings', { symbol: 'AAPL' })
    await service.untilHeld(1)
    client.close()
    expect([await failureFrom(inProgress), await failureFrom(request('ratings', {}))]).toEqual([
      { kind: 'cancelled' },
      { kind: 'cancelled' },
    ])
  })
})

describe('the key (S8)', () => {
  test('travels with each operation but the search, which is first tried without', async () => {
    const service = await scriptedService((response, { url }) =>
      url.pathname.startsWith('/search')
        ? json(response, { data: { hits: [], found: 0 }, message: 'ok' })
        : json(response, url.pathname.endsWith('lite') ? [] : listed([])),
    )
    const { request, learned } = openedClient({ baseUrl: service.origin })
    await request('ratings', { symbol: 'AAPL' })
    await request('fundamentals.lite', { symbol: 'AAPL' })
    await request('securities', { query: 'AAPL', type: 'symbol' })
    await request('securities', { query: 'MSFT', type: 'symbol' })
    expect(service.heard.map(({ url }) => url.searchParams.get('apikey'))).toEqual([canary, canary, null, null])
    expect(learned).toEqual([{ baseUrl: service.origin, search: 'none' }])
  })

  test.each([401, 403])('is sent with the search once %i said so, and from then on at once', async (status) => {
    const service = await scriptedService((response, { url }) =>
      url.searchParams.has('apikey')
        ? json(response, { data: { hits: [], found: 0 }, message: 'ok' })
        : json(response, { message: 'no key' }, status),
    )
    const { request, learned, heard } = openedClient({ baseUrl: service.origin })
    await request('securities', { query: 'AAPL', type: 'symbol' })
    await request('securities', { query: 'MSFT', type: 'symbol' })
    expect(service.heard.map(({ url }) => url.searchParams.has('apikey'))).toEqual([false, true, true])
    expect([learned, heard]).toEqual([[{ baseUrl: service.origin, search: 'wanted' }], [null, null]])
  })

  test('that is missing is reported before anything is sent', async () => {
    const service = await scriptedService((response) => json(response, listed([])))
    const { request } = openedClient({ baseUrl: service.origin, key: null })
    const host = new URL(service.origin).host
    expect(await failureFrom(request('ratings', {}))).toEqual({ kind: 'key-missing', operation: 'Ratings', host })
    expect(service.heard).toHaveLength(0)
  })

  test('stays with its host when the base URL is edited (S8)', async () => {
    const first = await scriptedService((response) => json(response, listed([])))
    const second = await scriptedService((response) => json(response, listed([])))
    const { request, edit } = openedClient({ baseUrl: first.origin })
    await request('ratings', {})
    edit({ baseUrl: second.origin })
    const ratings = await failureFrom(request('ratings', {}))
    const search = await failureFrom(request('securities', { query: 'AAPL', type: 'symbol' }))
    expect([ratings.kind, search.kind, second.heard.map(({ url }) => url.search)]).toEqual([
      'key-missing',
      'wrong-shape',
      ['?q=AAPL&query_by=symbol'],
    ])
  })

  test.each(['replaced', 'forgotten'])(
    'that was %s while the response was on its way is cut out of it too',
    async (how) => {
      let answer: () => void = () => undefined
      const arrived = Promise.withResolvers<undefined>()
      const service = await scriptedService((response) => {
        answer = () => json(response, { data: [{ id: 1, story: `asked with ${canary}` }], message: canary })
        arrived.resolve(undefined)
      })
      const { request, keys } = openedClient({ baseUrl: service.origin, policy: once })
      const answered = request('ratings', {})
      await arrived.promise
      if (how === 'forgotten') keys.drop('tested')
      else keys.hold({ workspace: 'tested', origin: service.origin, key: 'quite-another-key' })
      answer()
      const { message, records } = await answered
      expect([message, records[0]?.body]).toEqual(['[key]', '{"id":1,"story":"asked with [key]"}'])
    },
  )

  test('that the service repeats in its response or its refusal goes no further', async () => {
    const service = await scriptedService((response, { url }) =>
      url.searchParams.has('symbol')
        ? json(response, { message: `invalid key ${canary}` })
        : json(response, { data: [{ id: 1, story: `asked with ${canary}` }], message: canary }),
    )
    const { request } = openedClient({ baseUrl: service.origin, policy: once })
    const response = await request('ratings', {})
    const said = await failureFrom(request('ratings', { symbol: 'AAPL' }))
    expect([response.message, response.records[0]?.body, said.detail]).toEqual([
      '[key]',
      '{"id":1,"story":"asked with [key]"}',
      'invalid key [key]',
    ])
  })
})
