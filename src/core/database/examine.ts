import Database from 'better-sqlite3'
import { check } from './check.ts'
import type { DatabaseKind } from './kind.ts'
import { refuseStrangers } from './strangers.ts'

/** Every page of a database that nobody has open. Throws `not-ours`, `newer-version`, and SQLite's error for what is damaged. */
export function examine(file: string, kind: DatabaseKind): void {
  refuseStrangers(file, kind)
  const database = new Database(file)
  try {
    database.pragma('cell_size_check = ON')
    check(database)
  } finally {
    database.close()
  }
}
