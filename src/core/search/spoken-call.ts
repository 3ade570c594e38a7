import type { TurnColumns } from '../text/turn-columns.ts'
import type { CallSpeakerRow, SpokenCallRow } from './search-store.ts'

/** A call in memory: what is asked of it and of each turn, without the text. */
export interface SpokenCall extends SpokenCallRow {
  readonly serial: number
  /** Id of its first turn; the others follow. */
  readonly firstId: number
  readonly turns: number
  readonly columns: TurnColumns
  /** By the number that `columns.speakers` has. */
  readonly speakers: readonly CallSpeakerRow[]
}
