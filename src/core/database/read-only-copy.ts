/** Opens a database in a read-only folder, as a copy in memory. */

import Database from 'better-sqlite3'
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Failure } from '#contract/failure.ts'
import { check, isWorthChecking } from './quick-check.ts'
import { isDamage, Reader } from './reader-writer.ts'
import { migrateToLatest } from './migrations.ts'
import type { DatabaseKind, OpenDatabase } from './database-kind.ts'
import { rebuild } from './salvage/rebuild.ts'
import { isLost } from './unclean-shutdown.ts'
import { refuseForeignDatabase } from './foreign-file.ts'

/**
 * A database in a place that cannot be written, read from a copy in memory: a write-ahead log needs a writable folder
 * (sqlite.org/wal.html). What the log holds is part of the copy. Of a damaged one, named in the notices after `because`, a precious kind
 * shows what can be recovered; any other reads as empty. Throws `newer-version` and `foreign-file`.
 */
export function openCopy(file: string, kind: DatabaseKind, because: Failure): OpenDatabase {
  const copy = existsSync(file) && !isLost(file) ? readCopy(file, kind) : undefined
  const isDamaged = copy === undefined && (existsSync(file) || isLost(file))
  const database = copy ?? new Database(':memory:')
  if (isDamaged && kind.salvage) rebuild(file, kind, database)
  migrateToLatest(database, kind.migrations)
  database.pragma('query_only = ON')
  return {
    file,
    reader: new Reader(database),
    writer: null,
    recovery: null,
    notices: isDamaged ? [because, { kind: 'damaged', detail: basename(file) }] : [because],
    isInPlace: () => true,
    close: () => {
      database.close()
    },
  }
}

/** Undefined when it is damaged. */
function readCopy(file: string, kind: DatabaseKind): Database.Database | undefined {
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  let database: Database.Database | undefined
  try {
    const image = hasLog ? joinedImage(file) : readFileSync(file)
    database = new Database(withoutLog(image))
    refuseForeignDatabase(database, file, kind)
    if (isWorthChecking(kind, image.length)) check(database)
    return database
  } catch (error) {
    database?.close()
    if (error instanceof Database.SqliteError && isDamage(error.code)) return undefined
    throw error
  }
}

/** The database with its log applied, made in the system's temporary folder. */
function joinedImage(file: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-copy-'))
  try {
    const copy = join(folder, 'copy.db')
    for (const ending of ['', '-wal']) {
      copyFileSync(`${file}${ending}`, `${copy}${ending}`)
      // A copy inherits that it may not be written.
      chmodSync(`${copy}${ending}`, 0o600)
    }
    const database = new Database(copy)
    try {
      database.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      database.close()
    }
    return readFileSync(copy)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Read and write version 1 in the header: a journal of the old kind, which a copy in memory can do without. */
function withoutLog(image: Buffer): Buffer {
  if (image.length > 19) image.fill(1, 18, 20)
  return image
}
