/**
 * Texts of a call: its date and title, the transcript forms, why there is no transcript, and the
 * state of its recording in the status bar.
 */

import type { CallEntry, CallReading, TranscriptForm } from '#contract/api/calls.ts'
import { formatCallClock, formatCallWeekday } from '../../format/call-dates.ts'
import { dayAndClock } from '../../format/dates.ts'

/** `Tue 21 Oct 2025, 08:30 EDT`; a start that is no time as received. */
export function startText({ startedAt, startTime }: Pick<CallEntry, 'startedAt' | 'startTime'>): string {
  if (startedAt === null) return startTime ?? ''
  return dayAndClock(formatCallWeekday(startedAt), formatCallClock(startedAt))
}

/** The call's title without the company's name, which is next to it: `Q3 FY2026 earnings call`. */
export function headTitle({ title, company, symbol }: CallEntry): string {
  if (company === null || symbol === null || !title.startsWith(`${company} `)) return title
  const rest = title.slice(company.length + 1).trim()
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

export const transcriptForms: readonly { readonly form: TranscriptForm; readonly name: string }[] = [
  { form: { format: 'json', clean: false }, name: 'Verbatim' },
  { form: { format: 'json', clean: true }, name: 'Cleaned' },
  { form: { format: 'html', clean: false }, name: 'HTML' },
  { form: { format: 'html', clean: true }, name: 'HTML, cleaned' },
]

export function sameForm(one: TranscriptForm, other: TranscriptForm): boolean {
  return one.format === other.format && one.clean === other.clean
}

/** Why there is no transcript, as one sentence. */
export function absentSentence({ entry }: CallReading): string {
  switch (entry.status) {
    case 'IN_PROGRESS':
      return 'The service lists this call as in progress and has no transcript yet.'
    case 'FAILED':
      return 'The service reports this call as failed. It has no transcript.'
    case 'COMPLETED':
    case null:
      return 'The service has no transcript for this call.'
    default:
      return `The service has no transcript for this call (status: ${entry.status}).`
  }
}

const states: Readonly<Record<CallEntry['recording'], string>> = {
  unknown: '',
  none: 'No recording',
  'at-service': 'Recording not downloaded',
  queued: 'Recording queued',
  downloading: 'Recording downloading',
  paused: 'Recording download paused',
  failed: 'Recording download failed',
  'on-disk': 'Recording downloaded',
}

export function recordingText(state: CallEntry['recording']): string {
  return states[state]
}
