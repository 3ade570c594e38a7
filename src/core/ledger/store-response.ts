import { hash } from 'node:crypto'
import type { OperationName, RecordOf } from '#contract/service/operations.ts'
import type { Writer } from '../database/reader-writer.ts'
import type { ValidatedResponse, ValidatedRecord } from '../service/response-validation.ts'
import { canonicalJson } from '../canonical-json.ts'
import { hasLongNumber, parseKeepingDigits } from '../service/exact-numbers.ts'
import { isDatedBefore } from '../instant.ts'
import { showNext } from './carry-forward.ts'
import * as store from './ledger-store.ts'
import { acceptedUntil, getShown, putShown, receivedContent, rulesOf, type RulesOfKind } from './shown-records.ts'

/** How a feature keeps one kind of record: what it is known by, and its own tables. */
export interface Projection<Name extends OperationName> extends RulesOfKind<Name> {
  /** What the record is known by; null when it lacks the fields for it: then it is kept in the ledger only. */
  identity(record: RecordOf<Name>, parameters: Readonly<Record<string, unknown>>): string | null
  /** The service's own time of change, when it has one. */
  updatedAt(record: RecordOf<Name>): string | null
  /** Writes the feature's rows for a record as it is shown: its newest content, less what is kept of earlier ones. */
  project(db: Writer, recordId: number, record: RecordOf<Name>): void
  /** Takes what is written in records into the full text, after their rows: an index takes in many texts for the price of a few. */
  index?(db: Writer, projected: readonly Projected<Name>[]): void
}

export interface Projected<Name extends OperationName> {
  readonly recordId: number
  readonly record: RecordOf<Name>
}

export interface StoredRecords {
  readonly responseId: number
  readonly recordIds: readonly number[]
  /** Records that were not known before, and records whose content changed. */
  readonly added: number
  readonly changed: number
  /** Records that lack what they would be known by: in the ledger only. */
  readonly unnamed: number
}

/**
 * Takes a believed answer into the ledger and the feature's tables, in one transaction. A content that is already the newest
 * one of its record only moves the record's last sighting.
 */
export function storeResponse<Name extends OperationName>(
  db: Writer,
  answer: ValidatedResponse<Name>,
  projection: Projection<Name>,
): StoredRecords {
  return db.transaction(() => {
    const responseId = store.insertResponse(db, {
      operation: answer.operation,
      parameters: canonicalJson(answer.parameters),
      path: answer.path,
      fetchedAt: answer.fetchedAt,
      message: answer.message,
      hits: answer.extent.hits,
      pageCount: answer.extent.pageCount,
    })
    const recordIds: number[] = []
    const projected: Projected<Name>[] = []
    const count = { added: 0, changed: 0, unchanged: 0, unnamed: 0 }
    const identified = identify(answer, projection)
    const known = store.findRecords(db, answer.operation, [...identified.keys()])
    for (const [identity, named] of identified) {
      const kept = keep(db, answer, projection, named, { identity, responseId, known: known.get(identity) })
      recordIds.push(kept.recordId)
      count[kept.what] += 1
      if (!named.isNamed) count.unnamed += named.times
      if (kept.what === 'unchanged' || kept.shown === null || !named.isNamed) continue
      projection.project(db, kept.recordId, kept.shown)
      projected.push({ recordId: kept.recordId, record: kept.shown })
    }
    projection.index?.(db, projected)
    store.setResponseRecords(db, responseId, recordIds, count.unnamed)
    return { responseId, recordIds, added: count.added, changed: count.changed, unnamed: count.unnamed }
  })
}

interface Identified<Name extends OperationName> {
  readonly believed: ValidatedRecord<Name>
  /** sha256 of the record as it came. */
  readonly contentHash: Buffer
  readonly isNamed: boolean
  /** How often the answer has it: nobody can tell whether two that cannot be named are one. */
  times: number
}

/**
 * The answer's records by what they are known by. One that cannot be named goes by its content. Two of one name in one answer
 * are two records, or the second would pass for a change of the first; unless they say the same: then they are one.
 */
function identify<Name extends OperationName>(
  answer: ValidatedResponse<Name>,
  projection: Projection<Name>,
): Map<string, Identified<Name>> {
  const identified = new Map<string, Identified<Name>>()
  const byContent = new Map<string, Identified<Name>>()
  const contentsOf = new Map<string, Set<string>>()
  for (const believed of answer.records) {
    const contentHash = hash('sha256', believed.body, 'buffer')
    const content = contentHash.toString('hex')
    const name = believed.record && projection.identity(believed.record, answer.parameters)
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
    const one = { believed, contentHash, isNamed: name !== null, times: 1 }
    identified.set(identity, one)
    byContent.set(content, one)
  }
  return identified
}

interface Place {
  readonly identity: string
  readonly responseId: number
  readonly known: store.KnownRecord | undefined
}

function keep<Name extends OperationName>(
  db: Writer,
  answer: ValidatedResponse<Name>,
  projection: Projection<Name>,
  { believed, contentHash }: Identified<Name>,
  { identity, responseId, known }: Place,
): Kept<Name> {
  const seenAt = answer.fetchedAt
  if (known && (known.hash.equals(contentHash) || isReordered(db, known.contentId, believed.body))) {
    store.seeRecordAgain(db, known.id, seenAt, responseId)
    return { recordId: known.id, what: 'unchanged', shown: null }
  }
  const recordUpdatedAt = believed.record === null ? null : projection.updatedAt(believed.record)
  const held = known && store.getLatestRevision(db, known.id)
  // An edition that the service itself dates before the one we hold comes from a copy that lags: it takes nobody's place.
  if (known && held && isDatedBefore(recordUpdatedAt, held.updatedAt))
    return { recordId: known.id, what: 'unchanged', shown: null }

  const before = known && believed.record !== null ? getShown(db, answer.operation, known.id) : undefined
  const contentId = store.insertContent(db, contentHash, believed.body)
  const marks = believed.marks.length > 0 ? JSON.stringify(believed.marks) : null
  const recordId = known
    ? known.id
    : store.insertRecord(db, { kind: answer.operation, identity, contentId, seenAt, responseId, marks })
  if (known) store.reviseRecord(db, { id: known.id, contentId, seenAt, responseId, marks })
  // Known later than the one before it, even when the clock was set back meanwhile: their order is what counts.
  const knownFrom = held ? Math.max(seenAt, held.knownFrom + 1, acceptedUntil(db, known.id) + 1) : seenAt
  store.insertRevision(db, { recordId, knownFrom, contentId, responseId, recordUpdatedAt })
  const what = known ? 'changed' : 'added'
  const content = receivedContent<Name>(believed, { contentId, knownFrom })
  if (!content || !known || !before) return { recordId, what, shown: believed.record }
  const shown = showNext(before, content, known.lastSeenAt, rulesOf(projection))
  putShown(db, recordId, shown)
  // Every field of it is one that its schema let through.
  return { recordId, what, shown: shown.record as RecordOf<Name> }
}

interface Kept<Name extends OperationName> {
  readonly recordId: number
  readonly what: 'added' | 'changed' | 'unchanged'
  /** The record as it is shown now; null when that has not changed, or it is no record. */
  readonly shown: RecordOf<Name> | null
}

/** The same fields and values in another order are the same content: not a revision. */
function isReordered(db: Writer, contentId: number, body: string): boolean {
  const stored = store.getContent(db, contentId)
  return stored?.length === body.length && inOrder(stored) === inOrder(body)
}

/** Numbers that a double cannot hold are told apart by their digits. */
function inOrder(body: string): string {
  return canonicalJson(hasLongNumber(body) ? parseKeepingDigits(body) : JSON.parse(body))
}
