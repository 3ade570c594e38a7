import { describe, expect, test } from 'vitest'
import { enhanced } from '../records.ts'
import { byCompany, comparisonSetup, quartersOf } from './comparison-setup.ts'

const revenues = (...figures: readonly number[]) => figures.map((Revenue) => ({ Revenue }))

/** Ends its year in December; 2023 brought 10 + 20 + 30 + 40. */
const december = [
  ...quartersOf('DEC', { year: 2023, quarter: 1, end: '2023-03-31' }, revenues(10, 20, 30, 40, 11, 22, 33, 44)),
  enhanced({ symbol: 'DEC', year: 2023 }, { Revenue: 100 }),
  enhanced({ symbol: 'DEC', year: 2024 }, { Revenue: 110 }),
]
/** Ends its year in June: calendar 2024 is Q3 and Q4 of its 2024, Q1 and Q2 of its 2025. */
const june = [
  ...quartersOf('JUN', { year: 2024, quarter: 1, end: '2023-09-30' }, revenues(1, 2, 3, 4, 5, 6, 7, 8)),
  enhanced({ symbol: 'JUN', year: 2024, end: '2024-06-30' }, { Revenue: 10 }),
  enhanced({ symbol: 'JUN', year: 2025, end: '2025-06-30' }, { Revenue: 26 }),
]

describe('companies side by side', () => {
  test('by fiscal label stand 2024 next to 2024, whenever it ends; what one of them has not is n/a', async () => {
    const setup = await comparisonSetup({ DEC: december, JUN: june })
    const table = await setup.table()
    expect(table.columns.map(({ key }) => key)).toEqual(['2023', '2024', '2025'])
    expect(byCompany(table, 'Revenue')).toEqual([
      [100, 110, null],
      [null, 10, 26],
    ])
    expect(table.companies.map(({ yearEnd }) => yearEnd)).toEqual([12, 6])
    expect(table.companies[1]?.periods[1]).toMatchObject({ how: 'filed', endPeriod: '2024-06-30' })
  })

  test('by calendar is a year the sum of its four quarters, or the fiscal year whose midpoint it holds, and says which', async () => {
    const setup = await comparisonSetup({ DEC: december, JUN: june })
    const table = await setup.table({ alignment: 'calendar' })
    expect(table.columns.map(({ key }) => key)).toEqual(['2023', '2024'])
    // 3 + 4 + 5 + 6; of 2023 only two quarters are there, and fiscal 2024 has its middle on 30 December 2023.
    expect(byCompany(table, 'Revenue')).toEqual([
      [100, 110],
      [10, 18],
    ])
    expect(
      table.companies.map(({ periods }) => periods.map((period) => [period?.how, period?.recordIds.length])),
    ).toEqual([
      [
        ['sum', 4],
        ['sum', 4],
      ],
      [
        ['midpoint', 1],
        ['sum', 4],
      ],
    ])
  })

  test('by calendar is a quarter where its midpoint lies', async () => {
    const setup = await comparisonSetup({ DEC: december, JUN: june })
    const table = await setup.table({ alignment: 'calendar', basis: 'quarterly', periods: 2 })
    expect(table.columns.map(({ key }) => key)).toEqual(['2025 Q1', '2025 Q2'])
    expect(byCompany(table, 'Revenue')).toEqual([
      [null, null],
      [7, 8],
    ])
  })

  test('over twelve months only where four quarters follow each other; else it says which one is not there', async () => {
    const gap = quartersOf('GAP', { year: 2024, quarter: 1, end: '2024-03-31' }, revenues(1, 2, 3, 4)).filter(
      (_, at) => at !== 2,
    )
    const setup = await comparisonSetup({ DEC: december, GAP: gap })
    const table = await setup.table({ basis: 'annual-ltm', mode: 'yoy' })
    expect(table.columns.map(({ key }) => key)).toEqual(['2023', '2024', 'LTM'])
    expect(byCompany(table, 'Revenue')).toEqual([
      [100, 110, 110],
      [null, null, null],
    ])
    expect(byCompany(table, 'Revenue', 'shown')[0]).toEqual([null, 0.1, 0.1])
    expect(table.companies[1]?.missing).toEqual(['LTM n/a: Q3 FY2024 missing'])
    const rolling = await setup.table({ basis: 'ltm' })
    expect(byCompany(rolling, 'Revenue')[0]?.filter((figure) => figure !== null)).toEqual([100, 101, 103, 106, 110])
  })

  test('two records that say the same period leave it empty rather than one of them right', async () => {
    const twice = [
      enhanced({ symbol: 'TWO', year: 2024 }, { Revenue: 1 }),
      enhanced({ symbol: 'TWO', year: 2024, end: '2024-09-30' }, { Revenue: 2 }),
    ]
    const setup = await comparisonSetup({ DEC: december, TWO: twice })
    const table = await setup.table()
    expect(byCompany(table, 'Revenue')[1]).toEqual([null, null])
    expect(table.companies[1]?.missing).toEqual(['two periods are FY2024'])
  })

  test('a column says what is odd about its period, and what in it does not tie with other records', async () => {
    const quarters = quartersOf('ODD', { year: 2024, quarter: 1, end: '2024-03-31' }, revenues(10, 20, 30, 40))
    const setup = await comparisonSetup({
      ODD: [...quarters, enhanced({ symbol: 'ODD', year: 2024 }, { Revenue: 107 })],
    })
    const last = async (basis: 'annual' | 'quarterly') => (await setup.table({ basis })).companies[0]?.periods.at(-1)
    expect(await last('annual')).toMatchObject({ quarter: 'FY', breaks: ['Revenue'], remarks: [] })
    expect(await last('quarterly')).toMatchObject({ quarter: 'Q4', breaks: ['Revenue'] })
    const moved = await comparisonSetup({ ODD: [...quarters.slice(0, 2), ...quarters.slice(3)] })
    expect((await moved.table({ basis: 'quarterly' })).companies[0]?.periods.at(-1)?.remarks).toEqual([
      { kind: 'gap', message: 'Q4 FY2024 ends 184 days after Q2 FY2024: the period between them is missing.' },
    ])
  })

  test('a company that the library has nothing of stands there empty; a line that is not known is named', async () => {
    const setup = await comparisonSetup({ DEC: december })
    const table = await setup.table({
      companies: [{ symbol: 'DEC' }, { symbol: 'NONE' }],
      lines: ['Revenue', 'own.gone'],
    })
    expect(table.companies[1]).toMatchObject({ edition: null, yearEnd: null, periods: [null, null] })
    expect(table.unknownLines).toEqual(['own.gone'])
  })
})

describe('figures in another light', () => {
  const years = (symbol: string, ...figures: readonly Record<string, unknown>[]) =>
    figures.map((each, at) => enhanced({ symbol, year: 2021 + at }, each))

  test('grow on what is not shown as well, a year and over years; across signs they do not', async () => {
    const setup = await comparisonSetup({
      ONE: years('ONE', ...revenues(100, 110, 99, 133.1)),
      LOSS: years('LOSS', ...revenues(-5, 5, 0, 5)),
    })
    const yoy = await setup.table({ mode: 'yoy', periods: 3 })
    expect(byCompany(yoy, 'Revenue', 'shown')).toEqual([
      [0.1, -0.1, 0.344444],
      ['n.m.', -1, 'n.m.'],
    ])
    const cagr = await setup.table({ mode: 'cagr', years: 3, periods: 1 })
    expect(byCompany(cagr, 'Revenue', 'shown')).toEqual([[0.1], ['n.m.']])
  })

  test('as common size over revenue and over total assets; indexed to 100 at the first that is shown', async () => {
    const setup = await comparisonSetup({
      ONE: years(
        'ONE',
        { Revenue: 50, GrossProfit: 20, Goodwill: 1, TotalAssets: 8 },
        { Revenue: 200, GrossProfit: 50, Goodwill: 2, TotalAssets: 0 },
      ),
    })
    const lines = ['Revenue', 'GrossProfit', 'Goodwill', 'calculated.gross_margin']
    const sized = await setup.table({ mode: 'common-size', lines })
    expect(lines.map((field) => byCompany(sized, field, 'shown')[0])).toEqual([
      [1, 1],
      [0.4, 0.25],
      [0.125, 'n.m.'],
      [null, null],
    ])
    expect(byCompany(await setup.table({ mode: 'index', lines }), 'Revenue', 'shown')).toEqual([[100, 400]])
    expect(byCompany(await setup.table({ mode: 'index', periods: 1 }), 'Revenue', 'shown')).toEqual([[100]])
  })

  test('amounts of money have no rank and no median: nobody says in which currency they are; margins and growth have', async () => {
    const margins = (symbol: string, profit: number) => years(symbol, { Revenue: 100, GrossProfit: profit })
    const setup = await comparisonSetup({
      A: margins('A', 40),
      B: margins('B', 60),
      C: margins('C', 40),
      D: years('D', { Revenue: 100 }),
    })
    const lines = ['Revenue', 'calculated.gross_margin', 'debt_to_equity', 'BasicSharesOutstanding']
    const table = await setup.table({ lines })
    expect(table.lines.map(({ ranks, median }) => [ranks, median])).toEqual([
      [[], []],
      [[2, 1, 2, null], [0.4]],
      [[null, null, null, null], [null]],
      [[null, null, null, null], [null]],
    ])
    const against = await setup.table({ lines, mode: 'peer', peer: 'B' })
    expect(byCompany(against, 'calculated.gross_margin', 'shown')).toEqual([[-0.2], [0], [-0.2], [null]])
    expect(byCompany(against, 'Revenue', 'shown')).toEqual([[null], [null], [null], [null]])
    const median = await setup.table({ lines, mode: 'median' })
    expect(byCompany(median, 'calculated.gross_margin', 'shown')).toEqual([[0], [0.2], [0], [null]])
  })

  test('the least leverage is the first, and so is the least cost of what is sold', async () => {
    const of = (symbol: string, debt: number, cost: number) =>
      years(symbol, { debt_to_equity: debt, Revenue: 100, CostOfRevenue: cost })
    const setup = await comparisonSetup({ A: of('A', 2, 50), B: of('B', 1, 60), C: of('C', 3, 40) })
    const table = await setup.table({ lines: ['debt_to_equity', 'CostOfRevenue'], mode: 'common-size' })
    expect(table.lines[1]?.ranks).toEqual([2, 3, 1])
    expect((await setup.table({ lines: ['debt_to_equity'] })).lines[0]?.ranks).toEqual([2, 1, 3])
  })

  test('what the service scores in the text stands next to the figures', async () => {
    const setup = await comparisonSetup({
      A: years('A', { mdna: { tone_score: 0.25, forward_to_historical_ratio: 1.5 }, risk_factors: { count: 31 } }),
    })
    const lines = [
      'mdna.tone_score',
      'mdna.forward_to_historical_ratio',
      'risk_factors.count',
      'litigation_mentions.count',
    ]
    const table = await setup.table({ lines })
    expect(table.lines.map(({ values }) => values)).toEqual([[0.25], [1.5], [31], [null]])
  })

  test('a margin of twelve months is one of sums, not a sum of margins', async () => {
    const quarters = [
      { Revenue: 100, GrossProfit: 50 },
      { Revenue: 300, GrossProfit: 60 },
      { Revenue: 100, GrossProfit: 50 },
      { Revenue: 100, GrossProfit: 50 },
    ]
    const setup = await comparisonSetup({ A: quartersOf('A', { year: 2024, quarter: 1, end: '2024-03-31' }, quarters) })
    const table = await setup.table({ basis: 'annual-ltm', lines: ['calculated.gross_margin', 'roic'] })
    expect(byCompany(table, 'calculated.gross_margin')).toEqual([[0.35]])
    expect(byCompany(table, 'roic')).toEqual([[null]])
  })
})

describe('what is not chosen', () => {
  test('is by calendar where fiscal years end in other months, and fiscal where they end together', async () => {
    const setup = await comparisonSetup({ DEC: december, JUN: june })
    expect((await setup.table({ alignment: 'automatic' })).alignment).toBe('calendar')
    const together = await setup.table({ alignment: 'automatic', companies: [{ symbol: 'DEC' }] })
    expect(together.alignment).toBe('fiscal')
    expect(together.columns.map(({ key }) => key)).toEqual(['2023', '2024'])
  })

  test('shows no period that most companies lack', async () => {
    const early = [...december, enhanced({ symbol: 'EARLY', year: 2025 }, { Revenue: 130 })].map((record) => ({
      ...record,
      symbol: 'EARLY',
    }))
    const late = december.map((record) => ({ ...record, symbol: 'LATE' }))
    const setup = await comparisonSetup({ DEC: december, LATE: late, EARLY: early })
    const keys = async (periodChoice: 'common' | 'latest') =>
      (await setup.table({ periods: 2, periodChoice })).columns.map(({ key }) => key)
    expect(await keys('latest')).toEqual(['2024', '2025'])
    expect(await keys('common')).toEqual(['2023', '2024'])
  })
})

test('amounts of money are ranked only where the user says that they are in one currency', async () => {
  const setup = await comparisonSetup({ DEC: december, JUN: june })
  const lineOf = async (oneCurrency?: boolean) =>
    (await setup.table({ ...(oneCurrency !== undefined && { oneCurrency }), alignment: 'calendar', periods: 1 }))
      .lines[0]
  expect(await lineOf()).toMatchObject({ isRanked: false, ranks: [], median: [] })
  expect(await lineOf(true)).toMatchObject({ isRanked: true, ranks: [1, 2], median: [64] })
})

describe('the last twelve months', () => {
  const quarter = {
    Revenue: 100,
    CostOfRevenue: 50,
    OperatingIncome: 25,
    IncomeBeforeIncomeTaxes: 20,
    IncomeTaxes: 5,
    NetIncomeLossAttributableCommonShareholders: 15,
    Inventories: 40,
    AccountsPayable: 20,
    DebtCurrent: 10,
    LongTermDebtCapitalLeaseObligations: 90,
    TotalEquity: 200,
    TotalEquityAttributableParent: 150,
    TotalAssets: 600,
    roic: 0.05,
    debt_to_equity: 0.5,
    return_on_assets: 0.025,
    return_on_equity: 0.1,
    working_capital_days: { dso: 45, dio: 80, dpo: 40 },
  }
  const metrics = {
    // 100 after a quarter of tax, over 100 of debt and 200 of equity.
    roic: 0.25,
    debt_to_equity: 0.5,
    return_on_assets: 0.1,
    return_on_equity: 0.4,
    // The last quarter's own.
    'working_capital_days.dso': 47,
    // 40 of inventories and 20 owed, over 200 of cost.
    'working_capital_days.dio': 73,
    'working_capital_days.dpo': 36.5,
  }
  const last = { ...quarter, working_capital_days: { ...quarter.working_capital_days, dso: 47 } }
  const records = quartersOf('A', { year: 2024, quarter: 1, end: '2024-03-31' }, [quarter, quarter, quarter, last])

  test('have returns, leverage and days from four quarters and the balances at their end', async () => {
    const setup = await comparisonSetup({ A: records })
    const table = await setup.table({ basis: 'annual-ltm', lines: Object.keys(metrics) })
    expect(Object.fromEntries(table.lines.map(({ field, values }) => [field, values[0]]))).toEqual(metrics)
    const recordIds = [...(table.companies[0]?.periods[0]?.recordIds ?? [])]
    for (const [field, value] of Object.entries(metrics)) {
      if (field === 'working_capital_days.dso') continue
      const source = await setup.api.source.calculated({ recordIds, field })
      expect({ field, value: source.value }).toEqual({ field, value })
    }
  })

  test('have no days where the service states none, as of a bank', async () => {
    const bank = quartersOf(
      'B',
      { year: 2024, quarter: 1, end: '2024-03-31' },
      Array.from({ length: 4 }, () => ({ ...quarter, working_capital_days: null })),
    )
    const setup = await comparisonSetup({ B: bank })
    const table = await setup.table({ basis: 'annual-ltm', lines: ['working_capital_days.dio', 'roic'] })
    expect(table.lines.map(({ values }) => values[0])).toEqual([null, 0.25])
  })
})

describe('figures whose labels contradict their dates', () => {
  /** The year that ends in June is labeled 2022, the next one ends eighteen months later. */
  const moved = [
    enhanced({ symbol: 'MOVE', year: 2021, end: '2021-06-30' }, { Revenue: 80 }),
    enhanced({ symbol: 'MOVE', year: 2022, end: '2022-06-30' }, { Revenue: 100 }),
    enhanced({ symbol: 'MOVE', year: 2023, end: '2023-12-31' }, { Revenue: 209.1 }),
    enhanced({ symbol: 'MOVE', quarter: 'Q2', year: 2024, end: '2024-12-15' }, { Revenue: 50 }),
    enhanced({ symbol: 'MOVE', quarter: 'Q2', year: 2025, end: '2025-06-30' }, { Revenue: 30 }),
  ]
  const steady = [2021, 2022, 2023].map((year, at) => enhanced({ symbol: 'STAY', year }, { Revenue: 100 + 10 * at }))

  test('have no growth, as on the company’s page, and the source says why; other companies have theirs', async () => {
    const setup = await comparisonSetup({ MOVE: moved, STAY: steady })
    const { id } = await setup.api.metrics.save({
      name: 'Change',
      formula: 'Revenue - yearago(Revenue)',
      unit: 'money',
    })
    const own = `own.${id}`
    const lines = ['Revenue', 'calculated.revenue_growth', own]
    const years = await setup.table({ mode: 'yoy', lines })
    expect(byCompany(years, 'Revenue', 'shown')).toEqual([
      [null, 0.25, null],
      [null, 0.1, 0.090909],
    ])
    expect(byCompany(years, 'calculated.revenue_growth')[0]).toEqual([null, 0.25, null])
    expect(byCompany(years, own)).toEqual([
      [null, 20, null],
      [null, 10, 10],
    ])
    expect(byCompany(await setup.table({ mode: 'cagr', years: 2 }), 'Revenue', 'shown')).toEqual([
      [null, null, null],
      [null, null, 0.095445],
    ])
    const quarters = await setup.table({ mode: 'yoy', basis: 'quarterly' })
    expect(byCompany(quarters, 'Revenue', 'shown')[0]).toEqual([null, null])

    const recordIds = [...(years.companies[0]?.periods[2]?.recordIds ?? [])]
    const source = await setup.api.source.calculated({ recordIds, field: 'Revenue', comparison: 'yoy' })
    expect([source.value, source.rule]).toEqual([
      null,
      'Revenue ÷ prior-year revenue − 1 (FY2022 ends 549 days before FY2023: the year-end changed, or a period is mislabeled)',
    ])
    const ofMetric = await setup.api.source.calculated({ recordIds, field: own })
    expect(ofMetric).toMatchObject({ value: null, inputs: [{ year: 2023, value: 209.1 }] })
  })

  test.each(['fiscal', 'calendar'] as const)(
    'have in every %s column the growth that their source calculates, on the same records',
    async (alignment) => {
      // Before its quarters, the library has the year alone; the quarters of the other company have other labels after its year-end moved.
      const year = enhanced({ symbol: 'DEC', year: 2022 }, { Revenue: 80 })
      const relabeled = [
        ...quartersOf('NEW', { year: 2023, quarter: 1, end: '2022-09-30' }, revenues(1, 2, 3, 4)),
        ...quartersOf('NEW', { year: 2023, quarter: 3, end: '2023-09-30' }, revenues(5, 6, 7, 8, 9)).map((each) => ({
          ...each,
          Year: Number(each['Year']) + 1,
        })),
      ]
      const setup = await comparisonSetup({ DEC: [year, ...december], NEW: relabeled })
      let grown = 0
      for (const basis of ['annual', 'annual-ltm', 'quarterly', 'ltm'] as const) {
        for (const mode of ['yoy', 'qoq'] as const) {
          const table = await setup.table({ alignment, basis, mode })
          const shown = byCompany(table, 'Revenue', 'shown')
          for (const [company, { symbol, periods }] of table.companies.entries()) {
            for (const [column, records] of periods.entries()) {
              // The window explains a change from one sum to the next by the table itself.
              if (!records || (mode === 'qoq' && records.recordIds.length > 1)) continue
              const { value } = await setup.api.source.calculated({
                recordIds: [...records.recordIds],
                field: 'Revenue',
                comparison: mode,
                baseRecordIds: [...(mode === 'yoy' ? records.yearAgo : records.prior)],
              })
              const cell = { basis, mode, symbol, column: table.columns[column]?.key }
              const figure = shown[company]?.[column] ?? null
              expect({ ...cell, value: typeof value === 'number' ? Number(value.toFixed(6)) : value }).toEqual({
                ...cell,
                value: figure,
              })
              if (typeof figure === 'number') grown += 1
            }
          }
        }
      }
      expect(grown).toBeGreaterThan(15)
    },
  )

  test('say of twelve months which quarter has no previous one', async () => {
    const quarters = (year: number, end: string, count: number) =>
      quartersOf('LATE', { year, quarter: 1, end }, revenues(1, 2, 3, 4).slice(0, count))
    const setup = await comparisonSetup({
      LATE: [...quarters(2023, '2023-03-31', 4), ...quarters(2024, '2024-08-31', 4)],
    })
    const table = await setup.table({ basis: 'ltm', mode: 'yoy' })
    expect(byCompany(table, 'Revenue', 'shown')[0]?.at(-1)).toBeNull()
    const recordIds = [...(table.companies[0]?.periods.at(-1)?.recordIds ?? [])]
    expect((await setup.api.source.calculated({ recordIds, field: 'Revenue', comparison: 'yoy' })).rule).toContain(
      '(Q4 FY2023 ends 244 days before Q1 FY2024: the year-end changed, or a period is mislabeled)',
    )
    expect((await setup.api.source.calculated({ recordIds, field: 'Revenue', comparison: 'qoq' })).rule).toContain(
      '(q/q is not calculated over four quarters)',
    )
  })
})
