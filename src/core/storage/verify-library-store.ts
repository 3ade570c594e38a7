/** SQL that checks the tables and stored contents of a library. */

import type { Reader } from '../database/reader-writer.ts'

export function tableNames(db: Reader): string[] {
  return db
    .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({ name }) => name)
}

/** What SQLite finds wrong with a table and its indexes, a sentence each; empty when it is intact. */
export function faultsOf(db: Reader, table: string): string[] {
  return db
    .all<{ message: string }>('SELECT integrity_check AS message FROM pragma_integrity_check(?)', [table])
    .map(({ message }) => message)
    .filter((message) => message !== 'ok')
}

export function contentTotals(db: Reader): { count: number; bytes: number } {
  return (
    db.get('SELECT count(*) AS count, coalesce(sum(octet_length(body)), 0) AS bytes FROM ledger_content') ?? {
      count: 0,
      bytes: 0,
    }
  )
}

export interface Content {
  readonly id: number
  readonly hash: Buffer
  readonly body: string
}

export function contentsBehind(db: Reader, id: number, limit: number): Content[] {
  return db.all('SELECT id, hash, body FROM ledger_content WHERE id > ? ORDER BY id LIMIT ?', [id, limit])
}

/** The record with a content; the latest content can be fetched again. */
export function recordOf(
  db: Reader,
  content: number,
): { kind: string; identity: string; isLatest: number } | undefined {
  return db.get(
    `SELECT record.kind, record.identity, record.content_id = revision.content_id AS isLatest
     FROM ledger_revision AS revision JOIN ledger_record AS record ON record.id = revision.record_id
     WHERE revision.content_id = ? ORDER BY isLatest DESC LIMIT 1`,
    [content],
  )
}
