/**
 * SQL of the list of calls: filtered, sorted and counted rows. Also reads earlier speakers,
 * sentiments and the ends of fiscal periods.
 */

import type { CallFilter, CallGroup, CallOrder } from '#contract/api/calls.ts'
import type { Reader } from '../database/reader-writer.ts'
import { rowPositions } from '../database/row-positions.ts'
import { whereGiven } from '../database/where-given.ts'
import { dayIn } from '../instant.ts'
import type { PeriodEnd } from './fiscal-quarter.ts'

export interface CallRow {
  readonly callId: string
  readonly symbol: string | null
  readonly exchange: string | null
  readonly company: string | null
  readonly call_title: string | null
  readonly headline: string | null
  readonly startTime: string | null
  readonly startedAt: number | null
  readonly seconds: number | null
  readonly status: string | null
  readonly turns: number | null
  readonly words: number | null
  readonly versions: number | null
  readonly fetchedAt: number | null
  readonly seenAt: number
  /** Means by words, of a stored transcript. */
  readonly remarks: number | null
  readonly answers: number | null
  readonly confidence: number | null
  readonly questions: number | null
}

/** Not an iterator, which is used up by the first statement. */
type Ids = readonly string[] | ReadonlySet<string>

/** Which calls are listed: by columns of the library, and by ids where only the user's data or the disk knows. */
export interface CallSelection extends Pick<CallFilter, 'symbols' | 'from' | 'to' | 'status' | 'text'> {
  /** Calls with a transcript, or without; absent: both. */
  readonly stored?: boolean
  /** None but these. */
  readonly among?: Ids
  readonly except?: Ids
}

const columns = `call.call_id AS callId, call.symbol, call.exchange, coalesce(nullif(trim(call.name), ''), transcript.company) AS company,
  call.call_title, call.headline, call.start_time AS startTime, call.started_at AS startedAt, call.seconds, call.status,
  transcript.turns, transcript.words, text_record.revisions AS versions, text_record.last_seen_at AS fetchedAt,
  max(coalesce(listed.last_seen_at, 0), coalesce(detail.last_seen_at, 0)) AS seenAt, transcript.remarks_sentiment AS remarks,
  transcript.company_qa_sentiment AS answers, transcript.mean_confidence AS confidence, transcript.questions`
const joined = `call LEFT JOIN transcript ON transcript.call_id = call.call_id
  LEFT JOIN ledger_record AS text_record ON text_record.id = transcript.record_id
  LEFT JOIN ledger_record AS listed ON listed.id = call.listed_record_id
  LEFT JOIN ledger_record AS detail ON detail.id = call.detail_record_id`

const conditions = {
  symbols: 'call.symbol IN (SELECT value FROM json_each(@symbols))',
  from: 'call.started_at >= @from',
  to: 'call.started_at <= @to',
  status: 'call.status = @status',
  stored: '(transcript.call_id IS NOT NULL) = @stored',
  among: 'call.call_id IN (SELECT value FROM json_each(@among))',
  except: 'call.call_id NOT IN (SELECT value FROM json_each(@except))',
  words: `NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE coalesce(call.symbol, '') || ' ' || coalesce(call.name, '') || ' ' ||
    coalesce(nullif(call.call_title, ''), call.headline, '') NOT LIKE value ESCAPE '\\')`,
}

function matching(filter: CallSelection): string {
  return whereGiven(bound(filter), conditions)
}

/** Orders by values that no table of the library has: what is on the disk, what the user did, hits of a search. */
export type ValueOrder = Extract<CallOrder['by'], 'recording' | 'read' | 'played' | 'notes' | 'hits'>
/** Orders by columns of tables. */
type StoredOrder = CallOrder & { readonly by: Exclude<CallOrder['by'], ValueOrder> }

const orders = {
  started: 'call.started_at',
  symbol: 'call.symbol COLLATE NOCASE',
  title: "coalesce(nullif(call.call_title, ''), nullif(call.headline, ''), call.symbol) COLLATE NOCASE",
  company: "coalesce(nullif(trim(call.name), ''), transcript.company) COLLATE NOCASE",
  exchange: 'call.exchange',
  length: 'call.seconds',
  stored: 'text_record.last_seen_at',
  remarks: 'transcript.remarks_sentiment',
  answers: 'transcript.company_qa_sentiment',
  words: 'transcript.words',
  confidence: 'transcript.mean_confidence',
  questions: 'transcript.questions',
} as const satisfies Record<StoredOrder['by'], string>

/** Rows without a value come last in both directions; within one value the latest call comes first. */
export function listCalls(
  db: Reader,
  filter: CallSelection,
  order: StoredOrder,
  page: { readonly limit: number; readonly offset: number },
): CallRow[] {
  return db.all(
    `SELECT ${columns} FROM ${joined} WHERE ${matching(filter)} ORDER BY ${inOrder(order)} LIMIT @limit OFFSET @offset`,
    { ...bound(filter), limit: page.limit, offset: page.offset },
  )
}

/** The records that list some calls, by call. */
export function getListedRecords(db: Reader, callIds: readonly string[]): ReadonlyMap<string, number> {
  const rows = db.all<{ callId: string; recordId: number }>(
    `SELECT call_id AS callId, listed_record_id AS recordId FROM call
     WHERE listed_record_id IS NOT NULL AND call_id IN (SELECT value FROM json_each(?))`,
    [idsOf(callIds)],
  )
  return new Map(rows.map(({ callId, recordId }) => [callId, recordId]))
}

/** The records of stored transcripts, by call. */
export function getTranscriptRecords(db: Reader, callIds: readonly string[]): ReadonlyMap<string, number> {
  const rows = db.all<{ callId: string; recordId: number }>(
    'SELECT call_id AS callId, record_id AS recordId FROM transcript WHERE call_id IN (SELECT value FROM json_each(?))',
    [idsOf(callIds)],
  )
  return new Map(rows.map(({ callId, recordId }) => [callId, recordId]))
}

/** Positions of calls in the list, from 0; null: not in the list. */
export function getCallPositions(
  db: Reader,
  filter: CallSelection,
  order: StoredOrder,
  callIds: readonly string[],
): (number | null)[] {
  const list = {
    key: 'call.call_id',
    from: `${joined} WHERE ${matching(filter)}`,
    order: inOrder(order),
    bound: bound(filter),
  }
  return rowPositions(db, list, callIds)
}

function inOrder({ by, descending }: StoredOrder): string {
  const value = orders[by]
  return `${value} IS NULL, ${value} ${descending ? 'DESC' : 'ASC'}, call.started_at DESC, call.call_id`
}

/** Counts the calls of each view in one pass. */
export function countViews(
  db: Reader,
  filter: CallSelection,
  {
    opened,
    isNew,
    hits,
  }: { readonly opened: Iterable<string>; readonly isNew: Iterable<string>; readonly hits: Iterable<string> },
): { readonly all: number; readonly unread: number; readonly new: number; readonly hits: number } {
  const isIn = (ids: string) => `call.call_id IN (SELECT value FROM json_each(${ids}))`
  return (
    db.get(
      `SELECT count(*) AS "all", coalesce(sum(transcript.call_id IS NOT NULL AND NOT ${isIn('@opened')}), 0) AS unread,
         coalesce(sum(${isIn('@isNew')}), 0) AS new, coalesce(sum(${isIn('@hits')}), 0) AS hits
       FROM call LEFT JOIN transcript ON transcript.call_id = call.call_id WHERE ${matching(filter)}`,
      { ...bound(filter), opened: idsOf(opened), isNew: idsOf(isNew), hits: idsOf(hits) },
    ) ?? { all: 0, unread: 0, new: 0, hits: 0 }
  )
}

/** When the first and the last call of the library were, ms UTC; null: none has a date. */
export function getCallDates(db: Reader): { readonly first: number; readonly last: number } | null {
  const row = db.get<{ first: number | null; last: number | null }>(
    'SELECT min(started_at) AS first, max(started_at) AS last FROM call',
  )
  return row && row.first !== null && row.last !== null ? { first: row.first, last: row.last } : null
}

/** Shorter than any step between the offsets of two zones, and than what moves the end of a day. */
const quarterOfAnHour = 15 * 60_000

/** The days of a selection with their numbers of calls, in the order of the list; YYYY-MM-DD in a zone, null: no date. */
export function countDays(
  db: Reader,
  filter: CallSelection,
  descending: boolean,
  offsetAt: (instant: number) => number,
): { readonly day: string | null; readonly calls: number }[] {
  const times = db.all<{ readonly at: number | null; readonly calls: number }>(
    `SELECT CAST(floor(call.started_at / ${quarterOfAnHour}.0) AS INTEGER) AS at, count(*) AS calls
     FROM call LEFT JOIN transcript ON transcript.call_id = call.call_id WHERE ${matching(filter)}
     GROUP BY at ORDER BY at IS NULL, at ${descending ? 'DESC' : 'ASC'}`,
    bound(filter),
  )
  const days: { day: string | null; calls: number }[] = []
  for (const { at, calls } of times) {
    const day = at === null ? null : dayIn(at * quarterOfAnHour, offsetAt)
    const open = days.at(-1)
    if (open && open.day === day) open.calls += calls
    else days.push({ day, calls })
  }
  return days
}

/** The companies of a selection with their numbers of calls, in the order of the list. */
export function countCompanies(
  db: Reader,
  filter: CallSelection,
  descending: boolean,
): Pick<CallGroup, 'symbol' | 'company' | 'calls'>[] {
  return db.all(
    `SELECT min(call.symbol) AS symbol, max(coalesce(nullif(trim(call.name), ''), transcript.company)) AS company, count(*) AS calls
     FROM call LEFT JOIN transcript ON transcript.call_id = call.call_id WHERE ${matching(filter)}
     GROUP BY call.symbol COLLATE NOCASE
     ORDER BY call.symbol IS NULL, call.symbol COLLATE NOCASE ${descending ? 'DESC' : 'ASC'}`,
    bound(filter),
  )
}

export function getCallRow(db: Reader, callId: string): CallRow | undefined {
  return db.get(`SELECT ${columns} FROM ${joined} WHERE call.call_id = ?`, [callId])
}

export function getCallRows(db: Reader, callIds: readonly string[]): CallRow[] {
  return db.all(`SELECT ${columns} FROM ${joined} WHERE call.call_id IN (SELECT value FROM json_each(?))`, [
    JSON.stringify(callIds),
  ])
}

/** The statuses that occur, and how many calls of each match the rest of the filter. */
export function countStatuses(db: Reader, filter: CallSelection): { status: string; calls: number }[] {
  const others = { ...filter, status: undefined }
  const fitting = `SELECT call.call_id FROM call LEFT JOIN transcript ON transcript.call_id = call.call_id WHERE ${matching(others)}`
  return db.all(
    `SELECT status, sum(call_id IN (${fitting})) AS calls FROM call WHERE status IS NOT NULL GROUP BY status ORDER BY status`,
    bound(others),
  )
}

/** Sentiment of the stored summaries, by call. */
export function getSentiments(db: Reader, callIds: readonly string[]): ReadonlyMap<string, number> {
  const rows = db.all<{ callId: string; sentiment: number }>(
    `SELECT call_id AS callId, sentiment FROM document
     WHERE kind = 'summary' AND sentiment IS NOT NULL AND call_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(callIds)],
  )
  return new Map(rows.map(({ callId, sentiment }) => [callId, sentiment]))
}

/** Calls of a company, listed or with a transcript. */
export function getCallIds(db: Reader, symbol: string): string[] {
  return db
    .all<{ callId: string }>('SELECT call_id AS callId FROM call WHERE symbol = ?', [symbol])
    .map(({ callId }) => callId)
}

/** End dates of stored fiscal periods, by symbol. */
export function getPeriodEndsOf(db: Reader, symbols: readonly string[]): ReadonlyMap<string, readonly PeriodEnd[]> {
  const rows = db.all<{ symbol: string; quarter: string; year: number; end: string }>(
    `SELECT DISTINCT symbol, Quarter AS quarter, Year AS year, EndPeriod AS end FROM fundamental_period
     WHERE symbol IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(symbols)],
  )
  const ends = rows.map(({ symbol, quarter, year, end }) => ({
    symbol,
    quarter,
    year,
    endsAt: Date.parse(`${end}T00:00:00Z`),
  }))
  return Map.groupBy(ends, ({ symbol }) => symbol)
}

/** Everybody who spoke in the company's earlier calls, latest call first. */
export function getEarlierSpeakers(
  db: Reader,
  callId: string,
): { readonly callId: string; readonly number: number; readonly name: string }[] {
  return db.all(
    `SELECT earlier.call_id AS callId, speaker.number, speaker.name FROM call AS this
     JOIN transcript AS earlier ON earlier.symbol = this.symbol AND earlier.started_at < this.started_at
     JOIN call_speaker AS speaker ON speaker.call_id = earlier.call_id AND speaker.turns > 0
     WHERE this.call_id = ? ORDER BY earlier.started_at DESC, earlier.call_id, speaker.number`,
    [callId],
  )
}

export function getFirstTurn(db: Reader, callId: string, speaker: number): number | undefined {
  return db.get<{ position: number }>(
    'SELECT min(position) AS position FROM transcript_turn WHERE call_id = ? AND speaker = ?',
    [callId, speaker],
  )?.position
}

function idsOf(ids: Iterable<string>): string {
  return JSON.stringify([...ids])
}

function bound({
  symbols,
  from,
  to,
  status,
  text,
  stored,
  among,
  except,
}: CallSelection): Readonly<Record<string, string | number | null>> {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '')
  return {
    symbols: symbols ? JSON.stringify(symbols) : null,
    from: from ?? null,
    to: to ?? null,
    status: status ?? null,
    stored: stored === undefined ? null : Number(stored),
    among: among ? idsOf(among) : null,
    except: except ? idsOf(except) : null,
    words:
      words.length === 0
        ? null
        : JSON.stringify(words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
  }
}
