/** Adds summaries, ratings and news to the full-text index, and removes summaries from it. */

import type { Writer } from '../database/reader-writer.ts'
import { learnWords } from './vocabulary.ts'
import { deleteDocuments, insertDocuments, type DocumentToStore } from './document-store.ts'

export type { DocumentToStore } from './document-store.ts'

/** Adds documents to the full-text index. Each replaces its former version: a summary by its call, others by record. Throws `too-large`. */
export function indexDocuments(db: Writer, documents: readonly DocumentToStore[]): void {
  deleteDocuments(db, documents)
  const nonEmpty = documents.filter(({ title, body }) => title.trim() !== '' || body.trim() !== '')
  learnWords(
    db,
    nonEmpty.flatMap(({ title, body }) => [title, body]),
  )
  insertDocuments(db, nonEmpty)
}

/** Removes the summary of a call that no longer has one. */
export function deleteSummary(db: Writer, recordId: number, callId: string): void {
  deleteDocuments(db, [{ kind: 'summary', recordId, callId }])
}
