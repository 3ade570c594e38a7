/**
 * SQL of Home: latest periods, calls in progress, opened calls and failed fetches; recently opened
 * pages and saved items.
 */

import type { Failure } from '#contract/failure.ts'
import type { SavedItems } from '#contract/api/home.ts'
import type { SyncKind } from '#contract/api/sync-kinds.ts'
import { failureSchema } from '#contract/api/base.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { readStoredJson } from '../stored-json.ts'
import { textAfterKind } from './saved-kind.ts'

export interface PeriodFigures {
  readonly symbol: string
  readonly quarter: string
  readonly year: number
  readonly endPeriod: string
  readonly revenue: number | null
  readonly operatingIncome: number | null
}

/** Every period of some companies, of the fuller edition that is stored. */
export function getPeriodFigures(db: Reader, symbols: readonly string[]): PeriodFigures[] {
  return db.all(
    `SELECT symbol, Quarter AS quarter, Year AS year, EndPeriod AS endPeriod, Revenue AS revenue, OperatingIncome AS operatingIncome
     FROM json_each(?) AS wanted CROSS JOIN fundamental_period AS period ON period.symbol = wanted.value
       AND edition = (SELECT min(edition) FROM fundamental_period WHERE symbol = wanted.value)`,
    [JSON.stringify(symbols)],
  )
}

/** Calls of some companies that are in progress, latest first. */
export function getCallsInProgress(db: Reader, symbols: readonly string[], limit: number): string[] {
  return db
    .all<{ callId: string }>(
      `SELECT call_id AS callId FROM call WHERE status = 'IN_PROGRESS' AND symbol IN (SELECT value FROM json_each(?))
       ORDER BY started_at DESC LIMIT ?`,
      [JSON.stringify(symbols), limit],
    )
    .map(({ callId }) => callId)
}

export interface OpenedCall {
  readonly callId: string
  readonly seconds: number
  readonly turn: number
  readonly at: number
}

/** The calls that were read or played last, latest first. */
export function getOpenedCalls(desk: Reader, limit: number): OpenedCall[] {
  return desk.all('SELECT call_id AS callId, seconds, turn, at FROM listening_position ORDER BY at DESC LIMIT ?', [
    limit,
  ])
}

interface FailedFetch {
  readonly jobId: number
  readonly symbol: string
  readonly kind: SyncKind
  /** Of a transcript or a recording; empty: of the company. */
  readonly callId: string
  readonly failure: Failure
  readonly at: number
}

/**
 * What failed in a job and was not fetched later, latest first. An unreadable failure is reported as `defect`. Items are found job by
 * job, as the indexes are.
 */
export function getFailedFetches(desk: Reader): FailedFetch[] {
  return desk
    .all<Omit<FailedFetch, 'failure'> & { failure: string }>(
      `SELECT job_id AS jobId, symbol, kind, call_id AS callId, failure, max(item.ended_at) AS at
       FROM sync_job AS job CROSS JOIN sync_item AS item ON item.job_id = job.id
       WHERE item.state = 'failed' AND failure IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM sync_job AS other CROSS JOIN sync_item AS later ON later.job_id = other.id
         WHERE later.symbol = item.symbol AND later.kind = item.kind AND later.call_id = item.call_id
           AND later.state IN ('updated', 'unchanged') AND later.ended_at > item.ended_at)
       GROUP BY symbol, kind, call_id ORDER BY at DESC`,
    )
    .map((row) => ({ ...row, failure: readStoredJson(failureSchema, row.failure) ?? { kind: 'defect' } }))
}

const storedAt: Readonly<Record<SyncKind, string>> = {
  statements: `SELECT max(record.last_seen_at) AS at FROM fundamental_period AS stored
    JOIN ledger_record AS record ON record.id = stored.record_id WHERE stored.symbol = @symbol`,
  enhanced: `SELECT max(record.last_seen_at) AS at FROM fundamental_period AS stored
    JOIN ledger_record AS record ON record.id = stored.record_id WHERE stored.symbol = @symbol AND edition = 'enhanced'`,
  lite: `SELECT max(record.last_seen_at) AS at FROM fundamental_period AS stored
    JOIN ledger_record AS record ON record.id = stored.record_id WHERE stored.symbol = @symbol AND edition = 'lite'`,
  calls: `SELECT max(record.last_seen_at) AS at FROM call JOIN ledger_record AS record ON record.id = listed_record_id
    WHERE symbol = @symbol`,
  transcript: `SELECT max(record.last_seen_at) AS at FROM call JOIN ledger_record AS record ON record.id = detail_record_id
    WHERE call_id = @callId`,
  recording: `SELECT NULL AS at`,
  ratings: `SELECT max(record.last_seen_at) AS at FROM rating JOIN ledger_record AS record ON record.id = rating.record_id
    WHERE ticker = @symbol`,
  news: `SELECT max(record.last_seen_at) AS at FROM news_item JOIN ledger_record AS record ON record.id = news_item.record_id
    WHERE ticker = @symbol`,
  securities: `SELECT max(record.last_seen_at) AS at FROM security JOIN ledger_record AS record ON record.id = security.record_id
    WHERE mic = @symbol`,
}

/** When what is stored of what failed was last received, ms UTC; null: nothing is stored. */
export function getStoredAt(
  db: Reader,
  { kind, symbol, callId }: Pick<FailedFetch, 'kind' | 'symbol' | 'callId'>,
): number | null {
  return db.get<{ at: number | null }>(storedAt[kind], { symbol, callId })?.at ?? null
}

interface RecentRow {
  readonly key: string
  readonly location: string
  readonly openedAt: number
}

export function getRecent(desk: Reader, limit: number): RecentRow[] {
  return desk.all('SELECT key, location, opened_at AS openedAt FROM recent_item ORDER BY opened_at DESC, key LIMIT ?', [
    limit,
  ])
}

/** Keeps so many of the latest. */
export function putRecent(desk: Writer, { key, location, openedAt }: RecentRow, most: number): void {
  desk.run('INSERT OR REPLACE INTO recent_item (key, location, opened_at) VALUES (?, ?, ?)', [key, location, openedAt])
  desk.run('DELETE FROM recent_item WHERE key NOT IN (SELECT key FROM recent_item ORDER BY opened_at DESC LIMIT ?)', [
    most,
  ])
}

export function deleteRecent(desk: Writer): void {
  desk.run('DELETE FROM recent_item')
}

/** By name, or by the word for their kind and a name; notes by their text, latest first. */
export function findSaved(desk: Reader, text: string, limit: number): SavedItems {
  const pattern = (part: string) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
  const boundTo = (kind: keyof SavedItems) => {
    const named = textAfterKind(kind, text)
    return { holding: pattern(text), named: named === null ? null : pattern(named), limit }
  }
  const holds = (column: string) => `(${column} LIKE @holding ESCAPE '\\' OR ${column} LIKE @named ESCAPE '\\')`
  return {
    watchlists: desk.all(
      `SELECT id, name FROM watchlist WHERE removed_at IS NULL AND ${holds('name')} ORDER BY position LIMIT @limit`,
      boundTo('watchlists'),
    ),
    comparisons: desk.all(
      `SELECT id, name FROM saved_comparison WHERE ${holds('name')} ORDER BY name LIMIT @limit`,
      boundTo('comparisons'),
    ),
    screens: desk.all(
      `SELECT id, name FROM saved_screen WHERE ${holds('name')} ORDER BY name LIMIT @limit`,
      boundTo('screens'),
    ),
    searches: desk.all(
      `SELECT id, name, query FROM saved_search WHERE ${holds('name')} OR ${holds('query')} ORDER BY name LIMIT @limit`,
      boundTo('searches'),
    ),
    notes: desk.all(
      `SELECT id, call_id AS callId, first_turn AS turn, substr(note, 1, 300) AS note, author, edited_at AS editedAt
       FROM highlight WHERE note <> '' AND ${holds('note')} ORDER BY edited_at DESC LIMIT @limit`,
      boundTo('notes'),
    ),
  }
}
