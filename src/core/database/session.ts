import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

/**
 * Beside each database lies a small file that says how its last session ended:
 *  - `closed`: by us, with nothing left in the write-ahead log
 *  - `open`: it goes on, or the program died
 *  - `damaged`: a query met damage; every page is to be checked before the next one
 * No such file: nobody has worked on the database yet, or nobody could say so.
 */
export type SessionState = 'open' | 'closed' | 'damaged' | 'none'

function sessionFile(database: string): string {
  return `${database}.session`
}

export function sessionOf(database: string): SessionState {
  const file = sessionFile(database)
  if (!existsSync(file)) return 'none'
  const text = readFileSync(file, 'utf8').trim()
  return text === 'closed' || text === 'damaged' ? text : 'open'
}

/**
 * Never throws: on a full disk reading must go on. What cannot be written is taken away, so that an old `closed` never stands
 * beside a session that is not.
 */
export function writeSession(database: string, state: Exclude<SessionState, 'none'>): void {
  try {
    writeFileSync(sessionFile(database), `${state}\n`)
  } catch {
    try {
      rmSync(sessionFile(database), { force: true })
    } catch {
      // A folder that has become read-only keeps what it has.
    }
  }
}

/** Zero bytes, or gone, although a session was held on it before: damage, not a first start. */
export function isLost(database: string): boolean {
  if (sessionOf(database) === 'none') return false
  return !existsSync(database) || statSync(database).size === 0
}

/** A log beside a database that was closed with an empty one belongs to another file, and would be replayed into this one. */
export function hasStrangeLog(database: string): boolean {
  return sessionOf(database) === 'closed' && (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}
