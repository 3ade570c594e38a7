/**
 * Stores the responses of a checked pack in the library, next to what is there (`ledger/merge-histories.ts`). The tables derived from it
 * are due then (`ledger/due-projections.ts`): for a large pack they take longer than the user should wait. Called within a transaction.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Writer } from '../database/reader-writer.ts'
import * as histories from '../ledger/history-store.ts'
import { getResponseRecords, type PackOrigin } from '../ledger/ledger-store.ts'
import { noteDue } from '../ledger/due-projections-store.ts'
import { storeHistory } from '../ledger/store-history.ts'
import { packedRecords, packedResponses, type PackedRecord, type PackedResponse, type PackHead } from './pack-format.ts'
import { callIdOf, RecordCounts, updateTimesOf } from './packed-kinds.ts'
import { getCallRecords } from './packs-store.ts'

export interface StoredAnswers {
  readonly added: RecordCounts['counts']
  readonly changed: number
  readonly older: number
}

/** An entry of a checked pack, as it was checked. */
export function readEntry<Schema extends z.ZodType>(staging: string, path: string, schema: Schema): z.output<Schema> {
  return schema.parse(JSON.parse(readFileSync(join(staging, path), 'utf8')))
}

/** The host that a pack's responses came from. */
function hostOf({ service: { kind, baseUrl } }: PackHead): string {
  return kind === 'sample' || !URL.canParse(baseUrl) ? 'sample' : new URL(baseUrl).host
}

export function storeAnswers(db: Writer, head: PackHead, staging: string, now: number): StoredAnswers {
  const responses = new PackedResponses(db, head, staging, now)
  const added = new RecordCounts()
  const places: number[] = []
  const toProject: number[] = []
  const calls = new Set<string>()
  let [changed, older] = [0, 0]
  for (const path of entriesOf(head, 'records/')) {
    for (const record of readEntry(staging, path, packedRecords)) {
      const { recordId, what, isOlder } = storeHistory(db, receivedOf(record, responses))
      places.push(recordId)
      if (isOlder) older += 1
      if (what === 'added') added.add(record)
      if (what === 'changed') changed += 1
      if (what === 'seen' || what === 'unchanged') continue
      if (record.kind === 'calls.list' || record.kind === 'calls.one') calls.add(callIdOf(record.identity))
      else toProject.push(recordId)
    }
  }
  responses.setRecords(places)
  // Periods first: the quarter of a call is inferred from them.
  noteDue(db, [...toProject, ...inOrderOfArrival(db, getCallRecords(db, [...calls]))])
  return { added: added.counts, changed, older }
}

/** The record of a call that the service sent last decides its state. */
function inOrderOfArrival(db: Writer, recordIds: readonly number[]): number[] {
  const seenAt = new Map(recordIds.map((id) => [id, histories.getHistoryRecord(db, id)?.lastSeenAt ?? 0]))
  return recordIds.toSorted((one, other) => (seenAt.get(one) ?? 0) - (seenAt.get(other) ?? 0))
}

function receivedOf(record: PackedRecord, responses: PackedResponses): Parameters<typeof storeHistory>[1] {
  const updateTimes = updateTimesOf(record)
  return {
    kind: record.kind,
    identity: record.identity,
    firstSeenAt: record.firstSeenAt,
    revisions: record.revisions.map(({ knownFrom, lastSeenAt, response, lastResponse, sha256, body }, at) => ({
      knownFrom,
      lastSeenAt,
      recordUpdatedAt: updateTimes[at] ?? null,
      responseId: responses.idOf(response),
      lastResponseId: responses.idOf(lastResponse),
      hash: Buffer.from(sha256, 'hex'),
      body,
    })),
    acceptances: record.acceptances.map(({ sha256, acceptedAt }) => ({
      hash: Buffer.from(sha256, 'hex'),
      acceptedAt,
    })),
  }
}

function entriesOf({ files }: PackHead, folder: string): string[] {
  return files.map(({ path }) => path).filter((path) => path.startsWith(folder))
}

/** The responses of a pack in the ledger: one that is there is not stored again. */
class PackedResponses {
  readonly #db: Writer
  readonly #head: PackHead
  readonly #now: number
  readonly #all: readonly PackedResponse[]
  readonly #ids: number[]
  readonly #origins = new Map<number | null, number>()

  constructor(db: Writer, head: PackHead, staging: string, now: number) {
    this.#db = db
    this.#head = head
    this.#now = now
    this.#all = entriesOf(head, 'responses/').flatMap((path) => readEntry(staging, path, packedResponses))
    this.#ids = this.#all.map((response) => this.#store(response))
  }

  idOf(place: number): number {
    return this.#ids[place] ?? 0
  }

  /** `places`: ids of the records by their places in the pack. */
  setRecords(places: readonly number[]): void {
    for (const [at, { records, isPartial }] of this.#all.entries()) {
      const id = this.idOf(at)
      const stored = histories.getResponseRow(this.#db, id)
      // What came from the service has all of its records. A part that came earlier may have others.
      if (!stored || stored.packId === null || stored.isPartial === 0) continue
      const received = records.flatMap((place) => places[place] ?? [])
      const known = getResponseRecords(this.#db, id)
      const all = isPartial ? [...new Set([...known, ...received])] : received
      if (!isPartial || all.length > known.length) histories.setPackedRecords(this.#db, id, { records: all, isPartial })
    }
  }

  #store({ origin, records: _, isPartial: __, ...response }: PackedResponse): number {
    const found = histories.findResponseAt(this.#db, response)
    if (found) return found.id
    return histories.insertPackedResponse(this.#db, { ...response, packId: this.#packOf(origin) })
  }

  #packOf(origin: number | null): number {
    const known = this.#origins.get(origin)
    if (known !== undefined) return known
    const { author, madeAt, workspace } = this.#head
    const own: PackOrigin = { author, madeAt, workspace, host: hostOf(this.#head) }
    const id = histories.notePack(
      this.#db,
      (origin === null ? undefined : this.#head.origins[origin]) ?? own,
      this.#now,
    )
    this.#origins.set(origin, id)
    return id
  }
}
