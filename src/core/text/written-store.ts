import type { Writer } from '../database/handles.ts'

export interface WrittenToStore {
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
export function dropWritten(db: Writer, text: Pick<WrittenToStore, 'kind' | 'recordId' | 'callId'>): void {
  const { kind, recordId, callId } = text
  const which = 'kind = @kind AND (record_id = @recordId OR call_id = @callId)'
  db.run(
    `INSERT INTO written_text (written_text, rowid, title, body) SELECT 'delete', id, title, body FROM written WHERE ${which}`,
    { kind, recordId, callId },
  )
  db.run(`DELETE FROM written WHERE ${which}`, { kind, recordId, callId })
}

export function insertWritten(db: Writer, text: WrittenToStore): void {
  const { lastInsertRowid: id } = db.run(
    `INSERT INTO written (kind, record_id, call_id, symbol, company, at, title, body, sentiment, stored_at)
     VALUES (@kind, @recordId, @callId, @symbol, @company, @at, @title, @body, @sentiment, @storedAt)`,
    { ...text },
  )
  db.run('INSERT INTO written_text (rowid, title, body) VALUES (?, ?, ?)', [id, text.title, text.body])
}
