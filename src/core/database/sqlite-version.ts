/** Reads the version of SQLite, which shows whether its binary loads on this computer. */

import Database from 'better-sqlite3'

/** Throws when SQLite's binary cannot be loaded on this system. */
export function sqliteVersion(): string {
  const database = new Database(':memory:')
  try {
    return String(database.prepare('SELECT sqlite_version()').pluck().get())
  } finally {
    database.close()
  }
}
