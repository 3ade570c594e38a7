/**
 * The Home feature: what changed for the user's companies since they last looked, calls, and what
 * needs attention.
 */

import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import { countOf, publishedAt } from '#contract/api/home-counts.ts'
import type { AttentionItem, Home as HomePage, HomeCall, HomeCompany, HomeItem } from '#contract/api/home.ts'
import type { OpenDatabase } from '../database/database-kind.ts'
import type { Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { Watchlists } from '../watchlists/watchlists.ts'
import { homeItemsOf, priorityOf, type HomeItemsDependencies } from './home-items.ts'
import * as store from './home-store.ts'

type Inputs = ApiInputs['home']
type Outputs = ApiOutputs['home']

interface HomeDependencies extends Omit<HomeItemsDependencies, 'reader'> {
  readonly library: LibraryContext
  readonly desk: OpenDatabase
  readonly watchlists: Pick<Watchlists, 'news' | 'markSeenEverywhere' | 'restoreSeenEverywhere'>
}

/** Calls on Home. */
const mostCalls = 5
/** Recent items; more than a page shows, so that the command field can rank by them. */
const mostRecent = 60
/** Saved items of one kind in the results of the command field. */
const mostSaved = 5

/** The first tab: what changed in the user's coverage since they looked, and where they stopped. All from the library. */
export class Home {
  readonly #dependencies: HomeDependencies

  constructor(dependencies: HomeDependencies) {
    this.#dependencies = dependencies
  }

  async read(): Promise<HomePage> {
    const { library, watchlists, calls, callsOfCompanies, ratings, newsKinds } = this.#dependencies
    const { lists, companies: watched, findings } = await watchlists.news()
    const items = homeItemsOf({ reader: library.reader, calls, callsOfCompanies, ratings, newsKinds }, findings)
    const companies = inOrderOfImportance(
      watched.flatMap(({ symbol, name }): HomeCompany[] => {
        const own = items.get(symbol)
        return own ? [{ symbol, name, items: own }] : []
      }),
    )
    return {
      lists,
      watched: watched.length,
      since: watched.length === 0 ? null : Math.min(...watched.map(({ seenAt }) => seenAt)),
      companies,
      unchanged: watched.flatMap(({ symbol }) => (items.has(symbol) ? [] : symbol)),
      calls: this.#calls(
        watched.map(({ symbol }) => symbol),
        [...items.values()].flat(),
      ),
      attention: this.#attention(new Set(watched.map(({ symbol }) => symbol))),
    }
  }

  /** Throws `read-only`. */
  markSeen({ symbols }: Inputs['markSeen']): Outputs['markSeen'] {
    return { previous: this.#dependencies.watchlists.markSeenEverywhere(symbols) }
  }

  /** Throws `read-only`. */
  restoreSeen({ previous }: Inputs['restoreSeen']): Outputs['restoreSeen'] {
    this.#dependencies.watchlists.restoreSeenEverywhere(previous)
    return {}
  }

  recent(): Outputs['recent'] {
    return { items: store.getRecent(this.#dependencies.desk.reader, mostRecent) }
  }

  /** Throws `read-only`. */
  clearRecent(): Outputs['clearRecent'] {
    const desk = this.#writer
    const cleared = desk.transaction(() => {
      const items = store.getRecent(desk, mostRecent)
      store.deleteRecent(desk)
      return items
    })
    this.#dependencies.library.announce({ kind: 'recent' })
    return { cleared }
  }

  /** Throws `read-only`. What was opened again meanwhile keeps its later place. */
  restoreRecent({ items }: Inputs['restoreRecent']): Outputs['restoreRecent'] {
    const desk = this.#writer
    desk.transaction(() => {
      const later = new Set(store.getRecent(desk, mostRecent).map(({ key }) => key))
      for (const item of items) if (!later.has(item.key)) store.putRecent(desk, item, mostRecent)
    })
    this.#dependencies.library.announce({ kind: 'recent' })
    return {}
  }

  get #writer(): Writer {
    return this.#dependencies.desk.writer ?? fail({ kind: 'read-only' })
  }

  findSaved({ text }: Inputs['findSaved']): Outputs['findSaved'] {
    return store.findSaved(this.#dependencies.desk.reader, text, mostSaved)
  }

  /** Stores nothing on a read-only profile, which the status bar reports. */
  recordOpened({ key, location }: Inputs['recordOpened']): Outputs['recordOpened'] {
    const { desk, library } = this.#dependencies
    const { writer } = desk
    if (writer)
      writer.transaction(() => store.putRecent(writer, { key, location, openedAt: library.clock.now() }, mostRecent))
    return {}
  }

  /** In-progress calls first, then the most recently opened or received ones. */
  #calls(watched: readonly string[], items: readonly HomeItem[]): HomeCall[] {
    const { library, desk, calls } = this.#dependencies
    const opened = store.getOpenedCalls(desk.reader, mostCalls)
    const inProgress = store.getCallsInProgress(library.reader, watched, mostCalls)
    const unopened = items.flatMap((item) =>
      item.kind === 'call' || item.kind === 'transcript' ? { callId: item.callId, at: item.receivedAt } : [],
    )
    const latestFirst = [...opened, ...unopened].toSorted((left, right) => right.at - left.at)
    // Some that were opened may be gone from the library.
    const callIds = [...new Set([...inProgress, ...latestFirst.map(({ callId }) => callId)])].slice(0, 3 * mostCalls)
    const entries = calls(callIds)
    const positions = new Map(opened.map((each) => [each.callId, each]))
    return callIds
      .flatMap((callId): HomeCall[] => {
        const entry = entries.get(callId)
        if (!entry) return []
        const position = positions.get(callId)
        const { symbol, title, quarter, startedAt, seconds, status, stored } = entry
        return [
          {
            callId,
            symbol,
            title,
            quarter,
            startedAt,
            seconds,
            isInProgress: status === 'IN_PROGRESS',
            turns: stored?.turns ?? null,
            position: position ? { seconds: position.seconds, turn: position.turn } : null,
          },
        ]
      })
      .slice(0, mostCalls)
  }

  /** Failures of a company with the same reason in the same job are one item. */
  #attention(watched: ReadonlySet<string>): AttentionItem[] {
    const { library, desk } = this.#dependencies
    const failed = store
      .getFailedFetches(desk.reader)
      .filter(({ symbol }) => watched.has(symbol))
      .map((each) => ({ ...each, storedAt: store.getStoredAt(library.reader, each) }))
      // Data that was fetched after the failure, outside a job, needs no attention.
      .filter(({ at, storedAt }) => storedAt === null || storedAt <= at)
    const groups = Map.groupBy(failed, ({ jobId, symbol, failure }) => `${jobId} ${symbol} ${failure.kind}`)
    return [...groups.values()].flatMap((group): AttentionItem[] => {
      const [first] = group
      if (!first) return []
      const { jobId, symbol, failure } = first
      const kinds = [...new Set(group.map(({ kind }) => kind))]
      const oldest = Math.min(...group.map(({ storedAt }) => storedAt ?? Infinity))
      const at = Math.max(...group.map((each) => each.at))
      return [{ jobId, symbol, kinds, failure, at, storedAt: Number.isFinite(oldest) ? oldest : null }]
    })
  }
}

/** The most important first. What orders a company is calculated once for each, since a watchlist may have thousands. */
function inOrderOfImportance(companies: readonly HomeCompany[]): HomeCompany[] {
  return companies
    .map((company) => ({
      company,
      priority: Math.min(...company.items.map(priorityOf)),
      count: company.items.reduce((sum, item) => sum + countOf(item, item.kind) + countOf(item, 'hits'), 0),
      latestAt: Math.max(...company.items.map(publishedAt)),
    }))
    .toSorted(
      (left, right) => left.priority - right.priority || right.count - left.count || right.latestAt - left.latestAt,
    )
    .map(({ company }) => company)
}
