import type { CallFilter, CallOrder } from '#contract/api/calls.ts'
import type { Reader } from '../database/reader-writer.ts'
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
}

const columns = `call.call_id AS callId, call.symbol, call.exchange, coalesce(nullif(trim(call.name), ''), transcript.company) AS company,
  call.call_title, call.headline, call.start_time AS startTime, call.started_at AS startedAt, call.seconds, call.status,
  transcript.turns, transcript.words, text_record.revisions AS versions, text_record.last_seen_at AS fetchedAt,
  max(coalesce(listed.last_seen_at, 0), coalesce(detail.last_seen_at, 0)) AS seenAt`
const joined = `call LEFT JOIN transcript ON transcript.call_id = call.call_id
  LEFT JOIN ledger_record AS text_record ON text_record.id = transcript.record_id
  LEFT JOIN ledger_record AS listed ON listed.id = call.listed_record_id
  LEFT JOIN ledger_record AS detail ON detail.id = call.detail_record_id`

const matches = `(@symbols IS NULL OR call.symbol IN (SELECT value FROM json_each(@symbols)))
  AND (@from IS NULL OR call.started_at >= @from) AND (@to IS NULL OR call.started_at <= @to)
  AND (@status IS NULL OR call.status = @status) AND (@stored = 0 OR transcript.call_id IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE coalesce(call.symbol, '') || ' ' || coalesce(call.name, '') || ' ' ||
    coalesce(nullif(call.call_title, ''), call.headline, '') NOT LIKE value ESCAPE '\\')`

/** Orders by values that are in no table: the inferred quarter, and the state of the recording. */
export type InferredOrder = Extract<CallOrder['by'], 'quarter' | 'recording'>
/** Orders by columns of tables. */
export type StoredOrder = CallOrder & { readonly by: Exclude<CallOrder['by'], InferredOrder> }

const orders = {
  started: 'call.started_at',
  symbol: 'call.symbol COLLATE NOCASE',
  title: "coalesce(nullif(call.call_title, ''), nullif(call.headline, ''), call.symbol) COLLATE NOCASE",
  status: 'call.status',
  length: 'call.seconds',
  stored: 'text_record.last_seen_at',
} as const satisfies Record<StoredOrder['by'], string>

/** Rows without a value come last in both directions; within one value the latest call comes first. */
export function listCalls(
  db: Reader,
  filter: CallFilter,
  order: StoredOrder,
  page: { readonly limit: number; readonly offset: number },
): CallRow[] {
  return db.all(
    `SELECT ${columns} FROM ${joined} WHERE ${matches} ORDER BY ${inOrder(order)} LIMIT @limit OFFSET @offset`,
    { ...bound(filter), limit: page.limit, offset: page.offset },
  )
}

/** Positions of calls in the list, from 0; null: not in the list. */
export function getRowIndexes(
  db: Reader,
  filter: CallFilter,
  order: StoredOrder,
  callIds: readonly string[],
): (number | null)[] {
  const rows = db.all<{ callId: string; position: number }>(
    `SELECT callId, position FROM (SELECT call.call_id AS callId, row_number() OVER (ORDER BY ${inOrder(order)}) - 1 AS position
     FROM ${joined} WHERE ${matches}) WHERE callId IN (SELECT value FROM json_each(@callIds))`,
    { ...bound(filter), callIds: JSON.stringify(callIds) },
  )
  const positions = new Map(rows.map(({ callId, position }) => [callId, position]))
  return callIds.map((callId) => positions.get(callId) ?? null)
}

function inOrder({ by, descending }: StoredOrder): string {
  const value = orders[by]
  return `${value} IS NULL, ${value} ${descending ? 'DESC' : 'ASC'}, call.started_at DESC, call.call_id`
}

export function countCalls(db: Reader, filter: CallFilter): number {
  const sql = `SELECT count(*) AS count FROM call LEFT JOIN transcript ON transcript.call_id = call.call_id WHERE ${matches}`
  return db.get<{ count: number }>(sql, bound(filter))?.count ?? 0
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
export function countStatuses(db: Reader, filter: CallFilter): { status: string; calls: number }[] {
  const fitting = `SELECT call.call_id FROM call LEFT JOIN transcript ON transcript.call_id = call.call_id WHERE ${matches}`
  return db.all(
    `SELECT status, sum(call_id IN (${fitting})) AS calls FROM call WHERE status IS NOT NULL GROUP BY status ORDER BY status`,
    { ...bound(filter), status: null },
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

/** End dates of stored fiscal periods, by symbol. */
export function getPeriodEndsOf(db: Reader, symbols: readonly string[]): Map<string, PeriodEnd[]> {
  const rows = db.all<PeriodEnd & { symbol: string }>(
    `SELECT DISTINCT symbol, Quarter AS quarter, Year AS year, EndPeriod AS end FROM fundamental_period
     WHERE symbol IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(symbols)],
  )
  const bySymbol = new Map<string, PeriodEnd[]>()
  for (const row of rows) bySymbol.set(row.symbol, [...(bySymbol.get(row.symbol) ?? []), row])
  return bySymbol
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

function bound({
  symbols,
  from,
  to,
  status,
  text,
  stored,
}: CallFilter): Readonly<Record<string, string | number | null>> {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '')
  return {
    symbols: symbols ? JSON.stringify(symbols) : null,
    from: from ?? null,
    to: to ?? null,
    status: status ?? null,
    stored: stored ? 1 : 0,
    words: JSON.stringify(words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
  }
}
