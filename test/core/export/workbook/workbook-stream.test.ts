import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellName, type Cell, type Rows } from '#core/export/workbook/cells.ts'
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

test('a text that looks like a formula is marked as a text; a text and a figure that do not are left alone (X1)', async () => {
  const { cells, styles } = await cellsOf([['=HYPERLINK("x")', '+1+1', '＝A1', 'Revenue', '-12.5', -12.5]])
  const looks = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf [^>]*>/g)].map(([xml]) => xml)
  const isMarked = ['A1', 'B1', 'C1', 'D1', 'E1', 'F1'].map((name) =>
    looks[cells.get(name)?.style ?? 0]?.includes('quotePrefix="1"'),
  )
  expect(isMarked).toEqual([true, true, true, false, false, false])
  expect([cells.get('E1')?.value, cells.get('F1')?.value]).toEqual(['-12.5', -12.5])
})

test('a formula is stored with its present value', async () => {
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

test('a disk that is full fails the export (X2)', async () => {
  const book = new WorkbookStream(() => {
    throw new Error('ENOSPC')
  })
  await expect(book.add({ name: 'Data', columns: [], rows: [] })).rejects.toThrow('ENOSPC')
})
