/** Timestamp settings of a call: unit and offset, parsed and written. Runs without a window. */

import type { CallTimes } from '#contract/api/calls.ts'

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
