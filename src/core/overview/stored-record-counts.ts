/** Counts the stored records of a company by kind. */

import type { Reader } from '../database/reader-writer.ts'

/** How many records of each kind the library has of a company, and when each was last received (ms UTC). */
export interface StoredCounts {
  readonly quarters: number
  readonly years: number
  readonly fundamentalsAt: number | null
  readonly calls: number
  readonly transcripts: number
  readonly callsAt: number | null
  readonly ratings: number
  readonly firms: number
  readonly ratingsAt: number | null
  readonly news: number
  readonly newsAt: number | null
  readonly listings: number
  readonly securityAt: number | null
}

const latest = 'max(record.last_seen_at)'
const recordOf = (column: string) => `JOIN ledger_record AS record ON record.id = ${column}`
/** Periods of the edition with more fields, if it is stored, as on every screen. */
const periods = `FROM fundamental_period AS period ${recordOf('period.record_id')} WHERE symbol = @symbol
  AND edition = (SELECT min(edition) FROM fundamental_period WHERE symbol = @symbol)`
const calls = `FROM call LEFT JOIN transcript ON transcript.call_id = call.call_id
  LEFT JOIN ledger_record AS record ON record.id = call.listed_record_id WHERE call.symbol = @symbol`
const ratings = `FROM rating ${recordOf('rating.record_id')} WHERE ticker = @symbol`
const news = `FROM news_item ${recordOf('news_item.record_id')} WHERE ticker = @symbol`
const listings = `FROM security ${recordOf('security.record_id')} WHERE symbol = @symbol COLLATE NOCASE`

/** How many records of each kind the library has of a company, and when the service last sent one of them (ms since 1970). */
export function countStored(db: Reader, symbol: string): StoredCounts {
  const counts = db.get<StoredCounts>(
    `SELECT (SELECT count(*) ${periods} AND Quarter IN ('Q1', 'Q2', 'Q3', 'Q4')) AS quarters,
       (SELECT count(*) ${periods} AND Quarter = 'FY') AS years, (SELECT ${latest} ${periods}) AS fundamentalsAt,
       (SELECT count(*) ${calls}) AS calls, (SELECT count(transcript.call_id) ${calls}) AS transcripts,
       (SELECT ${latest} ${calls}) AS callsAt,
       (SELECT count(*) ${ratings}) AS ratings, (SELECT count(DISTINCT firm) ${ratings}) AS firms,
       (SELECT ${latest} ${ratings}) AS ratingsAt,
       (SELECT count(*) ${news}) AS news, (SELECT ${latest} ${news}) AS newsAt,
       (SELECT count(*) ${listings}) AS listings, (SELECT ${latest} ${listings}) AS securityAt`,
    { symbol },
  )
  return counts ?? nothing
}

const nothing: StoredCounts = {
  quarters: 0,
  years: 0,
  fundamentalsAt: null,
  calls: 0,
  transcripts: 0,
  callsAt: null,
  ratings: 0,
  firms: 0,
  ratingsAt: null,
  news: 0,
  newsAt: null,
  listings: 0,
  securityAt: null,
}
