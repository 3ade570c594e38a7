import type { Writer } from '../database/handles.ts'
import { learnWords } from './vocabulary.ts'
import { dropWritten, insertWritten, type WrittenToStore } from './written-store.ts'

/** Takes a text other than a transcript into the full text: a call's summary takes its former one's place, a record its own. */
export function indexWritten(db: Writer, text: WrittenToStore): void {
  dropWritten(db, text)
  if (text.title.trim() === '' && text.body.trim() === '') return
  insertWritten(db, text)
  learnWords(db, [text.title, text.body])
}

/** A call that has no summary any more. */
export function dropSummary(db: Writer, recordId: number, callId: string): void {
  dropWritten(db, { kind: 'summary', recordId, callId })
}
