/** SQL of tie-out breaks that the user marked as known, in `desk.db`. */

import type { BreakMark } from '#contract/api/financials.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'

/** Oldest first. */
export function getKnownBreaks(db: Reader, symbol: string): BreakMark[] {
  return db.all<BreakMark>(
    `SELECT symbol, edition, quarter, year, end_period AS endPeriod, check_name AS "check", figures, note, marked_at AS markedAt
     FROM known_break WHERE symbol = ? ORDER BY marked_at, rowid`,
    [symbol],
  )
}

export function putKnownBreak(db: Writer, mark: BreakMark): void {
  db.run(
    `INSERT INTO known_break (symbol, edition, quarter, year, end_period, check_name, figures, note, marked_at)
     VALUES (@symbol, @edition, @quarter, @year, @endPeriod, @check, @figures, @note, @markedAt)
     ON CONFLICT (symbol, edition, quarter, year, end_period, check_name, figures)
     DO UPDATE SET note = excluded.note, marked_at = excluded.marked_at`,
    { ...mark },
  )
}

export function deleteKnownBreak(db: Writer, mark: BreakMark): void {
  const { symbol, edition, quarter, year, endPeriod, check, figures } = mark
  db.run(
    `DELETE FROM known_break
     WHERE symbol = ? AND edition = ? AND quarter = ? AND year = ? AND end_period = ? AND check_name = ? AND figures = ?`,
    [symbol, edition, quarter, year, endPeriod, check, figures],
  )
}
