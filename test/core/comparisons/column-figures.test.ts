import { describe, expect, test } from 'vitest'
import { figuresOf, numberOf } from '#contract/api/figure-numbers.ts'
import type { ComparisonBasis } from '#contract/api/comparisons.ts'
import type { Figure } from '#contract/api/financials.ts'
import { ColumnFigures } from '#core/comparisons/column-figures.ts'
import { periodColumnsOf } from '#core/comparisons/period-columns.ts'
import { figureFields } from '#core/fundamentals/figure-fields.ts'
import type { SeriesPeriod } from '#core/fundamentals/company-series.ts'
import { ShareBases } from '#core/fundamentals/share-split.ts'
import type { Formula } from '#core/metrics/formula.ts'

type Figures = Readonly<Record<string, number | null>>
type Given = readonly [label: string, end: string, figures: Figures]

const periodOf = ([label, endPeriod, figures]: Given, at: number): SeriesPeriod => {
  const [quarter = '', year = ''] = label.split(' ')
  return {
    recordId: at + 1,
    quarter,
    year: Number(year),
    endPeriod,
    firstSeenAt: 0,
    lastSeenAt: 0,
    recordUpdatedAt: null,
    restated: [],
    unreadable: [],
    converted: [],
    imprecise: [],
    kept: [],
    withdrawn: [],
    heldBack: null,
    figures: Float64Array.from(figureFields, (field) => numberOf(figures[field])),
  }
}

interface Options {
  readonly bases?: readonly number[]
  readonly own?: Readonly<Record<string, Formula>>
  readonly basis?: ComparisonBasis
}

/** A company's columns on the fiscal calendar: of years and the last twelve months, where `basis` does not say otherwise. */
function columnsOf(
  given: readonly Given[],
  { bases = given.map(() => 1), own = {}, basis = 'annual-ltm' }: Options = {},
) {
  const periods = given.map(periodOf)
  const { sources, columns: unordered } = periodColumnsOf(periods, basis, 'fiscal')
  const columns = unordered.toSorted((one, other) => one.order - other.order)
  const figures = new ColumnFigures({
    periods,
    shareBases: new ShareBases(bases, []),
    columns,
    sources,
    own: new Map(Object.entries(own)),
    prior: Int32Array.from(columns, (_, at) => at - 1),
    yearAgo: Int32Array.from(columns, (_, at) => at - 1),
  })
  return {
    figures,
    line: (field: string): Record<string, Figure | undefined> => {
      const line = figuresOf(figures.line(field))
      return Object.fromEntries(columns.map(({ key }, at) => [key, line[at]]))
    },
  }
}

const quarters = (
  figures: (quarter: number) => Figures,
  ends = ['2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31'],
) => ends.map((end, at): Given => [`Q${at + 1} 2024`, end, figures(at + 1)])

describe('a column of one period', () => {
  test('has the figures of that period, n/a where it has none', () => {
    const { line } = columnsOf([
      ['FY 2022', '2022-12-31', { Revenue: 5 }],
      ['FY 2023', '2023-12-31', { GrossProfit: 2 }],
    ])
    expect(line('Revenue')).toEqual({ 2022: 5, 2023: null })
    expect(line('GrossProfit')).toEqual({ 2022: null, 2023: 2 })
    expect(line('Goodwill')).toEqual({ 2022: null, 2023: null })
  })

  test('calculates lines of what stands in it, with the column before for what looks back', () => {
    const own: Record<string, Formula> = {
      'own.1': { kind: 'call', name: 'prior', of: [{ kind: 'line', field: 'Revenue' }] },
      'own.2': { kind: 'call', name: 'growth', of: [{ kind: 'line', field: 'own.1' }] },
    }
    const { line } = columnsOf(
      [
        ['FY 2022', '2022-12-31', { Revenue: 4, GrossProfit: 1 }],
        ['FY 2023', '2023-12-31', { Revenue: 5, GrossProfit: 2 }],
        ['FY 2024', '2024-12-31', { Revenue: 6 }],
      ],
      { own },
    )
    expect(line('calculated.gross_margin')).toEqual({ 2022: 0.25, 2023: 0.4, 2024: null })
    expect(line('own.1')).toEqual({ 2022: null, 2023: 4, 2024: 5 })
    expect(line('own.2')).toEqual({ 2022: null, 2023: null, 2024: 0.25 })
  })

  test('has no figure of a line that nobody knows, or of a metric that needs itself', () => {
    const itself: Formula = { kind: 'negative', of: { kind: 'line', field: 'own.1' } }
    const { line } = columnsOf([['FY 2023', '2023-12-31', { Revenue: 5 }]], { own: { 'own.1': itself } })
    expect([line('Turnover'), line('own.1')]).toEqual([{ 2023: null }, { 2023: null }])
  })
})

describe('a column of four quarters', () => {
  test('sums flows, takes balances at the end, averages average shares, and leaves the service’s own metrics out', () => {
    const { line } = columnsOf(
      quarters((quarter) => ({
        Revenue: 10 * quarter,
        GrossProfit: 4 * quarter,
        TotalAssets: quarter,
        DilutedSharesOutstanding: 100 + quarter,
        pe_ratio: 20,
      })),
    )
    expect(line('Revenue')).toEqual({ LTM: 100 })
    expect(line('TotalAssets')).toEqual({ LTM: 4 })
    expect(line('DilutedSharesOutstanding')).toEqual({ LTM: 102.5 })
    expect(line('pe_ratio')).toEqual({ LTM: null })
  })

  test('has the returns, leverage and days of the year, from its sums and the balances at its end', () => {
    const { line } = columnsOf(
      quarters((quarter) => ({
        NetIncomeLossAttributableCommonShareholders: 10 * quarter,
        TotalEquityAttributableParent: 100 + quarter,
        Inventories: 20 * quarter,
        CostOfRevenue: 73 * quarter,
        return_on_equity: 0.02,
        'working_capital_days.dio': 30,
        'working_capital_days.dso': 40 + quarter,
      })),
    )
    expect(line('return_on_equity')).toEqual({ LTM: 100 / 104 })
    expect(line('working_capital_days.dio')).toEqual({ LTM: (80 / 730) * 365 })
    // There is no line of receivables alone: the days are those that the service states with the last quarter.
    expect(line('working_capital_days.dso')).toEqual({ LTM: 44 })
  })

  test('has no metric that the service never states of the company', () => {
    const figures = { NetIncomeLossAttributableCommonShareholders: 10, TotalEquityAttributableParent: 100 }
    const { line } = columnsOf(quarters(() => figures))
    expect(line('return_on_equity')).toEqual({ LTM: null })
    expect(line('working_capital_days.dso')).toEqual({ LTM: null })
    const stated = columnsOf(quarters((quarter) => (quarter === 1 ? { ...figures, return_on_equity: 0.1 } : figures)))
    expect(stated.line('return_on_equity')).toEqual({ LTM: 0.4 })
  })

  test('and only such a column, or a year, has interest coverage', () => {
    const figures = { OperatingIncome: 8, InterestExpense: 2 }
    const { line } = columnsOf(
      quarters(() => figures),
      { basis: 'quarterly' },
    )
    expect(new Set(Object.values(line('calculated.interest_cover')))).toEqual(new Set([null]))
    expect(columnsOf(quarters(() => figures)).line('calculated.interest_cover')).toEqual({ LTM: 4 })
  })

  test('has margins of sums and not sums of margins', () => {
    const { line } = columnsOf(quarters((quarter) => ({ Revenue: 10 ** quarter, GrossProfit: quarter })))
    expect(line('calculated.gross_margin')).toEqual({ LTM: 10 / 11_110 })
  })

  test('sets debt at the end next to the income of a year, and has no leverage in a single quarter', () => {
    const debt = (quarter: number) => ({ DebtCurrent: 10, LongTermDebtCapitalLeaseObligations: 30 * quarter })
    const given = quarters((quarter) => ({
      ...debt(quarter),
      CashEquivalents: 40,
      ShortTermInvestments: 10,
      EBITDA: 10,
      OperatingIncome: 6,
      InterestExpense: quarter,
    }))
    const year: Given = [
      'FY 2023',
      '2023-12-31',
      { ...debt(1), CashEquivalents: 60, ShortTermInvestments: 0, EBITDA: 8 },
    ]
    const { line } = columnsOf([year, ...given])
    expect(line('calculated.net_debt_to_ebitda')).toEqual({ 2023: -2.5, LTM: 2 })
    expect(line('calculated.interest_cover')).toEqual({ 2023: null, LTM: 2.4 })
    const alone = columnsOf(given, { basis: 'quarterly' })
    expect(Object.values(alone.line('calculated.net_debt_to_ebitda'))).toEqual([null, null, null, null])
    expect(Object.values(alone.line('calculated.interest_cover'))).toEqual([null, null, null, null])
  })

  test('has no leverage on a loss, and no cover without interest', () => {
    const given = quarters(() => ({
      DebtCurrent: 1,
      LongTermDebtCapitalLeaseObligations: 0,
      CashEquivalents: 0,
      ShortTermInvestments: 0,
      EBITDA: -1,
      OperatingIncome: 6,
      InterestExpense: 0,
    }))
    const { line } = columnsOf(given)
    expect(line('calculated.net_debt_to_ebitda')).toEqual({ LTM: 'n.m.' })
    expect(line('calculated.interest_cover')).toEqual({ LTM: 'n.m.' })
  })

  test('is n/a where one of them lacks the figure', () => {
    const { line } = columnsOf(quarters((quarter) => ({ Revenue: quarter === 2 ? null : 1 })))
    expect(line('Revenue')).toEqual({ LTM: null })
  })

  test('has the EPS of the fiscal year that ends with them, and says which record it comes from', () => {
    const year: Given = ['FY 2024', '2024-12-31', { Revenue: 11, DilutedEarningsPerShare: 4.1 }]
    const { line, figures } = columnsOf([...quarters(() => ({ Revenue: 2.5, DilutedEarningsPerShare: 1 })), year])
    expect(line('DilutedEarningsPerShare')).toEqual({ 2024: 4.1, LTM: 4.1 })
    expect(line('Revenue')).toEqual({ 2024: 11, LTM: 10 })
    expect(figures.perShareSources('LTM').map(({ recordId }) => recordId)).toEqual([5])
    expect(figures.perShareSources('2024').map(({ recordId }) => recordId)).toEqual([5])
  })

  test('sums EPS where no year ends with them: n.m. across a share split', () => {
    const eps = quarters(() => ({ DilutedEarningsPerShare: 0.1 }))
    const { line, figures } = columnsOf(eps)
    expect(line('DilutedEarningsPerShare')).toEqual({ LTM: 0.4 })
    expect(figures.perShareSources('LTM').map(({ recordId }) => recordId)).toEqual([1, 2, 3, 4])
    expect(figures.perShareSources('2019')).toEqual([])
    expect(columnsOf(eps, { bases: [4, 4, 1, 1] }).line('DilutedEarningsPerShare')).toEqual({ LTM: 'n.m.' })
  })
})

describe('the shares of each column', () => {
  const given: readonly Given[] = [
    ['FY 2023', '2023-12-31', { DilutedEarningsPerShare: 4 }],
    ...quarters(() => ({ DilutedEarningsPerShare: 1 })),
  ]

  test('are those of its period, or of its four quarters where they agree', () => {
    expect([...columnsOf(given, { bases: [8, 2, 2, 2, 2] }).figures.shares.bases]).toEqual([8, 2])
    expect([...columnsOf(given, { bases: [8, 4, 4, 2, 2] }).figures.shares.bases]).toEqual([8, Number.NaN])
  })

  test('decide whether EPS may be compared between columns: growth across a split has no meaning', () => {
    const own: Record<string, Formula> = {
      'own.1': { kind: 'call', name: 'growth', of: [{ kind: 'line', field: 'DilutedEarningsPerShare' }] },
      'own.2': { kind: 'call', name: 'growth', of: [{ kind: 'line', field: 'own.1' }] },
    }
    expect(columnsOf(given, { bases: [1, 1, 1, 1, 1], own }).line('own.1')).toEqual({ 2023: null, LTM: 0 })
    const { line, figures } = columnsOf(given, { bases: [2, 1, 1, 1, 1], own })
    expect(line('own.1')).toEqual({ 2023: null, LTM: 'n.m.' })
    expect(['own.2', 'DilutedEarningsPerShare', 'Revenue'].map(figures.shares.isOf)).toEqual([true, true, false])
  })
})

test('a column in which a company has nothing is n/a', () => {
  const periods = [periodOf(['FY 2023', '2023-12-31', { Revenue: 5 }], 0)]
  const { columns, sources } = periodColumnsOf(periods, 'annual', 'fiscal')
  const [first] = columns
  const figures = new ColumnFigures({
    periods,
    shareBases: new ShareBases([1], []),
    columns: [...columns, { ...first!, key: '2024', year: 2024 }],
    sources,
    own: new Map(),
    prior: Int32Array.of(-1, 0),
    yearAgo: Int32Array.of(-1, 0),
  })
  expect(figuresOf(figures.line('Revenue'))).toEqual([5, null])
  expect([...figures.shares.bases]).toEqual([1, Number.NaN])
  expect(figures.perShareSources('2024')).toEqual([])
})
