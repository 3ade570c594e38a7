/** SQL of whole histories: reads records with all of their contents for a pack, and stores those of a pack. */

import type { OperationName } from '#contract/service/operations.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import type { PackOrigin } from './ledger-store.ts'

/** A record of the ledger, without its contents. */
export interface HistoryRecord {
  readonly id: number
  readonly kind: OperationName
  readonly identity: string
  readonly firstSeenAt: number
  readonly lastSeenAt: number
  readonly lastResponseId: number
}

/** One content of a record. */
export interface StoredRevision {
  readonly knownFrom: number
  /** Null: of the latest one, whose record has the time. */
  readonly lastSeenAt: number | null
  readonly responseId: number
  readonly recordUpdatedAt: string | null
  readonly contentId: number
  readonly hash: Buffer
  readonly body: string
}

/** A response without its records, and the pack in which it came; null: it came from the service. */
export interface ResponseRow {
  readonly id: number
  readonly operation: OperationName
  readonly parameters: string
  readonly path: string
  readonly fetchedAt: number
  readonly message: string | null
  readonly hits: number | null
  readonly pageCount: number | null
  readonly unidentified: number
  readonly packId: number | null
  readonly isPartial: number
}

const recordColumns = `record.id, record.kind, record.identity, record.first_seen_at AS firstSeenAt,
  record.last_seen_at AS lastSeenAt, record.last_response_id AS lastResponseId`
const responseColumns = `id, operation, parameters, path, fetched_at AS fetchedAt, message, hits, page_count AS pageCount,
  unidentified, pack_id AS packId, is_partial AS isPartial`

export function getHistoryRecord(db: Reader, id: number): HistoryRecord | undefined {
  return db.get(`SELECT ${recordColumns} FROM ledger_record AS record WHERE record.id = ?`, [id])
}

export function findHistoryRecord(db: Reader, kind: string, identity: string): HistoryRecord | undefined {
  return db.get(`SELECT ${recordColumns} FROM ledger_record AS record WHERE record.kind = ? AND record.identity = ?`, [
    kind,
    identity,
  ])
}

/** The latest ones, oldest first. */
export function getStoredRevisions(db: Reader, recordId: number, limit: number): StoredRevision[] {
  const latest = db.all<StoredRevision>(
    `SELECT revision.known_from AS knownFrom, revision.last_seen_at AS lastSeenAt, revision.response_id AS responseId,
       revision.record_updated_at AS recordUpdatedAt, revision.content_id AS contentId, content.hash, content.body
     FROM ledger_revision AS revision JOIN ledger_content AS content ON content.id = revision.content_id
     WHERE revision.record_id = ? ORDER BY revision.known_from DESC LIMIT ?`,
    [recordId, limit],
  )
  return latest.reverse()
}

/** The same without the contents themselves, which may be long. */
export function getRevisionRows(db: Reader, recordId: number): Omit<StoredRevision, 'hash' | 'body'>[] {
  return db.all(
    `SELECT known_from AS knownFrom, last_seen_at AS lastSeenAt, response_id AS responseId,
       record_updated_at AS recordUpdatedAt, content_id AS contentId
     FROM ledger_revision WHERE record_id = +? ORDER BY known_from`,
    [recordId],
  )
}

/** How many bytes each of some contents has, in the requested order. */
export function getContentLengths(
  db: Reader,
  contentIds: readonly number[],
): { readonly id: number; readonly bytes: number }[] {
  return db.all(
    `SELECT content.id, octet_length(content.body) AS bytes FROM json_each(?) AS wanted
     JOIN ledger_content AS content ON content.id = wanted.value ORDER BY wanted.key`,
    [JSON.stringify(contentIds)],
  )
}

/** When the user accepted held-back contents of a record, oldest first. */
export function getAcceptancesOf(
  db: Reader,
  recordId: number,
): { readonly hash: Buffer; readonly acceptedAt: number }[] {
  return db.all(
    `SELECT content.hash, acceptance.accepted_at AS acceptedAt FROM ledger_acceptance AS acceptance
     JOIN ledger_content AS content ON content.id = acceptance.content_id
     WHERE acceptance.record_id = ? ORDER BY acceptance.accepted_at`,
    [recordId],
  )
}

export function getResponseRow(db: Reader, id: number): ResponseRow | undefined {
  return db.get(`SELECT ${responseColumns} FROM ledger_response WHERE id = ?`, [id])
}

/** A request and when it was answered. */
type RequestAt = Pick<ResponseRow, 'operation' | 'parameters' | 'fetchedAt'>

/** Whether the service itself has sent a response; else it came in a pack. */
export function isFromService(db: Reader, responseId: number): boolean {
  return db.get('SELECT 1 FROM ledger_response WHERE id = ? AND pack_id IS NULL', [responseId]) !== undefined
}

/** Whether the service itself has sent the response to exactly this request at this moment. */
export function isReceivedFromService(db: Reader, { operation, parameters, fetchedAt }: RequestAt): boolean {
  const row = db.get(
    `SELECT 1 FROM ledger_response
     WHERE operation = +? AND parameters = +? AND fetched_at = +? AND pack_id IS NULL LIMIT 1`,
    [operation, parameters, fetchedAt],
  )
  return row !== undefined
}

/** The response to exactly this request at this moment that came in a pack of the same author, workspace and service. */
export function findPackedResponse(
  db: Reader,
  { operation, parameters, fetchedAt }: RequestAt,
  packId: number,
): { readonly id: number } | undefined {
  return db.get(
    `SELECT response.id FROM ledger_response AS response JOIN pack ON pack.id = response.pack_id
     WHERE response.operation = +? AND response.parameters = +? AND response.fetched_at = +?
       AND (pack.author, pack.workspace, pack.host) = (SELECT author, workspace, host FROM pack WHERE id = +?)
     ORDER BY response.id LIMIT 1`,
    [operation, parameters, fetchedAt, packId],
  )
}

/** The latest response to each request of some companies or for some calls, by their parameters. */
export function getLatestResponsesOf(
  db: Reader,
  { operations, symbols, callIds }: Readonly<Record<'operations' | 'symbols' | 'callIds', readonly string[]>>,
): number[] {
  return db
    .all<{ id: number }>(
      `SELECT max(id) AS id FROM ledger_response
       WHERE operation IN (SELECT value FROM json_each(@operations)) AND is_partial = 0
         AND (parameters ->> 'symbol' IN (SELECT value FROM json_each(@symbols))
           OR parameters ->> 'call_id' IN (SELECT value FROM json_each(@callIds)))
       GROUP BY operation, parameters, pack_id IS NULL ORDER BY 1`,
      {
        operations: JSON.stringify(operations),
        symbols: JSON.stringify(symbols),
        callIds: JSON.stringify(callIds),
      },
    )
    .map(({ id }) => id)
}

export function getPack(db: Reader, id: number): PackOrigin | undefined {
  return db.get('SELECT author, made_at AS madeAt, workspace, host FROM pack WHERE id = ?', [id])
}

/** When a pack was first opened, ms since 1970; undefined: never. */
export function getOpenedAt(db: Reader, packId: number): number | undefined {
  return db.get<{ openedAt: number }>('SELECT opened_at AS openedAt FROM pack WHERE id = ?', [packId])?.openedAt
}

/** The id of a pack; it is noted once, with when it was first opened. */
export function notePack(db: Writer, origin: PackOrigin, openedAt: number): number {
  db.run(
    `INSERT INTO pack (author, made_at, workspace, host, opened_at)
     VALUES (@author, @madeAt, @workspace, @host, @openedAt) ON CONFLICT DO NOTHING`,
    { ...origin, openedAt },
  )
  const row = db.get<{ id: number }>(
    'SELECT id FROM pack WHERE author = @author AND made_at = @madeAt AND workspace = @workspace AND host = @host',
    { ...origin },
  )
  return row?.id ?? 0
}

export function insertPackedResponse(
  db: Writer,
  response: Omit<ResponseRow, 'id' | 'isPartial' | 'packId'> & { readonly packId: number },
): number {
  return db.run(
    `INSERT INTO ledger_response (operation, parameters, path, fetched_at, message, hits, page_count, unidentified, pack_id, is_partial)
     VALUES (@operation, @parameters, @path, @fetchedAt, @message, @hits, @pageCount, @unidentified, @packId, 1)`,
    { ...response },
  ).lastInsertRowid
}

/** Which records a response that came in packs contained, as far as they had them. */
export function setPackedRecords(
  db: Writer,
  id: number,
  { records, isPartial }: { readonly records: readonly number[]; readonly isPartial: boolean },
): void {
  db.run('UPDATE ledger_response SET records = ?, is_partial = ? WHERE id = ?', [
    JSON.stringify(records),
    isPartial ? 1 : 0,
    id,
  ])
}

interface RecordState {
  readonly id: number
  readonly contentId: number
  readonly revisions: number
  readonly firstSeenAt: number
  readonly lastSeenAt: number
  readonly lastResponseId: number
}

export function insertHistoryRecord(
  db: Writer,
  record: Omit<RecordState, 'id'> & { readonly kind: string; readonly identity: string },
): number {
  return db.run(
    `INSERT INTO ledger_record (kind, identity, content_id, revisions, first_seen_at, last_seen_at, last_response_id, marks)
     VALUES (@kind, @identity, @contentId, @revisions, @firstSeenAt, @lastSeenAt, @lastResponseId, NULL)`,
    { ...record },
  ).lastInsertRowid
}

export function updateHistoryRecord(db: Writer, record: RecordState): void {
  db.run(
    `UPDATE ledger_record SET content_id = @contentId, revisions = @revisions, first_seen_at = @firstSeenAt,
       last_seen_at = @lastSeenAt, last_response_id = @lastResponseId WHERE id = @id`,
    { ...record },
  )
}

/** Replaces what is noted of a record's contents by a history in which all of it is. */
export function replaceRevisions(
  db: Writer,
  recordId: number,
  revisions: readonly Omit<StoredRevision, 'hash' | 'body'>[],
): void {
  db.run('DELETE FROM ledger_revision WHERE record_id = ?', [recordId])
  for (const revision of revisions) {
    db.run(
      `INSERT INTO ledger_revision (record_id, known_from, last_seen_at, content_id, response_id, record_updated_at)
       VALUES (@recordId, @knownFrom, @lastSeenAt, @contentId, @responseId, @recordUpdatedAt)`,
      { recordId, ...revision },
    )
  }
}

/** One that is noted already stays. */
export function insertAcceptance(db: Writer, recordId: number, contentId: number, acceptedAt: number): void {
  db.run(`INSERT INTO ledger_acceptance (record_id, content_id, accepted_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, [
    recordId,
    contentId,
    acceptedAt,
  ])
}
