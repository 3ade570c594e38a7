/** SQL of the `call` table: stores a call from the list or the detail, and finds calls. */

import type { Reader, Writer } from '../database/reader-writer.ts'
import { whereGiven } from '../database/where-given.ts'
import { isDatedBefore } from '../instant.ts'
import { getLatestTimeOfChange } from '../ledger/ledger-store.ts'
import { findPage, type RecordsPage } from '../ledger/resource-type.ts'

export interface CallToStore {
  readonly call_id: string
  readonly symbol: string | null
  readonly exchange: string | null
  readonly name: string | null
  readonly call_title: string | null
  readonly headline: string | null
  readonly start_time: string | null
  /** `start_time` as ms UTC, for sorting and ranges. */
  readonly started_at: number | null
  readonly end_time: string | null
  /** Length of the call, if the record has one. */
  readonly seconds: number | null
  readonly status: string | null
  readonly updated_at: string | null
}

export type CallState = Pick<CallToStore, 'status' | 'updated_at'>

/** The call's fields from the list or the detail. */
export function getCallState(db: Reader, callId: string): CallState | undefined {
  return db.get('SELECT status, updated_at FROM call WHERE call_id = ?', [callId])
}

export function getCallTitle(db: Reader, callId: string): string | undefined {
  return (
    db.get<{ title: string | null }>('SELECT coalesce(call_title, headline) AS title FROM call WHERE call_id = ?', [
      callId,
    ])?.title ?? undefined
  )
}

/** Whether the service sent another record of the call, of the list or of a transcript, later than this one. */
export function hasLaterRecord(db: Reader, callId: string, recordId: number): boolean {
  return (
    db.get(
      `SELECT 1 FROM (
         SELECT last_seen_at FROM ledger_record WHERE kind = 'calls.list' AND identity = @callId
         UNION ALL SELECT last_seen_at FROM ledger_record
           WHERE kind = 'calls.one' AND identity >= @callId || ' ' AND identity < @callId || '!')
       WHERE last_seen_at > (SELECT last_seen_at FROM ledger_record WHERE id = @recordId) LIMIT 1`,
      { callId, recordId },
    ) !== undefined
  )
}

/** The service's own time of change of the latest record of a call that the service itself has sent to this library; null: it has none. */
export function getSentTimeOfChange(db: Reader, callId: string): string | null {
  const records = db.all<{ id: number }>(
    `SELECT id FROM ledger_record WHERE kind = 'calls.list' AND identity = @callId
     UNION ALL SELECT id FROM ledger_record
       WHERE kind = 'calls.one' AND identity >= @callId || ' ' AND identity < @callId || '!'`,
    { callId },
  )
  const times = records.map(({ id }) => getLatestTimeOfChange(db, id))
  return times.reduce((latest, time) => (latest === null || isDatedBefore(latest, time) ? time : latest), null)
}

/** The records of a call from the list and the detail. */
export interface CallSources {
  readonly listed: number | null
  readonly detail: number | null
}

/** Replaces the stored fields; fields that the record does not have stay (docs/wire-data-rules.md). */
export function storeCall(db: Writer, call: CallToStore, from: CallSources): void {
  db.run(
    `INSERT INTO call (call_id, listed_record_id, detail_record_id, symbol, exchange, name, call_title, headline,
       start_time, started_at, end_time, seconds, status, updated_at)
     VALUES (@call_id, @listed, @detail, @symbol, @exchange, @name, @call_title, @headline, @start_time, @started_at,
       @end_time, @seconds, @status, @updated_at)
     ON CONFLICT (call_id) DO UPDATE SET
       listed_record_id = coalesce(excluded.listed_record_id, listed_record_id),
       detail_record_id = coalesce(excluded.detail_record_id, detail_record_id),
       symbol = coalesce(excluded.symbol, symbol), exchange = coalesce(excluded.exchange, exchange),
       name = coalesce(excluded.name, name), call_title = coalesce(excluded.call_title, call_title),
       headline = coalesce(excluded.headline, headline), start_time = coalesce(excluded.start_time, start_time),
       started_at = coalesce(excluded.started_at, started_at), end_time = coalesce(excluded.end_time, end_time),
       seconds = coalesce(excluded.seconds, seconds), status = coalesce(excluded.status, status),
       updated_at = coalesce(excluded.updated_at, updated_at)`,
    { ...call, ...from },
  )
}

/** Stores the state of a call that comes from another record. */
export function setCallSources(db: Writer, callId: string, from: CallSources): void {
  db.run(
    `UPDATE call SET listed_record_id = coalesce(@listed, listed_record_id),
     detail_record_id = coalesce(@detail, detail_record_id) WHERE call_id = @callId`,
    { callId, ...from },
  )
}

/** Fills missing fields from one record, when another record or an earlier version stored the state. */
export function completeCall(db: Writer, call: CallToStore): void {
  db.run(
    `UPDATE call SET symbol = coalesce(symbol, @symbol), exchange = coalesce(exchange, @exchange),
     name = coalesce(nullif(name, ''), @name), call_title = coalesce(call_title, @call_title),
     headline = coalesce(headline, @headline), start_time = coalesce(start_time, @start_time),
     started_at = coalesce(started_at, @started_at), end_time = coalesce(end_time, @end_time),
     seconds = coalesce(seconds, @seconds), status = coalesce(status, @status) WHERE call_id = @call_id`,
    { ...call },
  )
}

export interface CallFilter {
  readonly symbol: string | null
  /** ms UTC, both ends included. */
  readonly from: number | null
  readonly to: number | null
  readonly status: string | null
}

/** Calls from the list, latest first; a call that was only opened by its id is found by its detail. */
export function findCalls(
  db: Reader,
  filter: CallFilter,
  paging: { limit: number; offset: number },
): Pick<RecordsPage, 'recordIds' | 'hits'> {
  const conditions = {
    symbol: 'symbol = @symbol',
    status: 'status = @status',
    from: 'started_at >= @from',
    to: 'started_at <= @to',
  }
  const matches = `FROM call WHERE ${whereGiven({ ...filter }, conditions)}`
  const record = 'coalesce(listed_record_id, detail_record_id)'
  return findPage(db, { record, matches, order: 'started_at DESC, call_id' }, { ...filter }, paging)
}
