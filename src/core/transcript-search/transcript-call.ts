/** A call in the memory of full-text search: properties of the call and its turns, without text. */

import type { SearchedTurns } from './searched-turns.ts'
import type { CallSpeakerRow, TranscriptRow } from './search-store.ts'

export interface TranscriptCall extends TranscriptRow {
  readonly serial: number
  /** Id of the first turn; the turns have consecutive ids. */
  readonly firstId: number
  readonly turns: number
  readonly columns: SearchedTurns
  /** Indexed by the values of `columns.speakers`. */
  readonly speakers: readonly CallSpeaker[]
}

/** Who speaks on a call. Calls share them. */
export type CallSpeaker = Omit<CallSpeakerRow, 'callId' | 'number'>
