/** SQL of watchlists and their entries, in `desk.db`. */

import type { SeenMoments } from '#contract/api/home.ts'
import type { Watched } from '#contract/api/watchlists.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import type { ReceivedPack } from '../received-items.ts'
import type { SeenUntil } from './whats-new-store.ts'

/** A row of `desk.db`; `view` is JSON. */
export interface ListRow {
  readonly id: string
  readonly name: string
  readonly view: string
}

const listed = 'id, name, view'

/** Those that were not removed, in the analyst's order. */
export function getLists(desk: Reader): ListRow[] {
  return desk.all(`SELECT ${listed} FROM watchlist WHERE removed_at IS NULL ORDER BY position, id`)
}

export function getList(desk: Reader, id: string): ListRow | undefined {
  return desk.get(`SELECT ${listed} FROM watchlist WHERE id = ? AND removed_at IS NULL`, [id])
}

/** Also one that was removed. */
export function isListKnown(desk: Reader, id: string): boolean {
  return desk.get('SELECT 1 FROM watchlist WHERE id = ?', [id]) !== undefined
}

/** How a list came in a pack. */
interface ListOrigin extends ReceivedPack {
  /** sha256 of the list as it was added, hex. */
  readonly content: string
}

/** Null: the list came in no pack. */
export function getListOrigin(desk: Reader, id: string): ListOrigin | null {
  return (
    desk.get<ListOrigin>(
      `SELECT pack_author AS author, pack_made_at AS madeAt, pack_content AS content FROM watchlist
       WHERE id = ? AND pack_author IS NOT NULL`,
      [id],
    ) ?? null
  )
}

/** Behind the others. */
export function insertList(desk: Writer, { id, name, view }: ListRow, origin: ListOrigin | null = null): void {
  desk.run(
    `INSERT INTO watchlist (id, name, view, pack_author, pack_made_at, pack_content, position)
     VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM watchlist))`,
    [id, name, view, origin?.author ?? null, origin?.madeAt ?? null, origin?.content ?? null],
  )
}

export function renameList(desk: Writer, id: string, name: string): void {
  desk.run('UPDATE watchlist SET name = ? WHERE id = ?', [name, id])
}

export function putView(desk: Writer, id: string, view: string): void {
  desk.run('UPDATE watchlist SET view = ? WHERE id = ?', [view, id])
}

/** `at` null: restored. Returns whether the list exists. */
export function setRemoved(desk: Writer, id: string, at: number | null): boolean {
  return desk.run('UPDATE watchlist SET removed_at = ? WHERE id = ?', [at, id]).changes > 0
}

export function deleteRemovedBefore(desk: Writer, moment: number): void {
  desk.run('DELETE FROM watchlist WHERE removed_at < ?', [moment])
}

export function putListOrder(desk: Writer, listIds: readonly string[]): void {
  for (const [position, id] of listIds.entries())
    desk.run('UPDATE watchlist SET position = ? WHERE id = ?', [position, id])
}

const entry = 'symbol, security_id AS securityId, position, note, added_at AS addedAt, seen_at AS seenAt'

export function getEntries(desk: Reader, listId: string): Watched[] {
  return desk.all(`SELECT ${entry} FROM watched WHERE list_id = ? ORDER BY position, symbol`, [listId])
}

export function getListsOf(desk: Reader, symbol: string): string[] {
  return desk
    .all<{ id: string }>(
      `SELECT list_id AS id FROM watched JOIN watchlist ON watchlist.id = list_id
       WHERE symbol = ? AND removed_at IS NULL ORDER BY watchlist.position`,
      [symbol],
    )
    .map(({ id }) => id)
}

/** Every company of every list that was not removed. */
export function getMembers(desk: Reader): { readonly listId: string; readonly symbol: string }[] {
  return desk.all(
    `SELECT list_id AS listId, symbol FROM watched JOIN watchlist ON watchlist.id = list_id
     WHERE removed_at IS NULL ORDER BY watchlist.position, watched.position, symbol`,
  )
}

/** Gives whether it was not there. */
export function insertEntry(desk: Writer, listId: string, added: Watched): boolean {
  return (
    desk.run(
      `INSERT INTO watched (list_id, symbol, security_id, position, note, added_at, seen_at)
       VALUES (@listId, @symbol, @securityId, @position, @note, @addedAt, @seenAt) ON CONFLICT DO NOTHING`,
      { listId, ...added },
    ).changes > 0
  )
}

export function deleteEntry(desk: Writer, listId: string, symbol: string): void {
  desk.run('DELETE FROM watched WHERE list_id = ? AND symbol = ?', [listId, symbol])
}

export function putEntryOrder(desk: Writer, listId: string, symbols: readonly string[]): void {
  for (const [position, symbol] of symbols.entries())
    desk.run('UPDATE watched SET position = ? WHERE list_id = ? AND symbol = ?', [position, listId, symbol])
}

/** Gives whether the company is on the list. */
export function putNote(desk: Writer, listId: string, symbol: string, note: string): boolean {
  return desk.run('UPDATE watched SET note = ? WHERE list_id = ? AND symbol = ?', [note, listId, symbol]).changes > 0
}

/** A note that the company has stays. */
export function putMissingNote(desk: Writer, listId: string, symbol: string, note: string): void {
  desk.run("UPDATE watched SET note = ? WHERE list_id = ? AND symbol = ? AND note = ''", [note, listId, symbol])
}

export function putSeen(desk: Writer, listId: string, symbol: string, at: number): void {
  desk.run('UPDATE watched SET seen_at = ? WHERE list_id = ? AND symbol = ?', [at, listId, symbol])
}

/** A company on any list, counted once: what one of its lists has not seen is new. */
interface WatchedCompany extends SeenUntil {
  readonly securityId: string | null
}

/** In the order of the lists and of the companies on them. */
export function getWatchedCompanies(desk: Reader): WatchedCompany[] {
  return desk.all(
    `SELECT symbol, min(seen_at) AS seenAt, min(added_at) AS addedAt, max(security_id) AS securityId
     FROM watched JOIN watchlist ON watchlist.id = list_id WHERE removed_at IS NULL
     GROUP BY symbol ORDER BY min(watchlist.position * 100000 + watched.position), symbol`,
  )
}

/** For companies (null: all), on every list that they are on. */
export function getSeenMoments(desk: Reader, symbols: readonly string[] | null): SeenMoments {
  return desk.all(
    `SELECT list_id AS listId, symbol, seen_at AS seenAt FROM watched JOIN watchlist ON watchlist.id = list_id
     WHERE removed_at IS NULL AND (@symbols IS NULL OR symbol IN (SELECT value FROM json_each(@symbols)))`,
    { symbols: symbols && JSON.stringify(symbols) },
  )
}
