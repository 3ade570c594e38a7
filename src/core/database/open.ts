import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Failure } from '#contract/failure.ts'
import { FailureError } from '../failure-error.ts'
import { isDamage, Reader, sqliteFailure, Writer } from './handles.ts'
import { migrate, type Migration } from './migrations.ts'

/** What distinguishes one kind of database file from another. */
export interface DatabaseKind {
  /** SQLite's application_id: a file with another one is somebody else's. */
  readonly applicationId: number
  readonly migrations: readonly Migration[]
  /** `full` survives a power cut after every commit; `normal` may lose the last ones, never the whole. */
  readonly durability: 'full' | 'normal'
  /** Check every page at opening: right for a small, precious file, too slow for a large library that was closed cleanly. */
  readonly alwaysCheck: boolean
}

export interface OpenDatabase {
  readonly file: string
  readonly reader: Reader
  /** Null on a read-only profile: what is shown then is a copy in memory. */
  readonly writer: Writer | null
  /** What the user must know about this opening: set aside, read-only. */
  readonly notices: readonly Failure[]
  close(): void
}

/** SQLite before 3.51.3 can corrupt a WAL database that two connections use (promises.md, ground facts). */
const oldestSqlite = [3, 51, 3] as const

/** A check of every page takes about a second per 200 MB: beyond this size it is not done at opening. */
const checkedAtOpening = 64 * 1024 * 1024

/**
 * Opens a database of ours, or makes it. A damaged file is set aside with its journal files and named in `notices`; nothing is
 * ever deleted. Throws `newer-version` and `not-ours`, both with the file untouched.
 */
export function openDatabase(file: string, kind: DatabaseKind): OpenDatabase {
  const notices: Failure[] = []
  if (!isWritable(dirname(file))) return openCopy(file, kind)
  if (isLost(file)) notices.push(setAside(file))
  let database: Database.Database
  try {
    database = connect(file, kind)
  } catch (error) {
    if (!(error instanceof Database.SqliteError && isDamage(error.code))) throw sqliteFailure(error) ?? error
    notices.push(setAside(file))
    database = connect(file, kind)
  }
  writeFileSync(sessionFile(file), 'open\n')
  return {
    file,
    reader: new Reader(database),
    writer: new Writer(database),
    notices,
    close: () => {
      database.pragma('wal_checkpoint(TRUNCATE)')
      database.close()
      writeFileSync(sessionFile(file), 'closed\n')
    },
  }
}

function connect(file: string, kind: DatabaseKind): Database.Database {
  const database = new Database(file)
  try {
    refuseStrangers(database, file, kind)
    if (kind.alwaysCheck || (!wasClosed(file) && statSync(file).size <= checkedAtOpening)) check(database)
    setUp(database, file, kind)
    migrate(database, file, kind.migrations)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Reads the header without changing it: a newer or a foreign file must keep every byte. */
function refuseStrangers(database: Database.Database, file: string, kind: DatabaseKind): void {
  const [{ version }] = database.prepare('SELECT sqlite_version() AS version').all() as [{ version: string }]
  if (isOlder(version)) throw new Error(`SQLite ${version} is too old`)
  const applicationId = Number(database.pragma('application_id', { simple: true }))
  const schemaVersion = Number(database.pragma('user_version', { simple: true }))
  const isNew = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  if (applicationId !== kind.applicationId && !(isNew && applicationId === 0)) {
    throw new FailureError({ kind: 'not-ours', detail: basename(file) })
  }
  if (schemaVersion > kind.migrations.length) throw new FailureError({ kind: 'newer-version', detail: basename(file) })
}

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, oldest] of oldestSqlite.entries()) {
    const part = parts[index] ?? 0
    if (part !== oldest) return part < oldest
  }
  return false
}

/** `quick_check` throws on some damage and reports other: both mean the same. */
function check(database: Database.Database): void {
  database.pragma('cell_size_check = ON')
  const verdict = database.pragma('quick_check(1)', { simple: true })
  if (verdict !== 'ok') throw new Database.SqliteError(String(verdict), 'SQLITE_CORRUPT')
}

function setUp(database: Database.Database, file: string, kind: DatabaseKind): void {
  // Takes effect on a new file only: a record of a few kilobytes should not need an overflow page.
  database.pragma('page_size = 8192')
  database.pragma('trusted_schema = OFF')
  database.pragma('mmap_size = 0')
  database.pragma('cache_size = -65536')
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

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Beside each database lies a small file that says whether it existed and was closed cleanly. */
function sessionFile(file: string): string {
  return `${file}.session`
}

function wasClosed(file: string): boolean {
  return !existsSync(sessionFile(file)) || readFileSync(sessionFile(file), 'utf8').startsWith('closed')
}

/** Zero bytes, or gone, although a session was held on it before: damage, not a first start. */
function isLost(file: string): boolean {
  if (!existsSync(sessionFile(file))) return false
  return !existsSync(file) || statSync(file).size === 0
}

/** A database and its journal files always move together: a stale WAL would be replayed into whatever takes the place. */
function setAside(file: string): Failure {
  const name = basename(file)
  const quarantine = join(dirname(file), 'set-aside', `${name}-${randomBytes(6).toString('hex')}`)
  mkdirSync(quarantine, { recursive: true })
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
    if (existsSync(each)) renameSync(each, join(quarantine, basename(each)))
  }
  return { kind: 'damaged', detail: name }
}

/** WAL needs a writable folder, so a read-only profile is read from a copy in memory, its header set to the rollback journal. */
function openCopy(file: string, kind: DatabaseKind): OpenDatabase {
  const database = existsSync(file) ? new Database(rollbackImage(file)) : new Database(':memory:')
  refuseStrangers(database, file, kind)
  if (existsSync(file)) database.pragma('query_only = ON')
  else migrate(database, file, kind.migrations)
  return {
    file,
    reader: new Reader(database),
    writer: null,
    notices: [{ kind: 'read-only' }],
    close: () => database.close(),
  }
}

function rollbackImage(file: string): Buffer {
  const image = readFileSync(file)
  if (image.length > 19) image.fill(1, 18, 20)
  return image
}
