import { describe, expect, test } from 'vitest'
import {
  formatAge,
  formatCallTime,
  formatClock,
  formatDay,
  formatInstant,
  formatLongDay,
  formatMoment,
  formatWhen,
  readStamp,
} from '../../../src/renderer/format/dates.ts'
import { readDay } from '../../../src/renderer/format/read-day.ts'

describe('a day of the calendar', () => {
  test('is the same day in every time zone', () => {
    expect([formatDay('2025-09-27'), formatLongDay('2025-01-05')]).toEqual(['27 Sep 25', '5 Jan 2025'])
  })

  test('with a time after it is still that day', () => {
    expect(formatDay('2025-09-27T00:00:00Z')).toBe('27 Sep 25')
  })

  test('that is none is shown as received', () => {
    expect(['', '2025', '2025-13-01', 'FY2025'].map(formatDay)).toEqual(['', '2025', '2025-13-01', 'FY2025'])
  })
})

test.each([
  ['27 Sep 25', '2025-09-27'],
  ['5 jan 2025', '2025-01-05'],
  ['27 September 1998', '1998-09-27'],
  ['1-Mar-99', '1999-03-01'],
  [' 2025-09-27 ', '2025-09-27'],
  ['29 Feb 24', '2024-02-29'],
  ['29 Feb 25', null],
  ['32 Jan 25', null],
  ['9/10/25', null],
  ['2025-13-01', null],
  ['27 Sep', null],
  ['', null],
])('the day in “%s” is %s', (text, day) => {
  expect(readDay(text)).toBe(day)
})

test('an instant is shown in local time', () => {
  const morning = new Date(2025, 10, 14, 7, 42, 10).getTime()
  expect([formatInstant(morning), formatClock(morning)]).toEqual(['14 Nov 2025, 07:42', '07:42'])
})

test('a moment of today is shown by its time, an older one with its date too', () => {
  const now = new Date(2025, 10, 14, 18, 0).getTime()
  const moments = [new Date(2025, 10, 14, 7, 42), new Date(2025, 10, 13, 23, 59), new Date(2024, 10, 14, 7, 42)]
  expect(moments.map((moment) => formatMoment(moment.getTime(), now))).toEqual([
    '07:42',
    '13 Nov, 23:59',
    '14 Nov 2024, 07:42',
  ])
})

test('a moment is shown as short as it can be: the time today, the weekday of this week, else the day', () => {
  const now = new Date(2026, 10, 23, 7, 40).getTime()
  const hour = 3_600_000
  expect(formatWhen(now - hour, now)).toBe('06:40')
  expect(formatWhen(new Date(2026, 10, 20, 18, 20).getTime(), now)).toBe('Fri 18:20')
  expect(formatWhen(now - 7 * 24 * hour + 1, now)).toMatch(/^\d+ \w+ 26$/)
  expect(formatWhen(new Date(2026, 10, 14, 9, 0).getTime(), now)).toBe('14 Nov 26')
})

test('a stamp of the service that is none is no date of 1970', () => {
  expect([readStamp('2025-11-13T22:04:51Z'), readStamp('yesterday')]).toEqual([1_763_071_491_000, null])
})

test('ages are written in words, never in a unit too small or too large', () => {
  const second = 1000
  const day = 86_400 * second
  const ages = [0, 59, 60, 119, 3600, 7200, 86_399].map((seconds) => formatAge(0, seconds * second))
  const days = [1, 2, 7, 60, 61, 365, 730, 1200].map((count) => formatAge(0, count * day))
  expect({ ages, days, future: formatAge(10_000, 0) }).toEqual({
    ages: ['just now', 'just now', '1 minute ago', '1 minute ago', '1 hour ago', '2 hours ago', '23 hours ago'],
    days: [
      'yesterday',
      '2 days ago',
      '7 days ago',
      '60 days ago',
      '2 months ago',
      '11 months ago',
      '1 year ago',
      '3 years ago',
    ],
    future: 'just now',
  })
})

test('a moment of a call is shown in hours, minutes and seconds from its start', () => {
  expect([0, 59.9, 1908, 3599, 36_000].map(formatCallTime)).toEqual([
    '0:00:00',
    '0:00:59',
    '0:31:48',
    '0:59:59',
    '10:00:00',
  ])
})
