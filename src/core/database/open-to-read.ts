/** Opens a database for reading, next to a program that may have it open and write to it. */

import Database from 'better-sqlite3'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fail } from '../failure-error.ts'
import type { DatabaseKind, OpenDatabase } from './database-kind.ts'
import { refuseForeignFile } from './foreign-file.ts'
import { openReadOnly } from './open-read-only.ts'
import { Reader, sqliteFailure } from './reader-writer.ts'
import { isWritable } from './writable.ts'

/**
 * Opens a database that exists, for reading. The connection cannot write: it migrates, recovers and checks nothing, and does not move the
 * log into the file when it is closed. Another program may write meanwhile; each query reads what was committed when it began. In a
 * folder that cannot be written see `openReadOnly`. Throws `profile-missing`, `older-version`,
 * `newer-version`, `foreign-file` and `damaged`.
 */
export function openToRead(file: string, kind: DatabaseKind): OpenDatabase {
  if (!existsSync(file)) fail({ kind: 'profile-missing', detail: `${basename(file)} is missing` })
  if (!isWritable(dirname(file))) return openReadOnly(file, kind, { kind: 'read-only' })
  try {
    refuseForeignFile(file, kind)
    const inode = inodeOf(file)
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      demandSameVersion(database, file, kind)
      database.pragma('trusted_schema = OFF')
      database.pragma('mmap_size = 0')
      database.pragma('temp_store = MEMORY')
    } catch (error) {
      database.close()
      throw error
    }
    return {
      file,
      reader: new Reader(database),
      writer: null,
      recovery: null,
      notices: [],
      isInPlace: () => inodeOf(file) === inode,
      close: () => database.close(),
    }
  } catch (error) {
    throw sqliteFailure(error) ?? error
  }
}

/** Undefined: the file is gone. */
function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}

/** Queries are written for the latest version; bringing an older one to it would write. */
function demandSameVersion(database: Database.Database, file: string, { migrations }: DatabaseKind): void {
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version < migrations.length) fail({ kind: 'older-version', detail: basename(file) })
}
