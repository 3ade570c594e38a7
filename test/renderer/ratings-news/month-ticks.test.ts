import { expect, test } from 'vitest'
import { monthTicks } from '../../../src/renderer/ratings-news/month-ticks.ts'

test.each([
  ['2023-11-10', '2027-01-20', ['2024-01', '2025-01', '2026-01', '2027-01']],
  ['2025-01-01', '2026-11-20', ['2025-01', '2025-07', '2026-01', '2026-07']],
  ['2026-08-02', '2026-11-20', ['2026-09', '2026-10', '2026-11']],
])('targets from %s to %s are told by months that an analyst would name', (from, to, months) => {
  const ticks = monthTicks(Date.parse(from), Date.parse(to), 6)
  expect(ticks.map((at) => new Date(at).toISOString().slice(0, 10))).toEqual(months.map((month) => `${month}-01`))
})
