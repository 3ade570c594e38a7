/** Lists calls as the library knew them at an earlier moment. */

import type { Reader } from '../database/reader-writer.ts'
import { isDatedBefore } from '../instant.ts'
import { countRevisions, findRecords, getKnownAsOf, type RecordAsOf } from '../ledger/ledger-store.ts'
import { packOfRecord } from '../ledger/records-source.ts'
import { readShownAsOf } from '../ledger/shown-records.ts'
import type { CallToStore } from './calls-store.ts'
import { getListedRecords, type CallRow } from './call-list-store.ts'
import { callOf, callResource, callsResource, lags } from './resources.ts'
import { identitiesOf } from './transcript-formats.ts'

interface CallAsOf {
  readonly row: CallRow
  /** The call was stored or changed since: the row describes the present transcript. */
  readonly isFormer: boolean
}

/** Those of some calls that were stored at a moment, as described by their records then, latest first. */
export function callsAsOf(db: Reader, rows: readonly CallRow[], asOf: number): CallAsOf[] {
  const callIds = rows.map(({ callId }) => callId)
  const listed = getListedRecords(db, callIds)
  const opened = findRecords(db, 'calls.one', callIds.flatMap(identitiesOf))
  const stored = [...listed.values(), ...[...opened.values()].map(({ id }) => id)]
  const known = new Map(getKnownAsOf(db, stored, asOf).map((record) => [record.recordId, record]))
  return rows
    .flatMap((row): CallAsOf[] => {
      const records: RecordsOfCall = {
        listed: [listed.get(row.callId)].filter((id) => id !== undefined),
        opened: identitiesOf(row.callId).flatMap((identity) => opened.get(identity)?.id ?? []),
      }
      const every = [...records.listed, ...records.opened]
      const then = every.flatMap((recordId) => known.get(recordId) ?? [])
      if (then.length === 0) return []
      const isFormer = every.some((recordId) => known.get(recordId)?.versions !== countRevisions(db, recordId))
      const described = isFormer ? describedAsOf(db, records, known, asOf) : {}
      return [{ row: { ...row, ...described, seenAt: Math.max(...then.map(({ seenAt }) => seenAt)) }, isFormer }]
    })
    .toSorted((one, other) => (other.row.startedAt ?? -Infinity) - (one.row.startedAt ?? -Infinity))
}

interface RecordsOfCall {
  readonly listed: readonly number[]
  /** Record ids of each stored form of the transcript. */
  readonly opened: readonly number[]
}

/** The state of a call from its records: the last received one decides, unless it lags behind another that the service itself has sent. */
function describedAsOf(
  db: Reader,
  { listed, opened }: RecordsOfCall,
  known: ReadonlyMap<number, RecordAsOf>,
  asOf: number,
): Partial<CallRow> {
  const [first, ...others] = [
    ...readShownAsOf(db, callsResource, listed, asOf),
    ...readShownAsOf(db, callResource, opened, asOf),
  ]
    .toSorted((one, other) => (known.get(one.id)?.knownFrom ?? 0) - (known.get(other.id)?.knownFrom ?? 0))
    .flatMap(({ id, record }): ReceivedCall[] => {
      const call = callOf(record)
      if (!call) return []
      const isFromService = packOfRecord(db, id, asOf) === null
      return [{ ...call, isFromService, sentTime: isFromService ? call.updated_at : null }]
    })
  if (!first) return {}
  const call = others.reduce((told, next) => {
    const isBehind = lags(next, next.isFromService ? { ...told, updated_at: told.sentTime } : told)
    return isBehind ? completed(told, next) : completed(next, told)
  }, first)
  return {
    exchange: call.exchange,
    company: call.name,
    call_title: call.call_title,
    headline: call.headline,
    startTime: call.start_time,
    startedAt: call.started_at,
    seconds: call.seconds,
    status: call.status,
  }
}

/** A record of a call. What a pack brought may state any time of change, and holds against no record that the service has sent. */
type ReceivedCall = CallToStore & {
  readonly isFromService: boolean
  /** The latest time of change that the service itself has sent of the call; null: none. */
  readonly sentTime: string | null
}

function completed(call: ReceivedCall, other: ReceivedCall): ReceivedCall {
  return {
    ...call,
    exchange: call.exchange ?? other.exchange,
    name: call.name ?? other.name,
    call_title: call.call_title ?? other.call_title,
    headline: call.headline ?? other.headline,
    start_time: call.start_time ?? other.start_time,
    started_at: call.started_at ?? other.started_at,
    seconds: call.seconds ?? other.seconds,
    status: call.status ?? other.status,
    sentTime: isDatedBefore(call.sentTime ?? other.sentTime, other.sentTime)
      ? other.sentTime
      : (call.sentTime ?? other.sentTime),
  }
}
