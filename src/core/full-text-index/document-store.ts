import type { Writer } from '../database/reader-writer.ts'

export interface DocumentToStore {
  readonly kind: 'summary' | 'rating' | 'news'
  readonly recordId: number
  /** Null except for a summary. */
  readonly callId: string | null
  readonly symbol: string | null
  readonly company: string | null
  /** ms UTC. */
  readonly at: number | null
  readonly title: string
  readonly body: string
  readonly sentiment: number | null
  /** ms UTC. */
  readonly storedAt: number
}

/** FTS5 needs the former text to delete a row from an index with external content, so the index goes first. */
export function deleteDocument(
  db: Writer,
  texts: readonly Pick<DocumentToStore, 'kind' | 'recordId' | 'callId'>[],
): void {
  const rows = db.all<{ id: number; title: string; body: string }>(
    `SELECT id, title, body FROM document WHERE (kind, record_id) IN (SELECT value ->> 'kind', value ->> 'recordId' FROM json_each(@texts))
     UNION SELECT id, title, body FROM document
     WHERE call_id IS NOT NULL AND (kind, call_id) IN (SELECT value ->> 'kind', value ->> 'callId' FROM json_each(@texts))`,
    { texts: JSON.stringify(texts.map(({ kind, recordId, callId }) => ({ kind, recordId, callId }))) },
  )
  for (const { id, title, body } of rows) {
    db.run("INSERT INTO document_text (document_text, rowid, title, body) VALUES ('delete', ?, ?, ?)", [
      id,
      title,
      body,
    ])
    db.run('DELETE FROM document WHERE id = ?', [id])
  }
}

/** All rows are inserted before the index: FTS5 flushes its pending words before each statement that can be undone. */
export function insertDocument(db: Writer, texts: readonly DocumentToStore[]): void {
  const ids = texts.map(
    (text) =>
      db.run(
        `INSERT INTO document (kind, record_id, call_id, symbol, company, at, title, body, sentiment, stored_at)
         VALUES (@kind, @recordId, @callId, @symbol, @company, @at, @title, @body, @sentiment, @storedAt)`,
        { ...text },
      ).lastInsertRowid,
  )
  for (const [index, { title, body }] of texts.entries()) {
    db.run('INSERT INTO document_text (rowid, title, body) VALUES (?, ?, ?)', [ids[index] ?? 0, title, body])
  }
}
