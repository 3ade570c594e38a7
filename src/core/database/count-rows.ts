/** Counts the rows of each table, of an open database or of a file. */

import Database from 'better-sqlite3'
import { Reader } from './reader-writer.ts'

/** How many rows each table has. */
export function countRows(db: Reader): { table: string; rows: number }[] {
  return db
    .all<{
      name: string
    }>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'")
    .map(({ name }) => ({
      table: name,
      rows: db.get<{ rows: number }>(`SELECT count(*) AS rows FROM "${name}"`)?.rows ?? 0,
    }))
}

/** The same of a file that nobody has open. */
export function readCounts(file: string): { table: string; rows: number }[] {
  const database = new Database(file, { readonly: true })
  try {
    return countRows(new Reader(database))
  } finally {
    database.close()
  }
}
