import type { Writer } from '../database/reader-writer.ts'
import { learnWords } from './vocabulary.ts'
import { deleteDocument, insertDocument, type DocumentToStore } from './document-store.ts'

export type { DocumentToStore } from './document-store.ts'

/**
 * Takes texts other than transcripts into the full text: a call's summary takes its former one's place, a record its own. Throws
 * `too-large`.
 */
export function indexDocument(db: Writer, texts: readonly DocumentToStore[]): void {
  deleteDocument(db, texts)
  const written = texts.filter(({ title, body }) => title.trim() !== '' || body.trim() !== '')
  learnWords(
    db,
    written.flatMap(({ title, body }) => [title, body]),
  )
  insertDocument(db, written)
}

/** A call that has no summary any more. */
export function deleteSummary(db: Writer, recordId: number, callId: string): void {
  deleteDocument(db, [{ kind: 'summary', recordId, callId }])
}
