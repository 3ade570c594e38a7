import { describe, expect, test } from 'vitest'
import type { Figure } from '#contract/api/financials.ts'
import type { KeyFigure, OverviewFigures } from '#contract/api/overview.ts'
import { quartersOf } from '../comparisons/comparison-setup.ts'
import { statementsSetup } from '../fundamentals/statements-setup.ts'
import { enhanced, paged } from '../records.ts'
import { json } from '../service/scripted-service.ts'

type Wire = Record<string, unknown>

/** The overview of a company of which the service gives these records. */
async function overviewOf(records: readonly Wire[], options: { adjustSplits?: boolean } = {}) {
  const setup = await statementsSetup({ enhanced: (response) => json(response, paged(records)) })
  await setup.open()
  return setup.api.overview.figures({ symbol: 'ACME', ...options })
}

const rowOf = ({ rows }: OverviewFigures, field: string): KeyFigure => {
  const row = rows.find((each) => each.field === field)
  if (!row) throw new Error(`no row ${field}`)
  return row
}

const rounded = (figure: Figure | undefined) => (typeof figure === 'number' ? Number(figure.toFixed(6)) : figure)

/** From Q1 2022 on: revenue grows by ten a quarter, everything else follows from it. */
const steady = (count: number, extra: (at: number) => Wire = () => ({})) =>
  quartersOf(
    'ACME',
    { year: 2022, quarter: 1, end: '2022-03-31' },
    Array.from({ length: count }, (_, at) => {
      const revenue = 100 + 10 * at
      return {
        Revenue: revenue,
        GrossProfit: revenue / 2,
        OperatingIncome: revenue / 5,
        InterestExpense: 1,
        EBITDA: revenue / 4,
        NetIncomeLossAttributableCommonShareholders: revenue / 10,
        TotalEquityAttributableParent: 400,
        DebtCurrent: 100,
        LongTermDebtCapitalLeaseObligations: 200,
        CashEquivalents: 10 * at,
        ShortTermInvestments: 0,
        return_on_equity: 0.1,
        ...extra(at),
      }
    }),
  )

describe('key figures', () => {
  test('show the latest twelve quarters, and growth on the previous quarter, on a year ago and of twelve months', async () => {
    const overview = await overviewOf(steady(14))
    const { columns, lines } = overview.quarters
    expect(overview.basis).toBe('quarterly')
    expect(columns.map(({ quarter, year }) => `${quarter} ${year}`)).toEqual([
      ...['Q3 2022', 'Q4 2022', 'Q1 2023', 'Q2 2023', 'Q3 2023', 'Q4 2023'],
      ...['Q1 2024', 'Q2 2024', 'Q3 2024', 'Q4 2024', 'Q1 2025', 'Q2 2025'],
    ])
    expect(lines['Revenue']).toEqual([120, 130, 140, 150, 160, 170, 180, 190, 200, 210, 220, 230])
    const revenue = rowOf(overview, 'Revenue')
    expect(rounded(revenue.sequential)).toBe(rounded(230 / 220 - 1))
    expect(rounded(revenue.yearOverYear)).toBe(rounded(230 / 190 - 1))
    expect(rounded(revenue.twelveMonthChange)).toBe(rounded(860 / 700 - 1))
    expect(overview.twelveMonths?.lines['Revenue']).toBe(860)
    expect([revenue.low, revenue.high]).toEqual([120, 230])
  })

  test('set leverage, cover and returns on the four quarters that end with each, which a first quarter has not', async () => {
    const overview = await overviewOf(steady(5))
    // Debt of 300 less cash of 0, 10, 20, 30 and 40 stands at the end of a quarter, whatever is stored of the year.
    expect(overview.quarters.lines['calculated.net_debt']).toEqual([300, 290, 280, 270, 260])
    expect(rowOf(overview, 'calculated.net_debt')).toMatchObject({
      span: 'period',
      sequential: -10,
      yearOverYear: -40,
      low: 260,
      high: 300,
    })
    const leverage = overview.quarters.lines['calculated.net_debt_to_ebitda']?.map(rounded)
    expect(leverage).toEqual([null, null, null, rounded(270 / 115), rounded(260 / 125)])
    expect(rounded(overview.quarters.lines['calculated.interest_cover']?.at(-1))).toBe(25)
    expect(rounded(overview.quarters.lines['return_on_equity']?.at(-1))).toBe(rounded(50 / 400))
    expect(overview.quarters.columns.at(-1)?.yearRecordIds).toHaveLength(4)
  })

  test('leave a missing quarter in its place, and no figure of twelve months goes across it', async () => {
    const overview = await overviewOf(steady(6).filter((_, at) => at !== 3))
    expect(overview.quarters.columns.map(({ stored }) => stored !== null)).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
    ])
    expect(overview.quarters.lines['Revenue']).toEqual([100, 110, 120, null, 140, 150])
    expect(overview.twelveMonths).toBeNull()
    expect(rowOf(overview, 'Revenue')).toMatchObject({ twelveMonthChange: null })
    expect(rounded(rowOf(overview, 'Revenue').sequential)).toBe(rounded(150 / 140 - 1))
  })

  test('have no growth on a period whose end contradicts its label', async () => {
    const mislabelled = steady(6).map((record, at) => (at === 1 ? { ...record, EndPeriod: '2022-12-15' } : record))
    const overview = await overviewOf(mislabelled)
    expect(rowOf(overview, 'Revenue').yearOverYear).toBeNull()
    expect(rounded(rowOf(overview, 'Revenue').sequential)).toBe(rounded(150 / 140 - 1))
  })

  test('have n.m. where a loss turns into a profit, and a difference where margins do', async () => {
    const overview = await overviewOf(steady(5, (at) => (at === 0 ? { EBITDA: -5, OperatingIncome: -20 } : {})))
    expect(rowOf(overview, 'EBITDA').yearOverYear).toBe('n.m.')
    expect(rounded(rowOf(overview, 'calculated.operating_margin').yearOverYear)).toBe(0.4)
  })

  test('of a company without quarters are those of its years', async () => {
    const years = [2021, 2022, 2023, 2024].map((year) =>
      enhanced({ year }, { Revenue: year - 2020, EBITDA: 2, InterestExpense: 2, OperatingIncome: 8 }),
    )
    const overview = await overviewOf(years)
    expect(overview).toMatchObject({ basis: 'annual', twelveMonths: null })
    expect(overview.quarters.columns).toEqual([])
    expect(overview.years.lines['Revenue']).toEqual([1, 2, 3, 4])
    expect(rounded(rowOf(overview, 'Revenue').yearOverYear)).toBe(rounded(1 / 3))
    expect(overview.years.lines['calculated.interest_cover']).toEqual([4, 4, 4, 4])
  })

  test('have nothing to compare where there is one period only', async () => {
    const overview = await overviewOf(steady(1))
    expect(rowOf(overview, 'Revenue')).toMatchObject({ sequential: null, yearOverYear: null, low: null, high: null })
    expect(overview.quarters.columns).toHaveLength(1)
  })

  test('say which figures were restated and how many periods tie', async () => {
    const totals = (at: number): Wire => ({ CostOfRevenue: (100 + 10 * at) / 2 - (at === 4 ? 3 : 0) })
    const overview = await overviewOf(steady(5, totals))
    expect(overview.quarters.columns.at(-1)?.stored?.breaks).toContain('GrossProfit')
    expect(overview.ties).toMatchObject({ tie: 4, of: 5, known: 0 })
  })

  test('are refused for a company of which nothing is stored', async () => {
    const setup = await statementsSetup()
    await expect(setup.api.overview.figures({ symbol: 'NONE' })).rejects.toMatchObject({
      data: { kind: 'not-in-library' },
    })
  })

  test('are not stale for a period that the service no longer gives', async () => {
    let records = steady(5)
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(records)) })
    await setup.open()
    setup.clock.advance(86_400_000 * 3)
    expect(await setup.api.overview.figures({ symbol: 'ACME' })).toMatchObject({ stale: true })
    records = records.slice(1)
    await setup.open()
    const overview = await setup.api.overview.figures({ symbol: 'ACME' })
    expect(overview).toMatchObject({ stale: false, fetchedAt: setup.clock.now() })
    expect(overview.quarters.columns).toHaveLength(5)
  })

  test('as of a day are those that were stored then', async () => {
    const records = steady(5)
    const setup = await statementsSetup({ enhanced: (response) => json(response, paged(records)) })
    await setup.open()
    const then = setup.clock.now()
    setup.clock.advance(86_400_000 * 2)
    records[4] = { ...records[4], Revenue: 999 }
    await setup.open()
    const now = await setup.api.overview.figures({ symbol: 'ACME' })
    expect(now.quarters.lines['Revenue']?.at(-1)).toBe(999)
    expect(now.quarters.columns.at(-1)?.stored?.restated).toContain('Revenue')
    const earlier = await setup.api.overview.figures({ symbol: 'ACME', asOf: then })
    expect(earlier.quarters.lines['Revenue']?.at(-1)).toBe(140)
    expect(earlier.quarters.columns.at(-1)?.stored?.restated).toEqual([])
  })
})
