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
  [
    'We are raising the low end of our full-year revenue guidance to 2.1 billion.',
    'We are raising the low end of our full-year revenue guidance',
  ],
  [
    'We are lowering the top end of our revenue outlook for fiscal 2025.',
    'We are lowering the top end of our revenue outlook',
  ],
  [
    'We raised both ends of our full-year revenue guidance by 100 million.',
    'We raised both ends of our full-year revenue guidance',
  ],
  [
    'We are raising the midpoint of our full-year revenue guidance by 50 million.',
    'We are raising the midpoint of our full-year revenue guidance',
  ],
  [
    'We are moving our full-year revenue guidance up by 100 million.',
    'We are moving our full-year revenue guidance up',
  ],
  [
    'We are bringing down our full-year revenue guidance by 200 million.',
    'We are bringing down our full-year revenue guidance',
  ],
  [
    'We now expect full-year revenue above the high end of our guidance range.',
    'above the high end of our guidance range',
  ],
  ['For the full year, we now see revenue below our range.', 'below our range'],
  ['For the full year, we expect revenue to be below our guided range.', 'below our guided range'],
  ['We now expect full-year revenue above our previous revenue range.', 'above our previous revenue range'],
  ['We now expect full-year revenue above the top of our guidance.', 'above the top of our guidance'],
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
  ['We are taking our full-year revenue guidance as a floor.', 'company'],
  ['Revenue was above the high end of our guidance range.', 'company'],
  ['We expect full-year revenue within our guidance range.', 'company'],
  ['We now expect full-year software revenue above the high end of our guidance range.', 'company'],
  ['We do not expect full-year revenue above the high end of our guidance range.', 'company'],
  ['For the full year, we expect revenue to be below our long-term target range.', 'company'],
  ['For the full year, we expect revenue growth above our historical range.', 'company'],
  ['For the full year, we expect operating margin to be below the normal range.', 'company'],
  ['For fiscal 2025, we expect operating margin above the peer range.', 'company'],
  ['For fiscal 2025, we expect operating margin to be below our long-term outlook.', 'company'],
  ['Are you raising our full-year revenue guidance?', 'company'],
  ['We are raising our full-year revenue guidance.', 'analyst'],
] as const)('none does: %s (%s)', (text, side) => {
  expect(changed(text, side)).toEqual([])
})
