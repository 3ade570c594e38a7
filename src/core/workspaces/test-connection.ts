import type { ApiOutputs } from '#contract/api/api.ts'
import type { OperationCheck, SearchNames } from '#contract/api/workspaces.ts'
import { sentenceOf, type Failure } from '#contract/failure.ts'
import { operationNames, operations, type OperationName, type ParametersOf } from '#contract/service/operations.ts'
import type { Clock } from '../clock.ts'
import { fail } from '../failure-error.ts'
import { failureOrThrow } from '../ledger/fetch-through-library.ts'
import { pageOfPeriods } from '../fundamentals/refresh-company.ts'
import type { ValidatedResponse } from '../service/response-validation.ts'
import { largestPage, type PageSizes } from '../service/page-sizes.ts'

type Asker = <Name extends OperationName>(
  operation: Name,
  parameters: ParametersOf<Name>,
  search: SearchNames,
  /** Told whether the search wants the key. */
  learned: (key: 'none' | 'wanted') => void,
) => Promise<ValidatedResponse<Name>>

export interface TestDependencies {
  readonly ask: Asker
  /** Learns what this service accepts, as it does in use. */
  readonly pageSizes: PageSizes
}

/** Names that search services commonly give these parameters; the workspace's own are tried first. */
const likelyNames: readonly Pick<SearchNames, 'query' | 'type' | 'page'>[] = [
  { query: 'q', type: 'query_by', page: 'page' },
  { query: 'query', type: 'type', page: 'page' },
  { query: 'query', type: 'search_type', page: 'page' },
  { query: 'search', type: 'type', page: 'page' },
  { query: 'term', type: 'field', page: 'p' },
]

/** Failures that say nothing about one operation but about all: what follows need not be tried. */
const hopeless: readonly Failure['kind'][] = [
  'offline',
  'certificate',
  'proxy-login',
  'sign-in-page',
  'bad-base-url',
  'moved',
  'no-answer',
]

const ignore = () => undefined

type PagedOperation = Exclude<OperationName, 'calls.one' | 'securities'>

interface FirstPage<Name extends OperationName> {
  readonly answer: ValidatedResponse<Name>
  readonly pageSize: number
}

/**
 * Asks each operation once, for what the program asks of a company in use: the same parameters, the same size of page. A test that
 * asks less can succeed where the work fails. Nothing it hears is kept.
 */
export async function testConnection(
  { ask, pageSizes }: TestDependencies,
  symbol: string,
  search: SearchNames,
  clock: Clock,
): Promise<ApiOutputs['workspaces']['test']> {
  const checks: OperationCheck[] = []
  let ended = false
  let found: SearchNames | null = null
  const newest: { call: string | null } = { call: null }
  /** Without a question there is nothing to ask about. */
  const check = async (operation: OperationName, question: (() => Promise<string>) | null) => {
    const title = operations[operation].title
    const began = clock.monotonic()
    if (ended || question === null) {
      const says = ended ? 'Not tested.' : 'Not tested: no call to request.'
      checks.push({ operation, title, result: 'skipped', says, failure: null, milliseconds: null })
      return
    }
    try {
      const says = await question()
      checks.push({ operation, title, result: 'works', says, failure: null, milliseconds: since(began) })
    } catch (error) {
      const failure = failureOrThrow(error)
      ended = hopeless.includes(failure.kind)
      checks.push({ operation, title, result: 'fails', says: sentenceOf(failure), failure, milliseconds: since(began) })
    }
  }
  const since = (began: number) => Math.round(clock.monotonic() - began)

  await check('securities', async () => {
    const { names, count } = await findNames(ask, symbol, search)
    found = names
    const how = `parameters ${names.query} and ${names.type}${names.key === 'wanted' ? ', with the API key' : ''}`
    return `${count} for ${symbol}, ${how}.`
  })
  const firstPage = async <Name extends PagedOperation>(
    operation: Name,
    parametersOf: (pageSize: number) => ParametersOf<Name>,
  ): Promise<FirstPage<Name>> =>
    pageSizes.withAccepted(operation, async (pageSize) => ({
      answer: await ask(operation, parametersOf(pageSize), search, ignore),
      pageSize,
    }))

  for (const operation of ['fundamentals.enhanced', 'fundamentals.lite'] as const) {
    await check(operation, async () => {
      const { answer, pageSize } = await firstPage(operation, (size) => pageOfPeriods(symbol, 1, size))
      return counted(answer, 'period', symbol) + limited(pageSize)
    })
  }
  await check('calls.list', async () => {
    const { answer, pageSize } = await firstPage('calls.list', (size) => ({ symbol, page: 1, page_size: size }))
    newest.call = answer.records[0]?.record?.call_id ?? null
    // A company without calls does not keep the next check from being made: the newest call of any company is there to open.
    if (answer.records.length === 0) {
      const { answer: all } = await firstPage('calls.list', (size) => ({ page: 1, page_size: size }))
      newest.call = all.records[0]?.record?.call_id ?? null
    }
    return counted(answer, 'call', symbol) + limited(pageSize)
  })
  const { call } = newest
  await check('calls.one', call === null ? null : () => openCall(ask, call, search))
  await check('ratings', async () => {
    const { answer, pageSize } = await firstPage('ratings', (size) => ({ symbol, page: '1', page_size: String(size) }))
    return counted(answer, 'rating', symbol) + limited(pageSize)
  })
  await check('news', async () => {
    const { answer, pageSize } = await firstPage('news', (size) => ({ symbol, page: 1, page_size: size }))
    return counted(answer, 'news item', symbol) + limited(pageSize)
  })
  return { checks: inOrder(checks), search: differs(found, search) ? found : null }
}

async function openCall(ask: Asker, callId: string, search: SearchNames): Promise<string> {
  const answer = await ask('calls.one', { call_id: callId }, search, ignore)
  return answer.records[0]?.record?.call_title ?? 'Untitled call.'
}

/**
 * The names whose answer echoes the query and changes with the type; without such an answer the first that echoes, without an echo
 * the first that finds anything. Throws what the first try failed with,
 * or `wrong-shape` when every answer echoes something else: the service was heard and searched for nothing.
 */
async function findNames(
  ask: Asker,
  symbol: string,
  search: SearchNames,
): Promise<{ names: SearchNames; count: string }> {
  const tries = [search, ...likelyNames.map((names) => ({ ...names, key: search.key }))]
  let first: Failure | undefined
  let echoed: { names: SearchNames; count: string } | undefined
  let silent: { names: SearchNames; count: string } | undefined
  for (const tried of tries) {
    let names: SearchNames = tried
    try {
      const learn = (key: SearchNames['key']) => {
        names = { ...names, key }
      }
      const answer = await ask('securities', { query: symbol, type: 'symbol' }, tried, learn)
      const result = { names, count: counted(answer, 'security', symbol).split(' for ')[0] ?? '' }
      if (answer.echo === symbol) {
        if (answer.records.length === 0 || (await readsType(ask, symbol, names))) return result
        echoed ??= result
      }
      if (answer.echo === null && answer.records.length > 0) silent ??= result
    } catch (error) {
      const failure = failureOrThrow(error)
      first ??= failure
      if (hopeless.includes(failure.kind) || failure.kind === 'key-missing' || failure.kind === 'key-refused')
        throw error
    }
  }
  const second = echoed ?? silent
  if (second) return second
  const detail = `no parameter name searches for ${symbol}`.slice(0, 200)
  fail(first ?? { kind: 'wrong-shape', operation: operations.securities.title, detail })
}

/** No ISIN is a symbol: a service that still finds something for it does not read the type under this name. */
async function readsType(ask: Asker, symbol: string, names: SearchNames): Promise<boolean> {
  try {
    const answer = await ask('securities', { query: symbol, type: 'identifiers.isin' }, names, ignore)
    return answer.records.length === 0
  } catch (error) {
    if (hopeless.includes(failureOrThrow(error).kind)) throw error
    return true
  }
}

function counted(answer: ValidatedResponse<OperationName>, one: string, of: string): string {
  const count = answer.extent.hits ?? answer.records.length
  const many = one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`
  return `${count.toLocaleString('en')} ${count === 1 ? one : many} for ${of}.`
}

/** Worth a word only where the service refused what is usually asked for. */
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
