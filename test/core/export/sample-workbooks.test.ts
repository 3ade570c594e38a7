import { describe, expect, test } from 'vitest'
import type { ComparisonSpec, ScatterSettings } from '#contract/api/comparisons.ts'
import type { ExportFormat, TableChunk } from '#contract/api/exports.ts'
import type { PaperSize } from '#contract/api/paper-size.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { openedCore } from '../opened-core.ts'
import { sheetNamed, sheetNamesOf, unpacked } from './archive.ts'
import { noSpreadsheet } from './office.ts'
import { recalculation } from './recalculated.ts'
import { taken } from './taken.ts'
import { readSheet } from './workbook/read-sheet.ts'

const look = { layout: 'scatter', pivoted: false, line: '', period: '', ranks: 'newest', chart: 'none' } as const
const scatter: ScatterSettings = {
  up: 'calculated.operating_margin',
  across: 'calculated.revenue_growth',
  period: 'ltm',
  trail: 4,
  medians: true,
  hidden: [],
  selected: '',
  second: '',
  picture: { size: 'half', colours: 'light', title: true, source: true, table: false },
}

type TableHead = Extract<TableChunk, { kind: 'head' }>

/** The sample's companies in a library, each fetched twice, so that what the sample restates is restated. */
async function library(...symbols: readonly string[]) {
  const service = await startSampleService()
  const { api } = openedCore({ sample: { baseUrl: service.baseUrl, key: sampleKey } })
  for (const symbol of [...symbols, ...symbols])
    await api.financials.open({ symbol, basis: 'annual', comparison: 'none', freshness: 'service' })
  await service.close()
  return {
    company: async (symbol: string, as: ExportFormat = 'xlsx', paper?: PaperSize) =>
      (await taken(api.exports.company({ symbol, as, paper, scale: 'millions', asOf: null }))).content,
    table: async (as: ExportFormat) => {
      const columns: TableHead['columns'] = [{ title: 'Symbol', kind: 'text' }]
      const pieces = async function* (): AsyncGenerator<TableChunk> {
        yield { kind: 'head', title: 'Coverage', as, columns, facts: [] }
        yield await Promise.resolve({ kind: 'rows', rows: symbols.map((symbol) => [symbol]) })
        yield { kind: 'end' }
      }
      return (await taken(api.exports.table(pieces()))).content
    },
    comparison: async (spec: Partial<ComparisonSpec> = {}, paper?: PaperSize, as: ExportFormat = 'xlsx') => {
      const wanted: ComparisonSpec = {
        companies: symbols.map((symbol) => ({ symbol })),
        lines: ['Revenue', 'EBITDA', 'calculated.gross_margin', 'calculated.operating_margin', 'roic'],
        basis: 'annual-ltm',
        alignment: 'fiscal',
        mode: 'values',
        periods: 3,
        asOf: null,
        ...spec,
      }
      const asked = api.exports.comparison({ spec: wanted, title: 'Instruments', as, paper, scale: 'millions' })
      return (await taken(asked)).content
    },
  }
}

describe('a spreadsheet that recalculates everything finds what the file says', () => {
  test('in a company’s workbook', async ({ skip }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const { formulas, ...found } = recalculation(await (await library('HLDN')).company('HLDN'))
    expect(found).toEqual({ differences: [], errors: [] })
    expect(formulas).toBeGreaterThan(5000)
  })

  test.each([
    ['of lines that the spread shows', scatter],
    [
      'of lines that it does not show, money among them, as one currency',
      { ...scatter, up: 'calculated.fcf_margin', across: 'EBITDA' },
    ],
  ])('in a comparison’s scatter %s', async (_, chosen) => {
    const book = await (
      await library('HLDN', 'KSTM', 'VSPO', 'BKAN')
    ).comparison({
      look: { ...look, scatter: chosen },
      oneCurrency: chosen.across === 'EBITDA',
      lines: ['Revenue', 'calculated.operating_margin'],
    })
    if (noSpreadsheet !== null) return expect(sheetNamesOf(unpacked(book))).toContain('Scatter')
    const { formulas, ...found } = recalculation(book)
    expect(found).toEqual({ differences: [], errors: [] })
    expect(formulas).toBeGreaterThan(200)
  })

  test('in a comparison’s workbook', async ({ skip }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const { formulas, ...found } = recalculation(await (await library('HLDN', 'KSTM', 'VSPO')).comparison())
    expect(found).toEqual({ differences: [], errors: [] })
    expect(formulas).toBeGreaterThan(500)
  })
})

describe('a workbook is printed on the paper of the request', () => {
  const sizes = (book: Buffer) =>
    new Set(
      [...unpacked(book)].flatMap(([name, xml]) =>
        [...xml.matchAll(/<pageSetup [^>]*paperSize="(\d+)"/g)].map(
          ([, size]) => `${name.split('/')[1] ?? ''} ${size ?? ''}`,
        ),
      ),
    )

  test.each([
    ['a4', 9],
    ['letter', 1],
  ] as const)('%s, on every sheet', async (paper, code) => {
    const { company, comparison } = await library('HLDN', 'KSTM')
    const expected = new Set([`worksheets ${code}`])
    expect(sizes(await company('HLDN', 'xlsx', paper))).toEqual(expected)
    expect(sizes(await comparison({}, paper))).toEqual(expected)
  })
})

describe('who opens', () => {
  test('a company’s workbook sees its income statement, on one landscape page; what it rests on comes last', async () => {
    const parts = unpacked(await (await library('HLDN')).company('HLDN'))
    expect(sheetNamesOf(parts)).toEqual([
      'Income statement',
      'Balance sheet',
      'Cash flow',
      'Metrics',
      'Income statement, annual',
      'Balance sheet, annual',
      'Cash flow, annual',
      'Metrics, annual',
      'Charts',
      'Checks',
      'Checks, annual',
      'Provenance',
      'Records',
    ])
    const income = sheetNamed(parts, 'Income statement')
    expect(income).toContain('tabSelected="1"')
    expect(income).toMatch(/<pageSetup paperSize="\d" orientation="landscape" fitToWidth="1" fitToHeight="1"\/>/)
    expect(income).toContain('Page &amp;P of &amp;N')
    // The names that the service has for fields are folded, and found by an update all the same.
    expect(income).toMatch(/<col min="2" max="2" [^>]*hidden="1" outlineLevel="\d"/)
    expect(income).toContain('>CostOfRevenue<')
    // Each sheet says what its figures are told in: only some have lines per share, and differences are told in full.
    const basis = (name: string) => /stated by the service\), ([^.]*)\./.exec(sheetNamed(parts, name))?.[1]
    expect(['Income statement', 'Balance sheet', 'Cash flow', 'Checks'].map(basis)).toEqual([
      'millions except per share',
      'millions',
      'millions',
      'whole units',
    ])
    expect(parts.get('xl/workbook.xml')).toMatch(/Print_Area" localSheetId="0">'Income statement'!\$A\$1:/)
    expect(parts.get('xl/workbook.xml')).toContain(`Print_Titles" localSheetId="0">'Income statement'!$1:$7<`)
  })

  test('a restated figure sees what it was, where it stands and below the statement', async () => {
    const parts = unpacked(await (await library('HLDN')).company('HLDN'))
    expect(parts.get('xl/comments1.xml')).toContain('1,301.2 to 1,296.8')
    expect(sheetNamed(parts, 'Income statement')).toMatch(/>Restated<.*?> Q2 FY2026 revenue 1,301\.2 to 1,296\.8 /)
  })

  test('its charts sees charts of the spreadsheet’s own over figures that follow an update', async () => {
    const parts = unpacked(await (await library('HLDN')).company('HLDN'))
    const charts = [...parts].filter(([name]) => name.startsWith('xl/charts/'))
    expect(charts).toHaveLength(8)
    for (const [, xml] of charts) expect(xml).toMatch(/<c:f>'Charts'!\$AA\$\d+:\$AL\$\d+<\/c:f>/)
    expect(sheetNamed(parts, 'Charts')).toMatch(/<f>'Income statement'![A-Z]+8<\/f>/)
  })

  test('a comparison’s workbook sees its scatter second, over cells that follow an update', async () => {
    const book = await (await library('HLDN', 'KSTM', 'VSPO', 'BKAN')).comparison({ look: { ...look, scatter } })
    const parts = unpacked(book)
    expect(sheetNamesOf(parts).slice(0, 2)).toEqual(['Spread', 'Scatter'])
    const sheet = sheetNamed(parts, 'Scatter')
    for (const text of [
      'Scatter, LTM',
      'x axis: revenue growth; y axis: operating margin',
      'LTM n/a: Q4 FY2026 missing',
    ])
      expect(sheet).toContain(text)
    expect(sheet).toMatch(/<f>'Amounts'!\$?[A-Z]+\$?\d+<\/f>/)
    expect(sheet).toMatch(/<f>IF\(COUNT\(C8,C9,C10,C11\)&lt;2,&quot;n\/a&quot;,MEDIAN\(C8,C9,C10,C11\)\)<\/f>/)
    const chart =
      [...parts].find(([name, xml]) => name.startsWith('xl/charts/') && xml.includes('<c:scatterChart>'))?.[1] ?? ''
    expect(chart.match(/<c:ser>/g)).toHaveLength(6)
    expect(chart).toMatch(
      /<c:v>HLDN<\/c:v>.*<c:xVal><c:numRef><c:f>'Scatter'!\$G\$8<.*<c:yVal><c:numRef><c:f>'Scatter'!\$H\$8</,
    )
    // At the medians, through the plot, wherever an update moves the points.
    expect(chart.match(/<c:errDir val="[xy]"\/>/g)).toEqual(['<c:errDir val="y"/>', '<c:errDir val="x"/>'])
    expect(chart).toMatch(/<c:xVal><c:numRef><c:f>'Scatter'!\$C\$12<.*<c:yVal><c:numRef><c:f>'Scatter'!\$D\$12</)
  })

  test('a comparison’s workbook sees the spread', async () => {
    const parts = unpacked(await (await library('HLDN', 'KSTM', 'VSPO')).comparison())
    const names = sheetNamesOf(parts)
    expect(names[0]).toBe('Spread')
    // Each page says at its foot which sheet it is of.
    const feet = names.slice(0, 3).map((name) => /&amp;L.*? (.*?)&amp;C/.exec(sheetNamed(parts, name))?.[1])
    expect(new Set(feet).size).toBe(3)
    // Checks are told in units, whatever the other sheets are told in.
    const basis = (name: string) => /stated by the service\), ([^.]*)\./.exec(sheetNamed(parts, name))?.[1]
    expect([basis('Spread'), basis('Checks')]).toEqual(['millions except per share', 'whole units'])
    expect(names.slice(-4)).toEqual(['Provenance', 'Records', 'All checks', 'Chart data'])
    // A bar for each period of each company, over cells that follow an update.
    const charts = [...parts].filter(([name]) => name.startsWith('xl/charts/'))
    expect(charts).toHaveLength(2)
    for (const [, xml] of charts)
      expect(xml.match(/<c:val><c:numRef><c:f>'Chart data'!\$C\$\d+:\$E\$\d+</g)).toHaveLength(3)
  })

  test('a comparison’s workbook sees on the spread why a company has no figure', async () => {
    const parts = unpacked(await (await library('HLDN', 'KSTM', 'BKAN')).comparison())
    expect(sheetNamed(parts, 'Spread')).toMatch(/>As of [^<]*BKAN: LTM n\/a: Q4 FY2026 missing\.</)
  })

  test('a comparison’s workbook sees when fiscal years end, which years are calendarized, and of how many companies the medians are', async () => {
    const companies = await library('HLDN', 'KSTM', 'VSPO', 'BKAN')
    const spread = (alignment: 'calendar' | 'fiscal') => companies.comparison({ alignment }).then(unpacked)
    const calendar = await spread('calendar')
    const sheet = sheetNamed(calendar, 'Spread')
    for (const text of ['Fiscal year-end', 'Dec', 'Jun', 'Mar']) expect(sheet).toContain(`>${text}<`)
    expect(sheet).toMatch(/>of 4[^<]*, LTM of 3</)
    expect(sheet).toContain('Rank on the latest column; 1: highest.')
    // Beside the name of the period, which an update looks for.
    const marked = /formatCode="@&quot; c&quot;_\)"/
    expect(calendar.get('xl/styles.xml')).toMatch(marked)
    expect(sheet).toContain('c: calendarized')
    expect((await spread('fiscal')).get('xl/styles.xml')).not.toMatch(marked)
  })

  test('the amounts behind a comparison sees every head in full', async () => {
    const sheet = sheetNamed(unpacked(await (await library('HLDN', 'KSTM')).comparison()), 'Amounts')
    const heads = readSheet(sheet)
    const [cell = ''] = [...heads].find(([, { value }]) => value === 'Prior-year LTM') ?? []
    const column = cell.replace(/\d+$/, '').charCodeAt(0) - 64
    const width = Number(new RegExp(`<col min="${column}" max="${column}" width="([\\d.]+)"`).exec(sheet)?.[1])
    expect(width).toBeGreaterThanOrEqual('Prior-year LTM'.length)
  })

  test('a comparison’s workbook sees its lines in groups, growth with its sign, and charts of growth and operating margin', async () => {
    const lines = [
      'Revenue',
      'calculated.revenue_growth',
      'calculated.gross_margin',
      'calculated.operating_margin',
      'roic',
    ]
    const parts = unpacked(await (await library('HLDN', 'KSTM', 'VSPO')).comparison({ lines }))
    const spread = sheetNamed(parts, 'Spread')
    const words = [...spread.matchAll(/<c r="A\d+".*?<\/c>/gs)].flatMap(([cell]) =>
      [...cell.matchAll(/<t[^>]*>([^<]+)<\/t>/g)].map(([, text = '']) => text.trim()),
    )
    const expected = [
      'Income statement',
      'currency not stated: no median or rank',
      'Revenue',
      'Growth and margins',
      'Revenue growth',
      'Gross margin',
      'Operating margin',
      'Returns and capital',
      'last four quarters and period-end balances, calculated by Tearsheet',
    ]
    expect(words.filter((text) => expected.includes(text)).slice(0, expected.length)).toEqual(expected)
    // Below the table: what is drawn, operating margin first.
    expect(words.filter((text) => /^(?:Operating margin|Revenue growth)$/.test(text)).slice(-2)).toEqual([
      'Operating margin',
      'Revenue growth',
    ])
    expect(parts.get('xl/styles.xml')).toContain('formatCode="+0.0%_);(0.0%);0.0%_);@_)"')
    const drawn = sheetNamed(parts, 'Chart data')
    expect(drawn).not.toContain('calculated.gross_margin')
    expect(drawn).toContain('calculated.operating_margin')
  })

  test('a sheet that is too wide for a page gets it on several, each with its labels', async () => {
    const { company, comparison } = await library('HLDN', 'KSTM', 'VSPO', 'TMSN')
    const setups = (parts: ReadonlyMap<string, string>, name: string) =>
      Number(/fitToWidth="(\d+)"/.exec(sheetNamed(parts, name))?.[1])
    const compared = unpacked(await comparison())
    expect(setups(compared, 'Spread')).toBe(1)
    expect(setups(compared, 'Amounts')).toBeGreaterThan(1)
    expect(compared.get('xl/workbook.xml')).toMatch(/'Amounts'!\$A:\$B,'Amounts'!\$1:/)
    const own = unpacked(await company('HLDN'))
    expect(setups(own, 'Records')).toBeGreaterThan(1)
    expect(own.get('xl/workbook.xml')).toMatch(/'Records'!\$A:\$A,'Records'!\$1:/)
  })
})

test('a spread that is too wide for a page begins the next one with a company', async () => {
  const { comparison } = await library('HLDN', 'KSTM', 'VSPO', 'TMSN', 'BKAN', 'NRWT')
  const spread = sheetNamed(unpacked(await comparison({ periods: 5 })), 'Spread')
  // Two columns of labels; then four years, LTM and the rank of each of three companies.
  expect(spread).toContain('<colBreaks count="1" manualBreakCount="1"><brk id="20" ')
  expect(spread).toContain('<pageSetUpPr fitToPage="0"/>')
})

const invented = 'Sample data: every figure is invented.'

describe('invented figures', () => {
  test('are called that on every sheet that has a title, and where the file says where it comes from', async () => {
    const { company, comparison } = await library('HLDN', 'KSTM')
    for (const book of [await company('HLDN'), await comparison()]) {
      const parts = unpacked(book)
      const titled = sheetNamesOf(parts).filter((name) => sheetNamed(parts, name).includes('Exported '))
      expect(titled).toEqual(expect.arrayContaining(['Checks', 'Provenance']))
      for (const name of titled) expect(sheetNamed(parts, name), name).toContain(invented)
    }
  })

  test.each(['csv', 'tsv', 'markdown', 'json'] as const)(
    'are called that in every file of one table (%s)',
    async (as) => {
      const { company, comparison, table } = await library('HLDN', 'KSTM')
      const files = [await company('HLDN', as), await comparison({}, undefined, as), await table(as)]
      for (const file of files) expect(file.toString().split(invented)).toHaveLength(2)
    },
  )

  test('are no row of a list: a file of it makes the same list again', async () => {
    const { table } = await library('HLDN', 'KSTM')
    expect((await table('csv')).toString()).toBe(`\uFEFFSymbol,${invented}\r\nHLDN,\r\nKSTM,\r\n`)
  })
})
