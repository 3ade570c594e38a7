import type { OperationName, RecordOf } from '#contract/service/operations.ts'
import type { Writer } from '../database/handles.ts'
import type { BelievedAnswer, BelievedRecord } from '../service/believe.ts'
import { canonicalJson, contentHash } from './canonical.ts'
import * as store from './ledger-store.ts'

/** How a feature keeps one kind of record: what it is known by, and its own tables. */
export interface Projection<Name extends OperationName> {
  readonly operation: Name
  /** What the record is known by; null when it lacks the fields for it: then it is kept in the ledger only. */
  identity(record: RecordOf<Name>, parameters: Readonly<Record<string, unknown>>): string | null
  /** The service's own time of change, when it has one. */
  updatedAt(record: RecordOf<Name>): string | null
  /** Writes the feature's rows for the newest content of a record. */
  project(db: Writer, recordId: number, record: RecordOf<Name>): void
}

export interface Recorded {
  readonly answerId: number
  readonly recordIds: readonly number[]
  /** Records that were not known before, and records whose content changed. */
  readonly added: number
  readonly changed: number
}

/**
 * Takes a believed answer into the ledger and the feature's tables, in one transaction. A content that is already the newest
 * one of its record only moves the record's last sighting.
 */
export function recordAnswer<Name extends OperationName>(
  db: Writer,
  answer: BelievedAnswer<Name>,
  projection: Projection<Name>,
): Recorded {
  return db.transaction(() => {
    const answerId = store.insertAnswer(db, {
      operation: answer.operation,
      parameters: canonicalJson(answer.parameters),
      path: answer.path,
      fetchedAt: answer.fetchedAt,
      message: answer.message,
      hits: answer.extent.hits,
      pageCount: answer.extent.pageCount,
    })
    const recordIds: number[] = []
    const seen = new Set<string>()
    let added = 0
    let changed = 0
    for (const [position, believed] of answer.records.entries()) {
      const hash = contentHash(believed.raw)
      const identity = distinct(identityOf(projection, answer, believed) ?? `unnamed ${hash.toString('hex')}`, seen)
      const kept = keep(db, answer, projection, believed, { identity, hash, answerId })
      store.insertSighting(db, answerId, position, kept.recordId)
      recordIds.push(kept.recordId)
      if (kept.what === 'added') added += 1
      if (kept.what === 'changed') changed += 1
    }
    return { answerId, recordIds, added, changed }
  })
}

/** Two records of one identity in one answer are two records: the second one must not pass for a change of the first. */
function distinct(identity: string, seen: Set<string>): string {
  let name = identity
  for (let copy = 2; seen.has(name); copy += 1) name = `${identity} #${copy}`
  seen.add(name)
  return name
}

function identityOf<Name extends OperationName>(
  projection: Projection<Name>,
  answer: BelievedAnswer<Name>,
  believed: BelievedRecord<Name>,
): string | null {
  return believed.record === null ? null : projection.identity(believed.record, answer.parameters)
}

interface Place {
  readonly identity: string
  readonly hash: Buffer
  readonly answerId: number
}

function keep<Name extends OperationName>(
  db: Writer,
  answer: BelievedAnswer<Name>,
  projection: Projection<Name>,
  believed: BelievedRecord<Name>,
  { identity, hash, answerId }: Place,
): { recordId: number; what: 'added' | 'changed' | 'unchanged' } {
  const seenAt = answer.fetchedAt
  const known = store.findRecord(db, answer.operation, identity)
  if (known?.hash.equals(hash)) {
    store.seeRecordAgain(db, known.id, seenAt, answerId)
    return { recordId: known.id, what: 'unchanged' }
  }
  const contentId = store.insertContent(db, hash, JSON.stringify(believed.raw))
  const marks = believed.marks.length > 0 ? JSON.stringify(believed.marks) : null
  const recordId = known
    ? known.id
    : store.insertRecord(db, { kind: answer.operation, identity, contentId, seenAt, answerId, marks })
  if (known) store.reviseRecord(db, { id: known.id, contentId, seenAt, answerId, marks })
  const recordUpdatedAt = believed.record === null ? null : projection.updatedAt(believed.record)
  store.insertRevision(db, { recordId, knownFrom: seenAt, contentId, answerId, recordUpdatedAt })
  if (believed.record !== null && !identity.startsWith('unnamed ')) projection.project(db, recordId, believed.record)
  return { recordId, what: known ? 'changed' : 'added' }
}
