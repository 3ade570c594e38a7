import type { Writer } from '../database/reader-writer.ts'
import { learnWords } from './vocabulary.ts'
import { deleteDocument, insertDocument, type DocumentToStore } from './document-store.ts'

export type { DocumentToStore } from './document-store.ts'

/** Adds documents to the full-text index. Each replaces its former version: a summary by its call, others by record. Throws `too-large`. */
export function indexDocument(db: Writer, texts: readonly DocumentToStore[]): void {
  deleteDocument(db, texts)
  const nonEmpty = texts.filter(({ title, body }) => title.trim() !== '' || body.trim() !== '')
  learnWords(
    db,
    nonEmpty.flatMap(({ title, body }) => [title, body]),
  )
  insertDocument(db, nonEmpty)
}

/** For a call that no longer has a summary. */
export function deleteSummary(db: Writer, recordId: number, callId: string): void {
  deleteDocument(db, [{ kind: 'summary', recordId, callId }])
}
