import type { OperationName } from '#contract/service/operations.ts'
import type { Reader, Writer } from '../database/handles.ts'

export interface LedgerRecord {
  readonly id: number
  readonly kind: OperationName
  readonly identity: string
  readonly contentId: number
  readonly revisions: number
  readonly firstSeenAt: number
  readonly lastSeenAt: number
  readonly lastAnswerId: number
}

export interface LedgerAnswer {
  readonly id: number
  readonly operation: OperationName
  /** JSON with sorted keys, without the key. */
  readonly parameters: string
  readonly path: string
  readonly fetchedAt: number
  readonly message: string | null
  readonly hits: number | null
  readonly pageCount: number | null
}

/** What was known of a record from when on. */
export interface Revision {
  readonly knownFrom: number
  /** When the service last gave it; null for the newest one, whose record says so. */
  readonly lastSeenAt: number | null
  /** The answer that first gave it. */
  readonly answerId: number
  readonly recordUpdatedAt: string | null
  readonly hash: Buffer
  readonly body: string
}

const recordColumns = `id, kind, identity, content_id AS contentId, revisions, first_seen_at AS firstSeenAt,
  last_seen_at AS lastSeenAt, last_answer_id AS lastAnswerId`
const answerColumns = `id, operation, parameters, path, fetched_at AS fetchedAt, message, hits, page_count AS pageCount`

export function insertAnswer(db: Writer, answer: Omit<LedgerAnswer, 'id'>): number {
  return db.run(
    `INSERT INTO ledger_answer (operation, parameters, path, fetched_at, message, hits, page_count)
     VALUES (@operation, @parameters, @path, @fetchedAt, @message, @hits, @pageCount)`,
    { ...answer },
  ).lastInsertRowid
}

export function insertContent(db: Writer, hash: Buffer, body: string): number {
  const inserted = db.run('INSERT INTO ledger_content (hash, body) VALUES (?, ?) ON CONFLICT DO NOTHING', [hash, body])
  if (inserted.changes === 1) return inserted.lastInsertRowid
  return db.get<{ id: number }>('SELECT id FROM ledger_content WHERE hash = ?', [hash])?.id ?? 0
}

export function getContent(db: Reader, id: number): string | undefined {
  return db.get<{ body: string }>('SELECT body FROM ledger_content WHERE id = ?', [id])?.body
}

export interface KnownRecord {
  readonly id: number
  readonly contentId: number
  readonly hash: Buffer
}

/** Those of the named records that are stored, by identity: one query for a whole answer. */
export function findRecords(db: Reader, kind: OperationName, identities: readonly string[]): Map<string, KnownRecord> {
  const rows = db.all<KnownRecord & { identity: string }>(
    `SELECT record.identity, record.id, record.content_id AS contentId, content.hash FROM json_each(@wanted) AS wanted
     CROSS JOIN ledger_record AS record ON record.kind = @kind AND record.identity = wanted.value
     JOIN ledger_content AS content ON content.id = record.content_id`,
    { kind, wanted: JSON.stringify(identities) },
  )
  return new Map(rows.map((row) => [row.identity, row]))
}

/**
 * Beside ORDER BY, SQLite looks at what a parameter of an equality is to plan, and prepares the statement anew at each run: most
 * of the time of a question that is asked for every record. `+?` is a value like any other.
 */
const given = '+?'

/** The revision that holds now: since when, and the service's own time of change of it. */
export function getNewestRevision(
  db: Reader,
  recordId: number,
): { knownFrom: number; updatedAt: string | null } | undefined {
  return db.get(
    `SELECT known_from AS knownFrom, record_updated_at AS updatedAt FROM ledger_revision
     WHERE record_id = ${given} ORDER BY known_from DESC LIMIT 1`,
    [recordId],
  )
}

interface NewRecord {
  readonly kind: OperationName
  readonly identity: string
  readonly contentId: number
  readonly seenAt: number
  readonly answerId: number
  readonly marks: string | null
}

export function insertRecord(db: Writer, record: NewRecord): number {
  const { kind, identity, contentId, seenAt, answerId, marks } = record
  return db.run(
    `INSERT INTO ledger_record (kind, identity, content_id, revisions, first_seen_at, last_seen_at, last_answer_id, marks)
     VALUES (?, ?, ?, 1, ?, ?, ?, ?)`,
    [kind, identity, contentId, seenAt, seenAt, answerId, marks],
  ).lastInsertRowid
}

/** The record moves on to another content; the one before keeps when it was last given. */
export function reviseRecord(
  db: Writer,
  revision: { id: number; contentId: number; seenAt: number; answerId: number; marks: string | null },
): void {
  db.run(
    `UPDATE ledger_revision SET last_seen_at = (SELECT last_seen_at FROM ledger_record WHERE id = @id)
     WHERE record_id = @id AND last_seen_at IS NULL`,
    { id: revision.id },
  )
  db.run(
    `UPDATE ledger_record SET content_id = @contentId, revisions = revisions + 1, last_seen_at = @seenAt,
     last_answer_id = @answerId, marks = @marks WHERE id = @id`,
    revision,
  )
}

export function seeRecordAgain(db: Writer, id: number, seenAt: number, answerId: number): void {
  db.run('UPDATE ledger_record SET last_seen_at = ?, last_answer_id = ? WHERE id = ?', [seenAt, answerId, id])
}

interface NewRevision {
  readonly recordId: number
  readonly knownFrom: number
  readonly contentId: number
  readonly answerId: number
  readonly recordUpdatedAt: string | null
}

export function insertRevision(db: Writer, revision: NewRevision): void {
  const { recordId, knownFrom, contentId, answerId, recordUpdatedAt } = revision
  db.run(
    `INSERT INTO ledger_revision (record_id, known_from, content_id, answer_id, record_updated_at)
     VALUES (?, ?, ?, ?, ?)`,
    [recordId, knownFrom, contentId, answerId, recordUpdatedAt],
  )
}

/** Which records the answer held, in its order. */
export function setAnswerRecords(db: Writer, answerId: number, recordIds: readonly number[]): void {
  db.run('UPDATE ledger_answer SET records = ? WHERE id = ?', [JSON.stringify(recordIds), answerId])
}

export function getRecord(db: Reader, id: number): LedgerRecord | undefined {
  return db.get(`SELECT ${recordColumns} FROM ledger_record WHERE id = ?`, [id])
}

export function countRevisions(db: Reader, recordId: number): number {
  return db.get<{ revisions: number }>('SELECT revisions FROM ledger_record WHERE id = ?', [recordId])?.revisions ?? 0
}

export function getAnswer(db: Reader, id: number): LedgerAnswer | undefined {
  return db.get(`SELECT ${answerColumns} FROM ledger_answer WHERE id = ?`, [id])
}

/** The records that an answer held, in its order. */
export function getAnswerRecords(db: Reader, answerId: number): number[] {
  const answer = db.get<{ records: string }>('SELECT records FROM ledger_answer WHERE id = ?', [answerId])
  return answer ? (JSON.parse(answer.records) as number[]) : []
}

/** The last time exactly this question was answered: the newest row, whatever the clock said then. */
export function getNewestAnswer(db: Reader, operation: OperationName, parameters: string): LedgerAnswer | undefined {
  return db.get(
    `SELECT ${answerColumns} FROM ledger_answer WHERE operation = ${given} AND parameters = ${given} ORDER BY id DESC LIMIT 1`,
    [operation, parameters],
  )
}

export interface StoredRecord {
  readonly id: number
  readonly body: string
  readonly lastSeenAt: number
}

/** Newest contents of some records, in the order asked. */
export function getRecords(db: Reader, ids: readonly number[]): StoredRecord[] {
  return db.all(
    `SELECT record.id, content.body, record.last_seen_at AS lastSeenAt FROM json_each(?) AS wanted
     JOIN ledger_record AS record ON record.id = wanted.value
     JOIN ledger_content AS content ON content.id = record.content_id ORDER BY wanted.key`,
    [JSON.stringify(ids)],
  )
}

/** Contents of some records as they were held at a moment, in the order asked; null: now. Those not known then are left out. */
export function getRecordsThen(
  db: Reader,
  ids: readonly number[],
  then: number | null,
): { readonly id: number; readonly body: string }[] {
  return db.all(
    `SELECT wanted.value AS id, content.body FROM json_each(@ids) AS wanted
     JOIN ledger_revision AS revision ON revision.record_id = wanted.value AND revision.known_from =
       (SELECT MAX(known_from) FROM ledger_revision
        WHERE record_id = wanted.value AND (@then IS NULL OR known_from <= @then))
     JOIN ledger_content AS content ON content.id = revision.content_id ORDER BY wanted.key`,
    { ids: JSON.stringify(ids), then },
  )
}

/** All that was ever known of a record, newest first. */
export function getRevisions(db: Reader, recordId: number): Revision[] {
  return db.all(
    `SELECT revision.known_from AS knownFrom, revision.last_seen_at AS lastSeenAt, revision.answer_id AS answerId,
       revision.record_updated_at AS recordUpdatedAt, content.hash, content.body
     FROM ledger_revision AS revision JOIN ledger_content AS content ON content.id = revision.content_id
     WHERE revision.record_id = ? ORDER BY revision.known_from DESC`,
    [recordId],
  )
}
