import type { DeskAnswers } from '#contract/desk/desk.ts'
import type { OperationCheck, SearchNames } from '#contract/desk/workspaces.ts'
import { sentenceOf, type Failure } from '#contract/failure.ts'
import { operationNames, operations, type OperationName, type ParametersOf } from '#contract/service/operations.ts'
import type { Clock } from '../clock.ts'
import { fail } from '../failure-error.ts'
import { failureOrThrow } from '../ledger/answer-question.ts'
import type { BelievedAnswer } from '../service/believe.ts'

type Asker = <Name extends OperationName>(
  operation: Name,
  parameters: ParametersOf<Name>,
  search: SearchNames,
  /** Told whether the search wants the key. */
  learned: (key: 'none' | 'wanted') => void,
) => Promise<BelievedAnswer<Name>>

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

/** Asks each operation once, with the smallest question; nothing it hears is kept. */
export async function testConnection(
  ask: Asker,
  symbol: string,
  search: SearchNames,
  clock: Clock,
): Promise<DeskAnswers['workspaces']['test']> {
  const checks: OperationCheck[] = []
  let ended = false
  let found: SearchNames | null = null
  const newest: { call: string | null } = { call: null }
  /** Without a question there is nothing to ask about. */
  const check = async (operation: OperationName, question: (() => Promise<string>) | null) => {
    const title = operations[operation].title
    const began = clock.monotonic()
    if (ended || question === null) {
      const says = ended ? 'Not tried.' : 'Not tried: no call to ask for.'
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
    const how = `asked by ${names.query} and ${names.type}${names.key === 'wanted' ? ', with the key' : ''}`
    return `${count} for ${symbol}, ${how}.`
  })
  await check('fundamentals.enhanced', async () =>
    counted(await ask('fundamentals.enhanced', { symbol, page: 1, page_size: 1 }, search, ignore), 'period', symbol),
  )
  await check('fundamentals.lite', async () =>
    counted(await ask('fundamentals.lite', { symbol, page: 1, page_size: 1 }, search, ignore), 'period', symbol),
  )
  await check('calls.list', async () => {
    const answer = await ask('calls.list', { page: 1, page_size: 1 }, search, ignore)
    newest.call = answer.records[0]?.record?.call_id ?? null
    return counted(answer, 'call', 'any company')
  })
  const { call } = newest
  await check('calls.one', call === null ? null : () => openCall(ask, call, search))
  await check('ratings', async () =>
    counted(await ask('ratings', { page: '1', page_size: '1' }, search, ignore), 'rating', 'any company'),
  )
  await check('news', async () =>
    counted(await ask('news', { symbol, page: 1, page_size: 1 }, search, ignore), 'news item', symbol),
  )
  return { checks: inOrder(checks), search: differs(found, search) ? found : null }
}

async function openCall(ask: Asker, callId: string, search: SearchNames): Promise<string> {
  const answer = await ask('calls.one', { call_id: callId }, search, ignore)
  return answer.records[0]?.record?.call_title ?? 'A call without a title.'
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
  const detail = `no parameter name made it search for ${symbol}`.slice(0, 200)
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

function counted(answer: BelievedAnswer<OperationName>, one: string, of: string): string {
  const count = answer.extent.hits ?? answer.records.length
  const many = one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`
  return `${count.toLocaleString('en')} ${count === 1 ? one : many} for ${of}.`
}

function differs(found: SearchNames | null, search: SearchNames): boolean {
  return found !== null && (['query', 'type', 'page', 'key'] as const).some((each) => found[each] !== search[each])
}

function inOrder(checks: readonly OperationCheck[]): OperationCheck[] {
  return checks.toSorted(
    (left, right) => operationNames.indexOf(left.operation) - operationNames.indexOf(right.operation),
  )
}
