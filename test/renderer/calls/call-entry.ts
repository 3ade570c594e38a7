import type { CallEntry, ListedCall } from '#contract/api/calls.ts'

/** A call as lists show it. */
export function callEntry(callId: string, status = 'COMPLETED'): CallEntry {
  return {
    callId,
    symbol: 'ACME',
    exchange: null,
    company: null,
    title: callId,
    quarter: null,
    startedAt: null,
    startTime: null,
    seconds: null,
    status,
    stored: null,
    recording: 'unknown',
    seenAt: 0,
  }
}

/** The same in the list of calls: nothing was read, played or noted. */
export function listedCall(callId: string, status = 'COMPLETED', fields: Partial<ListedCall> = {}): ListedCall {
  return {
    ...callEntry(callId, status),
    remarks: null,
    answers: null,
    confidence: null,
    questions: null,
    isNew: false,
    read: null,
    played: null,
    resumeAt: null,
    notes: 0,
    hits: null,
    failure: null,
    ...fields,
  }
}
