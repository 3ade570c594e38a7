/**
 * Clamps stored times of the future to now, once a clock that was ahead has been set right: what the user has seen until a day of the
 * future would hide everything new, and no alert would be raised, until that day.
 */

import type { Reader, Writer } from './database/reader-writer.ts'
import { failureOf } from './failure-error.ts'
import { clockSlack } from './ledger/fetch-through-library.ts'

/**
 * Whether something was received before now. What is dated later came while the clock of the computer was ahead: it was new then, and
 * would be so again, whenever it is marked as seen, until that day.
 */
export function isNotInFuture(receivedAt: number, now: number): boolean {
  return receivedAt <= now + clockSlack
}

/** The columns of `desk.db` that say until when something was seen or checked, ms UTC. */
const timestamps = [
  ['watched', 'seen_at'],
  ['watched', 'added_at'],
  ['saved_search', 'seen_at'],
  ['saved_screen', 'seen_at'],
  ['saved_screen', 'saved_at'],
  ['alert_rule', 'checked_at'],
  ['listening_position', 'at'],
] as const

/**
 * A time before the latest record that the service has dated proves that the clock is behind now, not that it was ahead: nothing is
 * clamped then, since all of it would be new again. What a full disk keeps from being written is clamped the next time.
 */
export function clampFutureTimestamps(desk: Writer, library: Reader, now: number): void {
  try {
    const limit = now + clockSlack
    if (limit < latestPublished(library)) return
    for (const [table, column] of timestamps) {
      if (desk.get(`SELECT 1 FROM ${table} WHERE ${column} > ? LIMIT 1`, [limit]) !== undefined)
        desk.run(`UPDATE ${table} SET ${column} = @now WHERE ${column} > @limit`, { now, limit })
    }
    clampFutureRuns(desk, now)
  } catch (error) {
    if (failureOf(error) === undefined) throw error
  }
}

/** The results of saved screens keep their order. */
function clampFutureRuns(desk: Writer, now: number): void {
  const runs = desk.all<{ screenId: string; ranAt: number }>(
    'SELECT screen_id AS screenId, ran_at AS ranAt FROM screen_run WHERE ran_at > ? ORDER BY ran_at',
    [now + clockSlack],
  )
  if (runs.length === 0) return
  desk.transaction(() => {
    for (const [at, { screenId, ranAt }] of runs.entries())
      desk.run('UPDATE OR REPLACE screen_run SET ran_at = ? WHERE screen_id = ? AND ran_at = ?', [
        now - (runs.length - 1 - at),
        screenId,
        ranAt,
      ])
  })
}

/** When the latest rating or news item was published, or the latest completed call started, ms UTC; 0: none is stored. */
function latestPublished(library: Reader): number {
  const latest = library.get<{ at: number }>(
    `SELECT max(coalesce((SELECT max(created_ms) FROM rating), 0), coalesce((SELECT max(created_ms) FROM news_item), 0),
       coalesce((SELECT started_at FROM call WHERE status = 'COMPLETED' ORDER BY started_at DESC LIMIT 1), 0)) AS at`,
  )
  return latest?.at ?? 0
}
