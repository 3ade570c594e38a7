/** Carries what the list or another record corrects about a call into the stored transcript of that call. */

import { isDeepStrictEqual } from 'node:util'
import type { Writer } from '../database/reader-writer.ts'
import { renewTurnColumns } from '../full-text-index/turn-columns.ts'
import { getPeriodEndsOf } from './call-list-store.ts'
import { inferQuarter } from './fiscal-quarter.ts'
import { titleOf } from './project-call.ts'

/** What searches, checks and earlier speakers know a call by. */
interface StatedCall {
  readonly symbol: string | null
  readonly company: string | null
  readonly title: string | null
  /** ms UTC */
  readonly startedAt: number | null
}

/**
 * Gives the transcript of a call the company, title, start and fiscal quarter that the call has now. What the call does not state stays.
 * Search then reads the transcript again.
 */
export function alignTranscript(db: Writer, callId: string | null | undefined): void {
  if (!callId) return
  const stored = db.get<StatedCall>(
    'SELECT symbol, company, title, started_at AS startedAt FROM transcript WHERE call_id = ?',
    [callId],
  )
  const call = db.get<StatedCall & { readonly headline: string | null }>(
    `SELECT symbol, nullif(name, '') AS company, call_title AS title, headline, started_at AS startedAt FROM call
     WHERE call_id = ?`,
    [callId],
  )
  if (!stored || !call) return
  const symbol = call.symbol ?? stored.symbol
  const now: StatedCall = {
    symbol,
    company: call.company ?? stored.company,
    title: titleOf({ call_title: call.title, headline: call.headline, symbol }),
    startedAt: call.startedAt ?? stored.startedAt,
  }
  if (isDeepStrictEqual(now, { ...stored })) return
  const ends = (symbol && getPeriodEndsOf(db, [symbol]).get(symbol)) || []
  const fiscal = inferQuarter([call.title, call.headline], now.startedAt, ends)
  db.run(
    `UPDATE transcript SET symbol = @symbol, company = @company, title = @title, started_at = @startedAt,
       fiscal_quarter = @quarter, fiscal_year = @year WHERE call_id = @callId`,
    { callId, ...now, quarter: fiscal?.quarter ?? null, year: fiscal?.year ?? null },
  )
  renewTurnColumns(db, callId)
}
