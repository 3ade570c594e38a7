import { describe, expect, test } from 'vitest'
import { calculatedLines } from '#contract/api/calculated-lines.ts'
import { lastTwelveMonths, twelveMonthShares } from '#core/fundamentals/last-twelve-months.ts'
import { ShareBases } from '#core/fundamentals/share-split.ts'
import { calculate } from '#core/fundamentals/calculate-lines.ts'
import { fiscal2024, quarters2024 } from './apple.ts'

const noYear = { year: undefined, isOneBase: true }

const over = (field: 'Revenue' | 'DilutedEarningsPerShare' | 'DilutedSharesOutstanding') =>
  lastTwelveMonths(
    field,
    quarters2024.map((each) => each[field]),
    noYear,
  )

describe('twelve months from four quarters', () => {
  test('add up what was earned: 119,575 + 90,753 + 85,777 + 94,930 is the year’s 391,035', () => {
    expect(over('Revenue')).toBe(fiscal2024.Revenue)
  })

  test('add up earnings per share: 2.18 + 1.53 + 1.40 + 0.97 is 6.08, without a tail of binary fractions', () => {
    expect(over('DilutedEarningsPerShare')).toBe(fiscal2024.DilutedEarningsPerShare)
  })

  test('average the average shares: 61,632,378 / 4 is 15,408,094.5; the 10-K says 15,408,095', () => {
    expect(over('DilutedSharesOutstanding')).toBe(15_408_094.5)
  })

  test('take a balance where they end', () => {
    expect(lastTwelveMonths('TotalAssets', [1, 2, 3, 4], noYear)).toBe(4)
    expect(lastTwelveMonths('TotalAssets', [1, null, 'n.m.', 4], noYear)).toBe(4)
  })

  test.each([
    ['a quarter is not there', 'Revenue', [1, null, 3, 4]],
    ['a quarter has no meaning', 'Revenue', [1, 'n.m.', 3, 4]],
    ['there are three', 'Revenue', [1, 2, 3]],
    ['a metric is the service’s own: its parts are not known', 'pe_ratio', [1, 2, 3, 4]],
  ] as const)('are n/a when %s', (_, field, quarters) => {
    expect(lastTwelveMonths(field, quarters, noYear)).toBeNull()
  })
})

describe('EPS and average shares over twelve months', () => {
  const four = (field: string, year: number | 'n.m.' | null | undefined, isOneBase = true) =>
    lastTwelveMonths(field, [1, 2, 3, 4], { year, isOneBase })

  test('are the fiscal year’s own where one ends with the quarters; other lines are the sum of the quarters', () => {
    expect(four('DilutedEarningsPerShare', 11)).toBe(11)
    expect(four('DilutedSharesOutstanding', 11)).toBe(11)
    expect(four('DilutedEarningsPerShare', 11, false)).toBe(11)
    expect(four('Revenue', 11)).toBe(10)
  })

  test('are those of the quarters where the year has none; n.m. across a share split', () => {
    expect([null, 'n.m.' as const, undefined].map((year) => four('DilutedEarningsPerShare', year))).toEqual([
      10, 10, 10,
    ])
    expect([four('DilutedEarningsPerShare', null, false), four('BasicSharesOutstanding', null, false)]).toEqual([
      'n.m.',
      'n.m.',
    ])
    expect(four('Revenue', null, false)).toBe(10)
    expect(lastTwelveMonths('Revenue', [0.1, 0.2, 0, 0], noYear)).toBe(0.1 + 0.2)
  })

  const quarters = quarters2024.map(({ quarter, end }) => ({ quarter, year: 2024, endPeriod: end }))
  const year = { quarter: 'FY', year: 2024, endPeriod: '2024-09-28' }

  test('say which year they are of, and in which shares it counts', () => {
    const bases = new ShareBases([1, 1, 1, 1, 8], [])
    expect(twelveMonthShares([...quarters, year], bases, [0, 1, 2, 3])).toEqual({ year: 4, isOneBase: true, base: 8 })
  })

  test('count in the shares of the quarters without a year, and in none that are unknown across a split', () => {
    expect(twelveMonthShares(quarters, new ShareBases([4, 4, 4, 4], []), [0, 1, 2, 3])).toEqual({
      year: undefined,
      isOneBase: true,
      base: 4,
    })
    expect(twelveMonthShares(quarters, new ShareBases([4, 4, 1, 1], []), [0, 1, 2, 3])).toEqual({
      year: undefined,
      isOneBase: false,
      base: Number.NaN,
    })
    expect(twelveMonthShares(quarters, new ShareBases([4], []), []).year).toBeUndefined()
  })
})

describe('calculated lines', () => {
  test('are those of the filing', () => {
    const expected = {
      // 180,683 / 391,035
      'calculated.gross_margin': 0.462063,
      // 123,216 / 391,035
      'calculated.operating_margin': 0.315102,
      // 134,661 / 391,035
      'calculated.ebitda_margin': 0.344371,
      // 93,736 / 391,035
      'calculated.net_margin': 0.239713,
      // 29,749 / 123,485
      'calculated.tax_rate': 0.240912,
      // 118,254 − 9,447
      'calculated.free_cash_flow': 108_807,
      // 108,807 / 391,035
      'calculated.fcf_margin': 0.278254,
      // 20,879 + 85,750 − 29,943 − 35,228
      'calculated.net_debt': 41_458,
    }
    const calculated = calculate(fiscal2024)
    expect(Object.keys(calculated)).toEqual(Object.keys(expected))
    for (const [field, value] of Object.entries(expected)) expect(calculated[field], field).toBeCloseTo(value, 6)
  })

  test('that the contract names are all calculated: none falls through to n/a', () => {
    const everyInput = Object.fromEntries(calculatedLines.flatMap(({ inputs }) => inputs.map((name) => [name, 7])))
    expect(Object.values(calculate(everyInput)).filter((figure) => figure === null)).toEqual([])
  })

  test.each(calculatedLines.flatMap(({ field, inputs }) => inputs.map((input) => [field, input] as const)))(
    '%s is n/a without %s, rather than calculated with a zero in its place',
    (field, input) => {
      expect(calculate({ ...fiscal2024, [input]: null })[field]).toBeNull()
    },
  )

  test('of a loss, or of no revenue, have no meaning rather than a wrong one', () => {
    const calculated = calculate({ ...fiscal2024, Revenue: 0, IncomeBeforeIncomeTaxes: -5, IncomeTaxes: 1 })
    expect([calculated['calculated.gross_margin'], calculated['calculated.tax_rate']]).toEqual(['n.m.', 'n.m.'])
  })
})
