import type { Writer } from '../database/reader-writer.ts'

export interface DocumentToStore {
  readonly kind: 'summary' | 'rating' | 'news'
  readonly recordId: number
  /** Of a summary. */
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

/** An index with external content is told what is to leave it, before that has left the table. */
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

/** The rows first: SQLite writes down what an index has taken in before each statement that may undo itself. */
export function insertDocument(db: Writer, texts: readonly DocumentToStore[]): void {
  const ids = texts.map(
    (text) =>
      db.run(
        `INSERT INTO document (kind, record_id, call_id, symbol, company, at, title, body, sentiment, stored_at)
         VALUES (@kind, @recordId, @callId, @symbol, @company, @at, @title, @body, @sentiment, @storedAt)`,
        { ...text },
      ).lastInsertRowid,
  )
  for (const [at, { title, body }] of texts.entries()) {
    db.run('INSERT INTO document_text (rowid, title, body) VALUES (?, ?, ?)', [ids[at] ?? 0, title, body])
  }
}
