/** SQL of the ledger: responses, records, contents, and the revisions of each record. */

import { z } from 'zod'
import type { OperationName } from '#contract/service/operations.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { readStoredJson } from '../stored-json.ts'

interface LedgerRecord {
  readonly id: number
  readonly kind: OperationName
  readonly identity: string
  readonly contentId: number
  readonly revisions: number
  readonly firstSeenAt: number
  readonly lastSeenAt: number
  readonly lastResponseId: number
}

export interface LedgerResponse {
  readonly id: number
  readonly operation: OperationName
  /** Canonical JSON, without the API key. */
  readonly parameters: string
  readonly path: string
  readonly fetchedAt: number
  readonly message: string | null
  readonly hits: number | null
  readonly pageCount: number | null
  /** Records that arrived and could not be identified or read: in the ledger only, shown nowhere. */
  readonly unidentified: number
}

/** Who handed responses over in a pack. */
export interface PackOrigin {
  /** As its author signed it. */
  readonly author: string
  /** ms since 1970. */
  readonly madeAt: number
  /** Name of the workspace that it was made of. */
  readonly workspace: string
  /** The service that had sent the responses; `sample` for the built-in one. */
  readonly host: string
}

/** A version of a record, and since when it was known. */
export interface Revision {
  readonly knownFrom: number
  /** When the service last sent it; null for the latest version, whose record has the time. */
  readonly lastSeenAt: number | null
  /** The response that first contained it. */
  readonly responseId: number
  readonly recordUpdatedAt: string | null
  readonly hash: Buffer
  readonly body: string
}

const recordColumns = `id, kind, identity, content_id AS contentId, revisions, first_seen_at AS firstSeenAt,
  last_seen_at AS lastSeenAt, last_response_id AS lastResponseId`
const responseColumns = `id, operation, parameters, path, fetched_at AS fetchedAt, message, hits, page_count AS pageCount,
  unidentified`

export function insertResponse(db: Writer, response: Omit<LedgerResponse, 'id' | 'unidentified'>): number {
  return db.run(
    `INSERT INTO ledger_response (operation, parameters, path, fetched_at, message, hits, page_count)
     VALUES (@operation, @parameters, @path, @fetchedAt, @message, @hits, @pageCount)`,
    { ...response },
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
  readonly lastSeenAt: number
}

/** Those of the named records that are stored, by identity: one query for a whole response. */
export function findRecords(db: Reader, kind: OperationName, identities: readonly string[]): Map<string, KnownRecord> {
  const rows = db.all<KnownRecord & { identity: string }>(
    `SELECT record.identity, record.id, record.content_id AS contentId, record.last_seen_at AS lastSeenAt, content.hash
     FROM json_each(@wanted) AS wanted
     CROSS JOIN ledger_record AS record ON record.kind = @kind AND record.identity = wanted.value
     JOIN ledger_content AS content ON content.id = record.content_id`,
    { kind, wanted: JSON.stringify(identities) },
  )
  return new Map(rows.map((row) => [row.identity, row]))
}

/**
 * Beside ORDER BY, SQLite looks at what a parameter of an equality is to plan, and prepares the statement again at each run: most
 * of the time of a query that runs for every record. `+?` is a value like any other.
 */
const given = '+?'

/** Since when the revision is known that holds now. */
export function getLatestRevision(db: Reader, recordId: number): { knownFrom: number } | undefined {
  return db.get(
    `SELECT known_from AS knownFrom FROM ledger_revision WHERE record_id = ${given} ORDER BY known_from DESC LIMIT 1`,
    [recordId],
  )
}

/**
 * The service's own time of change of the latest revision that the service itself has sent to this library; null: it has none. What a pack
 * brought may state any time.
 */
export function getLatestTimeOfChange(db: Reader, recordId: number): string | null {
  const row = db.get<{ updatedAt: string | null }>(
    `SELECT revision.record_updated_at AS updatedAt FROM ledger_revision AS revision
     JOIN ledger_record AS record ON record.id = revision.record_id
     WHERE revision.record_id = ${given} AND EXISTS (
       SELECT 1 FROM ledger_response AS response WHERE response.pack_id IS NULL
         AND response.id IN (revision.response_id, iif(revision.last_seen_at IS NULL, record.last_response_id, NULL)))
     ORDER BY revision.known_from DESC LIMIT 1`,
    [recordId],
  )
  return row?.updatedAt ?? null
}

interface NewRecord {
  readonly kind: OperationName
  readonly identity: string
  readonly contentId: number
  readonly seenAt: number
  readonly responseId: number
  readonly marks: string | null
}

export function insertRecord(db: Writer, record: NewRecord): number {
  const { kind, identity, contentId, seenAt, responseId, marks } = record
  return db.run(
    `INSERT INTO ledger_record (kind, identity, content_id, revisions, first_seen_at, last_seen_at, last_response_id, marks)
     VALUES (?, ?, ?, 1, ?, ?, ?, ?)`,
    [kind, identity, contentId, seenAt, seenAt, responseId, marks],
  ).lastInsertRowid
}

/** Gives the record another content; the previous one keeps the time when it was last sent. */
export function reviseRecord(
  db: Writer,
  revision: { id: number; contentId: number; seenAt: number; responseId: number; marks: string | null },
): void {
  db.run(
    `UPDATE ledger_revision SET last_seen_at = (SELECT last_seen_at FROM ledger_record WHERE id = @id)
     WHERE record_id = @id AND last_seen_at IS NULL`,
    { id: revision.id },
  )
  db.run(
    `UPDATE ledger_record SET content_id = @contentId, revisions = revisions + 1, last_seen_at = @seenAt,
     last_response_id = @responseId, marks = @marks WHERE id = @id`,
    revision,
  )
}

/** Marks of a record's latest content, as it is parsed now. */
export function setMarks(db: Writer, id: number, marks: string | null): void {
  db.run('UPDATE ledger_record SET marks = ? WHERE id = ?', [marks, id])
}

export function seeRecordAgain(db: Writer, id: number, seenAt: number, responseId: number): void {
  db.run('UPDATE ledger_record SET last_seen_at = ?, last_response_id = ? WHERE id = ?', [seenAt, responseId, id])
}

interface NewRevision {
  readonly recordId: number
  readonly knownFrom: number
  readonly contentId: number
  readonly responseId: number
  readonly recordUpdatedAt: string | null
}

export function insertRevision(db: Writer, revision: NewRevision): void {
  const { recordId, knownFrom, contentId, responseId, recordUpdatedAt } = revision
  db.run(
    `INSERT INTO ledger_revision (record_id, known_from, content_id, response_id, record_updated_at)
     VALUES (?, ?, ?, ?, ?)`,
    [recordId, knownFrom, contentId, responseId, recordUpdatedAt],
  )
}

/** Which records the response contained, in order, and how many of them could not be identified or read. */
export function setResponseRecords(
  db: Writer,
  responseId: number,
  recordIds: readonly number[],
  unidentified: number,
): void {
  db.run('UPDATE ledger_response SET records = ?, unidentified = ? WHERE id = ?', [
    JSON.stringify(recordIds),
    unidentified,
    responseId,
  ])
}

export function getRecord(db: Reader, id: number): LedgerRecord | undefined {
  return db.get(`SELECT ${recordColumns} FROM ledger_record WHERE id = ?`, [id])
}

export function countRevisions(db: Reader, recordId: number): number {
  return db.get<{ revisions: number }>('SELECT revisions FROM ledger_record WHERE id = ?', [recordId])?.revisions ?? 0
}

export function getResponse(db: Reader, id: number): LedgerResponse | undefined {
  return db.get(`SELECT ${responseColumns} FROM ledger_response WHERE id = ?`, [id])
}

const storedParameters = z.record(z.string(), z.unknown())

/** The parameters of a response's request, by name. */
export function requestParameters({ parameters }: Pick<LedgerResponse, 'parameters'>): Record<string, string> {
  const requested = readStoredJson(storedParameters, parameters) ?? {}
  return Object.fromEntries(Object.entries(requested).map(([name, value]) => [name, String(value)]))
}

const recordIds = z.array(z.number())

/** The records that a response contained, in its order. */
export function getResponseRecords(db: Reader, responseId: number): number[] {
  const response = db.get<{ records: string }>('SELECT records FROM ledger_response WHERE id = ?', [responseId])
  return readStoredJson(recordIds, response?.records) ?? []
}

/** How many of some records could be identified on arrival. */
export function countIdentified(db: Reader, recordIds: Iterable<number>): number {
  const row = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM json_each(?) AS wanted CROSS JOIN ledger_record AS record ON record.id = wanted.value
     WHERE record.identity NOT GLOB 'unnamed *'`,
    [JSON.stringify([...recordIds])],
  )
  return row?.count ?? 0
}

/** Every record that any response to some requests (their parameters as JSON) ever contained. */
export function getEveryRecordOfResponses(db: Reader, operation: OperationName, requests: readonly string[]): number[] {
  return db
    .all<{ id: number }>(
      `SELECT DISTINCT record.value AS id FROM json_each(@requests) AS requested
       CROSS JOIN ledger_response AS response ON response.operation = @operation AND response.parameters = requested.value
       JOIN json_each(response.records) AS record`,
      { operation, requests: JSON.stringify(requests) },
    )
    .map(({ id }) => id)
}

/**
 * The last response to exactly this request: the latest row, whatever the clock was. One that came in a pack replaces it only where it was
 * received later, by its date and by when the pack was opened, since its author's clock may be ahead; never where the pack had but a part of
 * its records.
 */
export function getLatestResponse(
  db: Reader,
  operation: OperationName,
  parameters: string,
): LedgerResponse | undefined {
  const latest = (among: string, order: string, after: number) =>
    db.get<LedgerResponse>(
      `SELECT ${responseColumns} FROM ledger_response
       WHERE operation = ${given} AND parameters = ${given} AND id > ${given} AND ${among} ORDER BY ${order} LIMIT 1`,
      [operation, parameters, after],
    )
  const own = latest('pack_id IS NULL', 'id DESC', 0)
  const packed = latest('pack_id IS NOT NULL AND is_partial = 0', 'fetched_at DESC, id DESC', own?.id ?? 0)
  return packed && (!own || packed.fetchedAt > own.fetchedAt) ? packed : own
}

/** The pack in which a response came; undefined: it came from the service. */
export function getPackOf(db: Reader, responseId: number): PackOrigin | undefined {
  return db.get(
    `SELECT pack.author, pack.made_at AS madeAt, pack.workspace, pack.host FROM ledger_response AS response
     JOIN pack ON pack.id = response.pack_id WHERE response.id = ?`,
    [responseId],
  )
}

/** Whether a pack was ever opened. */
export function hasPacks(db: Reader): boolean {
  return db.get('SELECT 1 FROM pack LIMIT 1') !== undefined
}

export interface StoredRecord {
  readonly id: number
  /** Id of its latest content. */
  readonly contentId: number
  /** As shown: its latest content, or the record that replaces it (`shown-records.ts`). */
  readonly body: string
  /** Notes on the replacing record, JSON; null: the latest content is shown. */
  readonly notes: string | null
  /** Marks of the latest content, JSON; null: none. */
  readonly marks: string | null
  readonly lastSeenAt: number
}

/** Some records as shown, in the requested order. */
export function getRecords(db: Reader, ids: readonly number[]): StoredRecord[] {
  return db.all(
    `SELECT record.id, record.content_id AS contentId, coalesce(shown.body, content.body) AS body, shown.notes, record.marks, record.last_seen_at AS lastSeenAt
     FROM json_each(?) AS wanted JOIN ledger_record AS record ON record.id = wanted.value
     JOIN ledger_content AS content ON content.id = record.content_id
     LEFT JOIN shown_record AS shown ON shown.record_id = record.id ORDER BY wanted.key`,
    [JSON.stringify(ids)],
  )
}

interface RecordOrigin {
  /** sha256 of the content that was known then. */
  readonly hash: Buffer
  /** The last response known then that contained it. */
  readonly responseId: number
}

/** For each record that was stored then (ms since 1970; null: now), in the requested order. */
export function getOrigins(db: Reader, recordIds: readonly number[], asOf: number | null): RecordOrigin[] {
  return db.all(
    `SELECT content.hash, CASE WHEN revision.last_seen_at IS NULL AND (@asOf IS NULL OR record.last_seen_at <= @asOf)
         THEN record.last_response_id ELSE revision.response_id END AS responseId
     FROM json_each(@recordIds) AS wanted JOIN ledger_record AS record ON record.id = wanted.value
     JOIN ledger_revision AS revision ON revision.record_id = record.id
       AND revision.known_from = (SELECT max(known_from) FROM ledger_revision
         WHERE record_id = record.id AND (@asOf IS NULL OR known_from <= @asOf))
     JOIN ledger_content AS content ON content.id = revision.content_id
     ORDER BY wanted.key`,
    { recordIds: JSON.stringify(recordIds), asOf },
  )
}

/** A record as far as it was known at a moment. */
export interface RecordAsOf {
  readonly recordId: number
  /** Contents that were known. */
  readonly versions: number
  /** When its latest version first arrived, ms since 1970. */
  readonly knownFrom: number
  /** When the service had last sent its latest version, ms since 1970. */
  readonly seenAt: number
}

/** Those of some records that were stored at a moment, in any order. */
export function getKnownAsOf(db: Reader, recordIds: readonly number[], asOf: number): RecordAsOf[] {
  return db.all(
    `SELECT recordId, versions, knownFrom, min(@asOf, seenAt) AS seenAt FROM (
       SELECT record.id AS recordId, count(*) AS versions, max(revision.known_from) AS knownFrom,
         coalesce(revision.last_seen_at, record.last_seen_at) AS seenAt
       FROM json_each(@recordIds) AS wanted JOIN ledger_record AS record ON record.id = wanted.value
       JOIN ledger_revision AS revision ON revision.record_id = record.id AND revision.known_from <= @asOf
       GROUP BY record.id)`,
    { recordIds: JSON.stringify(recordIds), asOf },
  )
}

/** All that was ever known of a record, latest first. */
export function getRevisions(db: Reader, recordId: number): Revision[] {
  return db.all(
    `SELECT revision.known_from AS knownFrom, revision.last_seen_at AS lastSeenAt, revision.response_id AS responseId,
       revision.record_updated_at AS recordUpdatedAt, content.hash, content.body
     FROM ledger_revision AS revision JOIN ledger_content AS content ON content.id = revision.content_id
     WHERE revision.record_id = ? ORDER BY revision.known_from DESC`,
    [recordId],
  )
}
