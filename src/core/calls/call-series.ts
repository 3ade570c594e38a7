/** The previous calls of a company with which a call's sentiment scores are compared. */

import type { CallEntry } from '#contract/api/calls.ts'
import type { Reader } from '../database/reader-writer.ts'
import { quartersOf } from './call-entries.ts'
import { getEarlierScores, getLastCalls, getScoredCalls } from './sentiment-scores-store.ts'

/**
 * The calls that a call is compared with, and the call itself, in the given order. Earnings calls, which have a fiscal quarter or
 * year, are compared only with each other: remarks at a conference have another subject and audience. Any other call is compared
 * with all calls. Pure.
 */
export function callSeries<Call extends Pick<CallEntry, 'quarter'>>(
  own: Pick<CallEntry, 'quarter'>,
  calls: readonly Call[],
): Call[] {
  return own.quarter === null ? [...calls] : calls.filter(({ quarter }) => quarter !== null)
}

export interface CallScores {
  /** The service's score of the summary; null: not stored, or not scored. */
  readonly sentiment: number | null
  /** Scores of the company's earlier calls in the same series, latest first. */
  readonly previous: readonly number[]
}

/** Scores of calls, each with those of up to the wanted number of previous calls, by call id. */
export function readScores(db: Reader, callIds: readonly string[], previous: number): ReadonlyMap<string, CallScores> {
  const scores = new Map<string, CallScores>()
  let open = getScoredCalls(db, callIds)
  // Conferences may lie between two earnings calls: where they do, more is read.
  for (let limit = 2 * previous; open.length > 0; limit *= 4) {
    const earlier = getEarlierScores(
      db,
      open.map(({ callId }) => callId),
      limit,
    )
    const quarters = quartersOf(db, [...open, ...earlier])
    const dated = earlier.map((row, at) => ({ ...row, quarter: quarters[open.length + at] ?? null }))
    const byCall = Map.groupBy(dated, ({ of }) => of)
    open = open.filter(({ callId, sentiment }, at) => {
      const read = byCall.get(callId) ?? []
      const series = callSeries({ quarter: quarters[at] ?? null }, read).slice(0, previous)
      scores.set(callId, { sentiment, previous: series.map((each) => each.sentiment) })
      return series.length < previous && read.length === limit
    })
  }
  return scores
}

interface LatestScores extends CallScores {
  readonly callId: string
}

/** Each company's latest call that has begun, with its score and that of the previous call, by symbol. */
export function readLatestScores(
  db: Reader,
  symbols: readonly string[],
  now: number,
): ReadonlyMap<string, LatestScores> {
  const latest = getLastCalls(db, symbols, now)
  const scores = readScores(
    db,
    latest.map(({ callId }) => callId),
    1,
  )
  return new Map(
    latest.flatMap(({ symbol, callId }) => {
      const found = scores.get(callId)
      return found ? [[symbol, { callId, ...found }] as const] : []
    }),
  )
}
