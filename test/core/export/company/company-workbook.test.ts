import { describe, expect, test } from 'vitest'
import type { ExportFormat } from '#contract/api/exports.ts'
import { comparisonSetup, quartersOf } from '../../comparisons/comparison-setup.ts'
import { failureOfQuestion, openedCore } from '../../opened-core.ts'
import { statementsSetup } from '../../fundamentals/statements-setup.ts'
import { enhanced, lite, paged } from '../../records.ts'
import { json } from '../../service/scripted-service.ts'
import { sheetNamed, unpacked } from '../archive.ts'
import { noSpreadsheet, recalculated } from '../office.ts'
import { recalculation } from '../recalculated.ts'
import { taken } from '../taken.ts'

/** Gross profit of 2024 is a hundred off; of 2023 the cost is not known. */
const company = [
  enhanced({ year: 2023 }, { Revenue: 1000, GrossProfit: 400, TotalAssets: 5, TotalLiabilitiesEquity: 5 }),
  enhanced({ year: 2024 }, { Revenue: 1200, CostOfRevenue: 700, GrossProfit: 400, DilutedEarningsPerShare: -1.25 }),
  ...quartersOf('ACME', { year: 2024, quarter: 1, end: '2024-03-31' }, [
    { Revenue: 100, GrossProfit: 10, CashEquivalents: 7, DilutedEarningsPerShare: 0.1 },
    { Revenue: 200, GrossProfit: 20, CashEquivalents: 8, DilutedEarningsPerShare: 0.2 },
    { Revenue: 300, GrossProfit: 30, CashEquivalents: 9, DilutedEarningsPerShare: -0.3 },
    { Revenue: 600, GrossProfit: null, CashEquivalents: 10, DilutedEarningsPerShare: 0.4 },
  ]),
]

async function exported(as: ExportFormat, metric?: { name: string; formula: string }) {
  const setup = await comparisonSetup({ ACME: company })
  if (metric) await setup.api.metrics.save({ ...metric, unit: 'percent' })
  const question = { symbol: 'ACME', as, scale: 'millions', asOf: null } as const
  return taken(setup.api.exports.company(question))
}

/** The names of a sheet's periods, and what follows them. */
function headsOf(sheet: string[][] | undefined): string[] {
  return sheet?.find(([, second]) => second === 'Field')?.slice(2) ?? []
}

/** A row of a sheet by the words that it begins with: what has a head, without what is hidden and the change. */
function rowOf(sheet: string[][] | undefined, label: string): string[] {
  const row = sheet?.findLast(([first]) => first === label) ?? []
  return headsOf(sheet).flatMap((head, at) => (isFigure(head) ? (row[2 + at] ?? '') : []))
}

const isFigure = (head: string) => /^(?:Q\d )?FY\d+$|^LTM$|^Latest$/.test(head)

describe('a company’s workbook', () => {
  test('calculates in a spreadsheet what the screen shows, from figures that are stored as received', async ({
    skip,
  }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const { content } = await exported('xlsx', { name: 'Half margin', formula: '[Gross margin] / 2' })
    const sheets = recalculated(content)
    const [annual, quarterly] = [sheets.get('Income statement, annual'), sheets.get('Income statement')]
    expect(annual?.find(([label]) => label === 'Revenue')?.slice(2, 4)).toEqual(['1000', '1200'])
    expect(headsOf(annual).filter(Boolean)).toEqual(['FY2023', 'FY2024', 'y/y'])
    expect(rowOf(annual, 'Revenue')).toEqual(['n/a', '0.2'])
    expect(rowOf(annual, 'Gross margin').map(rounded)).toEqual([0.4, 0.333333])
    expect(rowOf(annual, 'Basic EPS')).toEqual(['n/a', 'n/a'])
    expect(headsOf(quarterly).filter(Boolean)).toEqual([
      ...['Q1 FY2024', 'Q2 FY2024', 'Q3 FY2024', 'Q4 FY2024'],
      ...['Prior-year LTM', 'LTM', 'y/y'],
    ])
    expect(rowOf(quarterly, 'Cost of revenue')).toEqual(['n/a', 'n/a', 'n/a', 'n/a', 'n/a'])
    expect(quarterly?.find(([label]) => label === 'Revenue')?.[2 + headsOf(quarterly).indexOf('LTM')]).toBe('1200')
    // As the year that ends with them reports it; the quarters would add up to 0.4.
    const eps = quarterly?.find(([label]) => label === 'Diluted EPS')
    expect(eps?.[2 + headsOf(quarterly).indexOf('LTM')]).toBe('-1.25')
    expect(rowOf(sheets.get('Balance sheet'), 'Cash and equivalents')).toEqual(['7', '8', '9', '10', '10'])
    // Of each quarter end, from the statement’s cells; of gross profit one quarter is missing.
    const metrics = sheets.get('Metrics')
    expect(rowOf(metrics, 'Revenue').slice(0, 4)).toEqual(['n/a', 'n/a', 'n/a', '1200'])
    expect(rowOf(metrics, 'Gross margin').slice(0, 4)).toEqual(['n/a', 'n/a', 'n/a', 'n/a'])
    expect(sheets.get('Metrics, annual')?.some(([label]) => label?.startsWith('Last twelve months'))).toBe(false)
    expect(rowOf(sheets.get('Metrics, annual'), 'Half margin').map(rounded)).toEqual([0.2, 0.166667])
  })

  test('changes year over year as its growth rows and the screen do, and cash that is paid by what is paid', async ({
    skip,
  }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const income = 'NetIncomeLossAttributableCommonShareholders'
    const quarter = (
      figures: readonly [income: number, operating: number, revenue: number, spent: number, paid: number],
    ) =>
      Array.from({ length: 4 }, () => ({
        [income]: figures[0],
        OperatingIncome: figures[1],
        Revenue: figures[2],
        PurchasePropertyPlantEquipment: figures[3],
        CashDividends: figures[4],
      }))
    const records = quartersOf('ACME', { year: 2023, quarter: 1, end: '2023-03-31' }, [
      ...quarter([-100, 10, 100, -10, -10]),
      ...quarter([-200, 60, 110, -15, 5]),
    ])
    const setup = await comparisonSetup({ ACME: records })
    const { content } = await taken(
      setup.api.exports.company({ symbol: 'ACME', as: 'xlsx', scale: 'units', asOf: null }),
    )
    const sheets = recalculated(content)
    const figureOf = (sheet: string, head: string, field: string) => {
      const all = sheets.get(sheet) ?? []
      return all.find((row) => row[1] === field)?.[2 + headsOf(all).indexOf(head)]
    }
    const grown = [income, 'OperatingIncome', 'Revenue'].map((field) => [
      figureOf('Income statement', 'y/y', field),
      figureOf('Income statement', 'LTM', `growth.${field}`),
    ])
    expect(grown.map((pair) => pair.map((text = '') => (text === 'n.m.' ? text : rounded(text))))).toEqual([
      ['n.m.', 'n.m.'],
      [5, 5],
      [0.1, 0.1],
    ])
    const paid = ['PurchasePropertyPlantEquipment', 'CashDividends'].map((field) => figureOf('Cash flow', 'y/y', field))
    expect(paid).toEqual(['0.5', 'n.m.'])
    // The file has what a spreadsheet calculates.
    expect(recalculation(content)).toMatchObject({ differences: [], errors: [] })
  })

  test('has check rows that are 0 where totals tie, the difference where they do not, and n/a where nobody can say', async ({
    skip,
  }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const { content } = await exported('xlsx')
    const checks = recalculated(content).get('Checks, annual')
    const tie = (words: string) => {
      const at = checks?.findIndex(([first]) => first === words) ?? 0
      return checks?.slice(at, at + 6).map(([label, , ...figures]) => [label, ...figures.slice(0, 2)])
    }
    expect(tie('Total assets = Total liabilities and equity')?.slice(0, 5)).toEqual([
      ['Total assets = Total liabilities and equity', '0', 'n/a'],
      ['Total liabilities and equity', '5', 'n/a'],
      ['Total assets', '5', 'n/a'],
      ['Tolerance (units)', '1', 'n/a'],
      ['Status', 'ties', 'n/a'],
    ])
    expect(tie('Revenue − Cost of revenue = Gross profit')).toEqual([
      ['Revenue − Cost of revenue = Gross profit', 'n/a', '-100'],
      ['Revenue', '1000', '1200'],
      ['− Cost of revenue', 'n/a', '700'],
      ['Gross profit', '400', '400'],
      ['Tolerance (units)', '1.5', '1.5'],
      ['Status', 'n/a', 'break'],
    ])
    expect(rowOf(checks, 'Checks that tie')).toEqual(['1', '0'])
    expect(rowOf(checks, 'Figures with tie-out breaks')).toEqual(['0', '1'])
  })

  test('counts as many figures that do not tie as the screen: EPS, cash, quarters and the other edition too', async ({
    skip,
  }) => {
    if (noSpreadsheet !== null) return skip(noSpreadsheet)
    const quarter = { Revenue: 100, CashEquivalents: 10, ChangeCashEquivalents: 0 }
    const records = [
      enhanced({ year: 2023 }, { CashEquivalents: 10, TotalAssets: 50 }),
      enhanced(
        { year: 2024 },
        {
          Revenue: 430,
          CostOfRevenue: 100,
          GrossProfit: 320,
          CashEquivalents: 10,
          ChangeCashEquivalents: 25,
          NetIncomeLossAttributableCommonShareholders: 100,
          DilutedEarningsPerShare: 3,
          DilutedSharesOutstanding: 50,
          TotalAssets: 60,
          TotalLiabilitiesEquity: 65,
          Goodwill: 5,
        },
      ),
      ...quartersOf('ACME', { year: 2024, quarter: 1, end: '2024-03-31' }, [quarter, quarter, quarter, quarter]),
    ]
    const setup = await statementsSetup({
      enhanced: (response) => json(response, paged(records)),
      lite: (response) => json(response, [lite({ year: 2024 }, { Goodwill: 4, Revenue: 430 })]),
    })
    await setup.open({ edition: 'lite' })
    const onScreen = async (basis: 'annual' | 'quarterly') => {
      const { periods } = await setup.open({ edition: 'enhanced', basis })
      return periods.filter(({ kind }) => kind !== 'ltm').map(({ breaks }) => breaks.length)
    }
    const question = { symbol: 'ACME', edition: 'enhanced', as: 'xlsx', scale: 'units', asOf: null } as const
    const [annual, quarterly] = [await onScreen('annual'), await onScreen('quarterly')]
    const sheets = recalculated((await taken(setup.api.exports.company(question))).content)
    const counted = (kind: string) =>
      rowOf(sheets.get(kind === 'annual' ? 'Checks, annual' : 'Checks'), 'Figures with tie-out breaks')
        .filter(Boolean)
        .map(Number)
    // Of 2024: gross profit, total assets, EPS, change in cash, revenue of its quarters, goodwill of the lite record.
    expect([annual, quarterly]).toEqual([
      [0, 6],
      [0, 0, 0, 2],
    ])
    expect([counted('annual'), counted('quarterly')]).toEqual([annual, quarterly])
    const checks = sheets.get('Checks, annual') ?? []
    const difference = (label: string) => checks.find(([first]) => first === label)?.at(3)
    expect([
      difference('Net income to common / Diluted shares = Diluted EPS'),
      difference('Revenue: fiscal year = its quarters'),
      difference('Goodwill: enhanced record = lite record'),
    ]).toEqual(['1', '30', '1'])
  })

  test('says where it comes from: requests without the key, records, their content', async () => {
    const { content, done } = await exported('xlsx')
    const files = unpacked(content)
    const provenance = sheetNamed(files, 'Provenance')
    expect(provenance).toContain('Tearsheet 0.0.0-test')
    expect(provenance.match(/[0-9a-f]{64}/g)).toHaveLength(6)
    expect(provenance).toContain('&quot;symbol&quot;:&quot;ACME&quot;')
    expect([...files.values()].join('')).not.toContain('some-long-key')
    expect(done).toMatchObject({ kind: 'done', fileName: 'ACME financials 2026-01-05.xlsx', cut: 0 })
  })

  test('colors what came blue and what is calculated black, and formats what it stores unscaled', async () => {
    const files = unpacked((await exported('xlsx')).content)
    const styles = files.get('xl/styles.xml') ?? ''
    expect(styles).toContain('formatCode="#,##0.0,,_);(#,##0.0,,);&quot;-&quot;_);@_)"')
    expect(styles).toContain('rgb="FF0000FF"')
    expect(files.get('xl/worksheets/sheet1.xml')).toContain('<pane xSplit="2" ySplit="7" topLeftCell="C8"')
  })
})

test.each([
  ['csv', 'income,Revenue,Revenue,money,1000,1200,100,200,300,600,1200\r\n'],
  ['tsv', 'income\tRevenue\tRevenue\tmoney\t1000\t1200\t100\t200\t300\t600\t1200\r\n'],
  ['markdown', '| income | Revenue | Revenue | money | 1000 | 1200 | 100 | 200 | 300 | 600 | 1200 |\n'],
] as const)('as %s it is one table, years before quarters', async (as, row) => {
  expect((await exported(as)).content.toString()).toContain(row)
})

test('as separated values the last twelve months end with their last quarter, whatever periods follow it', async () => {
  const half = enhanced({ quarter: 'H1', year: 2025, end: '2025-06-30' }, { Revenue: 400 })
  const { api } = await comparisonSetup({ ACME: [...company, half] })
  const { content } = await taken(api.exports.company({ symbol: 'ACME', as: 'csv', scale: 'units', asOf: null }))
  const [heads = [], ends = []] = content
    .toString()
    .split('\r\n')
    .map((row) => row.split(','))
  expect(ends[heads.indexOf('H1 FY2025')]).toBe('2025-06-30')
  expect(ends[heads.indexOf('LTM')]).toBe('2024-12-31')
})

test('as JSON figures are numbers and what is not there is null', async () => {
  const { heads, rows } = JSON.parse((await exported('json')).content.toString()) as {
    heads: string[]
    rows: unknown[][]
  }
  expect(heads.slice(0, 6)).toEqual(['statement', 'line', 'field', 'unit', 'FY2023', 'FY2024'])
  expect(rows.find(([, , field]) => field === 'GrossProfit')?.slice(4)).toEqual([400, 400, 10, 20, 30, null, null])
})

test('a company that the library has not is no empty file', async () => {
  const { api } = openedCore()
  const question = { symbol: 'NONE', as: 'csv', scale: 'units', asOf: null } as const
  expect(await failureOfQuestion(api.exports.company(question))).toEqual({ kind: 'not-in-library' })
})

function rounded(text: string): number {
  return Number(Number(text).toFixed(6))
}
