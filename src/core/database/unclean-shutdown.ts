/**
 * The small file next to each database that says how its last session ended, from which a crash or
 * a lost file is noticed.
 */

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * A small file next to each database says how its last session ended:
 *  - `closed`: normally, with an empty write-ahead log
 *  - `open`: the session is still running, or the program died
 *  - `damaged`: a query found damage; check every page before the next query
 * No such file: the database has never been opened, or the file could not be written.
 */
export type SessionState = 'open' | 'closed' | 'damaged' | 'none'

/** Which file a database is: a random id for life, and how many changes were committed to it. */
export interface FileIdentity {
  readonly generation: string
  readonly commits: number
}

/** The second line, where the database has an identity. */
const identityLine = z
  .string()
  .regex(/^[0-9a-f]{32} \d+$/)
  .transform((line): FileIdentity => ({ generation: line.slice(0, 32), commits: Number(line.slice(33)) }))

function sessionFile(database: string): string {
  return `${database}.session`
}

export function sessionOf(database: string): SessionState {
  const file = sessionFile(database)
  if (!existsSync(file)) return 'none'
  const [state = ''] = linesOf(file)
  return state === 'closed' || state === 'damaged' ? state : 'open'
}

/** The identity that was noted when the database was last used; null: none was. */
export function notedIdentity(database: string): FileIdentity | null {
  const file = sessionFile(database)
  if (!existsSync(file)) return null
  return identityLine.safeParse(linesOf(file)[1]).data ?? null
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
}

/**
 * Never throws: on a full disk reading must continue. A file that cannot be written is deleted, so that an old `closed` never
 * describes another session. Always overwrites the same number of bytes: a kill leaves the old ones or the new ones.
 */
export function writeSession(
  database: string,
  state: Exclude<SessionState, 'none'>,
  identity: FileIdentity | null = null,
): void {
  const file = sessionFile(database)
  const second = identity === null ? '' : `${identity.generation} ${identity.commits}`
  try {
    writeFileSync(file, `${state.padEnd(7)}\n${second.padEnd(64)}\n`, { flag: existsSync(file) ? 'r+' : 'w' })
  } catch {
    forgetSession(database)
  }
}

/** For a database that replaced another one. */
export function forgetSession(database: string): void {
  try {
    rmSync(sessionFile(database), { force: true })
  } catch {
    // A folder that has become read-only keeps what it has.
  }
}

/** Zero bytes, or gone, although a session was held on it before: damage, not a first start. */
export function isLost(database: string): boolean {
  if (sessionOf(database) === 'none') return false
  return !existsSync(database) || statSync(database).size === 0
}

/** A log beside a database that was closed with an empty one belongs to another file, and would be replayed into this one. */
export function hasForeignLog(database: string): boolean {
  return sessionOf(database) === 'closed' && (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}
