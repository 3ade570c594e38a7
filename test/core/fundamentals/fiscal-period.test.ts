import { describe, expect, test } from 'vitest'
import {
  daysBetween,
  fourQuartersBefore,
  isFullYear,
  isQuarter,
  lastFourQuarters,
  periodBefore,
  quartersUpTo,
  yearBefore,
  yearEndingWith,
  type FiscalPeriod,
} from '#core/fundamentals/fiscal-period.ts'
import { quarters2023, quarters2024 } from './apple.ts'

const quarter = (label: string, year: number, endPeriod: string): FiscalPeriod => ({ quarter: label, year, endPeriod })
const apple = [
  ...quarters2023.map((each) => quarter(each.quarter, 2023, each.end)),
  ...quarters2024.map((each) => quarter(each.quarter, 2024, each.end)),
]
const before = ({ endPeriod }: FiscalPeriod) =>
  new Date(Date.parse(endPeriod) - 91 * 86_400_000).toISOString().slice(0, 10)
const without = (index: number) => apple.filter((_, at) => at !== index)

describe('the period before', () => {
  test('a quarter is the previous quarter, over the turn of the fiscal year too', () => {
    expect(apple.map((_, index) => periodBefore(apple, index))).toEqual([undefined, 0, 1, 2, 3, 4, 5, 6])
  })

  test('a full year is the previous year', () => {
    const years = [2022, 2023, 2024].map((year) => quarter('FY', year, `${year}-12-31`))
    expect(years.map((_, index) => periodBefore(years, index))).toEqual([undefined, 0, 1])
  })

  test('one that is missing is not replaced by an earlier one: growth over two quarters would pass for growth over one', () => {
    expect(periodBefore(without(5), 5)).toBeUndefined()
  })

  test('one whose end contradicts its label is no base: a mislabeled quarter would pass for the previous one', () => {
    const mislabelled = apple.map((each, at) => (at === 4 ? { ...each, endPeriod: '2022-12-31' } : each))
    expect(periodBefore(mislabelled, 5)).toBeUndefined()
  })

  test('one that is there twice is unknown', () => {
    const twice = [...apple.slice(0, 5), quarter('Q2', 2024, '2024-03-31'), ...apple.slice(5)]
    expect(periodBefore(twice, twice.length - 2)).toBeUndefined()
  })
})

describe('the same period of the prior year', () => {
  test('goes by its label and its end, which fifty-three weeks may move', () => {
    expect(apple.map((_, index) => yearBefore(apple, index))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      0,
      1,
      2,
      3,
    ])
  })

  test('is unknown when its end is not about a year earlier: the label is wrong', () => {
    const mislabelled = apple.map((each, at) => (at === 1 ? { ...each, endPeriod: '2023-09-30' } : each))
    expect(yearBefore(mislabelled, 5)).toBeUndefined()
    expect(yearBefore(mislabelled, 6)).toBe(2)
  })

  test('goes by its label alone when an end is no date', () => {
    const undated = apple.map((each, at) => (at === 1 ? { ...each, endPeriod: '' } : each))
    expect(yearBefore(undated, 5)).toBe(1)
  })

  test('holds for labels that nobody knows', () => {
    const halves = [quarter('H1', 2023, '2023-06-30'), quarter('H1', 2024, '2024-06-30')]
    expect(yearBefore(halves, 1)).toBe(0)
  })
})

describe('the last four quarters', () => {
  test('are those that end with the latest, whatever their order in the list', () => {
    expect(lastFourQuarters(apple)).toEqual([4, 5, 6, 7])
    expect(lastFourQuarters(apple.toReversed())).toEqual([3, 2, 1, 0])
  })

  test('may hold one of fourteen weeks: 24 September to 31 December 2022 are 98 days', () => {
    const withLongOne = [
      quarter('Q2', 2022, '2022-03-26'),
      quarter('Q3', 2022, '2022-06-25'),
      quarter('Q4', 2022, '2022-09-24'),
      quarter('Q1', 2023, '2022-12-31'),
    ]
    expect(daysBetween('2022-09-24', '2022-12-31')).toBe(98)
    expect(lastFourQuarters(withLongOne)).toEqual([0, 1, 2, 3])
  })

  test('may hold one of sixteen or seventeen weeks: Costco has three quarters of twelve and a long one', () => {
    const costco = [
      quarter('Q1', 2023, '2022-11-20'),
      quarter('Q2', 2023, '2023-02-12'),
      quarter('Q3', 2023, '2023-05-07'),
      quarter('Q4', 2023, '2023-09-03'),
      quarter('Q1', 2024, '2023-11-26'),
    ]
    expect(daysBetween('2023-05-07', '2023-09-03')).toBe(119)
    expect(lastFourQuarters(costco)).toEqual([1, 2, 3, 4])
  })

  test.each([
    ['when one is missing', without(5)],
    [
      'when half a year lies between two',
      apple.map((each, at) => (at < 6 ? { ...each, endPeriod: before(each) } : each)),
    ],
    ['when there are three', apple.slice(5)],
    ['when there is none', [quarter('FY', 2024, '2024-09-28')]],
    ['when one is there twice', [...apple, quarter('Q3', 2024, '2024-06-30')]],
    [
      'when labels follow each other and dates do not',
      apple.map((each, at) => (at === 5 ? { ...each, endPeriod: '2024-02-01' } : each)),
    ],
    ['when a date is no date', apple.map((each, at) => (at === 5 ? { ...each, endPeriod: 'March' } : each))],
  ])('are none %s: a sum of other quarters would be another figure', (_, periods) => {
    expect(lastFourQuarters(periods)).toBeUndefined()
  })
})

describe('the four quarters before the last four', () => {
  test('are there with eight quarters in a row, and not with seven', () => {
    expect(fourQuartersBefore(apple)).toEqual([0, 1, 2, 3])
    expect(fourQuartersBefore(apple.slice(1))).toBeUndefined()
    expect(fourQuartersBefore([quarter('FY', 2024, '2024-12-31')])).toBeUndefined()
  })

  test('follow each other by 80 to 125 days', () => {
    const gaps = [79, 80, 125, 126].map((days) => {
      const end = new Date(Date.parse('2024-01-01') + days * 86_400_000).toISOString().slice(0, 10)
      return quartersUpTo([quarter('Q1', 2024, '2024-01-01'), quarter('Q2', 2024, end)], 1, 2)
    })
    expect(gaps).toEqual([undefined, [0, 1], [0, 1], undefined])
  })

  test('are not sought from a period that is not there', () => {
    expect(periodBefore(apple, apple.length)).toBeUndefined()
    expect(lastFourQuarters([])).toBeUndefined()
  })
})

describe('the fiscal year that ends with a quarter', () => {
  const fourth = quarter('Q4', 2024, '2024-12-28')
  const year = (end: string, of = 2024) => quarter('FY', of, end)

  test.each([
    ['that ends on the same day', [fourth, year('2024-12-28')], 1],
    ['that ends a week later, by the calendar', [year('2025-01-04'), fourth], 0],
    ['that ends eight days later', [fourth, year('2025-01-05')], undefined],
    ['of another number', [fourth, year('2024-12-28', 2023)], undefined],
    ['that is there twice', [fourth, year('2024-12-28'), year('2024-12-28')], undefined],
    ['that is missing', [fourth, quarter('Q3', 2024, '2024-12-28')], undefined],
  ])('is one %s: %j gives %s', (_, periods, expected) => {
    expect(yearEndingWith(periods, periods.indexOf(fourth))).toBe(expected)
  })

  test('is none for an earlier quarter, or for one that is not there', () => {
    expect(yearEndingWith([quarter('Q3', 2024, '2024-12-28'), year('2024-12-28')], 0)).toBeUndefined()
    expect(yearEndingWith([], 0)).toBeUndefined()
  })
})

test('quarters are Q1 to Q4 and nothing that only contains one; the full year is FY', () => {
  const labels = ['Q1', 'Q4', 'Q5', 'Q0', 'Q11', 'FQ1', 'FY', 'H1', '']
  expect(labels.filter(isQuarter)).toEqual(['Q1', 'Q4'])
  expect(labels.filter(isFullYear)).toEqual(['FY'])
})
