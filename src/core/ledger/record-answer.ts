import { hash } from 'node:crypto'
import type { OperationName, RecordOf } from '#contract/service/operations.ts'
import type { Writer } from '../database/handles.ts'
import type { BelievedAnswer, BelievedRecord } from '../service/believe.ts'
import { canonicalJson } from '../canonical-json.ts'
import { isDatedBefore } from '../instant.ts'
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
  /** Takes what is written in records into the full text, after their rows: an index takes in many texts for the price of a few. */
  index?(db: Writer, projected: readonly Projected<Name>[]): void
}

export interface Projected<Name extends OperationName> {
  readonly recordId: number
  readonly record: RecordOf<Name>
}

export interface Recorded {
  readonly answerId: number
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
    const projected: Projected<Name>[] = []
    const count = { added: 0, changed: 0, unchanged: 0, unnamed: 0 }
    const identified = identify(answer, projection)
    const known = store.findRecords(db, answer.operation, [...identified.keys()])
    for (const [identity, named] of identified) {
      const kept = keep(db, answer, projection, named, { identity, answerId, known: known.get(identity) })
      recordIds.push(kept.recordId)
      count[kept.what] += 1
      if (!named.isNamed) count.unnamed += 1
      if (kept.what === 'unchanged' || named.believed.record === null || !named.isNamed) continue
      projection.project(db, kept.recordId, named.believed.record)
      projected.push({ recordId: kept.recordId, record: named.believed.record })
    }
    projection.index?.(db, projected)
    store.setAnswerRecords(db, answerId, recordIds)
    return { answerId, recordIds, added: count.added, changed: count.changed, unnamed: count.unnamed }
  })
}

interface Identified<Name extends OperationName> {
  readonly believed: BelievedRecord<Name>
  /** sha256 of the record as it came. */
  readonly contentHash: Buffer
  readonly isNamed: boolean
}

/**
 * The answer's records by what they are known by. One that cannot be named goes by its content. Two of one name in one answer
 * are two records, or the second would pass for a change of the first; unless they say the same: then they are one.
 */
function identify<Name extends OperationName>(
  answer: BelievedAnswer<Name>,
  projection: Projection<Name>,
): Map<string, Identified<Name>> {
  const identified = new Map<string, Identified<Name>>()
  const contentsOf = new Map<string, Set<string>>()
  for (const believed of answer.records) {
    const contentHash = hash('sha256', believed.body, 'buffer')
    const content = contentHash.toString('hex')
    const name = believed.record && projection.identity(believed.record, answer.parameters)
    const stem = name ?? `unnamed ${content}`
    const contents = contentsOf.get(stem) ?? new Set()
    if (contents.has(content)) continue
    contents.add(content)
    contentsOf.set(stem, contents)
    const identity = contents.size === 1 ? stem : `${stem} #${contents.size}`
    identified.set(identity, { believed, contentHash, isNamed: name !== null })
  }
  return identified
}

interface Place {
  readonly identity: string
  readonly answerId: number
  readonly known: store.KnownRecord | undefined
}

function keep<Name extends OperationName>(
  db: Writer,
  answer: BelievedAnswer<Name>,
  projection: Projection<Name>,
  { believed, contentHash }: Identified<Name>,
  { identity, answerId, known }: Place,
): { recordId: number; what: 'added' | 'changed' | 'unchanged' } {
  const seenAt = answer.fetchedAt
  if (known && (known.hash.equals(contentHash) || isReordered(db, known.contentId, believed.body))) {
    store.seeRecordAgain(db, known.id, seenAt, answerId)
    return { recordId: known.id, what: 'unchanged' }
  }
  const recordUpdatedAt = believed.record === null ? null : projection.updatedAt(believed.record)
  const held = known && store.getNewestRevision(db, known.id)
  // An edition that the service itself dates before the one we hold comes from a copy that lags: it takes nobody's place.
  if (known && held && isDatedBefore(recordUpdatedAt, held.updatedAt)) return { recordId: known.id, what: 'unchanged' }

  const contentId = store.insertContent(db, contentHash, believed.body)
  const marks = believed.marks.length > 0 ? JSON.stringify(believed.marks) : null
  const recordId = known
    ? known.id
    : store.insertRecord(db, { kind: answer.operation, identity, contentId, seenAt, answerId, marks })
  if (known) store.reviseRecord(db, { id: known.id, contentId, seenAt, answerId, marks })
  // Known later than the one before it, even when the clock was set back meanwhile: their order is what counts.
  const knownFrom = held ? Math.max(seenAt, held.knownFrom + 1) : seenAt
  store.insertRevision(db, { recordId, knownFrom, contentId, answerId, recordUpdatedAt })
  return { recordId, what: known ? 'changed' : 'added' }
}

/** The same fields and values in another order are the same content: not a revision. */
function isReordered(db: Writer, contentId: number, body: string): boolean {
  const stored = store.getContent(db, contentId)
  return stored?.length === body.length && canonicalJson(JSON.parse(stored)) === canonicalJson(JSON.parse(body))
}
