/** A call in the memory of full-text search: its properties and its speakers, without text. */

import type { CallSpeakerRow, TranscriptRow } from './search-store.ts'

export interface TranscriptCall extends TranscriptRow {
  readonly serial: number
  /** Id of the first turn; the turns have consecutive ids. */
  readonly firstId: number
  readonly turns: number
  /** By number: see `TurnColumns.speakers`. */
  readonly speakers: readonly CallSpeaker[]
}

/** Who speaks on a call. Calls share them. */
export type CallSpeaker = Omit<CallSpeakerRow, 'callId' | 'number'>
