/** SQL that finds what the library has of some companies, for a pack. */

import type { OperationName } from '#contract/service/operations.ts'
import type { Reader } from '../database/reader-writer.ts'

/** Which periods are wanted; null: no limit. Days as YYYY-MM-DD, moments in ms since 1970; both ends are included. */
export interface PackSpan {
  readonly firstDay: string | null
  readonly lastDay: string | null
  readonly first: number | null
  readonly last: number | null
}

/** What has no time is in no limited span. */
function isWithin(column: string, from: string, to: string): string {
  return `(${from} IS NULL OR ${column} >= ${from}) AND (${to} IS NULL OR ${column} <= ${to})`
}

/** As the index of symbols has them, and then to the letter. */
const isListingOf = 'security.symbol = wanted.value COLLATE NOCASE AND security.symbol = wanted.value'

/** Numbers of records in the ledger, in its order. */
export function getSecurityRecords(db: Reader, symbols: readonly string[]): number[] {
  return idsOf(
    db,
    `SELECT record_id AS id FROM (SELECT DISTINCT value FROM json_each(?)) AS wanted CROSS JOIN security ON ${isListingOf}`,
    symbols,
  )
}

/** Of both editions. */
export function getPeriodRecords(db: Reader, symbols: readonly string[], span: PackSpan): number[] {
  return idsOf(
    db,
    `SELECT record_id AS id FROM fundamental_period WHERE symbol IN (SELECT value FROM json_each(@symbols))
       AND ${isWithin('EndPeriod', '@firstDay', '@lastDay')}`,
    { symbols, span },
  )
}

export function getCallIds(db: Reader, symbols: readonly string[], span: PackSpan): string[] {
  return db
    .all<{ id: string }>(
      `SELECT call_id AS id FROM call WHERE symbol IN (SELECT value FROM json_each(@symbols))
         AND ${isWithin('started_at', '@first', '@last')} ORDER BY call_id`,
      { symbols: JSON.stringify(symbols), ...span },
    )
    .map(({ id }) => id)
}

/** Of the list and of every form of the transcript. */
export function getCallRecords(db: Reader, callIds: readonly string[]): number[] {
  return [
    ...idsOf(
      db,
      `SELECT record.id FROM json_each(?) AS wanted CROSS JOIN ledger_record AS record
         ON record.kind = 'calls.list' AND record.identity = wanted.value`,
      callIds,
    ),
    ...getTranscriptRecords(db, callIds),
  ]
}

export function getTranscriptRecords(db: Reader, callIds: readonly string[]): number[] {
  return idsOf(
    db,
    `SELECT record.id FROM json_each(?) AS wanted CROSS JOIN ledger_record AS record
       ON record.kind = 'calls.one' AND record.identity >= wanted.value || ' ' AND record.identity < wanted.value || '!'`,
    callIds,
  )
}

export function getRatingRecords(db: Reader, symbols: readonly string[], span: PackSpan): number[] {
  return idsOf(
    db,
    `SELECT record_id AS id FROM rating WHERE ticker IN (SELECT value FROM json_each(@symbols))
       AND ${isWithin('created_ms', '@first', '@last')}`,
    { symbols, span },
  )
}

/** Also items that name the companies among others. */
export function getNewsRecords(db: Reader, symbols: readonly string[], span: PackSpan): number[] {
  return idsOf(
    db,
    `SELECT record_id AS id FROM news_item WHERE (ticker IN (SELECT value FROM json_each(@symbols))
         OR record_id IN (SELECT record_id FROM news_security WHERE ticker IN (SELECT value FROM json_each(@symbols))))
       AND ${isWithin('created_ms', '@first', '@last')}`,
    { symbols, span },
  )
}

/** What the library calls some companies: in their listings, calls, ratings and news. */
export function getCompanyNames(db: Reader, symbols: readonly string[]): string[] {
  const wanted = 'IN (SELECT value FROM json_each(@symbols))'
  const rows = db.all<{ name: string | null }>(
    `SELECT security.name FROM json_each(@symbols) AS wanted CROSS JOIN security ON ${isListingOf}
     UNION SELECT name FROM call WHERE symbol ${wanted}
     UNION SELECT company FROM rating WHERE ticker ${wanted}
     UNION SELECT company FROM news_item WHERE ticker ${wanted}`,
    { symbols: JSON.stringify(symbols) },
  )
  return rows.flatMap(({ name }) => name ?? [])
}

/** The companies of some records of periods. */
export function getPeriodSymbols(db: Reader, recordIds: readonly number[]): string[] {
  const rows = db.all<{ symbol: string }>(
    `SELECT DISTINCT symbol FROM fundamental_period
     WHERE symbol IS NOT NULL AND record_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(recordIds)],
  )
  return rows.map(({ symbol }) => symbol)
}

/** The identities of those records that are of a call: of the list, or of a form of the transcript. */
export function getCallIdentities(db: Reader, recordIds: readonly number[]): string[] {
  const rows = db.all<{ identity: string }>(
    `SELECT identity FROM ledger_record
     WHERE kind IN ('calls.list', 'calls.one') AND id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(recordIds)],
  )
  return rows.map(({ identity }) => identity)
}

/** The companies that the tables have a record of an operation under; none of a call. */
export function getRecordCompanies(db: Reader, operation: OperationName, recordId: number): string[] {
  const statement = companiesByOperation[operation]
  return statement === null ? [] : companiesOf(db.all(statement, { recordId }))
}

const ofPeriod = 'SELECT symbol AS company FROM fundamental_period WHERE record_id = @recordId'
const companiesByOperation: Readonly<Record<OperationName, string | null>> = {
  securities: 'SELECT symbol AS company FROM security WHERE record_id = @recordId',
  'fundamentals.enhanced': ofPeriod,
  'fundamentals.lite': ofPeriod,
  ratings: 'SELECT ticker AS company FROM rating WHERE record_id = @recordId',
  news: `SELECT ticker AS company FROM news_item WHERE record_id = @recordId
    UNION ALL SELECT ticker FROM news_security WHERE record_id = @recordId`,
  'calls.list': null,
  'calls.one': null,
}

export function getCallCompanies(db: Reader, callId: string): string[] {
  return companiesOf(db.all('SELECT symbol AS company FROM call WHERE call_id = ?', [callId]))
}

function companiesOf(rows: readonly { readonly company: string | null }[]): string[] {
  return rows.flatMap(({ company }) => company || [])
}

/** Bytes of all contents of some records. */
export function getContentBytes(db: Reader, recordIds: readonly number[]): number {
  const row = db.get<{ bytes: number | null }>(
    `SELECT sum(octet_length(content.body)) AS bytes FROM json_each(?) AS wanted
     CROSS JOIN ledger_revision AS revision ON revision.record_id = wanted.value
     JOIN ledger_content AS content ON content.id = revision.content_id`,
    [JSON.stringify(recordIds)],
  )
  return row?.bytes ?? 0
}

interface WantedRecords {
  readonly symbols: readonly string[]
  readonly span: PackSpan
}

function idsOf(db: Reader, sql: string, wanted: readonly string[] | WantedRecords): number[] {
  const bindings =
    'span' in wanted ? { symbols: JSON.stringify(wanted.symbols), ...wanted.span } : [JSON.stringify(wanted)]
  return db
    .all<{ id: number }>(sql, bindings)
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
}
