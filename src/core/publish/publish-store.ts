/** SQL of what is published, as rows in the order of the columns of `publishedTables`. */

import type { SetTimes, TimeUnit } from '../calls/transcript/segment-times.ts'
import type { TurnCorrectionOfCall } from '../calls/turn-corrections.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { figureFields } from '../fundamentals/figure-fields.ts'

export type Cell = string | number | null

/** The rows of one partition: the values of its partition columns, and the keys by which its rows are read, in their order. */
export interface PartitionKeys {
  readonly values: readonly Cell[]
  readonly keys: readonly number[]
}

/** Which library this is. */
export interface LibraryIdentity {
  /** 32 hexadecimal digits, for life. */
  readonly id: string
  /** Whether an update gave it the id, and nothing was published under it. */
  readonly isProvisional: boolean
}

/** Undefined: it was lost with a damaged page. */
export function getLibraryIdentity(db: Reader): LibraryIdentity | undefined {
  const row = db.get<{ id: string; provisional: number }>(
    'SELECT id, is_provisional AS provisional FROM library_identity',
  )
  return row && { id: row.id, isProvisional: row.provisional === 1 }
}

export function renewLibraryId(db: Writer): void {
  db.run('INSERT OR REPLACE INTO library_identity (only, id) VALUES (1, lower(hex(randomblob(16))))')
}

/** From then on the library has this id, wherever it is restored. */
export function keepLibraryId(db: Writer, id: string): void {
  db.run('UPDATE library_identity SET id = ?, is_provisional = 0 WHERE id <> ? OR is_provisional = 1', [id, id])
}

const calendarYear = (ms: string) => `CAST(strftime('%Y', ${ms} / 1000, 'unixepoch') AS INTEGER)`
/**
 * Joins the content of a row's record that is shown: `known_from` is when it was first received, and `pack.author` names who made the pack
 * that it was first received in; null: it was received from the service. It is the latest one, unless that is withheld.
 */
const shownContent = (row: string) => `
     LEFT JOIN shown_record AS shown ON shown.record_id = ${row}.record_id
     LEFT JOIN ledger_revision AS revision ON revision.record_id = ${row}.record_id
       AND revision.known_from = (
         SELECT max(known_from) FROM ledger_revision
         WHERE record_id = ${row}.record_id AND content_id = coalesce(shown.notes ->> '$.heldBack.shownContentId', content_id)
       )
     LEFT JOIN ledger_response AS response ON response.id = revision.response_id
     LEFT JOIN pack ON pack.id = response.pack_id`
/** The rows of some keys, in the order of the keys. */
const wanted = 'json_each(?) AS wanted'

function partitionsOf(db: Reader, sql: string): PartitionKeys[] {
  return db.arrays<Cell[]>(sql).flatMap((row) => {
    const keys = JSON.parse(String(row.at(-1))) as number[]
    return keys.length === 0 ? [] : [{ values: row.slice(0, -1), keys }]
  })
}

/** Keys: records. */
export function getSecurityKeys(db: Reader): PartitionKeys[] {
  return partitionsOf(db, 'SELECT json_group_array(record_id ORDER BY symbol, mic, id) FROM security')
}

export function getSecurities(db: Reader, keys: string): Cell[][] {
  return db.arrays(
    `SELECT security.id, symbol, name, exchange, mic, country, security.type, sector, gics_code, currency, status, market_cap, isin,
       cusip, figi, figi_composite, figi_share_class, cik, known_from, pack.author, security.record_id
     FROM ${wanted} JOIN security ON security.record_id = wanted.value ${shownContent('security')} ORDER BY wanted.key`,
    [keys],
  )
}

const periodKeys = 'json_group_array(period.record_id ORDER BY symbol, EndPeriod, Quarter, period.record_id)'

/** Keys: records. */
export function getPeriodKeys(db: Reader): PartitionKeys[] {
  return partitionsOf(
    db,
    `SELECT edition, Year, ${periodKeys} FROM fundamental_period AS period GROUP BY edition, Year ORDER BY edition, Year`,
  )
}

/** Keys: records of which a figure was restated. */
export function getRestatedKeys(db: Reader): PartitionKeys[] {
  return partitionsOf(
    db,
    `SELECT edition, Year, ${periodKeys} FROM fundamental_period AS period
     WHERE EXISTS (SELECT 1 FROM figure_change AS change WHERE change.record_id = period.record_id AND kind = 'restated')
     GROUP BY edition, Year ORDER BY edition, Year`,
  )
}

/**
 * Symbol, quarter, end, when its latest content was first received and the author of the pack in which it was, the same of its first
 * content, record; then the figures in the order of `figureFields`.
 */
export function getPeriods(db: Reader, keys: string): Cell[][] {
  return db.arrays(
    `SELECT symbol, Quarter, EndPeriod, revision.known_from, pack.author, first_seen_at, first_pack.author, period.record_id,
       ${figureFields.map((field) => `period."${field}"`).join(', ')}
     FROM ${wanted} JOIN fundamental_period AS period ON period.record_id = wanted.value ${shownContent('period')}
     LEFT JOIN ledger_record AS record ON record.id = period.record_id
     LEFT JOIN ledger_revision AS first ON first.record_id = period.record_id
       AND first.known_from = (SELECT min(known_from) FROM ledger_revision WHERE record_id = period.record_id)
     LEFT JOIN ledger_response AS first_response ON first_response.id = first.response_id
     LEFT JOIN pack AS first_pack ON first_pack.id = first_response.pack_id
     ORDER BY wanted.key`,
    [keys],
  )
}

export interface FigureChange {
  readonly recordId: number
  readonly field: string
  readonly kind: string
  /** Milliseconds UTC. */
  readonly seenAt: number
  readonly was: number | null
  readonly now: number | null
  /** Of the pack in which `now` was first received; null: it came from the service. */
  readonly packAuthor: string | null
}

/** Oldest first. */
export function getFigureChanges(db: Reader, keys: string): FigureChange[] {
  return db.all(
    `SELECT change.record_id AS recordId, field, change.kind, seen_at AS seenAt, was, now, pack.author AS packAuthor
     FROM figure_change AS change
     LEFT JOIN ledger_revision AS revision ON revision.record_id = change.record_id AND revision.known_from =
       (SELECT max(known_from) FROM ledger_revision WHERE record_id = change.record_id AND known_from <= change.seen_at)
     LEFT JOIN ledger_response AS response ON response.id = revision.response_id
     LEFT JOIN pack ON pack.id = response.pack_id
     WHERE change.record_id IN (SELECT value FROM ${wanted}) ORDER BY change.record_id, seen_at`,
    [keys],
  )
}

/** Keys: row numbers of `call`. */
export function getCallKeys(db: Reader): PartitionKeys[] {
  return partitionsOf(
    db,
    `SELECT ${calendarYear('started_at')} AS year, json_group_array(rowid ORDER BY symbol, started_at, call_id)
     FROM call GROUP BY year ORDER BY year`,
  )
}

/** The end as received. */
export function getCalls(db: Reader, keys: string): Cell[][] {
  return db.arrays(
    `SELECT call.call_id, call.symbol, exchange, name, call_title, headline, status, call.started_at, end_time, seconds,
       transcript.turns, transcript.words
     FROM ${wanted} JOIN call ON call.rowid = wanted.value LEFT JOIN transcript ON transcript.call_id = call.call_id
     ORDER BY wanted.key`,
    [keys],
  )
}

/** Keys: row numbers of `transcript`. */
export function getTranscriptKeys(db: Reader): PartitionKeys[] {
  return partitionsOf(
    db,
    `SELECT ${calendarYear('started_at')} AS year, json_group_array(rowid ORDER BY started_at, call_id)
     FROM transcript WHERE turns > 0 GROUP BY year ORDER BY year`,
  )
}

/**
 * As received: the columns of a correction are empty. Before the columns comes the unit that was inferred for the times of the turn,
 * which are the numbers that the service sent.
 */
export function getTurns(db: Reader, keys: string): (readonly [unit: TimeUnit | null, ...turn: Cell[]])[] {
  return db.arrays(
    `SELECT transcript.time_unit, transcript.call_id, transcript.symbol, transcript.started_at,
       turn.position, speaker.name, speaker.role, organization, side, turn.section, turn.start_time, turn.end_time, turn.confidence, turn.sentiment, turn.words, turn.text,
       NULL, NULL, NULL, pack.author
     FROM ${wanted} JOIN transcript ON transcript.rowid = wanted.value ${shownContent('transcript')}
     JOIN transcript_turn AS turn ON turn.call_id = transcript.call_id
     LEFT JOIN call_speaker AS speaker ON speaker.call_id = turn.call_id AND speaker.number = turn.speaker
     ORDER BY wanted.key, turn.position`,
    [keys],
  )
}

export interface PublishedCorrection extends TurnCorrectionOfCall {
  /** Empty: not known. */
  readonly author: string
  /** Milliseconds UTC. */
  readonly at: number
}

/** The corrections of turns of some calls, whose ids come as JSON: also those whose words the stored transcript no longer has. */
export function getCorrections(desk: Reader, callIds: string): PublishedCorrection[] {
  return desk.all(
    `SELECT call_id AS callId, text, occurrence, correction, author, checked_at AS at
     FROM turn_check WHERE correction IS NOT NULL AND call_id IN (SELECT value FROM ${wanted})`,
    [callIds],
  )
}

/** The units and offsets that the user set for the timestamps of some calls, whose ids come as JSON. */
export function getSetTimes(desk: Reader, callIds: string): (SetTimes & { readonly callId: string })[] {
  return desk.all(
    `SELECT call_id AS callId, unit, offset FROM call_time WHERE call_id IN (SELECT value FROM ${wanted})`,
    [callIds],
  )
}

/** Keys: records. */
export function getRatingKeys(db: Reader): PartitionKeys[] {
  return partitionsOf(
    db,
    `SELECT ${calendarYear('created_ms')} AS year, json_group_array(record_id ORDER BY ticker, created_ms, id)
     FROM rating GROUP BY year ORDER BY year`,
  )
}

/** The price target as received. */
export function getRatings(db: Reader, keys: string): Cell[][] {
  return db.arrays(
    `SELECT rating.id, ticker, exchange, company, firm, action, kind, rating, price_target, created_ms, known_from, pack.author,
       rating.record_id
     FROM ${wanted} JOIN rating ON rating.record_id = wanted.value ${shownContent('rating')} ORDER BY wanted.key`,
    [keys],
  )
}

/** Keys: records. */
export function getNewsKeys(db: Reader): PartitionKeys[] {
  return partitionsOf(
    db,
    `SELECT ${calendarYear('created_ms')} AS year, json_group_array(record_id ORDER BY ticker, created_ms, id)
     FROM news_item GROUP BY year ORDER BY year`,
  )
}

export function getNews(db: Reader, keys: string): Cell[][] {
  return db.arrays(
    `SELECT news.id, ticker, company, news.type, headline, catalyst, share_class_figi, created_ms, known_from, pack.author, news.record_id
     FROM ${wanted} JOIN news_item AS news ON news.record_id = wanted.value ${shownContent('news')} ORDER BY wanted.key`,
    [keys],
  )
}

const newsCompanies = `(SELECT record_id, ticker FROM news_security UNION SELECT record_id, ticker FROM news_item WHERE ticker IS NOT NULL)`

/** Keys: records of news items that name a company. */
export function getNamingNewsKeys(db: Reader): PartitionKeys[] {
  return partitionsOf(
    db,
    `SELECT ${calendarYear('created_ms')} AS year, json_group_array(record_id ORDER BY record_id)
     FROM news_item AS news WHERE ticker IS NOT NULL OR record_id IN (SELECT record_id FROM news_security)
     GROUP BY year ORDER BY year`,
  )
}

export function getNewsCompanies(db: Reader, keys: string): Cell[][] {
  return db.arrays(
    `SELECT named.ticker, created_ms, news.id, news.record_id
     FROM ${newsCompanies} AS named JOIN news_item AS news ON news.record_id = named.record_id
     WHERE named.record_id IN (SELECT value FROM ${wanted}) ORDER BY named.ticker, created_ms, news.id`,
    [keys],
  )
}

/** Keys: row numbers of `own_metric`, in `desk.db`. */
export function getMetricKeys(desk: Reader): PartitionKeys[] {
  return partitionsOf(desk, 'SELECT json_group_array(rowid ORDER BY name COLLATE BINARY, id) FROM own_metric')
}

export function getMetrics(desk: Reader, keys: string): Cell[][] {
  return desk.arrays(
    `SELECT metric.id, name, formula, unit, saved_at
     FROM ${wanted} JOIN own_metric AS metric ON metric.rowid = wanted.value ORDER BY wanted.key`,
    [keys],
  )
}
