/**
 * Defines, reads and renews the identity of a database file: a random id and a counter of
 * transactions. `open-database.ts` compares it to notice a replaced or restored file.
 */

import Database from 'better-sqlite3'
import type { Migration } from './migrations.ts'
import type { FileIdentity } from './unclean-shutdown.ts'

/**
 * Identifies the file: a random id for life, and how many transactions were committed to it. The session file next to the
 * database has both, so that a file that was deleted, replaced or restored is noticed, and so is a log that was lost with its
 * transactions.
 */
export const fileIdentity: Migration = `
  CREATE TABLE file_identity (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    commits INTEGER NOT NULL,
    generation TEXT NOT NULL
  ) STRICT;
  INSERT INTO file_identity VALUES (1, 0, lower(hex(randomblob(16))));
`

/** Null where the database has none yet, or it cannot be read. */
export function identityIn(database: Database.Database): FileIdentity | null {
  try {
    return database.prepare<[], FileIdentity>('SELECT generation, commits FROM file_identity').get() ?? null
  } catch (error) {
    if (error instanceof Database.SqliteError) return null
    throw error
  }
}

/** An intact file from before identities is never one whose identity was noted. */
const withoutIdentity: FileIdentity = { generation: '', commits: 0 }

/** The identity of a file that nobody has open; null: it cannot be read. Changes nothing. */
export function identityOf(file: string): FileIdentity | null {
  let database: Database.Database | undefined
  try {
    database = new Database(file, { readonly: true, fileMustExist: true })
    return identityTable(database) ? identityIn(database) : withoutIdentity
  } catch (error) {
    if (error instanceof Database.SqliteError) return null
    throw error
  } finally {
    database?.close()
  }
}

/** A file that was made out of another one is another file. */
export function renewIdentity(database: Database.Database): void {
  if (identityTable(database))
    database.exec('INSERT OR REPLACE INTO file_identity VALUES (1, 0, lower(hex(randomblob(16))))')
}

export function identityTable(database: Database.Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'file_identity'").get() !== undefined
}
