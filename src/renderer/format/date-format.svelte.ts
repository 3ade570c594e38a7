/**
 * How the window writes dates and times, where its weeks begin, and in which zone it shows the times of calls: state of a module, as the
 * number format is, because texts on each page depend on it.
 */

import {
  usualClockFormat,
  usualDateFormat,
  usualWeekStart,
  type ClockFormat,
  type DateFormat,
  type WeekStart,
} from '#contract/api/date-format.ts'
import { isTimeZone, machineTimeZone } from '#contract/api/time-zone.ts'

interface WrittenDates {
  readonly format: DateFormat
  readonly clock: ClockFormat
  readonly weekStart: WeekStart
  /** IANA name; null: the zone of this machine. */
  readonly callTimeZone: string | null
}

export const usualDates: WrittenDates = {
  format: usualDateFormat,
  clock: usualClockFormat,
  weekStart: usualWeekStart,
  callTimeZone: null,
}

let chosen = $state.raw<WrittenDates>(usualDates)

export function dateFormat(): DateFormat {
  return chosen.format
}

export function clockFormat(): ClockFormat {
  return chosen.clock
}

export function weekStart(): WeekStart {
  return chosen.weekStart
}

/** The zone in which the times of calls are shown. */
export function callTimeZone(): string {
  return chosen.callTimeZone ?? ownTimeZone()
}

let ownZone: string | null = null

/** Looked up once for all that is drawn in one go: a computer may be carried to another zone, and the engine takes long to say which it is. */
function ownTimeZone(): string {
  if (ownZone !== null) return ownZone
  queueMicrotask(() => (ownZone = null))
  return (ownZone = machineTimeZone())
}

/** A zone that this system does not know, from the settings of another one, is the zone of this machine. */
export function writeDatesAs(next: WrittenDates): void {
  const isKnown = next.callTimeZone !== null && isTimeZone(next.callTimeZone)
  chosen = { ...next, callTimeZone: isKnown ? next.callTimeZone : null }
}
