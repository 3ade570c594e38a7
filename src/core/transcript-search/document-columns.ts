/** Facts of the searched summaries, ratings and news, in columns. */

import type { Reader } from '../database/reader-writer.ts'
import { DocumentNames } from './document-names.ts'
import { calendarYear, signOf } from './facet-values.ts'
import { countDocuments, getDocumentIds, getDocumentsFrom, type DocumentRow } from './search-store.ts'

/** The kinds of documents, by their number. */
export const documentKinds = ['summary', 'rating', 'news'] as const
/** Rows that are objects at one time, and read in one step. */
const readTogether = 5000

/**
 * One value of each column per document, ordered by id: 46 bytes each, and each name once. Absent numbers are NaN. A document never gets
 * the id of an earlier one, so that what is known of an id stays true.
 */
export class DocumentColumns {
  readonly bytes: Int32Array
  readonly storedAt: Float64Array
  readonly times: Float64Array
  /** Facet values by number, as indices into `names.years`, `documentKinds` and `sentiments`. */
  readonly yearOf: Int32Array
  readonly kindOf: Uint8Array
  readonly signOf: Uint8Array
  readonly names: DocumentNames
  readonly #ids: Float64Array
  readonly #sentiments: Float32Array
  readonly #callIds: Int32Array
  /** Indices of `names.companyAt`. */
  readonly #companies: Int32Array
  #size = 0

  private constructor(most: number, names: DocumentNames) {
    this.names = names
    this.#ids = new Float64Array(most)
    this.bytes = new Int32Array(most)
    this.storedAt = new Float64Array(most)
    this.times = new Float64Array(most)
    this.yearOf = new Int32Array(most)
    this.kindOf = new Uint8Array(most)
    this.signOf = new Uint8Array(most)
    this.#sentiments = new Float32Array(most)
    this.#callIds = new Int32Array(most)
    this.#companies = new Int32Array(most)
  }

  /**
   * Reads the documents that are new, and drops those that are gone. Documents may come and go between the steps: the next reading finds
   * what has changed meanwhile.
   */
  static *read(reader: Reader, previous: DocumentColumns | undefined): Generator<undefined, DocumentColumns> {
    const names = previous?.names ?? new DocumentNames()
    let last = previous?.ids.at(-1) ?? 0
    const all = countDocuments(reader)
    const added = last === 0 ? all : countDocuments(reader, last)
    const columns = new DocumentColumns((previous?.size ?? 0) + added, names)
    if (previous) columns.#copy(previous, all - added < previous.size ? reader : null)
    for (let left = added; left > 0;) {
      const rows = getDocumentsFrom(reader, last, Math.min(readTogether, left))
      if (rows.length === 0) break
      for (const row of rows) columns.#put(row)
      left -= rows.length
      last = rows.at(-1)?.id ?? last
      yield
    }
    return columns
  }

  get size(): number {
    return this.#size
  }

  get ids(): Float64Array {
    return this.#ids.subarray(0, this.#size)
  }

  itemAt(position: number): DocumentRow {
    if (position >= this.#size) throw new RangeError(`There is no document ${position}`)
    const { symbol, company } = this.names.companyAt(this.#companies[position] ?? 0)
    return {
      id: this.#ids[position] ?? 0,
      kind: documentKinds[this.kindOf[position] ?? 0] ?? 'summary',
      callId: this.callIdAt(position),
      symbol,
      company,
      at: numberOrNull(this.times[position]),
      sentiment: numberOrNull(this.#sentiments[position]),
      storedAt: this.storedAt[position] ?? 0,
      bytes: this.bytes[position] ?? 0,
    }
  }

  /** The call of a summary. */
  callIdAt(position: number): string | null {
    return this.names.callAt(this.#callIds[position] ?? 0)
  }

  /** Index into `names.companies`. */
  companyAt(position: number): number {
    return this.names.companyAt(this.#companies[position] ?? 0).number
  }

  /** Positions of a call's documents. */
  ofCall(callId: string): number[] {
    const number = this.names.findCall(callId)
    const positions: number[] = []
    if (number === undefined) return positions
    for (let at = this.#callIds.indexOf(number); at >= 0; at = this.#callIds.indexOf(number, at + 1)) positions.push(at)
    return positions
  }

  /** All of the other's documents, or those that `stored` still has. */
  #copy(other: DocumentColumns, stored: Reader | null): void {
    if (stored === null) return this.#copyRange(other, 0, other.size)
    const ids = getDocumentIds(stored, other.ids.at(-1) ?? 0)
    let from = 0
    for (let position = 0, at = 0; position <= other.size; position += 1) {
      const isStored = position < other.size && ids[at] === other.#ids[position]
      if (isStored) at += 1
      else {
        this.#copyRange(other, from, position)
        from = position + 1
      }
    }
  }

  #copyRange(other: DocumentColumns, from: number, to: number): void {
    for (const [mine, theirs] of this.#columnsWith(other)) mine.set(theirs.subarray(from, to), this.#size)
    this.#size += to - from
  }

  #columnsWith(other: DocumentColumns) {
    return [
      [this.#ids, other.#ids],
      [this.bytes, other.bytes],
      [this.storedAt, other.storedAt],
      [this.times, other.times],
      [this.yearOf, other.yearOf],
      [this.kindOf, other.kindOf],
      [this.signOf, other.signOf],
      [this.#sentiments, other.#sentiments],
      [this.#callIds, other.#callIds],
      [this.#companies, other.#companies],
    ] as const
  }

  #put(row: DocumentRow): void {
    const position = this.#size
    this.#ids[position] = row.id
    this.bytes[position] = row.bytes
    this.storedAt[position] = row.storedAt
    this.times[position] = row.at ?? Number.NaN
    this.yearOf[position] = this.names.years.numberOf(calendarYear(row.at))
    this.kindOf[position] = documentKinds.indexOf(row.kind)
    this.signOf[position] = signOf(row.sentiment ?? Number.NaN)
    this.#sentiments[position] = row.sentiment ?? Number.NaN
    this.#callIds[position] = this.names.numberOfCall(row.callId)
    this.#companies[position] = this.names.numberOfCompany(row.symbol, row.company)
    this.#size += 1
  }
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
