/** SQL of searchable documents other than transcripts: summaries, ratings and news. */

import type { Writer } from '../database/reader-writer.ts'

/** A text other than a transcript that the search finds: the summary of a call, a rating or a news item. */
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
  /** Of a summary; null: not stated. */
  readonly language: string | null
  /** ms UTC. */
  readonly storedAt: number
}

/** With the words of title and body, where no space divides them. */
interface SegmentedDocument extends DocumentToStore {
  readonly segmentedTitle: string | null
  readonly segmentedBody: string | null
}

/**
 * Removes documents and their index entries. FTS5 needs the former text to delete a row from an index with external content, so the index
 * goes first.
 */
export function deleteDocuments(
  db: Writer,
  documents: readonly Pick<DocumentToStore, 'kind' | 'recordId' | 'callId'>[],
): void {
  const rows = db.all<{ id: number }>(
    `SELECT id FROM document WHERE (kind, record_id) IN (SELECT value ->> 'kind', value ->> 'recordId' FROM json_each(@documents))
     UNION SELECT id FROM document
     WHERE call_id IS NOT NULL AND (kind, call_id) IN (SELECT value ->> 'kind', value ->> 'callId' FROM json_each(@documents))`,
    { documents: JSON.stringify(documents.map(({ kind, recordId, callId }) => ({ kind, recordId, callId }))) },
  )
  for (const { id } of rows) {
    db.run(
      `INSERT INTO document_text (document_text, rowid, indexed_title, indexed_body)
       SELECT 'delete', id, indexed_title, indexed_body FROM document WHERE id = ?`,
      [id],
    )
    db.run('DELETE FROM document WHERE id = ?', [id])
  }
}

/**
 * Stores and indexes documents, each with an id that no other ever had. All rows are inserted before the index: FTS5 flushes its pending
 * words before each statement that can be undone.
 */
export function insertDocuments(db: Writer, documents: readonly SegmentedDocument[]): void {
  if (documents.length === 0) return
  db.run('UPDATE document_id SET last = last + ?', [documents.length])
  const { last = 0 } = db.get<{ last: number }>('SELECT last FROM document_id') ?? {}
  const ids = documents.map(
    (document, at) =>
      db.run(
        `INSERT INTO document (id, kind, record_id, call_id, symbol, company, at, title, body, sentiment, language, stored_at, segmented_title,
           segmented_body)
         VALUES (@id, @kind, @recordId, @callId, @symbol, @company, @at, @title, @body, @sentiment, @language, @storedAt, @segmentedTitle,
           @segmentedBody)`,
        { ...document, id: last - documents.length + at + 1 },
      ).lastInsertRowid,
  )
  for (const id of ids)
    db.run(
      `INSERT INTO document_text (rowid, indexed_title, indexed_body)
       SELECT id, indexed_title, indexed_body FROM document WHERE id = ?`,
      [id],
    )
}
