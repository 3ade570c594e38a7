/** The table of a job: what each company has stored, kind by kind. */

import type { MatrixCell, MissingLine, OfflineChoice, SyncCompleteness, SyncItem } from '#contract/api/sync.ts'
import type { SyncKind } from '#contract/api/sync-kinds.ts'
import type { CompanyCompleteness } from './completeness.ts'
import type { CountedTasks } from './sync-store.ts'

/** The choice that the matrix of a refresh is made for, as a refresh has none: every kind except recordings, over fifty years. */
export const fullOfflineChoice: OfflineChoice = {
  kinds: ['enhanced', 'lite', 'calls', 'ratings', 'news'],
  years: 50,
  callMonths: 600,
  ratingMonths: 600,
  newsMonths: 600,
  quality: 'smallest',
}

/** The tasks of a job that decide the cells of its matrix. */
export interface JobTasks {
  /** Waiting and failed tasks, in running order. */
  readonly unfetched: readonly CountedTasks[]
  readonly failed: readonly SyncItem[]
  readonly running: readonly SyncItem[]
}

/**
 * The matrix of a job: what each company has stored, by kind. `isRefresh`: data that the library lacks does not count as missing, since a
 * refresh does not fetch it; only data that could not be refreshed does.
 */
export function coverageMatrix(
  companies: ReadonlyMap<string, CompanyCompleteness>,
  tasks: JobTasks,
  isRefresh: boolean,
): SyncCompleteness {
  const unfetched = Map.groupBy(tasks.unfetched, ({ kind, symbol }) => taskKey(kind, symbol))
  const running = new Set(tasks.running.map(({ kind, symbol }) => taskKey(kind, symbol)))
  /** A refresh requests statements of one edition, which it does not name: the one that is stored. */
  const keysOf = (kind: SyncKind, symbol: string, { kinds }: CompanyCompleteness) => {
    const storedOf = (edition: SyncKind) => kinds.find((each) => each.kind === edition)?.stored ?? 0
    const usual = storedOf('enhanced') === 0 && storedOf('lite') > 0 ? 'lite' : 'enhanced'
    return kind === usual ? [taskKey(kind, symbol), taskKey('statements', symbol)] : [taskKey(kind, symbol)]
  }
  const rows = [...companies].map(([symbol, company]) => {
    const lacking = new Set(isRefresh ? [] : company.missing.map(({ kind }) => kind))
    const cells = company.kinds.map(({ kind, stored, of }): MatrixCell => {
      const keys = keysOf(kind, symbol, company)
      const open = keys.flatMap((key) => unfetched.get(key) ?? [])
      const isRunning = keys.some((key) => running.has(key))
      return { stored, of: isRefresh ? null : of, state: stateOf(open, isRunning, lacking.has(kind)) }
    })
    const asOf = isRefresh ? company.requestedAt : company.asOf
    return { symbol, asOf, isComplete: cells.every(({ state }) => state === 'stored'), cells }
  })
  const [first] = companies.values()
  const kinds = first?.kinds.map(({ kind }) => kind) ?? []
  // A refresh leaves alone what nobody ever fetched.
  const isShown = kinds.map(
    (_, at) => !isRefresh || rows.some(({ cells }) => (cells[at]?.stored ?? 0) > 0 || cells[at]?.state !== 'stored'),
  )
  return {
    kinds: kinds.filter((_, at) => isShown[at]),
    companies: rows.map((row) => ({ ...row, cells: row.cells.filter((_, at) => isShown[at]) })),
    missing: missingLines(companies, tasks, isRefresh),
  }
}

function stateOf(open: readonly CountedTasks[], isRunning: boolean, isLacking: boolean): MatrixCell['state'] {
  if (open.some(({ state }) => state === 'failed')) return 'failed'
  if (isRunning) return 'running'
  if (open.length > 0) return 'waiting'
  return isLacking ? 'incomplete' : 'stored'
}

/** Failed items first, then what the service did not send, what is running, and what waits, kind by kind. */
function missingLines(
  companies: ReadonlyMap<string, CompanyCompleteness>,
  { unfetched, failed, running }: JobTasks,
  isRefresh: boolean,
): MissingLine[] {
  const open = new Set(unfetched.map(({ kind, symbol }) => taskKey(kind, symbol)))
  const lacking = isRefresh ? [] : [...companies.values()].flatMap(({ missing }) => missing)
  const itemLine = (state: 'failed' | 'running', { kind, symbol, callId, title, detail, failure, at }: SyncItem) => ({
    kind,
    state,
    companies: [{ symbol, items: 1 }],
    callId,
    title,
    reason: detail,
    failure,
    at,
  })
  const order = new Map([...companies.keys()].map((symbol, at) => [symbol, at]))
  const orderOf = ({ symbol }: SyncItem) => order.get(symbol) ?? order.size
  const waiting = Map.groupBy(
    unfetched.filter(({ state }) => state === 'waiting'),
    ({ kind }) => kind,
  )
  const isRunning = (kind: SyncKind, symbol: string) =>
    running.filter((item) => item.kind === kind && item.symbol === symbol).length
  return [
    ...failed.toSorted((one, other) => orderOf(one) - orderOf(other)).map((item) => itemLine('failed', item)),
    ...lacking
      .filter(({ kind, symbol }) => !open.has(taskKey(kind, symbol)))
      .map(({ kind, symbol, callId, title, reason }): MissingLine => ({
        kind,
        state: 'incomplete',
        companies: [{ symbol, items: 1 }],
        callId,
        title,
        reason,
        failure: null,
        at: companies.get(symbol)?.asOf ?? null,
      })),
    ...running.map((item) => itemLine('running', item)),
    ...[...waiting].flatMap(([kind, group]): MissingLine[] => {
      const left = group
        .map(({ symbol, items }) => ({ symbol, items: items - isRunning(kind, symbol) }))
        .filter(({ items }) => items > 0)
      if (left.length === 0) return []
      return [
        { kind, state: 'waiting', companies: left, callId: null, title: null, reason: null, failure: null, at: null },
      ]
    }),
  ]
}

function taskKey(kind: SyncKind, symbol: string): string {
  return `${kind} ${symbol}`
}
