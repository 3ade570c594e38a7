import { describe, expect, test } from 'vitest'
import { bunchWidth, markWidth, pack, type Packed } from '../../../src/renderer/timeline/pack-marks.ts'

const entries = (...days: readonly number[]) => days.map((at) => ({ at }))
const room = (pixelsADay: number, { rows = 2, from = 0, width = 1200 } = {}) => ({
  xOf: (at: number) => (at - from) * pixelsADay,
  width,
  rows,
})
const count = (packed: readonly Packed<unknown>[]) => packed.reduce((sum, { entries: { length } }) => sum + length, 0)

describe('marks on a lane', () => {
  test('stand where their moment is while there is room, and one above another when it gets tight', () => {
    expect(pack(entries(8, 42), room(5)).map(({ x, row }) => [x, row])).toEqual([
      [40, 0],
      [210, 0],
    ])
    expect(pack(entries(8, 8.6), room(5)).map(({ x, row }) => [x, row])).toEqual([
      [40, 0],
      [43, 1],
    ])
  })

  test('become one figure where there is no room for all, and none is lost', () => {
    const packed = pack(entries(10, 10, 10, 10, 100), room(5))
    expect(packed.map(({ entries: { length } }) => length)).toEqual([4, 1])
  })

  test('never cover each other, however dense', () => {
    const dense = entries(...Array.from({ length: 400 }, (_, at) => (at * at * 7919) % 1200).toSorted((a, b) => a - b))
    for (const rows of [1, 2, 3]) {
      const packed = pack(dense, room(1, { rows }))
      expect(count(packed)).toBe(400)
      const boxes = packed.map(({ x, row, entries: { length } }) => {
        const half = (length > 1 ? bunchWidth : markWidth) / 2
        return { left: x - half, right: x + half, rows: length > 1 ? null : row }
      })
      for (const [at, one] of boxes.entries())
        for (const other of boxes.slice(at + 1)) {
          const apart = one.right <= other.left + 1e-9 || other.right <= one.left + 1e-9
          const beside = one.rows !== null && other.rows !== null && one.rows !== other.rows
          expect(apart || beside).toBe(true)
        }
    }
  })

  test('stay together in the same way while time is moved along', () => {
    const dense = entries(...Array.from({ length: 200 }, (_, at) => 2000 + at * 3))
    const sizes = (from: number) =>
      pack(dense, room(2, { from, width: 4000 }))
        .map(({ entries: [first], entries: { length } }) => `${first?.at ?? 0} ${length}`)
        .slice(2, -2)
    expect(sizes(1990)).toEqual(sizes(1983))
  })

  test('beyond the edges are left out', () => {
    expect(count(pack(entries(-100, 10, 5000), room(5)))).toBe(1)
  })
})
