/** SQL that reads sentiment scores of calls, for comparison with a company's previous calls. */

import type { Reader } from '../database/reader-writer.ts'
import type { TitledCall } from './call-entries.ts'

interface ScoredCall extends TitledCall {
  readonly callId: string
  /** The service's score of the summary; null: not stored, or not scored. */
  readonly sentiment: number | null
}

const summary = `document.kind = 'summary'`

export function getScoredCalls(db: Reader, callIds: readonly string[]): ScoredCall[] {
  return db.all(
    `SELECT call.call_id AS callId, call.symbol, call.call_title, call.headline, call.started_at AS startedAt,
       (SELECT sentiment FROM document WHERE document.call_id = call.call_id AND ${summary} LIMIT 1) AS sentiment
     FROM json_each(?) AS wanted JOIN call ON call.call_id = wanted.value`,
    [JSON.stringify(callIds)],
  )
}

interface EarlierScore extends TitledCall {
  /** The call that it is earlier than. */
  readonly of: string
  readonly sentiment: number
}

/** Up to a number of scored earlier calls of the same company for each call, latest first. */
export function getEarlierScores(db: Reader, callIds: readonly string[], limit: number): EarlierScore[] {
  return db.all(
    `SELECT own.call_id AS of, earlier.symbol, earlier.call_title, earlier.headline, earlier.started_at AS startedAt,
       (SELECT sentiment FROM document WHERE document.call_id = earlier.call_id AND ${summary} LIMIT 1) AS sentiment
     FROM json_each(@callIds) AS wanted JOIN call AS own ON own.call_id = wanted.value
       JOIN call AS earlier ON earlier.call_id IN (
         SELECT call.call_id FROM call JOIN document ON document.call_id = call.call_id AND ${summary} AND document.sentiment IS NOT NULL
         WHERE call.symbol = own.symbol AND call.started_at < own.started_at ORDER BY call.started_at DESC LIMIT @limit)
     ORDER BY wanted.key, earlier.started_at DESC`,
    { callIds: JSON.stringify(callIds), limit },
  )
}

/** The last call of each company that has begun. */
export function getLastCalls(
  db: Reader,
  symbols: readonly string[],
  now: number,
): { readonly symbol: string; readonly callId: string }[] {
  return db.all(
    `SELECT wanted.value AS symbol, call.call_id AS callId FROM json_each(@symbols) AS wanted JOIN call ON call.call_id =
       (SELECT call_id FROM call WHERE call.symbol = wanted.value AND started_at <= @now ORDER BY started_at DESC LIMIT 1)`,
    { symbols: JSON.stringify(symbols), now },
  )
}
