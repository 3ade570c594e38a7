import { beforeEach, describe, expect, test } from 'vitest'
import type { Change, Changes } from '../../../src/renderer/core-client/changes.ts'
import { RequestFailed } from '../../../src/renderer/core-client/request-failed.ts'
import { Query } from '../../../src/renderer/core-client/query.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { companyQuery } from './company-query.svelte.ts'

let time: ManualTime
let listeners: Set<(change: Change) => void>
let changes: Pick<Changes, 'listen'>

beforeEach(() => {
  time = new ManualTime()
  listeners = new Set()
  changes = {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
})

const announce = (change: Change) => listeners.forEach((listener) => listener(change))
const settle = () => new Promise((resolve) => setImmediate(resolve))

function queryOf(symbol = 'HLDN'): Query<string> {
  return new Query<string>(changes, {
    reloadOn: (change) => change.kind === 'fundamentals' && change.symbol === symbol,
    after: time.after,
  })
}

/** Requests that the test responds to, in the order in which they were sent. */
function pendingRequests() {
  const sent: { respond: (text: string) => void; fail: (error: Error) => void; signal: AbortSignal; input: string }[] =
    []
  const add = (input: string, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    sent.push({ respond: resolve, fail: reject, signal, input })
    return promise
  }
  const at = (index: number) => {
    const request = sent[index]
    if (!request) throw new Error(`request ${index} was not sent`)
    return request
  }
  return {
    send: (signal: AbortSignal) => add('', signal),
    open: ({ symbol }: { symbol: string }, { signal }: { signal: AbortSignal }) => add(symbol, signal),
    at,
    count: () => sent.length,
    inputs: () => sent.map(({ input }) => input),
  }
}

const shown = (query: Query<string>) => ({
  result: query.result,
  failure: query.failure?.kind ?? null,
  loading: query.loading,
})

describe('a result', () => {
  test('stays on screen while the request is repeated, and when that fails', async () => {
    const query = queryOf()
    const requests = pendingRequests()
    void query.run(requests.send)
    requests.at(0).respond('old')
    await settle()
    void query.reload()
    const during = shown(query)
    requests.at(1).fail(new RequestFailed({ kind: 'core-stopped' }))
    await settle()
    expect({ during, after: shown(query) }).toEqual({
      during: { result: 'old', failure: null, loading: true },
      after: { result: 'old', failure: 'core-stopped', loading: false },
    })
  })

  test('of another company is dropped: its figures would be read as those of this one', async () => {
    const query = queryOf()
    const requests = pendingRequests()
    void query.run(requests.send)
    requests.at(0).respond('HLDN')
    await settle()
    void query.run(requests.send, { reset: true })
    expect(shown(query)).toEqual({ result: null, failure: null, loading: true })
  })

  test('is always that of the latest request, in whatever order the responses arrive', async () => {
    const query = queryOf()
    const requests = pendingRequests()
    void query.run(requests.send)
    void query.run(requests.send)
    requests.at(1).respond('second')
    await settle()
    requests.at(0).respond('first')
    await settle()
    expect([requests.at(0).signal.aborted, shown(query)]).toEqual([
      true,
      { result: 'second', failure: null, loading: false },
    ])
  })

  test('of a failure has the time at which it failed, however much later it is shown', async () => {
    let now = 1000
    const query = new Query<string>(changes, { now: () => now })
    const requests = pendingRequests()
    const sent = query.run(requests.send)
    now = 2000
    requests.at(0).fail(new RequestFailed({ kind: 'offline' }))
    await sent
    now = 9000
    expect([query.failure?.kind, query.settledAt]).toEqual(['offline', 2000])
  })

  test('clears the previous failure', async () => {
    const query = queryOf()
    const requests = pendingRequests()
    void query.run(requests.send)
    requests.at(0).fail(new RequestFailed({ kind: 'offline' }))
    await settle()
    const failed = shown(query)
    void query.reload()
    requests.at(1).respond('new')
    await settle()
    expect([failed.failure, shown(query)]).toEqual(['offline', { result: 'new', failure: null, loading: false }])
  })

  test('that comes with a change replaces the one under way, which would not have the change', async () => {
    const query = queryOf()
    const requests = pendingRequests()
    void query.run(requests.send)
    query.set('changed')
    const atOnce = shown(query)
    requests.at(0).respond('before the change')
    await settle()
    const changed = { result: 'changed', failure: null, loading: false }
    expect([requests.at(0).signal.aborted, atOnce, shown(query)]).toEqual([true, changed, changed])
  })
})

describe('an announcement', () => {
  test('that concerns a query repeats its request, another does not', async () => {
    const query = queryOf()
    const requests = pendingRequests()
    void query.run(requests.send)
    requests.at(0).respond('old')
    await settle()
    announce({ kind: 'fundamentals', symbol: 'VSPO' })
    announce({ kind: 'calls' })
    const before = requests.count()
    announce({ kind: 'fundamentals', symbol: 'HLDN' })
    expect([before, requests.count()]).toEqual([1, 2])
  })

  test('is recognized by its kind where a query lists kinds', async () => {
    const query = new Query<string>(changes, { reloadOn: ['calls', 'ratings'] })
    const requests = pendingRequests()
    void query.run(requests.send)
    requests.at(0).respond('old')
    await settle()
    announce({ kind: 'news' })
    const before = requests.count()
    announce({ kind: 'ratings' })
    expect([before, requests.count()]).toEqual([1, 2])
  })

  test('and many at once cost one request more, after the one under way', async () => {
    const query = queryOf()
    const requests = pendingRequests()
    void query.run(requests.send)
    for (let count = 0; count < 50; count += 1) announce({ kind: 'fundamentals', symbol: 'HLDN' })
    requests.at(0).respond('old')
    await settle()
    requests.at(1).respond('new')
    await settle()
    expect([requests.count(), requests.at(0).signal.aborted, query.result]).toEqual([2, false, 'new'])
  })

  test('that the connection is restored repeats the request, whatever it shows', async () => {
    const query = queryOf()
    const requests = pendingRequests()
    void query.run(requests.send)
    requests.at(0).fail(new RequestFailed({ kind: 'core-stopped' }))
    await settle()
    announce({ kind: 'reconnected' })
    requests.at(1).respond('back')
    await settle()
    expect(shown(query)).toEqual({ result: 'back', failure: null, loading: false })
  })

  test('before the first request sends nothing', async () => {
    const query = queryOf()
    announce({ kind: 'reconnected' })
    await settle()
    expect(shown(query)).toEqual({ result: null, failure: null, loading: false })
  })
})

describe('a refresh from the service', () => {
  const refreshed = (respond: (freshness: string) => Promise<string>) => {
    const query = queryOf()
    const sent: string[] = []
    const run = query.run(
      (_, freshness) => {
        sent.push(freshness)
        return respond(freshness)
      },
      { freshness: 'service' },
    )
    return { query, sent, run }
  }

  test('is one request to the service: what is announced afterwards is read from the library, also without a connection', async () => {
    const { query, sent, run } = refreshed(async (freshness) => freshness)
    announce({ kind: 'fundamentals', symbol: 'HLDN' })
    await run
    await settle()
    announce({ kind: 'reconnected' })
    await settle()
    void query.reload()
    await settle()
    expect([sent, query.result]).toEqual([
      ['service', 'library-first', 'library-first', 'library-first'],
      'library-first',
    ])
  })

  test('that failed is sent to the service by Retry, and not by an announcement', async () => {
    const offline = () => Promise.reject(new RequestFailed({ kind: 'offline' }))
    const { query, sent, run } = refreshed(offline)
    await run
    announce({ kind: 'fundamentals', symbol: 'HLDN' })
    await settle()
    await query.reload()
    expect(sent).toEqual(['service', 'library-first', 'service'])
  })
})

describe('waiting', () => {
  test('shows a skeleton only when it takes its time and there is nothing else to show', async () => {
    const query = queryOf()
    const requests = pendingRequests()
    void query.run(requests.send)
    time.pass(149)
    const quick = query.slow
    time.pass(1)
    const slow = query.slow
    requests.at(0).respond('here')
    await settle()
    const ended = query.slow
    void query.reload()
    time.pass(1000)
    expect({ quick, slow, ended, reloaded: query.slow }).toEqual({
      quick: false,
      slow: true,
      ended: false,
      reloaded: false,
    })
  })
})

test('a screen that is closed aborts its request and listens no more', async () => {
  const query = queryOf()
  const requests = pendingRequests()
  void query.run(requests.send)
  query.close()
  announce({ kind: 'reconnected' })
  requests.at(0).respond('late')
  await settle()
  expect([requests.at(0).signal.aborted, requests.count(), listeners.size, query.result]).toEqual([true, 1, 0, null])
})

describe('a query of a component', () => {
  const loaded = (result: string | null, failure: string | null = null) => ({ result, failure, loading: false })

  test('sends a request when its input changes, and drops the response to the previous one', async () => {
    const requests = pendingRequests()
    const { query, company } = companyQuery(changes, requests.open)
    company.show('VSPO')
    requests.at(1).respond('Vespera')
    await settle()
    requests.at(0).respond('Halden')
    await settle()
    expect([requests.inputs(), requests.at(0).signal.aborted, shown(query)]).toEqual([
      ['HLDN', 'VSPO'],
      true,
      loaded('Vespera'),
    ])
  })

  test('shows the previous result while the next is loading', async () => {
    const requests = pendingRequests()
    const { query, company } = companyQuery(changes, requests.open)
    requests.at(0).respond('Halden')
    await settle()
    company.show('VSPO')
    expect(shown(query)).toEqual({ result: 'Halden', failure: null, loading: true })
  })

  test('that resets never shows one company’s result as another’s, nor when the request fails', async () => {
    const requests = pendingRequests()
    const { query, company } = companyQuery(changes, requests.open, { reset: true })
    requests.at(0).respond('Halden')
    await settle()
    company.set('VSPO')
    const beforeEffects = shown(query)
    company.show('VSPO')
    requests.at(1).fail(new RequestFailed({ kind: 'offline' }))
    await settle()
    expect([beforeEffects, shown(query)]).toEqual([
      { result: null, failure: null, loading: true },
      loaded(null, 'offline'),
    ])
  })

  test('keeps its result when a repeated request fails, and shows why', async () => {
    const requests = pendingRequests()
    const { query } = companyQuery(changes, requests.open, { reset: true, reloadOn: ['fundamentals'] })
    requests.at(0).respond('Halden')
    await settle()
    announce({ kind: 'fundamentals', symbol: 'HLDN' })
    requests.at(1).fail(new RequestFailed({ kind: 'offline' }))
    await settle()
    expect(shown(query)).toEqual(loaded('Halden', 'offline'))
  })

  test('repeats the request for its present input on an announcement and on Retry', async () => {
    const requests = pendingRequests()
    const { query, company } = companyQuery(changes, requests.open, { reloadOn: ['fundamentals'] })
    company.show('VSPO')
    requests.at(1).respond('Vespera')
    await settle()
    announce({ kind: 'fundamentals', symbol: 'VSPO' })
    requests.at(2).respond('Vespera S.A.')
    await settle()
    void query.reload()
    const reloading = query.loading
    requests.at(3).respond('Vespera SE')
    await settle()
    expect([requests.inputs(), reloading, shown(query)]).toEqual([
      ['HLDN', 'VSPO', 'VSPO', 'VSPO'],
      true,
      loaded('Vespera SE'),
    ])
  })

  test('of a hidden screen is not repeated on announcements until it is shown, and then once', async () => {
    const requests = pendingRequests()
    const { query, hide } = companyQuery(changes, requests.open, { reloadOn: ['fundamentals'] })
    requests.at(0).respond('Halden')
    await settle()
    hide(true)
    for (let count = 0; count < 3; count += 1) announce({ kind: 'fundamentals', symbol: 'HLDN' })
    await settle()
    const whileHidden = requests.count()
    hide(false)
    requests.at(1).respond('Halden plc')
    await settle()
    hide(true)
    hide(false)
    expect([whileHidden, requests.count(), shown(query)]).toEqual([1, 2, loaded('Halden plc')])
  })

  test('that is under way when its screen is hidden is repeated only when that is shown', async () => {
    const requests = pendingRequests()
    const { hide } = companyQuery(changes, requests.open, { reloadOn: ['fundamentals'] })
    announce({ kind: 'fundamentals', symbol: 'HLDN' })
    hide(true)
    requests.at(0).respond('Halden')
    await settle()
    const whileHidden = requests.count()
    hide(false)
    expect([whileHidden, requests.count()]).toEqual([1, 2])
  })

  test('sends no second request for equal input', async () => {
    const requests = pendingRequests()
    const { company } = companyQuery(changes, requests.open)
    requests.at(0).respond('Halden')
    await settle()
    company.show('hldn')
    expect(requests.inputs()).toEqual(['HLDN'])
  })

  test('aborts the request when there is no input any more, and sends the next one', async () => {
    const requests = pendingRequests()
    const { query, company } = companyQuery(changes, requests.open, { reset: true })
    company.show(null)
    const without = shown(query)
    requests.at(0).respond('Halden')
    await settle()
    company.show('HLDN')
    requests.at(1).respond('Halden')
    await settle()
    expect([requests.at(0).signal.aborted, without, shown(query)]).toEqual([true, loaded(null), loaded('Halden')])
  })

  test('ends with it: the request is aborted, and announcements send none', async () => {
    const requests = pendingRequests()
    const { query, unmount } = companyQuery(changes, requests.open, { reloadOn: ['fundamentals'] })
    unmount()
    announce({ kind: 'fundamentals', symbol: 'HLDN' })
    void query.reload()
    await settle()
    expect([requests.at(0).signal.aborted, requests.count(), listeners.size]).toEqual([true, 1, 0])
  })
})
