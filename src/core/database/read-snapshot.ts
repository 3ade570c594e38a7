/**
 * Keeps a database file unchanged while a backup or copy reads its bytes; the program writes to the
 * log meanwhile. Also keeps the file descriptors for such reads, and reads a small database whole.
 */

import Database from 'better-sqlite3'
import { closeSync, fstatSync, openSync, statSync } from 'node:fs'
import { fail } from '../failure-error.ts'

/** A database whose file does not change until it is released. */
interface ReadSnapshot {
  readonly bytes: number
  release(): void
}

/** Half a minute, with so many milliseconds between them: another program may be reading something long. */
const attempts = 1200
const between = 25

/**
 * Pins the file of a database at one moment, so that its bytes can be read while the program continues writing: once the log is
 * empty, a new reader uses the file alone, and no checkpoint may write into it before that reader ends (sqlite.org/
 * walformat.html 2.3.1, WAL_READ_LOCK(0)). For a worker thread, which it blocks. Throws SQLite's errors, and `in-use` when
 * another program keeps the log.
 */
export function takeReadSnapshot(file: string): ReadSnapshot {
  const database = new Database(file, { timeout: 0, fileMustExist: true })
  const pause = new Int32Array(new SharedArrayBuffer(4))
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (isEmptied(database)) {
        database.exec('BEGIN')
        database.prepare('SELECT count(*) FROM sqlite_schema').get()
        // Nobody wrote between the two: the reader has no log to look into.
        if (bytesOf(`${file}-wal`) === 0) return { bytes: bytesOf(file), release: () => database.close() }
        database.exec('ROLLBACK')
      }
      Atomics.wait(pause, 0, 0, between)
    }
    fail({ kind: 'in-use', detail: 'another program is reading the library' })
  } catch (error) {
    database.close()
    throw error
  }
}

/** First without a lock that writers wait for; what is left then is little. */
function isEmptied(database: Database.Database): boolean {
  try {
    database.pragma('wal_checkpoint(PASSIVE)')
    const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    return result?.busy === 0
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
    throw error
  }
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** A read-only file needs no lock to stay unchanged. Throws `read-only` when part of the database is still in its log. */
export function snapshotOfReadOnlyFile(file: string): ReadSnapshot {
  if (bytesOf(`${file}-wal`) > 0) fail({ kind: 'read-only' })
  return { bytes: bytesOf(file), release: () => undefined }
}

/** A whole small database as a file's bytes, at one moment, with what its log holds. */
export function imageOf(file: string): Buffer {
  const database = new Database(file, { fileMustExist: true })
  try {
    return database.serialize()
  } finally {
    database.close()
  }
}

/**
 * File descriptors for reading databases that this process may have open. That of an open one is closed only after every connection:
 * closing any descriptor of a file drops all locks that the process has on it (sqlite.org/howtocorrupt.html 2.2). That of a closed one
 * is closed soon: until then a deleted file keeps its space, and Windows deletes and moves no open file.
 */
export class SnapshotFiles {
  readonly #descriptors = new Map<string, number>()

  descriptorOf(file: string): number {
    const stored = this.#descriptors.get(file)
    if (stored !== undefined && fstatSync(stored).ino === statSync(file).ino) return stored
    // The file was replaced, and no connection has the old one open any more.
    if (stored !== undefined) closeSync(stored)
    const descriptor = openSync(file, 'r')
    this.#descriptors.set(file, descriptor)
    return descriptor
  }

  /** For a file that no connection has open. */
  letGo(file: string): void {
    const stored = this.#descriptors.get(file)
    if (stored !== undefined) closeSync(stored)
    this.#descriptors.delete(file)
  }

  /** No connection has any other file open. */
  keepOnly(open: string): void {
    for (const file of this.#descriptors.keys()) if (file !== open) this.letGo(file)
  }

  close(): void {
    for (const descriptor of this.#descriptors.values()) closeSync(descriptor)
    this.#descriptors.clear()
  }
}
