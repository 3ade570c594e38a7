import { describe, expect, onTestFinished, test } from 'vitest'
import type { FaultPlan } from '#sample/faults/fault-plan.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { ManualClock } from '../clocks.ts'
import { failureOfQuestion, liveWorkspace, openedCore, usualNames, type OpenedCore } from '../opened-core.ts'

const key = 'right-key-0123'

const refusing = (most: number): FaultPlan => {
  const fault = `page-size-refused;most=${most}`
  return {
    'fundamentals.enhanced': fault,
    'fundamentals.lite': fault,
    'calls.list': fault,
    ratings: fault,
    news: fault,
  }
}

async function opened(faults: FaultPlan) {
  const service = await startSampleService({ key, faults })
  onTestFinished(() => service.close())
  const core = openedCore({ clock: new ManualClock() })
  const id = await liveWorkspace(core, service.baseUrl, { key })
  return { ...core, service, id }
}

/** Page sizes of the requests for one operation, in their order. */
const sizesAsked = ({ requests }: SampleService, target: string) =>
  requests.flatMap((request) => (request.target === target ? [Number(request.parameters['page_size'])] : []))

const open = ({ api }: Pick<OpenedCore, 'api'>, symbol: string) =>
  api.financials.open({ symbol, basis: 'quarterly', comparison: 'none', freshness: 'service' })

describe('a service that refuses large pages', () => {
  test('gets requests for smaller ones until one is accepted, in every list, and nothing of the lists is missing', async () => {
    const usual = await opened({})
    const small = await opened(refusing(25))
    const listed = async ({ api }: OpenedCore) => {
      const filter = { symbols: ['HLDN'] }
      const { periods } = await open({ api }, 'HLDN')
      await api.calls.fetchPage({ filter, page: 'latest' })
      for (let more = true; more;) ({ more } = await api.calls.fetchPage({ filter, page: 'older' }))
      await api.ratings.fetchPage({ filter, page: 'latest' })
      for (let more = true; more;) ({ more } = await api.ratings.fetchPage({ filter, page: 'older' }))
      await api.news.fetchPage({ filter, page: 'latest' })
      for (let more = true; more;) ({ more } = await api.news.fetchPage({ filter, page: 'older' }))
      const page = { offset: 0, limit: 1 }
      return {
        periods: periods.length,
        calls: (await api.calls.list({ filter, order: { by: 'started', descending: true }, ...page })).total,
        ratings: (await api.ratings.list({ filter, order: { by: 'written', descending: true }, ...page })).total,
        news: (await api.news.list({ filter, ...page })).total,
      }
    }
    expect(await listed(small)).toEqual(await listed(usual))
    for (const target of ['fundamentals.enhanced', 'calls.list', 'ratings', 'news']) {
      const [first, second, third, ...others] = sizesAsked(small.service, target)
      expect([first, second, third], target).toEqual([100, 50, 25])
      expect(new Set(others.concat(25)), target).toEqual(new Set([25]))
    }
  })

  test('gets requests for what it accepted at once, also after the program was started again, until its address is another', async () => {
    const first = await opened(refusing(10))
    await open(first, 'HLDN')
    expect(sizesAsked(first.service, 'fundamentals.enhanced').slice(0, 5)).toEqual([100, 50, 25, 10, 10])
    await first.close()
    const again = openedCore({ profile: first.profile })
    again.core.keys.hold({ workspace: first.id, origin: first.service.baseUrl, key })
    const before = sizesAsked(first.service, 'fundamentals.enhanced').length
    await open(again, 'KSTM')
    expect(new Set(sizesAsked(first.service, 'fundamentals.enhanced').slice(before))).toEqual(new Set([10]))

    const other = await startSampleService({ key })
    onTestFinished(() => other.close())
    const { workspaces } = await again.api.workspaces.list()
    const { name, recordingsBase, search } = workspaces.find(({ id }) => id === first.id)!
    await again.api.workspaces.edit({
      id: first.id,
      edit: { name, recordingsBase, search, baseUrl: other.baseUrl },
    })
    again.core.keys.hold({ workspace: first.id, origin: other.baseUrl, key })
    await open(again, 'HLDN')
    expect(sizesAsked(other, 'fundamentals.enhanced')).toEqual([100])
  })

  test('whatever the size is reported with the service’s own reason, and nothing is remembered', async () => {
    const core = await opened({ 'fundamentals.enhanced': '400;message=symbol is not licensed' })
    const failure = await failureOfQuestion(open(core, 'HLDN'))
    expect(failure).toMatchObject({ kind: 'request-refused', status: 400, serviceMessage: 'symbol is not licensed' })
    expect(sizesAsked(core.service, 'fundamentals.enhanced')).toEqual([100, 50, 25, 10])
    core.service.setFaults({})
    await open(core, 'HLDN')
    expect(sizesAsked(core.service, 'fundamentals.enhanced').at(-1)).toBe(100)
  })

  test('for another reason does not get four requests: its page size was accepted before', async () => {
    const core = await opened({})
    await open(core, 'HLDN')
    core.service.setFaults({ 'fundamentals.enhanced': '400' })
    const before = core.service.requests.length
    await failureOfQuestion(open(core, 'KSTM'))
    expect(core.service.requests.length - before).toBe(1)
  })
})

describe('the test of a connection', () => {
  test('requests what use requests: the same parameters, the same size of page', async () => {
    const { api, service, id } = await opened({})
    const asked = () =>
      service.requests.flatMap(({ target, parameters }) =>
        target === 'securities' || target === undefined ? [] : [`${target} ${JSON.stringify(parameters)}`],
      )
    await api.workspaces.test({ id, symbol: 'HLDN' })
    const tested = asked()
    const filter = { symbols: ['HLDN'] }
    await open({ api }, 'HLDN')
    await api.financials.open({
      symbol: 'HLDN',
      edition: 'lite',
      basis: 'annual',
      comparison: 'none',
      freshness: 'service',
    })
    await api.calls.fetchPage({ filter, page: 'latest' })
    const order = { by: 'started', descending: true } as const
    const { entries } = await api.calls.list({ filter, order, offset: 0, limit: 1 })
    const form = { format: 'json', clean: false } as const
    await api.calls.open({ callId: entries[0]!.callId, form, freshness: 'service' })
    await api.ratings.fetchPage({ filter, page: 'latest' })
    await api.news.fetchPage({ filter, page: 'latest' })
    const used = asked().slice(tested.length)
    // Work goes on to the next pages; the test requests the first of each.
    expect(tested.filter((each) => !used.includes(each))).toEqual([])
    expect(tested.length).toBe(6)
  })

  test('opens a call of any company where the tested company has none', async () => {
    const { api, id } = await opened({})
    const { checks } = await api.workspaces.test({ id, symbol: 'NOSUCH' })
    expect(checks.find(({ operation }) => operation === 'calls.one')).toMatchObject({ result: 'works' })
    expect(checks.find(({ operation }) => operation === 'calls.list')?.message).toEqual([
      { figure: 0, as: 'count' },
      ' calls',
      ' for NOSUCH.',
    ])
  })

  test('finds the page size that works, and says it', async () => {
    const { api, id } = await opened(refusing(50))
    const { checks } = await api.workspaces.test({ id, symbol: 'HLDN' })
    expect(checks.map(({ result }) => result)).toEqual(Array.from({ length: 7 }, () => 'works'))
    expect(checks.find(({ operation }) => operation === 'ratings')?.message).toEqual([
      { figure: expect.any(Number) as number, as: 'count' },
      ' ratings',
      ' for HLDN. Up to 50 per request.',
    ])
  })

  test('fails with the service’s own reason where the work would fail', async () => {
    const { api, id } = await opened({ ratings: '400;message=page_size is required' })
    const { checks } = await api.workspaces.test({ id, symbol: 'HLDN' })
    expect(checks.find(({ operation }) => operation === 'ratings')).toMatchObject({
      result: 'fails',
      message: ['The service refused the request (status 400). The service reports: “page_size is required”'],
    })
  })

  test.each(['active', 'not active'])(
    'leaves a host alone that paused the workspace (%s), and a workspace one that paused the test',
    async (which) => {
      const { api, service, id, core } = await opened({ ratings: '429;retry-after=600' })
      await failureOfQuestion(api.ratings.fetchPage({ filter: {}, page: 'latest' }))
      if (which === 'not active') await api.workspaces.activate({ id: 'sample' })
      const before = service.requests.length
      const { checks } = await api.workspaces.test({ id, symbol: 'HLDN' })
      expect(service.requests.length).toBe(before)
      expect(checks.find(({ operation }) => operation === 'securities')?.failure).toMatchObject({
        kind: 'too-many-requests',
        seconds: 600,
      })
      expect(core).toBeDefined()
    },
  )

  test('a host that paused one workspace is left alone by another one of the same host, not by one of another', async () => {
    const { api, service, core } = await opened({ ratings: '429;retry-after=600' })
    await failureOfQuestion(api.ratings.fetchPage({ filter: {}, page: 'latest' }))
    const { requests } = service
    const before = requests.length
    const edit = { name: 'Second', baseUrl: service.baseUrl, recordingsBase: '', search: usualNames }
    const { id } = await api.workspaces.create(edit)
    core.keys.hold({ workspace: id, origin: new URL(service.baseUrl).origin, key })
    await api.workspaces.activate({ id })
    expect((await api.status.now()).pausedUntil).not.toBeNull()
    expect(await failureOfQuestion(api.ratings.fetchPage({ filter: {}, page: 'latest' }))).toMatchObject({
      kind: 'too-many-requests',
    })
    expect(requests.length).toBe(before)

    const other = await startSampleService({ key })
    onTestFinished(() => other.close())
    await api.workspaces.edit({ id, edit: { ...edit, baseUrl: other.baseUrl } })
    core.keys.hold({ workspace: id, origin: new URL(other.baseUrl).origin, key })
    expect((await api.status.now()).pausedUntil).toBeNull()
    await api.ratings.fetchPage({ filter: {}, page: 'latest' })
    expect([requests.length, other.requests.length]).toEqual([before, 1])
  })

  test('gets a 429: the workspace waits as well', async () => {
    const { api, service, id } = await opened({ securities: '429;retry-after=600' })
    await api.workspaces.test({ id, symbol: 'HLDN' })
    expect(service.requests).toHaveLength(1)
    expect(await failureOfQuestion(api.ratings.fetchPage({ filter: {}, page: 'latest' }))).toMatchObject({
      kind: 'too-many-requests',
    })
    expect(service.requests).toHaveLength(1)
  })
})
