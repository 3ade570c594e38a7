/**
 * Turns stored calls into the entries that lists show, each with the fiscal quarter inferred from
 * its title.
 */

import type { CallEntry, InferredQuarter } from '#contract/api/calls.ts'
import type { RecordingState } from '#contract/api/recordings.ts'
import type { Reader } from '../database/reader-writer.ts'
import { inferQuarter, quarterOfTitle } from './fiscal-quarter.ts'
import { getPeriodEndsOf, type CallRow } from './call-list-store.ts'
import { titleOf } from './project-call.ts'

/** States of recordings by call; a call that is missing is `unknown`. */
export type RecordingStates = (callIds: readonly string[]) => ReadonlyMap<string, RecordingState>

/** What the fiscal quarter of a call is inferred from. */
export type TitledCall = Pick<CallRow, 'call_title' | 'headline' | 'startedAt' | 'symbol'>

/** Fiscal quarters of calls, inferred from title and date. */
export function quartersOf(db: Reader, rows: readonly TitledCall[]): (InferredQuarter | null)[] {
  const dated = rows.filter(
    ({ call_title, headline }) => ![call_title, headline].some((title) => title && quarterOfTitle(title)),
  )
  const periods = getPeriodEndsOf(db, [...new Set(dated.flatMap(({ symbol }) => symbol ?? []))])
  return rows.map(({ call_title, headline, startedAt, symbol }) =>
    inferQuarter([call_title, headline], startedAt, (symbol && periods.get(symbol)) || []),
  )
}

/** Calls as lists show them. */
export function entriesOf(db: Reader, rows: readonly CallRow[], recordings: RecordingStates): CallEntry[] {
  const quarters = quartersOf(db, rows)
  const states = recordings(rows.map(({ callId }) => callId))
  return rows.map((row, at) => {
    const { callId, symbol, exchange, company, startTime, startedAt, seconds, status, seenAt } = row
    return {
      callId,
      symbol,
      exchange,
      company,
      title: titleOf(row),
      quarter: quarters[at] ?? null,
      startedAt,
      startTime,
      seconds,
      status,
      stored:
        row.turns === null || row.words === null || row.versions === null || row.fetchedAt === null
          ? null
          : { turns: row.turns, words: row.words, versions: row.versions, fetchedAt: row.fetchedAt },
      recording: states.get(callId) ?? 'unknown',
      seenAt,
    }
  })
}
