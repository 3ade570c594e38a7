/** Runs SQLite's quick check on a database, and decides when one is worth its time. */

import Database from 'better-sqlite3'
import type { DatabaseKind } from './database-kind.ts'
import type { SessionState } from './unclean-shutdown.ts'

/** Checking every page takes about a second per 200 MB: a larger database is checked only after a query found damage. */
const checkedAtOpening = 64 * 1024 * 1024

/** Whether every page is checked before the database is used, by its size in bytes and how its last session ended. */
export function isWorthChecking(kind: DatabaseKind, bytes: number, session: SessionState = 'open'): boolean {
  if (kind.alwaysCheck || session === 'damaged') return true
  return session === 'open' && bytes <= checkedAtOpening
}

/** Throws SQLITE_CORRUPT: `quick_check` throws on some damage and reports other, and both mean the same. */
export function check(database: Database.Database): void {
  const result = database.pragma('quick_check(1)', { simple: true })
  if (result !== 'ok') throw new Database.SqliteError(String(result), 'SQLITE_CORRUPT')
}
