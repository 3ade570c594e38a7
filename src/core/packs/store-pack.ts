/**
 * Stores the responses of a checked pack in the library, merged with the stored history (`ledger/merge-histories.ts`). Nearly all of the
 * work is storing their contents, which is done first (`ledger/contents-ahead.ts`), letting other requests in between. Then one transaction
 * stores the rest and makes everything visible at once. The tables derived from it are updated afterwards (`ledger/due-projections.ts`):
 * for a large pack that takes longer than the user should wait.
 */

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { Writer } from '../database/reader-writer.ts'
import * as histories from '../ledger/history-store.ts'
import { getResponseRecords, type PackOrigin } from '../ledger/ledger-store.ts'
import { storeAhead } from '../ledger/contents-ahead.ts'
import { noteDue } from '../ledger/due-projections-store.ts'
import { storeHistory, type HistoryResponses } from '../ledger/store-history.ts'
import {
  packedResponses,
  readCheckedLine,
  type CheckedRecord,
  type PackedRecord,
  type PackedRecording,
  type PackedResponse,
  type PackHead,
} from './pack-format.ts'
import type { Report } from '../storage/run-storage-worker.ts'
import { callIdOf, isOfCall, isRequestOf, RecordCounts } from './packed-kinds.ts'
import { getCallRecords } from './packs-store.ts'
import { pastTimes } from './past-times.ts'
import { OtherCompanies } from './stored-companies.ts'

export interface StoredRecords {
  readonly added: RecordCounts['counts']
  readonly changed: number
  readonly older: number
  readonly leftOut: LeftOut
}

/** Records that the library has under companies which are not of the pack: they stay as they are. */
export interface LeftOut {
  readonly records: number
  readonly callIds: ReadonlySet<string>
  readonly companies: ReadonlySet<string>
}

/** An entry of a checked pack, as it was checked; none of records (`readCheckedLine`). */
export function readEntry<Schema extends z.ZodType>(staging: string, path: string, schema: Schema): z.output<Schema> {
  return schema.parse(JSON.parse(readFileSync(join(staging, path), 'utf8')))
}

/** The host that a pack's responses came from. */
function hostOf({ service: { kind, baseUrl } }: PackHead): string {
  return kind === 'sample' || !URL.canParse(baseUrl) ? 'sample' : new URL(baseUrl).host
}

function originOf(head: PackHead): PackOrigin {
  const { author, madeAt, workspace } = head
  return { author, madeAt, workspace, host: hostOf(head) }
}

/** A record of a pack whose contents are stored, each by its id. */
interface ContainedRecord extends Pick<PackedRecord, 'kind' | 'identity' | 'firstSeenAt'> {
  readonly revisions: readonly (Omit<PackedRecord['revisions'][number], 'sha256' | 'body'> & {
    readonly recordUpdatedAt: string | null
    readonly contentId: number
  })[]
  readonly acceptances: readonly { readonly contentId: number; readonly acceptedAt: number }[]
}

/** What is left to store of a pack when its contents are. */
export interface StoredContents {
  readonly responses: readonly PackedResponse[]
  readonly records: readonly ContainedRecord[]
}

/**
 * Stores the contents of all records. Nothing shows them yet. After each transaction `report` gets how many bytes of the entries are done.
 * Throws when `signal` aborts. The caller calls `settleContents` afterwards in any case: it removes contents that no record has.
 */
export async function storeContents(
  db: Writer,
  head: PackHead,
  staging: string,
  signal: AbortSignal,
  report: Report,
): Promise<StoredContents> {
  const responses: PackedResponse[] = []
  for (const { path } of filesIn(head, 'responses/')) {
    responses.push(...readEntry(staging, path, packedResponses))
    await setImmediate()
    signal.throwIfAborted()
  }
  const records: ContainedRecord[] = []
  const total = recordBytes(head)
  let before = 0
  for (const { path, bytes } of filesIn(head, 'records/')) {
    const lines = (await readFile(join(staging, path), 'utf8')).split('\n').filter((line) => line !== '')
    await storeAhead(db, lines, signal, {
      store: (line, content) => records.push(containedOf(readCheckedLine(line), content)),
      onPart: (done) => report({ message: 'Storing', done: before + Math.round((bytes * done) / lines.length), total }),
    })
    before += bytes
  }
  return { responses, records }
}

function containedOf(record: CheckedRecord, content: (hash: Buffer, body: string) => number): ContainedRecord {
  const { kind, identity, firstSeenAt, updateTimes } = record
  const contentIds = new Map<string, number>()
  const revisions = record.revisions.map(({ sha256, body, ...revision }, at) => {
    const contentId = content(Buffer.from(sha256, 'hex'), body)
    contentIds.set(sha256, contentId)
    return { ...revision, contentId, recordUpdatedAt: updateTimes[at] ?? null }
  })
  // The checks let a pack through only if each acceptance is of one of its contents.
  const acceptances = record.acceptances.map(({ sha256, acceptedAt }) => ({
    contentId: contentIds.get(sha256) ?? 0,
    acceptedAt,
  }))
  return { kind, identity, firstSeenAt, revisions, acceptances }
}

/** Stores what refers to the contents. Called within a transaction. */
export function storeRecords(db: Writer, head: PackHead, contents: StoredContents, now: number): StoredRecords {
  const otherCompanies = new OtherCompanies(db, head.companies)
  // Before anything of the pack is stored.
  const calls = contents.records.filter((record) => isOfCall(record.kind) && otherCompanies.of(record).length === 0)
  const callIds = new Set(calls.map(({ identity }) => callIdOf(identity)))
  const responses = new PackedResponses(db, head, { all: contents.responses, callIds }, now)
  const added = new RecordCounts()
  const openedAt = histories.getOpenedAt(db, histories.notePack(db, originOf(head), now)) ?? now
  const leftOut = { records: 0, callIds: new Set<string>(), companies: new Set<string>() }
  /** Null: it was left out. */
  const places: (number | null)[] = []
  const toProject: number[] = []
  const changedCalls = new Set<string>()
  let [changed, older] = [0, 0]
  for (const record of contents.records) {
    const others = otherCompanies.of(record)
    if (others.length > 0) {
      places.push(null)
      leftOut.records += 1
      if (isOfCall(record.kind)) leftOut.callIds.add(callIdOf(record.identity))
      for (const company of others) leftOut.companies.add(company)
      continue
    }
    const { recordId, what, isOlder } = storeHistory(db, receivedUntil(record, openedAt), responses)
    places.push(recordId)
    if (isOlder) older += 1
    if (what === 'added') added.add(record)
    if (what === 'changed') changed += 1
    if (what === 'seen' || what === 'unchanged') continue
    if (isOfCall(record.kind)) changedCalls.add(callIdOf(record.identity))
    else toProject.push(recordId)
  }
  responses.setRecords(places)
  // Periods first: the quarter of a call is inferred from them.
  noteDue(db, [...toProject, ...inOrderOfArrival(db, getCallRecords(db, [...changedCalls]))])
  return { added: added.counts, changed, older, leftOut }
}

/**
 * What is dated after the pack was first opened here was received while its author's clock was ahead: it has that date at the latest, so that
 * what the service sends afterwards is later.
 */
function receivedUntil(record: ContainedRecord, latest: number): ContainedRecord {
  const known = pastTimes(
    record.revisions.map(({ knownFrom }) => knownFrom),
    latest,
  )
  return {
    ...record,
    firstSeenAt: Math.min(record.firstSeenAt, known[0] ?? latest),
    revisions: record.revisions.map((revision, at) => {
      const knownFrom = known[at] ?? latest
      return { ...revision, knownFrom, lastSeenAt: Math.max(knownFrom, Math.min(revision.lastSeenAt, latest)) }
    }),
    acceptances: record.acceptances.map((each) => ({ ...each, acceptedAt: Math.min(each.acceptedAt, latest) })),
  }
}

/** The record of a call that the service sent last decides its state. */
function inOrderOfArrival(db: Writer, recordIds: readonly number[]): number[] {
  const seenAt = new Map(recordIds.map((id) => [id, histories.getHistoryRecord(db, id)?.lastSeenAt ?? 0]))
  return recordIds.toSorted((one, other) => (seenAt.get(one) ?? 0) - (seenAt.get(other) ?? 0))
}

/** The library grows by so much at most, once its log is worked in. */
export function recordBytes(head: PackHead): number {
  return filesIn(head, 'records/').reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Bytes of the recordings that will be copied: none of a call that has one. */
export function recordingBytes(
  { files }: Pick<PackHead, 'files'>,
  recordings: readonly Pick<PackedRecording, 'callId' | 'entry'>[],
  stored: ReadonlySet<string>,
): number {
  const copied = new Set(recordings.flatMap(({ callId, entry }) => (stored.has(callId) ? [] : [entry])))
  return files.reduce((sum, { path, bytes }) => sum + (copied.has(path) ? bytes : 0), 0)
}

function filesIn({ files }: PackHead, folder: string): PackHead['files'] {
  return files.filter(({ path }) => path.startsWith(folder))
}

/**
 * The responses of a pack in the ledger, each as one that came in it. What the service itself has sent is not stored again, except where the
 * pack has a content of it that is not known here: whose it is cannot be known then, and it must not be shown as received from the service.
 * A response to a request for another company is stored where a record came in it, and is not taken for all that the service has of that one.
 */
class PackedResponses implements HistoryResponses {
  readonly #db: Writer
  readonly #head: PackHead
  readonly #now: number
  readonly #all: readonly PackedResponse[]
  /** Places of the requests for a company or a call of the pack. */
  readonly #ofPack: ReadonlySet<number>
  /** By their places; those that are stored. */
  readonly #ids = new Map<number, number>()
  readonly #origins = new Map<number | null, number>()
  /** By the ids of responses of the library. */
  readonly #fromService = new Map<number, boolean>()

  /** `callIds`: the calls of the pack, without those that the library has under other companies. */
  constructor(
    db: Writer,
    head: PackHead,
    { all, callIds }: { readonly all: readonly PackedResponse[]; readonly callIds: ReadonlySet<string> },
    now: number,
  ) {
    this.#db = db
    this.#head = head
    this.#now = now
    this.#all = all
    const companies = new Set(head.companies)
    this.#ofPack = new Set(
      all.flatMap(({ parameters }, place) => (isRequestOf(parameters, companies, callIds) ? [place] : [])),
    )
    for (const [place, response] of all.entries())
      if (this.#ofPack.has(place) && !histories.isReceivedFromService(db, response)) this.responseIdOf(place)
  }

  /** Stores the response that has no id yet. */
  responseIdOf(place: number): number {
    const id = this.#ids.get(place) ?? this.#store(place)
    this.#ids.set(place, id)
    return id
  }

  isFromService(id: number): boolean {
    const known = this.#fromService.get(id) ?? histories.isFromService(this.#db, id)
    this.#fromService.set(id, known)
    return known
  }

  /** `places`: ids of the records by their places in the pack; null: it was left out. */
  setRecords(places: readonly (number | null)[]): void {
    for (const [at, id] of this.#ids) {
      const { records = [], isPartial: isStatedPartial = true } = this.#all[at] ?? {}
      const isPartial = isStatedPartial || !this.#ofPack.has(at) || records.some((place) => places[place] === null)
      // A part that came earlier may have other records.
      if (histories.getResponseRow(this.#db, id)?.isPartial !== 1) continue
      const received = records.flatMap((place) => places[place] ?? [])
      const known = getResponseRecords(this.#db, id)
      const all = isPartial ? [...new Set([...known, ...received])] : received
      if (!isPartial || all.length > known.length) histories.setPackedRecords(this.#db, id, { records: all, isPartial })
    }
  }

  #store(place: number): number {
    const packed = this.#all[place]
    // The checks let a pack through only if each record belongs to one of its responses.
    if (!packed) throw new Error('a response of the pack is missing')
    const { origin, records: _, isPartial: __, ...response } = packed
    const packId = this.#packOf(origin)
    const found = histories.findPackedResponse(this.#db, response, packId)
    return found?.id ?? histories.insertPackedResponse(this.#db, { ...response, packId })
  }

  #packOf(origin: number | null): number {
    const known = this.#origins.get(origin)
    if (known !== undefined) return known
    const own = originOf(this.#head)
    const id = histories.notePack(
      this.#db,
      (origin === null ? undefined : this.#head.origins[origin]) ?? own,
      this.#now,
    )
    this.#origins.set(origin, id)
    return id
  }
}
