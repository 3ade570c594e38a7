/** Timestamp settings of a call: unit and offset, parsed and written. */

import type { CallTimes } from '#contract/api/calls.ts'
import { formatCounted, formatDecimals } from '../../format/counts.ts'

/** The user's settings for one call: null infers the unit again. */
export interface TimesSetting {
  readonly unit: CallTimes['unit']
  /** Seconds. */
  readonly offset: number
}

const longest = 7200

/** `4.5`, `-12`, `1:30`, `-0:05` as seconds; null when it is no length of time within two hours. */
export function readOffset(text: string): number | null {
  const parts = /^\s*([-−+]?)(?:(\d{1,4}):([0-5]?\d)|(\d+(?:[.,]\d+)?))\s*$/.exec(text)
  if (!parts) return text.trim() === '' ? 0 : null
  const [, sign, minutes, seconds, plain] = parts
  const size = plain === undefined ? Number(minutes) * 60 + Number(seconds) : Number(plain.replace(',', '.'))
  if (size > longest) return null
  return sign === '-' || sign === '−' ? -size : size
}

export function writeOffset(seconds: number): string {
  return String(Math.round(seconds * 100) / 100)
}

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
      return `The last turn ends at ${written(evidence.lastEnd)}, which matches neither the length of the call nor its number of words.`
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
