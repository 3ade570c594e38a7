import { joinChunks } from '#core/calls/call-chunks.ts'
import { readingOf, type OpenCall } from '#core/calls/open-call.ts'
import { deriveTranscript } from '#core/calls/transcript/derive-transcript.ts'
import type { CallTime } from '#core/call-comparison/call-distance.ts'
import type { ReadCall } from '#core/call-comparison/compared-call.ts'
import { segmentsOf } from '../calls/calls-service.ts'

const form = { format: 'json', clean: false } as const

export const participants = [
  { name: 'Ines Vardal', role: 'Chief Executive Officer', organization: 'Halden Instruments' },
  { name: 'Marta Ellingsen', role: 'Chief Financial Officer', organization: 'Halden Instruments' },
  { name: 'Devin Aske', role: 'Analyst', organization: 'Marlowe Pryce' },
  { name: 'Tom Harrow', role: 'Analyst', organization: 'North Quay Research' },
  { name: 'Operator', role: 'Operator', organization: '' },
]

/** A call as it is read from the library: `Ines Vardal: Orders grew.` is a turn, ten seconds after the one before it. */
export function madeCall(...lines: readonly string[]): ReadCall {
  return callOn({ quarter: null, startedAt: null }, ...lines)
}

export function callOn(entry: CallTime, ...lines: readonly string[]): ReadCall {
  const record = { name: 'Halden Instruments', participants, transcripts: [{ segments: segmentsOf(...lines) }] }
  const { head, outline, chunks } = readingOf(record, deriveTranscript(record, form), form, null)
  return { ...joinChunks({ ...head, outline, chunks } as unknown as OpenCall), entry }
}

/** The operator announces an analyst. */
export const asks = (name: string, firm: string) => `Operator: Our next question comes from ${name} with ${firm}.`
