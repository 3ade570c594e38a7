import { beforeEach, describe, expect, test } from 'vitest'
import { GridState, type GridContent, type Widths } from '../../../../src/renderer/ui/grid/grid-state.svelte.ts'
import { denseRows, type GridColumn, type GridRow } from '../../../../src/renderer/ui/grid/grid-types.ts'
import { InputState } from '../../in-effect-root.svelte.ts'

const row = (key: string): GridRow => ({ key, label: key, rank: 'plain' })
const column = (key: string, separated = false): GridColumn => ({ key, title: key, note: '', separated, marks: [] })

let content: InputState<GridContent>
let widths: Widths
let grid: GridState

beforeEach(() => {
  widths = {}
  content = new InputState<GridContent>({
    rows: Array.from({ length: 100 }, (_, index) => row(`line ${index}`)),
    columns: [...Array.from({ length: 40 }, (_, index) => column(`Q${index}`)), column('LTM', true)],
    heights: denseRows,
    columnWidth: 88,
    home: 'Q39',
    latest: 'last',
  })
  grid = new GridState(
    () => content.value,
    () => 120,
    () => widths,
  )
  grid.resize(1032, 700)
})

const remove = (...keys: readonly string[]) => {
  content.value = { ...content.value, rows: content.value.rows.filter(({ key }) => !keys.includes(key)) }
}
const activeLine = () => content.value.rows[grid.active.row]?.key
const selectedLines = () => content.value.rows.slice(grid.range.top, grid.range.bottom + 1).map(({ key }) => key)

describe('the active cell', () => {
  test('is in the latest period when the table opens', () => {
    expect(grid.active).toEqual({ row: 0, column: 39 })
  })

  test('stays on its figure when columns turn round and lines come in', () => {
    grid.moveTo({ row: 5, column: 38 })
    content.value = {
      ...content.value,
      rows: [row('new'), ...content.value.rows],
      columns: content.value.columns.toReversed(),
    }
    expect(grid.active).toEqual({ row: 6, column: 2 })
  })

  test('goes to the first line when its own is not in this statement, and keeps its period', () => {
    grid.moveTo({ row: 5, column: 12 })
    content.value = { ...content.value, rows: [{ ...row('group'), rank: 'head' }, row('other')] }
    expect(grid.active).toEqual({ row: 1, column: 12 })
  })

  test('comes back to its line with its statement', () => {
    const { rows } = content.value
    grid.moveTo({ row: 5, column: 12 })
    content.value = { ...content.value, rows: [row('other')] }
    expect(grid.active.row).toBe(0)
    content.value = { ...content.value, rows }
    expect(grid.active.row).toBe(5)
  })

  test('begins at the first line of another list, whatever that has in common with the former one', () => {
    content.value = { ...content.value, id: 'Coverage' }
    grid.moveTo({ row: 5, column: 12 })
    content.value = { ...content.value, id: 'Ideas', rows: [row('new'), row('line 7'), row('line 3')] }
    expect(grid.active.row).toBe(0)
  })

  test('goes to the next line when its own is removed, as often as that happens', () => {
    grid.moveTo({ row: 40, column: 12 })
    remove('line 40')
    expect(grid.active).toEqual({ row: 40, column: 12 })
    remove('line 41')
    expect(activeLine()).toBe('line 42')
    content.value = { ...content.value, rows: [row('line 40'), row('line 41'), ...content.value.rows] }
    expect(activeLine()).toBe('line 42')
  })

  test('goes to the line that followed in the order on screen, not in the one that it was chosen in', () => {
    grid.moveTo({ row: 5, column: 12 })
    content.value = { ...content.value, rows: content.value.rows.toReversed() }
    expect(grid.active.row).toBe(94)
    remove('line 5')
    expect(activeLine()).toBe('line 4')
  })

  test('goes to the previous line when the last one is removed, never to a group’s name or the medians', () => {
    const group: GridRow = { ...row('group'), rank: 'head' }
    const median: GridRow = { ...row('median'), rank: 'foot' }
    content.value = { ...content.value, rows: [group, row('line 1'), row('line 2'), median] }
    grid.moveTo({ row: 2, column: 12 })
    remove('line 2')
    expect(activeLine()).toBe('line 1')
    remove('line 1')
    expect(activeLine()).toBe('median')
  })

  test('goes to the next company when the columns of its own are removed, and to the last one before the medians', () => {
    const median: GridColumn = { ...column('median'), frozen: true }
    content.value = { ...content.value, columns: [...['HLDN', 'KSTM', 'VSPO'].map((key) => column(key)), median] }
    const removeColumn = (key: string) => {
      content.value = { ...content.value, columns: content.value.columns.filter((each) => each.key !== key) }
      return content.value.columns[grid.active.column]?.key
    }
    grid.moveTo({ row: 5, column: 1 })
    expect([removeColumn('KSTM'), removeColumn('VSPO')]).toEqual(['VSPO', 'HLDN'])
  })
})

describe('the range', () => {
  test('grows with Shift and falls back to its active cell', () => {
    grid.moveTo({ row: 0, column: 39 })
    for (const _ of [1, 2, 3]) grid.press({ key: 'ArrowLeft', shiftKey: true, mod: false })
    expect(grid.range).toEqual({ top: 0, bottom: 0, left: 36, right: 39 })
    expect(grid.collapse()).toBe(true)
    expect(grid.range).toEqual({ top: 0, bottom: 0, left: 36, right: 36 })
    expect(grid.collapse()).toBe(false)
  })

  test('of everything holds heads and labels', () => {
    grid.selectAll()
    expect(grid.range).toEqual({ top: -1, bottom: 99, left: -1, right: 40 })
    expect(grid.selectsHeads).toBe(true)
  })

  test('stays where it is when a newer period comes', () => {
    grid.moveTo({ row: 2, column: 35 })
    grid.moveTo({ row: 3, column: 38 }, true)
    content.value = {
      ...content.value,
      columns: [...content.value.columns.slice(0, 40), column('Q40'), column('LTM', true)],
    }
    expect(grid.range).toEqual({ top: 2, bottom: 3, left: 35, right: 38 })
  })
})

describe('the range of some lines', () => {
  beforeEach(() => {
    grid.moveTo({ row: 20, column: 12 })
    grid.moveTo({ row: 23, column: 12 }, true)
  })

  test('is its active line alone when the one that it began at is removed, and grows from there', () => {
    remove('line 20')
    expect(selectedLines()).toEqual(['line 23'])
    content.value = { ...content.value, rows: [row('line 20'), ...content.value.rows] }
    expect(selectedLines()).toEqual(['line 23'])
    grid.press({ key: 'ArrowDown', shiftKey: true, mod: false })
    expect(selectedLines()).toEqual(['line 23', 'line 24'])
  })

  test('takes in no line that was not selected when the one that it ends at is removed', () => {
    remove('line 23')
    expect(selectedLines()).toEqual(['line 20', 'line 21', 'line 22'])
  })

  test('is the next line when all of it is removed', () => {
    remove('line 20', 'line 21', 'line 22', 'line 23')
    expect(selectedLines()).toEqual(['line 24'])
  })

  test('is one line in another list, and when none of its lines was there for a while', () => {
    const { rows } = content.value
    content.value = { ...content.value, id: 'Ideas', rows: rows.slice(22) }
    expect(selectedLines()).toEqual(['line 23'])
    grid.moveTo({ row: 4, column: 12 }, true)
    content.value = { ...content.value, rows: [] }
    expect(selectedLines()).toEqual([])
    content.value = { ...content.value, rows: rows.slice(0, 24) }
    expect(selectedLines()).toEqual(['line 0'])
  })

  test('of everything stays everything', () => {
    grid.selectAll()
    remove('line 99')
    expect(grid.range).toEqual({ top: -1, bottom: 98, left: -1, right: 40 })
  })
})

describe('when the columns become others', () => {
  const scale = () => {
    content.value = { ...content.value, columnWidth: 96 }
    grid.keepPosition()
  }

  test('the latest end stays visible in a wider scale', () => {
    grid.scrolled(grid.left, 0)
    scale()
    expect(grid.left).toBe(grid.sheetWidth - 1032)
  })

  test('an older period that was first stays first', () => {
    grid.scrolled(10 * 88, 0)
    scale()
    expect(grid.left).toBe(10 * 96)
  })

  test('years and back: quarters are shown from their latest end again, not from their oldest', () => {
    const quarters = content.value.columns
    grid.scrolled(10 * 88, 0)
    content.value = {
      ...content.value,
      columns: Array.from({ length: 8 }, (_, index) => column(`FY${index}`)),
      home: 'FY7',
    }
    grid.keepPosition()
    expect(grid.left).toBe(0)
    grid.scrolled(0, 0)
    content.value = { ...content.value, columns: quarters, home: 'Q39' }
    grid.keepPosition()
    expect(grid.left).toBeGreaterThan(2500)
  })

  test('the columns that are drawn are those that the scroller can show, also when fewer came', () => {
    grid.scrolled(12 * 88, 0)
    content.value = { ...content.value, columns: content.value.columns.slice(0, 12), home: 'Q11' }
    expect([grid.left, grid.shownColumns.length]).toEqual([grid.sheetWidth - 1032, 11])
  })

  test('more of them leave the latest end visible, without anybody saying that they came', () => {
    grid.scrolled(grid.left, 0)
    const more = Array.from({ length: 8 }, (_, index) => column(`older ${index}`))
    content.value = { ...content.value, columns: [...more, ...content.value.columns] }
    expect(grid.left).toBe(grid.sheetWidth - 1032)
  })
})

describe('what is drawn', () => {
  test('of a hundred lines and forty periods is what fits', () => {
    expect([grid.shownRows.length, grid.shownColumns.length]).toEqual([29, 10])
  })

  test('moves with the scroll and keeps the active cell', () => {
    grid.moveTo({ row: 0, column: 0 })
    grid.scrolled(1760, 1100)
    expect([grid.shownRows.at(0), grid.shownRows.at(1), grid.shownColumns.at(0), grid.shownColumns.at(1)]).toEqual([
      0, 40, 0, 19,
    ])
  })

  test('a table that is hidden for a while keeps its size', () => {
    grid.resize(0, 0)
    expect(grid.shownRows.length).toBe(29)
  })
})

describe('bringing a cell into sight', () => {
  test('leaves no room wasted at the latest end: LTM takes what is over', () => {
    grid.moveTo({ row: 0, column: 40 })
    const { left } = grid.reveal()
    expect(left % 88).toBe(0)
    expect(grid.sheetWidth - left).toBe(1032)
  })

  test('cuts no figure next to a last column that stays in place: that one takes what is over', () => {
    const frozen: GridColumn = { ...column('Reported'), frozen: true, width: 128 }
    content.value = { ...content.value, columnWidth: 140, columns: [...content.value.columns.slice(0, 8), frozen] }
    grid.resize(1000, 700)
    expect(grid.left).toBeGreaterThan(0)
    expect(grid.left % 140).toBe(0)
    expect(grid.columnWidth(8)).toBeGreaterThanOrEqual(128)
    expect(grid.columnWidth(8)).toBeLessThan(128 + 140)
    // In a narrow table it takes nothing rather than no longer staying in place.
    grid.resize(228 + 540, 700)
    expect(grid.firstFrozen).toBe(8)
  })

  test('keeps it clear of what is frozen, and of what lies over the table', () => {
    grid.scrolled(0, 0)
    grid.moveTo({ row: 60, column: 9 })
    expect(grid.reveal()).toEqual({ left: 88, top: 61 * 22 + 120 + 38 - 700 })
    grid.coverBy(() => 360)
    expect(grid.reveal().left).toBe(440)
    grid.coverBy(() => 1000)
    expect(grid.reveal().left).toBe(88)
  })

  test('finds the cell under the pointer, in the sheet as it is scrolled', () => {
    grid.scrolled(880, 220)
    expect(grid.cellAt(228 + 10, 120 + 38 + 5)).toEqual({ row: 10, column: 10 })
    expect(grid.cellAt(20, 120 + 38 + 5)).toEqual({ row: 10, column: -1 })
    expect(grid.cellAt(228 + 10, 130)).toEqual({ row: -1, column: 10 })
  })
})

describe('a column made wider', () => {
  test('moves those after it and nothing before it, and is kept once its edge is let go', () => {
    grid.scrolled(880, 0)
    const before = grid.columnLeft(10)
    grid.previewWidths(new Map([[10, 120.4]]))
    expect([grid.columnLeft(10), grid.columnWidth(10), grid.columnLeft(11) - before, grid.left]).toEqual([
      before,
      120,
      120,
      880,
    ])
    widths = grid.commitWidths()
    expect(widths).toEqual({ Q10: 120 })
    expect(grid.columnWidth(10)).toBe(120)
  })

  test('keeps within reason, the labels too', () => {
    grid.previewWidths(
      new Map([
        [10, 3],
        [11, 9000],
        [-1, 9000],
      ]),
    )
    expect([grid.columnWidth(10), grid.columnWidth(11), grid.labelWidth]).toEqual([40, 640, 480])
  })

  test('takes along every column that is selected from head to foot, and no other', () => {
    expect(grid.alike(3)).toEqual([3])
    grid.moveTo({ row: 2, column: 2 })
    grid.moveTo({ row: 2, column: 4 }, true)
    expect(grid.alike(3)).toEqual([3])
    grid.moveTo({ row: -1, column: 2 })
    grid.moveTo({ row: -1, column: 4 }, true)
    expect(grid.alike(3)).toEqual([2, 3, 4])
    expect(grid.alike(7)).toEqual([7])
  })

  test('has the width of the others again when it is fitted', () => {
    widths = { Q10: 120, Q11: 60 }
    expect(grid.commitWidths([10])).toEqual({ Q11: 60 })
  })
})

test('a last row that stays visible is drawn wherever the table is scrolled, and covers no cell that is come to', () => {
  content.value = { ...content.value, rows: [...content.value.rows, { key: 'median', label: 'Median', rank: 'foot' }] }
  expect(grid.shownRows).toContain(100)
  expect(grid.cellAt(300, 695).row).toBe(100)
  grid.moveTo({ row: 40, column: 39 })
  expect(grid.reveal().top).toBe(41 * 22 + 120 - (700 - 38 - 22))
  grid.press({ key: 'ArrowDown', shiftKey: false, mod: true })
  expect(grid.active.row).toBe(99)
  grid.press({ key: 'ArrowDown', shiftKey: false, mod: false })
  expect(grid.active.row).toBe(100)
  expect(grid.reveal().top).toBe(0)
})

test('a drawer that opens with the table leaves the latest end visible, though the scroller was placed before its size was known', () => {
  const opening = new GridState(
    () => content.value,
    () => 120,
    () => widths,
  )
  // The browser reports where the scroller was placed, by its own width then, before the table knows any width.
  opening.scrolled(2500, 0)
  opening.resize(1032, 700)
  expect(opening.left).toBe(opening.sheetWidth - 1032)
})
