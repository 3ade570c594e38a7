import Database from 'better-sqlite3'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const day = 86_400_000

/** Puts everything that a closed profile's libraries received into the past, as if it had been fetched so many days earlier. */
export function ageLibraries(profile: string, days: number): void {
  const files = readdirSync(profile, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('library.db'),
  )
  for (const path of files) {
    const database = new Database(join(profile, path))
    const earlier = (column: string) => `${column} = ${column} - ${days * day}`
    database.exec(`
      UPDATE ledger_response SET ${earlier('fetched_at')};
      UPDATE ledger_record SET ${earlier('first_seen_at')}, ${earlier('last_seen_at')};
      UPDATE ledger_revision SET ${earlier('known_from')}, ${earlier('last_seen_at')};`)
    database.close()
  }
}
