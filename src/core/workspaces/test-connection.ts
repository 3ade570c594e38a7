/** Tests the connection to a service: requests each operation once, and finds the parameter names and page sizes that it accepts. */

import type { ApiOutputs } from '#contract/api/api.ts'
import type { Sentence } from '#contract/api/sentences.ts'
import type { OperationCheck, SearchNames } from '#contract/api/workspaces.ts'
import { sentenceOf, type Failure } from '#contract/failure.ts'
import { operationNames, operations, type OperationName, type ParametersOf } from '#contract/service/operations.ts'
import type { Clock } from '../clock.ts'
import { fail } from '../failure-error.ts'
import { failureOrThrow } from '../ledger/request-and-store.ts'
import { pageOfPeriods } from '../fundamentals/refresh-company.ts'
import type { ValidatedResponse } from '../service/response-validation.ts'
import { largestPage, type PageSizes } from '../service/page-sizes.ts'

type Requester = <Name extends OperationName>(
  operation: Name,
  parameters: ParametersOf<Name>,
  search: SearchNames,
  /** Told whether the search wants the key. */
  learned: (key: 'none' | 'wanted') => void,
) => Promise<ValidatedResponse<Name>>

interface TestDependencies {
  readonly request: Requester
  /** Learns what this service accepts, as it does in use. */
  readonly pageSizes: PageSizes
}

/** Usual names of these parameters in search services; the workspace's own are tried first. */
const likelyNames: readonly Pick<SearchNames, 'query' | 'type' | 'page'>[] = [
  { query: 'q', type: 'query_by', page: 'page' },
  { query: 'query', type: 'type', page: 'page' },
  { query: 'query', type: 'search_type', page: 'page' },
  { query: 'search', type: 'type', page: 'page' },
  { query: 'term', type: 'field', page: 'p' },
]

/** Failures that affect all operations: the following ones need not be tried. */
const fatal: readonly Failure['kind'][] = [
  'offline',
  'certificate',
  'proxy-login',
  'sign-in-page',
  'invalid-base-url',
  'redirected',
  'no-response',
]

const ignore = () => undefined

type PagedOperation = Exclude<OperationName, 'calls.one' | 'securities'>

interface FirstPage<Name extends OperationName> {
  readonly response: ValidatedResponse<Name>
  readonly pageSize: number
}

/**
 * Sends each operation one request as the program does in use: the same parameters, the same page size. A test with less can
 * succeed where the work fails. Nothing is stored.
 */
export async function testConnection(
  { request, pageSizes }: TestDependencies,
  symbol: string,
  search: SearchNames,
  clock: Clock,
): Promise<ApiOutputs['workspaces']['test']> {
  const checks: OperationCheck[] = []
  let ended = false
  let found: SearchNames | null = null
  const latest: { call: string | null } = { call: null }
  /** `run` null: there is nothing to request. */
  const check = async (operation: OperationName, run: (() => Promise<Sentence>) | null) => {
    const { title, path } = operations[operation]
    const began = clock.monotonic()
    if (ended || run === null) {
      const message = [ended ? 'Not tested.' : 'Not tested: no call to request.']
      checks.push({ operation, title, path, result: 'skipped', message, failure: null, milliseconds: null })
      return
    }
    try {
      const message = await run()
      checks.push({ operation, title, path, result: 'works', message, failure: null, milliseconds: since(began) })
    } catch (error) {
      const failure = failureOrThrow(error)
      ended = fatal.includes(failure.kind)
      checks.push({
        operation,
        title,
        path,
        result: 'fails',
        message: [sentenceOf(failure)],
        failure,
        milliseconds: since(began),
      })
    }
  }
  const since = (began: number) => Math.round(clock.monotonic() - began)

  await check('securities', async () => {
    const { names, count } = await findNames(request, symbol, search)
    found = names
    const how = `parameters ${names.query} and ${names.type}${names.key === 'wanted' ? ', with the API key' : ''}`
    return [...counted(count, 'security'), ` for ${symbol}, ${how}.`]
  })
  const firstPage = async <Name extends PagedOperation>(
    operation: Name,
    parametersOf: (pageSize: number) => ParametersOf<Name>,
  ): Promise<FirstPage<Name>> =>
    pageSizes.withAccepted(operation, async (pageSize) => ({
      response: await request(operation, parametersOf(pageSize), search, ignore),
      pageSize,
    }))

  for (const operation of ['fundamentals.enhanced', 'fundamentals.lite'] as const) {
    await check(operation, async () => {
      const { response, pageSize } = await firstPage(operation, (size) => pageOfPeriods(symbol, 1, size))
      return [...counted(countOf(response), 'period'), ` for ${symbol}.${limited(pageSize)}`]
    })
  }
  await check('calls.list', async () => {
    const { response, pageSize } = await firstPage('calls.list', (size) => ({ symbol, page: 1, page_size: size }))
    latest.call = response.records[0]?.record?.call_id ?? null
    // A company without calls does not prevent the next check: the latest call of any company can be opened.
    if (response.records.length === 0) {
      const { response: all } = await firstPage('calls.list', (size) => ({ page: 1, page_size: size }))
      latest.call = all.records[0]?.record?.call_id ?? null
    }
    return [...counted(countOf(response), 'call'), ` for ${symbol}.${limited(pageSize)}`]
  })
  const { call } = latest
  await check('calls.one', call === null ? null : () => openCall(request, call, search))
  await check('ratings', async () => {
    const { response, pageSize } = await firstPage('ratings', (size) => ({
      symbol,
      page: '1',
      page_size: String(size),
    }))
    return [...counted(countOf(response), 'rating'), ` for ${symbol}.${limited(pageSize)}`]
  })
  await check('news', async () => {
    const { response, pageSize } = await firstPage('news', (size) => ({ symbol, page: 1, page_size: size }))
    return [...counted(countOf(response), 'news item'), ` for ${symbol}.${limited(pageSize)}`]
  })
  return { checks: inOrder(checks), search: differs(found, search) ? found : null }
}

async function openCall(request: Requester, callId: string, search: SearchNames): Promise<Sentence> {
  const response = await request('calls.one', { call_id: callId }, search, ignore)
  return [response.records[0]?.record?.call_title ?? 'Untitled call.']
}

/**
 * The names whose response echoes the query and changes with the type; else the first that echoes; else the first that finds
 * anything. Throws the failure of the first attempt, or `wrong-shape` when every response echoes something else: the service
 * responded and searched for nothing.
 */
async function findNames(
  request: Requester,
  symbol: string,
  search: SearchNames,
): Promise<{ names: SearchNames; count: number }> {
  const tries = [search, ...likelyNames.map((names) => ({ ...names, key: search.key }))]
  let first: Failure | undefined
  let echoed: { names: SearchNames; count: number } | undefined
  let silent: { names: SearchNames; count: number } | undefined
  for (const tried of tries) {
    let names: SearchNames = tried
    try {
      const learn = (key: SearchNames['key']) => {
        names = { ...names, key }
      }
      const response = await request('securities', { query: symbol, type: 'symbol' }, tried, learn)
      const result = { names, count: countOf(response) }
      if (response.echo === symbol) {
        if (response.records.length === 0 || (await readsType(request, symbol, names))) return result
        echoed ??= result
      }
      if (response.echo === null && response.records.length > 0) silent ??= result
    } catch (error) {
      const failure = failureOrThrow(error)
      first ??= failure
      if (fatal.includes(failure.kind) || failure.kind === 'key-missing' || failure.kind === 'key-refused') throw error
    }
  }
  const second = echoed ?? silent
  if (second) return second
  const detail = `no search parameter found that returns ${symbol}`.slice(0, 200)
  fail(first ?? { kind: 'wrong-shape', operation: operations.securities.title, detail })
}

/** No ISIN is a symbol: a service that still finds something for it does not read the type under this name. */
async function readsType(request: Requester, symbol: string, names: SearchNames): Promise<boolean> {
  try {
    const response = await request('securities', { query: symbol, type: 'identifiers.isin' }, names, ignore)
    return response.records.length === 0
  } catch (error) {
    if (fatal.includes(failureOrThrow(error).kind)) throw error
    return true
  }
}

function countOf(response: ValidatedResponse<OperationName>): number {
  return response.extent.hits ?? response.records.length
}

/** `1,204 calls`. */
function counted(count: number, one: string): Sentence {
  const many = one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`
  return [{ figure: count, as: 'count' }, ` ${count === 1 ? one : many}`]
}

/** Worth a word only where the service refused the usual page size. */
function limited(pageSize: number): string {
  return pageSize === largestPage ? '' : ` Up to ${pageSize} per request.`
}

function differs(found: SearchNames | null, search: SearchNames): boolean {
  return found !== null && (['query', 'type', 'page', 'key'] as const).some((each) => found[each] !== search[each])
}

function inOrder(checks: readonly OperationCheck[]): OperationCheck[] {
  return checks.toSorted(
    (left, right) => operationNames.indexOf(left.operation) - operationNames.indexOf(right.operation),
  )
}
