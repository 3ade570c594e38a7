/** Whether records of the library are of the companies of a pack: it changes none of other companies, whatever it calls its own. */

import type { Reader } from '../database/reader-writer.ts'
import { findHistoryRecord } from '../ledger/history-store.ts'
import { getContent, getRecord } from '../ledger/ledger-store.ts'
import type { PackedRecord } from './pack-format.ts'
import { callIdOf, companiesIn, isOfCall } from './packed-kinds.ts'
import { getCallCompanies, getCallRecords, getRecordCompanies } from './packs-store.ts'

/** The records that the library has under companies which are not of the pack. */
export class OtherCompanies {
  readonly #db: Reader
  readonly #ofPack: ReadonlySet<string>
  /** By the ids of calls, as they were before anything of the pack was stored. */
  readonly #calls = new Map<string, readonly string[]>()

  constructor(db: Reader, ofPack: readonly string[]) {
    this.#db = db
    this.#ofPack = new Set(ofPack)
  }

  /**
   * The companies that the library has a record under; none where one of them is of the pack, or the record is unknown here. A call is of a
   * company with all its records, as in a pack.
   */
  of({ kind, identity }: Pick<PackedRecord, 'kind' | 'identity'>): readonly string[] {
    if (isOfCall(kind)) return this.#ofCall(callIdOf(identity))
    const known = findHistoryRecord(this.#db, kind, identity)
    return known ? this.#others(getRecordCompanies(this.#db, kind, known.id), () => [known.id]) : []
  }

  #ofCall(callId: string): readonly string[] {
    const found = this.#calls.get(callId)
    if (found) return found
    const others = this.#others(getCallCompanies(this.#db, callId), () => getCallRecords(this.#db, [callId]))
    this.#calls.set(callId, others)
    return others
  }

  /** The tables do not have what is not indexed yet, and spell the company of a call in one way only: then its records are read. */
  #others(listed: readonly string[], recordIds: () => readonly number[]): readonly string[] {
    if (this.#isOfPack(listed)) return []
    const named = recordIds().flatMap((id) => {
      const record = getRecord(this.#db, id)
      return record ? companiesIn(record.kind, getContent(this.#db, record.contentId) ?? '') : []
    })
    return this.#isOfPack(named) ? [] : [...new Set([...listed, ...named])]
  }

  #isOfPack(companies: readonly string[]): boolean {
    return companies.some((company) => this.#ofPack.has(company))
  }
}
