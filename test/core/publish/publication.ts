import Database from 'better-sqlite3'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { manifest as manifestSchema, type Manifest } from '#core/publish/manifest.ts'
import { schemaVersion } from '#core/publish/published-tables.ts'
import type { Row } from '../../duckdb.ts'
import type { OpenedCore } from '../opened-core.ts'
import { lastStep } from '../storage/steps.ts'

/** Publishes the workspace in front, to the end. */
export async function published({ api }: OpenedCore, folder: string) {
  const done = await lastStep(api.storage.publish({ folder }))
  if (done.kind !== 'done') throw new Error(JSON.stringify(done))
  return done
}

export const manifestFile = (folder: string) => join(folder, '_tearsheet', 'manifest.json')
export const manifestOf = (folder: string) =>
  manifestSchema.parse(JSON.parse(readFileSync(manifestFile(folder), 'utf8')))

/** The manifest that a later version of the program, which has one more table, would write. */
export function laterManifest(manifest: Manifest): string {
  const tables = [...manifest.tables, { name: 'dividends', rows: 3 }]
  return JSON.stringify({ ...manifest, schema_version: schemaVersion + 1, tables })
}

/** Which file on the disk each partition is: the same number is the same file, not a copy of it. */
export function inodesOf(folder: string): ReadonlyMap<string, number> {
  return new Map(
    manifestOf(folder).files.map(({ path }) => [
      path.split('/').slice(1, -1).join('/'),
      statSync(join(folder, path)).ino,
    ]),
  )
}

export function rowsInLibrary({ profile }: OpenedCore, sql: string, name = 'library.db', workspace = 'sample'): Row[] {
  const database = new Database(join(profile, 'workspaces', workspace, name), { readonly: true })
  try {
    return database.prepare(sql).all() as Row[]
  } finally {
    database.close()
  }
}

/** Turns of the sample's transcripts, by a condition on the view `turns`, as a check of one names it. */
export function turnsInLibrary(opened: OpenedCore, condition: string) {
  return rowsInLibrary(opened, `SELECT call_id, position, text FROM turns WHERE ${condition}`).map((row) => ({
    callId: String(row['call_id']),
    turn: Number(row['position']),
    text: String(row['text']),
  }))
}
