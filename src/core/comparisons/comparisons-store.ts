/** SQL of saved comparisons, in `desk.db`. */

import type { Reader, Writer } from '../database/reader-writer.ts'

/** A row of `desk.db`; `spec` and `hashes` are JSON. */
export interface SavedRow {
  readonly id: string
  readonly name: string
  readonly spec: string
  readonly savedAt: number
  /** `recordId` → sha256, hex. */
  readonly hashes: string
}

const columns = 'id, name, spec, saved_at AS savedAt, hashes'

export function getSavedComparisons(desk: Reader): SavedRow[] {
  return desk.all(`SELECT ${columns} FROM saved_comparison ORDER BY name COLLATE NOCASE, id`)
}

export function getSavedComparison(desk: Reader, id: string): SavedRow | undefined {
  return desk.get(`SELECT ${columns} FROM saved_comparison WHERE id = ?`, [id])
}

export function putSavedComparison(desk: Writer, row: SavedRow): void {
  desk.run(
    `INSERT INTO saved_comparison (id, name, spec, saved_at, hashes) VALUES (@id, @name, @spec, @savedAt, @hashes)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, spec = excluded.spec, saved_at = excluded.saved_at, hashes = excluded.hashes`,
    { ...row },
  )
}

export function deleteSavedComparison(desk: Writer, id: string): void {
  desk.run('DELETE FROM saved_comparison WHERE id = ?', [id])
}
