import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import { facetChoice, type SavedSearch } from '#contract/api/transcript-search.ts'
import type { Clock } from '../clock.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import type { UnseenText, FullText } from './full-text.ts'
import * as store from './saved-store.ts'

type Questions = ApiInputs['search']
type Answers = ApiOutputs['search']

export interface SearchDatabases {
  readonly reader: Reader
  /** Null on a read-only profile. */
  readonly writer: Writer | null
}

export interface SavedSearchesDependencies {
  readonly desk: SearchDatabases
  readonly clock: Clock
  readonly fullText: FullText
  readonly announce: (announcement: { readonly kind: 'searches' }) => void
}

/** Searches by name, with what came to the library since each was last looked at; and the words that stand for each other. */
export class SavedSearches {
  readonly #dependencies: SavedSearchesDependencies

  constructor(dependencies: SavedSearchesDependencies) {
    this.#dependencies = dependencies
  }

  async list(): Promise<Answers['saved']> {
    const searches: SavedSearch[] = []
    for (const row of store.getSavedSearches(this.#dependencies.desk.reader)) {
      searches.push(await this.#tell(row))
      // Each is a search of its own: other questions go in between.
      await setImmediate()
    }
    return { searches }
  }

  /** Throws `read-only`. */
  async save({ name, query, chosen }: Questions['save']): Promise<SavedSearch> {
    const now = this.#dependencies.clock.now()
    const row = {
      id: randomUUID(),
      name,
      query,
      chosen: JSON.stringify(chosen),
      savedAt: now,
      seenAt: this.#newest(now),
    }
    store.insertSavedSearch(this.#writer(), row)
    this.#announce()
    return this.#tell(row)
  }

  /** Throws `read-only`, and `not-in-library` when it was forgotten meanwhile. */
  rename({ id, name }: Questions['rename']): Promise<SavedSearch> {
    store.renameSavedSearch(this.#writer(), id, name)
    return this.#changed(id)
  }

  seen({ id }: Questions['seen']): Promise<SavedSearch> {
    store.seeSavedSearch(this.#writer(), id, this.#newest(this.#dependencies.clock.now()))
    return this.#changed(id)
  }

  forget({ id }: Questions['forget']): Answers['forget'] {
    store.deleteSavedSearch(this.#writer(), id)
    this.#announce()
    return {}
  }

  /** What each search finds in texts that came after a moment, text by text. */
  async unseenHits(since: number): Promise<(UnseenText & { searchId: string; name: string })[]> {
    const { desk, fullText } = this.#dependencies
    const found = []
    for (const { id: searchId, name, query: text, chosen } of store.getSavedSearches(desk.reader)) {
      const { query } = await fullText.parse(text)
      if (!query) continue
      const fresh = fullText.unseenTexts(query, facetChoice.parse(JSON.parse(chosen)), since)
      found.push(...fresh.map((each) => ({ searchId, name, ...each })))
      await setImmediate()
    }
    return found
  }

  synonyms(): Answers['synonyms'] {
    return { sets: store.getSynonyms(this.#dependencies.desk.reader) }
  }

  setSynonyms({ sets }: Questions['setSynonyms']): Answers['setSynonyms'] {
    store.replaceSynonyms(this.#writer(), sets)
    this.#announce()
    return this.synonyms()
  }

  async #changed(id: string): Promise<SavedSearch> {
    const row = store.getSavedSearch(this.#dependencies.desk.reader, id) ?? fail({ kind: 'not-in-library' })
    this.#announce()
    return this.#tell(row)
  }

  async #tell({ id, name, query: text, chosen: json, savedAt, seenAt }: store.SavedRow): Promise<SavedSearch> {
    const { fullText } = this.#dependencies
    const chosen = facetChoice.parse(JSON.parse(json))
    const { query } = await fullText.parse(text)
    const counted = query ? fullText.count(query, chosen, seenAt) : { hits: null, fresh: null }
    return { id, name, query: text, chosen, savedAt, ...counted }
  }

  /** What is there counts as seen, also when it was stored by a clock that went ahead of this one. */
  #newest(now: number): number {
    return Math.max(now, this.#dependencies.fullText.latestStoredAt)
  }

  #writer(): Writer {
    return this.#dependencies.desk.writer ?? fail({ kind: 'read-only' })
  }

  #announce(): void {
    this.#dependencies.announce({ kind: 'searches' })
  }
}
