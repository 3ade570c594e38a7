/** Saved searches with their counts of new hits, and the user's synonyms. */

import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import { facetChoice, type FacetChoice, type SavedSearch } from '#contract/api/transcript-search.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Clock } from '../clock.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { isNotInFuture } from '../future-timestamps.ts'
import {
  differenceText,
  packOfRow,
  receivedName,
  renamedText,
  variantId,
  type ReceivedItems,
  type ReceivedPack,
} from '../received-items.ts'
import { readStoredJson } from '../stored-json.ts'
import type { TranscriptSearch, UnseenText } from './transcript-search.ts'
import * as store from './saved-searches-store.ts'

type Inputs = ApiInputs['search']
type Outputs = ApiOutputs['search']

export interface SearchDatabases {
  readonly reader: Reader
  /** Null on a read-only profile. */
  readonly writer: Writer | null
}

interface SavedSearchesDependencies {
  readonly desk: SearchDatabases
  readonly clock: Clock
  readonly fullText: TranscriptSearch
  readonly announce: (announcement: { readonly kind: 'searches' }) => void
}

export class SavedSearches {
  readonly #dependencies: SavedSearchesDependencies

  constructor(dependencies: SavedSearchesDependencies) {
    this.#dependencies = dependencies
  }

  async list(): Promise<Outputs['saved']> {
    const searches: SavedSearch[] = []
    for (const row of store.getSavedSearches(this.#dependencies.desk.reader)) {
      searches.push(await this.#withCounts(row))
      // Each row runs a search: other requests get a turn in between.
      await setImmediate()
    }
    return { searches }
  }

  /** As they were saved, with filters that can be read. */
  packed(): { id: string; name: string; query: string; chosen: FacetChoice; savedAt: number }[] {
    return store
      .getSavedSearches(this.#dependencies.desk.reader)
      .flatMap(({ id, name, query, chosen: json, savedAt }) => {
        const chosen = readStoredJson(facetChoice, json)
        return chosen ? [{ id, name, query, chosen, savedAt }] : []
      })
  }

  /** Adds searches that came in a pack; one that is there and differs stays. One whose name is taken is named after its author. */
  receive(received: ReturnType<SavedSearches['packed']>, pack: ReceivedPack): ReceivedItems {
    const writer = this.#writer()
    const seenAt = this.#dependencies.clock.now()
    let added = 0
    const conflicts: string[] = []
    for (const { id, name, query, chosen, savedAt } of received) {
      const content = canonicalJson({ query, chosen })
      const there = store.getSavedSearch(writer, id)
      const isSame =
        there && canonicalJson({ query: there.query, chosen: readStoredJson(facetChoice, there.chosen) }) === content
      if (isSame) continue
      const newId = there ? variantId(id, `${pack.author} ${content}`) : id
      if (!store.getSavedSearch(writer, newId)) {
        const present = receivedName(name, pack.author, {
          isVariant: there !== undefined,
          others: store.getSavedSearches(writer),
        })
        store.insertSavedSearch(writer, {
          id: newId,
          name: present,
          query,
          chosen: JSON.stringify(chosen),
          savedAt,
          seenAt,
          packAuthor: pack.author,
          packMadeAt: pack.madeAt,
        })
        added += 1
        if (!there && present !== name) conflicts.push(renamedText('saved search', name, present, pack.author))
      }
      if (there) conflicts.push(differenceText(`saved search “${there.name}”`, packOfRow(there), pack))
    }
    return { added, conflicts }
  }

  /** Throws `read-only`. */
  async save({ name, query, chosen }: Inputs['save']): Promise<SavedSearch> {
    const now = this.#dependencies.clock.now()
    const row = {
      id: randomUUID(),
      name,
      query,
      chosen: JSON.stringify(chosen),
      savedAt: now,
      seenAt: now,
      packAuthor: null,
      packMadeAt: null,
    }
    store.insertSavedSearch(this.#writer(), row)
    this.#announce()
    return this.#withCounts(row)
  }

  /** Throws `read-only`, and `not-in-library` when the search was deleted meanwhile. */
  rename({ id, name }: Inputs['rename']): Promise<SavedSearch> {
    store.renameSavedSearch(this.#writer(), id, name)
    return this.#changed(id)
  }

  markSeen({ id }: Inputs['markSeen']): Promise<SavedSearch> {
    store.seeSavedSearch(this.#writer(), id, this.#dependencies.clock.now())
    return this.#changed(id)
  }

  remove({ id }: Inputs['remove']): Outputs['remove'] {
    store.deleteSavedSearch(this.#writer(), id)
    this.#announce()
    return {}
  }

  /** The hits of each search in texts stored after `since`, by text. */
  async unseenHits(since: number): Promise<(UnseenText & { searchId: string; name: string })[]> {
    const { desk, fullText } = this.#dependencies
    const found = []
    for (const { id: searchId, name, query: text, chosen: stored } of store.getSavedSearches(desk.reader)) {
      const { query } = await fullText.parse(text)
      const chosen = readStoredJson(facetChoice, stored)
      if (!query || !chosen) continue
      const unseen = await fullText.unseenTexts(query, chosen, since)
      found.push(...unseen.map((each) => ({ searchId, name, ...each })))
      await setImmediate()
    }
    return found
  }

  /**
   * Hits of one search, by company, in calls that began and ratings and news that were published after `since` and until `until`, ms UTC,
   * whenever they were stored; null: there is no such search, or it cannot be run.
   */
  async hitsByCompany(id: string, since: number, until: number): Promise<ReadonlyMap<string, number> | null> {
    const { desk, fullText } = this.#dependencies
    const row = store.getSavedSearch(desk.reader, id)
    const { query } = row ? await fullText.parse(row.query) : { query: null }
    const chosen = row && readStoredJson(facetChoice, row.chosen)
    if (!chosen || !query) return null
    const hits = new Map<string, number>()
    for (const { symbol, at, hits: more } of await fullText.foundTexts(query, chosen)) {
      if (at !== null && at > since && at <= until) hits.set(symbol, (hits.get(symbol) ?? 0) + more)
    }
    return hits
  }

  /** The hits of one search by call; null: there is no such search, or its query can no longer be run. */
  async hitsByCall(id: string): Promise<ReadonlyMap<string, number> | null> {
    const { desk, fullText } = this.#dependencies
    const saved = store.getSavedSearch(desk.reader, id)
    if (!saved) return null
    const { query } = await fullText.parse(saved.query)
    const chosen = readStoredJson(facetChoice, saved.chosen)
    return query && chosen ? fullText.hitsByCall(query, chosen) : null
  }

  synonyms(): Outputs['synonyms'] {
    return { sets: store.getSynonyms(this.#dependencies.desk.reader) }
  }

  setSynonyms({ sets }: Inputs['setSynonyms']): Outputs['setSynonyms'] {
    store.replaceSynonyms(this.#writer(), sets)
    this.#announce()
    return this.synonyms()
  }

  async #changed(id: string): Promise<SavedSearch> {
    const row = store.getSavedSearch(this.#dependencies.desk.reader, id) ?? fail({ kind: 'not-in-library' })
    this.#announce()
    return this.#withCounts(row)
  }

  async #withCounts({ id, name, query: text, chosen: json, savedAt, seenAt }: store.SavedRow): Promise<SavedSearch> {
    const { fullText, clock } = this.#dependencies
    const chosen = readStoredJson(facetChoice, json)
    const isUnseen = (storedAt: number) => storedAt > seenAt && isNotInFuture(storedAt, clock.now())
    const { query } = await fullText.parse(text)
    // Without its filters it would be another search: its hits are not counted, as where the query cannot be run.
    const counted = query && chosen ? await fullText.count(query, chosen, isUnseen) : { hits: null, unseen: null }
    return { id, name, query: text, chosen: chosen ?? {}, savedAt, ...counted }
  }

  #writer(): Writer {
    return this.#dependencies.desk.writer ?? fail({ kind: 'read-only' })
  }

  #announce(): void {
    this.#dependencies.announce({ kind: 'searches' })
  }
}
