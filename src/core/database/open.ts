import Database from 'better-sqlite3'
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Failure } from '#contract/failure.ts'
import { check, isWorthChecking } from './check.ts'
import { isDamage, Reader, sqliteFailure, Writer } from './handles.ts'
import type { DatabaseKind, OpenDatabase } from './kind.ts'
import { migrate } from './migrations.ts'
import { openCopy } from './read-only-copy.ts'
import { hasStrangeLog, isLost, sessionOf, writeSession } from './session.ts'
import { setAside, setLogAside } from './set-aside.ts'
import { refuseStrangers } from './strangers.ts'
import { renewViews } from './views.ts'

/** SQLite before 3.51.3 can corrupt a WAL database that two connections use (promises.md, ground facts). */
const oldestSqlite = [3, 51, 3] as const

/**
 * Opens a database of ours, or makes it. A damaged file is set aside with its journal files and named in `notices`; nothing is
 * ever deleted. Where nothing can be written, for want of permission or of room, an existing one is read from a copy in memory.
 * Throws `newer-version` and `not-ours`, both with the file untouched.
 */
export function openDatabase(file: string, kind: DatabaseKind): OpenDatabase {
  if (!isWritable(dirname(file)) || (existsSync(file) && !isWritable(file))) {
    return openCopy(file, kind, { kind: 'read-only' })
  }
  const notices: Failure[] = []
  if (isLost(file)) notices.push(setAside(file))
  if (hasStrangeLog(file)) notices.push(setLogAside(file))
  try {
    return opened(file, connect(file, kind), notices)
  } catch (error) {
    if (error instanceof Database.SqliteError && isDamage(error.code)) {
      notices.push(setAside(file))
      return opened(file, connect(file, kind), notices)
    }
    const failure = sqliteFailure(error)?.failure
    const isUnwritable = failure?.kind === 'disk-full' || failure?.kind === 'read-only'
    if (isUnwritable && existsSync(file)) return openCopy(file, kind, failure)
    throw sqliteFailure(error) ?? error
  }
}

function opened(file: string, database: Database.Database, notices: Failure[]): OpenDatabase {
  writeSession(file, 'open')
  const noteDamage = () => writeSession(file, 'damaged')
  return {
    file,
    reader: new Reader(database, noteDamage),
    writer: new Writer(database, noteDamage),
    notices,
    close: () => {
      const isEmptied = emptyLog(database)
      database.close()
      if (sessionOf(file) !== 'damaged') writeSession(file, isEmptied ? 'closed' : 'open')
    },
  }
}

/** Whether the log is empty now: not with another program's reader on it, which is not waited for, nor on a full disk. */
function emptyLog(database: Database.Database): boolean {
  try {
    database.pragma('busy_timeout = 0')
    const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    return result?.busy === 0
  } catch {
    return false
  }
}

function connect(file: string, kind: DatabaseKind): Database.Database {
  refuseStrangers(file, kind)
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
  database.pragma(isNetworkFolder(dirname(file)) ? 'journal_mode = DELETE' : 'journal_mode = WAL')
  database.pragma('wal_autocheckpoint = 4000')
  database.pragma(kind.durability === 'full' ? 'synchronous = FULL' : 'synchronous = NORMAL')
  if (Number(database.pragma('application_id', { simple: true })) === 0) {
    database.pragma(`application_id = ${kind.applicationId}`)
  }
}

/** WAL needs shared memory, which network file systems do not give (sqlite.org/wal.html). Linux magic numbers: NFS, SMB, CIFS, 9P. */
function isNetworkFolder(folder: string): boolean {
  return [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997].includes(statfsSync(folder).type)
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
