import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOfSafe } from '#contract/api/spreadsheet-text.ts'
import { writeCsv, type TextTableSigns } from '#core/export/text-tables/csv.ts'
import { dateCell, type Cell } from '#core/export/workbook/cells.ts'

type Separator = TextTableSigns['separator']

async function text(
  rows: readonly (readonly Cell[])[],
  separator: Separator = ',',
  decimalSign = '.',
): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeCsv([rows.map((cells) => ({ cells }))], { separator, decimalSign })) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** A reader of RFC 4180. */
function parsed(table: string, separator: Separator): string[][] {
  const rows: string[][] = [[]]
  const cell = new RegExp(`"((?:[^"]|"")*)"|([^${separator}\\r\\n]*)`, 'y')
  for (let at = 1; at < table.length;) {
    cell.lastIndex = at
    const [whole = '', quoted, plain] = cell.exec(table) ?? []
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    at += whole.length
    if (table.startsWith('\r\n', at)) rows.push([])
    at += table.startsWith('\r\n', at) ? 2 : 1
  }
  return rows.slice(0, -1)
}

test('figures keep their sign and every digit; dates are ISO; of a formula there is its value (X1)', async () => {
  const cells = [-1234.5, 0.1 + 0.2, 1.5e-7, -2.5e22, 12345678901, true, null, dateCell('2026-09-30')]
  expect(await text([[...cells, { kind: 'formula', formula: 'A1', value: -3 }]])).toBe(
    '\uFEFF-1234.5,0.30000000000000004,0.00000015,-25000000000000000000000,12345678901,TRUE,,2026-09-30,-3\r\n',
  )
})

test('with a decimal comma the values are separated by semicolons, and what contains one is quoted', async () => {
  const cells = [-1234.5, 0.1 + 0.2, 1.5e-7, 12345678901, 1.0001, 'Rest; of it', 'one, two', dateCell('2026-09-30')]
  expect(await text([[...cells, { kind: 'formula', formula: 'A1', value: -3.25 }]], ';', ',')).toBe(
    '\uFEFF-1234,5;0,30000000000000004;0,00000015;12345678901;1,0001;"Rest; of it";one, two;2026-09-30;-3,25\r\n',
  )
})

test.each([
  ['a blank', ' '],
  ['a no-break space', '\u00a0'],
  ['a byte order mark', '\ufeff'],
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner', '\u200d'],
  ['a word joiner', '\u2060'],
  ['an ideographic space', '\u3000'],
  ['a soft hyphen', '\u00ad'],
  ['a filler', '\u3164'],
  ['an escape', '\u001b'],
  ['several of them', ' \u200b\u00a0\ufeff'],
])('no text runs behind %s', async (_, unseen) => {
  const [texts] = parsed(
    await text([['=', '+', '-', '@', '＝'].map((sign) => `${unseen}${sign}cmd|'/C calc'!A0`)]),
    ',',
  )
  expect(texts).toHaveLength(5)
  for (const each of texts ?? []) expect(each.startsWith(`'${unseen}`)).toBe(true)
})

test('no text can run in a spreadsheet, and a text that is a number is left as it is (X1)', async () => {
  expect(await text([['=1+1', '+A1', '-cmd', '@SUM', '\tx', '＝1', '-5', '+1.25']])).toBe(
    "\uFEFF'=1+1,'+A1,'-cmd,'@SUM,'\tx,'＝1,-5,+1.25\r\n",
  )
})

test('every text comes back whole from a reader of the format', async () => {
  const texts = fc.array(
    fc.array(
      fc.string({
        unit: fc.constantFrom('a', '"', '\n', '\r', ',', '\t', ' ', 'é', '😀', '=', "'", '\u200b', '-', '1'),
      }),
      {
        minLength: 2,
      },
    ),
    {
      minLength: 1,
    },
  )
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom<Separator>(',', ';', '\t'), async (rows, separator) => {
      const read = parsed(await text(rows, separator), separator)
      expect(read.map((row) => row.map(textOfSafe))).toEqual(rows)
    }),
    { numRuns: 200 },
  )
})

/** Any number, and the usual figures: whole, or with a few decimals. */
const figures = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.tuple(fc.integer(), fc.constantFrom(1, 10, 100, 1000, 10_000, 100_000)).map(([whole, by]) => whole / by),
)

test('a figure is written as a program reads it', async () => {
  await fc.assert(
    fc.asyncProperty(figures, async (value) => {
      const [cell = ''] = parsed(await text([[value]]), ',').flat()
      expect(cell).not.toContain('e')
      expect(Number(cell) + 0).toBe(value + 0)
      if (!String(value).includes('e')) expect(cell).toBe(String(value))
    }),
    { numRuns: 2000 },
  )
})
