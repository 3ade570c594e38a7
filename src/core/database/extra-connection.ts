/**
 * Opens an extra connection to a database for a worker thread, which reads one moment of it. In a
 * read-only folder it opens a copy in memory.
 */

import Database from 'better-sqlite3'
import { Reader } from './reader-writer.ts'
import type { DatabaseKind } from './database-kind.ts'
import { openCopy } from './read-only-copy.ts'

interface ExtraConnection {
  readonly reader: Reader
  close(): void
}

/**
 * Opens an extra connection, for a worker thread, to a database that this program has open; it reads one moment of it. In a
 * read-only folder, a copy in memory.
 */
export function readWithExtraConnection(file: string, kind: DatabaseKind, isReadOnly: boolean): ExtraConnection {
  if (isReadOnly) return openCopy(file, kind, { kind: 'read-only' })
  const database = new Database(file)
  try {
    // Moves the log into the file, as far as nobody reads an older moment.
    database.pragma('wal_checkpoint(PASSIVE)')
    database.pragma('query_only = ON')
    database.exec('BEGIN')
  } catch (error) {
    database.close()
    throw error
  }
  return { reader: new Reader(database), close: () => database.close() }
}
