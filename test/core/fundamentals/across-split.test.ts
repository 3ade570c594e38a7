import { describe, expect, test } from 'vitest'
import { byCompany, comparisonSetup } from '../comparisons/comparison-setup.ts'
import { allRecalculated, noSpreadsheet } from '../export/office.ts'
import { statementRow } from '../export/statement-row.ts'
import { taken } from '../export/taken.ts'
import { fourfold, filedRecords, tenfold } from './split-filings.ts'

const eps = 'DilutedEarningsPerShare'
const shares = 'DilutedSharesOutstanding'

const splitSetup = () => comparisonSetup({ TENF: filedRecords('TENF', tenfold), FOUR: filedRecords('FOUR', fourfold) })

/** Up to the end of the fiscal year in which the split lies. */
const fourfoldYear = () => comparisonSetup({ FOUR: filedRecords('FOUR', fourfold.slice(0, 5)) })

describe('a company’s page across a share split', () => {
  test('twelve months that end with the fiscal year have the year’s EPS and shares as reported', async () => {
    const setup = await fourfoldYear()
    const { periods, values } = await setup.open({ symbol: 'FOUR', basis: 'quarterly' })
    expect(periods.map(({ kind }) => kind)).toEqual(['quarter', 'quarter', 'quarter', 'quarter', 'ltm'])
    // 5.00 + 2.50 + 2.60 + 0.75 would be 10.85.
    expect(values[eps]).toEqual([5, 2.5, 2.6, 0.75, 3.3])
    expect(values[shares]?.at(-1)).toBe(17_500e6)
    expect(values['NetIncomeLossAttributableCommonShareholders']?.at(-1)).toBe(57_690e6)
  })

  test('other twelve months with the split in them are n.m., and so is growth across it', async () => {
    const setup = await splitSetup()
    const four = await setup.open({ symbol: 'FOUR', basis: 'quarterly', comparison: 'qoq' })
    expect(four.values[eps]).toEqual([5, 2.5, 2.6, 0.75, 1.7, 'n.m.'])
    expect(four.values[shares]?.at(-1)).toBe('n.m.')
    expect(four.compared[eps]?.map((figure) => (typeof figure === 'number' ? figure.toFixed(3) : figure))).toEqual([
      null,
      '-0.500',
      '0.040',
      'n.m.',
      '1.267',
      null,
    ])
    const yearly = await setup.open({ symbol: 'TENF', basis: 'quarterly', comparison: 'yoy' })
    // Q1 FY2025: 0.60 after, 0.80 before. Q2 FY2025: 0.67 and 0.25 count in the same shares.
    expect(yearly.compared[eps]?.slice(4, 6)).toEqual(['n.m.', 0.67 / 0.25 - 1])
    expect(yearly.compared[shares]?.[4]).toBe('n.m.')
    expect(yearly.compared['Revenue']?.[4]).toBeCloseTo(26_000 / 7000 - 1)
    // 0.37 + 0.49 + 0.60 + 0.67: the split lies before them.
    expect(yearly.values[eps]?.at(-1)).toBe(2.13)
  })

  test('says so in the head of the first period after it, and of twelve months only where it lies within', async () => {
    const setup = await splitSetup()
    const splitIn = async (symbol: string) => {
      const { periods } = await setup.open({ symbol, basis: 'quarterly' })
      return periods.filter(({ remarks }) => remarks.some(({ kind }) => kind === 'split')).map(({ quarter }) => quarter)
    }
    expect(await splitIn('FOUR')).toEqual(['Q4', 'LTM'])
    expect(await splitIn('TENF')).toEqual(['Q2'])
  })

  test('the source drawer names the year, or the split, and shows the same figure', async () => {
    const setup = await splitSetup()
    const { periods } = await setup.open({ symbol: 'FOUR', basis: 'quarterly' })
    const { recordIds } = periods.at(-1) ?? { recordIds: [] }
    const { source } = setup.api
    expect(await source.calculated({ recordIds, field: eps })).toMatchObject({
      value: 'n.m.',
      rule: 'Diluted EPS, last four consecutive quarters; n.m. across a share split',
    })
    const ofYear = await source.calculated({
      recordIds: periods.slice(0, 4).flatMap((each) => each.recordIds),
      field: eps,
    })
    expect(ofYear).toMatchObject({
      value: 3.3,
      rule: 'Diluted EPS of FY2020 as reported, which ends with the same quarter',
      inputs: [{ quarter: 'FY', year: 2020, value: 3.3 }],
    })
    const [after] = periods[3]?.recordIds ?? []
    const growth = await source.calculated({ recordIds: [after ?? 0], field: shares, comparison: 'qoq' })
    expect(growth).toMatchObject({
      value: 'n.m.',
      rule: 'Diluted shares ÷ previous-period diluted shares − 1; n.m. across a share split',
    })
  })
})

describe('a comparison across a share split', () => {
  test('EPS, shares and the metrics made of them have no growth, index or yearly growth across it', async () => {
    const setup = await splitSetup()
    const { id } = await setup.api.metrics.save({
      name: 'EPS change',
      formula: '[Diluted EPS] - prior([Diluted EPS])',
      unit: 'per-share',
    })
    const lines = [eps, shares, 'Revenue', `own.${id}`]
    const quarterly = { companies: [{ symbol: 'FOUR' }], lines, basis: 'quarterly' as const }
    expect(byCompany(await setup.table({ ...quarterly, mode: 'qoq' }), eps, 'shown')).toEqual([
      [null, -0.5, 0.04, 'n.m.', 1.266667],
    ])
    expect(byCompany(await setup.table({ ...quarterly, mode: 'index' }), shares, 'shown')[0]?.slice(2)).toEqual([
      97.777778,
      'n.m.',
      'n.m.',
    ])
    expect(byCompany(await setup.table(quarterly), `own.${id}`)).toEqual([[null, -2.5, 0.1, 'n.m.', 0.95]])
    const twelve = await setup.table({ ...quarterly, basis: 'ltm' })
    expect([byCompany(twelve, eps), byCompany(twelve, shares)]).toEqual([[[3.3, 'n.m.']], [[17_500_000_000, 'n.m.']]])
  })

  test.for(['values', 'yoy', 'qoq', 'index', 'cagr'] as const)(
    'its workbook, as %s, has n.m. where the screen has it',
    async (mode, { skip }) => {
      if (noSpreadsheet !== null) return skip(noSpreadsheet)
      const setup = await splitSetup()
      const { id } = await setup.api.metrics.save({
        name: 'EPS growth',
        formula: 'growth([Diluted EPS])',
        unit: 'percent',
      })
      const lines = [eps, shares, `own.${id}`]
      const specs = (['quarterly', 'ltm', 'annual-ltm'] as const).map((basis) =>
        setup.spec({ lines, basis, mode, years: 1 }),
      )
      const files = []
      for (const spec of specs)
        files.push(await taken(setup.api.exports.comparison({ spec, title: 'Split', as: 'xlsx', scale: 'units' })))
      const books = allRecalculated(files.map(({ content }) => content))
      for (const [at, spec] of specs.entries()) {
        const table = await setup.table(spec)
        for (const line of lines) {
          const told = byCompany(table, line, mode === 'values' ? 'values' : 'shown')
          const row = books[at]?.get('Spread')?.find(([, field]) => field === line) ?? []
          const width = table.columns.length
          const cells = told.map((_, side) => row.slice(2 + side * (width + 1), 2 + side * (width + 1) + width))
          expect(cells.map((some) => some.map(asFigure))).toEqual(told)
        }
      }
    },
  )
})

test('a company’s workbook has the year’s EPS for its twelve months, and n.m. where a split lies within', async ({
  skip,
}) => {
  if (noSpreadsheet !== null) return skip(noSpreadsheet)
  const [whole, mixed] = [await fourfoldYear(), await splitSetup()]
  const question = { symbol: 'FOUR', as: 'xlsx', scale: 'units', asOf: null } as const
  const files = [await taken(whole.api.exports.company(question)), await taken(mixed.api.exports.company(question))]
  const rows = allRecalculated(files.map(({ content }) => content)).map((sheets) => {
    const income = sheets.get('Income statement')
    return [statementRow(income, 'Diluted EPS'), statementRow(income, 'Diluted shares')?.[0]]
  })
  expect(rows).toEqual([
    [['3.3', '5', '2.5', '2.6', '0.75'], '17500000000'],
    [['n.m.', '5', '2.5', '2.6', '0.75', '1.7'], 'n.m.'],
  ])
})

function asFigure(text: string): number | string | null {
  if (text === 'n/a' || text === '') return null
  return text === 'n.m.' ? text : Number(Number(text).toFixed(6))
}
