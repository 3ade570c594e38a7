import { expect, test } from 'vitest'
import type { GuidanceRemark } from '#core/guidance/guidance-scope.ts'
import { withdrawnIn } from '#core/guidance/withdrawn-guidance.ts'

const secondQuarter = { quarter: 'Q2', year: 2025 } as const

/** What is withdrawn, or may be, in a turn of a call on the second quarter of 2025: lines, periods and the words. */
function withdrawn(text: string, side: 'company' | 'analyst' = 'company'): string[] {
  const turns = { text: [text], speaker: [0], section: ['prepared' as const] }
  const found = withdrawnIn({ turns, sides: [side], quarter: secondQuarter, startedAt: null })
  const described = ({ fields, periods, from, to }: GuidanceRemark) =>
    [...fields, ...periods.map(({ quarter, year }) => `${quarter} ${year}`), text.slice(from, to)].join(', ')
  return [...found.withdrawn.map(described), ...found.mayWithdraw.map((each) => `maybe ${described(each)}`)]
}

test.each([
  ['We are withdrawing our guidance.', 'We are withdrawing our guidance'],
  ['We have decided to suspend our full-year outlook.', 'FY 2025, We have decided to suspend our full-year outlook'],
  ['Our guidance for fiscal 2025 is withdrawn.', 'FY 2025, Our guidance for fiscal 2025 is withdrawn'],
  ['We have withdrawn our revenue guidance.', 'Revenue, We have withdrawn our revenue guidance'],
  ['We are suspending all guidance for EBITDA.', 'EBITDA, We are suspending all guidance'],
  [
    'We are withdrawing our full-year revenue, adjusted EBITDA, capex and EPS guidance.',
    'Revenue, EBITDA, PurchasePropertyPlantEquipment, DilutedEarningsPerShare, FY 2025, We are withdrawing our full-year revenue, adjusted EBITDA, capex and EPS guidance',
  ],
  ['We are withdrawing the guidance that we gave in February.', 'We are withdrawing the guidance'],
])('%s', (text, found) => {
  expect(withdrawn(text)).toEqual([found])
})

test.each([
  'We are not withdrawing our guidance.',
  'We may suspend our guidance.',
  'As you know, we have withdrawn our guidance in March.',
  'We have already withdrawn our guidance.',
  'Our competitors said: we are withdrawing our guidance.',
  'Are we withdrawing our guidance?',
  'We are suspending our buyback and maintaining our full-year guidance.',
  'We have suspended the dividend, and leave our guidance unchanged.',
  'We are suspending the buyback but our guidance is unchanged.',
])('%s withdraws nothing', (text) => {
  expect(withdrawn(text)).toEqual([])
})

test('where a line that is not known is named as well, any other line of the period may be withdrawn', () => {
  expect(withdrawn('We are withdrawing our full-year sales and earnings guidance.')).toEqual([
    'Revenue, FY 2025, We are withdrawing our full-year sales and earnings guidance',
    'maybe FY 2025, We are withdrawing our full-year sales and earnings guidance',
  ])
})

test.each([
  ['We are withdrawing our guidance for orders.', 'We are withdrawing our guidance'],
  ['We are withdrawing our store opening guidance.', 'We are withdrawing our store opening guidance'],
  ['We are withdrawing our guidance for the software segment.', 'We are withdrawing our guidance'],
  ['We are withdrawing our dividend and our guidance.', 'We are withdrawing our dividend and our guidance'],
  ['We are withdrawing the capex part of our guidance.', 'We are withdrawing the capex part of our guidance'],
  ['We are withdrawing our earnings guidance.', 'We are withdrawing our earnings guidance'],
])('%s leaves a doubt of which guidance is withdrawn', (text, found) => {
  expect(withdrawn(text)).toEqual([`maybe ${found}`])
})

test('what an analyst says withdraws nothing', () => {
  expect(withdrawn('We are withdrawing our guidance.', 'analyst')).toEqual([])
})
