import { expect, test } from 'vitest'
import { Reused } from '../../../../src/renderer/ui/grid/reused.ts'

test('what comes into sight takes the element of what went out, and what stays keeps its own', () => {
  const reused = new Reused()
  expect(reused.arrange([4, 5, 6, 7])).toEqual([4, 5, 6, 7])
  expect(reused.arrange([6, 7, 8, 9])).toEqual([8, 9, 6, 7])
  expect([8, 9, 6, 7].map((index) => reused.columnOfPeriod(index))).toEqual([0, 1, 2, 3])
})

test('the cell with the focus keeps its element however far the others are scrolled', () => {
  const reused = new Reused()
  reused.arrange([0, 1, 2])
  reused.arrange([1, 40, 41])
  expect(reused.columnOfPeriod(1)).toBe(1)
  reused.arrange([1, 2, 3])
  expect(reused.columnOfPeriod(1)).toBe(1)
})

test('elements come and go when more or fewer are visible', () => {
  const reused = new Reused()
  reused.arrange([0, 1, 2])
  expect(reused.arrange([1])).toEqual([1])
  expect(reused.arrange([1, 2, 3, 4])).toEqual([2, 1, 3, 4])
  expect(reused.columnOfPeriod(9)).toBe(-1)
})
