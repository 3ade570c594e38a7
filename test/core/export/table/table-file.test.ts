import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExportFormat, TableCell, TableChunk } from '#contract/api/exports.ts'
import type { PaperSize } from '#contract/api/paper-size.ts'
import { isFormulaLike } from '#contract/api/spreadsheet-text.ts'
import { cellName } from '#core/export/workbook/cells.ts'
import { openedCore } from '../../opened-core.ts'
import { transports } from '../../over-transport.ts'
import { unpacked } from '../archive.ts'
import { noSpreadsheet, recalculated } from '../office.ts'
import { taken } from '../taken.ts'
import { readSheet } from '../workbook/read-sheet.ts'

type Columns = Extract<TableChunk, { kind: 'head' }>['columns']

const columns: Columns = [
  { title: 'Symbol', kind: 'text' },
  { title: 'Seen', kind: 'day' },
  { title: 'Cash flow', kind: 'money' },
  { title: 'Asked at', kind: 'instant' },
]
const rows: TableCell[][] = [
  ['=HYPERLINK("http://x","y")', '2026-02-28', -1234.5, Date.UTC(2026, 0, 1, 12)],
  ['Salt, "Pan" & Co', 'soon', null, null],
  ['-5', '2025-12-31', 1e-9, 0],
]

async function* pieces(
  as: ExportFormat,
  given: readonly TableCell[][],
  isWhole = true,
  paper?: PaperSize,
): AsyncGenerator<TableChunk> {
  yield { kind: 'head', title: 'Calls: 2026/27', as, paper, columns, facts: [['Search', 'salt "pan"']] }
  for (const row of given) yield await Promise.resolve({ kind: 'rows', rows: [row] })
  if (isWhole) yield { kind: 'end' }
}

const exported = (as: ExportFormat, given = rows) => taken(openedCore().api.exports.table(pieces(as, given)))

describe('a table of the window', () => {
  test('is a workbook of typed cells that opens on the table, followed by a sheet of sources', async () => {
    const { content, done } = await exported('xlsx')
    expect(done).toMatchObject({ fileName: 'Calls 2026 27.xlsx', rows: 3, cut: 0 })
    const files = unpacked(content)
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
    const data = readSheet(sheet)
    expect(['A1', 'A4', 'A5', 'B5', 'C5', 'D5', 'B6', 'A7', 'C7'].map((name) => data.get(name)?.value)).toEqual([
      'Calls: 2026/27',
      'Symbol',
      '=HYPERLINK("http://x","y")',
      46_081,
      -1234.5,
      46_023.5,
      'soon',
      '-5',
      1e-9,
    ])
    expect([...data.values()].some(({ formula }) => formula !== undefined)).toBe(false)
    expect(sheet).toContain('tabSelected="1"')
    const provenance = readSheet(files.get('xl/worksheets/sheet2.xml') ?? '')
    expect([provenance.get('A1')?.value, provenance.get('B1')?.value]).toEqual(['Search', 'salt "pan"'])
    expect([...provenance.values()].map(({ value }) => value)).toContain('Tearsheet 0.0.0-test')
  })

  test.each([
    ['a4', '9'],
    ['letter', '1'],
    [undefined, '1'],
  ] as const)('is printed on the paper of the request (%s)', async (paper, code) => {
    const { content } = await taken(openedCore().api.exports.table(pieces('xlsx', rows, true, paper)))
    const sheets = [...unpacked(content)].filter(([name]) => name.startsWith('xl/worksheets/'))
    expect(sheets.map(([, xml]) => /<pageSetup paperSize="(\d)"/.exec(xml)?.[1])).toEqual([code, code])
  })

  test('is printed so that it can be read: its heads on each page, its columns as wide as its texts, a wide one on several pages', async () => {
    const headline = 'Halden Instruments climbs 3.1%: second quarter revenue up 9%'
    const wide: Columns = [
      { title: 'Symbol', kind: 'text' },
      { title: 'Headline', kind: 'text' },
      ...Array.from({ length: 30 }, (_, at) => ({ title: `Figure ${at}`, kind: 'money' as const, largest: 1e12 })),
    ]
    const send = async function* (): AsyncGenerator<TableChunk> {
      yield await Promise.resolve({ kind: 'head', title: 'News', as: 'xlsx', columns: wide, facts: [] })
      yield { kind: 'rows', rows: [['HLDN', headline]] }
      yield { kind: 'end' }
    }
    const files = unpacked((await taken(openedCore().api.exports.table(send()))).content)
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
    const widthOf = (column: number) =>
      Number(new RegExp(`<col min="${column}" max="${column}" width="([\\d.]+)"`).exec(sheet)?.[1])
    expect(widthOf(1)).toBeLessThan(12)
    expect(widthOf(2)).toBeGreaterThan(headline.length * 0.9)
    expect(Number(/fitToWidth="(\d+)"/.exec(sheet)?.[1])).toBeGreaterThan(1)
    expect(sheet).toContain('Page &amp;P of &amp;N')
    expect(files.get('xl/workbook.xml')).toContain(`'News'!$A:$A,'News'!$1:$4<`)
  })

  test('keeps a text apart from the figure at its left, and gives growth and basis points their sign', async () => {
    const send = async function* (): AsyncGenerator<TableChunk> {
      const list: Columns = [
        { title: 'Revenue, y/y', kind: 'growth' },
        { title: 'Latest call', kind: 'day' },
        { title: 'Operating margin, y/y, bps', kind: 'basis-points' },
        { title: 'Rating', kind: 'text' },
      ]
      yield await Promise.resolve({ kind: 'head', title: 'Coverage', as: 'xlsx', columns: list, facts: [] })
      yield { kind: 'rows', rows: [[0.094, '2026-10-21', 186, 'Buy']] }
      yield { kind: 'end' }
    }
    const files = unpacked((await taken(openedCore().api.exports.table(send()))).content)
    const data = readSheet(files.get('xl/worksheets/sheet1.xml') ?? '')
    const styles = files.get('xl/styles.xml') ?? ''
    const looks = [
      ...(/<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/gs),
    ].map(([look]) => look)
    const lookOf = (name: string) => looks[data.get(name)?.style ?? -1] ?? ''
    const formatOf = (name: string) =>
      new RegExp(`numFmtId="${/numFmtId="(\d+)"/.exec(lookOf(name))?.[1]}" formatCode="([^"]*)"`).exec(styles)?.[1]
    expect([formatOf('A5'), formatOf('C5')]).toEqual([
      expect.stringMatching(/^\+0\.0%/),
      expect.stringMatching(/^\+#,##0_/),
    ])
    for (const name of ['B4', 'D4', 'B5', 'D5']) expect(lookOf(name), name).toContain('indent="1"')
    for (const name of ['A4', 'A5', 'C5']) expect(lookOf(name), name).not.toContain('indent')
  })

  test('has ids as they are in every format: no separators, no digit lost, no column too narrow for a figure', async () => {
    const largeId = 9_007_199_254_740_991
    const marketCap = 3_456_789_012_345
    const send = async function* (as: ExportFormat): AsyncGenerator<TableChunk> {
      const ids: Columns = [
        { title: 'id', kind: 'id', largest: largeId },
        { title: 'Market cap', kind: 'money', largest: marketCap },
      ]
      yield await Promise.resolve({ kind: 'head', title: 'News', as, columns: ids, facts: [] })
      yield {
        kind: 'rows',
        rows: [
          [41_234_567, marketCap],
          [largeId, null],
        ],
      }
      yield { kind: 'end' }
    }
    for (const as of ['csv', 'tsv', 'markdown', 'json'] as const) {
      const text = (await taken(openedCore().api.exports.table(send(as)))).content.toString()
      expect(text).toContain('41234567')
      expect(text).toContain('9007199254740991')
    }
    const files = unpacked((await taken(openedCore().api.exports.table(send('xlsx')))).content)
    const xml = files.get('xl/worksheets/sheet1.xml') ?? ''
    const data = readSheet(xml)
    // A spreadsheet keeps fifteen digits of a number: what has more is a text.
    expect([data.get('A5')?.value, data.get('A6')?.value]).toEqual([41_234_567, '9007199254740991'])
    const styles = files.get('xl/styles.xml') ?? ''
    const look = [...styles.matchAll(/<xf numFmtId="(\d+)"[^>]*xfId/g)][data.get('A5')?.style ?? -1]?.[1] ?? ''
    expect(styles).toContain(`<numFmt numFmtId="${look}" formatCode="0"/>`)
    const width = Number(/<col min="2" max="2" width="([\d.]+)"/.exec(xml)?.[1])
    expect(width).toBeGreaterThan('(3,456,789,012,345)'.length)
  })

  test('opens in a spreadsheet with the figures that it had', async ({ skip }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const { content } = await exported('xlsx')
    expect(recalculated(content).get('Calls 2026 27')?.slice(3)).toEqual([
      ['Symbol', 'Seen', 'Cash flow', 'Asked at'],
      ['=HYPERLINK("http://x","y")', '2026-02-28', '-1234.5', '2026-01-01 12:00:00'],
      ['Salt, "Pan" & Co', 'soon', '', ''],
      ['-5', '2025-12-31', '0.000000001', '1970-01-01 00:00:00'],
    ])
  })

  test('is separated values, Markdown or JSON: no text that runs, no figure that is quoted', async () => {
    const texts = await Promise.all(
      (['csv', 'tsv', 'markdown', 'json'] as const).map(async (as) => (await exported(as)).content.toString('utf8')),
    )
    expect(texts).toEqual([
      '\uFEFFSymbol,Seen,Cash flow,Asked at,Sample data: every figure is invented.\r\n"\'=HYPERLINK(""http://x"",""y"")",2026-02-28,-1234.5,2026-01-01T12:00:00Z,\r\n"Salt, ""Pan"" & Co",soon,,,\r\n-5,2025-12-31,0.000000001,1970-01-01T00:00:00Z,\r\n',
      '\uFEFFSymbol\tSeen\tCash flow\tAsked at\tSample data: every figure is invented.\r\n"\'=HYPERLINK(""http://x"",""y"")"\t2026-02-28\t-1234.5\t2026-01-01T12:00:00Z\t\r\n"Salt, ""Pan"" & Co"\tsoon\t\t\t\r\n-5\t2025-12-31\t0.000000001\t1970-01-01T00:00:00Z\t\r\n',
      '| Symbol | Seen | Cash flow | Asked at | Sample data: every figure is invented. |\n| --- | --- | ---: | --- | --- |\n| \'=HYPERLINK("http://x","y") | 2026-02-28 | -1234.5 | 2026-01-01T12:00:00Z |  |\n| Salt, "Pan" & Co | soon |  |  |  |\n| -5 | 2025-12-31 | 0.000000001 | 1970-01-01T00:00:00Z |  |\n',
      '{\n "provenance": {"Search":"salt \\"pan\\"","Data":"Sample data: every figure is invented."},\n "heads": ["Symbol","Seen","Cash flow","Asked at"],\n "rows": [\n  ["=HYPERLINK(\\"http://x\\",\\"y\\")","2026-02-28",-1234.5,"2026-01-01T12:00:00Z"],\n  ["Salt, \\"Pan\\" & Co","soon",null,null],\n  ["-5","2025-12-31",1e-9,"1970-01-01T00:00:00Z"]\n ]\n}\n',
    ])
    expect(JSON.parse((await exported('json', [])).content.toString('utf8'))).toMatchObject({ rows: [] })
  })

  test('never runs and never loses a figure, whatever is in its cells', async () => {
    const cell = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replaceAll(/\r\n?/g, '\n')),
      fc.constantFrom('=1+1', '-5', '+x', '@a', '\t=1', '＝1', null, true),
    )
    const core = openedCore()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell, cell), { maxLength: 4 }), async (given) => {
        const [book, values] = await Promise.all([
          taken(core.api.exports.table(pieces('xlsx', given))),
          taken(core.api.exports.table(pieces('csv', given))),
        ])
        const cells = readSheet(unpacked(book.content).get('xl/worksheets/sheet1.xml') ?? '')
        const lines = separated(values.content.toString('utf8').slice(1))
        for (const [row, wanted] of given.entries()) {
          const [, , money] = wanted
          const read = cells.get(cellName(2, row + 4))
          expect(read?.formula).toBeUndefined()
          const text = lines[row + 1]?.[2] ?? ''
          if (typeof money === 'number') {
            expect(read?.value).toBe(money === 0 ? 0 : money)
            expect(Number(text)).toBe(money === 0 ? 0 : money)
          }
          if (typeof money === 'string') expect(isFormulaLike(text)).toBe(false)
        }
      }),
      { numRuns: 40 },
    )
  })

  test.each(transports)('comes over %s in pieces, and fails when the window breaks off', async (_, over) => {
    const { core } = openedCore()
    const { api } = await over(core)
    const answered = async (table: AsyncGenerator<TableChunk>) => {
      const asked = Promise.withResolvers<null>()
      const answer = await api.exports.table(
        (async function* () {
          await asked.promise
          yield* table
        })(),
      )
      asked.resolve(null)
      return answer
    }
    expect((await taken(answered(pieces('csv', rows)))).done.rows).toBe(3)
    await expect(taken(answered(pieces('csv', rows, false)))).rejects.toThrow()
  })
})

/** Separated values as a spreadsheet reads them. */
function separated(text: string): string[][] {
  const lines: string[][] = [[]]
  for (const [whole, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r"]*))(,|\r\n|$)/g)) {
    if (whole === '') continue
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') lines.push([])
  }
  return lines
}
