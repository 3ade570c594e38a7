/** SQL of saved searches and synonyms, in `desk.db`. */

import { synonymSet } from '#contract/api/transcript-search.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import type { PackColumns } from '../received-items.ts'
import { readStoredJson } from '../stored-json.ts'

/** A row of `desk.db`. Times are ms UTC; `chosen` is JSON. */
export interface SavedRow extends PackColumns {
  readonly id: string
  readonly name: string
  readonly query: string
  readonly chosen: string
  readonly savedAt: number
  /** When the user last saw the search. */
  readonly seenAt: number
}

const columns = `id, name, query, chosen, saved_at AS savedAt, seen_at AS seenAt,
  pack_author AS packAuthor, pack_made_at AS packMadeAt`

export function getSavedSearches(desk: Reader): SavedRow[] {
  return desk.all(`SELECT ${columns} FROM saved_search ORDER BY saved_at, id`)
}

export function getSavedSearch(desk: Reader, id: string): SavedRow | undefined {
  return desk.get(`SELECT ${columns} FROM saved_search WHERE id = ?`, [id])
}

export function insertSavedSearch(desk: Writer, search: SavedRow): void {
  desk.run(
    `INSERT INTO saved_search (id, name, query, chosen, saved_at, seen_at, pack_author, pack_made_at)
     VALUES (@id, @name, @query, @chosen, @savedAt, @seenAt, @packAuthor, @packMadeAt)`,
    { ...search },
  )
}

export function renameSavedSearch(desk: Writer, id: string, name: string): void {
  desk.run('UPDATE saved_search SET name = ? WHERE id = ?', [name, id])
}

export function seeSavedSearch(desk: Writer, id: string, seenAt: number): void {
  desk.run('UPDATE saved_search SET seen_at = ? WHERE id = ?', [seenAt, id])
}

export function deleteSavedSearch(desk: Writer, id: string): void {
  desk.run('DELETE FROM saved_search WHERE id = ?', [id])
}

/** A set that cannot be read is left out. */
export function getSynonyms(desk: Reader): string[][] {
  return desk.all<{ words: string }>('SELECT words FROM synonym_set ORDER BY position').flatMap(({ words }) => {
    const set = readStoredJson(synonymSet, words)
    return set ? [set] : []
  })
}

export function replaceSynonyms(desk: Writer, sets: readonly (readonly string[])[]): void {
  desk.transaction(() => {
    desk.run('DELETE FROM synonym_set')
    for (const [position, words] of sets.entries())
      desk.run('INSERT INTO synonym_set (position, words) VALUES (?, ?)', [position, JSON.stringify(words)])
  })
}
