/** SQL of saved screens and their runs, in `desk.db`. */

import type { Reader, Writer } from '../database/reader-writer.ts'

/** A row of `desk.db`; `spec` is JSON, `seen` the symbols when the results were last marked as seen. Times are ms UTC. */
export interface SavedScreenRow {
  readonly id: string
  readonly name: string
  readonly spec: string
  readonly savedAt: number
  readonly seenAt: number
  readonly seen: string
}

/** The result of a saved screen when it last changed; `matches` is JSON. */
interface ScreenRunRow {
  readonly screenId: string
  readonly ranAt: number
  readonly matches: string
  readonly unjudged: number
}

const columns = 'id, name, spec, saved_at AS savedAt, seen_at AS seenAt, seen'

export function getSavedScreens(desk: Reader): SavedScreenRow[] {
  return desk.all(`SELECT ${columns} FROM saved_screen ORDER BY name COLLATE NOCASE, id`)
}

export function getSavedScreen(desk: Reader, id: string): SavedScreenRow | undefined {
  return desk.get(`SELECT ${columns} FROM saved_screen WHERE id = ?`, [id])
}

export function putSavedScreen(desk: Writer, row: SavedScreenRow): void {
  desk.run(
    `INSERT INTO saved_screen (id, name, spec, saved_at, seen_at, seen) VALUES (@id, @name, @spec, @savedAt, @seenAt, @seen)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, spec = excluded.spec, saved_at = excluded.saved_at,
       seen_at = excluded.seen_at, seen = excluded.seen`,
    { ...row },
  )
}

export function putSeen(desk: Writer, id: string, seen: string, seenAt: number): void {
  desk.run('UPDATE saved_screen SET seen = ?, seen_at = ? WHERE id = ?', [seen, seenAt, id])
}

export function deleteSavedScreen(desk: Writer, id: string): void {
  desk.run('DELETE FROM saved_screen WHERE id = ?', [id])
}

const runColumns = 'screen_id AS screenId, ran_at AS ranAt, matches, unjudged'

/** Latest first. */
export function getRuns(desk: Reader, screenId: string): ScreenRunRow[] {
  return desk.all(`SELECT ${runColumns} FROM screen_run WHERE screen_id = ? ORDER BY ran_at DESC`, [screenId])
}

export function getLatestRun(desk: Reader, screenId: string): ScreenRunRow | undefined {
  return desk.get(`SELECT ${runColumns} FROM screen_run WHERE screen_id = ? ORDER BY ran_at DESC LIMIT 1`, [screenId])
}

export function countRuns(desk: Reader, screenId: string): number {
  return (
    desk.get<{ runs: number }>('SELECT count(*) AS runs FROM screen_run WHERE screen_id = ?', [screenId])?.runs ?? 0
  )
}

export function putRun(desk: Writer, run: ScreenRunRow): void {
  desk.run(
    `INSERT INTO screen_run (screen_id, ran_at, matches, unjudged) VALUES (@screenId, @ranAt, @matches, @unjudged)
     ON CONFLICT (screen_id, ran_at) DO UPDATE SET matches = excluded.matches, unjudged = excluded.unjudged`,
    { ...run },
  )
}
