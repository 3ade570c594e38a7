/** Which records, calls and responses of a library belong to some companies and periods. */

import type { PackKind } from '#contract/api/pack-kinds.ts'
import type { PackPeriods } from '#contract/api/packs.ts'
import type { Reader } from '../database/reader-writer.ts'
import {
  getCallIds,
  getCallRecords,
  getNewsRecords,
  getPeriodRecords,
  getRatingRecords,
  getSecurityRecords,
  getTranscriptRecords,
  type PackSpan,
} from './packs-store.ts'

export interface ChosenRecords {
  readonly callIds: readonly string[]
  readonly securities: readonly number[]
  readonly periods: readonly number[]
  /** Of the list and of transcripts. */
  readonly calls: readonly number[]
  readonly transcripts: number
  readonly ratings: readonly number[]
  readonly news: readonly number[]
}

/** The same in days and moments of this computer's calendar. */
export function spanOf({ from, to }: PackPeriods = { from: null, to: null }): PackSpan {
  return {
    firstDay: from,
    lastDay: to,
    first: from === null ? null : new Date(`${from}T00:00:00`).getTime(),
    last: to === null ? null : new Date(`${to}T23:59:59.999`).getTime(),
  }
}

/** Listings of the companies always belong to them: without them a company has no name. */
export function chooseRecords(
  db: Reader,
  symbols: readonly string[],
  kinds: ReadonlySet<PackKind>,
  span: PackSpan,
): ChosenRecords {
  const callIds = kinds.has('calls') ? getCallIds(db, symbols, span) : []
  return {
    callIds,
    securities: getSecurityRecords(db, symbols),
    periods: kinds.has('statements') ? getPeriodRecords(db, symbols, span) : [],
    calls: getCallRecords(db, callIds),
    transcripts: getTranscriptRecords(db, callIds).length,
    ratings: kinds.has('ratings') ? getRatingRecords(db, symbols, span) : [],
    news: kinds.has('news') ? getNewsRecords(db, symbols, span) : [],
  }
}

/** In the order in which they are stored when the pack is opened. */
export function everyRecord({ securities, periods, calls, ratings, news }: ChosenRecords): number[] {
  return [...securities, ...periods, ...calls, ...ratings, ...news]
}
