/** Creates and updates the SQL views that users query with other programs. */

import type Database from 'better-sqlite3'

/** What other programs read in our databases; its name and columns stay while the tables behind it change. */
export interface View {
  readonly name: string
  /** Named columns and their query: `(symbol, name) AS SELECT …`. */
  readonly as: string
}

/** Creates or updates the views, in one transaction; does nothing if they are current. A view may use those before it. */
export function renewViews(database: Database.Database, views: readonly View[]): void {
  const wanted = views.map(({ name, as }) => `CREATE VIEW ${name} ${as}`)
  const stored = storedViews(database)
  if (stored.map(({ sql }) => sql).join('\n') === wanted.join('\n')) return
  database
    .transaction(() => {
      dropAll(database, stored)
      for (const sql of wanted) database.exec(sql)
    })
    .immediate()
}

/** Before the tables change: a view on a column that goes would stop the change. */
export function dropViews(database: Database.Database): void {
  dropAll(database, storedViews(database))
}

function storedViews(database: Database.Database): { readonly name: string; readonly sql: string }[] {
  const select = "SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY rowid"
  return database.prepare<[], { name: string; sql: string }>(select).all()
}

function dropAll(database: Database.Database, views: readonly { readonly name: string }[]): void {
  for (const { name } of views) database.exec(`DROP VIEW "${name}"`)
}
