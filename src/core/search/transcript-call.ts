import type { TurnColumns } from '../full-text-index/turn-columns.ts'
import type { CallSpeakerRow, TranscriptRow } from './search-store.ts'

/** A call in memory: what is asked of it and of each turn, without the text. */
export interface TranscriptCall extends TranscriptRow {
  readonly serial: number
  /** Id of its first turn; the others follow. */
  readonly firstId: number
  readonly turns: number
  readonly columns: TurnColumns
  /** By the number that `columns.speakers` has. */
  readonly speakers: readonly CallSpeakerRow[]
}
