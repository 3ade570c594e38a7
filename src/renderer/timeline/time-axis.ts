/** The ticks of the time axis: fine ones with room for their labels, and coarse ones above. */

import { daysIntoWeek } from '#contract/api/date-format.ts'
import { shortMonthNames } from '#contract/api/month-names.ts'
import { weekStart } from '../format/date-format.svelte.ts'
import { formatMonth } from '../format/dates.ts'
import { aDay, type TimeSpan } from './time-span.ts'

interface Tick {
  readonly at: number
  readonly label: string
}

export interface TimeAxis {
  /** Each starts an interval, and its label is drawn above it. */
  readonly fine: readonly Tick[]
  /** The larger intervals that contain the fine ones. */
  readonly coarse: readonly Tick[]
}

interface Unit {
  readonly days: number
  /** Room that a label needs, pixels. */
  readonly room: number
  readonly startOf: (date: Date) => Date
  readonly after: (start: Date) => Date
  readonly label: (start: Date) => string
  readonly coarse: 'month' | 'year' | null
}

const yearsFrom = (count: number): Unit => ({
  days: 365 * count,
  room: 40,
  startOf: (date) => new Date(Math.floor(date.getFullYear() / count) * count, 0, 1),
  after: (start) => new Date(start.getFullYear() + count, 0, 1),
  label: (start) => String(start.getFullYear()),
  coarse: null,
})
const monthsFrom = (count: number): Unit => ({
  days: 30.4 * count,
  room: 34,
  startOf: (date) => new Date(date.getFullYear(), Math.floor(date.getMonth() / count) * count, 1),
  after: (start) => new Date(start.getFullYear(), start.getMonth() + count, 1),
  label: (start) => shortMonthNames[start.getMonth()] ?? '',
  coarse: 'year',
})
const daysFrom = (count: 1 | 7): Unit => ({
  days: count,
  room: 24,
  startOf: (date) => {
    const back = count === 7 ? daysIntoWeek(date.getDay(), weekStart()) : 0
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() - back)
  },
  after: (start) => new Date(start.getFullYear(), start.getMonth(), start.getDate() + count),
  label: (start) => String(start.getDate()),
  coarse: 'month',
})
const units = [daysFrom(1), daysFrom(7), monthsFrom(1), monthsFrom(3), yearsFrom(1), yearsFrom(5), yearsFrom(20)]
const month: Unit = {
  ...monthsFrom(1),
  label: (start) => formatMonth(start.getTime()),
}
const coarser = { month, year: yearsFrom(1) } as const

/** Days, weeks, months, quarters or years in local time: the finest whose labels fit. */
export function timeAxis(span: TimeSpan, width: number): TimeAxis {
  const pixelsADay = (width * aDay) / (span.to - span.from)
  const fine = units.find(({ days, room }) => days * pixelsADay >= room) ?? yearsFrom(20)
  return {
    fine: ticksOf(fine, span),
    coarse: fine.coarse === null ? [] : ticksOf(coarser[fine.coarse], span),
  }
}

/** The first may lie before the span: its stretch reaches into it. */
function ticksOf(unit: Unit, { from, to }: TimeSpan): Tick[] {
  const ticks: Tick[] = []
  for (let start = unit.startOf(new Date(from)); start.getTime() <= to; start = unit.after(start)) {
    ticks.push({ at: start.getTime(), label: unit.label(start) })
  }
  return ticks
}
