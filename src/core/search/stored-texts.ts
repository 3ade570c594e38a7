import type { SearchScope } from '#contract/api/transcript-search.ts'
import type { Reader } from '../database/reader-writer.ts'
import { countUnprojected } from '../ledger/rebuild-projections.ts'
import { TranscriptCorpus } from './transcript-corpus.ts'
import { DocumentCorpus } from './document-corpus.ts'

export interface Texts {
  readonly spoken: TranscriptCorpus
  readonly written: DocumentCorpus
  readonly through: SearchScope
}

/** What the library holds to search, in memory beside it: read again when the library was written to, and only what is new. */
export class StoredTexts {
  readonly #reader: Reader
  readonly #isReadOnly: boolean
  #read: (Texts & { readonly changes: number }) | undefined

  constructor(reader: Reader, isReadOnly: boolean) {
    this.#reader = reader
    this.#isReadOnly = isReadOnly
  }

  get now(): Texts {
    const { changes } = this.#reader
    if (this.#read?.changes !== changes) {
      const spoken = TranscriptCorpus.read(this.#reader, this.#read?.spoken)
      const written = DocumentCorpus.read(this.#reader, this.#read?.written)
      const unread = countUnprojected(this.#reader, searchedKinds)
      const through = { ...searchedThrough(spoken, written), unread, staysUnread: unread > 0 && this.#isReadOnly }
      this.#read = { changes, spoken, written, through }
    }
    return this.#read
  }
}

const searchedKinds = ['calls.one', 'ratings', 'news'] as const

function searchedThrough(
  spoken: TranscriptCorpus,
  written: DocumentCorpus,
): Omit<SearchScope, 'unread' | 'staysUnread'> {
  let [from, to] = [Infinity, -Infinity]
  for (const { startedAt } of spoken.calls) {
    if (startedAt === null) continue
    from = Math.min(from, startedAt)
    to = Math.max(to, startedAt)
  }
  const isKnown = from <= to
  const names = spoken.calls.flatMap(({ symbol, company }) => symbol ?? company ?? [])
  return {
    calls: spoken.calls.length,
    companies: new Set(names).size,
    turns: spoken.size,
    others: written.size,
    from: isKnown ? from : null,
    to: isKnown ? to : null,
  }
}
