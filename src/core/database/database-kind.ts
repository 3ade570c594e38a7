/**
 * The types of a kind of database file (library, desk, profile: application id, migrations, views,
 * durability, recovery) and of an open database.
 */

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
  /** For SQL queries of the user. */
  readonly views?: readonly View[]
  /** `full` survives a power cut after every commit; `normal` may lose the last ones, never the whole. */
  readonly durability: 'full' | 'normal'
  /** Check every page at opening: right for a small, precious file, too slow for a large library that was closed cleanly. */
  readonly alwaysCheck: boolean
  /** Makes again what is derived from the tables and may be damaged while they are whole: the index of words. */
  readonly rebuild?: string
  /** For data that cannot be fetched again: a damaged file is read row by row. Without it, the file begins empty. */
  readonly salvage?: {
    /** SQL after the salvage, for rows whose parent could not be recovered. */
    readonly repair: string
    /** Nothing is written until the user has chosen between what was recovered and a backup. */
    readonly asks: boolean
  }
  /**
   * For a file that can be fetched again, but must not be mixed with another one: where it is not the file that was last used,
   * nothing is written until the user has chosen. It is not copied, since it may be large.
   */
  readonly asksWhenReplaced?: boolean
}

export interface OpenDatabase {
  readonly file: string
  readonly reader: Reader
  /** Null on a read-only profile, and while there is something to choose. */
  readonly writer: Writer | null
  /** The user's choice before anything is written; null: none. */
  readonly recovery: Recovery | null
  /** What the user must know about this opening: set aside, read-only, disk full. */
  readonly notices: readonly Failure[]
  /** Whether its file and log are where they were opened: another program may have removed or replaced them. */
  isInPlace(): boolean
  /** Ensures that all changes reach its file: one that another program removed or replaced is written again. */
  close(): void
}
