/** The searched texts other than transcripts: summaries, ratings and news. */

import type { Reader } from '../database/reader-writer.ts'
import { BitSet } from './bit-set.ts'
import { dateTest, nameTest, numberTest, type Corpus } from './corpus.ts'
import type { FieldTest } from './query.ts'
import { DocumentColumns } from './document-columns.ts'
import { visitMatches, getDocumentsMark, type DocumentRow } from './search-store.ts'

/** Summaries, rating stories and news, without their text, ordered by id. */
export class DocumentCorpus implements Corpus {
  /** Of title and body, on average. */
  readonly meanBytes: number
  readonly columns: DocumentColumns
  readonly #reader: Reader
  readonly #mark: string

  private constructor(reader: Reader, mark: string, columns: DocumentColumns) {
    this.#reader = reader
    this.#mark = mark
    this.columns = columns
    const { bytes, size } = columns
    this.meanBytes = Math.max(1, bytes.reduce((sum, each) => sum + each, 0) / Math.max(1, size))
  }

  /** Reads what is new, in steps; what was read before is kept. */
  static *read(reader: Reader, previous: DocumentCorpus | undefined): Generator<undefined, DocumentCorpus> {
    const mark = getDocumentsMark(reader)
    if (previous && previous.#mark === mark) return previous
    return new DocumentCorpus(reader, mark, yield* DocumentColumns.read(reader, previous?.columns))
  }

  get size(): number {
    return this.columns.size
  }

  itemAt(position: number): DocumentRow {
    return this.columns.itemAt(position)
  }

  /** Of title and body together. */
  bytesAt(position: number): number {
    return this.columns.bytes[position] ?? 0
  }

  /** Positions of a call's summary. */
  ofCall(callId: string): readonly number[] {
    return this.columns.ofCall(callId)
  }

  matches(anyOf: readonly string[]): BitSet {
    const bits = new BitSet(this.size)
    const { ids } = this.columns
    for (const match of anyOf) {
      let position = 0
      visitMatches(this.#reader, 'document_text', match, (id) => {
        while (position < ids.length && (ids[position] ?? 0) < id) position += 1
        if (ids[position] === id) bits.add(position)
      })
    }
    return bits
  }

  filter(test: FieldTest, candidates: BitSet): BitSet {
    const fits = testFor(test)
    const bits = new BitSet(this.size)
    if (fits)
      candidates.forEach((position) => {
        if (fits(this.itemAt(position))) bits.add(position)
      })
    return bits
  }
}

/** Undefined: documents do not have this field. */
function testFor(test: FieldTest): ((item: DocumentRow) => boolean) | undefined {
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
      return ({ sentiment }) => fits(sentiment ?? Number.NaN)
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
