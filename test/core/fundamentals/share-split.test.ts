import { describe, expect, test } from 'vitest'
import { figureOf, notAvailable } from '#contract/api/figure-numbers.ts'
import type { FigureAt } from '#core/fundamentals/share-split.ts'
import {
  adjustedFigure,
  isSplit,
  ShareBases,
  shareBasesOf,
  splitEvidence,
  splitLabel,
  splitName,
  splitRemarks,
} from '#core/fundamentals/share-split.ts'
import { annualStatements } from '../annual-statements.ts'
import { figuresOf, fourfold, periodOf, tenfold, type Filed } from './split-filings.ts'

interface Periods {
  readonly periods: readonly { readonly quarter: string; readonly year: number; readonly endPeriod: string }[]
  readonly figure: FigureAt
}

/** With no other figures than those that are read to find splits. */
function filed(all: readonly Filed[], more: readonly Readonly<Record<string, number>>[] = []): Periods {
  const figures = all.map((each, at): Readonly<Record<string, number>> => ({ ...figuresOf(each), ...more[at] }))
  const figure: FigureAt = (at, field) =>
    (splitEvidence.includes(field) ? figures[at]?.[field] : undefined) ?? Number.NaN
  return { periods: all.map(periodOf), figure }
}

function basesOf(all: readonly Filed[]): readonly number[] {
  const { periods, figure } = filed(all)
  const bases = shareBasesOf(periods, figure)
  return periods.map((_, at) => bases.of(at))
}

function splitsOf(all: readonly Filed[], more: readonly Readonly<Record<string, number>>[] = []): string[] {
  const { periods, figure } = filed(all, more)
  return shareBasesOf(periods, figure).splits.map(
    ({ after, factor }) => `${all[after]?.[0] ?? ''} ${splitName(factor)}`,
  )
}

const quarters = (
  ...last: readonly [
    income: number,
    perShare: number,
    shares: number,
    more?: Partial<{ revenue: number; equity: number }>,
  ][]
) =>
  last.map(([income, perShare, shares, { revenue = 1000, equity = 5000 } = {}], at): Filed => {
    const ends = ['2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31']
    return [`Q${at + 1} 2024`, ends[at] ?? '', revenue, income, perShare, shares, equity]
  })

describe('a share split is inferred from the figures alone', () => {
  test('ten for one: a quarter as filed before those that were given again', () => {
    expect(splitsOf(tenfold)).toEqual(['Q2 2024 10-for-1'])
  })

  test('four for one: the year and its last quarter count in other shares than the first three', () => {
    expect(splitsOf(fourfold)).toEqual(['Q4 2020 4-for-1'])
    const { periods, figure } = filed(fourfold)
    const bases = shareBasesOf(periods, figure)
    expect(periods.map((_, at) => bases.of(at))).toEqual([4, 4, 4, 1, 1, 1])
    expect([...splitRemarks(periods, bases)]).toEqual([
      [
        3,
        {
          kind: 'split',
          message:
            '4-for-1 share split inferred between Q3 FY2020 and Q4 FY2020: EPS and share counts are not comparable across it, so growth and sums are n.m.',
          label: '4-for-1 split',
        },
      ],
    ])
  })

  test.each([
    [
      'a loss that becomes a smaller one per share, twenty for one',
      quarters([-3844, -7.56, 508], [-2028, -0.2, 10_175]),
      ['Q2 2024 20-for-1'],
    ],
    [
      'three for two, which leaves equity and revenue where they were',
      quarters([300, 3, 100], [310, 2.06, 150.4]),
      ['Q2 2024 3-for-2'],
    ],
    ['a reverse split, one for eight', quarters([80, 0.01, 8780], [90, 0.08, 1098]), ['Q2 2024 1-for-8']],
    [
      'one that was given back: the quarter between is in other shares',
      quarters([300, 3, 100], [310, 1.55, 200], [320, 3.2, 100]),
      ['Q2 2024 2-for-1', 'Q3 2024 1-for-2'],
    ],
  ] as const)('%s', (_, periods, expected) => {
    expect(splitsOf(periods)).toEqual(expected)
  })

  test.each([
    ['a tenth of the shares bought back', quarters([300, 3, 100], [300, 3.33, 90])],
    [
      'an issue of half as many shares again for cash: equity grows with it',
      quarters([300, 3, 100], [310, 2.06, 150, { equity: 8000 }]),
    ],
    [
      'a merger for as many shares again: revenue doubles too',
      quarters([300, 3, 100], [600, 3, 200, { revenue: 2000 }]),
    ],
    ['a quarter whose EPS is a slip: the shares stayed', quarters([300, 3, 100], [310, 0.31, 100], [320, 3.2, 100])],
    ['shares that are stated wrongly once: EPS stayed', quarters([300, 3, 100], [310, 3.1, 1000], [320, 3.2, 100])],
    ['a preferred round converted: more shares, by no ratio of a split', quarters([300, 3, 100], [310, 1.35, 230])],
    [
      'a year in which half as many shares again were sold little by little, as its quarters show',
      [
        ['FY 2023', '2023-12-31', 1000, -400, -4, 100, 1000],
        ['Q4 2023', '2023-12-31', 250, -100, -1, 100, 1000],
        ['Q1 2024', '2024-03-31', 250, -115, -1, 115, 1000],
        ['Q2 2024', '2024-06-30', 250, -135, -1, 135, 1000],
        ['Q3 2024', '2024-09-30', 250, -160, -1, 160, 1000],
        ['Q4 2024', '2024-12-31', 250, -190, -1, 190, 1000],
        ['FY 2024', '2024-12-31', 1000, -600, -4, 150, 1000],
      ],
    ],
    ['no shares stated at all', quarters([300, 3, Number.NaN], [310, 0.31, Number.NaN])],
  ] as const)('is not seen in %s', (_, periods) => {
    expect(splitsOf(periods)).toEqual([])
  })

  test('a fourth quarter made as the year less three quarters in other shares counts in none', () => {
    // 1.19 − (0.80 + 0.25 + 0.37) is −0.23, of a quarter that earned twelve billion.
    const derived = tenfold.map((each): Filed =>
      each[0] === 'Q4 2024' ? [each[0], each[1], each[2], each[3], -0.23, 25_000, each[6]] : each,
    )
    const { periods, figure } = filed(derived)
    const bases = shareBasesOf(periods, figure)
    expect(periods.map((_, at) => bases.of(at))).toEqual([10, 1, 1, Number.NaN, 1, 1, 1])
    expect(bases.splits).toHaveLength(1)
  })
})

/** A quarter or a year and the next one, which earns as much on so many shares for each 100. */
function pairOf(
  span: 'quarter' | 'year',
  shares: number,
  {
    income = 310,
    perShare,
    revenue = 1000,
    equity = 5000,
  }: Partial<Record<'income' | 'perShare' | 'revenue' | 'equity', number>> = {},
): readonly [Filed, Filed] {
  const [first, second] = span === 'quarter' ? ['Q1 2024', 'Q2 2024'] : ['FY 2023', 'FY 2024']
  const ends = span === 'quarter' ? ['2024-03-31', '2024-06-30'] : ['2023-12-31', '2024-12-31']
  return [
    [first ?? '', ends[0] ?? '', 1000, 300, 3, 100, 5000],
    [second ?? '', ends[1] ?? '', revenue, income, perShare ?? income / shares, shares, equity],
  ]
}
const namesOf = (all: readonly Filed[], more?: readonly Readonly<Record<string, number>>[]) =>
  splitsOf(all, more).map((each) => each.replace(/^.* /, ''))

describe('the number of shares is near the ratio, and nearer where a quarter has passed and not a year', () => {
  test.each([
    ['quarter', 207, ['2-for-1']],
    ['quarter', 209, []],
    ['year', 215, ['2-for-1']],
    ['year', 218, []],
    ['quarter', 155, ['3-for-2']],
    ['quarter', 158, []],
    ['year', 158, ['3-for-2']],
    ['year', 160, []],
    ['year', 311, ['3-for-1']],
    ['year', 318, []],
    ['year', 34.5, ['1-for-3']],
    ['year', 35.5, []],
  ] as const)('over a %s, %d shares for 100: %j', (span, shares, expected) => {
    expect(namesOf(pairOf(span, shares))).toEqual(expected)
  })
})

describe('EPS follows the shares', () => {
  test('nearly, since other classes of shares may take a part of the income', () => {
    expect(namesOf(pairOf('quarter', 200, { perShare: 310 / 223 }))).toEqual(['2-for-1'])
    expect(namesOf(pairOf('quarter', 200, { perShare: 310 / 230 }))).toEqual([])
  })

  test('as far as cents show: of three cents a share, half of it is two', () => {
    const small = quarters([3, 0.03, 100], [3.1, 0.02, 200])
    expect(namesOf(small)).toEqual(['2-for-1'])
  })

  test('from profit to loss as well, but not for three new shares of two, as mergers give them', () => {
    expect(namesOf(pairOf('quarter', 200, { income: -300 }))).toEqual(['2-for-1'])
    expect(namesOf(pairOf('quarter', 150, { income: -300 }))).toEqual([])
  })

  test('where a company states basic figures alone', () => {
    const basic = [
      { BasicSharesOutstanding: 100e6, BasicEarningsPerShare: 3 },
      { BasicSharesOutstanding: 200e6, BasicEarningsPerShare: 1.55 },
    ]
    expect(namesOf(quarters([300, Number.NaN, Number.NaN], [310, Number.NaN, Number.NaN]), basic)).toEqual(['2-for-1'])
  })
})

describe('the business stays as it is', () => {
  test.each([
    ['revenue that grows by half', 200, { revenue: 1590 }, ['2-for-1']],
    ['revenue that grows with the shares', 200, { revenue: 1610 }, []],
    ['equity that grows by half', 200, { equity: 7900 }, ['2-for-1']],
    ['equity that grows with the shares', 200, { equity: 8100 }, []],
    ['revenue six times as large, of ten times as many shares', 1000, { revenue: 6300 }, ['10-for-1']],
    ['revenue that grows with ten times as many shares', 1000, { revenue: 6500 }, []],
    ['equity that is half, of an eighth of the shares', 12.5, { equity: 2500 }, ['1-for-8']],
    ['equity that goes with the shares, which were bought back', 12.5, { equity: 2300 }, []],
    ['equity that losses have eaten up', 12.5, { equity: -100 }, ['1-for-8']],
  ] as const)('%s', (_, shares, more, expected) => {
    expect(namesOf(pairOf('quarter', shares, more))).toEqual(expected)
  })

  test('a company that had no revenue before may split its shares', () => {
    const [before, after] = pairOf('quarter', 200)
    expect(namesOf([before, after], [{ Revenue: 0 }])).toEqual(['2-for-1'])
  })

  test('a reverse split brings no capital; a reorganization does', () => {
    const paidIn = (capital: number, before = 500) => [
      { CommonStock: before, AdditionalPaidInCapital: before },
      { CommonStock: 500, AdditionalPaidInCapital: capital },
    ]
    expect(namesOf(pairOf('quarter', 12.5), paidIn(1400))).toEqual(['1-for-8'])
    expect(namesOf(pairOf('quarter', 12.5), paidIn(1600))).toEqual([])
    // Nothing is known of what was paid in before.
    expect(namesOf(pairOf('quarter', 12.5), paidIn(1600, 0))).toEqual(['1-for-8'])
  })
})

describe('half as many shares again over a year', () => {
  /** Sold little by little, as its quarters show. */
  const sold: readonly Filed[] = [
    ['FY 2023', '2023-12-31', 1000, -400, -4, 100, 1000],
    ['Q4 2023', '2023-12-31', 250, -100, -1, 100, 1000],
    ['Q1 2024', '2024-03-31', 250, -115, -1, 115, 1000],
    ['Q2 2024', '2024-06-30', 250, -135, -1, 135, 1000],
    ['Q3 2024', '2024-09-30', 250, -160, -1, 160, 1000],
    ['Q4 2024', '2024-12-31', 250, -190, -1, 190, 1000],
    ['FY 2024', '2024-12-31', 1000, -600, -4, 150, 1000],
  ]
  const changed = (label: string, to: Filed | null) =>
    sold.flatMap((each) => (each[0] === label ? (to ? [to] : []) : [each]))

  test('is a split where a quarter is missing that would show it', () => {
    expect(splitsOf(changed('Q2 2024', null))).toEqual(['FY 2024 3-for-2'])
  })

  test('is a split where a quarter does not state its shares', () => {
    const unstated: Filed = ['Q2 2024', '2024-06-30', 250, -135, -1, Number.NaN, 1000]
    expect(splitsOf(changed('Q2 2024', unstated))).toEqual(['FY 2024 3-for-2'])
  })

  test('is a split where two of the quarters show it', () => {
    const split = sold.map((each): Filed => {
      const isAfter = each[0] === 'Q3 2024' || each[0] === 'Q4 2024'
      return each[0].startsWith('FY')
        ? each
        : [each[0], each[1], 250, -100, isAfter ? -0.67 : -1, isAfter ? 150 : 100, 1000]
    })
    expect(splitsOf(split)).toEqual(['Q3 2024 3-for-2', 'FY 2024 3-for-2'])
  })

  test('is none for a split before the year or after it', () => {
    const before: Filed = ['Q3 2023', '2023-09-30', 250, -100, -2, 50, 1000]
    const after: Filed = ['Q1 2025', '2025-03-31', 250, -190, -0.5, 380, 1000]
    expect(splitsOf([before, ...sold])).toEqual(['Q4 2023 2-for-1'])
    expect(splitsOf([...sold, after])).toEqual(['Q1 2025 2-for-1'])
  })
})

describe('every period counts in the latest shares', () => {
  test('in any order of the periods', () => {
    expect(basesOf(fourfold.toReversed())).toEqual([1, 1, 1, 4, 4, 4])
    expect(splitsOf(fourfold.toReversed())).toEqual(['Q4 2020 4-for-1'])
  })

  test('also a quarter that precedes the split and states no shares', () => {
    expect(basesOf(quarters([300, 3, 100], [300, 3, Number.NaN], [310, 1.55, 200], [310, 1.55, 200]))).toEqual([
      2, 2, 1, 1,
    ])
  })

  test('and across two splits the oldest has the product of both', () => {
    expect(basesOf(quarters([300, 3, 100], [310, 1.55, 200], [320, 0.4, 800]))).toEqual([8, 4, 1])
  })

  test('a year as well, by a split that only quarters show', () => {
    const year: Filed = ['FY 2019', '2019-09-28', 260_000, 55_000, 12, 4580, 90_000]
    expect(basesOf([...fourfold.slice(0, 3), year, ...fourfold.slice(3, 4)])).toEqual([4, 4, 4, 4, 1])
  })

  test('years with a split of their own, by the latest that has a quarter near its end', () => {
    const years: readonly Filed[] = [
      ['FY 2018', '2018-12-31', 4000, 1200, 12, 100, 5000],
      ['FY 2019', '2019-12-31', 4000, 1200, 6, 200, 5000],
      ['FY 2020', '2020-12-31', 4000, 1200, 6, 200, 5000],
    ]
    const quarter = (end: string, shares: number): Filed => ['Q1 2021', end, 1000, 310, 310 / shares, shares, 5000]
    // The quarter counts in twice the shares of the year, as far as a year's issues and repurchases let that be seen.
    expect(basesOf([...years, quarter('2021-03-31', 428)])).toEqual([4, 2, 2, 1])
    // Half a year is near; two years later nothing can be said.
    expect(basesOf([...years, quarter('2021-07-10', 400)])).toEqual([4, 2, 2, 1])
    expect(basesOf([...years, quarter('2022-12-31', 400)])).toEqual([2, 1, 1, 1])
    // The latest year states no shares: the one before it is next to no quarter.
    const unstated: Filed = ['FY 2020', '2020-12-31', 4000, 1200, 6, Number.NaN, 5000]
    expect(basesOf([...years.slice(0, 2), unstated, quarter('2021-03-31', 400)])).toEqual([2, 1, 1, 1])
    expect(basesOf([...years.slice(0, 2), unstated, quarter('2020-03-31', 400)])).toEqual([4, 2, 2, 1])
  })
})

describe('a fourth quarter that is the year less three quarters', () => {
  const year = (last: Filed, whole: Partial<{ income: number; perShare: number }> = {}): readonly Filed[] => [
    ...quarters([100, 1, 100], [100, 1, 100], [100, 1, 100]),
    last,
    ['FY 2024', '2024-12-31', 4000, whole.income ?? 400, whole.perShare ?? 4, 100, 5000],
  ]
  const fourth = (income: number, perShare: number, shares = 100): Filed => [
    'Q4 2024',
    '2024-12-31',
    1000,
    income,
    perShare,
    shares,
    5000,
  ]

  test('counts in shares like the others where it earned that', () => {
    expect(basesOf(year(fourth(100, 1)))).toEqual([1, 1, 1, 1, 1])
  })

  test('counts in none where neither its shares nor the year’s give that', () => {
    expect(basesOf(year(fourth(300, 1)))).toEqual([1, 1, 1, Number.NaN, 1])
    expect(basesOf(year(fourth(-300, 1)))).toEqual([1, 1, 1, Number.NaN, 1])
  })

  test.each([
    ['a third more, as other classes of shares make it', year(fourth(130, 1), { income: 415 })],
    ['its own shares are a slip, and those of the year give it', year(fourth(100, 1, 1000))],
    ['the year states another EPS than its income and shares give', year(fourth(300, 1), { income: 800 })],
    ['it is not the year less the others', year(fourth(300, 1.1))],
    ['one of the others is missing', year(fourth(300, 1)).slice(1)],
  ])('counts in shares like the others where %s', (_, all) => {
    expect(basesOf(all).filter((base) => Number.isNaN(base))).toEqual([])
  })

  test('takes no quarter of another year for one of the three', () => {
    const prior: Filed = ['Q1 2023', '2023-03-31', 1000, 100, 1, 100, 5000]
    expect(basesOf([prior, ...year(fourth(300, 1))]).at(4)).toBeNaN()
  })
})

describe('share bases', () => {
  const bases = new ShareBases([4, 4.000001, 1, Number.NaN], [{ before: 1, after: 2, factor: 4 }])

  test('are one where all periods count in the same shares', () => {
    expect([bases.isOne([0, 1]), bases.isOne([2]), bases.isOne([])]).toEqual([true, true, true])
    expect([bases.isOne([0, 2]), bases.isOne([2, 0, 2]), bases.isOne([3]), bases.isOne([9])]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('are one when they are adjusted, but where shares are unknown', () => {
    const adjusted = bases.adjusted()
    expect([0, 1, 2, 3].map((at) => adjusted.of(at))).toEqual([1, 1, 1, Number.NaN])
    expect([adjusted.isAdjusted, adjusted.splits, bases.isAdjusted]).toEqual([true, bases.splits, false])
  })

  test('adjust EPS down and shares up; what is n/a stays so, and without a base there is no meaning', () => {
    expect([
      adjustedFigure('BasicEarningsPerShare', 5, 4),
      adjustedFigure('DilutedEarningsPerShare', 5, 4),
      adjustedFigure('DilutedSharesOutstanding', 4500, 4),
    ]).toEqual([1.25, 1.25, 18_000])
    expect(figureOf(adjustedFigure('BasicEarningsPerShare', notAvailable, 4))).toBeNull()
    expect(figureOf(adjustedFigure('BasicEarningsPerShare', notAvailable, Number.NaN))).toBeNull()
    expect(figureOf(adjustedFigure('BasicEarningsPerShare', 5, Number.NaN))).toBe('n.m.')
  })
})

describe('the remark of a split', () => {
  const periods = [
    { quarter: 'Q1', year: 2024, endPeriod: '2024-03-31' },
    { quarter: 'Q2', year: 2024, endPeriod: '2024-06-30' },
  ]
  const remarkOf = (factor: number, isAdjusted: boolean) =>
    splitRemarks(periods, { splits: [{ before: 0, after: 1, factor }], isAdjusted }).get(1)

  test('of a reverse split says so', () => {
    expect(remarkOf(1 / 8, false)).toMatchObject({
      message: expect.stringContaining('1-for-8 reverse split inferred between Q1 FY2024 and Q2 FY2024') as string,
      label: '1-for-8 reverse split',
    })
    expect([splitLabel(1.5), splitLabel(10)]).toEqual(['3-for-2 split', '10-for-1 split'])
  })

  test('says that figures before it are adjusted, where they are', () => {
    expect(remarkOf(2, true)).toEqual({
      kind: 'adjusted-split',
      message:
        '2-for-1 share split inferred between Q1 FY2024 and Q2 FY2024: EPS and shares before the split are adjusted.',
    })
  })

  test('is one of a split, adjusted or not', () => {
    expect((['split', 'adjusted-split', 'gap'] as const).map(isSplit)).toEqual([true, true, false])
  })
})

test('of 37 real companies, those are marked that split their shares', () => {
  const companies = Map.groupBy(annualStatements(), ({ symbol }) => symbol)
  const found = [...companies].flatMap(([symbol, records]) => {
    const ordered = records.toSorted((one, other) => (one.end < other.end ? -1 : 1))
    const periods = ordered.map(({ quarter, year, end }) => ({ quarter, year, endPeriod: end }))
    const { splits } = shareBasesOf(periods, (at, field) => ordered[at]?.figures[field] ?? Number.NaN)
    return splits.map(({ after, factor }) => `${symbol} ${ordered[after]?.year ?? 0} ${splitName(factor)}`)
  })
  // All of public record. Of those in the set, Davita (2013) and Global Payments (2016) split in years in which they also issued shares.
  const known = [
    'ALK 2014',
    'APH 2014',
    'CELG 2014',
    'CL 2013',
    'CNC 2014',
    'COG 2013',
    'CTSH 2014',
    'EOG 2014',
    'EW 2015',
    'FISV 2013',
    'IDXX 2015',
    'KR 2015',
    'MPC 2015',
    'PPG 2015',
    'ROST 2015',
    'SBUX 2015',
    'TSCO 2013',
    'UA 2014',
  ].map((each) => `${each} 2-for-1`)
  // The set has no share counts of its own: they are income over EPS, and of these two it has the EPS wrong.
  const slips = ['ADI 2014 6-for-1', 'SLG 2013 3-for-1']
  expect(found.toSorted()).toEqual([...known, 'HBI 2015 4-for-1', 'TMK 2014 3-for-2', ...slips].toSorted())
})
