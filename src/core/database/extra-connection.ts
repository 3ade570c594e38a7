/**
 * Opens an extra connection to a database for a worker thread, which reads one moment of it. What
 * this program does not write is opened as `open-read-only.ts` does, or beside the program that writes it.
 */

import Database from 'better-sqlite3'
import { dirname } from 'node:path'
import { Reader, sqliteFailure } from './reader-writer.ts'
import type { DatabaseKind } from './database-kind.ts'
import { openReadOnly } from './open-read-only.ts'
import { isWritable } from './writable.ts'

interface ExtraConnection {
  readonly reader: Reader
  close(): void
}

/**
 * Opens an extra connection, for a worker thread, to a database that this program has open; it reads one moment of it. With
 * `isReadOnly` this program does not write it: it cannot be written, its disk is full, or it belongs to another profile.
 */
export function readWithExtraConnection(file: string, kind: DatabaseKind, isReadOnly: boolean): ExtraConnection {
  if (!isReadOnly) return connected(file, false)
  if (!isWritable(dirname(file)) || !isWritable(file)) return openReadOnly(file, kind, { kind: 'read-only' })
  try {
    const connection = connected(file, true)
    if (versionOf(connection) === kind.migrations.length) return connection
    connection.close()
  } catch (error) {
    if (sqliteFailure(error)?.failure.kind !== 'disk-full') throw error
  }
  return openReadOnly(file, kind, { kind: 'disk-full' })
}

function versionOf({ reader }: ExtraConnection): number | undefined {
  return reader.get<{ version: number }>('SELECT user_version AS version FROM pragma_user_version')?.version
}

function connected(file: string, isReadOnly: boolean): ExtraConnection {
  const database = new Database(file, { readonly: isReadOnly })
  try {
    // Moves the log into the file, as far as nobody reads an older moment.
    if (!isReadOnly) database.pragma('wal_checkpoint(PASSIVE)')
    database.pragma('query_only = ON')
    database.exec('BEGIN')
    if (isReadOnly) database.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (error) {
    database.close()
    throw error
  }
  return { reader: new Reader(database), close: () => database.close() }
}
