/** SQL that measures the space of each table, record and call in a library. */

import type { Reader } from '../database/reader-writer.ts'

/** Bytes of the pages of each table, with its indexes. */
export function tablePages(db: Reader): { table: string; bytes: number }[] {
  return db.all(
    `SELECT coalesce(schema.tbl_name, stat.name) AS "table", sum(stat.pgsize) AS bytes
     FROM dbstat AS stat LEFT JOIN sqlite_schema AS schema ON schema.name = stat.name
     WHERE stat.aggregate = TRUE GROUP BY 1`,
  )
}

/** Bytes of pages that hold nothing. */
export function freePages(db: Reader): number {
  const sql = 'SELECT freelist_count * page_size AS free FROM pragma_freelist_count, pragma_page_size'
  return db.get<{ free: number }>(sql)?.free ?? 0
}

export function itemCounts(db: Reader): {
  contents: number
  responses: number
  fundamentals: number
  calls: number
  ratings: number
  news: number
  securities: number
} {
  return (
    db.get(
      `SELECT (SELECT count(*) FROM ledger_content) AS contents, (SELECT count(*) FROM ledger_response) AS responses,
         (SELECT count(*) FROM fundamental_period) AS fundamentals, (SELECT count(*) FROM call) AS calls,
         (SELECT count(*) FROM rating) AS ratings, (SELECT count(*) FROM news_item) AS news,
         (SELECT count(*) FROM security) AS securities`,
    ) ?? { contents: 0, responses: 0, fundamentals: 0, calls: 0, ratings: 0, news: 0, securities: 0 }
  )
}

/** Records that are of one company, by what they are. */
export function ownedRecords(
  db: Reader,
): { record: number; kind: 'fundamentals' | 'ratings' | 'news'; symbol: string }[] {
  return db.all(
    `SELECT record_id AS record, 'fundamentals' AS kind, symbol FROM fundamental_period
     UNION ALL SELECT record_id, 'ratings', ticker FROM rating WHERE ticker IS NOT NULL
     UNION ALL SELECT record_id, 'news', ticker FROM news_item WHERE ticker IS NOT NULL`,
  )
}

export function callSymbols(db: Reader): { callId: string; symbol: string; name: string | null }[] {
  return db.all('SELECT call_id AS callId, symbol, name FROM call WHERE symbol IS NOT NULL')
}

/** Records of calls: that of the list is identified by the id alone, a stored form by the id and its format. */
export function callRecords(db: Reader): { record: number; identity: string }[] {
  return db.all("SELECT id AS record, identity FROM ledger_record WHERE kind IN ('calls.list', 'calls.one')")
}

/** Every content of every record; `bytes` as it is stored. A content of two records comes twice. */
export function contentBytes(db: Reader): (readonly [record: number, content: number, bytes: number])[] {
  return db.arrays(
    `SELECT revision.record_id, revision.content_id, octet_length(content.body)
     FROM ledger_revision AS revision JOIN ledger_content AS content ON content.id = revision.content_id`,
  )
}

/** Stored text of calls for reading and searching, besides their records. */
export function callTextBytes(db: Reader): { callId: string; bytes: number }[] {
  return db.all(
    `SELECT call_id AS callId, sum(octet_length(text)) AS bytes FROM transcript_turn GROUP BY call_id
     UNION ALL SELECT call_id, octet_length(columns) FROM turn_columns
     UNION ALL SELECT call_id, octet_length(claims) FROM transcript_figures
     UNION ALL SELECT transcript.call_id, octet_length(parsed.head) + octet_length(parsed.turns)
       FROM parsed_transcript AS parsed JOIN transcript ON transcript.record_id = parsed.record_id`,
  )
}

export function companyNames(db: Reader): { symbol: string; name: string }[] {
  return db.all('SELECT symbol, min(name) AS name FROM security GROUP BY symbol')
}
