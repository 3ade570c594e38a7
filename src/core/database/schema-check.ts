/** Compares a database's schema with the one that its version should have. */

import Database from 'better-sqlite3'
import type { DatabaseKind } from './database-kind.ts'
import { migrateToLatest } from './migrations.ts'

interface Shape {
  readonly type: string
  readonly columns: string
}

/**
 * How a database's schema differs from the one that its version creates, in words. Null: it does not. Tables and indexes that
 * somebody added are left alone: they run nothing. Triggers, views of other names and virtual tables are not.
 */
export function schemaFault(database: Database.Database, kind: DatabaseKind): string | null {
  const version = Number(database.pragma('user_version', { simple: true }))
  const expected = new Database(':memory:')
  try {
    migrateToLatest(expected, kind.migrations.slice(0, version))
    const views = new Set((kind.views ?? []).map(({ name }) => name))
    const [wanted, there] = [tableShapes(expected), tableShapes(database)]
    for (const { type, name } of othersOf(database, expected, ['trigger', 'view']))
      if (type !== 'view' || !views.has(name)) return `it contains a ${type} from another program, ${name}`
    for (const [name, { type }] of there)
      if (type === 'virtual' && !wanted.has(name)) return `it contains a virtual table from another program, ${name}`
    for (const [name, shape] of wanted) {
      const found = there.get(name)
      if (found === undefined) return `its table ${name} is missing`
      if (found.type !== shape.type || found.columns !== shape.columns) return `its table ${name} has different columns`
    }
    const [missing] = othersOf(expected, database, ['index'])
    return missing === undefined ? null : `its index ${missing.name} is missing`
  } finally {
    expected.close()
  }
}

/** Objects of one schema that the other does not have under the same text. */
function othersOf(
  one: Database.Database,
  other: Database.Database,
  types: readonly string[],
): { type: string; name: string }[] {
  const texts = (database: Database.Database) =>
    database
      .prepare<[], { type: string; name: string; sql: string }>(
        'SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name',
      )
      .all()
      .filter(({ type }) => types.includes(type))
  const known = new Set(texts(other).map(({ sql }) => sql))
  return texts(one).filter(({ sql }) => !known.has(sql))
}

function tableShapes(database: Database.Database): Map<string, Shape> {
  const tables = database
    .prepare<[], { name: string; type: string; wr: number; strict: number }>(
      `SELECT name, type, wr, strict FROM pragma_table_list
       WHERE schema = 'main' AND type <> 'view' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all()
  const columns = database
    .prepare<[string]>('SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?)')
    .raw()
  return new Map(
    tables.map(({ name, type, wr, strict }) => [
      name,
      { type, columns: JSON.stringify([wr, strict, columns.all(name)]) },
    ]),
  )
}
