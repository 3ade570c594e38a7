/** The watchlists feature: the user's lists of companies, their tables, and what is new on them. */

import { createHash, randomUUID } from 'node:crypto'
import { patchedView } from '#contract/api/view-patch.ts'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { SeenMoments } from '#contract/api/home.ts'
import { figureOfColumn, defaultColumns } from '#contract/api/watchlist-columns.ts'
import {
  watchlistView,
  type NewItemCounts,
  type NewItem,
  type Watched,
  type Watchlist,
  type WatchlistTable,
  type WatchlistView,
} from '#contract/api/watchlists.ts'
import { hours } from '../duration.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { isNotInFuture } from '../future-timestamps.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import type { Metrics } from '../metrics/metrics.ts'
import {
  differenceText,
  receivedName,
  renamedText,
  variantId,
  type ReceivedItems,
  type ReceivedPack,
} from '../received-items.ts'
import { readStoredJson } from '../stored-json.ts'
import {
  countNewItems,
  findNew,
  newItemsOf,
  type NewFindings,
  type NewItemRow,
  type WhatsNewDependencies,
  type SearchHit,
} from './whats-new.ts'
import { KnownNewItems } from './known-new-items.ts'
import { LastResultCache } from './last-result-cache.ts'
import { getLastBegun, getListings } from './watchlist-cells-store.ts'
import { noSuchList } from './no-such-list.ts'
import { resolveCompanies } from './resolve-companies.ts'
import { readStored, watchlistCells, type OwnMetrics, type StoredCompanies } from './watchlist-table.ts'
import * as store from './watchlists-store.ts'
import type { SeenUntil } from './whats-new-store.ts'

/** New items by symbol. */
type Fresh = Awaited<ReturnType<typeof newItemsOf>>

type Requests = ApiInputs['watchlists']
type Responses = ApiOutputs['watchlists']

interface WatchlistsDatabases {
  readonly reader: Reader
  /** Null on a read-only profile. */
  readonly writer: Writer | null
}

interface WatchlistsDependencies extends Pick<WhatsNewDependencies, 'readAt' | 'searchHits'> {
  readonly library: LibraryContext
  readonly desk: WatchlistsDatabases
  readonly metrics: Metrics
  /** Clamps what was seen in the future, by a clock that was ahead. */
  readonly clampFutureTimestamps: () => void
}

/** What is new for the companies on all lists, each company once. */
interface CoverageNews {
  readonly lists: number
  /** In the order of the lists; with the name in their listing, null: not stored. */
  readonly companies: readonly { readonly symbol: string; readonly seenAt: number; readonly name: string | null }[]
  readonly findings: NewFindings
}

/** A list as a pack has it. */
interface PackedList {
  readonly id: string
  readonly name: string
  readonly view: WatchlistView
  readonly companies: readonly Omit<Watched, 'seenAt'>[]
}

/**
 * What makes two lists equal: their names, companies with listings and notes, columns, sort and group. Widths of columns and the filter of
 * what is new belong to a screen.
 */
function contentOf({ name, view: { columns, sort, group }, companies }: PackedList): string {
  const listed = companies.map(({ symbol, securityId, note }) => [symbol, securityId, note])
  return canonicalJson({ name, columns, sort, group, listed })
}

/** sha256 of what makes two lists equal, hex. */
function hashOf(list: PackedList): string {
  return createHash('sha256').update(contentOf(list)).digest('hex')
}

/** A removed list can be brought back for so long. Milliseconds. */
const removedFor = 24 * hours

const usualView: WatchlistView = { columns: [...defaultColumns], sort: null, group: null, unseen: [], widths: {} }

/** A view that cannot be read costs the list's columns and order, never the list. */
const readView = (stored: string): WatchlistView => readStoredJson(watchlistView, stored) ?? usualView

/**
 * Saved lists of companies, what is stored of them, and what is new since they were seen. Every change throws `read-only` on a
 * read-only profile, and `bad-request` for an unknown list.
 */
export class Watchlists {
  readonly #dependencies: WatchlistsDependencies
  /** New items by list, as of `#newSince`: the rail requests every list, and a table its own list once more. */
  readonly #freshOf = new Map<string, Fresh>()
  #newSince = ''
  readonly #newItems: KnownNewItems
  readonly #table = new LastResultCache<WatchlistTable>()
  /** For the table: notes, order and seen marks do not change it. */
  readonly #companies = new LastResultCache<StoredCompanies>()

  constructor(dependencies: WatchlistsDependencies) {
    this.#dependencies = dependencies
    this.#newItems = new KnownNewItems(dependencies.library)
  }

  async all(): Promise<Responses['all']> {
    this.#dependencies.clampFutureTimestamps()
    const all = store.getLists(this.#reader).map((row) => ({ row, entries: store.getEntries(this.#reader, row.id) }))
    const since = all.flatMap(({ entries }) => entries.map(({ seenAt }) => seenAt))
    // Saved searches are run once, not once a list; the lists leave out what each has seen.
    const hits =
      since.length === 0 ? [] : await this.#dependencies.searchHits(since.reduce((least, at) => Math.min(least, at)))
    const lists: Watchlist[] = []
    const items: NewItem[] = []
    for (const { row, entries } of all) {
      const unseen = [...(await this.#newOn(row.id, entries, hits)).values()].flat()
      items.push(...unseen)
      lists.push(watchlistOf(row, entries, unseen))
    }
    return { lists, unseen: countNewItems(items) }
  }

  listsOf({ symbol }: Requests['listsOf']): Responses['listsOf'] {
    return { listIds: store.getListsOf(this.#reader, symbol) }
  }

  names(): Responses['names'] {
    return { lists: store.getLists(this.#reader).map(({ id, name }) => ({ id, name })) }
  }

  members(): Responses['members'] {
    const symbols = Map.groupBy(store.getMembers(this.#reader), ({ listId }) => listId)
    const lists = [...symbols].map(([listId, members]) => ({ listId, symbols: members.map(({ symbol }) => symbol) }))
    return { lists }
  }

  symbols({ listId }: Requests['symbols']): Responses['symbols'] {
    return { symbols: this.#entries(listId).map(({ symbol }) => symbol) }
  }

  /** Null: there is no such list. */
  list(listId: string): { readonly name: string; readonly symbols: readonly string[] } | null {
    const row = store.getList(this.#reader, listId)
    if (!row) return null
    return { name: row.name, symbols: store.getEntries(this.#reader, listId).map(({ symbol }) => symbol) }
  }

  /** A list with all that is stored of it, for a pack; null: there is no such list. */
  packed(listId: string): PackedList | null {
    const row = store.getList(this.#reader, listId)
    if (!row) return null
    const companies = store.getEntries(this.#reader, listId).map(({ seenAt: _, ...company }) => company)
    return { id: row.id, name: row.name, view: readView(row.view), companies }
  }

  /** Adds lists that came in a pack; one that is there and differs stays. One whose name is taken is named after its author. */
  receive(received: readonly PackedList[], pack: ReceivedPack): ReceivedItems {
    const writer = this.#dependencies.desk.writer ?? fail({ kind: 'read-only' })
    let added = 0
    const conflicts: string[] = []
    for (const list of received) {
      const there = this.packed(list.id)
      const content = contentOf(list)
      if (there && contentOf(there) === content) continue
      const variant = variantId(list.id, `${pack.author} ${content}`)
      if (!store.isListKnown(writer, variant)) {
        const name = receivedName(list.name, pack.author, { isVariant: there !== null, others: store.getLists(writer) })
        // A list that was removed a while ago still has its id. One that gets another name is known again by its content.
        const id = store.isListKnown(writer, list.id) || name !== list.name ? variant : list.id
        const row = { id, name, view: JSON.stringify(list.view) }
        store.insertList(writer, row, { ...pack, content: hashOf({ ...list, name }) })
        for (const company of list.companies) store.insertEntry(writer, id, { ...company, seenAt: this.#now })
        added += 1
        if (!there && name !== list.name) conflicts.push(renamedText('watchlist', list.name, name, pack.author))
      }
      if (!there || !store.getList(writer, variant)) continue
      const origin = store.getListOrigin(writer, list.id)
      const isAsReceived = origin?.content === hashOf(there)
      conflicts.push(differenceText(`watchlist “${there.name}”`, isAsReceived ? origin : null, pack))
    }
    return { added, conflicts }
  }

  /** The id of the first list of that name; null: none. */
  named(name: string): string | null {
    return store.getLists(this.#reader).find((row) => row.name === name)?.id ?? null
  }

  /** The companies of every list, each once. */
  watched(): string[] {
    return [...new Set(this.#everyEntry().map(({ symbol }) => symbol))]
  }

  /** The same, each with the moment since which a list has had it, ms UTC. */
  watchedSince(): { readonly symbol: string; readonly addedAt: number }[] {
    return store.getWatchedCompanies(this.#reader)
  }

  /** The companies of every list with what is new of each: what one of its lists has not seen. */
  async news(): Promise<CoverageNews> {
    this.#dependencies.clampFutureTimestamps()
    const companies = store.getWatchedCompanies(this.#reader)
    const findings = await findNew(this.#whatsNew(), companies)
    const listings = getListings(this.#dependencies.library.reader, companies)
    return {
      lists: store.getLists(this.#reader).length,
      companies: companies.map(({ symbol, seenAt }, at) => ({ symbol, seenAt, name: listings.get(at)?.name ?? null })),
      findings,
    }
  }

  /** Records of ratings and news that one of the lists has not seen, of all companies or one. */
  newRatingsAndNews(symbol?: string): ReadonlySet<number> {
    const watched = store.getWatchedCompanies(this.#reader)
    const wanted = symbol === undefined ? watched : watched.filter((company) => company.symbol === symbol)
    return new Set(this.#newOf(wanted).flatMap(({ recordId }) => recordId ?? []))
  }

  /** Calls that one of the lists has not seen, with when they came, ms UTC; one may have been opened since. */
  newCalls(): ReadonlyMap<string, number> {
    const items = this.#newOf(store.getWatchedCompanies(this.#reader))
    const calls = items.filter(({ kind }) => kind === 'call' || kind === 'transcript')
    return new Map(calls.map(({ id, receivedAt }) => [id, receivedAt]))
  }

  /** Marks companies as seen on every list they are on; `symbols` null: all. Returns the previous times, for `restoreSeenEverywhere`. */
  markSeenEverywhere(symbols: readonly string[] | null): SeenMoments {
    const before = store.getSeenMoments(this.#reader, symbols)
    this.restoreSeenEverywhere(before.map((moment) => ({ ...moment, seenAt: this.#now })))
    return before
  }

  restoreSeenEverywhere(moments: SeenMoments): void {
    const desk = this.#writer
    desk.transaction(() => {
      for (const { listId, symbol, seenAt } of moments) store.putSeen(desk, listId, symbol, seenAt)
    })
    this.#announce()
  }

  /** Items received since a moment that are new for a company on any list, each item once. */
  async foundSince(at: number): Promise<NewItemCounts> {
    const items = [...(await this.#unseen(this.#everyEntry())).values()].flat()
    return countNewItems(items.filter(({ receivedAt }) => receivedAt >= at))
  }

  async create({ name, copyOf }: Requests['create']): Promise<Watchlist> {
    const desk = this.#writer
    const source = copyOf === undefined ? undefined : this.#list(copyOf)
    const row = { id: randomUUID(), name, view: source?.view ?? JSON.stringify(usualView) }
    const now = this.#now
    desk.transaction(() => {
      store.deleteRemovedBefore(desk, now - removedFor)
      store.insertList(desk, row)
      for (const entry of source ? store.getEntries(desk, source.id) : [])
        store.insertEntry(desk, row.id, { ...entry, addedAt: now, seenAt: now })
    })
    return this.#changed(row.id)
  }

  rename({ listId, name }: Requests['rename']): Promise<Watchlist> {
    this.#list(listId)
    store.renameList(this.#writer, listId, name)
    return this.#changed(listId)
  }

  remove({ listId }: Requests['remove']): Responses['remove'] {
    this.#list(listId)
    store.setRemoved(this.#writer, listId, this.#now)
    this.#announce()
    return {}
  }

  /** Throws `bad-request` when it is gone for good. */
  restore({ listId }: Requests['restore']): Promise<Watchlist> {
    if (!store.setRemoved(this.#writer, listId, null)) noSuchList()
    return this.#changed(listId)
  }

  reorder({ listIds }: Requests['reorder']): Responses['reorder'] {
    const desk = this.#writer
    const others = store.getLists(desk).filter(({ id }) => !listIds.includes(id))
    desk.transaction(() => store.putListOrder(desk, [...listIds, ...others.map(({ id }) => id)]))
    this.#announce()
    return {}
  }

  addCompanies({ listId, securities }: Requests['addCompanies']): Responses['addCompanies'] {
    this.#list(listId)
    const desk = this.#writer
    const now = this.#now
    const first = (store.getEntries(desk, listId).at(-1)?.position ?? -1) + 1
    const added: string[] = []
    const alreadyListed: string[] = []
    desk.transaction(() => {
      for (const [at, { symbol, securityId = null, note = '' }] of securities.entries()) {
        const entry = { symbol, securityId, position: first + at, note, addedAt: now, seenAt: now }
        ;(store.insertEntry(desk, listId, entry) ? added : alreadyListed).push(symbol)
      }
    })
    this.#announce()
    return { added, alreadyListed }
  }

  removeCompanies({ listId, symbols }: Requests['removeCompanies']): Responses['removeCompanies'] {
    const desk = this.#writer
    const wanted = new Set(symbols)
    const removed = this.#entries(listId).filter(({ symbol }) => wanted.has(symbol))
    desk.transaction(() => {
      for (const { symbol } of removed) store.deleteEntry(desk, listId, symbol)
    })
    this.#announce()
    return { removed }
  }

  restoreCompanies({ listId, entries }: Requests['restoreCompanies']): Responses['restoreCompanies'] {
    this.#list(listId)
    const desk = this.#writer
    desk.transaction(() => {
      for (const entry of entries)
        if (!store.insertEntry(desk, listId, entry)) store.putMissingNote(desk, listId, entry.symbol, entry.note)
    })
    this.#announce()
    return {}
  }

  moveCompanies({ listId, symbols, before }: Requests['moveCompanies']): Responses['moveCompanies'] {
    const desk = this.#writer
    const moving = new Set(symbols)
    const all = this.#entries(listId).map(({ symbol }) => symbol)
    const staying = all.filter((symbol) => !moving.has(symbol))
    const at = before === null ? -1 : staying.indexOf(before)
    const position = at < 0 ? staying.length : at
    const moved = all.filter((symbol) => moving.has(symbol))
    desk.transaction(() => store.putEntryOrder(desk, listId, staying.toSpliced(position, 0, ...moved)))
    this.#announce()
    return {}
  }

  setNote({ listId, symbol, note }: Requests['setNote']): Responses['setNote'] {
    this.#list(listId)
    if (!store.putNote(this.#writer, listId, symbol, note))
      fail({ kind: 'bad-request', detail: 'the company is not on the list' })
    this.#announce()
    return {}
  }

  setView({ listId, change }: Requests['setView']): Responses['setView'] {
    const before = readView(this.#list(listId).view)
    const view = patchedView(before, change)
    store.putView(this.#writer, listId, JSON.stringify(view))
    // Orders, groups and widths change nothing that the list shows of its companies: whoever set them has them.
    if (String(before.columns) !== String(view.columns)) this.#announce()
    return {}
  }

  markSeen({ listId, symbols }: Requests['markSeen']): Responses['markSeen'] {
    const desk = this.#writer
    const wanted = symbols && new Set(symbols)
    const seen = this.#entries(listId).filter(({ symbol }) => wanted?.has(symbol) ?? true)
    this.#putSeen(
      listId,
      seen.map(({ symbol }) => ({ symbol, seenAt: this.#now })),
      desk,
    )
    return { previous: seen.map(({ symbol, seenAt }) => ({ symbol, seenAt })) }
  }

  restoreSeen({ listId, previous }: Requests['restoreSeen']): Responses['restoreSeen'] {
    this.#list(listId)
    this.#putSeen(listId, previous, this.#writer)
    return {}
  }

  async table({ listId, columns: requested }: Requests['table']): Promise<WatchlistTable> {
    const row = this.#list(listId)
    const entries = store.getEntries(this.#reader, listId)
    // The name is made before the reading, so that anything written meanwhile makes the next request read again.
    const name = JSON.stringify([listId, this.#standing, this.#lastBegun, requested])
    const unseen = await this.#newOn(listId, entries)
    return this.#table.get(name, () => {
      const view = readView(row.view)
      const columns = requested ?? view.columns
      // Read only when a column names one: building the grammar takes time.
      const isOwn = columns.some((id) => figureOfColumn(id)?.field.startsWith('own.'))
      const own: OwnMetrics = isOwn ? this.#dependencies.metrics.read() : new Map()
      const stored = this.#readStored(entries, columns, own)
      return {
        list: watchlistOf(row, entries, [...unseen.values()].flat()),
        view,
        ...watchlistCells({ stored, own, entries, columns, unseen }),
      }
    })
  }

  async unseen({ listId, symbols, limit = 200 }: Requests['unseen']): Promise<Responses['unseen']> {
    const wanted = symbols && new Set(symbols)
    const entries = this.#entries(listId).filter(({ symbol }) => wanted?.has(symbol) ?? true)
    const items = [...(await this.#unseen(entries)).values()]
      .flat()
      .toSorted((left, right) => (right.at ?? right.receivedAt) - (left.at ?? left.receivedAt))
    return { items: items.slice(0, limit), more: items.length > limit }
  }

  /** Throws `too-large`. */
  async resolveCompanies({ listId, text }: Requests['resolveCompanies']): Promise<Responses['resolveCompanies']> {
    const there = new Set(listId === null ? [] : this.#entries(listId).map(({ symbol }) => symbol))
    return resolveCompanies(this.#dependencies.library.reader, text, there)
  }

  #putSeen(listId: string, seen: readonly { readonly symbol: string; readonly seenAt: number }[], desk: Writer): void {
    desk.transaction(() => {
      for (const { symbol, seenAt } of seen) store.putSeen(desk, listId, symbol, seenAt)
    })
    this.#announce()
  }

  #readStored(entries: readonly Watched[], columns: readonly string[], own: OwnMetrics): StoredCompanies {
    const { reader } = this.#dependencies.library
    const companies = entries.map(({ symbol, securityId }) => [symbol, securityId])
    const metrics = [...own.values()].map(({ metric }) => metric)
    const name = JSON.stringify([reader.changes, this.#lastBegun, companies, columns, metrics])
    return this.#companies.get(name, () => readStored({ reader, now: this.#now, entries, columns, own }))
  }

  /** New items of a whole list; `hits`: hits of saved searches, if already known. */
  async #newOn(listId: string, entries: readonly Watched[], hits?: readonly SearchHit[]): Promise<Fresh> {
    const standing = this.#standing
    if (this.#newSince !== standing) this.#freshOf.clear()
    this.#newSince = standing
    const known = this.#freshOf.get(listId)
    if (known) return known
    const unseen = await this.#unseen(entries, hits)
    if (this.#newSince === standing && this.#standing === standing) this.#freshOf.set(listId, unseen)
    return unseen
  }

  /** Stands as long as nothing is written. */
  get #standing(): string {
    return `${this.#dependencies.library.reader.changes} ${this.#reader.changes}`
  }

  /** Time alone makes another call the last one. */
  get #lastBegun(): number | null {
    return getLastBegun(this.#dependencies.library.reader, this.#now)
  }

  /** `hits`: as for `#newOn`. */
  #unseen(entries: readonly Watched[], hits?: readonly SearchHit[]): Promise<Fresh> {
    const dependencies = this.#whatsNew()
    return newItemsOf(hits ? { ...dependencies, searchHits: () => Promise.resolve(hits) } : dependencies, entries)
  }

  #whatsNew(): WhatsNewDependencies {
    const { library, readAt, searchHits } = this.#dependencies
    const newItems = (companies: readonly SeenUntil[]) => this.#newItems.of(companies)
    return { reader: library.reader, now: this.#now, newItems, readAt, searchHits }
  }

  #newOf(companies: readonly SeenUntil[]): NewItemRow[] {
    const now = this.#now
    return this.#newItems.of(companies).filter(({ receivedAt }) => isNotInFuture(receivedAt, now))
  }

  #everyEntry(): Watched[] {
    return store.getLists(this.#reader).flatMap(({ id }) => store.getEntries(this.#reader, id))
  }

  #list(id: string): store.ListRow {
    return store.getList(this.#reader, id) ?? noSuchList()
  }

  #entries(listId: string): Watched[] {
    this.#list(listId)
    return store.getEntries(this.#reader, listId)
  }

  async #changed(listId: string): Promise<Watchlist> {
    this.#announce()
    const row = this.#list(listId)
    const entries = store.getEntries(this.#reader, listId)
    return watchlistOf(row, entries, [...(await this.#unseen(entries)).values()].flat())
  }

  get #reader(): Reader {
    return this.#dependencies.desk.reader
  }

  get #writer(): Writer {
    return this.#dependencies.desk.writer ?? fail({ kind: 'read-only' })
  }

  get #now(): number {
    return this.#dependencies.library.clock.now()
  }

  #announce(): void {
    this.#dependencies.library.announce({ kind: 'watchlists' })
  }
}

function watchlistOf({ id, name }: store.ListRow, entries: readonly Watched[], unseen: readonly NewItem[]): Watchlist {
  const since = entries.length === 0 ? null : Math.min(...entries.map(({ seenAt }) => seenAt))
  return { id, name, companies: entries.length, unseen: countNewItems(unseen), since }
}
