import fc from 'fast-check'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OfflineChoice } from '#contract/api/sync.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { callReprojections } from '#core/calls/resources.ts'
import { enhancedResource, liteResource } from '#core/fundamentals/resources.ts'
import { rebuildProjections } from '#core/ledger/rebuild-projections.ts'
import { newsResource } from '#core/news/resource.ts'
import { ratingsResource } from '#core/ratings/resource.ts'
import { securitiesResource } from '#core/securities/resource.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { HastyClock, ManualClock } from '../clocks.ts'
import { filesIn } from '../folders.ts'
import { openedCore, type ApiClient } from '../opened-core.ts'
import { isDone, untilJob } from '../sync/sync-setup.ts'

/**
 * After any sequence of good and faulty responses of the seven operations: no value that could be read is lost, and the counts and the mark
 * "Complete offline" are those of an independent recount of the responses themselves (docs/wire-data-rules.md).
 */

let service: SampleService
let callId = ''
beforeAll(async () => {
  service = await startSampleService({ restated: 'never' })
  const { data } = (await direct('/delivery/api/v1/calls?symbol=HLDN&status=COMPLETED&page_size=1')) as {
    data: { call_id: string }[]
  }
  callId = data[0]?.call_id ?? ''
})
afterAll(() => service.close())

/** Past the core. */
async function direct(path: string): Promise<unknown> {
  const response = await fetch(`${service.baseUrl}${path}${path.includes('?') ? '&' : '?'}apikey=${sampleKey}`)
  return response.json()
}

type Freshness = 'library' | 'service'
type Row = Readonly<Record<string, unknown>>

const asked = {
  'fundamentals.enhanced': {
    path: () => '/delivery/api/v1/fundamentals/enhanced?symbol=HLDN&fiscal_period=FY&page_size=2',
    ids: ['symbol', 'EndPeriod', 'Quarter', 'Year'],
    ask: async (api: ApiClient, freshness: Freshness) =>
      (
        await api.fetch.enhancedFundamentals({
          parameters: { symbol: 'HLDN', fiscal_period: 'FY', page_size: 2 },
          freshness,
        })
      ).records,
  },
  'fundamentals.lite': {
    path: () => '/delivery/api/v1/fundamentals/lite?symbol=HLDN&fiscal_period=FY&page_size=2',
    ids: ['ticker', 'EndPeriod', 'Quarter', 'Year'],
    ask: async (api: ApiClient, freshness: Freshness) =>
      (
        await api.fetch.liteFundamentals({
          parameters: { symbol: 'HLDN', fiscal_period: 'FY', page_size: 2 },
          freshness,
        })
      ).records,
  },
  'calls.list': {
    path: () => '/delivery/api/v1/calls?symbol=HLDN&page_size=2',
    ids: ['call_id'],
    ask: async (api: ApiClient, freshness: Freshness) =>
      (await api.fetch.calls({ parameters: { symbol: 'HLDN', page_size: 2 }, freshness })).records,
  },
  'calls.one': {
    path: () => `/delivery/api/v1/calls/${callId}`,
    ids: ['call_id'],
    ask: async (api: ApiClient, freshness: Freshness) => [
      (await api.fetch.call({ parameters: { call_id: callId }, freshness })).record,
    ],
  },
  ratings: {
    path: () => '/rating/api/v1/ratings?symbol=HLDN&page_size=3',
    ids: ['id'],
    ask: async (api: ApiClient, freshness: Freshness) =>
      (await api.fetch.ratings({ parameters: { symbol: 'HLDN', page_size: '3' }, freshness })).records,
  },
  news: {
    path: () => '/news/api/v1/news?symbol=HLDN&page_size=3',
    ids: ['id'],
    ask: async (api: ApiClient, freshness: Freshness) =>
      (await api.fetch.news({ parameters: { symbol: 'HLDN', page_size: 3 }, freshness })).records,
  },
  securities: {
    path: () => '/search/api/v1/securities?q=HLDN&query_by=symbol',
    ids: ['id'],
    ask: async (api: ApiClient, freshness: Freshness) =>
      (await api.fetch.securities({ parameters: { query: 'HLDN', type: 'symbol' }, freshness })).records,
  },
} as const
type Operation = keyof typeof asked
const operations = Object.keys(asked) as Operation[]
const isFundamentals = (operation: Operation) => operation.startsWith('fundamentals')

const fieldFaults = [
  'figures-as-text',
  'figures-as-text;share=0.5',
  'figures-unreadable;share=0.15',
  'figures-unreadable',
  'figures-missing;share=0.1',
  'figures-missing;share=0.34',
  'figures-null;share=0.12',
  'figures-null;share=0.4',
  'figures-precise',
  'fields-missing',
  'fields-missing;share=0.5',
  'fields-null',
  'fields-unreadable;share=0.4',
  'fields-unreadable',
  'ids-as-text',
  'ids-missing',
  'booleans-as-text',
  'booleans-as-numbers',
  'times-as-numbers',
  'texts-as-numbers',
  'transcripts-empty',
  'transcripts-null',
  'segments-empty',
  'participants-empty',
] as const
/** What costs the whole response, apart from what costs fields. */
const faults = [...fieldFaults, 'ok', '500', 'not-json', 'data-null'] as const

type Leaves = Map<string, unknown>

/** Every plain value of a record, by its path. */
function leavesOf(value: unknown, path = '', leaves: Leaves = new Map()): Leaves {
  if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) leavesOf(each, path === '' ? key : `${path}/${key}`, leaves)
  else if (value !== null && value !== undefined) leaves.set(path, value)
  return leaves
}

function rowsIn(answer: unknown): Row[] {
  if (Array.isArray(answer)) return answer as Row[]
  const { data } = answer as { data?: unknown }
  if (Array.isArray(data)) return data as Row[]
  const hits = (data as { hits?: { document: Row }[] } | undefined)?.hits
  if (hits) return hits.map(({ document }) => document)
  return [answer as Row]
}

function nameIn(operation: Operation, row: Row): string | null {
  const ids = asked[operation].ids.map((id) => (row as Row | null)?.[id])
  return ids.every((id) => id !== undefined && id !== null) ? ids.map(String).join(' ') : null
}

/** `sentiment` of the most negative risk is no line of a table. */
const notFigures = new Set(['Year', 'id', 'risk_factors/most_negative_risk/sentiment'])
const isFigure = (operation: Operation, path: string, good: unknown) =>
  (isFundamentals(operation) && typeof good === 'number' && !notFigures.has(path)) ||
  (operation === 'ratings' && path === 'price_target')

/** What came, by the type that a good response has there; undefined: not readable. */
function readable(good: unknown, came: unknown): unknown {
  if (typeof came === typeof good) return came
  if (typeof good === 'number') return /^-?\d+(\.\d+)?(e\d+)?$/.test(String(came)) ? Number(came) : undefined
  if (typeof good === 'boolean')
    return ['true', '1'].includes(String(came)) ? true : ['false', '0'].includes(String(came)) ? false : undefined
  return typeof came === 'number' ? good : undefined
}

const seconds = (value: unknown) => Math.floor(Date.parse(String(value).replace(' ', 'T')) / 1000)
const isSame = (path: string, one: unknown, other: unknown) =>
  one === other || (/(created|updated)_at$/.test(path) && seconds(one) === seconds(other))

interface Known {
  readonly good: ReadonlyMap<string, unknown>
  readonly shown: Leaves
  /** The last value of what was withdrawn. */
  readonly withdrawn: Leaves
  heldBack: Row | null
}

/** The recount: it reads the responses as received, and knows nothing of the program. */
class Recount {
  readonly known = new Map<string, Known>()
  unidentified = 0
  restated = 0
  withdrawn = 0

  take(operation: Operation, answer: unknown): void {
    for (const row of rowsIn(answer)) {
      const name = nameIn(operation, row)
      if (name === null) {
        this.unidentified += 1
        continue
      }
      const known = this.known.get(`${operation} ${name}`)
      if (known) this.#move(operation, known, row)
      else
        this.known.set(`${operation} ${name}`, {
          good: leavesOf(row),
          shown: leavesOf(row),
          withdrawn: new Map(),
          heldBack: null,
        })
    }
  }

  accept(): void {
    for (const [name, known] of this.known) {
      const operation = operations.find((each) => name.startsWith(`${each} `))
      if (known.heldBack && operation) this.#show(operation, known, known.heldBack, true)
    }
  }

  #move(operation: Operation, known: Known, row: Row): void {
    if (isFundamentals(operation)) {
      const figures = [...known.shown].filter(([path, value]) => isFigure(operation, path, value))
      const lost = figures.filter(([path]) => readable(known.good.get(path), at(row, path)) === undefined)
      if (lost.length > figures.length * 0.2) {
        known.heldBack = row
        return
      }
    }
    this.#show(operation, known, row, false)
  }

  #show(operation: Operation, known: Known, row: Row, isAccepted: boolean): void {
    known.heldBack = null
    for (const [path, good] of known.good) {
      const came = at(row, path)
      const value = readable(good, came)
      const isOfFigure = isFigure(operation, path, good)
      if (value === undefined) {
        if (!isOfFigure || !(came === null || isAccepted) || !known.shown.has(path)) continue
        known.withdrawn.set(path, known.shown.get(path))
        known.shown.delete(path)
        if (isFundamentals(operation)) this.withdrawn += 1
      } else {
        const before = known.shown.has(path) ? known.shown.get(path) : known.withdrawn.get(path)
        if (isFundamentals(operation) && isOfFigure && before !== value) this.restated += 1
        known.shown.set(path, value)
        known.withdrawn.delete(path)
      }
    }
  }
}

/** Null: at the value, or in place of what holds it. */
function at(row: unknown, path: string): unknown {
  let value = row
  for (const step of path.split('/')) {
    if (value === null) return null
    value = typeof value === 'object' ? Reflect.get(value, step) : undefined
  }
  return value
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ operation: fc.constantFrom(...operations), fault: fc.constantFrom(...faults) }),
    },
    { weight: 1, arbitrary: fc.constant('accept' as const) },
  ),
  { minLength: 4, maxLength: 14 },
)

async function check(api: ApiClient, recount: Recount): Promise<void> {
  for (const operation of operations) {
    const records = await asked[operation].ask(api, 'library')
    for (const [name, { shown }] of recount.known) {
      if (!name.startsWith(`${operation} `)) continue
      const record = records.find((each) => `${operation} ${nameIn(operation, each as Row)}` === name)
      const leaves = leavesOf(record)
      const lost = [...shown].filter(([path, value]) => !isSame(path, leaves.get(path), value))
      expect(lost.map(([path, value]) => [name, path, value, leaves.get(path)])).toEqual([])
      const figures = [...leaves].filter(([path, value]) => isFigure(operation, path, value) && !shown.has(path))
      expect(figures).toEqual([])
    }
  }
  const counted = async (kind: 'restated' | 'withdrawn') =>
    (await api.comparisons.restatements({ symbols: null, kind, since: null, offset: 0, limit: 1000 })).restatements
      .length
  expect([await counted('restated'), await counted('withdrawn')]).toEqual([recount.restated, recount.withdrawn])
  for (const edition of ['enhanced', 'lite'] as const) {
    const { heldBack, periods } = await api.financials.open({
      symbol: 'HLDN',
      basis: 'annual',
      comparison: 'none',
      edition,
      freshness: 'library',
    })
    const waiting = [...recount.known].filter(
      ([name, known]) => name.startsWith(`fundamentals.${edition} `) && known.heldBack !== null,
    )
    expect(heldBack?.periods ?? 0).toBe(waiting.length)
    for (const { quarter, year, endPeriod, checked } of periods) {
      const known = recount.known.get(`fundamentals.${edition} HLDN ${endPeriod} ${quarter} ${year}`)
      const figures = [...(known?.shown ?? [])].filter(([path, value]) =>
        isFigure(`fundamentals.${edition}`, path, value),
      )
      expect(checked && figures.length === 0).toBe(false)
    }
  }
}

test(
  'any sequence of good and faulty responses loses no readable value and miscounts nothing (N5, W22)',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const clock = new HastyClock()
        const opened = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey }, clock })
        const { api } = opened
        const recount = new Recount()
        const ask = async (operation: Operation, fault: string) => {
          service.setFaults({ [operation]: fault })
          const answer = await direct(asked[operation].path()).catch(() => null)
          const came = await asked[operation].ask(api, 'service').catch(() => null)
          if (came !== null) recount.take(operation, answer)
          service.setFaults({})
        }
        for (const operation of operations) await ask(operation, 'ok')
        for (const step of sequence) {
          if (step === 'accept') {
            await api.financials.acceptNewFigures({ symbol: 'HLDN' })
            recount.accept()
          } else await ask(step.operation, step.fault)
          await check(api, recount)
        }
        await opened.close()
        await isRebuiltTheSame(opened.profile, recount)
      }),
      { seed: 20_261_122, numRuns: 12, endOnFailure: true },
    )
  },
)

const projections = ['shown_record', 'figure_change', 'fundamental_period', 'rating', 'news_item', 'security']

/** From the ledger alone, after the program has ended. */
async function isRebuiltTheSame(profile: string, recount: Recount): Promise<void> {
  const file = filesIn(profile).find((each) => each.endsWith('library.db'))
  const library = openDatabase(join(profile, file ?? ''), libraryDatabase)
  const { reader, writer } = library
  if (!writer) throw new Error('the library is read-only')
  expect(reader.get('SELECT sum(unidentified) AS count FROM ledger_response')).toEqual({ count: recount.unidentified })
  const everything = () => projections.map((table) => reader.all(`SELECT * FROM ${table} ORDER BY record_id`))
  const before = everything()
  for (const table of ['shown_record', 'figure_change']) writer.run(`DELETE FROM ${table}`)
  writer.run('DELETE FROM reprojection')
  const all = [
    enhancedResource,
    liteResource,
    ...callReprojections,
    ratingsResource,
    newsResource,
    securitiesResource,
  ] as const
  await rebuildProjections(writer, all, new AbortController().signal)
  expect(everything()).toEqual(before)
  library.close()
}

const listTargets = ['fundamentals.enhanced', 'calls.list', 'ratings', 'news'] as const
type ListTarget = (typeof listTargets)[number]

const listFaults = ['500', 'ids-missing', 'null-rows', 'fields-missing', 'ids-as-text', 'rows-missing', 'page-repeats']
const takings = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ target: fc.constantFrom(...listTargets), fault: fc.constantFrom(...listFaults) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        target: fc.constant('calls.one' as const),
        fault: fc.constantFrom('500', 'ids-missing', 'transcripts-empty', 'fields-missing'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        target: fc.constant('recordings' as const),
        fault: fc.constantFrom('size-differs', 'size-zero', 'cut-length', '500'),
      }),
    },
  ),
  { minLength: 3, maxLength: 6 },
)

const answered = new Map<string, unknown>()

/** The service says the same again under the same fault. */
async function again(path: string, fault: string): Promise<unknown> {
  const key = `${fault} ${path}`
  if (!answered.has(key)) answered.set(key, await direct(path))
  return answered.get(key)
}

/** The responses for a list that is taken offline, read past the core with the same faults. */
class ListRecount {
  readonly #latest = new Map<ListTarget, Map<string, { hits: number | null; unidentified: number }>>()
  readonly #arrived = new Map<ListTarget, Set<string>>()
  readonly transcripts = new Set<string>()
  #read = 0

  /** Every request and response since the last time, under a fault. */
  async read(fault: string): Promise<void> {
    const requests = service.requests.slice(this.#read)
    for (const { target, path, parameters, status } of requests) {
      if (status !== 200 || target === undefined || target === 'recordings') continue
      const answer = await again(`${path}?${new URLSearchParams(parameters).toString()}`, fault)
      const list = listTargets.find((each) => each === target)
      if (list) this.#take(list, String(parameters['page']), answer)
      const call = answer as { call_id?: string; transcripts?: { segments?: { text?: string }[] }[] | null }
      const segments = (call.transcripts ?? []).flatMap((each) => each.segments ?? [])
      const isReadable = segments.length === 0 || segments.some(({ text }) => typeof text === 'string')
      const isThatCall = call.call_id !== undefined && path.endsWith(`/${call.call_id}`)
      if (target === 'calls.one' && isThatCall && isReadable) this.transcripts.add(String(call.call_id))
    }
    this.#read = service.requests.length
  }

  #take(target: ListTarget, page: string, answer: unknown): void {
    const names = rowsIn(answer).map((row) => nameIn(target, row))
    const { pagination } = answer as { pagination?: { hits?: number } }
    const latest = this.#latest.get(target) ?? new Map<string, { hits: number | null; unidentified: number }>()
    const unidentified = names.filter((name) => name === null).length
    this.#latest.set(target, latest.set(page, { hits: pagination?.hits ?? null, unidentified }))
    const arrived = this.#arrived.get(target) ?? new Set()
    for (const name of names) if (name !== null) arrived.add(name)
    this.#arrived.set(target, arrived)
  }

  /** Lists that never had a response, that the service counts more records of than arrived, or with records that nobody can identify. */
  get gaps(): readonly ListTarget[] {
    return listTargets.filter((target) => {
      const pages = [...(this.#latest.get(target)?.values() ?? [])]
      const unidentified = pages.reduce((sum, page) => sum + page.unidentified, 0)
      const hits = pages[0]?.hits ?? 0
      return pages.length === 0 || unidentified > 0 || (this.#arrived.get(target)?.size ?? 0) < hits
    })
  }
}

test(
  'a list downloaded from a faulty service is never complete while something that the service listed is not there (W22)',
  { timeout: 600_000 },
  async () => {
    // HLDN's last two earnings calls, both with a recording.
    const choice: OfflineChoice = {
      kinds: ['enhanced', 'calls', 'recordings', 'ratings', 'news'],
      ...{ years: 20, callMonths: 6, ratingMonths: 24, newsMonths: 24, quality: 'smallest' },
    }
    const begins = Date.UTC(2026, 10, 22)
    const { data } = (await direct('/delivery/api/v1/calls?symbol=HLDN&page_size=100')) as {
      data: { call_id: string; start_time: string }[]
    }
    const calls = data.flatMap(({ call_id: id, start_time: start }) =>
      Date.parse(start) > begins - 150 * 86_400_000 ? id : [],
    )
    expect(calls.length).toBeGreaterThan(1)
    await fc.assert(
      fc.asyncProperty(takings, async (sequence) => {
        const clock = new ManualClock(begins)
        const opened = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey }, clock })
        const { api, profile } = opened
        const { id: listId } = await api.watchlists.create({ name: 'CopyCompleteness' })
        await api.watchlists.addCompanies({ listId, securities: [{ symbol: 'HLDN' }] })
        const recount = new ListRecount()
        await recount.read('')
        const whole = () => filesIn(profile).filter((file) => /recordings\/[^/]+\.(mp3|wav|m4a|ogg)$/.test(file))
        const take = async (target: string, fault: string) => {
          service.setFaults({ [target]: fault })
          const { id } = await api.sync.start({ scope: { of: 'list', listId }, choice })
          await untilJob({ api, clock }, id, isDone, 1000)
          await recount.read(`${target} ${fault}`)
          service.setFaults({})
          clock.advance(2 * 86_400_000)
          const { status } = await api.sync.offlineStatus({ listId })
          if (!status?.complete) return false
          expect([fault, recount.gaps]).toEqual([fault, []])
          expect(calls.filter((call) => !recount.transcripts.has(call))).toEqual([])
          expect(whole().filter((file) => statSync(join(profile, file)).size > 0)).toHaveLength(calls.length)
          return true
        }
        for (const { target, fault } of sequence) await take(target, fault)
        expect(await take('ratings', 'ok')).toBe(true)
        await opened.close()
      }),
      { seed: 20_261_122, numRuns: 10, endOnFailure: true },
    )
  },
)
