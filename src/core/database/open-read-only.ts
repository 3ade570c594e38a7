/** Opens a database that cannot be written: a small one as a copy in memory, a large one from its file if it has no log. */

import Database from 'better-sqlite3'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Failure } from '#contract/failure.ts'
import { fail, failureOf } from '../failure-error.ts'
import { check, isWorthChecking } from './quick-check.ts'
import { isDamage, Reader } from './reader-writer.ts'
import { migrateToLatest } from './migrations.ts'
import type { DatabaseKind, OpenDatabase } from './database-kind.ts'
import { rebuild } from './salvage/rebuild.ts'
import { isLost } from './unclean-shutdown.ts'
import { refuseForeignDatabase } from './foreign-file.ts'

/** A file of at most so many bytes is copied at once; above it the copy is felt in time and memory. */
const smallFile = 64 * 1024 * 1024

/** SQLite allocates no more at once (SQLITE_MAX_ALLOCATION_SIZE), and a copy is one allocation. */
const largestCopy = 2_147_483_391

/**
 * A database in a place that cannot be written. A write-ahead log needs a writable folder (sqlite.org/wal.html), so one that has a log is
 * read from a copy in memory; what the log holds is part of the copy. A large one without a log is read from its file. Of a damaged
 * one, named in the notices after `because`, a precious kind shows what can be recovered; any other reads as empty. Throws `newer-version`,
 * `foreign-file`, and `too-large-to-read` when it is too large for a copy.
 */
export function openReadOnly(file: string, kind: DatabaseKind, because: Failure): OpenDatabase {
  const direct = openWithoutLog(file, kind)
  if (direct !== undefined) return readingFrom(direct, file, [because])
  const copy = existsSync(file) && !isLost(file) ? readCopy(file, kind) : undefined
  const isDamaged = copy === undefined && (existsSync(file) || isLost(file))
  const database = copy ?? new Database(':memory:')
  if (isDamaged && kind.salvage) rebuild(file, kind, database)
  migrateToLatest(database, kind.migrations)
  const kindOfDamage = existsSync(file) ? 'damaged' : 'database-missing'
  const damage: Failure[] = isDamaged ? [{ kind: kindOfDamage, detail: basename(file) }] : []
  return readingFrom(database, file, [because, ...damage])
}

/** The same, but one that is too large reads as empty and is named in the notices; a precious kind is refused all the same. */
export function openReadOnlyOrEmpty(file: string, kind: DatabaseKind, because: Failure): OpenDatabase {
  try {
    return openReadOnly(file, kind, because)
  } catch (error) {
    const failure = failureOf(error)
    if (failure?.kind !== 'too-large-to-read' || kind.salvage) throw error
    return openEmpty(file, kind, [because, failure])
  }
}

/** Stands for a database that cannot be read here; the notices say why. */
export function openEmpty(file: string, kind: DatabaseKind, notices: readonly Failure[]): OpenDatabase {
  const database = new Database(':memory:')
  migrateToLatest(database, kind.migrations)
  return readingFrom(database, file, notices)
}

/**
 * Prepares a large database on a full disk for reading without a copy: moves its log into the file, where that needs no room, and
 * lets the file have none. Without a log it needs no other file, and several connections can read it. The next opening with room gives
 * it a log again. On failure it is as it was.
 */
export function endLog(file: string): void {
  if (statSync(file).size <= smallFile) return
  const database = new Database(file, { fileMustExist: true, timeout: 0 })
  try {
    // The index of the log is in memory then, and so is the journal of the one page that changes.
    database.pragma('locking_mode = EXCLUSIVE')
    database.pragma('journal_mode = MEMORY')
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
  } finally {
    database.close()
  }
}

function readingFrom(database: Database.Database, file: string, notices: readonly Failure[]): OpenDatabase {
  database.pragma('query_only = ON')
  return {
    file,
    reader: new Reader(database),
    writer: null,
    recovery: null,
    notices,
    isInPlace: () => true,
    close: () => {
      database.close()
    },
  }
}

/** Undefined when it is small, or only a copy of it can be read: it has a log or journal, or must be migrated first. */
function openWithoutLog(file: string, kind: DatabaseKind): Database.Database | undefined {
  if (sizeOf(file) <= smallFile || sizeOf(`${file}-wal`) > 0 || sizeOf(`${file}-journal`) > 0) return undefined
  if (journalVersionsOf(file) !== '1 1') return undefined
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    refuseForeignDatabase(database, file, kind)
    if (Number(database.pragma('user_version', { simple: true })) === kind.migrations.length) {
      database.pragma('trusted_schema = OFF')
      database.pragma('temp_store = MEMORY')
      return database
    }
  } catch (error) {
    database.close()
    throw error
  }
  database.close()
  return undefined
}

/** Write and read version in the header: 1 is a rollback journal, 2 a write-ahead log (sqlite.org/fileformat2.html 1.3.3). */
function journalVersionsOf(file: string): string {
  const versions = Buffer.alloc(2)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, versions, 0, 2, 18)
  } finally {
    closeSync(descriptor)
  }
  return versions.join(' ')
}

/** Undefined when it is damaged. */
function readCopy(file: string, kind: DatabaseKind): Database.Database | undefined {
  if (sizeOf(file) + sizeOf(`${file}-wal`) > largestCopy) fail({ kind: 'too-large-to-read', detail: basename(file) })
  const hasLog = sizeOf(`${file}-wal`) > 0
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

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
