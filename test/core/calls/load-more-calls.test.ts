import { describe, expect, test } from 'vitest'
import { failureOfQuestion } from '../opened-core.ts'
import { callOnWire, callsSetup } from './calls-service.ts'

/** Latest first, an hour apart; `c9` is newer than `c1`. */
const calls = (...numbers: readonly number[]) =>
  numbers.map((number) =>
    callOnWire(`c${number}`, { start_time: new Date(Date.UTC(2025, 9, 28, number)).toISOString() }),
  )
const ids = (...numbers: readonly number[]) => numbers.map((number) => `c${number}`)

describe('the service’s list, gone through towards older calls', () => {
  test('is all in the library in the end, each call once', async () => {
    const setup = await callsSetup()
    setup.resource.calls = calls(8, 7, 6, 5, 4, 3, 2, 1)
    expect(await setup.reach('latest')).toEqual({ added: 3, changed: 0, hits: 8, more: true })
    expect(await setup.reach('older')).toEqual({ added: 3, changed: 0, hits: 8, more: true })
    expect(await setup.reach('older')).toEqual({ added: 2, changed: 0, hits: 8, more: false })
    expect(await setup.listed()).toEqual(ids(8, 7, 6, 5, 4, 3, 2, 1))
    expect(setup.heard).toHaveLength(3)
  })

  test('misses none when new calls move known ones onto the next page, and lists none twice (W26)', async () => {
    const setup = await callsSetup()
    setup.resource.calls = calls(6, 5, 4, 3, 2, 1)
    await setup.reach('latest')
    setup.resource.calls = calls(10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    await setup.reach('older')
    await setup.reach('latest')
    for (let more = true; more;) ({ more } = await setup.reach('older'))
    expect(await setup.listed()).toEqual(ids(10, 9, 8, 7, 6, 5, 4, 3, 2, 1))
  })

  test('one step brings older calls also when new ones have moved a whole page of known ones back (W26)', async () => {
    const setup = await callsSetup()
    setup.resource.calls = calls(6, 5, 4, 3, 2, 1)
    await setup.reach('latest')
    setup.resource.calls = calls(9, 8, 7, 6, 5, 4, 3, 2, 1)
    expect(await setup.reach('older')).toMatchObject({ added: 3 })
    expect(await setup.listed()).toEqual(ids(6, 5, 4, 3, 2, 1))
  })

  test('misses none when calls were taken away at the front: the page before is requested again', async () => {
    const setup = await callsSetup()
    setup.resource.calls = calls(9, 8, 7, 6, 5, 4, 3, 2, 1)
    await setup.reach('latest')
    setup.resource.calls = calls(7, 6, 5, 4, 3, 2, 1)
    await setup.reach('older')
    await setup.reach('older')
    // What the service no longer lists stays the analyst's.
    expect(await setup.listed()).toEqual(ids(9, 8, 7, 6, 5, 4, 3, 2, 1))
    expect(setup.heard.map(({ url }) => url.searchParams.get('page'))).toEqual(['1', '2', '1', '3'])
  })

  test('says in the end that there are no more, also at the next request', async () => {
    const setup = await callsSetup()
    setup.resource.calls = calls(2, 1)
    expect([await setup.reach('latest'), await setup.reach('older')].map(({ more }) => more)).toEqual([false, false])
  })
})

describe('the service’s list, gone through for the latest calls', () => {
  test('goes on until it meets a known one, so that a long absence leaves no gap', async () => {
    const setup = await callsSetup()
    setup.resource.calls = calls(3, 2, 1)
    await setup.reach('latest')
    setup.resource.calls = calls(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    expect(await setup.reach('latest')).toMatchObject({ added: 8 })
    expect(await setup.listed()).toEqual(ids(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))
  })

  test('requests a company by its symbol, and remembers that it did', async () => {
    const setup = await callsSetup()
    setup.resource.calls = [...calls(2), callOnWire('x', { symbol: 'OTHER' })]
    expect((await setup.list({ symbols: ['ACME'] })).requestedAt).toBeNull()
    await setup.reach('latest', { symbols: ['ACME', 'OTHER'] })
    expect(setup.heard.map(({ url }) => url.searchParams.get('symbol'))).toEqual(['ACME', 'OTHER'])
    const { requestedAt, stale } = await setup.list({ symbols: ['OTHER', 'ACME'], text: 'call' })
    expect([requestedAt, stale]).toEqual([setup.clock.now(), false])
    expect((await setup.list()).requestedAt).toBeNull()
    setup.clock.advance(2 * 3_600_000)
    expect((await setup.list({ symbols: ['ACME'] })).stale).toBe(true)
  })

  test('says how many the service has, and whether older ones are left, also after a restart of the screen', async () => {
    const setup = await callsSetup()
    setup.resource.calls = calls(5, 4, 3, 2, 1)
    expect(await setup.list()).toMatchObject({ hits: null, more: true })
    await setup.reach('latest')
    expect(await setup.list()).toMatchObject({ total: 3, hits: 5, more: true })
    await setup.reach('older')
    expect(await setup.list()).toMatchObject({ total: 5, hits: 5, more: false })
  })

  test('counts a call that changed, and keeps what it was', async () => {
    const setup = await callsSetup()
    setup.resource.calls = [callOnWire('a', { status: 'IN_PROGRESS' })]
    await setup.reach('latest')
    setup.resource.calls = [callOnWire('a', { status: 'POSTPONED' })]
    expect(await setup.reach('latest')).toMatchObject({ added: 0, changed: 1 })
    const { entries, statuses } = await setup.list()
    expect([entries[0]?.status, statuses]).toEqual(['POSTPONED', [{ status: 'POSTPONED', calls: 1 }]])
  })

  test('counts the calls of each status under the rest of the filter', async () => {
    const setup = await callsSetup({ pageSize: 10 })
    const over = { start_time: '2024-10-28T09:00:00Z', status: 'FAILED' }
    setup.resource.calls = [...calls(3, 2), callOnWire('x', over), callOnWire('y', { ...over, symbol: 'OTHER' })]
    await setup.reach('latest')
    const counts = async (filter: Parameters<typeof setup.list>[0]) =>
      (await setup.list(filter)).statuses.map(({ status, calls: count }) => [status, count])
    expect(await counts({})).toEqual([
      ['COMPLETED', 2],
      ['FAILED', 2],
    ])
    expect(await counts({ symbols: ['ACME'], status: 'COMPLETED' })).toEqual([
      ['COMPLETED', 2],
      ['FAILED', 1],
    ])
    expect(await counts({ from: Date.UTC(2025, 0) })).toEqual([
      ['COMPLETED', 2],
      ['FAILED', 0],
    ])
  })

  test('reports the service’s failure, and keeps what is known', async () => {
    const setup = await callsSetup()
    setup.resource.calls = calls(1)
    await setup.reach('latest')
    setup.resource.refuses = 403
    expect(await failureOfQuestion(setup.reach('latest'))).toMatchObject({ kind: 'not-allowed' })
    expect(await setup.listed()).toEqual(['c1'])
  })
})

test('a list says where in it a call stands, so that what is on screen keeps its place while others come in', async () => {
  const setup = await callsSetup()
  setup.resource.calls = calls(3, 2)
  await setup.reach('latest')
  const places = async (order: { by: 'started' | 'title'; descending: boolean }) =>
    (await setup.api.calls.list({ filter: {}, order, offset: 0, limit: 1, locate: ['c2', 'gone', 'c3'] })).positions
  expect(await places({ by: 'started', descending: true })).toEqual([1, null, 0])
  setup.resource.calls = calls(9, 3, 2)
  await setup.reach('latest')
  expect(await places({ by: 'started', descending: true })).toEqual([2, null, 1])
  expect(await places({ by: 'title', descending: false })).toEqual([0, null, 1])
})
