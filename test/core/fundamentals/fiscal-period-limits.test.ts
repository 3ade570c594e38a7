import { describe, expect, test } from 'vitest'
import {
  fourQuartersBefore,
  isFullYear,
  isQuarter,
  lastFourQuarters,
  periodBefore,
  quartersUpTo,
  yearEndingWith,
  type FiscalPeriod,
} from '#core/fundamentals/fiscal-period.ts'
import { quarters2023, quarters2024 } from './apple.ts'

const quarter = (label: string, year: number, endPeriod: string): FiscalPeriod => ({ quarter: label, year, endPeriod })
const apple = [
  ...quarters2023.map((each) => quarter(each.quarter, 2023, each.end)),
  ...quarters2024.map((each) => quarter(each.quarter, 2024, each.end)),
]

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
