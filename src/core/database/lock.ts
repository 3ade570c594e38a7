import Database from 'better-sqlite3'
import { join } from 'node:path'
import { fail } from '../failure-error.ts'

export interface ProfileLock {
  release(): void
}

/**
 * One program per profile, whichever shell: an exclusive lock on a small SQLite file of its own. The system drops it when the
 * process ends, however it ends, so nothing stale is left behind. Throws `profile-in-use`.
 */
export function lockProfile(profile: string): ProfileLock {
  const database = new Database(join(profile, 'profile.lock'), { timeout: 0 })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) fail({ kind: 'profile-in-use' })
    throw error
  }
  return { release: () => database.close() }
}
