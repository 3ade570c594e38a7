import { afterAll, beforeAll, onTestFinished } from 'vitest'
import exceptions from '../../resources/sample/exceptions.json' with { type: 'json' }
import { sampleKey, type SampleServiceOptions } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'

/** A sample service that ends with the test. */
export async function sampleService(options: SampleServiceOptions = {}): Promise<SampleService> {
  const service = await startSampleService(options)
  onTestFinished(() => service.close())
  return service
}

/** One sample service for a file of tests that only read: it makes its companies once. */
export function sharedService(options: SampleServiceOptions = {}): () => SampleService {
  let service: SampleService | undefined
  beforeAll(async () => {
    service = await startSampleService(options)
  })
  afterAll(() => service?.close())
  return () => {
    if (service === undefined) throw new Error('the sample service has not started')
    return service
  }
}

export type Parameters = Readonly<Record<string, string | number | boolean>>

export function addressOf(
  service: Pick<SampleService, 'baseUrl'>,
  path: string,
  parameters: Parameters = {},
  key = sampleKey,
): string {
  const url = new URL(path, service.baseUrl)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
  if (key !== '') url.searchParams.set('apikey', key)
  return url.href
}

/** The JSON of the response, whatever its status. */
export async function requestJson(service: SampleService, path: string, parameters: Parameters = {}): Promise<unknown> {
  const response = await fetch(addressOf(service, path, parameters))
  return response.json()
}

export const paths = {
  'fundamentals.enhanced': '/delivery/api/v1/fundamentals/enhanced',
  'fundamentals.lite': '/delivery/api/v1/fundamentals/lite',
  'calls.list': '/delivery/api/v1/calls',
  'calls.one': '/delivery/api/v1/calls/',
  ratings: '/rating/api/v1/ratings',
  news: '/news/api/v1/news',
  securities: '/search/api/v1/securities',
} as const

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object that a test expects to have got; fails the test when it is something else. */
export function row(value: unknown): Row {
  if (!isRow(value)) throw new Error(`expected an object, got ${JSON.stringify(value)?.slice(0, 200)}`)
  return value
}

export const rows = (value: unknown): Row[] => list(value).map(row)

export function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error(`expected a list, got ${JSON.stringify(value)?.slice(0, 200)}`)
  return value
}

/** `data` of a wrapped list. */
export const dataOf = (answer: unknown) => rows(row(answer).data)

/** Whether a call is as most are not, on purpose (exceptions.json). */
export function isOdd(call: Readonly<Record<string, unknown>>): boolean {
  return exceptions.calls.some((odd) => isCallOf(call, odd))
}

/** The earnings call of a company's quarter, such as 2026Q2. */
export function isCallOf(
  call: Readonly<Record<string, unknown>>,
  { symbol, period }: { readonly symbol: string; readonly period: string },
): boolean {
  return call.symbol === symbol && String(call.call_title).includes(`${period.slice(4)} FY${period.slice(0, 4)}`)
}
