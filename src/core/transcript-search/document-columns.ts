/** Facts of the searched summaries, ratings and news, in columns. */

import type { Reader } from '../database/reader-writer.ts'
import { calendarYear, companyName, Numbered, signOf } from './facet-values.ts'
import { countDocuments, getDocumentsFrom, type DocumentRow } from './search-store.ts'

/** The kinds of documents, by their number. */
export const documentKinds = ['summary', 'rating', 'news'] as const
/** Rows that are objects at one time. */
const readTogether = 10_000

/**
 * One value of each column per document, ordered by id: 66 bytes each, and each name once. Absent numbers are NaN. Read in steps, between
 * which another process may add and remove documents: the corpus is then read again.
 */
export class DocumentColumns {
  readonly ids: Float64Array
  readonly letters: Int32Array
  readonly storedAt: Float64Array
  readonly times: Float64Array
  /** Facet values by number, as indices into `companies`, `years`, `documentKinds` and `sentiments`. */
  readonly companyOf: Int32Array
  readonly yearOf: Int32Array
  readonly kindOf: Uint8Array
  readonly signOf: Uint8Array
  readonly companies = new Numbered()
  readonly years = new Numbered()
  readonly #recordIds: Float64Array
  readonly #sentiments: Float64Array
  readonly #callIds: Int32Array
  readonly #symbols: Int32Array
  readonly #companies: Int32Array
  readonly #names = new Names()

  constructor(reader: Reader) {
    const size = countDocuments(reader)
    const ids = new Float64Array(size)
    this.letters = new Int32Array(size)
    this.storedAt = new Float64Array(size)
    this.#recordIds = new Float64Array(size)
    this.times = new Float64Array(size)
    this.companyOf = new Int32Array(size)
    this.yearOf = new Int32Array(size)
    this.kindOf = new Uint8Array(size)
    this.signOf = new Uint8Array(size)
    this.#sentiments = new Float64Array(size)
    this.#callIds = new Int32Array(size)
    this.#symbols = new Int32Array(size)
    this.#companies = new Int32Array(size)
    let position = 0
    for (let last = 0; position < size;) {
      const rows = getDocumentsFrom(reader, last, Math.min(readTogether, size - position))
      if (rows.length === 0) break
      for (const row of rows) {
        ids[position] = row.id
        this.#put(position, row)
        position += 1
        last = row.id
      }
    }
    this.ids = ids.subarray(0, position)
  }

  get size(): number {
    return this.ids.length
  }

  itemAt(position: number): DocumentRow {
    const id = this.ids[position]
    if (id === undefined) throw new RangeError(`There is no document ${position}`)
    return {
      id,
      kind: documentKinds[this.kindOf[position] ?? 0] ?? 'summary',
      recordId: this.#recordIds[position] ?? 0,
      callId: this.callIdAt(position),
      symbol: this.#names.at(this.#symbols[position] ?? 0),
      company: this.#names.at(this.#companies[position] ?? 0),
      at: numberOrNull(this.times[position]),
      sentiment: numberOrNull(this.#sentiments[position]),
      storedAt: this.storedAt[position] ?? 0,
      letters: this.letters[position] ?? 0,
    }
  }

  /** The call of a summary. */
  callIdAt(position: number): string | null {
    return this.#names.at(this.#callIds[position] ?? 0)
  }

  /** Positions of a call's documents. */
  ofCall(callId: string): number[] {
    const number = this.#names.find(callId)
    const positions: number[] = []
    if (number === undefined) return positions
    for (let at = this.#callIds.indexOf(number); at >= 0; at = this.#callIds.indexOf(number, at + 1)) positions.push(at)
    return positions
  }

  #put(position: number, row: DocumentRow): void {
    this.letters[position] = row.letters
    this.storedAt[position] = row.storedAt
    this.#recordIds[position] = row.recordId
    this.times[position] = row.at ?? Number.NaN
    this.companyOf[position] = this.companies.numberOf(companyName(row), row.company ?? row.symbol)
    this.yearOf[position] = this.years.numberOf(calendarYear(row.at))
    this.kindOf[position] = documentKinds.indexOf(row.kind)
    this.signOf[position] = signOf(row.sentiment ?? Number.NaN)
    this.#sentiments[position] = row.sentiment ?? Number.NaN
    this.#callIds[position] = this.#names.numberOf(row.callId)
    this.#symbols[position] = this.#names.numberOf(row.symbol)
    this.#companies[position] = this.#names.numberOf(row.company)
  }
}

/** Texts that many documents share, each once. Number 0 is none. */
class Names {
  readonly #texts: (string | null)[] = [null]
  readonly #numbers = new Map<string, number>()

  at(number: number): string | null {
    return this.#texts[number] ?? null
  }

  find(text: string): number | undefined {
    return this.#numbers.get(text)
  }

  numberOf(text: string | null): number {
    if (text === null) return 0
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#texts.push(text)
    this.#numbers.set(text, this.#texts.length - 1)
    return this.#texts.length - 1
  }
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
