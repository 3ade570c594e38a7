import { CircleQuestionMark, Radio, TriangleAlert } from 'lucide'
import type { RecordingState } from '#contract/api/recordings.ts'
import type { IconOf } from '../ui/icon.ts'

export interface StatusText {
  readonly word: string
  /** A shape beside the word; none for what needs no attention. */
  readonly icon: IconOf | null
  readonly tone: 'quiet' | 'plain' | 'flag'
}

/** A status that nobody has described is shown as received. */
export function statusText(status: string | null): StatusText {
  switch (status) {
    case null:
      return { word: 'n/a', icon: null, tone: 'quiet' }
    case 'COMPLETED':
      return { word: 'Completed', icon: null, tone: 'quiet' }
    case 'IN_PROGRESS':
      return { word: 'In progress', icon: Radio, tone: 'plain' }
    case 'FAILED':
      return { word: 'Failed', icon: TriangleAlert, tone: 'flag' }
    default:
      return { word: status, icon: CircleQuestionMark, tone: 'plain' }
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
