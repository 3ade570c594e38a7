import Database from 'better-sqlite3'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { FailureError } from '../failure-error.ts'

/** One step of a schema, as SQL. A migration that has shipped never changes; its place in the array is its version, from 1. */
export type Migration = string

/**
 * Brings a database to the newest version: a verified copy first (kept beside it, never overwritten by a later failed start),
 * then every missing step and the new `user_version` in one transaction, so that a crash leaves the old version whole.
 * Throws `newer-version` for a database from the future, which is left untouched.
 */
export function migrate(database: Database.Database, file: string, migrations: readonly Migration[]): void {
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version > migrations.length) throw new FailureError({ kind: 'newer-version', detail: basename(file) })
  if (version === migrations.length) return
  if (version > 0) backUp(database, file, version)
  database
    .transaction(() => {
      for (const step of migrations.slice(version)) database.exec(step)
      database.pragma(`user_version = ${migrations.length}`)
    })
    .immediate()
}

/** Where the copy made before leaving `version` lies. */
export function backUpFile(file: string, version: number): string {
  return join(dirname(file), 'backups', `${basename(file, '.db')}-v${version}.db`)
}

function backUp(database: Database.Database, file: string, version: number): void {
  const target = backUpFile(file, version)
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  const unfinished = `${target}.part`
  rmSync(unfinished, { force: true })
  database.prepare('VACUUM INTO ?').run(unfinished)
  const copy = new Database(unfinished, { readonly: true })
  try {
    const verdict = copy.pragma('quick_check(1)', { simple: true })
    if (verdict !== 'ok') throw new FailureError({ kind: 'damaged', detail: basename(file) })
  } finally {
    copy.close()
  }
  renameSync(unfinished, target)
}
