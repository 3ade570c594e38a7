import type { CallDetail, CallRecord } from '#contract/service/calls.ts'
import type { Reader } from '../database/handles.ts'
import { instantOf } from '../instant.ts'
import { days, hours, pageOf, type Shelf } from '../ledger/shelf.ts'
import { findCalls, replaceTurns, storeCall, type CallToStore } from './calls-store.ts'

export const callsShelf: Shelf<'calls.list'> = {
  operation: 'calls.list',
  age: hours,
  identity: (record) => record.call_id || null,
  updatedAt: (record) => record.updated_at ?? null,
  project: (db, recordId, record) => {
    const call = callOf(record)
    if (call) storeCall(db, call, { listed: recordId, detail: null })
  },
  find: (db, parameters) => {
    const { page, pageSize, limit, offset } = pageOf(parameters.page, parameters.page_size)
    const filter = {
      symbol: parameters.symbol ?? null,
      from: instantOf(parameters.from),
      to: instantOf(parameters.to),
      status: parameters.status ?? null,
    }
    return { ...findCalls(db, filter, { limit, offset }), page, pageSize }
  },
  announcement: () => ({ kind: 'calls' }),
}

/**
 * A transcript asked for as HTML, or cleaned, or beside an audio URL, is another content of the same call: each form is kept as a
 * record of its own. Where the plain one is not stored, the one with audio holds all that it would.
 */
export const callShelf: Shelf<'calls.one'> = {
  operation: 'calls.one',
  age: 30 * days,
  identity: (record, parameters) =>
    record.call_id ? formOf(record.call_id, parameters, parameters['audio'] === true) : null,
  updatedAt: (record) => record.updated_at ?? null,
  project: (db, recordId, record) => {
    const call = callOf(record)
    if (!call) return
    storeCall(db, call, { listed: null, detail: recordId })
    replaceTurns(db, recordId, turnsOf(record))
  },
  find: (db, parameters) => {
    const withAudio = parameters.audio === true
    const found =
      findForm(db, formOf(parameters.call_id, parameters, withAudio)) ??
      (withAudio ? undefined : findForm(db, formOf(parameters.call_id, parameters, true)))
    return { recordIds: found ? [found.id] : [], hits: found ? 1 : 0, page: 1, pageSize: 1 }
  },
  announcement: ({ call_id: id }) => ({ kind: 'call', id }),
}

function formOf(
  callId: string,
  asked: { readonly format?: unknown; readonly clean?: unknown },
  audio: boolean,
): string {
  const format = asked.format === 'html' ? 'html' : 'json'
  return `${callId} ${format} ${asked.clean === true ? 'clean' : 'verbatim'}${audio ? ' audio' : ''}`
}

function findForm(db: Reader, identity: string): { id: number } | undefined {
  return db.get("SELECT id FROM ledger_record WHERE kind = 'calls.one' AND identity = ?", [identity])
}

function callOf(record: CallRecord | CallDetail): CallToStore | null {
  if (!record.call_id) return null
  return {
    call_id: record.call_id,
    symbol: record.symbol ?? null,
    exchange: record.exchange ?? null,
    name: record.name ?? null,
    call_title: record.call_title ?? null,
    headline: record.headline ?? null,
    start_time: record.start_time ?? null,
    started_at: instantOf(record.start_time),
    status: record.status ?? null,
    updated_at: record.updated_at ?? null,
  }
}

function turnsOf(record: CallDetail) {
  const segments = record.transcripts?.flatMap((transcript) => transcript.segments ?? []) ?? []
  return segments.map((segment) => ({
    segment_id: segment.segment_id ?? null,
    speaker: segment.speaker ?? null,
    start_time: segment.start_time ?? null,
    end_time: segment.end_time ?? null,
    confidence: segment.confidence ?? null,
    sentiment: segment.sentiment ?? null,
    text: segment.text ?? null,
  }))
}
