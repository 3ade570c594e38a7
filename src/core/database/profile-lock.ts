/** Locks a profile, so that only one program uses it at a time. */

import Database from 'better-sqlite3'
import { join } from 'node:path'
import { fail } from '../failure-error.ts'
import { isDamage, sqliteFailure } from './reader-writer.ts'
import { setAside } from './set-aside.ts'

interface ProfileLock {
  release(): void
}

/**
 * One program per profile, in either shell: an exclusive lock on a small SQLite file. The system releases it when the process
 * ends in any way, so that no stale lock remains. Throws `profile-in-use`; `profile-missing` when the file belongs to another
 * user; `disk-full` when there is no space even for the lock of a new profile.
 */
export function lockProfile(profile: string): ProfileLock {
  const file = join(profile, 'profile.lock')
  const lock = acquire(file)
  if (lock !== 'damaged') return lock
  // The file is only a lock: anything else in it is moved out of the way.
  setAside(file)
  const again = acquire(file)
  if (again !== 'damaged') return again
  fail({ kind: 'profile-missing', detail: 'its lock file is damaged' })
}

function acquire(file: string): ProfileLock | 'damaged' {
  const database = new Database(file, { timeout: 0 })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    database.exec('BEGIN EXCLUSIVE')
    if (database.pragma('user_version', { simple: true }) === 0) {
      // An empty file could not be locked on a full disk: locking it writes its first page. The lock outlasts the commit.
      database.exec('PRAGMA user_version = 1; COMMIT; BEGIN EXCLUSIVE')
    }
  } catch (error) {
    database.close()
    const code = error instanceof Database.SqliteError ? error.code : ''
    if (code.startsWith('SQLITE_BUSY')) fail({ kind: 'profile-in-use' })
    if (code.startsWith('SQLITE_READONLY')) fail({ kind: 'profile-missing', detail: 'its lock file cannot be written' })
    if (isDamage(code)) return 'damaged'
    throw sqliteFailure(error) ?? error
  }
  return {
    release: () => {
      database.close()
    },
  }
}
