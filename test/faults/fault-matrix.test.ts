import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { FailureKind } from '#contract/failure.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { HastyClock } from '../core/clocks.ts'
import { failureOfQuestion, openedCore, type ApiClient } from '../core/opened-core.ts'
import { closedPort } from '../core/service/scripted-service.ts'

let service: SampleService
let callId: string
beforeAll(async () => {
  service = await startSampleService({ restated: 'never' })
  const listed = await fetch(
    `${service.baseUrl}/delivery/api/v1/calls?status=COMPLETED&page_size=1&apikey=${sampleKey}`,
  )
  const { data } = (await listed.json()) as { data: { call_id: string }[] }
  callId = data[0]?.call_id ?? ''
})
afterAll(() => service.close())

/** One operation for each way in which a response contains its records. */
const questions = {
  ratings: (api: ApiClient, freshness: Freshness) =>
    api.fetch.ratings({ parameters: { symbol: 'HLDN', page_size: '4' }, freshness }),
  'fundamentals.lite': (api: ApiClient, freshness: Freshness) =>
    api.fetch.liteFundamentals({ parameters: { symbol: 'HLDN', fiscal_period: 'FY', page_size: 4 }, freshness }),
  'calls.one': async (api: ApiClient, freshness: Freshness) => {
    const { record, provenance } = await api.fetch.call({ parameters: { call_id: callId }, freshness })
    return { records: [record], provenance }
  },
  securities: (api: ApiClient, freshness: Freshness) =>
    api.fetch.securities({ parameters: { query: 'H', type: 'symbol' }, freshness }),
} as const
type Freshness = 'library' | 'service'
type Asked = keyof typeof questions
const asked = Object.keys(questions) as Asked[]

/** A desk on which each request succeeded once; its waits take no time. */
async function apiWithSecurities(): Promise<ApiClient> {
  const { api } = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey }, clock: new HastyClock() })
  service.setFaults({})
  onTestFinished(() => service.setFaults({}))
  for (const operation of asked) await questions[operation](api, 'service')
  return api
}

const everywhere = (kind: FailureKind): Record<Asked, FailureKind> => ({
  ratings: kind,
  'fundamentals.lite': kind,
  'calls.one': kind,
  securities: kind,
})

/** What the user reads, and whether the status bar then says that there is no network. */
const refused: readonly (readonly [fault: string, told: Partial<Record<Asked, FailureKind>>, offline: boolean])[] = [
  ['reset', everywhere('connection-lost'), true],
  ['reset-midway', everywhere('incomplete'), false],
  ['cut-length', everywhere('incomplete'), false],
  ['cut-chunked', everywhere('incomplete'), false],
  ['cut-close', everywhere('incomplete'), false],
  ['not-json', everywhere('not-json'), false],
  ['nan', { ratings: 'not-json', 'fundamentals.lite': 'not-json', securities: 'not-json' }, false],
  ['utf-16', everywhere('not-json'), false],
  ['empty', everywhere('incomplete'), false],
  ['portal', everywhere('sign-in-page'), true],
  ['511', everywhere('sign-in-page'), true],
  ['oversized;mb=33', { ratings: 'too-large', securities: 'too-large' }, false],
  ['bomb;mb=40', { ratings: 'too-large', securities: 'too-large' }, false],
  ['deep', everywhere('too-large'), false],
  ['data-missing', { ...everywhere('wrong-shape'), ratings: 'service-message', securities: 'service-message' }, false],
  [
    'data-null',
    { ratings: 'service-message', 'fundamentals.lite': 'wrong-shape', securities: 'service-message' },
    false,
  ],
  ['data-object', { ratings: 'wrong-shape', 'fundamentals.lite': 'wrong-shape', securities: 'wrong-shape' }, false],
  ['bare', { ratings: 'wrong-shape', securities: 'wrong-shape' }, false],
  ['wrapped', everywhere('wrong-shape'), false],
  ['message-only', everywhere('service-message'), false],
  ['redirect-cross', everywhere('redirected'), false],
  ['redirect-loop', everywhere('redirected'), false],
  ['redirect-userinfo', everywhere('redirected'), false],
  ['redirect-nowhere', everywhere('redirected'), false],
  ['redirect-bad', everywhere('redirected'), false],
  ['redirect-portal', everywhere('redirected'), false],
  ['400', everywhere('request-refused'), false],
  ['401', { ...everywhere('key-refused') }, false],
  ['403', { ...everywhere('not-allowed') }, false],
  ['404', everywhere('not-found'), false],
  ['429', everywhere('too-many-requests'), false],
  ['429;retry-after=1000000000', everywhere('too-many-requests'), false],
  ['500', everywhere('service-error'), false],
  ['503;retry-after=1', everywhere('service-error'), false],
]

describe('an invalid response costs nothing that is stored, and is reported in one sentence (N5, W16, W17, W18, W20, W21, W23, W24, W25)', () => {
  test.each(refused)('%s', async (fault, told, offline) => {
    const api = await apiWithSecurities()
    const versions = (await api.library.report()).counts.versions
    for (const [operation, kind] of Object.entries(told) as [Asked, FailureKind][]) {
      const before = await questions[operation](api, 'library')
      service.setFaults({ [operation]: fault })
      const failure = await failureOfQuestion(questions[operation](api, 'service'))
      expect(failure, operation).toMatchObject({ kind })
      expect(JSON.stringify(failure), operation).not.toContain(sampleKey)
      const { network, lastFailure } = await api.status.now()
      expect([network, lastFailure?.failure.kind], operation).toEqual([offline ? 'offline' : 'online', kind])
      expect((await questions[operation](api, 'library')).records, operation).toEqual(before.records)
    }
    expect((await api.library.report()).counts.versions).toBe(versions)
  })
})

describe('an odd response is taken for what it is', () => {
  test.each([
    'bom',
    'duplicate-keys',
    'text-plain',
    'no-type',
    'close-delimited',
    'slow;ms=1',
    'redirect-same',
    '503,503,ok',
    '429;retry-after=2,ok',
  ])('%s changes nothing', async (fault) => {
    const api = await apiWithSecurities()
    for (const operation of asked) {
      const before = await questions[operation](api, 'library')
      service.setFaults({ [operation]: fault })
      const { records } = await questions[operation](api, 'service')
      expect(records, operation).toEqual(before.records)
    }
  })

  test.each([
    ['null-rows', 1],
    ['number-strings', 1],
    ['wrong-types', 1],
    ['new-values', 0],
    ['extra-fields', 0],
    ['proto-keys', 0],
  ])('%s is kept with its odd parts marked, and what is well in it shown', async (fault, marks) => {
    const api = await apiWithSecurities()
    for (const operation of asked) {
      // One record alone has no second row.
      const isMarked = marks > 0 && (operation !== 'calls.one' || fault === 'number-strings')
      const before = await questions[operation](api, 'library')
      service.setFaults({ [operation]: fault })
      const { records, provenance } = await questions[operation](api, 'service')
      expect(provenance.marks.length > 0, operation).toBe(isMarked)
      expect(records.length, operation).toBeGreaterThanOrEqual(Math.ceil(before.records.length / 2))
      expect((await questions[operation](api, 'library')).records.length, operation).toBeGreaterThanOrEqual(1)
      expect(Reflect.get({}, 'polluted'), operation).toBeUndefined()
    }
  })
})

test('with one operation refused the others go on (W17)', async () => {
  const api = await apiWithSecurities()
  service.setFaults({ ratings: '403' })
  expect(await failureOfQuestion(questions.ratings(api, 'service'))).toMatchObject({
    kind: 'not-allowed',
    operation: 'Ratings',
  })
  expect((await questions.securities(api, 'service')).records.length).toBeGreaterThan(0)
  expect((await api.status.now()).lastFailure).toBeNull()
})

test('a service that comes and goes is online after each response and offline after each silence, and nothing is lost', async () => {
  const api = await apiWithSecurities()
  const seen: string[] = []
  for (const fault of ['reset', 'ok', 'reset', 'ok']) {
    service.setFaults({ ratings: fault })
    await questions.ratings(api, 'service').catch(() => undefined)
    seen.push((await api.status.now()).network)
  }
  expect(seen).toEqual(['offline', 'online', 'offline', 'online'])
  expect((await questions.ratings(api, 'library')).records.length).toBeGreaterThan(0)
})

test('with nothing at its address the library is all there is, and it is all there', async () => {
  const first = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey }, clock: new HastyClock() })
  const { records } = await questions.ratings(first.api, 'service')
  await first.close()
  const nowhere = `http://127.0.0.1:${await closedPort()}`
  const { api } = openedCore({
    profile: first.profile,
    sample: { baseUrl: nowhere, key: sampleKey },
    clock: new HastyClock(),
  })
  expect((await questions.ratings(api, 'library')).records).toEqual(records)
  expect(await failureOfQuestion(questions.ratings(api, 'service'))).toMatchObject({
    kind: 'offline',
    detail: 'no response',
  })
})
