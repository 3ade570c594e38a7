/** Which records, calls and responses of a library belong to some companies. */

import type { PackKind } from '#contract/api/pack-kinds.ts'
import type { Reader } from '../database/reader-writer.ts'
import {
  getCallIds,
  getCallRecords,
  getNewsRecords,
  getPeriodRecords,
  getRatingRecords,
  getSecurityRecords,
  getTranscriptRecords,
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

/** Listings of the companies always belong to them: without them a company has no name. */
export function chooseRecords(db: Reader, symbols: readonly string[], kinds: ReadonlySet<PackKind>): ChosenRecords {
  const callIds = kinds.has('calls') ? getCallIds(db, symbols) : []
  return {
    callIds,
    securities: getSecurityRecords(db, symbols),
    periods: kinds.has('statements') ? getPeriodRecords(db, symbols) : [],
    calls: getCallRecords(db, callIds),
    transcripts: getTranscriptRecords(db, callIds).length,
    ratings: kinds.has('ratings') ? getRatingRecords(db, symbols) : [],
    news: kinds.has('news') ? getNewsRecords(db, symbols) : [],
  }
}

/** In the order in which they are stored when the pack is opened. */
export function everyRecord({ securities, periods, calls, ratings, news }: ChosenRecords): number[] {
  return [...securities, ...periods, ...calls, ...ratings, ...news]
}
