import { describe, expect, test } from 'vitest'
import { denseRows, type GridRow, type RowRank } from '../../../../src/renderer/ui/grid/grid-types.ts'
import {
  columnEdges,
  indexAt,
  indicesOf,
  rowEdges,
  scrollToReveal,
  rangeBetween,
} from '../../../../src/renderer/ui/grid/geometry.ts'

const row = (rank: RowRank): GridRow => ({ key: rank, label: rank, rank })

test('rows stand 22 px high, a line of growth 18, a group’s name 28', () => {
  expect(rowEdges([row('head'), row('total'), row('beneath'), row('item')], denseRows)).toEqual([0, 28, 50, 68, 90])
})

test('the last column takes what is left over', () => {
  expect(columnEdges([undefined, undefined, undefined], 88, 12)).toEqual([0, 88, 176, 276])
  expect(columnEdges([], 88, 12)).toEqual([0])
})

describe('what is drawn', () => {
  const edges = columnEdges(Array<undefined>(50).fill(undefined), 88, 0)

  test('is the cell under a point, and the nearest one outside', () => {
    expect([
      indexAt(edges, 0),
      indexAt(edges, 87),
      indexAt(edges, 88),
      indexAt(edges, 9999),
      indexAt(edges, -5),
    ]).toEqual([0, 0, 1, 49, 0])
    expect(indexAt([0], 10)).toBe(-1)
  })

  test('is what is visible and a little more, of fifty periods a dozen', () => {
    expect(rangeBetween(edges, 880, 1760, 2)).toEqual({ first: 8, last: 22 })
    expect(rangeBetween(edges, 0, 880, 2)).toEqual({ first: 0, last: 12 })
    expect(rangeBetween([0], 0, 880, 2)).toEqual({ first: 0, last: -1 })
  })

  test('always includes the cell with the focus, however far it was scrolled away', () => {
    const range = { first: 8, last: 10 }
    expect(indicesOf(range, 2, 50)).toEqual([2, 8, 9, 10])
    expect(indicesOf(range, 40, 50)).toEqual([8, 9, 10, 40])
    expect(indicesOf(range, 9, 50)).toEqual([8, 9, 10])
    expect(indicesOf(range, -1, 50)).toEqual([8, 9, 10])
  })
})

test('a cell is brought into sight by the shortest way, and no column is cut at the frozen edge', () => {
  expect(scrollToReveal(88, 176, 0, 880, 88)).toBe(0)
  expect(scrollToReveal(88, 176, 500, 880, 88)).toBe(88)
  expect(scrollToReveal(880, 968, 0, 900, 88)).toBe(88)
  expect(scrollToReveal(0, 88, 40, 20, 88)).toBe(0)
})
