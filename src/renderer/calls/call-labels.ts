/**
 * Labels of a call's status, recording and download, and its title without the company's name.
 */

import type { ListedCall } from '#contract/api/calls.ts'
import type { RecordingState } from '#contract/api/recordings.ts'
import { sentenceOf } from '../format/failure-text.ts'

/** A status that docs/interface.md does not describe is shown as received. */
export function statusText(status: string): string {
  switch (status) {
    case 'COMPLETED':
      return 'Completed'
    case 'IN_PROGRESS':
      return 'In progress'
    case 'FAILED':
      return 'Failed'
    default:
      return status
  }
}

export const recordingText: Readonly<Record<RecordingState, string>> = {
  unknown: 'Unknown',
  none: 'No recording',
  'at-service': 'Not downloaded',
  queued: 'Queued',
  downloading: 'Downloading',
  paused: 'Paused',
  failed: 'Failed',
  'on-disk': 'Downloaded',
}

/** The word for a call that is not simply downloaded. `reason`: the whole sentence, for its tooltip. */
interface DownloadWord {
  readonly word: string
  readonly tone: 'quiet' | 'plain' | 'down'
  readonly reason: string | null
}

/** Null: the transcript is stored, and the call is over. */
export function downloadWord({
  stored,
  status,
  failure,
}: Pick<ListedCall, 'stored' | 'status' | 'failure'>): DownloadWord | null {
  if (status === 'IN_PROGRESS')
    return { word: statusText(status), tone: 'plain', reason: 'The service lists this call as in progress.' }
  if (status === 'FAILED')
    return { word: statusText(status), tone: 'down', reason: 'The service reports this call as failed.' }
  if (stored) return null
  if (failure) return { word: 'Failed', tone: 'down', reason: sentenceOf(failure, '') }
  if (status !== null && status !== 'COMPLETED') return { word: statusText(status), tone: 'plain', reason: null }
  return { word: 'Not downloaded', tone: 'quiet', reason: null }
}

/** The title without the company's name at its beginning, which is in a separate column; unchanged when a sentence continues. */
export function titleInList({ title, company }: Pick<ListedCall, 'title' | 'company'>): string {
  if (company === null || !title.toLowerCase().startsWith(`${company.toLowerCase()} `)) return title
  const rest = title.slice(company.length).trim()
  return /^[\p{Lu}\p{N}]/u.test(rest) ? rest : title
}
