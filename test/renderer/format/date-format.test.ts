import { afterEach, expect, test } from 'vitest'
import type { DateFormat } from '#contract/api/date-format.ts'
import {
  formatCallClock,
  formatCallDay,
  formatCallStart,
  formatCallWhen,
  startOfCallDay,
} from '../../../src/renderer/format/call-dates.ts'
import { usualDates, writeDatesAs } from '../../../src/renderer/format/date-format.svelte.ts'
import {
  formatClock,
  formatDay,
  formatInstant,
  formatInstantDayOfYear,
  formatInstantToSecond,
  formatLongDay,
  formatMoment,
  formatMonth,
} from '../../../src/renderer/format/dates.ts'
import { readDay } from '../../../src/renderer/format/read-day.ts'

afterEach(() => writeDatesAs(usualDates))

const morning = new Date(2025, 10, 4, 7, 42, 10).getTime()
const now = new Date(2025, 11, 1, 18, 0).getTime()

test.each<[DateFormat, readonly string[]]>([
  ['day-first', ['27 Sep 25', '27 Sep 2025', '4 Nov 2025, 07:42', '4 Nov, 07:42', '4 Nov', 'Nov 2025']],
  ['month-first', ['Sep 27, 25', 'Sep 27, 2025', 'Nov 4, 2025, 07:42', 'Nov 4, 07:42', 'Nov 4', 'Nov 2025']],
  ['year-first', ['2025-09-27', '2025-09-27', '2025-11-04 07:42', '11-04 07:42', '11-04', '2025-11']],
])('dates are written %s everywhere, and read as they are written', (format, texts) => {
  writeDatesAs({ ...usualDates, format })
  const [short, long] = [formatDay('2025-09-27'), formatLongDay('2025-09-27')]
  const moments = [formatInstant(morning), formatMoment(morning, now), formatInstantDayOfYear(morning)]
  expect([short, long, ...moments, formatMonth(morning)]).toEqual(texts)
  expect([short, long].map(readDay)).toEqual(['2025-09-27', '2025-09-27'])
})

test('a clock of twelve hours has noon and midnight at twelve', () => {
  writeDatesAs({ ...usualDates, clock: '12-hour' })
  const at = (hours: number) => formatClock(new Date(2025, 10, 4, hours, 5).getTime()).replace('\u00A0', ' ')
  expect([0, 7, 12, 17].map(at)).toEqual(['12:05 AM', '7:05 AM', '12:05 PM', '5:05 PM'])
  expect(formatInstantToSecond(morning).replace('\u00A0', ' ')).toBe('4 Nov 2025, 7:42:10 AM')
})

test('a month is written before its day only where it is a word', () => {
  expect(['Sep 27, 25', 'September 27 2025', 'sep 27,25', 'Sep 2025', '9 27 25'].map(readDay)).toEqual([
    '2025-09-27',
    '2025-09-27',
    '2025-09-27',
    null,
    null,
  ])
})

const call = Date.parse('2025-10-21T23:30:00-04:00')

test.each([
  ['America/New_York', '21 Oct 25', '23:30 EDT', '21 Oct 2025, 23:30 EDT'],
  ['UTC', '22 Oct 25', '03:30 UTC', '22 Oct 2025, 03:30 UTC'],
  ['Asia/Tokyo', '22 Oct 25', '12:30 UTC+9', '22 Oct 2025, 12:30 UTC+9'],
])('a call is shown on the clocks of %s', (callTimeZone, day, clock, start) => {
  writeDatesAs({ ...usualDates, callTimeZone })
  expect([formatCallDay(call), formatCallClock(call), formatCallStart(call)]).toEqual([day, clock, start])
})

test('a recent call is shown by its time or weekday in the zone, which is named', () => {
  writeDatesAs({ ...usualDates, callTimeZone: 'Asia/Tokyo' })
  const hour = 3_600_000
  expect([0, 1, 12, 24 * 6, 24 * 7].map((hours) => formatCallWhen(call, call + hours * hour))).toEqual([
    '12:30 UTC+9',
    '12:30 UTC+9',
    'Wed 12:30 UTC+9',
    'Wed 12:30 UTC+9',
    '22 Oct 25',
  ])
})

test('a chosen day of calls begins at midnight in the zone, also where its clocks change', () => {
  writeDatesAs({ ...usualDates, callTimeZone: 'America/New_York' })
  const starts = [startOfCallDay('2026-03-08'), startOfCallDay('2026-03-08', 1), startOfCallDay('2026-11-01', 1)]
  expect(starts.map((start) => new Date(start).toISOString())).toEqual([
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
  ])
})

test('a zone that this system does not know is the one of this machine', () => {
  writeDatesAs({ ...usualDates, callTimeZone: 'Europe/Nowhere' })
  expect(formatCallStart(morning)).toContain('4 Nov 2025, 07:42 ')
})
