/** Estimates the size on disk of what an offline download will store. */

import type { OperationName } from '#contract/service/operations.ts'
import type { Reader } from '../database/reader-writer.ts'

/** Size on disk of one item of each kind, in bytes. `calls`: one call in a list. */
export interface Sizes {
  readonly enhanced: number
  readonly lite: number
  readonly calls: number
  readonly transcript: number
  readonly ratings: number
  readonly news: number
  /** An hour of sound. */
  readonly recordingHour: number
}

/** A record as received, where the library has none to go by. */
const usual = { enhanced: 5_000, lite: 3_500, calls: 1_500, transcript: 90_000, ratings: 1_200, news: 1_500 } as const

const operations = {
  enhanced: 'fundamentals.enhanced',
  lite: 'fundamentals.lite',
  calls: 'calls.list',
  transcript: 'calls.one',
  ratings: 'ratings',
  news: 'news',
} as const satisfies Record<keyof typeof usual, OperationName>

/** The record, its columns, its words in the index and the ledger's own rows, as against the record alone. */
export const storedFactor = 2.4

/** 64 kbit/s, as speech mostly comes. */
const usualHour = (64_000 / 8) * 3600

/** Records that are looked at to know their usual size. */
const sampled = 200

/** Average sizes of each kind in the library. */
export function sizesIn(library: Reader): Sizes {
  const size = (kind: keyof typeof usual) => {
    const row = library.get<{ bytes: number | null }>(
      `SELECT avg(octet_length(content.body)) AS bytes FROM
         (SELECT content_id FROM ledger_record WHERE kind = ? LIMIT ${sampled}) AS record
       JOIN ledger_content AS content ON content.id = record.content_id`,
      [operations[kind]],
    )
    return (row?.bytes ?? usual[kind]) * storedFactor
  }
  return {
    enhanced: size('enhanced'),
    lite: size('lite'),
    calls: size('calls'),
    transcript: size('transcript'),
    ratings: size('ratings'),
    news: size('news'),
    recordingHour: usualHour,
  }
}
