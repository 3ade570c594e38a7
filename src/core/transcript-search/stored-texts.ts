/** Caches what full-text search needs of the library in memory, and updates it after writes. */

import type { SearchScope } from '#contract/api/transcript-search.ts'
import type { Reader } from '../database/reader-writer.ts'
import { countUnprojected } from '../ledger/rebuild-projections.ts'
import { TranscriptCorpus } from './transcript-corpus.ts'
import { DocumentCorpus } from './document-corpus.ts'
import { finish, finishInTurns } from './read-in-steps.ts'

export interface Texts {
  readonly transcripts: TranscriptCorpus
  readonly documents: DocumentCorpus
  /** By the number of a company in the documents: its number in the transcripts; -1: it has none there. */
  readonly companiesOfDocuments: Int32Array
  readonly scope: SearchScope
}

/** The searchable texts of the library, in memory. After a write to the library only the new texts are read. */
export class StoredTexts {
  readonly #reader: Reader
  readonly #isReadOnly: boolean
  readonly #ending: AbortSignal
  #cached: (Texts & { readonly changes: number }) | undefined
  #reading: Promise<Texts> | null = null

  /** `ending`: the library is to be closed. */
  constructor(reader: Reader, isReadOnly: boolean, ending: AbortSignal) {
    this.#reader = reader
    this.#isReadOnly = isReadOnly
    this.#ending = ending
  }

  /**
   * As they are now. Many new ones, as at the first search, are read in steps that give other requests their turn. Throws `cancelled` when
   * the library is closed in between.
   */
  async current(): Promise<Texts> {
    this.#reading ??= finishInTurns(this.#read(), this.#ending).finally(() => (this.#reading = null))
    await this.#reading
    return finish(this.#read())
  }

  *#read(): Generator<undefined, Texts> {
    const { changes } = this.#reader
    if (this.#cached?.changes === changes) return this.#cached
    const transcripts = yield* TranscriptCorpus.read(this.#reader, this.#cached?.transcripts)
    const documents = yield* DocumentCorpus.read(this.#reader, this.#cached?.documents)
    const { companies } = transcripts.values
    const companiesOfDocuments = Int32Array.from(
      documents.columns.names.companies.values,
      (name) => companies.find(name) ?? -1,
    )
    const unread = countUnprojected(this.#reader, searchedKinds)
    const scope = { ...scopeOf(transcripts, documents), unread, staysUnread: unread > 0 && this.#isReadOnly }
    this.#cached = { changes, transcripts, documents, companiesOfDocuments, scope }
    return this.#cached
  }
}

const searchedKinds = ['calls.one', 'ratings', 'news'] as const

function scopeOf(
  transcripts: TranscriptCorpus,
  documents: DocumentCorpus,
): Omit<SearchScope, 'unread' | 'staysUnread'> {
  let [from, to] = [Infinity, -Infinity]
  for (const { startedAt } of transcripts.calls) {
    if (startedAt === null) continue
    from = Math.min(from, startedAt)
    to = Math.max(to, startedAt)
  }
  const isKnown = from <= to
  const names = transcripts.calls.flatMap(({ symbol, company }) => symbol ?? company ?? [])
  return {
    calls: transcripts.calls.length,
    companies: new Set(names).size,
    turns: transcripts.size,
    others: documents.size,
    from: isKnown ? from : null,
    to: isKnown ? to : null,
  }
}
