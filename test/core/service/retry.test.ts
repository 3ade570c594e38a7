import { describe, expect, test } from 'vitest'
import { HastyClock, ManualClock, someMonday } from '../clocks.ts'
import { listed } from '../records.ts'
import { openedClient, failureFrom } from './opened-client.ts'
import { closedPort, json, scriptedService } from './scripted-service.ts'

/** A service that gives these statuses in turn, the last one for ever. */
function answering(...statuses: readonly { status: number; retryAfter?: string }[]) {
  return scriptedService((response, _, index) => {
    const { status, retryAfter } = statuses[Math.min(index, statuses.length - 1)]!
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    json(response, status === 200 ? listed([{ id: 1 }]) : { message: 'not now' }, status, headers)
  })
}

describe('a request that failed (N2, W20)', () => {
  test.each([408, 425, 429, 500, 502, 503, 504])(
    'with %i is tried three times, and the failure says so',
    async (status) => {
      const service = await answering({ status })
      const { request } = openedClient({ baseUrl: service.origin, clock: new HastyClock() })
      expect(await failureFrom(request('ratings', {}))).toMatchObject({ status, attempts: 3 })
      expect(service.heard).toHaveLength(3)
    },
  )

  test.each([400, 401, 403, 404, 405, 410, 418, 422, 501, 505, 511, 204, 206, 304])(
    'with %i is not tried again: it would fail again',
    async (status) => {
      const service = await scriptedService((response) => {
        response.writeHead(status)
        response.end()
      })
      const { request } = openedClient({ baseUrl: service.origin, clock: new HastyClock() })
      expect((await failureFrom(request('ratings', {}))).attempts).toBeUndefined()
      expect(service.heard).toHaveLength(1)
    },
  )

  test('twice and then succeeded returns the response, and the status bar shows no failure', async () => {
    const service = await answering({ status: 503 }, { status: 503 }, { status: 200 })
    const { request, heard } = openedClient({ baseUrl: service.origin, clock: new HastyClock() })
    expect((await request('ratings', {})).records).toHaveLength(1)
    expect(heard).toEqual([null])
  })

  test('because nothing listens is tried three times, then reported as being offline', async () => {
    const baseUrl = `http://127.0.0.1:${await closedPort()}`
    const { request } = openedClient({ baseUrl, clock: new HastyClock() })
    expect(await failureFrom(request('ratings', {}))).toEqual({
      kind: 'offline',
      operation: 'Ratings',
      host: new URL(baseUrl).host,
      detail: 'no response',
      attempts: 3,
    })
  })
})

describe('the wait between attempts (N2)', () => {
  test('is any part of a growing cap, so that many clients do not come back at the same moment', async () => {
    const waits = await Promise.all(
      [0, 0.25, 0.999].map(async (part) => {
        const service = await answering({ status: 503 })
        const clock = new HastyClock()
        const { request } = openedClient({ baseUrl: service.origin, clock, random: () => part })
        await failureFrom(request('ratings', {}))
        return clock.waited
      }),
    )
    // 400 ms · 2¹ and 400 ms · 2², times the part.
    expect(waits).toEqual([
      [0, 0],
      [200, 400],
      [799.2, 1598.4],
    ])
  })

  test('does not grow without end', async () => {
    const service = await answering({ status: 503 })
    const clock = new HastyClock()
    const policy = { attempts: 8, base: 400, cap: 8000, longestWait: 30_000, within: 3_600_000 }
    const { request } = openedClient({ baseUrl: service.origin, clock, random: () => 1, policy })
    await failureFrom(request('ratings', {}))
    expect(clock.waited).toEqual([800, 1600, 3200, 6400, 8000, 8000, 8000])
  })

  test('is not begun where it would end too late: a service that is silent for a minute gets two attempts, not three', async () => {
    const clock = new HastyClock()
    // The program has run for an hour.
    await clock.wait(3_600_000)
    const service = await scriptedService((response) => {
      // A minute goes by before each refusal.
      void clock.wait(60_000)
      json(response, { message: 'not now' }, 503)
    })
    const { request } = openedClient({ baseUrl: service.origin, clock, random: () => 0 })
    expect(await failureFrom(request('ratings', {}))).toMatchObject({ attempts: 2 })
    expect(service.heard).toHaveLength(2)
  })

  test.each([
    ['5', 5],
    ['0', 0],
    [new Date(someMonday + 7000).toUTCString(), 7],
    [new Date(someMonday - 60_000).toUTCString(), 0],
  ])('is as long as Retry-After says: %s', async (retryAfter, seconds) => {
    const service = await answering({ status: 503, retryAfter }, { status: 200 })
    const clock = new HastyClock()
    const { request } = openedClient({ baseUrl: service.origin, clock, random: () => 0 })
    await request('ratings', {})
    expect(Math.max(...clock.waited)).toBe(seconds * 1000)
  })

  test.each(['soon', '-5', '1.5', '', '0x10', '5; 6'])(
    'is our own when Retry-After makes no sense: %j',
    async (retryAfter) => {
      const service = await answering({ status: 503, retryAfter }, { status: 200 })
      const clock = new HastyClock()
      const { request } = openedClient({ baseUrl: service.origin, clock, random: () => 0.5 })
      await request('ratings', {})
      expect(clock.waited).toEqual([400])
    },
  )

  test('is two seconds for a host that says 429 and not how long', async () => {
    const service = await answering({ status: 429 }, { status: 200 })
    const clock = new HastyClock()
    const { request } = openedClient({ baseUrl: service.origin, clock, random: () => 0 })
    await request('ratings', {})
    expect(Math.max(...clock.waited)).toBe(2000)
  })

  test('can be left by the user at any time', async () => {
    const service = await answering({ status: 503, retryAfter: '20' })
    const clock = new ManualClock()
    const { request } = openedClient({ baseUrl: service.origin, clock })
    const leaving = new AbortController()
    const pending = request('ratings', {}, { signal: leaving.signal })
    await clock.untilWaiting(2)
    leaving.abort()
    expect(await failureFrom(pending)).toEqual({ kind: 'cancelled' })
  })
})

describe('a host that requires a pause (N3, W19)', () => {
  test('is left alone by every request until its time is over, and those then go out in their order', async () => {
    const service = await answering({ status: 429, retryAfter: '10' }, { status: 200 })
    const clock = new ManualClock()
    const { request, queue } = openedClient({ baseUrl: service.origin, clock })
    const first = request('ratings', { symbol: 'FIRST' })
    await clock.untilWaiting(2)
    const second = request('ratings', { symbol: 'SECOND' })
    const during = { until: queue.pausedUntil, waiting: queue.waiting, heard: service.heard.length }
    clock.advance(9999)
    const stillWaiting = queue.waiting
    clock.advance(1)
    await Promise.all([first, second])
    expect([during, stillWaiting]).toEqual([{ until: someMonday + 10_000, waiting: 1, heard: 1 }, 1])
    expect([service.heard.length, queue.pausedUntil]).toEqual([3, null])
  })

  test('for longer than anybody would sit and wait fails at once with its seconds, later requests too', async () => {
    const service = await answering({ status: 429, retryAfter: '600' })
    const clock = new ManualClock()
    const { request } = openedClient({ baseUrl: service.origin, clock })
    const first = await failureFrom(request('ratings', { symbol: 'FIRST' }))
    clock.advance(100_000)
    const second = await failureFrom(request('ratings', { symbol: 'SECOND' }))
    expect([first, second]).toMatchObject([
      { kind: 'too-many-requests', seconds: 600 },
      { kind: 'too-many-requests', seconds: 500 },
    ])
    expect(service.heard).toHaveLength(1)
  })

  test('for that long fails those that are queued already', async () => {
    const service = await answering({ status: 429, retryAfter: '600' })
    const { request, queue } = openedClient({
      baseUrl: service.origin,
      clock: new ManualClock(),
      pace: { concurrency: 1, perSecond: null },
    })
    const pending = ['FIRST', 'SECOND', 'THIRD'].map((symbol) => failureFrom(request('ratings', { symbol })))
    expect(await Promise.all(pending)).toMatchObject(
      pending.map(() => ({ kind: 'too-many-requests', operation: 'Ratings', seconds: 600 })),
    )
    expect([service.heard.length, queue.waiting]).toEqual([1, 0])
  })

  test('for that long fails a request that was about to be retried', async () => {
    const service = await answering({ status: 503 }, { status: 429, retryAfter: '600' })
    const clock = new ManualClock()
    const { request } = openedClient({ baseUrl: service.origin, clock })
    const first = failureFrom(request('ratings', { symbol: 'FIRST' }))
    await clock.untilWaiting(1)
    await failureFrom(request('ratings', { symbol: 'SECOND' }))
    clock.advance(1000)
    expect(await first).toMatchObject({ kind: 'too-many-requests', seconds: 599 })
    expect(service.heard).toHaveLength(2)
  })

  test('for thirty years is left alone for an hour', async () => {
    const service = await answering({ status: 429, retryAfter: '1000000000' }, { status: 200 })
    const clock = new ManualClock()
    const { request, queue } = openedClient({ baseUrl: service.origin, clock })
    await failureFrom(request('ratings', {}))
    const until = queue.pausedUntil
    clock.advance(3_600_000)
    expect((await request('ratings', {})).records).toHaveLength(1)
    expect(until).toBe(someMonday + 3_600_000)
  })

  test('twice waits for the longer of the two, whatever the wall clock does meanwhile (N7)', async () => {
    const service = await answering(
      { status: 503, retryAfter: '20' },
      { status: 503, retryAfter: '3' },
      { status: 200 },
    )
    const clock = new ManualClock()
    const { request, queue } = openedClient({ baseUrl: service.origin, clock })
    const pending = [request('ratings', { symbol: 'A' }), request('ratings', { symbol: 'B' })]
    await clock.untilWaiting(3)
    clock.set(0)
    clock.advance(19_999)
    const before = [service.heard.length, queue.pauseLeft]
    clock.advance(1)
    await Promise.all(pending)
    expect(before).toEqual([2, 1])
  })
})

test('a service in trouble does not get three times the requests for long: retries have one budget, refilled by successes', async () => {
  let healthy = false
  const service = await scriptedService((response) => json(response, listed([]), healthy ? 200 : 503))
  const { request } = openedClient({ baseUrl: service.origin, clock: new HastyClock() })
  const requestsFor = async (symbol: string) => {
    const before = service.heard.length
    await request('ratings', { symbol }).catch(() => undefined)
    return service.heard.length - before
  }
  const inTrouble: number[] = []
  for (let index = 0; index < 12; index += 1) inTrouble.push(await requestsFor(`T${index}`))
  healthy = true
  for (let index = 0; index < 4; index += 1) await requestsFor(`H${index}`)
  healthy = false
  // Twenty retries in the budget, two a request; then four responses return two.
  expect(inTrouble).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1])
  expect([await requestsFor('A'), await requestsFor('B')]).toEqual([3, 1])
})
