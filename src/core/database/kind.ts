import type { Failure } from '#contract/failure.ts'
import type { Reader, Writer } from './handles.ts'
import type { Migration } from './migrations.ts'
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
}

export interface OpenDatabase {
  readonly file: string
  readonly reader: Reader
  /** Null on a read-only profile: what is shown then is a copy in memory. */
  readonly writer: Writer | null
  /** What the user must know about this opening: set aside, read-only, no room on the disk. */
  readonly notices: readonly Failure[]
  close(): void
}
