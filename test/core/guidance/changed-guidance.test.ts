import { expect, test } from 'vitest'
import { changedIn } from '#core/guidance/changed-guidance.ts'

/** Lines and periods of which a turn of a call on the second quarter of 2025 says that their guidance changes. */
function changed(text: string, side: 'company' | 'analyst' = 'company') {
  const turns = { text: [text], speaker: [0], section: ['prepared' as const] }
  const source = {
    turns,
    sides: [side],
    quarter: { quarter: 'Q2', year: 2025 } as const,
    startedAt: Date.UTC(2025, 7, 5),
  }
  return changedIn(source).map(({ fields, periods, from, to }) => [
    ...fields,
    ...periods.map(({ quarter, year }) => `${quarter} ${year}`),
    text.slice(from, to),
  ])
}

test.each([
  ['We are raising our full-year revenue guidance by 50 million.', 'We are raising our full-year revenue guidance'],
  ['For the full year, we have lowered our revenue outlook.', 'we have lowered our revenue outlook'],
  ['Orders grew, and we are updating our full-year guidance for revenue.', 'we are updating our full-year guidance'],
])('guidance for a line that is named changes: %s', (text, words) => {
  expect(changed(text)).toEqual([['Revenue', 'FY 2025', words]])
})

test.each([
  ['We are raising our full-year guidance.', 'company'],
  ['We are not raising our full-year revenue guidance.', 'company'],
  ['In April, we raised our full-year revenue guidance.', 'company'],
  ['We are raising our production guidance.', 'company'],
  ['We are raising our revenue guidance for the software segment.', 'company'],
  ['We are maintaining our full-year revenue guidance.', 'company'],
  ['Are you raising our full-year revenue guidance?', 'company'],
  ['We are raising our full-year revenue guidance.', 'analyst'],
] as const)('none does: %s (%s)', (text, side) => {
  expect(changed(text, side)).toEqual([])
})
