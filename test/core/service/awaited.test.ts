import { describe, expect, onTestFinished, test } from 'vitest'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { ManualClock } from '../clocks.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { isDone, untilJob } from '../sync/sync-setup.ts'

const statements = { symbol: 'HLDN', basis: 'annual', comparison: 'none' } as const

/** A desk on a service whose responses come when the test wants it. */
async function slowSetup() {
  const service = await startSampleService({ restated: 'never' })
  onTestFinished(() => service.close())
  const clock = new ManualClock()
  const { api } = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey }, clock })
  return { api, service, clock }
}

describe('while the service keeps the user waiting for its first byte', () => {
  test('the request waits, fails nothing, and its response is shown when it comes', async () => {
    const { api, service } = await slowSetup()
    service.setFaults({ 'fundamentals.enhanced': 'hold' })
    const opening = api.financials.open({ ...statements, freshness: 'service' })
    await expect.poll(() => service.requests.length).toBe(1)
    expect(await api.status.now()).toMatchObject({ inProgress: 1, awaited: 1, lastFailure: null })
    service.release()
    expect((await opening).periods.length).toBeGreaterThan(5)
    expect(await api.status.now()).toMatchObject({ inProgress: 0, awaited: 0, lastFailure: null })
  })

  test('it can be canceled at once, from anywhere: what is stored stays, and the next request is made as usual', async () => {
    const { api, service } = await slowSetup()
    await api.financials.open({ ...statements, freshness: 'service' })
    service.setFaults({ '*': 'hold' })
    const before = service.requests.length
    const filter = { symbols: ['HLDN'] }
    const waiting = [
      api.financials.open({ ...statements, freshness: 'service' }),
      api.calls.fetchPage({ filter, page: 'latest' }),
      api.ratings.fetchPage({ filter, page: 'latest' }),
    ].map(failureOfQuestion)
    await expect.poll(() => service.requests.length).toBe(before + 3)
    expect(await api.status.cancelAwaited()).toEqual({ requests: 3 })
    expect(await Promise.all(waiting)).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }, { kind: 'cancelled' }])
    expect(await api.status.now()).toMatchObject({ awaited: 0, lastFailure: null })
    service.setFaults({})
    service.release()
    expect((await api.financials.open({ ...statements, freshness: 'library' })).periods.length).toBeGreaterThan(5)
    expect((await api.calls.fetchPage({ filter, page: 'latest' })).added).toBeGreaterThan(0)
  })

  test('a background job is not canceled with it', async () => {
    const { api, service, clock } = await slowSetup()
    const { id: listId } = await api.watchlists.create({ name: 'CopyCompleteness' })
    await api.watchlists.addCompanies({ listId, securities: [{ symbol: 'HLDN' }] })
    service.setFaults({ ratings: 'hold' })
    const choice = { kinds: ['ratings' as const], years: 1, callMonths: 1, ratingMonths: 1, newsMonths: 1 }
    const { id } = await api.sync.start({ scope: { of: 'list', listId }, choice: { ...choice, quality: 'highest' } })
    await expect.poll(() => service.requests.length).toBe(1)
    expect(await api.status.cancelAwaited()).toEqual({ requests: 0 })
    service.setFaults({})
    service.release()
    expect((await untilJob({ api, clock }, id, isDone)).missing).toBe(0)
  })
})
