import { describe, expect, test } from 'vitest'
import type { FigureAt } from '#core/fundamentals/share-split.ts'
import { shareBasesOf, splitName, splitRemarks } from '#core/fundamentals/share-split.ts'
import { annualStatements } from '../annual-statements.ts'
import { figuresOf, fourfold, periodOf, tenfold, type Filed } from './split-filings.ts'

interface Periods {
  readonly periods: readonly { readonly quarter: string; readonly year: number; readonly endPeriod: string }[]
  readonly figure: FigureAt
}

function filed(all: readonly Filed[]): Periods {
  const figures = all.map(figuresOf)
  return { periods: all.map(periodOf), figure: (at, field) => figures[at]?.[field] ?? Number.NaN }
}

function splitsOf(all: readonly Filed[]): string[] {
  const { periods, figure } = filed(all)
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

describe('a share split is told by the figures alone', () => {
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
