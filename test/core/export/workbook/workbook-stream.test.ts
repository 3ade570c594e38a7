import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellName, columnName, dateCell, instantCell, type Cell, type Rows } from '#core/export/workbook/cells.ts'
import { sheetNames } from '#core/export/workbook/sheet-names.ts'
import { WorkbookStream } from '#core/export/workbook/workbook-stream.ts'
import { unpacked } from '../archive.ts'
import { readSheet } from './read-sheet.ts'

async function written(rows: Rows, columns = [{ width: 12 }]): Promise<Map<string, string>> {
  const pieces: Uint8Array[] = []
  const book = new WorkbookStream((bytes) => void pieces.push(bytes))
  await book.add({ name: 'Data', columns, frozen: { rows: 1, columns: 2 }, rows })
  await book.end({ title: 'A & B', program: 'Tearsheet', madeAt: 0 })
  return unpacked(Buffer.concat(pieces))
}

async function cellsOf(rows: readonly (readonly Cell[])[]) {
  const files = await written([rows.map((cells) => ({ cells }))])
  return { cells: readSheet(files.get('xl/worksheets/sheet1.xml') ?? ''), styles: files.get('xl/styles.xml') ?? '' }
}

test('figures come back to the last digit, texts letter for letter, whatever is in them', async () => {
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.replaceAll(/\r\n?/g, '\n')),
    fc.constantFrom('=1+1', '-5', '+', '@a', '_x0041_', '<b>&amp;', '  two  ', 'ab\u0000\u0007\uFFFF', '\uD800x'),
  )
  const table = fc.array(fc.array(value, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const { cells } = await cellsOf(rows)
      for (const [row, wanted] of rows.entries()) {
        for (const [column, each] of wanted.entries()) {
          const read = cells.get(cellName(column, row))
          expect(read?.formula).toBeUndefined()
          if (typeof each === 'number') expect(read?.value).toBe(each === 0 ? 0 : each)
          else expect(read?.value).toBe(typeof each === 'string' ? each.toWellFormed() : each)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('a text that looks like a formula is marked as a text; a text and a figure that do not are left alone', async () => {
  const { cells, styles } = await cellsOf([['=HYPERLINK("x")', '+1+1', '＝A1', 'Revenue', '-12.5', -12.5]])
  const looks = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf [^>]*>/g)].map(([xml]) => xml)
  const isMarked = ['A1', 'B1', 'C1', 'D1', 'E1', 'F1'].map((name) =>
    looks[cells.get(name)?.style ?? 0]?.includes('quotePrefix="1"'),
  )
  expect(isMarked).toEqual([true, true, true, false, false, false])
  expect([cells.get('E1')?.value, cells.get('F1')?.value]).toEqual(['-12.5', -12.5])
})

test('a date is a date that formulas can use; other text stays as received', async () => {
  expect(['1900-03-01', '2024-02-29', '2026-11-21', '9999-12-31'].map((day) => dateCell(day))).toMatchObject([
    { serial: 61 },
    { serial: 45_351 },
    { serial: 46_347 },
    { serial: 2_958_465 },
  ])
  const none = ['2023-02-29', '2024-13-01', '2024-00-10', '1899-12-31', '2024-1-1', '2024-01-011', 'soon']
  expect(none.map((text) => dateCell(text))).toEqual(none)
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 2_958_465 }), (serial) => {
      const day = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)
      expect(dateCell(day)).toEqual({ kind: 'date', serial, text: day })
    }),
  )
  expect(instantCell(Date.UTC(2026, 0, 1, 12))).toEqual({
    kind: 'date',
    serial: 46_023.5,
    text: '2026-01-01T12:00:00Z',
  })
})

test('a formula stands with the value that it has now', async () => {
  const { cells } = await cellsOf([[2, { kind: 'formula', formula: 'IF(A1<3,A1&"x",0)', value: '2x' }]])
  expect(cells.get('B1')).toMatchObject({ formula: 'IF(A1<3,A1&"x",0)', value: '2x' })
})

test('a text longer than a cell can hold is cut and counted, a number that is none is an error and not a damaged file', async () => {
  const pieces: Uint8Array[] = []
  const book = new WorkbookStream((bytes) => void pieces.push(bytes))
  const rows = [[{ cells: ['x'.repeat(40_000), Number.NaN] }]]
  expect(await book.add({ name: 'Data', columns: [], rows })).toEqual({ rows: 1, cut: 1 })
  await book.end({ title: '', program: '', madeAt: 0 })
  const cells = readSheet(unpacked(Buffer.concat(pieces)).get('xl/worksheets/sheet1.xml') ?? '')
  expect([String(cells.get('A1')?.value).length, cells.get('B1')?.value]).toEqual([32_767, '#NUM!'])
})

test('more rows than a spreadsheet has are refused, not lost', async () => {
  const many = (function* () {
    for (let batch = 0; batch < 1049; batch += 1) yield Array.from({ length: 1000 }, () => ({ cells: [] }))
  })()
  await expect(written(many)).rejects.toThrow(RangeError)
})

test('a disk that is full fails the export', async () => {
  const book = new WorkbookStream(() => {
    throw new Error('ENOSPC')
  })
  await expect(book.add({ name: 'Data', columns: [], rows: [] })).rejects.toThrow('ENOSPC')
})

test('names of sheets are such as a spreadsheet takes, each once', () => {
  expect(sheetNames(['Income: a/b', 'income  A b', "'Q'", '', 'History', 'x'.repeat(40), 'x'.repeat(41)])).toEqual([
    'Income a b',
    'income A b (2)',
    'Q',
    'Sheet',
    'History (2)',
    'x'.repeat(31),
    `${'x'.repeat(27)} (2)`,
  ])
  expect([0, 25, 26, 701, 702, 16_383].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
})
