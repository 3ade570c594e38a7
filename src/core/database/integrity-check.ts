/**
 * Checks every page of a database file that is not open. One that came from elsewhere, such as a
 * backup, is also checked for its schema and migrated.
 */

import Database from 'better-sqlite3'
import { check } from './quick-check.ts'
import type { DatabaseKind } from './database-kind.ts'
import { migrateToLatest } from './migrations.ts'
import { schemaFault } from './schema-check.ts'
import { refuseForeignFile } from './foreign-file.ts'
import { renewViews } from './views.ts'

/** Every page of a database that nobody has open. Throws `foreign-file`, `newer-version`, and SQLite's error for what is damaged. */
export function examine(file: string, kind: DatabaseKind): void {
  refuseForeignFile(file, kind)
  const database = new Database(file)
  try {
    database.pragma('cell_size_check = ON')
    check(database)
  } finally {
    database.close()
  }
}

/**
 * Every page and the schema of a database that came from elsewhere, then every migration that it lacks, done in it: what passes opens at
 * the next start. Gives what is wrong with its schema, in words; null: nothing. Throws as `examine` does, and what a migration throws.
 */
export function prepareForUse(file: string, kind: DatabaseKind): string | null {
  examine(file, kind)
  const database = new Database(file)
  try {
    database.pragma('trusted_schema = OFF')
    database.pragma('foreign_keys = ON')
    const fault = schemaFault(database, kind)
    if (fault !== null) return fault
    migrateToLatest(database, kind.migrations)
    renewViews(database, kind.views ?? [])
    return schemaFault(database, kind)
  } finally {
    database.close()
  }
}
