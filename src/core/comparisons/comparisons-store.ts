/** SQL of saved comparisons, in `desk.db`. */

import type { Reader, Writer } from '../database/reader-writer.ts'
import type { PackColumns } from '../received-items.ts'

/** A row of `desk.db`; `spec` and `hashes` are JSON. */
export interface SavedRow extends PackColumns {
  readonly id: string
  readonly name: string
  readonly spec: string
  readonly savedAt: number
  /** `recordId` → sha256, hex; "none yet" until the library lists records of it. */
  readonly hashes: string
}

const columns = `id, name, spec, saved_at AS savedAt, hashes, pack_author AS packAuthor, pack_made_at AS packMadeAt`

export function getSavedComparisons(desk: Reader): SavedRow[] {
  return desk.all(`SELECT ${columns} FROM saved_comparison ORDER BY name COLLATE NOCASE, id`)
}

export function getSavedComparison(desk: Reader, id: string): SavedRow | undefined {
  return desk.get(`SELECT ${columns} FROM saved_comparison WHERE id = ?`, [id])
}

export function putSavedComparison(desk: Writer, row: SavedRow): void {
  desk.run(
    `INSERT INTO saved_comparison (id, name, spec, saved_at, hashes, pack_author, pack_made_at)
     VALUES (@id, @name, @spec, @savedAt, @hashes, @packAuthor, @packMadeAt)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, spec = excluded.spec, saved_at = excluded.saved_at, hashes = excluded.hashes,
       pack_author = excluded.pack_author, pack_made_at = excluded.pack_made_at`,
    { ...row },
  )
}

export function deleteSavedComparison(desk: Writer, id: string): void {
  desk.run('DELETE FROM saved_comparison WHERE id = ?', [id])
}
