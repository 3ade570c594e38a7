import { describe, expect, test } from 'vitest'
import { instantOf, localDay } from '#core/instant.ts'

const noon = Date.UTC(2024, 4, 31, 12)

describe('a time of the service', () => {
  test.each([
    '2024-05-31T12:00:00Z',
    '2024-05-31T12:00:00',
    '2024-05-31 12:00:00',
    '2024-05-31T12:00:00.000000Z',
    '2024-05-31 12:00:00.000000+00:00',
    '2024-05-31T08:00:00-04:00',
    '2024-05-31T17:30:00+0530',
    '2024-05-31 12:00:00.000000+00',
    '2024-05-31 08:00:00-04',
    '1717156800',
    '1717156800000',
    '1717156800000000',
  ])('%s is the same moment everywhere, whatever this machine is set to', (text) => {
    expect(instantOf(text)).toBe(noon)
  })

  test('that is a date alone is its midnight in UTC', () => {
    expect(instantOf('2024-05-31')).toBe(Date.UTC(2024, 4, 31))
  })

  test.each([null, undefined, '', 'soon', '2024-13-45T99:00:00', 'T'.repeat(300_000)])('%.20s is none', (text) => {
    expect(instantOf(text)).toBeNull()
  })
})

test('a file made late in the evening is named after that day, wherever the machine is', () => {
  for (const hour of [0, 12, 23]) expect(localDay(new Date(2026, 10, 21, hour, 30).getTime())).toBe('2026-11-21')
})
