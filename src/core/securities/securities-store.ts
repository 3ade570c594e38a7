/** The SQL of stored securities: writes a row with its text index, and finds rows by identifier, name or words. */

import type { OperationName } from '#contract/service/operations.ts'
import type { SearchType } from '#contract/service/securities.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'

export interface SecurityRow {
  readonly id: string
  readonly symbol: string
  readonly name: string
  readonly exchange: string | null
  readonly mic: string | null
  readonly country: string | null
  readonly type: string | null
  readonly sector: string | null
  readonly gics_code: string | null
  readonly currency: string | null
  readonly status: string | null
  readonly market_cap: number | null
  readonly isin: string | null
  readonly cusip: string | null
  readonly figi: string | null
  readonly figi_composite: string | null
  readonly figi_share_class: string | null
  readonly cik: string | null
  readonly opol: string | null
}

const names = [
  'id',
  'symbol',
  'name',
  'exchange',
  'mic',
  'country',
  'type',
  'sector',
  'gics_code',
  'currency',
  'status',
  'market_cap',
  'isin',
  'cusip',
  'figi',
  'figi_composite',
  'figi_share_class',
  'cik',
  'opol',
] as const satisfies readonly (keyof SecurityRow)[]

const insertSecurity = `INSERT OR REPLACE INTO security (record_id, ${names.join(', ')})
  VALUES (@recordId, ${names.map((name) => `@${name}`).join(', ')})`

/** Writes the row and its words. The text index has no trigger, because a trigger would double the time. */
export function storeSecurity(db: Writer, recordId: number, security: SecurityRow): void {
  const before = db.get<{ symbol: string; name: string }>('SELECT symbol, name FROM security WHERE record_id = ?', [
    recordId,
  ])
  if (before) {
    db.run("INSERT INTO security_text (security_text, rowid, symbol, name) VALUES ('delete', ?, ?, ?)", [
      recordId,
      before.symbol,
      before.name,
    ])
  } else db.run('UPDATE security_count SET securities = securities + 1')
  db.run(insertSecurity, { recordId, ...security })
  db.run('INSERT INTO security_text (rowid, symbol, name) VALUES (?, ?, ?)', [recordId, security.symbol, security.name])
}

const ofSecurity = `security.record_id AS recordId, ${names.map((name) => `security.${name}`).join(', ')},
  EXISTS (SELECT 1 FROM fundamental_period AS period WHERE period.symbol = security.symbol) AS hasFundamentals`
const selected = `${ofSecurity}, record.last_seen_at AS lastSeenAt`
const fromSecurity = 'FROM security JOIN ledger_record AS record ON record.id = security.record_id'

export type SecurityFound = SecurityRow & { readonly lastSeenAt: number; readonly hasFundamentals: 0 | 1 }
type SecurityStored = SecurityFound & { readonly recordId: number }
/**
 * The columns that a search sorts and counts by. The last fetch time is read only for the rows shown, since it is in another table, on a
 * different page.
 */
export type SecurityCandidate = Omit<SecurityStored, 'lastSeenAt'>

/** Column of each search type. */
const columnOf = {
  symbol: 'symbol',
  'identifiers.figi': 'figi',
  'identifiers.figi_composite': 'figi_composite',
  'identifiers.figi_share_class': 'figi_share_class',
  'identifiers.isin': 'isin',
  'identifiers.opol': 'opol',
  'identifiers.cusip': 'cusip',
  'identifiers.cik': 'cik',
  'exchange_info.mic_code': 'mic',
  'exchange_info.exchange_country': 'country',
  'classification.gics_code': 'gics_code',
} as const satisfies Record<SearchType, keyof SecurityRow>

/**
 * Ledger numbers of the securities with exactly this value in the field of that type, the largest first. A GICS code includes
 * everything below it: 4520 for 45203010 (GICS, two digits per level).
 */
export function findByType(db: Reader, type: SearchType, value: string, limit: number): number[] {
  const column = columnOf[type]
  if (column === 'gics_code') return findByGics(db, value, limit)
  const collation = column === 'symbol' ? ' COLLATE NOCASE' : ''
  return ids(
    db.all<{ id: number }>(
      `SELECT record_id AS id FROM security WHERE ${column} = @value${collation} ORDER BY market_cap DESC LIMIT @limit`,
      { value, limit },
    ),
  )
}

function findByGics(db: Reader, code: string, limit: number): number[] {
  return ids(
    db.all<{ id: number }>(
      `SELECT record_id AS id FROM security WHERE gics_code >= @code AND gics_code < @end
       ORDER BY market_cap DESC LIMIT @limit`,
      { code, end: `${code}\u{10FFFF}`, limit },
    ),
  )
}

/** Symbols or names that begin with the text, in order. A range of an index, so that its cost does not depend on the library. */
export function findByStart(db: Reader, column: 'symbol' | 'name', start: string, limit: number): number[] {
  return ids(
    db.all<{ id: number }>(
      `SELECT record_id AS id FROM security WHERE ${column} >= @start COLLATE NOCASE AND ${column} < @end COLLATE NOCASE
       ORDER BY ${column} COLLATE NOCASE LIMIT @limit`,
      { start, end: `${start}\u{10FFFF}`, limit },
    ),
  )
}

/** Securities with exactly this name, the largest first. */
export function findByName(db: Reader, name: string, limit: number): number[] {
  return ids(
    db.all<{ id: number }>(
      `SELECT record_id AS id FROM security WHERE name = @name COLLATE NOCASE ORDER BY market_cap DESC LIMIT @limit`,
      { name, limit },
    ),
  )
}

/** Securities with every word of the text in name or symbol; those whose last word only begins like that of the text come after. */
export function findByWords(db: Reader, text: string, limit: number): number[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const [last] = words.slice(-1)
  if (last === undefined) return []
  const found = last.length > indexedPrefix ? findMatches(db, quoted(words), limit) : []
  if (found.length === limit) return found
  return [...new Set([...found, ...findMatches(db, `${quoted(words)}*`, limit)])].slice(0, limit)
}

/** Letters of the longest beginnings that `security_text` has lists of. FTS5 merges those of longer ones as a whole before the first row. */
const indexedPrefix = 3

function findMatches(db: Reader, match: string, limit: number): number[] {
  return ids(
    db.all<{ id: number }>('SELECT rowid AS id FROM security_text WHERE security_text MATCH @match LIMIT @limit', {
      match,
      limit,
    }),
  )
}

/** In quotation marks, so that FTS5 reads no operators. */
function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' ')
}

export function getSecurities(db: Reader, recordIds: readonly number[]): SecurityStored[] {
  return db.all(
    `SELECT ${selected} FROM json_each(@wanted) AS wanted JOIN security ON security.record_id = wanted.value
     JOIN ledger_record AS record ON record.id = security.record_id ORDER BY wanted.key`,
    { wanted: JSON.stringify(recordIds) },
  )
}

/** In the order of the record ids. */
export function getCandidates(db: Reader, recordIds: readonly number[]): SecurityCandidate[] {
  return db.all(
    `SELECT ${ofSecurity} FROM json_each(@wanted) AS wanted JOIN security ON security.record_id = wanted.value ORDER BY wanted.key`,
    { wanted: JSON.stringify(recordIds) },
  )
}

/** Requests for one company's statements are repeated: so many are read for each company that is wanted. */
const requestsEach = 4

/** The latest requests of an operation, by their companies. */
const latestRequests = (operation: OperationName) =>
  `SELECT * FROM (SELECT parameters ->> 'symbol' AS symbol, id FROM ledger_response
     WHERE operation = '${operation}' ORDER BY id DESC LIMIT ${requestsEach} * @limit)`

/** The largest listing of each company with stored fundamentals, most recently fetched first. */
export function findLastFetchedCompanies(db: Reader, limit: number): number[] {
  return ids(
    db.all<{ id: number }>(
      `WITH request AS (${latestRequests('fundamentals.lite')} UNION ALL ${latestRequests('fundamentals.enhanced')}),
       company AS (
         SELECT symbol, max(id) AS latest FROM request
         WHERE EXISTS (SELECT 1 FROM fundamental_period AS period WHERE period.symbol = request.symbol)
         GROUP BY symbol ORDER BY latest DESC LIMIT @limit
       )
       SELECT (SELECT record_id FROM security WHERE security.symbol = company.symbol COLLATE NOCASE
               ORDER BY market_cap DESC, record_id LIMIT 1) AS id
       FROM company WHERE id IS NOT NULL ORDER BY latest DESC`,
      { limit },
    ),
  )
}

/** All listings under a symbol, the largest first. */
export function getBySymbol(db: Reader, symbol: string): SecurityStored[] {
  return db.all(
    `SELECT ${selected} ${fromSecurity} WHERE security.symbol = ? COLLATE NOCASE ORDER BY market_cap DESC`,
    [symbol],
  )
}

export function getByServiceId(db: Reader, id: string): SecurityStored | undefined {
  return db.get(`SELECT ${selected} ${fromSecurity} WHERE record.kind = 'securities' AND record.identity = ?`, [id])
}

export function hasFundamentals(db: Reader, symbol: string): boolean {
  return db.get('SELECT 1 FROM fundamental_period WHERE symbol = ? LIMIT 1', [symbol]) !== undefined
}

export function countSecurities(db: Reader): number {
  return db.get<{ count: number }>('SELECT securities AS count FROM security_count')?.count ?? 0
}

function ids(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

/** Securities that are stored of one exchange, by its MIC. */
export function countOfExchange(db: Reader, mic: string): number {
  return db.get<{ count: number }>('SELECT count(*) AS count FROM security WHERE mic = ?', [mic])?.count ?? 0
}
