import { expect, test } from 'vitest'
import { rowOf } from '../../../src/core/securities/resource.ts'

test('the industry of a security is the GICS industry alone: without one there is none, whatever its market sector', () => {
  const equity = { 'classification.market_sector': 'Equity' }
  expect(rowOf('1', { ...equity, 'classification.gics': 'Machinery' }).sector).toBe('Machinery')
  expect(rowOf('2', equity).sector).toBeNull()
})
