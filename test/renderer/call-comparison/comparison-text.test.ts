import { describe, expect, test } from 'vitest'
import type { CallEntry } from '#contract/api/calls.ts'
import { callHeadlines, shortCallNames, tabTitle } from '../../../src/renderer/call-comparison/comparison-text.ts'
import { callEntry } from '../calls/call-entry.ts'

const call = (title: string, quarter: CallEntry['quarter'], day: string): CallEntry => ({
  ...callEntry(title),
  quarter,
  startedAt: Date.parse(`${day}T12:00:00Z`),
  seconds: 3600,
})
const earnings = (quarter: 'Q2' | 'Q3' | 'FY', year: number, day: string) =>
  call(`Halden ${quarter} ${year}`, { quarter, year }, day)

const third = earnings('Q3', 2025, '2025-10-21')

describe('the names of two compared calls', () => {
  test.each([
    ['are their quarters', earnings('Q2', 2025, '2025-07-22'), third, 'Q2 and Q3 calls'],
    ['have the years of equal quarters', earnings('Q3', 2024, '2024-10-22'), third, 'Q3 FY2024 and Q3 FY2025 calls'],
    [
      'have the day of a second call on one quarter',
      earnings('Q3', 2025, '2025-10-20'),
      third,
      '20 Oct 25 and 21 Oct 25 calls',
    ],
    ['name a year without a quarter', earnings('FY', 2024, '2025-02-04'), third, 'FY2024 and Q3 calls'],
    [
      'are days where a call is on no period',
      call('At a conference', null, '2025-09-02'),
      third,
      '2 Sep 25 and Q3 calls',
    ],
    ['are the later alone where there is no earlier call', null, third, 'Q3 call'],
  ])('%s, in the tab and in the name of the file', (_, earlier, later, title) => {
    expect(tabTitle(earlier, later)).toBe(title)
  })

  test('differ as column heads, also of two calls with one title', () => {
    expect(shortCallNames(earnings('Q3', 2024, '2024-10-22'), third)).toEqual(['Q3 FY2024', 'Q3 FY2025'])
    const conference = (day: string) => call('Halden at the Northern Conference', null, day)
    expect(callHeadlines(conference('2024-09-03'), conference('2025-09-02'))).toEqual([
      'Halden at the Northern Conference, 3 Sep 24, 1:00:00',
      'Halden at the Northern Conference, 2 Sep 25, 1:00:00',
    ])
  })
})
