/**
 * Stores a validated response in the ledger, in one transaction: identifies its records and decides
 * which have a new revision. Updates the derived tables by the `Projector` of each kind of record,
 * a type that is defined here.
 */

import { hash } from 'node:crypto'
import type { OperationName, RecordOf } from '#contract/service/operations.ts'
import type { Writer } from '../database/reader-writer.ts'
import type { ValidatedResponse, ValidatedRecord } from '../service/response-validation.ts'
import { canonicalJson } from '../canonical-json.ts'
import { hasLongNumber, parseKeepingDigits } from '../service/exact-numbers.ts'
import { isDatedBefore } from '../instant.ts'
import { showNext } from './merge-received-content.ts'
import * as store from './ledger-store.ts'
import { acceptedUntil, getShown, putShown, receivedContent, rulesOf, type RulesOfKind } from './shown-records.ts'

/** How one kind of record is identified, and how the tables derived from it are written. */
export interface Projector<Name extends OperationName> extends RulesOfKind<Name> {
  /** The identity of the record; null when the fields for it are missing, so that the record is in the ledger only. */
  identity(record: RecordOf<Name>, parameters: Readonly<Record<string, unknown>>): string | null
  /** The service's own time of change, when it has one. */
  updatedAt(record: RecordOf<Name>): string | null
  /** Writes the feature's rows for a record as it is shown: its latest content, with the values that are kept from earlier ones. */
  project(db: Writer, recordId: number, record: RecordOf<Name>): void
  /** Adds the records' text to the full-text index, after their rows are written. Indexing many texts at once costs little more than a few. */
  index?(db: Writer, projected: readonly Projected<Name>[]): void
}

export interface Projected<Name extends OperationName> {
  readonly recordId: number
  readonly record: RecordOf<Name>
}

export interface StoredRecords {
  readonly responseId: number
  readonly recordIds: readonly number[]
  /** Records that were unknown, and records whose content changed. */
  readonly added: number
  readonly changed: number
  /** Records without identifying fields, which are stored in the ledger only. */
  readonly unidentified: number
}

/**
 * Stores a validated response in the ledger and the feature's tables, in one transaction. A content that is already the latest
 * one of its record only updates when the record was last seen.
 */
export function storeResponse<Name extends OperationName>(
  db: Writer,
  response: ValidatedResponse<Name>,
  projection: Projector<Name>,
): StoredRecords {
  return db.transaction(() => {
    const responseId = store.insertResponse(db, {
      operation: response.operation,
      parameters: canonicalJson(response.parameters),
      path: response.path,
      fetchedAt: response.fetchedAt,
      message: response.message,
      hits: response.extent.hits,
      pageCount: response.extent.pageCount,
    })
    const recordIds: number[] = []
    const projected: Projected<Name>[] = []
    const count = { added: 0, changed: 0, unchanged: 0, unidentified: 0 }
    const identified = identify(response, projection)
    const known = store.findRecords(db, response.operation, [...identified.keys()])
    for (const [identity, named] of identified) {
      const outcome = storeRecord(db, response, projection, named, { identity, responseId, known: known.get(identity) })
      recordIds.push(outcome.recordId)
      count[outcome.what] += 1
      if (!named.isNamed) count.unidentified += named.times
      if (outcome.what === 'unchanged' || outcome.shown === null || !named.isNamed) continue
      projection.project(db, outcome.recordId, outcome.shown)
      projected.push({ recordId: outcome.recordId, record: outcome.shown })
    }
    projection.index?.(db, projected)
    store.setResponseRecords(db, responseId, recordIds, count.unidentified)
    return { responseId, recordIds, added: count.added, changed: count.changed, unidentified: count.unidentified }
  })
}

interface Identified<Name extends OperationName> {
  readonly validated: ValidatedRecord<Name>
  /** sha256 of the record as received. */
  readonly contentHash: Buffer
  readonly isNamed: boolean
  /** How often the response has it: two unidentified records with equal content cannot be told apart. */
  times: number
}

/**
 * The records of a response by identity, or else by content. Two records with the same identity in one response are stored as
 * two, or the second would be taken for a change of the first. With the same content they are one.
 */
function identify<Name extends OperationName>(
  response: ValidatedResponse<Name>,
  projection: Projector<Name>,
): Map<string, Identified<Name>> {
  const identified = new Map<string, Identified<Name>>()
  const byContent = new Map<string, Identified<Name>>()
  const contentsOf = new Map<string, Set<string>>()
  for (const validated of response.records) {
    const contentHash = hash('sha256', validated.body, 'buffer')
    const content = contentHash.toString('hex')
    const name = validated.record && projection.identity(validated.record, response.parameters)
    // The word is stored with records, and stays as it is.
    const stem = name ?? `unnamed ${content}`
    const contents = contentsOf.get(stem) ?? new Set()
    const same = byContent.get(content)
    if (same && contents.has(content)) {
      same.times += 1
      continue
    }
    contents.add(content)
    contentsOf.set(stem, contents)
    const identity = contents.size === 1 ? stem : `${stem} #${contents.size}`
    const entry = { validated, contentHash, isNamed: name !== null, times: 1 }
    identified.set(identity, entry)
    byContent.set(content, entry)
  }
  return identified
}

interface RecordTarget {
  readonly identity: string
  readonly responseId: number
  readonly known: store.KnownRecord | undefined
}

function storeRecord<Name extends OperationName>(
  db: Writer,
  response: ValidatedResponse<Name>,
  projection: Projector<Name>,
  { validated, contentHash }: Identified<Name>,
  { identity, responseId, known }: RecordTarget,
): StoreOutcome<Name> {
  const seenAt = response.fetchedAt
  if (known && (known.hash.equals(contentHash) || isReordered(db, known.contentId, validated.body))) {
    store.seeRecordAgain(db, known.id, seenAt, responseId)
    return { recordId: known.id, what: 'unchanged', shown: null }
  }
  const recordUpdatedAt = validated.record === null ? null : projection.updatedAt(validated.record)
  // An edition that the service dates before one that it has sent is from a lagging copy, and replaces nothing.
  if (known && isDatedBefore(recordUpdatedAt, store.getLatestTimeOfChange(db, known.id)))
    return { recordId: known.id, what: 'unchanged', shown: null }

  const previous = known && validated.record !== null ? getShown(db, response.operation, known.id) : undefined
  const contentId = store.insertContent(db, contentHash, validated.body)
  const marks = validated.marks.length > 0 ? JSON.stringify(validated.marks) : null
  const recordId = known
    ? known.id
    : store.insertRecord(db, { kind: response.operation, identity, contentId, seenAt, responseId, marks })
  if (known) store.reviseRecord(db, { id: known.id, contentId, seenAt, responseId, marks })
  const latest = known && store.getLatestRevision(db, known.id)
  // Known later than the one before it, even when the clock was set back meanwhile: their order is what counts.
  const knownFrom = latest ? Math.max(seenAt, latest.knownFrom + 1, acceptedUntil(db, known.id) + 1) : seenAt
  store.insertRevision(db, { recordId, knownFrom, contentId, responseId, recordUpdatedAt })
  const what = known ? 'changed' : 'added'
  const content = receivedContent<Name>(validated, { contentId, knownFrom })
  if (!content || !known || !previous) return { recordId, what, shown: validated.record }
  const shown = showNext(previous, content, known, rulesOf(projection))
  putShown(db, recordId, shown)
  // Every field of it is one that its schema let through.
  return { recordId, what, shown: shown.record as RecordOf<Name> }
}

interface StoreOutcome<Name extends OperationName> {
  readonly recordId: number
  readonly what: 'added' | 'changed' | 'unchanged'
  /** The record as it is shown now; null when that has not changed, or it is no record. */
  readonly shown: RecordOf<Name> | null
}

/** The same fields and values in another order are the same content: not a revision. */
function isReordered(db: Writer, contentId: number, body: string): boolean {
  const stored = store.getContent(db, contentId)
  return stored !== undefined && stored.length === body.length && inOrder(stored) === inOrder(body)
}

/**
 * The same text for all contents with the same fields and values, in whatever order. Numbers that a double cannot hold are distinguished by
 * their digits.
 */
export function inOrder(body: string): string {
  return canonicalJson(hasLongNumber(body) ? parseKeepingDigits(body) : JSON.parse(body))
}
