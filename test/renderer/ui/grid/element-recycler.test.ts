import { expect, test } from 'vitest'
import { ElementRecycler } from '../../../../src/renderer/ui/grid/element-recycler.ts'

test('what comes into sight takes the element of what went out, and what stays keeps its own', () => {
  const recycler = new ElementRecycler()
  expect(recycler.arrange([4, 5, 6, 7])).toEqual([4, 5, 6, 7])
  expect(recycler.arrange([6, 7, 8, 9])).toEqual([8, 9, 6, 7])
  expect([8, 9, 6, 7].map((index) => recycler.slotOf(index))).toEqual([0, 1, 2, 3])
})

test('the cell with the focus keeps its element however far the others are scrolled', () => {
  const recycler = new ElementRecycler()
  recycler.arrange([0, 1, 2])
  recycler.arrange([1, 40, 41])
  expect(recycler.slotOf(1)).toBe(1)
  recycler.arrange([1, 2, 3])
  expect(recycler.slotOf(1)).toBe(1)
})

test('elements come and go when more or fewer are visible', () => {
  const recycler = new ElementRecycler()
  recycler.arrange([0, 1, 2])
  expect(recycler.arrange([1])).toEqual([1])
  expect(recycler.arrange([1, 2, 3, 4])).toEqual([2, 1, 3, 4])
  expect(recycler.slotOf(9)).toBe(-1)
})
