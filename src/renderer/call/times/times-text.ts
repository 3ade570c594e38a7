/** Texts about the timestamps of a call: their unit, and how it is known. */

import type { CallTimes } from '#contract/api/calls.ts'
import { formatCounted, formatDecimals } from '../../format/counts.ts'
import { writeOffset } from './timestamp-settings.ts'

/** For the status bar: `Timestamps in seconds (inferred)`. */
export function timesSentence({ unit, how, offset }: CallTimes): string {
  if (unit === null) return 'Timestamp unit unknown'
  const moved = offset === 0 ? '' : `, ${offset > 0 ? '+' : '−'}${writeOffset(Math.abs(offset))} s`
  return `Timestamps in ${unit} (${how === 'set' ? 'set' : 'inferred'})${moved}`
}

/** How the unit is known, in one sentence. */
export function unitSentence({ unit, evidence }: CallTimes): string {
  switch (evidence.kind) {
    case 'set':
      return 'Set by you for this call.'
    case 'no-times':
      return 'The transcript has no timestamps.'
    case 'not-downloaded':
      return 'The call is not downloaded yet.'
    case 'unmatched':
      return `The last turn ends at ${written(evidence.lastEnd)}, which matches neither the length of the call nor its word count.`
    case 'matched':
      return `Read as ${unit ?? ''}: the last turn ends at ${written(evidence.lastEnd)}, and ${reasons[evidence.by](evidence.value)}.`
    default:
      return evidence satisfies never
  }
}

const reasons = {
  call: (seconds: number) => `the call lasted ${written(seconds)} s`,
  recording: (seconds: number) => `the recording lasts ${written(seconds)} s`,
  words: (count: number) => `the transcript has ${formatCounted(count, 'word')}`,
} as const

function written(value: number): string {
  return formatDecimals(value, 0, 1)
}
