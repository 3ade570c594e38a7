import { describe, expect, test } from 'vitest'
import { takesPart, tieOuts } from '#core/fundamentals/tie-outs.ts'
import { annualStatements } from '../annual-statements.ts'
import { fiscal2024 } from './apple.ts'

const tie = (field: string, figures: Readonly<Record<string, number | null>>) =>
  tieOuts(figures).find((each) => each.field === field)

describe('a total', () => {
  test('that is the sum of its parts ties: 391,035 − 210,352 = 180,683', () => {
    expect(tie('GrossProfit', fiscal2024)).toEqual({
      field: 'GrossProfit',
      terms: [
        { sign: '+', field: 'Revenue', value: 391_035, from: null },
        { sign: '-', field: 'CostOfRevenue', value: 210_352, from: null },
      ],
      rule: 'Revenue − Cost of revenue = Gross profit',
      note: '',
      result: 'ties',
      stated: 180_683,
      calculated: 180_683,
      difference: 0,
      tolerance: 1.5,
    })
  })

  test('that is not, fails with the difference, and is left as it came', () => {
    expect(tie('GrossProfit', { ...fiscal2024, GrossProfit: 181_000 })).toMatchObject({
      result: 'fails',
      stated: 181_000,
      calculated: 180_683,
      difference: 317,
    })
  })

  test('may differ by what rounding each part costs, and no more', () => {
    const at = (stated: number) => tie('GrossProfit', { Revenue: 300, CostOfRevenue: 100, GrossProfit: stated })?.result
    expect([198, 199, 200, 201, 202].map(at)).toEqual(['fails', 'ties', 'ties', 'ties', 'fails'])
  })

  test('of thousands of millions may differ by a millionth: services round in their own units', () => {
    const at = (difference: number) =>
      tie('GrossProfit', { Revenue: 3e11, CostOfRevenue: 1e11, GrossProfit: 2e11 + difference })?.result
    expect([at(200_000), at(200_001)]).toEqual(['ties', 'fails'])
  })

  test('counts a part that is n/a as nothing, as a filer does who has none', () => {
    const { ResearchDevelopment, SellingGeneralAdministrative, TotalOperatingExpenses } = fiscal2024
    const figures = {
      ResearchDevelopment,
      SellingGeneralAdministrative,
      TotalOperatingExpenses,
      OtherOperatingExpenses: null,
    }
    expect(tie('TotalOperatingExpenses', figures)?.result).toBe('ties')
  })

  test.each([
    ['every part is n/a', { GrossProfit: 5 }],
    ['the total itself is n/a', { Revenue: 5, CostOfRevenue: 3 }],
    ['a part is n/a that may be the difference', { OperatingIncome: 5, GrossProfit: null, TotalOperatingExpenses: 3 }],
  ])('cannot be checked when %s, and says so', (_, figures) => {
    const field = 'OperatingIncome' in figures ? 'OperatingIncome' : 'GrossProfit'
    expect(tie(field, figures)).toMatchObject({ result: 'unknown', difference: null })
  })

  test('of EBITDA is not called wrong for want of the depreciation in it', () => {
    expect([
      tie('EBITDA', fiscal2024)?.result,
      tie('EBITDA', { ...fiscal2024, DepreciationDepletionAmortization: 11_445 })?.result,
    ]).toEqual(['unknown', 'ties'])
  })

  test('of outflows ties with its signs: −9,447 of capital expenditure and 12,382 of other investing make 2,935', () => {
    const figures = { PurchasePropertyPlantEquipment: -9447, OtherInvestingActivities: 12_382 }
    expect(
      tie('NetCashInvestingActivitiesContinuingOperations', {
        ...figures,
        NetCashInvestingActivitiesContinuingOperations: 2935,
      }),
    ).toMatchObject({ result: 'ties', calculated: 2935 })
  })
})

describe('a balance sheet', () => {
  test('balances, or says that it does not', () => {
    const sides = (assets: number) =>
      tieOuts({ ...fiscal2024, TotalAssets: assets }).find(({ terms }) => terms[0]?.field === 'TotalLiabilitiesEquity')
        ?.result
    expect([sides(364_980), sides(364_990)]).toEqual(['ties', 'fails'])
  })
})

describe('the ties of one line', () => {
  test('are those in which it is the total or a part, and no others that only sound alike', () => {
    const fields = (line: string) =>
      tieOuts(fiscal2024)
        .filter((tie) => takesPart(tie, line))
        .map(({ field }) => field)
    expect({
      Revenue: fields('Revenue'),
      GrossProfit: fields('GrossProfit'),
      TotalLiabilitiesEquity: fields('TotalLiabilitiesEquity'),
      Goodwill: fields('Goodwill'),
      EBITDA: fields('EBITDA'),
      OtherAssets: fields('OtherAssets'),
      DilutedEarningsPerShare: fields('DilutedEarningsPerShare'),
    }).toEqual({
      Revenue: ['GrossProfit'],
      GrossProfit: ['GrossProfit', 'OperatingIncome'],
      TotalLiabilitiesEquity: ['TotalLiabilitiesEquity', 'TotalAssets'],
      Goodwill: ['TotalAssets'],
      EBITDA: ['EBITDA'],
      OtherAssets: ['TotalAssets'],
      DilutedEarningsPerShare: [],
    })
  })

  test('start the cash flow from consolidated net income, on both sides', () => {
    const figures = { ...fiscal2024, NetIncomeCashFlow: 93_736 }
    const [fromIncome, fromCash] = ['ConsolidatedNetIncomeLoss', 'NetIncomeCashFlow'].map((line) =>
      tieOuts(figures)
        .filter((tie) => takesPart(tie, line))
        .find(({ field }) => field === 'NetIncomeCashFlow'),
    )
    expect([fromIncome, fromCash]).toEqual([fromCash, fromIncome])
    expect(fromIncome).toMatchObject({ result: 'ties', rule: 'Consolidated net income = Net income (cash flow)' })
  })
})

test('every total of 148 real annual statements ties: the table of sums is the filers’ own', () => {
  const records = annualStatements()
  const failing = records.flatMap(({ symbol, year, figures }) =>
    tieOuts(figures).flatMap(({ field, result, difference }) =>
      result === 'fails' ? [`${symbol} ${year} ${field} ${String(difference)}`] : [],
    ),
  )
  expect([records.length, failing]).toEqual([148, []])
})
