import { expect, test } from 'vitest'
import { writeFigure, writeMedian } from '../../../src/renderer/compare/compare-text.ts'

test('a median is written as the figures it is among: of growth with its sign, of a margin without', () => {
  const growth = { field: 'calculated.revenue_growth', unit: 'percent' } as const
  const margin = { field: 'calculated.operating_margin', unit: 'percent' } as const
  expect([writeFigure(0.059, growth, 'values', 'millions'), writeMedian(0.059, growth, 'values', 'millions')]).toEqual([
    '+5.9%',
    '+5.9%',
  ])
  expect(writeMedian(0.059, margin, 'values', 'millions')).toBe('5.9%')
  // Beside differences the median itself is shown, and is growth all the same.
  expect(writeMedian(0.059, growth, 'median', 'millions')).toBe('+5.9%')
})
