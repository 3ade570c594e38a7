/** The first tasks of a job: an offline download, a refresh, or the loading of an exchange. */

import type { OfflineChoice } from '#contract/api/sync.ts'
import { refreshKinds, type RefreshKind } from '#contract/api/sync-kinds.ts'
import { isStale } from '../ledger/fetch-through-library.ts'
import { wantsCalls } from './date-ranges.ts'
import type { CompanyKind, SyncSources } from './sync-sources.ts'
import type { Task } from './sync-store.ts'

/** The first tasks of an offline download. Lists of calls come first, since they show how much there is to do. */
export function offlineTasks(symbols: readonly string[], choice: OfflineChoice): Task[] {
  const wanted: CompanyKind[] = [
    ...(wantsCalls(choice) ? (['calls'] as const) : []),
    ...(['enhanced', 'lite', 'ratings', 'news'] as const).filter((kind) => choice.kinds.includes(kind)),
  ]
  return wanted.flatMap((kind) => symbols.map((symbol) => taskOf(kind, symbol)))
}

interface Due {
  /** Milliseconds after which a kind is due; null: all are. */
  readonly ageOf: ((kind: RefreshKind) => number) | null
  /** Only kinds that were requested before. */
  readonly knownOnly: boolean
  /** ms UTC. */
  readonly now: number
}

/** The tasks of a refresh, company by company, and how many were left out since their data is recent. */
export function refreshTasks(
  sources: SyncSources,
  symbols: readonly string[],
  { ageOf, knownOnly, now }: Due,
): { readonly tasks: Task[]; readonly notDue: number } {
  const tasks: Task[] = []
  let notDue = 0
  for (const symbol of symbols) {
    for (const kind of refreshKinds) {
      const requestedAt = ageOf || knownOnly ? requestedAtOf(sources, symbol, kind, now) : null
      if (knownOnly && requestedAt === null) continue
      if (ageOf && requestedAt !== null && !isStale(requestedAt, ageOf(kind), now)) notDue += 1
      else tasks.push(taskOf(kind, symbol))
    }
  }
  return { tasks, notDue }
}

/** When a kind of a company was last requested from the service, ms UTC; null: never. */
function requestedAtOf(sources: SyncSources, symbol: string, kind: RefreshKind, now: number): number | null {
  switch (kind) {
    case 'statements': {
      const requested = (['enhanced', 'lite'] as const).map(
        (edition) => sources.financials.completeness(symbol, edition).requestedAt,
      )
      const known = requested.filter((at) => at !== null)
      return known.length === 0 ? null : Math.max(...known)
    }
    case 'calls':
      return sources.calls.completeness(symbol, now).list.requestedAt
    case 'ratings':
      return sources.ratings.completeness(symbol, now).requestedAt
    case 'news':
      return sources.news.completeness(symbol, now).requestedAt
    default:
      return kind satisfies never
  }
}

/** Every security of some exchanges. */
export function exchangeTasks(mics: readonly string[]): Task[] {
  return mics.map((mic) => taskOf('securities', mic))
}

function taskOf(kind: CompanyKind | 'securities', symbol: string): Task {
  return { kind, symbol, callId: '', title: null }
}
