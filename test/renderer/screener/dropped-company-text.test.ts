import { expect, test } from 'vitest'
import type { ScreenCondition, DroppedCompany } from '#contract/api/screens.ts'
import { droppedCompanyText } from '../../../src/renderer/screener/dropped-company-text.ts'

const seenAt = Date.UTC(2026, 10, 17)
const textOf = (condition: ScreenCondition, figures: Partial<DroppedCompany>) =>
  droppedCompanyText(
    {
      symbol: 'TMSN',
      name: null,
      conditionId: condition.id,
      previous: null,
      current: null,
      period: 'Q3 FY2026',
      fetchedAt: Date.UTC(2026, 10, 18),
      ...figures,
    },
    { conditions: [condition], own: new Map(), scale: 'millions', seenAt },
  )
const growth: ScreenCondition = {
  kind: 'figure',
  id: 'g',
  field: 'Revenue',
  period: 'quarter',
  measure: 'change',
  over: 1,
  operator: 'at-least',
  value: 0.04,
}

test('a company that left is listed with the figure that changed, to the digits that are shown, and when it was fetched', () => {
  expect(textOf(growth, { previous: 0.0461234, current: 0.0175766 })).toBe(
    'Revenue y/y 1.8%, was 4.6% until Q3 FY2026 was fetched on 18 Nov 26',
  )
  const margin: ScreenCondition = { ...growth, field: 'calculated.operating_margin' }
  expect(textOf(margin, { previous: 0.0061, current: -0.0012, fetchedAt: seenAt - 1 })).toBe(
    'Operating margin y/y -12 bps, was 61 bps',
  )
  expect(textOf(growth, {})).toBe('Revenue y/y n/a')
})

test('counts and words say what was counted', () => {
  expect(textOf({ kind: 'rating', id: 'r', action: 'down', days: 90, value: 1 }, { current: 1 })).toBe(
    '1 downgrade in 90 days',
  )
  expect(textOf({ kind: 'rating', id: 'r', action: 'up', days: 90, value: 1 }, {})).toBe('0 upgrades in 90 days')
  expect(textOf({ kind: 'search', id: 's', searchId: 's', name: 'Prices', days: 30, value: 2 }, { current: 1 })).toBe(
    '1 hit of “Prices” in 30 days',
  )
  expect(textOf({ kind: 'security', id: 'c', field: 'country', values: ['US', 'CA'] }, {})).toBe(
    'Country is not US or CA',
  )
  expect(
    textOf({ kind: 'restatement', id: 'x', field: 'OperatingIncome', days: 365, value: 0.02 }, { current: 0.4961 }),
  ).toBe('Restated, Operating income, by 49.6% in 365 days')
})

test('a company that no condition excludes is outside the universe, or cannot be judged', () => {
  expect(textOf(growth, { conditionId: null })).toBe('Not in the universe, or can no longer be evaluated')
})
