import type { Reader } from '../database/handles.ts'
import { SpokenCorpus } from './spoken-corpus.ts'
import { WrittenCorpus } from './written-corpus.ts'
import { countChanges } from './search-store.ts'

export interface Texts {
  readonly spoken: SpokenCorpus
  readonly written: WrittenCorpus
}

/** What the library holds to search, in memory beside it: read again when the library was written to, and only what is new. */
export class StoredTexts {
  readonly #reader: Reader
  #read: (Texts & { readonly changes: number }) | undefined

  constructor(reader: Reader) {
    this.#reader = reader
  }

  get now(): Texts {
    const changes = countChanges(this.#reader)
    if (this.#read?.changes !== changes) {
      const spoken = SpokenCorpus.read(this.#reader, this.#read?.spoken)
      const written = WrittenCorpus.read(this.#reader, this.#read?.written)
      this.#read = { changes, spoken, written }
    }
    return this.#read
  }
}
