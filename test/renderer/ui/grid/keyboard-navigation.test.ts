import { describe, expect, test } from 'vitest'
import type { GridRow, Position } from '../../../../src/renderer/ui/grid/grid-types.ts'
import {
  figuresIn,
  holds,
  moveFor,
  offHeads,
  rangeEdges,
  rangeOf,
} from '../../../../src/renderer/ui/grid/keyboard-navigation.ts'

const extent = { rows: 10, columns: 6 }
const from: Position = { row: 4, column: 3 }
const to = (key: string, { shift = false, mod = false, at = from } = {}) =>
  moveFor({ key, shiftKey: shift, mod }, at, extent, 5)?.to

describe('keys', () => {
  test('arrows go one cell, with Ctrl to the end of the row or column', () => {
    expect([to('ArrowLeft'), to('ArrowRight'), to('ArrowUp'), to('ArrowDown')]).toEqual([
      { row: 4, column: 2 },
      { row: 4, column: 4 },
      { row: 3, column: 3 },
      { row: 5, column: 3 },
    ])
    expect([to('ArrowLeft', { mod: true }), to('ArrowDown', { mod: true })]).toEqual([
      { row: 4, column: 0 },
      { row: 9, column: 3 },
    ])
  })

  test('Home and End go through the row, with Ctrl to the corners; Page keys by a window', () => {
    expect([to('Home'), to('End'), to('Home', { mod: true }), to('End', { mod: true })]).toEqual([
      { row: 4, column: 0 },
      { row: 4, column: 5 },
      { row: 0, column: 0 },
      { row: 9, column: 5 },
    ])
    expect([to('PageUp'), to('PageDown'), to('PageDown', { at: { row: 8, column: 1 } })]).toEqual([
      { row: 0, column: 3 },
      { row: 9, column: 3 },
      { row: 9, column: 1 },
    ])
  })

  test('left of the first figure is its label, above the first row the period, and nothing beyond', () => {
    expect(to('ArrowLeft', { at: { row: 4, column: 0 } })).toEqual({ row: 4, column: -1 })
    expect(to('ArrowUp', { at: { row: 0, column: 3 } })).toEqual({ row: -1, column: 3 })
    expect(to('ArrowUp', { at: { row: -1, column: -1 } })).toEqual({ row: -1, column: -1 })
    expect(to('ArrowRight', { at: { row: 4, column: 5 } })).toEqual({ row: 4, column: 5 })
  })

  test('other keys are left to the window', () => {
    expect(to('r')).toBeUndefined()
  })

  test('a move never ends on a group’s name', () => {
    const rows = ['head', 'plain', 'head', 'plain'].map((rank, index): GridRow => ({
      key: String(index),
      label: '',
      rank: rank === 'head' ? 'head' : 'plain',
    }))
    expect(offHeads(rows, 1, { row: 2, column: 0 }).row).toBe(3)
    expect(offHeads(rows, 3, { row: 2, column: 0 }).row).toBe(1)
    expect(offHeads(rows, 1, { row: 0, column: 0 }).row).toBe(-1)
    expect(offHeads([...rows, rows[0] ?? { key: '', label: '', rank: 'head' }], 3, { row: 4, column: 0 }).row).toBe(3)
  })
})

describe('ranges', () => {
  test('span from the anchor to the active cell, whichever corner that is', () => {
    const range = rangeOf({ row: 5, column: 1 }, { row: 2, column: 4 }, extent)
    expect(range).toEqual({ top: 2, bottom: 5, left: 1, right: 4 })
    expect([figuresIn(range), holds(range, 2, 1), holds(range, 6, 1)]).toEqual([16, true, false])
  })

  test('are outlined at their ends, and a whole line at its first figure', () => {
    const range = { top: 1, bottom: 2, left: -1, right: 2 }
    expect([
      rangeEdges(range, 1, 0),
      rangeEdges(range, 2, 2),
      rangeEdges(range, 1, 1),
      rangeEdges(range, 3, 1),
    ]).toEqual(['held t-edge l-edge', 'held b-edge r-edge', 'held t-edge', ''])
  })

  test('a label stands for its whole line, a period for its whole column, the corner for all', () => {
    const label = { row: 2, column: -1 }
    const period = { row: -1, column: 3 }
    const corner = { row: -1, column: -1 }
    expect(rangeOf(label, label, extent)).toEqual({ top: 2, bottom: 2, left: -1, right: 5 })
    expect(rangeOf(period, period, extent)).toEqual({ top: -1, bottom: 9, left: 3, right: 3 })
    expect(figuresIn(rangeOf(corner, corner, extent))).toBe(60)
  })
})
