import type { DatabaseKind, OpenDatabase } from '#core/database/database-kind.ts'

/** A small database of the tests' own, with as many versions of its schema as a test wants. */
const steps = [
  'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;',
  'ALTER TABLE note ADD COLUMN stars INTEGER NOT NULL DEFAULT 0; CREATE INDEX note_stars ON note (stars);',
  `CREATE TABLE tag (name TEXT PRIMARY KEY) STRICT; INSERT INTO tag SELECT DISTINCT text FROM note;
   UPDATE note SET stars = stars + 1;`,
]

export function notebook(versions: number, changed: Partial<DatabaseKind> = {}): DatabaseKind {
  return {
    applicationId: 0x54735465,
    migrations: steps.slice(0, versions),
    durability: 'full',
    alwaysCheck: true,
    ...changed,
  }
}

export function write(database: OpenDatabase, text: string): void {
  if (!database.writer) throw new Error('the notebook is read-only')
  database.writer.run('INSERT INTO note (text) VALUES (?)', [text])
}

export function notesIn({ reader }: OpenDatabase): string[] {
  return reader.all<{ text: string }>('SELECT text FROM note ORDER BY id').map(({ text }) => text)
}
