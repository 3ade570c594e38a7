/**
 * Recovers a database that is damaged or missing, keeps a copy of one that is older than last used
 * or another file, and later applies the user's choice.
 */

import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { FailureError } from '../failure-error.ts'
import { syncFile, syncFolder } from './fsync.ts'
import { renewIdentity } from './file-identity.ts'
import type { DatabaseKind } from './database-kind.ts'
import { recoverySchema, type Recovery } from './recovery-schema.ts'
import { rebuild } from './salvage/rebuild.ts'
import { forgetSession } from './unclean-shutdown.ts'

const endings = ['', '-wal', '-shm', '-journal'] as const

function recoveryFile(database: string): string {
  return `${database}.recovery`
}

/** The choice about a database; null: none. */
export function recoveryOf(database: string): Recovery | null {
  const file = recoveryFile(database)
  if (!existsSync(file)) return null
  try {
    return recoverySchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Nothing was decided, whatever the file said.
    return { found: 'damaged', tables: [], missing: null, aside: null, coming: null, isChosen: false }
  }
}

/** Ends a replacement that was under way when the program died; before the database is opened. */
export function finishReplacement(database: string): void {
  const found = recoveryOf(database)
  if (found?.coming == null) return
  const { aside, coming } = found
  if (aside === null) throw new Error('a file comes from nowhere')
  const folder = join(dirname(database), 'set-aside', aside)
  if (existsSync(join(folder, coming))) {
    for (const ending of endings)
      moveIfThere(`${database}${ending}`, freeName(folder, `${basename(database)}${ending}`))
    renameSync(join(folder, coming), database)
    syncFolder(folder)
  }
  forgetSession(database)
  syncFolder(dirname(database))
  if (found.isChosen) endRecovery(database)
  else write(database, { ...found, coming: null })
}

/**
 * Recovers readable rows of a damaged database into a new file, which replaces it; the damaged one moves to `set-aside/` with its
 * journals. If the program dies, the next start completes or repeats it.
 */
export function recoverDamaged(database: string, kind: DatabaseKind): Recovery {
  const aside = newAside(database)
  const coming = `recovered-${basename(database)}`
  const target = join(dirname(database), 'set-aside', aside, coming)
  const into = new Database(target)
  let tables: Recovery['tables']
  try {
    into.pragma('page_size = 8192')
    // It is synced when it is whole, and nobody sees it before.
    into.pragma('synchronous = OFF')
    tables = rebuild(database, kind, into)
    renewIdentity(into)
  } finally {
    into.close()
  }
  syncFile(target)
  const missing = recoveryOf(database)?.missing ?? null
  const found: Recovery = { found: 'damaged', tables, missing, aside, coming, isChosen: false }
  write(database, found)
  finishReplacement(database)
  return { ...found, coming: null }
}

/** Sets aside what is left of a database that is gone or has no bytes; a new one may begin in its place. */
export function recoverLost(database: string, isFolderGone: boolean): Recovery {
  const isThere = existsSync(database)
  const aside = isThere || existsSync(`${database}-wal`) ? newAside(database) : null
  const found: Recovery = {
    found: isThere ? 'empty' : isFolderGone ? 'folder' : 'missing',
    tables: [],
    missing: null,
    aside,
    coming: null,
    isChosen: false,
  }
  write(database, found)
  if (aside !== null) {
    const folder = join(dirname(database), 'set-aside', aside)
    for (const ending of endings) moveIfThere(`${database}${ending}`, join(folder, `${basename(database)}${ending}`))
  }
  forgetSession(database)
  return found
}

/** Keeps a copy of a sound database that is not the one that was used last, with its log as it was found. */
export function recoverOther(database: string, found: 'older' | 'replaced', missing: number | null): Recovery {
  const aside = newAside(database)
  const folder = join(dirname(database), 'set-aside', aside)
  for (const ending of ['', '-wal']) {
    const file = `${database}${ending}`
    if (existsSync(file)) copyFileSync(file, join(folder, `${basename(database)}${ending}`))
  }
  const other: Recovery = { found, tables: [], missing, aside, coming: null, isChosen: false }
  write(database, other)
  forgetSession(database)
  return other
}

/** Marks a database that is not the one that was used last: it stays where it is, and the user decides. */
export function markReplaced(database: string): void {
  write(database, { found: 'replaced', tables: [], missing: null, aside: null, coming: null, isChosen: false })
  forgetSession(database)
}

/** The request was removed together with the database. */
export function keepRecovery(database: string, found: Recovery): void {
  write(database, found)
}

/** The user keeps what there is. */
export function endRecovery(database: string): void {
  rmSync(recoveryFile(database), { force: true })
  syncFolder(dirname(database))
}

/**
 * Replaces the database with another file, which is in a folder of `set-aside/` and was checked: the present file moves to that
 * folder. Nothing may have the database open.
 */
export function replaceBy(database: string, aside: string, coming: string): void {
  const found = recoveryOf(database)
  if (found === null) throw new FailureError({ kind: 'bad-request', detail: 'there is nothing to decide' })
  write(database, { ...found, aside, coming, isChosen: true })
  finishReplacement(database)
}

/** Creates a folder of `set-aside/` for one incident; returns its name. */
export function newAside(database: string): string {
  const name = `${basename(database)}-${randomBytes(6).toString('hex')}`
  mkdirSync(join(dirname(database), 'set-aside', name), { recursive: true, mode: 0o700 })
  return name
}

function write(database: string, found: Recovery): void {
  const file = recoveryFile(database)
  writeFileSync(`${file}.new`, JSON.stringify(found), { mode: 0o600 })
  syncFile(`${file}.new`)
  renameSync(`${file}.new`, file)
  syncFolder(dirname(database))
}

function freeName(folder: string, name: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${number}-${name}`)
    if (!existsSync(path)) return path
  }
}

function moveIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to)
}
