/** Refuses a database file of another program, or of a later version of this one. */

import Database from 'better-sqlite3'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { FailureError } from '../failure-error.ts'
import type { DatabaseKind } from './database-kind.ts'

/** What a file's header says. */
interface DatabaseHeader {
  readonly applicationId: number
  readonly version: number
  readonly isEmpty: boolean
}

/**
 * Throws `foreign-file` or `newer-version` before anything is changed. With an empty log its header is read as bytes; otherwise
 * through a read-only connection, which leaves file and log as they are (a writing one would join them on closing). Throws
 * SqliteError for a file that is no database.
 */
export function refuseForeignFile(file: string, kind: DatabaseKind): void {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat || stat.size === 0) return
  if (!stat.isFile()) throw new FailureError({ kind: 'foreign-file', detail: basename(file) })
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (!log || log.size === 0) return refuseHeader(headerOfFile(file), file, kind)
  const look = new Database(file, { readonly: true })
  try {
    refuseHeader(headerOfOpen(look), file, kind)
  } finally {
    look.close()
  }
}

/** The same for a database that is open, as a copy in memory is. */
export function refuseForeignDatabase(database: Database.Database, file: string, kind: DatabaseKind): void {
  refuseHeader(headerOfOpen(database), file, kind)
}

function refuseHeader({ applicationId, version, isEmpty }: DatabaseHeader, file: string, kind: DatabaseKind): void {
  if (applicationId !== kind.applicationId && !(isEmpty && applicationId === 0)) {
    throw new FailureError({ kind: 'foreign-file', detail: basename(file) })
  }
  if (version > kind.migrations.length) throw new FailureError({ kind: 'newer-version', detail: basename(file) })
}

function headerOfOpen(database: Database.Database): DatabaseHeader {
  return {
    applicationId: Number(database.pragma('application_id', { simple: true })),
    version: Number(database.pragma('user_version', { simple: true })),
    isEmpty: database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0,
  }
}

/** The database header (sqlite.org/fileformat2.html §1.3): schema cookie at 40, user_version at 60, application_id at 68. */
function headerOfFile(file: string): DatabaseHeader {
  const header = Buffer.alloc(100)
  const descriptor = openSync(file, 'r')
  try {
    const bytes = readSync(descriptor, header, 0, header.length, 0)
    if (bytes < header.length || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
      throw new Database.SqliteError('file is not a database', 'SQLITE_NOTADB')
    }
  } finally {
    closeSync(descriptor)
  }
  return {
    applicationId: header.readInt32BE(68),
    version: header.readInt32BE(60),
    isEmpty: header.readUInt32BE(40) === 0,
  }
}
