import { expect, test } from 'vitest'
import { withdrawnIn } from '#core/guidance/withdrawn-guidance.ts'

const secondQuarter = { quarter: 'Q2', year: 2025 } as const

/** What is withdrawn in a turn of a call on the second quarter of 2025: lines, periods and the words. */
function withdrawn(text: string, side: 'company' | 'analyst' = 'company'): string[] {
  const turns = { text: [text], speaker: [0], section: ['prepared' as const] }
  return withdrawnIn({ turns, sides: [side], quarter: secondQuarter, startedAt: null }).map(
    ({ fields, periods, from, to }) =>
      [...fields, ...periods.map(({ quarter, year }) => `${quarter} ${year}`), text.slice(from, to)].join(', '),
  )
}

test.each([
  ['We are withdrawing our guidance.', 'We are withdrawing our guidance'],
  ['We have decided to suspend our full-year outlook.', 'FY 2025, We have decided to suspend our full-year outlook'],
  ['Our guidance for fiscal 2025 is withdrawn.', 'FY 2025, Our guidance for fiscal 2025 is withdrawn'],
  ['We have withdrawn our revenue guidance.', 'Revenue, We have withdrawn our revenue guidance'],
  ['We are suspending all guidance for EBITDA.', 'EBITDA, We are suspending all guidance'],
  ['We are withdrawing the guidance that we gave in February.', 'We are withdrawing the guidance'],
])('%s', (text, found) => {
  expect(withdrawn(text)).toEqual([found])
})

test.each([
  'We are not withdrawing our guidance.',
  'We may suspend our guidance.',
  'As you know, we have withdrawn our guidance in March.',
  'We have already withdrawn our guidance.',
  'We are withdrawing our guidance for orders.',
  'We are withdrawing our store opening guidance.',
  'We are withdrawing our guidance for the software segment.',
  'Our competitors said: we are withdrawing our guidance.',
  'Are we withdrawing our guidance?',
])('%s withdraws nothing', (text) => {
  expect(withdrawn(text)).toEqual([])
})

test('what an analyst says withdraws nothing', () => {
  expect(withdrawn('We are withdrawing our guidance.', 'analyst')).toEqual([])
})
