import { expect, test } from 'vitest'
import type { ChangedFigure } from '#contract/api/comparisons.ts'
import { readSettings } from '../../../src/renderer/compare/comparison-settings.ts'
import { changedIn } from '../../../src/renderer/compare/saved-comparisons.svelte.ts'

const change = (field: string): ChangedFigure => ({
  kind: 'restated',
  symbol: 'HLDN',
  field,
  label: field,
  quarter: 'Q2',
  year: 2025,
  endPeriod: '2025-06-28',
  recordId: 1,
  previous: 1,
  current: 2,
  seenAt: 0,
})

test('a restated figure concerns a saved comparison that shows anything calculated from it', () => {
  const moved = ['SellingGeneralAdministrative', 'Inventories', 'CashEquivalents', 'Goodwill'].map(change)
  const concerned = (lines: readonly string[]) =>
    changedIn(moved, { ...readSettings(''), lines }, []).map(({ field }) => field)
  expect(concerned(['calculated.sga_share'])).toEqual(['SellingGeneralAdministrative'])
  expect(concerned(['working_capital_days.dio'])).toEqual(['Inventories'])
  expect(concerned(['calculated.net_debt_to_ebitda'])).toEqual(['CashEquivalents'])
  expect(concerned(['Goodwill'])).toEqual(['Goodwill'])
  expect(concerned(['Revenue'])).toEqual([])
})
