import { describe, expect, test } from 'vitest'
import {
  bodyHeight,
  drawnRows,
  headsAbove,
  keyedRows,
  revealRow,
  rowAt,
  targetOf,
  topOf,
  visibleRows,
} from '../../../src/renderer/ui/row-window.ts'

/** Rows of 28 px; heads of 24 px above rows 0, 4 and 9, as by week. */
const grouped = { rowHeight: 28, heads: { rows: [0, 4, 9], height: 24 } }
const plain = { rowHeight: 28, heads: null }

describe('heads of groups between the rows', () => {
  test('move each row down by the heads above it', () => {
    expect([0, 3, 4, 8, 9].map((row) => topOf(row, grouped))).toEqual([24, 108, 160, 272, 324])
    expect([0, 3, 4, 9].map((row) => headsAbove(row, grouped.heads))).toEqual([1, 1, 2, 3])
    expect(topOf(4, plain)).toBe(112)
    expect(bodyHeight({ ...grouped, count: 12 })).toBe(12 * 28 + 3 * 24)
  })

  test('a row is found where it is drawn, and at a head the row below it', () => {
    for (let row = 0; row < 400; row += 1) {
      expect(rowAt(topOf(row, grouped), grouped)).toBe(row)
      expect(rowAt(topOf(row, grouped) + 27, grouped)).toBe(row)
      expect(rowAt(topOf(row, plain) + 27, plain)).toBe(row)
    }
    expect([rowAt(0, grouped), rowAt(136, grouped), rowAt(159, grouped), rowAt(323, grouped)]).toEqual([0, 4, 4, 9])
  })

  test('count among what is visible', () => {
    // 400 px of which 40 are the columns' heads: 24 + 4 × 28 + 24 + 5 × 28 = 300, then a head, then 36 px of rows.
    expect(visibleRows({ ...grouped, top: 0, height: 400, count: 50, columnsHeight: 40 })).toEqual({
      first: 0,
      last: 10,
    })
    expect(visibleRows({ ...plain, top: 0, height: 28 + 10 * 28, count: 50 })).toEqual({ first: 0, last: 9 })
    expect(drawnRows({ ...grouped, top: 0, height: 400, count: 50, columnsHeight: 40 }, 49).at(-1)).toBe(49)
  })

  test('are passed over by the keys: from the last row of a group to the first of the next', () => {
    const window = { ...grouped, top: 0, height: 400, count: 12 }
    expect(targetOf('ArrowDown', 3, window)).toBe(4)
    expect(targetOf('ArrowUp', 4, window)).toBe(3)
    expect(targetOf('End', 3, window)).toBe(11)
  })

  test('come into sight with the first row of their group, and are not cut off below it', () => {
    const scroller = { scrollTop: 500, clientHeight: 28 + 200 } as HTMLElement
    revealRow(scroller, 4, grouped)
    expect(scroller.scrollTop).toBe(136)
    revealRow(scroller, 9, grouped)
    // The row ends at 352, of which 200 px are visible.
    expect(scroller.scrollTop).toBe(152)
  })
})

test('a row that is not loaded, as the current one far below, is never taken for the record of that number', () => {
  const rows = drawnRows({ ...plain, top: 0, height: 56, count: 1000 }, 420)
  const keys = keyedRows(rows, (row) => (row === 420 ? null : 418 + row)).map(({ key }) => key)
  expect([rows.includes(420), keys.includes(420), new Set(keys).size]).toEqual([true, true, rows.length])
})
