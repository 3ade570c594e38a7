/** Fills a new database with every row that can be read from a damaged one. */

import Database from 'better-sqlite3'
import { check } from '../quick-check.ts'
import type { DatabaseKind } from '../database-kind.ts'
import { migrateToLatest, type Migration } from '../migrations.ts'
import { readImage, hasHeader, type DatabaseImage } from './database-image.ts'
import type { StoredValue } from './record-format.ts'
import { salvage, type SalvagedTable } from './salvage.ts'
import { tableShapes } from './table-shapes.ts'

/** How many rows of one table were recovered, and how many were not; null: an unknown number is missing. */
interface RecoveredTable {
  readonly table: string
  readonly rows: number
  readonly lost: number | null
}

/**
 * Fills an empty database with every readable row of a damaged one, which is not changed. Uses the schema in the damaged file, or
 * the latest when it states none. Throws when the written rows differ from the read ones.
 */
export function rebuild(damaged: string, kind: DatabaseKind, into: Database.Database): RecoveredTable[] {
  const image = readImage(damaged)
  const version = versionOf(image, kind.migrations)
  const migrations = kind.migrations.slice(0, version)
  into.pragma(`application_id = ${kind.applicationId}`)
  into.pragma('foreign_keys = OFF')
  migrateToLatest(into, migrations)
  const salvaged = salvage(image, tableShapes(migrations))
  const tables = into.transaction(() => salvaged.map((table) => insert(into, table))).immediate()
  if (kind.salvage !== undefined && kind.salvage.repair !== '') into.exec(kind.salvage.repair)
  check(into)
  return tables
}

function versionOf(image: DatabaseImage, migrations: readonly Migration[]): number {
  const first = image.page(1)
  const stated = hasHeader(first) ? (first?.readInt32BE(60) ?? 0) : 0
  return stated > 0 && stated <= migrations.length ? stated : migrations.length
}

/** A row that the table rejects counts as lost. */
function insert(into: Database.Database, { shape, rows, lost }: SalvagedTable): RecoveredTable {
  let taken = 0
  into.exec(`DELETE FROM "${shape.name}"`)
  for (const { rowid, values } of rows) {
    const names = shape.columns.slice(0, values.length).map(({ name }) => `"${name}"`)
    const bound: StoredValue[] = values.map((value, at) => (shape.columns[at]?.isRowid === true ? rowid : value))
    const places = names.map(() => '?').join(', ')
    try {
      into.prepare(`INSERT INTO "${shape.name}" (${names.join(', ')}) VALUES (${places})`).run(bound)
      taken += 1
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_CONSTRAINT')) throw error
    }
  }
  return { table: shape.name, rows: taken, lost: lost === null ? null : lost + rows.length - taken }
}
