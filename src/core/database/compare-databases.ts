/** Compares a copy of a database with the original: schema, row counts and samples of rows. */

import type Database from 'better-sqlite3'
import { createHash } from 'node:crypto'

/** Rows per table that are compared value by value, spread over the table. */
const sampledRows = 64

interface Table {
  readonly name: string
  readonly isWithoutRowid: boolean
}

interface Column {
  readonly name: string
  readonly type: string
  /** Place in the primary key, from 1; 0: not in it. */
  readonly key: number
}

/**
 * How a copy of a database differs, in words; null: no difference was found. Compares application id, version and schema, for
 * each table the number of rows, the bytes and the sums of every column, and a sample of whole rows. Reads the original at one
 * moment.
 */
export function differenceOf(original: Database.Database, copy: Database.Database): string | null {
  return original.transaction(() => {
    for (const pragma of ['application_id', 'user_version', 'encoding'])
      if (original.pragma(pragma, { simple: true }) !== copy.pragma(pragma, { simple: true })) return pragma
    if (schemaOf(original) !== schemaOf(copy)) return 'the schema'
    for (const table of tablesOf(original)) {
      const columns = columnsOf(original, table)
      const sql = totalsQuery(table, columns)
      if (rowText(original, sql) !== rowText(copy, sql)) return `the rows of ${table.name}`
      if (sampleOf(original, table, columns) !== sampleOf(copy, table, columns)) return `a row of ${table.name}`
    }
    return null
  })()
}

function schemaOf(database: Database.Database): string {
  return JSON.stringify(
    database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all(),
  )
}

/** For virtual tables only their shadow tables. */
function tablesOf(database: Database.Database): Table[] {
  const sql = `SELECT name, wr AS isWithoutRowid FROM pragma_table_list
    WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`
  return database
    .prepare<[], { name: string; isWithoutRowid: number }>(sql)
    .all()
    .map(({ name, isWithoutRowid }) => ({ name, isWithoutRowid: isWithoutRowid === 1 }))
}

function columnsOf(database: Database.Database, { name }: Table): Column[] {
  const sql = 'SELECT name, type, pk AS key FROM pragma_table_xinfo(?) WHERE hidden <> 2'
  return database.prepare<[string], Column>(sql).all(name)
}

/** Lengths are read from a row's head: a long text is not fetched for them. */
function totalsQuery({ name }: Table, columns: readonly Column[]): string {
  const totals = columns.flatMap((column) => {
    const isNumber = /INT|REAL/.test(column.type.toUpperCase())
    return [`sum(octet_length(${quoted(column.name)}))`, ...(isNumber ? [`total(${quoted(column.name)})`] : [])]
  })
  return `SELECT ${['count(*)', ...totals].join(', ')} FROM ${quoted(name)}`
}

/** The sha256 of rows spread over a table, in hex. */
function sampleOf(database: Database.Database, table: Table, columns: readonly Column[]): string {
  const hash = createHash('sha256')
  const add = (sql: string, ...bindings: number[]) => {
    for (const row of database
      .prepare(sql)
      .raw()
      .iterate(...bindings)) {
      for (const value of row as unknown[]) {
        const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value))
        hash.update(`${typeof value} ${bytes.length} `).update(bytes)
      }
    }
  }
  const from = `SELECT * FROM ${quoted(table.name)}`
  const number = numberOf(table, columns)
  if (number !== null) {
    const ends = `SELECT min(${number}), max(${number}) FROM ${quoted(table.name)}`
    const [first, last] = database.prepare(ends).raw().get() as [number | null, number | null]
    if (first === null || last === null) return ''
    for (let step = 0; step < sampledRows; step += 1) {
      const at = Math.floor(first + ((last - first) * step) / (sampledRows - 1))
      add(`${from} WHERE ${number} >= ? ORDER BY ${number} LIMIT 1`, at)
    }
  } else if (table.isWithoutRowid) add(`${from} LIMIT ${sampledRows}`)
  else
    // VACUUM numbers such rows again, in their order.
    for (const order of ['ASC', 'DESC']) add(`${from} ORDER BY rowid ${order} LIMIT ${sampledRows / 2}`)
  return hash.digest('hex')
}

/** The column that is the rowid; null: there is none. */
function numberOf({ isWithoutRowid }: Table, columns: readonly Column[]): string | null {
  const keys = columns.filter(({ key }) => key > 0)
  const [only] = keys
  return !isWithoutRowid && keys.length === 1 && only?.type.toUpperCase() === 'INTEGER' ? quoted(only.name) : null
}

function rowText(database: Database.Database, sql: string): string {
  return JSON.stringify(database.prepare(sql).raw().get())
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
