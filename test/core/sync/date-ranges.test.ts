import { describe, expect, test } from 'vitest'
import type { OfflineChoice } from '#contract/api/sync.ts'
import { dayOf, rangesOf, wantsCalls } from '#core/sync/date-ranges.ts'

const choice: OfflineChoice = {
  kinds: [],
  years: 3,
  callMonths: 1,
  ratingMonths: 6,
  newsMonths: 12,
  quality: 'smallest',
}
const days = (now: string, of: Partial<OfflineChoice> = {}) => {
  const { statements, calls, ratings, news } = rangesOf({ ...choice, ...of }, Date.parse(now))
  const [statementsSince, callsSince, ratingsSince, newsSince] = [statements, calls, ratings, news].map((since) =>
    new Date(since).toISOString(),
  )
  return { statements: statementsSince, calls: callsSince, ratings: ratingsSince, news: newsSince }
}

describe('an offline download reaches back', () => {
  test('its years or months, to the beginning of the same day', () => {
    expect(days('2026-11-23T14:30:00Z')).toEqual({
      statements: '2023-11-23T00:00:00.000Z',
      calls: '2026-10-23T00:00:00.000Z',
      ratings: '2026-05-23T00:00:00.000Z',
      news: '2025-11-23T00:00:00.000Z',
    })
  })

  test('to the last day of a month that is shorter: nothing of it may be left out', () => {
    expect(days('2026-03-31T00:00:00Z').calls).toBe('2026-02-28T00:00:00.000Z')
    expect(days('2024-03-31T23:59:59Z').calls).toBe('2024-02-29T00:00:00.000Z')
    expect(days('2026-12-31T00:00:00Z').ratings).toBe('2026-06-30T00:00:00.000Z')
    expect(days('2026-01-31T00:00:00Z').calls).toBe('2025-12-31T00:00:00.000Z')
  })

  test('for calls when their recordings are wanted, which are of stored calls', () => {
    const wants = (...kinds: OfflineChoice['kinds']) => wantsCalls({ ...choice, kinds })
    expect([wants('calls'), wants('recordings'), wants('enhanced', 'news'), wants()]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('to a day as statements are dated', () => {
    expect(dayOf(Date.UTC(2026, 0, 5, 23))).toBe('2026-01-05')
  })
})
