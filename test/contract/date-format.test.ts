import { expect, test } from 'vitest'
import {
  clockFormatOf,
  dateFormatOf,
  daysIntoWeek,
  weekStartOf,
  type ClockFormat,
  type DateFormat,
  type WeekStart,
} from '#contract/api/date-format.ts'

test.each<[string, DateFormat, ClockFormat, WeekStart]>([
  ['en-US', 'month-first', '12-hour', 'sunday'],
  ['en-GB', 'day-first', '24-hour', 'monday'],
  ['de-DE', 'day-first', '24-hour', 'monday'],
  ['en-AU', 'day-first', '12-hour', 'monday'],
  ['en-IN', 'day-first', '12-hour', 'sunday'],
  ['en-PH', 'month-first', '12-hour', 'sunday'],
  ['en-CA', 'year-first', '12-hour', 'sunday'],
  ['sv-SE', 'year-first', '24-hour', 'monday'],
  ['ja-JP', 'year-first', '24-hour', 'sunday'],
  ['ar-EG', 'day-first', '12-hour', 'saturday'],
  // Its week begins on Friday, which is not offered.
  ['dv-MV', 'month-first', '12-hour', 'monday'],
])('a system set to %s gets dates %s, a %s clock and weeks from %s', (locale, dates, clock, week) => {
  expect([dateFormatOf(locale), clockFormatOf(locale), weekStartOf(locale)]).toEqual([dates, clock, week])
})

test('the days of a week are counted from the day on which it begins', () => {
  const [sunday, monday, saturday] = [0, 1, 6]
  expect([monday, saturday, sunday].map((day) => daysIntoWeek(day, 'monday'))).toEqual([0, 5, 6])
  expect([sunday, monday, saturday].map((day) => daysIntoWeek(day, 'sunday'))).toEqual([0, 1, 6])
  expect([saturday, sunday, monday].map((day) => daysIntoWeek(day, 'saturday'))).toEqual([0, 1, 2])
})
