/** Runs the migrations of a database, after a verified backup of the file. */

import Database from 'better-sqlite3'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { FailureError } from '../failure-error.ts'
import { dropViews } from './views.ts'

/** One step of a schema, as SQL. A migration that has shipped never changes; its place in the array is its version, from 1. */
export type Migration = string

/**
 * Brings a database to the latest version: a verified copy first (kept beside it, never overwritten by a later failed start),
 * then the missing steps. The database is known not to be newer than we are.
 */
export function migrate(database: Database.Database, file: string, migrations: readonly Migration[]): void {
  const version = versionOf(database)
  if (version > 0 && version < migrations.length) backUp(database, file, version)
  migrateToLatest(database, migrations)
}

/** Every missing step and the new `user_version` in one transaction, so that a crash leaves the old version whole. */
export function migrateToLatest(database: Database.Database, migrations: readonly Migration[]): void {
  const version = versionOf(database)
  if (version >= migrations.length) return
  database
    .transaction(() => {
      dropViews(database)
      for (const step of migrations.slice(version)) database.exec(step)
      database.pragma(`user_version = ${migrations.length}`)
    })
    .immediate()
}

function versionOf(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

/** Path of the copy that is made before migrating from `version`. */
export function backupFile(file: string, version: number): string {
  return join(dirname(file), 'backups', `${basename(file, '.db')}-v${version}.db`)
}

function backUp(database: Database.Database, file: string, version: number): void {
  const target = backupFile(file, version)
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  const unfinished = `${target}.part`
  rmSync(unfinished, { force: true })
  database.prepare('VACUUM INTO ?').run(unfinished)
  const copy = new Database(unfinished, { readonly: true })
  try {
    const result = copy.pragma('quick_check(1)', { simple: true })
    if (result !== 'ok') throw new FailureError({ kind: 'damaged', detail: basename(file) })
  } finally {
    copy.close()
  }
  sync(unfinished)
  renameSync(unfinished, target)
  sync(dirname(target))
}

/**
 * Down to the disk, so that a power cut after the rename leaves the whole copy under its name. A folder syncs its names; Windows
 * does that automatically and opens no folder.
 */
function sync(path: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
