import { describe, expect, test } from 'vitest'
import { numberOf } from '#contract/api/figure-numbers.ts'
import { figureFields } from '#core/fundamentals/figure-fields.ts'
import {
  doesTotalTie,
  failingTotals,
  figuresIn,
  hasCheckedTotal,
  ruleName,
  takesPart,
  tieRules,
} from '#core/fundamentals/tie-outs.ts'
import { annualStatements } from '../annual-statements.ts'
import { fiscal2024 } from './apple.ts'
import { tiesWithin } from './ties-within.ts'

const tie = (field: string, figures: Readonly<Record<string, number | null>>) =>
  tiesWithin(figures).find((each) => each.field === field)

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

  test('that is not, fails with the difference, and is left as received', () => {
    expect(tie('GrossProfit', { ...fiscal2024, GrossProfit: 181_000 })).toMatchObject({
      result: 'fails',
      stated: 181_000,
      calculated: 180_683,
      difference: 317,
    })
  })

  test('may differ by what rounding each part costs, and no more', () => {
    const at = (stated: number) => tie('GrossProfit', { Revenue: 300, CostOfRevenue: 100, GrossProfit: stated })?.result
    expect([198, 198.5, 200, 201.5, 202].map(at)).toEqual(['fails', 'ties', 'ties', 'ties', 'fails'])
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

  test('of EBITDA is not called wrong without the depreciation in it', () => {
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
      tiesWithin({ ...fiscal2024, TotalAssets: assets }).find(
        ({ terms }) => terms[0]?.field === 'TotalLiabilitiesEquity',
      )?.result
    expect([sides(364_980), sides(364_990)]).toEqual(['ties', 'fails'])
  })
})

describe('the ties of one line', () => {
  test('are those in which it is the total or a part, and no others that only sound alike', () => {
    const fields = (line: string) =>
      tiesWithin(fiscal2024)
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
      tiesWithin(figures)
        .filter((tie) => takesPart(tie, line))
        .find(({ field }) => field === 'NetIncomeCashFlow'),
    )
    expect([fromIncome, fromCash]).toEqual([fromCash, fromIncome])
    expect(fromIncome).toMatchObject({ result: 'ties', rule: 'Consolidated net income = Net income (cash flow)' })
  })
})

/** A period's figures as the library packs them. */
const packed = (figures: Readonly<Record<string, number | null>>) =>
  Float64Array.from(figureFields, (field) => numberOf(figures[field]))

describe('the totals of a packed period', () => {
  const gross = (stated: number | null, revenue: number | null = 300) =>
    packed({ Revenue: revenue, CostOfRevenue: 100, GrossProfit: stated })

  test('fail where they fail as ties: what rounding costs does not', () => {
    expect([198, 198.5, 200, 201.5, 202, null].map((stated) => failingTotals(gross(stated)))).toEqual([
      ['GrossProfit'],
      [],
      [],
      [],
      ['GrossProfit'],
      [],
    ])
    expect(failingTotals(gross(5, null))).toEqual([])
    expect(failingTotals(new Float64Array(0))).toEqual([])
  })

  test('are named once, though two rules state a total', () => {
    const parts = {
      TotalCurrentAssets: 50,
      PropertyPlantEquipmentNet: 40,
      Goodwill: 0,
      IntangibleAssetsNet: 0,
      OtherAssets: 10,
    }
    const failing = (total: number, otherSide: number) =>
      failingTotals(packed({ ...parts, TotalAssets: total, TotalLiabilitiesEquity: otherSide }))
    expect([failing(120, 100), failing(120, 120), failing(100, 120), failing(100, 100)]).toEqual([
      ['TotalAssets'],
      ['TotalAssets'],
      ['TotalAssets'],
      [],
    ])
  })

  test('of 148 real statements, each with a total that is wrong by a tenth, are those that fail as ties', () => {
    for (const { figures } of annualStatements()) {
      for (const { field } of tieRules) {
        const wrong = { ...figures, [field]: Math.round((figures[field] ?? 0) * 1.1) + 10 }
        const failing = tiesWithin(wrong).flatMap((tie) =>
          tie.result === 'fails' && tie.terms.every(({ value }) => value !== null) ? [tie.field] : [],
        )
        expect(failingTotals(packed(wrong))).toEqual([...new Set(failing)])
      }
    }
  })

  test('were checked when one of them could be: a period without figures fails nothing and does not tie', () => {
    expect([gross(200), gross(5), gross(null), packed({}), gross(5, null)].map(hasCheckedTotal)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('tie where the parts of that very total are its sum', () => {
    expect([gross(200), gross(5), gross(null)].map((figures) => doesTotalTie('GrossProfit', figures))).toEqual([
      true,
      false,
      false,
    ])
    expect(doesTotalTie('OperatingIncome', gross(200))).toBe(false)
  })

  test('are read by field: n/a is null, and so is a field that nobody knows', () => {
    const figureOf = figuresIn(packed({ Revenue: 0, CostOfRevenue: 3, GrossProfit: null }))
    expect([figureOf('Revenue'), figureOf('GrossProfit'), figureOf('Turnover')]).toEqual([0, null, null])
  })
})

describe('the rules', () => {
  test('have names of their own, though two of them state total assets', () => {
    const names = tieRules.map(ruleName)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('check.GrossProfit')
    expect(tieRules.filter(({ field }) => field === 'TotalAssets').map(ruleName)).toContain(
      'check.TotalAssets.TotalLiabilitiesEquity',
    )
  })

  test('are written with the labels of the table, in the order of the sum', () => {
    const rules = tieRules.map(({ rule }) => rule)
    expect(rules).toContain('Total assets = Total liabilities and equity')
    expect(rules).toContain(
      'Pretax income − Income taxes + Income from discontinued operations + Income from affiliates + Extraordinary items = Consolidated net income',
    )
  })

  test('of the cash flow’s net income is not checked where the record has none; the others are, and say unknown', () => {
    const fields = tiesWithin({ ConsolidatedNetIncomeLoss: 5 }).map(({ field, result }) => [field, result])
    expect(fields).not.toContainEqual(['NetIncomeCashFlow', expect.anything()])
    expect(fields).toHaveLength(tieRules.length - 1)
    expect(fields.every(([, result]) => result === 'unknown')).toBe(true)
    expect(tie('NetIncomeCashFlow', { NetIncomeCashFlow: 5, ConsolidatedNetIncomeLoss: null })).toMatchObject({
      result: 'unknown',
      stated: 5,
      calculated: null,
    })
  })

  test('say what is known of a total that cannot be checked', () => {
    expect(tie('GrossProfit', { Revenue: 5, CostOfRevenue: 3 })).toMatchObject({
      stated: null,
      calculated: 2,
      difference: null,
      tolerance: 0,
    })
    for (const GrossProfit of [0, 5])
      expect(tie('GrossProfit', { GrossProfit })).toMatchObject({
        result: 'unknown',
        stated: GrossProfit,
        calculated: null,
        tolerance: 0,
      })
  })
})

test('every total of 148 real annual statements ties: the table of sums is the filers’ own', () => {
  const records = annualStatements()
  const failing = records.flatMap(({ symbol, year, figures }) =>
    tiesWithin(figures).flatMap(({ field, result, difference }) =>
      result === 'fails' ? [`${symbol} ${year} ${field} ${String(difference)}`] : [],
    ),
  )
  expect([records.length, failing]).toEqual([148, []])
})
