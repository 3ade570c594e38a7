/** Stores the facts of a call's recording, so that lists need not read the whole call. */

import type { CallDetail } from '#contract/service/calls.ts'
import type { Writer } from '../database/reader-writer.ts'
import { recordingFacts } from './available-recordings.ts'
import { putFactsOf } from './recording-facts-store.ts'

export function storeRecordingFacts(db: Writer, recordId: number, record: CallDetail): void {
  putFactsOf(db, recordId, recordingFacts(record))
}
