/** SQL of the contents that are stored before the records that have them. */

import type { Reader, Writer } from '../database/reader-writer.ts'
import { insertContent } from './ledger-store.ts'

/** Gives the id of a content, and notes it where it was not stored yet. */
export function insertAhead(db: Writer, hash: Buffer, body: string): number {
  const known = db.get<{ id: number }>('SELECT id FROM ledger_content WHERE hash = ?', [hash])
  if (known) return known.id
  const id = insertContent(db, hash, body)
  db.run('INSERT INTO content_ahead (content_id) VALUES (?)', [id])
  return id
}

export function getAhead(db: Reader, limit: number): number[] {
  return db
    .all<{ id: number }>('SELECT content_id AS id FROM content_ahead ORDER BY content_id LIMIT ?', [limit])
    .map(({ id }) => id)
}

/** Ends the note of a content, and removes it where nothing refers to it. */
export function settleAhead(db: Writer, contentId: number): void {
  db.run('DELETE FROM content_ahead WHERE content_id = ?', [contentId])
  db.run(
    `DELETE FROM ledger_content WHERE id = ?
       AND NOT EXISTS (SELECT 1 FROM ledger_revision WHERE content_id = ledger_content.id)
       AND NOT EXISTS (SELECT 1 FROM ledger_record WHERE content_id = ledger_content.id)
       AND NOT EXISTS (SELECT 1 FROM ledger_acceptance WHERE content_id = ledger_content.id)`,
    [contentId],
  )
}
