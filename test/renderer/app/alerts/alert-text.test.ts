import { expect, test } from 'vitest'
import type { AlertEvent } from '#contract/api/alerts.ts'
import {
  alertRow,
  alertSentence,
  conditionText,
  locationOfAlert,
} from '../../../../src/renderer/app/alerts/alert-text.ts'

const restated: AlertEvent = {
  kind: 'restated',
  period: 'Q3 FY2026',
  recordId: 7,
  field: 'OperatingIncome',
  label: 'Operating income',
  previous: 3_300_000,
  current: -2_700_000,
  change: null,
  figures: 1,
}
const downgrade = {
  kind: 'downgrade',
  recordId: 9,
  firm: 'Tidewell',
  rating: 'Hold',
  previousRating: 'Buy',
  target: null,
  previousTarget: null,
} as const satisfies AlertEvent

test('a profit restated to a loss has no percentage', () => {
  expect(alertRow(restated, 'millions')).toEqual({
    what: 'Q3 FY2026 operating income',
    now: '(2.7)',
    previous: '3.3',
    change: 'n.m.',
  })
})

test('a downgrade reads as from and to, and leads to the record', () => {
  expect(alertSentence({ symbol: 'HLDN', event: downgrade }, 'millions')).toBe('HLDN, downgrade: Tidewell, Buy to Hold')
  expect(locationOfAlert({ symbol: 'HLDN', event: downgrade })).toMatchObject({ screen: 'ratings', record: 9 })
})

test('a tie-out break says by how much, in the unit of its line', () => {
  const event: AlertEvent = {
    kind: 'tie',
    period: 'Q3 FY2026',
    recordId: 7,
    field: 'GrossProfit',
    label: 'Gross profit',
    rule: 'Revenue − Cost of revenue = Gross profit',
    difference: 5_000_000,
    checks: 2,
  }
  expect(alertRow(event, 'millions')).toMatchObject({
    what: 'Q3 FY2026: Revenue − Cost of revenue = Gross profit and 1 more',
    change: 'off by 5.0',
  })
})

test('a rule names its search, and says so when that was deleted', () => {
  const name = { search: (id: string) => (id === 'a' ? 'Price increases' : undefined), screen: () => undefined }
  expect(conditionText({ kind: 'hits', searchId: 'a' }, name)).toBe('New hits of “Price increases”')
  expect(conditionText({ kind: 'hits', searchId: 'b' }, name)).toBe('New hits of a deleted search')
  expect(conditionText({ kind: 'screen', screenId: 'a' }, name)).toBe('A company enters a deleted screen')
  expect(conditionText({ kind: 'restated', above: 0.005 }, name)).toBe('A figure is restated by more than 0.5%')
})
