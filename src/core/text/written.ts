import type { Writer } from '../database/handles.ts'
import { learnWords } from './vocabulary.ts'
import { dropWritten, insertWritten, type WrittenToStore } from './written-store.ts'

export type { WrittenToStore } from './written-store.ts'

/**
 * Takes texts other than transcripts into the full text: a call's summary takes its former one's place, a record its own. Throws
 * `too-large`.
 */
export function indexWritten(db: Writer, texts: readonly WrittenToStore[]): void {
  dropWritten(db, texts)
  const written = texts.filter(({ title, body }) => title.trim() !== '' || body.trim() !== '')
  learnWords(
    db,
    written.flatMap(({ title, body }) => [title, body]),
  )
  insertWritten(db, written)
}

/** A call that has no summary any more. */
export function dropSummary(db: Writer, recordId: number, callId: string): void {
  dropWritten(db, [{ kind: 'summary', recordId, callId }])
}
