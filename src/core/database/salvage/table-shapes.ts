/**
 * The columns, types and constraints that rows of each table must have, to tell real rows from
 * garbage.
 */

import Database from 'better-sqlite3'
import { migrateToLatest, type Migration } from '../migrations.ts'
import type { StoredValue } from './record-format.ts'

interface Column {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** The only values allowed; null: any. */
  readonly allowed: readonly string[] | null
  /** Rows from before it was added do not hold it. */
  readonly maybeAbsent: boolean
  /** An alias of the rowid: its value in a record is null. */
  readonly isRowid: boolean
}

/** The form of a table's rows in the file. */
export interface TableShape {
  readonly name: string
  readonly hasRowid: boolean
  /** In the order of the record: the key first when there is no rowid. */
  readonly columns: readonly Column[]
  /** Positions of the primary key among `columns`. */
  readonly key: readonly number[]
}

/** The tables that these migrations make. */
export function tableShapes(migrations: readonly Migration[]): TableShape[] {
  const database = new Database(':memory:')
  try {
    migrateToLatest(database, migrations)
    const tables = database
      .prepare<[], { name: string; wr: number }>(
        `SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
      )
      .all()
    return tables.map(({ name, wr }) => shapeOf(database, name, wr === 0))
  } finally {
    database.close()
  }
}

function shapeOf(database: Database.Database, name: string, hasRowid: boolean): TableShape {
  const rows = database
    .prepare<[string], { name: string; type: string; notnull: number; pk: number; dflt: string | null }>(
      'SELECT name, type, "notnull", pk, dflt_value AS dflt FROM pragma_table_info(?) ORDER BY cid',
    )
    .all(name)
  const sql = String(database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name))
  const keyed = rows.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
  const ordered = hasRowid ? rows : [...keyed, ...rows.filter(({ pk }) => pk === 0)]
  const [only] = keyed
  const isAlias = hasRowid && keyed.length === 1 && only?.type === 'INTEGER'
  return {
    name,
    hasRowid,
    columns: ordered.map(({ name: column, type, notnull, pk, dflt }) => ({
      name: column,
      type,
      allowed: allowedIn(sql, column),
      isRequired: notnull === 1 || pk > 0,
      maybeAbsent: pk === 0 && (notnull === 0 || dflt !== null),
      isRowid: isAlias && pk > 0,
    })),
    key: keyed.map((column) => ordered.indexOf(column)),
  }
}

/** The values that `CHECK (column IN ('one', 'other'))` allows, from the table's SQL. */
function allowedIn(sql: string, column: string): string[] | null {
  const list = new RegExp(`CHECK \\(${column} IN \\(([^)]*)\\)\\)`).exec(sql)?.[1]
  return list === undefined ? null : [...list.matchAll(/'([^']*)'/g)].map(([, value]) => value ?? '')
}

/** Whether a stored row fits the table. */
export function fits({ columns }: TableShape, values: readonly StoredValue[]): boolean {
  if (values.length > columns.length) return false
  if (!columns.slice(values.length).every(({ maybeAbsent }) => maybeAbsent)) return false
  return values.every((value, at) => {
    const column = columns[at]
    if (!column) return false
    if (column.isRowid) return value === null
    if (value === null) return !column.isRequired
    if (column.allowed !== null && !column.allowed.includes(String(value))) return false
    if (column.type === 'TEXT') return typeof value === 'string'
    if (column.type === 'BLOB') return Buffer.isBuffer(value)
    // A whole number in a REAL column is stored as an integer.
    if (column.type === 'REAL') return typeof value === 'number'
    return typeof value === 'bigint' || Number.isInteger(value)
  })
}
