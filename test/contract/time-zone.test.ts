import { expect, test } from 'vitest'
import { isTimeZone, zoneNames, zoneOffsets } from '#contract/api/time-zone.ts'

const hours = (zone: string, time: string) => zoneOffsets(zone)(Date.parse(time)) / 3_600_000

test('the offset of a zone is the one of its winter or summer, on the day of the change to the second', () => {
  expect([
    hours('America/New_York', '2026-01-15T12:00:00Z'),
    hours('America/New_York', '2026-07-15T12:00:00Z'),
    hours('America/New_York', '2026-03-08T06:59:59Z'),
    hours('America/New_York', '2026-03-08T07:00:00Z'),
    hours('Asia/Kolkata', '2026-01-15T12:00:00Z'),
    hours('UTC', '2026-01-15T12:00:00Z'),
  ]).toEqual([-5, -4, -5, -4, 5.5, 0])
})

test('an instant that no calendar has is not shifted', () => {
  expect([Number.NaN, 9e15, -9e15].map(zoneOffsets('Asia/Tokyo'))).toEqual([0, 0, 0])
})

test.each([
  ['America/New_York', '2026-01-15', 'EST'],
  ['America/New_York', '2026-07-15', 'EDT'],
  ['Europe/London', '2026-01-15', 'GMT'],
  ['Europe/London', '2026-07-15', 'BST'],
  ['Europe/Berlin', '2026-07-15', 'CEST'],
  ['Asia/Hong_Kong', '2026-07-15', 'HKT'],
  ['Asia/Tokyo', '2026-07-15', 'UTC+9'],
  ['America/Sao_Paulo', '2026-07-15', 'UTC−3'],
  ['UTC', '2026-07-15', 'UTC'],
])('%s on %s is called %s', (zone, day, name) => {
  expect(zoneNames(zone)(Date.parse(day))).toBe(name)
})

test('a name that is no zone is refused', () => {
  expect(['Europe/Berlin', 'Europe/Nowhere', '', 'x'.repeat(60)].map(isTimeZone)).toEqual([true, false, false, false])
})
