import { describe, expect, test } from 'vitest'
import type { ComparedTable, ComparisonSpec } from '#contract/api/comparisons.ts'
import type { ExportFormat } from '#contract/api/exports.ts'
import type { Figure } from '#contract/api/financials.ts'
import { comparisonSetup, quartersOf } from '../../comparisons/comparison-setup.ts'
import { failureOfQuestion, openedCore } from '../../opened-core.ts'
import { enhanced } from '../../records.ts'
import { sheetNamed, unpacked } from '../archive.ts'
import { allRecalculated, noSpreadsheet, recalculated } from '../office.ts'
import { taken } from '../taken.ts'

/** ACME's years end in December, BOLT's in June; BOLT lost money in 2024 and has no cost of 2023. */
const companies = {
  ACME: [
    enhanced({ symbol: 'ACME', year: 2022 }, { Revenue: 800, CostOfRevenue: 500, GrossProfit: 300, TotalAssets: 900 }),
    enhanced({ symbol: 'ACME', year: 2023 }, { Revenue: 1000, CostOfRevenue: 600, GrossProfit: 400, TotalAssets: 950 }),
    enhanced({ symbol: 'ACME', year: 2024 }, { Revenue: 1200, CostOfRevenue: 700, GrossProfit: 400, TotalAssets: 990 }),
    ...quartersOf('ACME', { year: 2023, quarter: 1, end: '2023-03-31' }, [
      ...[90, 180, 290, 440, 100, 200, 300, 600].map((Revenue, at) => ({
        Revenue,
        GrossProfit: at === 6 ? null : Revenue / 4,
        TotalAssets: 900 + at,
        DilutedEarningsPerShare: (at - 3) / 10,
        DilutedSharesOutstanding: 100 + at,
      })),
    ]),
  ],
  BOLT: [
    enhanced({ symbol: 'BOLT', year: 2023, end: '2023-06-30' }, { Revenue: 0, GrossProfit: 5, TotalAssets: 70 }),
    enhanced({ symbol: 'BOLT', year: 2024, end: '2024-06-30' }, { Revenue: 50, GrossProfit: -8, TotalAssets: 0 }),
    ...quartersOf('BOLT', { year: 2023, quarter: 3, end: '2023-03-31' }, [
      ...[11, 12, 13, 14, 15, 16].map((Revenue) => ({ Revenue, GrossProfit: Revenue - 13.5, TotalAssets: 60 })),
    ]),
  ],
}
const lines = [
  'Revenue',
  'GrossProfit',
  'TotalAssets',
  'DilutedEarningsPerShare',
  'DilutedSharesOutstanding',
  'calculated.gross_margin',
  'roic',
]

/** A library with them and an own metric; what is requested, and its file. */
async function exporter() {
  const compared = await comparisonSetup(companies)
  const own = await compared.api.metrics.save({ name: 'Doubled', formula: '[Gross margin] * 2', unit: 'percent' })
  const symbols = [...Object.keys(companies), 'NONE'].map((symbol) => ({ symbol }))
  return async (spec: Partial<ComparisonSpec>, as: ExportFormat = 'xlsx') => {
    const wanted = compared.spec({ companies: symbols, lines: [...lines, `own.${own.id}`], ...spec })
    const asked = compared.api.exports.comparison({ spec: wanted, title: 'ACME against BOLT', as, scale: 'millions' })
    return { table: await compared.table(wanted), ...(await taken(asked)) }
  }
}

const exported = async (spec: Partial<ComparisonSpec>, as?: ExportFormat) => (await exporter())(spec, as)

/** The figures of a comparison in its mode, in the order of the spread's columns. */
function toldRows({ lines: told, companies: all, columns }: ComparedTable): (number | string)[][] {
  return told.map(({ shown, values, ranks, median }) => {
    const figures = shown.length > 0 ? shown : values
    const last = columns.length - 1
    return [
      ...all.flatMap((_, side) => [
        ...columns.map((__, columnAt) => words(figures[side * columns.length + columnAt] ?? null)),
        ranks[side * columns.length + last] ?? '',
      ]),
      ...columns.map((_, columnAt) => words(median[columnAt] ?? null)),
    ]
  })
}

function words(figure: Figure): number | string {
  return typeof figure === 'number' ? rounded(figure) : (figure ?? 'n/a')
}

function rounded(value: number): number {
  return Number(value.toPrecision(10))
}

function read(cells: readonly string[], width: number): (number | string)[] {
  return Array.from({ length: width }, (_, at) => {
    const text = cells[at] ?? ''
    return text === '' || Number.isNaN(Number(text)) ? text : rounded(Number(text))
  })
}

describe('a comparison’s workbook', () => {
  test('calculates in a spreadsheet what the screen shows, in every mode', async ({ skip }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const specs: readonly Partial<ComparisonSpec>[] = [
      { mode: 'values', basis: 'annual-ltm', alignment: 'fiscal' },
      { mode: 'values', basis: 'annual', alignment: 'calendar' },
      { mode: 'yoy', basis: 'annual-ltm', alignment: 'fiscal', periods: 1 },
      { mode: 'yoy', basis: 'ltm', alignment: 'calendar' },
      { mode: 'qoq', basis: 'quarterly', alignment: 'fiscal' },
      { mode: 'cagr', basis: 'annual', alignment: 'fiscal', years: 2 },
      { mode: 'common-size', basis: 'quarterly', alignment: 'calendar' },
      { mode: 'index', basis: 'quarterly', alignment: 'fiscal', periods: 5 },
      { mode: 'median', basis: 'annual', alignment: 'fiscal' },
      { mode: 'peer', peer: 'BOLT', basis: 'annual', alignment: 'fiscal' },
    ]
    const ask = await exporter()
    const files = []
    for (const spec of specs) files.push(await ask(spec))
    const books = allRecalculated(files.map(({ content }) => content))
    for (const [at, { table }] of files.entries()) {
      const spread = books[at]?.get('Spread') ?? []
      const wanted = toldRows(table)
      const width = wanted[0]?.length ?? 0
      // A line has its field in the second column, the head of a group has none.
      const lineRows = spread.slice(9).filter(([, field]) => field !== undefined && field !== '')
      const rows = lineRows.map((row) => read(row.slice(2), width))
      expect({ spec: specs[at], rows }).toEqual({ spec: specs[at], rows: wanted })
      const allColumns = table.columns.length
      expect(books[at]?.get('Over time')?.[9]?.slice(2)).toEqual(lineRows[0]?.slice(2, 2 + allColumns))
      const latest = table.companies.map((_, side) => lineRows[1]?.[2 + side * (allColumns + 1) + allColumns - 1])
      expect(books[at]?.get('One period')?.[10]?.slice(2)).toEqual(latest)
    }
  })

  test('has its records as a table of figures, and checks over them that are 0 where totals tie', async ({ skip }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const sheets = recalculated((await exported({ basis: 'annual' })).content)
    const [heads = [], first = []] = sheets.get('Records')?.slice(5) ?? []
    expect(heads.slice(0, 7)).toEqual(['Symbol', 'Company', 'Period', 'Quarter', 'Year', 'Period ends', 'Record'])
    expect([first[0], first[2], first[5]]).toEqual(['ACME', 'FY2022', '2022-12-31'])
    expect(first[heads.indexOf('Revenue')]).toBe('800')
    expect(first.filter((cell) => cell === '')).not.toEqual([])
    expect([...sheets.values()].flat(2).filter((cell) => /^(?:#|Err:)/.test(cell))).toEqual([])
    const checks = sheets.get('All checks')?.slice(5) ?? []
    expect(checks[0]?.slice(0, 4)).toEqual(['Symbol', 'Period', 'Check', 'Figure'])
    expect(checks[0]?.slice(4)).toEqual([
      'Stated',
      'Calculated',
      'Difference',
      'Tolerance (units)',
      'Status',
      'Counted as',
    ])
    const rule = 'Revenue − Cost of revenue = Gross profit'
    const years = checks.filter((row) => row[0] === 'ACME' && row[1]?.startsWith('FY') && row[2] === rule)
    expect(years.map((row) => row.slice(3, 9))).toEqual([
      ['Gross profit', '300', '300', '0', '1.5', 'ties'],
      ['Gross profit', '400', '400', '0', '1.5', 'ties'],
      ['Gross profit', '400', '500', '-100', '1.5', 'break'],
    ])
  })

  test('says where it comes from: what was compared, how, each company’s year end, each record', async () => {
    const { content, done } = await exported({ basis: 'annual', asOf: null })
    const files = unpacked(content)
    const provenance = sheetNamed(files, 'Provenance')
    for (const words of ['ACME, BOLT, NONE', 'by fiscal period', 'December', 'June', 'Not stored', 'now']) {
      expect(provenance).toContain(`>${words}<`)
    }
    expect(provenance.match(/[0-9a-f]{64}/g)).toHaveLength(19)
    expect([...files.values()].join('')).not.toContain('some-long-key')
    expect(done).toMatchObject({ fileName: 'ACME against BOLT 2026-01-05.xlsx', rows: 8, cut: 0 })
  })

  test('no text of the library runs in it', async () => {
    const { content } = await exported({ basis: 'annual', lines: ['Revenue'] })
    const formulas = [...unpacked(content).values()].flatMap((xml) =>
      [...xml.matchAll(/<f>([^<]*)<\/f>/g)].map(([, text = '']) =>
        text.replaceAll('&quot;', '"').replaceAll(/&[gl]t;/g, '<'),
      ),
    )
    const known =
      /^(?:(?:IF|ISNUMBER|COUNT|SUM|MEDIAN|AVERAGE|ROUND|OR|AND|N|MAX|ABS|IFERROR|NA|COUNTIFS)\(|'[A-Z][\w ]*'!|[A-Z]+\d+|\$[A-Z]+:\$[A-Z]+|"(?:n\/a|n\.m\.|ties|break|known|)"|[\d.]+|[-+*/^<=,() ])+$/
    expect(formulas.length).toBeGreaterThan(20)
    expect(formulas.filter((text) => !known.test(text))).toEqual([])
  })
})

test('each sheet is headed by the companies, not by the name of the file, and no legend lies over the heading', async () => {
  const compared = await comparisonSetup(companies)
  const spec = compared.spec({ companies: [{ symbol: 'ACME' }, { symbol: 'BOLT' }], lines, basis: 'annual' })
  const [title, heading] = ['ACME BOLT 2026-01-05', 'ACME, BOLT']
  const asked = compared.api.exports.comparison({ spec, title, heading, as: 'xlsx', scale: 'millions' })
  const files = unpacked((await taken(asked)).content)
  for (const name of ['Spread', 'Over time', 'Checks']) {
    const [, first = ''] = /<row r="1".*?>(.*?)<\/row>/s.exec(sheetNamed(files, name)) ?? []
    expect(first).toContain(`>${heading}<`)
    expect(first).not.toContain('2026-01-05')
  }
  const rowOf = (name: string, row: number) =>
    new RegExp(`<row r="${row}".*?</row>`, 's').exec(sheetNamed(files, name))?.[0] ?? ''
  expect([1, 5].map((row) => rowOf('Spread', row).includes('other sheet'))).toEqual([true, false])
  expect([1, 5].map((row) => rowOf('Over time', row).includes('other sheet'))).toEqual([false, true])
})

test('as separated values, Markdown and JSON it is the spread, in full precision', async () => {
  const spec: Partial<ComparisonSpec> = { basis: 'annual', lines: ['Revenue', 'calculated.gross_margin'], periods: 2 }
  expect((await exported(spec, 'csv')).content.toString()).toBe(
    '\uFEFFline,field,unit,ACME FY2023,ACME FY2024,BOLT FY2023,BOLT FY2024,NONE FY2023,NONE FY2024\r\n' +
      'Period ends,,,2023-12-31,2024-12-31,2023-06-30,2024-06-30,,\r\n' +
      'Revenue,Revenue,money,1000,1200,0,50,,\r\n' +
      'Gross margin,calculated.gross_margin,percent,0.4,0.3333333333333333,n.m.,-0.16,,\r\n',
  )
  expect((await exported(spec, 'markdown')).content.toString()).toContain('| Revenue | Revenue | money | 1000 |')
  const { rows } = JSON.parse((await exported(spec, 'json')).content.toString()) as { rows: unknown[][] }
  expect(rows[1]?.slice(3)).toEqual([1000, 1200, 0, 50, null, null])
})

test.each([
  ['yoy', 'growth y/y', ['growth', 'difference in percent', 'difference in percent']],
  ['cagr', 'CAGR over 1 years', ['growth', 'growth', 'growth']],
  [
    'common-size',
    'common size: % of revenue, balance sheet lines % of total assets',
    ['percent', 'percent', 'percent'],
  ],
  ['index', 'index, first positive figure = 100', ['index', 'index', 'index']],
  ['peer', 'difference vs. peer (BOLT)', ['difference in money', 'difference in percent', 'difference in percent']],
] as const)('as separated values and Markdown it says what %s made of its figures', async (mode, words, units) => {
  const ask = await exporter()
  const chosen = { lines: ['Revenue', 'calculated.gross_margin', 'calculated.revenue_growth'], periods: 1 }
  const spec: Partial<ComparisonSpec> = { ...chosen, basis: 'annual', mode, peer: 'BOLT', years: 1 }
  const rowsOf = async (as: 'tsv' | 'markdown', between: string) => {
    const { content } = await ask(spec, as)
    return content
      .toString()
      .split(/\r?\n/)
      .map((row) => row.split(between).map((cell) => cell.trim()))
  }
  const separated = await rowsOf('tsv', '\t')
  expect(separated[2]).toEqual(['Shown as', '', '', words, words, words])
  expect(separated.slice(3, 6).map(([, , unit]) => unit)).toEqual(units)
  const markdown = await rowsOf('markdown', '|')
  expect(markdown[3]?.[1]).toBe('Shown as')
  expect(markdown.slice(4, 7).map((row) => row[3])).toEqual(units)
})

test('a comparison of companies that the library has not is no empty file', async () => {
  const { api } = openedCore()
  const spec: ComparisonSpec = {
    companies: [{ symbol: 'NONE' }],
    lines: ['Revenue'],
    basis: 'annual',
    alignment: 'fiscal',
    mode: 'values',
    periods: 4,
    asOf: null,
  }
  const question = { spec, title: 'None', as: 'xlsx', scale: 'units' } as const
  expect(await failureOfQuestion(api.exports.comparison(question))).toEqual({ kind: 'not-in-library' })
})
