/**
 * The two resource types of calls, list and detail: how responses are stored in the library, found
 * again, and when they are stale.
 */

import type { CallDetail, CallRecord } from '#contract/service/calls.ts'
import type { Writer } from '../database/reader-writer.ts'
import { instantOf, isDatedBefore } from '../instant.ts'
import { packOfRecord } from '../ledger/records-source.ts'
import type { Projector } from '../ledger/store-response.ts'
import { days, hours } from '../duration.ts'
import { pagingOf, type ResourceType } from '../ledger/resource-type.ts'
import { alignTranscript } from './align-transcript.ts'
import {
  completeCall,
  findCalls,
  getCallState,
  getSentTimeOfChange,
  hasLaterRecord,
  setCallSources,
  storeCall,
  type CallSources,
  type CallState,
  type CallToStore,
} from './calls-store.ts'
import { identityOf } from './transcript-formats.ts'
import { findForm } from './transcript-versions-store.ts'
import { companyOf, projectCall } from './project-call.ts'
import { lengthOf } from './transcript/segment-times.ts'

/** The list of calls in the library. */
export const callsResource: ResourceType<'calls.list'> = {
  operation: 'calls.list',
  age: hours,
  identity: (record) => record.call_id || null,
  updatedAt: (record) => record.updated_at ?? null,
  project: (db, recordId, record) => {
    const call = callOf(record)
    if (!call) return
    storeCallFields(db, call, { listed: recordId, detail: null })
    alignTranscript(db, call.call_id)
  },
  find: (db, parameters) => {
    const { page, pageSize, limit, offset } = pagingOf(parameters.page, parameters.page_size)
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
 * A transcript as HTML, cleaned, or with an audio URL is different content of the same call, so each form is a separate record.
 * Where the plain form is not stored, the one with audio has all its content.
 */
export const callResource: ResourceType<'calls.one'> = {
  operation: 'calls.one',
  age: 30 * days,
  identity: (record, parameters) =>
    record.call_id ? formOf(record.call_id, parameters, parameters['audio'] === true) : null,
  updatedAt: (record) => record.updated_at ?? null,
  project: (db, recordId, record) => {
    const call = callOf(record)
    if (!call) return
    storeCallFields(db, call, { listed: null, detail: recordId })
    projectCall(db, recordId, record)
    alignTranscript(db, call.call_id)
  },
  find: (db, parameters) => {
    const withAudio = parameters.audio === true
    const found =
      findForm(db, formOf(parameters.call_id, parameters, withAudio)) ??
      (withAudio ? undefined : findForm(db, formOf(parameters.call_id, parameters, true)))
    return { recordIds: found ? [found.recordId] : [], hits: found ? 1 : 0, page: 1, pageSize: 1 }
  },
  announcement: ({ call_id: id }) => ({ kind: 'call', id }),
}

/** Reads stored records again for lists and full text, without the call's state, which the latest response gave. */
export const callReprojections: readonly [Projector<'calls.list'>, Projector<'calls.one'>] = [
  {
    ...callsResource,
    project: (db, _, record) => {
      againCall(db, record)
      alignTranscript(db, record.call_id)
    },
  },
  {
    ...callResource,
    project: (db, recordId, record) => {
      againCall(db, record)
      projectCall(db, recordId, record)
      alignTranscript(db, record.call_id)
    },
  },
]

/**
 * Reads records that a pack brought, behind the user's work: the service may have sent a newer record of the same call meanwhile, and that
 * one decides the call's state.
 */
export const receivedCalls: readonly [Projector<'calls.list'>, Projector<'calls.one'>] = [
  {
    ...callsResource,
    project: (db, recordId, record) => {
      storeReceived(db, record, { listed: recordId, detail: null })
      alignTranscript(db, record.call_id)
    },
  },
  {
    ...callResource,
    project: (db, recordId, record) => {
      storeReceived(db, record, { listed: null, detail: recordId })
      projectCall(db, recordId, record)
      alignTranscript(db, record.call_id)
    },
  },
]

function storeReceived(db: Writer, record: CallRecord | CallDetail, from: CallSources): void {
  const call = callOf(record)
  if (!call) return
  const isStored = getCallState(db, call.call_id) !== undefined
  const recordId = from.listed ?? from.detail ?? 0
  if (!isStored || !hasLaterRecord(db, call.call_id, recordId)) return storeCallFields(db, call, from)
  setCallSources(db, call.call_id, from)
  completeCall(db, call)
}

/** The list and the detail are separate records of a call: the last received one decides its state, unless it lags. */
function storeCallFields(db: Writer, call: CallToStore, from: CallSources): void {
  const stored = storedState(db, call, from)
  if (!stored || !lags(call, stored)) return storeCall(db, call, from)
  setCallSources(db, call.call_id, from)
  completeCall(db, call)
}

/**
 * The stored state of a call. Where it is dated after a record that the service has sent, it has the service's own time of change: a pack may
 * state any time.
 */
function storedState(db: Writer, call: CallToStore, { listed, detail }: CallSources): CallState | undefined {
  const stored = getCallState(db, call.call_id)
  if (!stored || !isDatedBefore(call.updated_at, stored.updated_at)) return stored
  const isOfPack = packOfRecord(db, listed ?? detail ?? 0, null) !== null
  return isOfPack ? stored : { ...stored, updated_at: getSentTimeOfChange(db, call.call_id) }
}

/** A record lags when it is dated before the stored one, or calls an ended call in progress without a later date. */
export function lags(call: CallState, stored: CallState): boolean {
  const hasEnded = stored.status === 'COMPLETED' || stored.status === 'FAILED'
  const takesBack = hasEnded && call.status === 'IN_PROGRESS' && !isDatedBefore(stored.updated_at, call.updated_at)
  return takesBack || isDatedBefore(call.updated_at, stored.updated_at)
}

function againCall(db: Writer, record: CallRecord | CallDetail): void {
  const call = callOf(record)
  if (call) completeCall(db, call)
}

function formOf(callId: string, form: { readonly format?: unknown; readonly clean?: unknown }, audio: boolean): string {
  return identityOf(callId, { format: form.format === 'html' ? 'html' : 'json', clean: form.clean === true }, audio)
}

export function callOf(record: CallRecord | CallDetail): CallToStore | null {
  if (!record.call_id) return null
  return {
    call_id: record.call_id,
    symbol: record.symbol ?? null,
    exchange: record.exchange ?? null,
    name: companyOf(record),
    call_title: record.call_title ?? null,
    headline: record.headline ?? null,
    start_time: record.start_time ?? null,
    started_at: instantOf(record.start_time),
    end_time: record.end_time ?? null,
    seconds: lengthOf(record),
    status: record.status ?? null,
    updated_at: record.updated_at ?? null,
  }
}
