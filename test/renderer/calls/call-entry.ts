import type { CallEntry } from '#contract/api/calls.ts'

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
