import type { CallDetail } from '#contract/service/calls.ts'
import type { Writer } from '../database/reader-writer.ts'
import { recordingFacts } from './available-recordings.ts'
import { putFactsOf } from './recording-facts-store.ts'

/** Notes what a call that is being stored says of its recording, so that no list reads whole calls for it. */
export function storeRecordingFact(db: Writer, recordId: number, record: CallDetail): void {
  putFactsOf(db, recordId, recordingFacts(record))
}
