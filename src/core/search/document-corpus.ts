import type { Reader } from '../database/reader-writer.ts'
import { BitSet } from './bit-set.ts'
import { dateTest, nameTest, numberTest, type Corpus } from './corpus.ts'
import type { FieldTest } from './query.ts'
import { findMatches, getDocuments, getDocumentsMark, type DocumentRow } from './search-store.ts'

/** Summaries, rating stories and news, without their text; places go in the order of the ids. */
export class DocumentCorpus implements Corpus {
  readonly items: readonly DocumentRow[]
  readonly #reader: Reader
  readonly #placeOf: ReadonlyMap<number, number>

  readonly #mark: string

  private constructor(reader: Reader, mark: string) {
    this.#reader = reader
    this.#mark = mark
    this.items = getDocuments(reader)
    this.#placeOf = new Map(this.items.map(({ id }, place) => [id, place]))
  }

  static read(reader: Reader, before: DocumentCorpus | undefined): DocumentCorpus {
    const mark = getDocumentsMark(reader)
    return before && before.#mark === mark ? before : new DocumentCorpus(reader, mark)
  }

  get size(): number {
    return this.items.length
  }

  itemAt(place: number): DocumentRow {
    return this.items[place] ?? outside(place)
  }

  matches(anyOf: readonly string[]): BitSet {
    const bits = new BitSet(this.size)
    for (const id of anyOf.flatMap((match) => findMatches(this.#reader, 'document_text', match))) {
      const place = this.#placeOf.get(id)
      if (place !== undefined) bits.add(place)
    }
    return bits
  }

  passing(test: FieldTest, among: BitSet): BitSet {
    const fits = fitting(test)
    const bits = new BitSet(this.size)
    if (fits)
      among.each((place) => {
        if (fits(this.itemAt(place))) bits.add(place)
      })
    return bits
  }
}

/** Undefined: no text that is not spoken has that. */
function fitting(test: FieldTest): ((item: DocumentRow) => boolean) | undefined {
  switch (test.kind) {
    case 'in':
      return ({ kind }) => kind === test.value
    case 'date': {
      const fits = dateTest(test)
      return ({ at }) => fits(at)
    }
    case 'number': {
      if (test.field === 'confidence') return undefined
      const fits = numberTest(test.comparison, test.value)
      return ({ sentiment }) => fits(Math.fround(sentiment ?? Number.NaN))
    }
    case 'name': {
      if (test.field === 'speaker' || test.field === 'role') return undefined
      const fits = nameTest(test)
      return test.field === 'company' ? ({ company }) => fits(company) : ({ symbol }) => fits(symbol)
    }
    case 'section':
    case 'side':
      return undefined
  }
}

function outside(place: number): never {
  throw new RangeError(`There is no text ${place}`)
}
