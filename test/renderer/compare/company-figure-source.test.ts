import { expect, test } from 'vitest'
import type { ComparedLine, ComparedTable, ComparisonMode } from '#contract/api/comparisons.ts'
import { sourceAt } from '../../../src/renderer/compare/company-figure-source.ts'
import { comparedCompany, filedYear } from './compared.ts'

const records = { ...filedYear('2025-12-31'), recordIds: [5], yearAgo: [1, 2, 3, 4], prior: [9] }
const table: ComparedTable = {
  columns: [{ key: '2025', kind: 'annual', year: 2025, quarter: null }],
  companies: [{ ...comparedCompany('AAA'), periods: [records] }],
  lines: [],
  alignment: 'calendar',
  unknownLines: [],
}
const line = (field: string, shown: ComparedLine['shown']): ComparedLine => ({
  field,
  label: field,
  unit: 'money',
  favor: 'up',
  first: 'highest',
  isRanked: false,
  isOfShares: false,
  largest: [1],
  isLoaded: true,
  values: [1],
  shown,
  ranks: [],
  median: [],
})
const baseOf = (mode: ComparisonMode, of: ComparedLine) =>
  sourceAt(table, { line: of, position: { is: 'figure', company: 0, columnAt: 0 } }, { mode, alignment: 'calendar' })
    ?.baseRecordIds

test('the source of a change is calculated on the records that the comparison compares with', () => {
  expect(baseOf('yoy', line('Revenue', [0.1]))).toEqual([1, 2, 3, 4])
  expect(baseOf('qoq', line('Revenue', [0.1]))).toEqual([9])
  expect(baseOf('values', line('calculated.revenue_growth', []))).toEqual([1, 2, 3, 4])
  expect(baseOf('common-size', line('GrossProfit', [0.1]))).toBeUndefined()
  expect(baseOf('values', line('Revenue', []))).toBeUndefined()
})
