import type { Failure } from '#contract/failure.ts'
import type { Reader, Writer } from './reader-writer.ts'
import type { Migration } from './migrations.ts'
import type { Recovery } from './recovery-schema.ts'
import type { View } from './views.ts'

/** What distinguishes one kind of database file from another. */
export interface DatabaseKind {
  /** SQLite's application_id: a file with another one is somebody else's. */
  readonly applicationId: number
  readonly migrations: readonly Migration[]
  /** For the user's own programs. */
  readonly views?: readonly View[]
  /** `full` survives a power cut after every commit; `normal` may lose the last ones, never the whole. */
  readonly durability: 'full' | 'normal'
  /** Check every page at opening: right for a small, precious file, too slow for a large library that was closed cleanly. */
  readonly alwaysCheck: boolean
  /** Makes again what is derived from the tables and may be damaged while they are whole: the index of words. */
  readonly rebuild?: string
  /** What cannot be fetched again: rows are read out of a damaged file, one by one. Without it a damaged one begins again. */
  readonly salvage?: {
    /** SQL behind the salvage, for rows whose parent could not be recovered. */
    readonly repair: string
    /** Nothing is written until the user has chosen between what was recovered and a backup. */
    readonly asks: boolean
  }
  /**
   * For a file that can be fetched again, but must not be mixed with another one: where it is not the file that was used last, nothing is
   * written until the user has chosen. No copy of it is made, since it may be large.
   */
  readonly asksWhenReplaced?: boolean
}

export interface OpenDatabase {
  readonly file: string
  readonly reader: Reader
  /** Null on a read-only profile, where what is shown is a copy in memory, and while there is something to choose. */
  readonly writer: Writer | null
  /** What the user has to choose before anything is written; null: nothing. */
  readonly recovery: Recovery | null
  /** What the user must know about this opening: set aside, read-only, no room on the disk. */
  readonly notices: readonly Failure[]
  /** Whether its file lies where it was opened, with its log: another program may have removed or exchanged it. */
  isInPlace(): boolean
  /** What was written reaches its file: if another program removed or exchanged that, it is written again in its place. */
  close(): void
}
