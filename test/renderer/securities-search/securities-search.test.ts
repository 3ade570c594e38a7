import { beforeEach, describe, expect, test } from 'vitest'
import type { Change } from '../../../src/renderer/core-client/changes.ts'
import { RequestFailed } from '../../../src/renderer/core-client/request-failed.ts'
import type { FindResult, FindRequest, SearchApi } from '../../../src/renderer/securities-search/search-api.ts'
import { SecuritiesSearch, typingPause } from '../../../src/renderer/securities-search/securities-search.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { security } from './security.ts'

interface Asked {
  readonly question: FindRequest
  readonly signal: AbortSignal
  readonly respond: (symbols: readonly string[], more?: Partial<FindResult>) => Promise<void>
  readonly fail: (error: Error) => Promise<void>
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const recognisedSymbol = [{ type: 'symbol', label: 'symbol', value: 'X', checkDigit: null }] as const

/** The core, whose responses the test gives by hand, in any order. */
class ManualSearchApi implements SearchApi {
  readonly asked: Asked[] = []
  readonly pages: { page: number | undefined; respond: (count: number) => Promise<void> }[] = []

  find(question: FindRequest, signal: AbortSignal): Promise<FindResult> {
    const { promise, resolve, reject } = Promise.withResolvers<FindResult>()
    this.asked.push({
      question,
      signal,
      respond: (symbols, more = {}) => {
        resolve(responseOf(symbols, question, more))
        return settle()
      },
      fail: (error) => {
        reject(error)
        return settle()
      },
    })
    return promise
  }

  fetchPage({ page }: { page?: number | undefined }) {
    const { promise, resolve } = Promise.withResolvers<{ count: number; ids: readonly string[] }>()
    const respond = (count: number) => {
      resolve({ count, ids: [] })
      return settle()
    }
    this.pages.push({ page, respond })
    return promise
  }

  last(freshness: FindRequest['freshness']): Asked {
    const asked = this.asked.findLast(({ question }) => question.freshness === freshness)
    if (!asked) throw new Error(`nothing was asked of the ${freshness}`)
    return asked
  }

  count(freshness: FindRequest['freshness']): number {
    return this.asked.filter(({ question }) => question.freshness === freshness).length
  }
}

function responseOf(symbols: readonly string[], question: FindRequest, more: Partial<FindResult>): FindResult {
  const source = question.freshness === 'service' ? 'service' : 'library'
  return {
    hits: symbols.map((symbol) => security({ symbol, source })),
    found: symbols.length,
    atLeast: false,
    recognised: [...recognisedSymbol],
    facets: { exchange: [], country: [], type: [], sector: [] },
    outOf: 1000,
    service:
      source === 'service'
        ? {
            ...{ type: 'symbol', value: question.query.toUpperCase(), unidentified: 0, failure: null },
            ...{ found: symbols.length, fetched: symbols.length },
          }
        : null,
    ...more,
  }
}

let api: ManualSearchApi
let time: ManualTime
let listeners: Set<(change: Change) => void>
let offline: boolean
let search: SecuritiesSearch

beforeEach(async () => {
  api = new ManualSearchApi()
  time = new ManualTime()
  listeners = new Set()
  offline = false
  search = new SecuritiesSearch({
    api,
    changes: {
      listen: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    after: time.after,
    now: () => 0,
    offline: () => offline,
  })
  await api.last('library').respond([])
})

const symbols = () => search.hits.map(({ symbol }) => symbol)

/** Types, has the library respond, and lets the pause go by. */
async function typeAndPause(text: string, stored: readonly string[], more: Partial<FindResult> = {}): Promise<void> {
  search.typed(text)
  await api.last('library').respond(stored, more)
  time.pass(typingPause)
  await settle()
}

describe('while typing', () => {
  test('the library is searched at each key press, the service once the typing stops', async () => {
    for (const text of ['V', 'VS', 'VSP']) {
      search.typed(text)
      await api.last('library').respond([text])
      time.pass(typingPause - 1)
      await settle()
    }
    const before = api.count('service')
    time.pass(1)
    await settle()
    expect([before, api.count('service'), api.last('service').question.query]).toEqual([0, 1, 'VSP'])
  })

  test('a response to an earlier text never takes the place of a newer one', async () => {
    search.typed('VS')
    const early = api.last('library')
    search.typed('VSP')
    await api.last('library').respond(['VSPO'])
    await early.respond(['VSAA', 'VSPO'])
    expect([symbols(), search.resultText, early.signal.aborted]).toEqual([['VSPO'], 'VSP', true])
  })

  test('a service’s response to an earlier text is not shown, and its request is canceled', async () => {
    await typeAndPause('VS', ['VSAA'])
    const early = api.last('service')
    search.typed('VSP')
    await api.last('library').respond(['VSPO'])
    await early.respond(['VSAA', 'VSBB'])
    expect([symbols(), search.service.is, early.signal.aborted]).toEqual([['VSPO'], 'notRequested', true])
  })

  test('the previous results stay until the next ones are there: the table does not blink', async () => {
    await typeAndPause('VS', ['VSAA'])
    search.typed('VSP')
    expect([symbols(), search.slow]).toEqual([['VSAA'], false])
  })
})

describe('the service', () => {
  test('gets no automatic request when offline, and one when the user insists', async () => {
    offline = true
    await typeAndPause('VSPO', ['VSPO'])
    const before = api.count('service')
    void search.fetchFromService()
    expect([before, api.count('service')]).toEqual([0, 1])
  })

  test('is not sent a name, which it cannot search by', async () => {
    await typeAndPause('Vesper Optics', ['VSPO'], { recognised: [] })
    expect(api.count('service')).toBe(0)
  })

  test('is not sent a name that ends like a ticker of a market, unless the user insists', async () => {
    for (const name of ['Allianz SE', 'airbus se']) await typeAndPause(name, [])
    const ofNames = api.count('service')
    void search.fetchFromService()
    await typeAndPause('HLDN US', [])
    const sent = api.asked.filter(({ question }) => question.freshness === 'service')
    expect([ofNames, sent.map(({ question }) => question.query)]).toEqual([0, ['airbus se', 'HLDN US']])
  })

  test('is searched by the kind that was chosen, at once', async () => {
    await typeAndPause('Vesper Optics', [], { recognised: [] })
    search.choose('identifiers.isin')
    await api.last('library').respond([], { recognised: [] })
    expect(api.last('service').question).toMatchObject({ query: 'Vesper Optics', type: 'identifiers.isin' })
  })

  test('that fails costs nothing: the library’s results stay, the failure is shown', async () => {
    await typeAndPause('VS', ['VSAA'])
    await api.last('service').respond(['VSAA'], {
      service: {
        type: 'symbol',
        value: 'VS',
        found: null,
        fetched: 0,
        unidentified: 0,
        failure: { kind: 'key-refused', operation: 'Search' },
      },
    })
    const told = search.service
    void search.fetchFromService()
    await api.last('service').fail(new RequestFailed({ kind: 'core-stopped' }))
    expect([symbols(), told, search.service]).toEqual([
      ['VSAA'],
      { is: 'failed', failure: { kind: 'key-refused', operation: 'Search' }, at: 0 },
      { is: 'failed', failure: { kind: 'core-stopped' }, at: 0 },
    ])
  })

  test('keeps its mark on what it sent when the same securities are read from the library again', async () => {
    await typeAndPause('VS', ['VSAA'])
    await api.last('service').respond(['VSAA', 'VSPO'])
    search.toggle('country', 'US')
    await api.last('library').respond(['VSPO', 'VSZZ'])
    expect(search.hits.map((hit) => [hit.symbol, search.isFromService(hit)])).toEqual([
      ['VSPO', true],
      ['VSZZ', false],
    ])
  })

  test('whose response comes after a filter was chosen does not undo the filter', async () => {
    await typeAndPause('VS', ['VSAA', 'VSPO'])
    search.toggle('country', 'US')
    await api.last('library').respond(['VSPO'])
    await api.last('service').respond(['VSAA', 'VSPO'])
    expect([symbols(), api.last('library').question.facets]).toEqual([['VSPO'], { country: ['US'] }])
    await api.last('library').respond(['VSPO', 'VSQQ'])
    expect(symbols()).toEqual(['VSPO', 'VSQQ'])
  })
})

describe('the rest of what the service found', () => {
  beforeEach(async () => {
    await typeAndPause('US', [])
    await api.last('service').respond(['AAAA', 'BBBB'], {
      service: {
        ...{ type: 'exchange_info.exchange_country', value: 'US', found: 6 },
        ...{ fetched: 2, unidentified: 0, failure: null },
      },
    })
  })

  test('is fetched page after page, and no further than there is anything', async () => {
    const done = search.fetchPages(9)
    await settle()
    for (const count of [2, 2]) {
      await api.pages.at(-1)!.respond(count)
    }
    await api.last('library').respond(['AAAA', 'BBBB', 'CCCC'])
    await done
    expect([api.pages.map(({ page }) => page), search.service, symbols(), search.fetching]).toEqual([
      [2, 3],
      {
        is: 'received',
        type: 'exchange_info.exchange_country',
        value: 'US',
        found: 6,
        fetched: 6,
        unidentified: 0,
        pages: 3,
        at: 0,
      },
      ['AAAA', 'BBBB', 'CCCC'],
      null,
    ])
  })

  test('can be stopped, and what came until then is shown', async () => {
    const done = search.fetchPages(9)
    await settle()
    await api.pages.at(-1)!.respond(2)
    search.stopFetching()
    await api.pages.at(-1)!.respond(2)
    await done
    await api.last('library').respond(['AAAA', 'BBBB', 'CCCC'])
    expect([api.pages.length, symbols(), search.fetching]).toEqual([2, ['AAAA', 'BBBB', 'CCCC'], null])
  })
})

describe('filters', () => {
  test('of several values in one facet stay while the same text is typed on, and go with another text', async () => {
    await typeAndPause('VS', ['VSAA'])
    search.toggle('country', 'US')
    search.toggle('country', 'GB')
    search.toggle('type', 'ADR')
    search.toggle('type', 'ADR')
    search.typed('VSP')
    const typedOn = api.last('library').question.facets
    search.typed('HLDN')
    expect([typedOn, api.last('library').question.facets]).toEqual([{ country: ['US', 'GB'], type: [] }, {}])
  })
})

test('a kind chosen by hand, even before typing, holds for that text; another text is recognized again', async () => {
  search.choose('identifiers.opol')
  search.typed('X')
  search.typed('XN')
  const typedOn = search.type
  search.typed('HLDN')
  expect([typedOn, search.type]).toEqual(['identifiers.opol', null])
})

test('what other pages bring into the library shows up, a burst of news as one reading', async () => {
  await typeAndPause('VS', ['VSAA'])
  const before = api.count('library')
  for (const symbol of ['A', 'B', 'C']) listeners.forEach((tell) => tell({ kind: 'fundamentals', symbol }))
  time.pass(1000)
  await api.last('library').respond(['VSAA', 'VSBB'])
  expect([api.count('library') - before, symbols()]).toEqual([1, ['VSAA', 'VSBB']])
})

test('Enter pressed right after the last letter opens what that letter found: settled waits for it', async () => {
  await typeAndPause('VS', ['VSAA'])
  search.typed('VSP')
  let shown: readonly string[] = []
  const opened = search.settled().then(() => (shown = symbols()))
  await api.last('library').respond(['VSPO'])
  await opened
  expect(shown).toEqual(['VSPO'])
})
