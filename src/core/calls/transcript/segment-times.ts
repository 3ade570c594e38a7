/**
 * Converts the service's segment times, whose unit is not stated, to seconds of the recording. Also
 * finds the length of a call.
 */

import type { CallTimes } from '#contract/api/calls.ts'
import type { CallDetail } from '#contract/service/calls.ts'
import { instantOf } from '../../instant.ts'
import type { RawTurn } from './turns.ts'

export type TimeUnit = NonNullable<CallTimes['unit']>

/** Seconds in one of a unit. */
const secondsIn = { seconds: 1, milliseconds: 0.001, minutes: 60 } as const satisfies Record<TimeUnit, number>
const units = ['seconds', 'milliseconds', 'minutes'] as const satisfies readonly TimeUnit[]

const longestCall = 24 * 3600

/** The user's own for one call. */
export interface SetTimes {
  readonly unit: TimeUnit | null
  /** Seconds added to every time. */
  readonly offset: number
}

/** The fields of the record that tell how long the call was. */
type LengthFacts = Pick<CallDetail, 'start_time' | 'end_time' | 'duration' | 'recording'>

/** Seconds between start and end time; null unless both are given and the end is later. */
function scheduledSeconds({ start_time, end_time }: LengthFacts): number | null {
  const [start, end] = [instantOf(start_time), instantOf(end_time)]
  if (start === null || end === null) return null
  const seconds = (end - start) / 1000
  return seconds > 0 && seconds <= longestCall ? seconds : null
}

/** From start and end time, else from the recording, whose unit of duration is not stated. */
export function lengthOf(record: LengthFacts): number | null {
  return scheduledSeconds(record) ?? plausibleSeconds(record.recording?.duration) ?? plausibleSeconds(record.duration)
}

/** Beyond half a day it is no number of seconds. */
export function plausibleSeconds(duration: number | null | undefined): number | null {
  if (typeof duration !== 'number' || duration <= 0) return null
  if (duration <= longestCall / 2) return duration
  const seconds = duration / 1000
  return seconds <= longestCall ? seconds : null
}

/**
 * The unit of the segments' times: the one in which the last segment ends nearest to the call's length or, without a length, in
 * which that many words could be spoken.
 */
export function inferUnit(turns: readonly RawTurn[], words: number, record: LengthFacts): Omit<CallTimes, 'offset'> {
  const last = lastTime(turns)
  if (last === null) return { unit: null, how: 'unknown', evidence: { kind: 'no-times' } }
  const spoken = units.filter((unit) => isSpeakable(words / (last * secondsIn[unit])))
  // For a transcript that stops early, as of a running call, the words tell more than the length.
  const possible = spoken.length > 0 ? spoken : units
  const scheduled = scheduledSeconds(record)
  if (scheduled !== null) {
    const by = nearest(last, scheduled, possible)
    if (by) return inferred(by, last, 'call', scheduled)
  }
  const recorded = plausibleSeconds(record.recording?.duration)
  if (recorded !== null) {
    const by = nearest(last, recorded, possible)
    if (by) return inferred(by, last, 'recording', recorded)
  }
  const [likeliest] = spoken
  if (likeliest) return inferred(likeliest, last, 'words', words)
  return { unit: null, how: 'unknown', evidence: { kind: 'unmatched', lastEnd: last } }
}

/** Seconds from the start of the recording; null for a turn without a time, or where the unit is not known. */
export function secondsOf(time: number | null, unit: TimeUnit | null, offset = 0): number | null {
  if (time === null || unit === null) return null
  return Math.max(0, Math.round((time * secondsIn[unit] + offset) * 1000) / 1000)
}

/** The user's own goes before what was inferred. */
export function timesOf(by: Omit<CallTimes, 'offset'>, set: SetTimes | null): CallTimes {
  if (!set) return { ...by, offset: 0 }
  if (set.unit === null) return { ...by, offset: set.offset }
  return { unit: set.unit, how: 'set', evidence: { kind: 'set' }, offset: set.offset }
}

function lastTime(turns: readonly RawTurn[]): number | null {
  let last: number | null = null
  for (const { start, end } of turns) {
    const at = end ?? start
    if (at !== null && (last === null || at > last)) last = at
  }
  return last === 0 ? null : last
}

/** Words a second, pauses, music and the wait for the first question included. */
function isSpeakable(rate: number): boolean {
  return rate >= 0.25 && rate <= 8
}

/** The nearest of some units; null when it is off by almost the step between units. */
function nearest(last: number, seconds: number, possible: readonly TimeUnit[]): TimeUnit | null {
  const off = (unit: TimeUnit) => Math.abs(Math.log((last * secondsIn[unit]) / seconds))
  const [first = 'seconds', ...others] = possible
  const best = others.reduce((one, other) => (off(other) < off(one) ? other : one), first)
  return off(best) <= Math.log(5) ? best : null
}

function inferred(
  unit: TimeUnit,
  lastEnd: number,
  by: 'call' | 'recording' | 'words',
  value: number,
): Omit<CallTimes, 'offset'> {
  return { unit, how: 'inferred', evidence: { kind: 'matched', lastEnd, by, value } }
}
