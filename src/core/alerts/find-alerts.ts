/** Finds what the user's alert rules watch for in newly stored records. */

import { setImmediate } from 'node:timers/promises'
import type { AlertCondition, AlertEventOf } from '#contract/api/alerts.ts'
import type { ChangedFigure } from '#contract/api/comparisons.ts'
import { labelOf } from '#contract/api/figure-lines.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { RatingEntry } from '#contract/api/ratings.ts'
import { days } from '../duration.ts'
import { readScores } from '../calls/call-series.ts'
import type { Reader } from '../database/reader-writer.ts'
import type { KnownBreaks } from '../fundamentals/known-breaks.ts'
import { newBreaks } from '../fundamentals/new-breaks.ts'
import type { Screener } from '../screener/screener.ts'
import {
  findNew,
  readNewItems,
  textOfHit,
  textOfRow,
  type NewFindings,
  type SearchHit,
} from '../watchlists/whats-new.ts'
import { getChangedCompanies } from './changed-companies.ts'
import type { FoundAlert } from './alerts-store.ts'

export interface FindAlertsDependencies {
  readonly reader: Reader
  readonly known: KnownBreaks
  /** By the service's id. */
  readonly ratings: (ids: readonly number[]) => ReadonlyMap<number, RatingEntry>
  readonly screens: Pick<Screener, 'enteredSince'>
  /** Hits of saved searches in texts that arrived after a moment. */
  readonly searchHits: (since: number) => Promise<readonly SearchHit[]>
}

/** A company that a rule watches, and since when it is on a list, ms UTC. */
interface WatchedSince {
  readonly symbol: string
  readonly addedAt: number
}

/** Previous calls that a call is compared with. */
const previousCalls = 4
/** Changed figures that are looked at: a service may restate a line of everybody at once. */
const mostChanged = 200_000
/** A transcript that first comes later than its call is new while the call is so old at most. Milliseconds. */
const recentCall = 30 * days

/** What arrived in the library after a moment, worded as on Home, for every rule that was last checked then. */
export class NewContent {
  readonly #dependencies: FindAlertsDependencies
  readonly #since: number
  readonly #watched: ReadonlySet<string>
  readonly #findings: NewFindings

  private constructor(
    dependencies: FindAlertsDependencies,
    since: number,
    watched: ReadonlySet<string>,
    findings: NewFindings,
  ) {
    this.#dependencies = dependencies
    this.#since = since
    this.#watched = watched
    this.#findings = findings
  }

  /** `since` and `now`: ms UTC; of each company that comes first which a list has had longest. */
  static async read(
    dependencies: FindAlertsDependencies,
    companies: readonly WatchedSince[],
    { since, now }: { readonly since: number; readonly now: number },
  ): Promise<NewContent> {
    const { reader, searchHits } = dependencies
    const transcriptsFrom = since - recentCall
    const entries = companies.map(({ symbol, addedAt }) => ({ symbol, addedAt, seenAt: since, transcriptsFrom }))
    const watched = new Set(companies.map(({ symbol }) => symbol))
    return new NewContent(
      dependencies,
      since,
      watched,
      await findNew(
        { reader, now, newItems: readNewItems(reader), readAt: () => null, searchHits, mostChanged },
        entries,
      ),
    )
  }

  /** What a rule finds for the companies of a watchlist; null: of every watchlist. */
  async alerts(condition: AlertCondition, list: ReadonlySet<string> | null): Promise<FoundAlert[]> {
    const symbols = list ?? this.#watched
    switch (condition.kind) {
      case 'hits':
        return this.#hits(condition.searchId, symbols)
      case 'restated':
        return this.#restated(condition.above, symbols)
      case 'downgrade':
        return this.#downgrades(symbols)
      case 'tie':
        return this.#breaks(symbols)
      case 'screen':
        return this.#entered(condition.screenId, list)
      case 'sentiment':
        return this.#lowSentiments(symbols)
      default:
        return condition satisfies never
    }
  }

  #hits(searchId: string, symbols: ReadonlySet<string>): FoundAlert[] {
    const rows = new Map(this.#findings.rows.map((row) => [textOfRow(row), row]))
    const own = this.#findings.hits.filter((hit) => hit.searchId === searchId && symbols.has(hit.symbol))
    // A transcript and its summary are two texts of one call.
    return [...Map.groupBy(own, textOfHit)].flatMap(([text, group]) => {
      const [first] = group
      const row = rows.get(text)
      if (!first || !row) return []
      const { symbol, name: search, callId, recordId } = first
      const of = row.kind === 'rating' || row.kind === 'news' ? row.kind : 'call'
      const hits = group.reduce((sum, hit) => sum + hit.hits, 0)
      const event = { kind: 'hits', search, hits, callId, recordId, of, title: row.title } as const
      return { symbol, event, key: `${text} ${Math.max(...group.map(({ storedAt }) => storedAt))}` }
    })
  }

  /** One alert a period: the figure that changed most. */
  #restated(above: number, symbols: ReadonlySet<string>): FoundAlert[] {
    const restated = this.#findings.changedFigures.flatMap((change) => restatementOf(change) ?? [])
    const beyond = restated.filter(({ symbol, size }) => symbols.has(symbol) && size > above)
    return [...Map.groupBy(beyond, ({ recordId, seenAt }) => `${recordId} ${seenAt}`)].flatMap(([key, group]) => {
      const [largest] = group.toSorted((left, right) => right.size - left.size)
      if (!largest) return []
      const { symbol, event } = largest
      return { symbol, event: { ...event, figures: group.length }, key }
    })
  }

  #downgrades(symbols: ReadonlySet<string>): FoundAlert[] {
    const rows = this.#findings.rows.filter(({ kind, symbol }) => kind === 'rating' && symbols.has(symbol))
    const entries = this.#dependencies.ratings(rows.map(({ id }) => Number(id)))
    return rows.flatMap(({ symbol, id, recordId }): FoundAlert[] => {
      const entry = entries.get(Number(id))
      if (entry?.kind !== 'down' || recordId === undefined) return []
      const event: AlertEventOf<'downgrade'> = {
        kind: 'downgrade',
        recordId,
        firm: entry.firmName ?? '',
        rating: entry.rating,
        previousRating: entry.previous?.rating ?? null,
        target: entry.target,
        previousTarget: entry.previousTarget?.target ?? null,
      }
      return [{ symbol, event, key: String(recordId) }]
    })
  }

  /** One alert a period: the first of its checks. */
  async #breaks(symbols: ReadonlySet<string>): Promise<FoundAlert[]> {
    const { reader, known } = this.#dependencies
    const found: FoundAlert[] = []
    for (const symbol of getChangedCompanies(reader, [...symbols], this.#since)) {
      const breaks = newBreaks(reader, known, symbol, this.#since)
      for (const group of Map.groupBy(breaks, ({ recordId }) => recordId).values()) {
        const first = group.at(-1)
        if (!first) continue
        const { period, recordId, tie, key } = first
        const { field, rule, difference } = tie
        const about = { period, recordId, field, label: labelOf(field), rule, difference: difference ?? 0 }
        found.push({ symbol, event: { kind: 'tie', ...about, checks: group.length }, key })
      }
      // Each company's statements are checked whole, twice: requests get a turn in between.
      await setImmediate()
    }
    return found
  }

  #entered(screenId: string, list: ReadonlySet<string> | null): FoundAlert[] {
    const entered = this.#dependencies.screens.enteredSince(screenId, this.#since)
    if (!entered) return []
    const { name: screen, symbols, ranAt } = entered
    return symbols
      .filter((symbol) => list?.has(symbol) ?? true)
      .map((symbol) => ({ symbol, event: { kind: 'screen', screenId, screen }, key: `${symbol} ${ranAt}` }))
  }

  #lowSentiments(symbols: ReadonlySet<string>): FoundAlert[] {
    const { reader } = this.#dependencies
    const rows = this.#findings.rows.filter(({ kind, symbol }) => kind === 'transcript' && symbols.has(symbol))
    const scores = readScores(
      reader,
      rows.map(({ id }) => id),
      previousCalls,
    )
    return rows.flatMap(({ symbol, id: callId, title, receivedAt }): FoundAlert[] => {
      const { sentiment = null, previous = [] } = scores.get(callId) ?? {}
      if (sentiment === null || previous.length < previousCalls || sentiment >= Math.min(...previous)) return []
      return [
        {
          symbol,
          event: { kind: 'sentiment', callId, title, sentiment, previous: [...previous] },
          key: `${callId} ${receivedAt}`,
        },
      ]
    })
  }
}

/** Undefined: the figure did not exist before, or no longer exists. */
function restatementOf(changed: ChangedFigure) {
  const { kind, symbol, recordId, field, label, previous, current, seenAt } = changed
  if (kind !== 'restated' || typeof previous !== 'number' || typeof current !== 'number') return undefined
  const size = previous === 0 ? Infinity : Math.abs((current - previous) / previous)
  const change = previous * current > 0 ? (current - previous) / Math.abs(previous) : null
  const period = fiscalPeriodName(changed)
  const event = { kind: 'restated', period, recordId, field, label, previous, current, change } as const
  return { symbol, recordId, seenAt, size, event }
}
