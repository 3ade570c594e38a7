/**
 * Opens a database: checks it, recovers it when it is damaged, missing or replaced, and migrates
 * it. On closing, writes it again when another program has removed or replaced its file.
 */

import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Failure } from '#contract/failure.ts'
import { check, isWorthChecking } from './quick-check.ts'
import { isOutOfRoom } from '../system-error.ts'
import { syncFile, syncFolder } from './fsync.ts'
import { identityIn, identityOf, identityTable } from './file-identity.ts'
import { isDamage, Reader, sqliteFailure, Writer, type CommitCounter } from './reader-writer.ts'
import type { DatabaseKind, OpenDatabase } from './database-kind.ts'
import { migrate } from './migrations.ts'
import { endLog, openReadOnlyOrEmpty } from './open-read-only.ts'
import {
  markReplaced,
  endRecovery,
  finishReplacement,
  keepRecovery,
  recoverDamaged,
  recoverLost,
  recoverOther,
  recoveryOf,
} from './recovery.ts'
import type { Recovery } from './recovery-schema.ts'
import { hasForeignLog, isLost, notedIdentity, sessionOf, writeSession, type FileIdentity } from './unclean-shutdown.ts'
import { setAside, setLogAside } from './set-aside.ts'
import { refuseForeignFile } from './foreign-file.ts'
import { renewViews } from './views.ts'
import { isWritable } from './writable.ts'

/** SQLite before 3.51.3 can corrupt a WAL database that two connections use (docs/promises.md, Data). */
const oldestSqlite = [3, 51, 3] as const

/** Why a file is missing: never created, deleted alone, or deleted with its folder. */
export type MissingFileReason = 'new' | 'file' | 'folder'

/**
 * Opens a database of ours, or makes it. A damaged file is set aside with its journal files, and nothing is ever deleted: a precious one is
 * recovered row by row, and not written to until the user has chosen (`recovery`); any other begins again, and `notices` names it. Where
 * nothing can be written, for lack of permission or space, an existing one is read all the same (`open-read-only.ts`).
 * Throws `newer-version` and `foreign-file`, both with the file untouched.
 */
export function openDatabase(file: string, kind: DatabaseKind, absent: MissingFileReason = 'new'): OpenDatabase {
  if (!isWritable(dirname(file)) || (existsSync(file) && !isWritable(file))) {
    return openReadOnlyOrEmpty(file, kind, { kind: 'read-only' })
  }
  const notices: Failure[] = []
  try {
    if (kind.salvage) finishReplacement(file)
    if (isLost(file) || (absent !== 'new' && !existsSync(file))) lose(file, kind, notices, absent)
    if (hasForeignLog(file)) notices.push(setLogAside(file))
    return opened(file, kind, connectSound(file, kind, notices), notices)
  } catch (error) {
    const failure: Failure | undefined = isOutOfRoom(error) ? { kind: 'disk-full' } : sqliteFailure(error)?.failure
    const isUnwritable = failure?.kind === 'disk-full' || failure?.kind === 'read-only'
    if (isUnwritable && existsSync(file)) {
      if (failure.kind === 'disk-full') endLog(file)
      return openReadOnlyOrEmpty(file, kind, failure)
    }
    throw sqliteFailure(error) ?? error
  }
}

/** Opens it, or what could be recovered of it, or an empty one. */
function connectSound(file: string, kind: DatabaseKind, notices: Failure[]): Database.Database {
  try {
    return connect(file, kind, notices)
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !isDamage(error.code)) throw error
    if (kind.salvage === undefined) {
      notices.push(setAside(file))
      endRecovery(file)
    } else {
      const found = recoverDamaged(file, kind)
      if (!kind.salvage.asks) tellRecovered(file, found, notices)
    }
    return connect(file, kind, notices)
  }
}

/** Gone, or without a byte, though it was worked on before. */
function lose(file: string, kind: DatabaseKind, notices: Failure[], absent: MissingFileReason): void {
  if (kind.salvage?.asks === true) return void recoverLost(file, absent === 'folder')
  const isMissing = !existsSync(file)
  const damage = setAside(file)
  notices.push(isMissing ? { kind: 'database-missing', detail: basename(file) } : damage)
  endRecovery(file)
}

/** For events that need no choice of the user. */
function tellRecovered(file: string, { tables }: Recovery, notices: Failure[]): void {
  endRecovery(file)
  const isWhole = tables.every(({ lost }) => lost === 0)
  notices.push({ kind: isWhole ? 'recovered' : 'damaged', detail: basename(file) })
}

/**
 * An intact file may be another one than was last used, or that one without its latest changes. For data that can be fetched
 * again the latter is only reported, since nothing is mixed.
 */
function compareIdentity(file: string, kind: DatabaseKind, notices: Failure[]): void {
  const recorded = notedIdentity(file)
  if (recorded === null || !existsSync(file)) return
  const actual = identityOf(file)
  // Damaged, or a newer version's: connecting reports it.
  if (actual === null) return
  const isReplaced = actual.generation !== recorded.generation
  const missing = recorded.commits - actual.commits
  if (kind.asksWhenReplaced === true) {
    if (isReplaced) markReplaced(file)
    else if (missing > 0) notices.push({ kind: 'file-older', detail: basename(file) })
  } else if (isReplaced) recoverOther(file, 'replaced', null)
  else if (missing > 0) recoverOther(file, 'older', missing)
}

/** Whether the user may have a choice about such a file. */
function asks({ salvage, asksWhenReplaced }: DatabaseKind): boolean {
  return salvage?.asks === true || asksWhenReplaced === true
}

function opened(file: string, kind: DatabaseKind, database: Database.Database, notices: Failure[]): OpenDatabase {
  const recovery = asks(kind) ? recoveryOf(file) : null
  const counter = identityTable(database) ? new SessionCounter(file, database) : null
  writeSession(file, 'open', identityIn(database))
  const noteDamage = () => writeSession(file, 'damaged', identityIn(database))
  const inodes = () => ['', '-wal'].map((ending) => statSync(`${file}${ending}`, { throwIfNoEntry: false })?.ino)
  // The log is made with the first change, and stays until the database is closed.
  const [inode, logAtFirst] = inodes()
  let log = logAtFirst
  return {
    file,
    reader: new Reader(database, noteDamage),
    writer: recovery === null ? new Writer(database, noteDamage, counter) : null,
    recovery,
    notices,
    isInPlace: () => {
      const [locationNow, logNow] = inodes()
      log ??= logNow
      return locationNow === inode && logNow === log
    },
    close: () => {
      if (!database.open) return
      const isEmptied = emptyLog(database)
      const identity = identityIn(database)
      const [locationNow, logNow] = inodes()
      const isGone = locationNow !== inode || (!isEmptied && logNow !== log)
      const rescued = isGone ? writeAgain(database, file) : null
      database.close()
      if (rescued !== null) takeItsPlace(rescued, file)
      if (recovery !== null && recoveryOf(file) === null) keepRecovery(file, recovery)
      if (sessionOf(file) !== 'damaged') writeSession(file, isEmptied || isGone ? 'closed' : 'open', identity)
    },
  }
}

/**
 * Writes an open database, whose file was removed or replaced by another program, to a new file next to its path. Null when its
 * folder is missing: a disk that was removed returns with its files.
 */
function writeAgain(database: Database.Database, file: string): string | null {
  if (!existsSync(dirname(file))) return null
  const target = `${file}.again-${randomBytes(6).toString('hex')}`
  try {
    database.prepare('VACUUM INTO ?').run(target)
    syncFile(target)
    return target
  } catch {
    // The disk is full, or the file is no longer readable: the next opening reports it as missing.
    rmSync(target, { force: true })
    return null
  }
}

/** Any file of that name now was not there when it was opened. */
function takeItsPlace(rescued: string, file: string): void {
  if (['', '-wal', '-shm'].some((ending) => existsSync(`${file}${ending}`))) setAside(file)
  renameSync(rescued, file)
  syncFolder(dirname(file))
}

/** Notes in the session file how many transactions the database has; after the commit, so that it never claims one too many. */
class SessionCounter implements CommitCounter {
  readonly #file: string
  readonly #count: Database.Statement<[], FileIdentity>
  #identity: FileIdentity | null = null

  constructor(file: string, database: Database.Database) {
    this.#file = file
    this.#count = database.prepare('UPDATE file_identity SET commits = commits + 1 RETURNING generation, commits')
  }

  count(): void {
    this.#identity = this.#count.get() ?? null
  }

  committed(): void {
    if (sessionOf(this.#file) !== 'damaged') writeSession(this.#file, 'open', this.#identity)
  }
}

/** Whether the log is empty: false while another program reads it, which is not waited for, or on a full disk. */
function emptyLog(database: Database.Database): boolean {
  try {
    database.pragma('busy_timeout = 0')
    const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    return result?.busy === 0
  } catch {
    return false
  }
}

function connect(file: string, kind: DatabaseKind, notices: Failure[]): Database.Database {
  refuseForeignFile(file, kind)
  if (asks(kind)) compareIdentity(file, kind, notices)
  const session = sessionOf(file)
  const database = new Database(file)
  try {
    demandSqlite(database)
    database.pragma('cell_size_check = ON')
    if (isWorthChecking(kind, statSync(file).size, session)) check(database)
    setUp(database, file, kind)
    migrate(database, file, kind.migrations)
    renewViews(database, kind.views ?? [])
    if (session === 'damaged' && kind.rebuild !== undefined) database.exec(kind.rebuild)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function demandSqlite(database: Database.Database): void {
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get())
  if (isOlder(version)) throw new Error(`SQLite ${version} is too old`)
}

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, oldest] of oldestSqlite.entries()) {
    const part = parts[index] ?? 0
    if (part !== oldest) return part < oldest
  }
  return false
}

function setUp(database: Database.Database, file: string, kind: DatabaseKind): void {
  // Takes effect on a new file only: a record of a few kilobytes should not need an overflow page.
  database.pragma('page_size = 8192')
  database.pragma('trusted_schema = OFF')
  database.pragma('mmap_size = 0')
  database.pragma('cache_size = -32768')
  database.pragma('foreign_keys = ON')
  database.pragma('temp_store = MEMORY')
  // A deleted row must not come back when a damaged file is read page by page.
  if (kind.salvage) database.pragma('secure_delete = ON')
  database.pragma(isNetworkFolder(dirname(file)) ? 'journal_mode = DELETE' : 'journal_mode = WAL')
  database.pragma('wal_autocheckpoint = 4000')
  database.pragma(kind.durability === 'full' ? 'synchronous = FULL' : 'synchronous = NORMAL')
  if (Number(database.pragma('application_id', { simple: true })) === 0) {
    database.pragma(`application_id = ${kind.applicationId}`)
  }
}

/** WAL needs shared memory, which network file systems lack (sqlite.org/wal.html). Linux magic numbers: NFS, SMB, CIFS, 9P. */
function isNetworkFolder(folder: string): boolean {
  return [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997].includes(statfsSync(folder).type)
}
