import { describe, expect, test } from 'vitest'
import {
  checkEqual,
  checkQuotient,
  checkSum,
  isBreak,
  isComparable,
  reportingUnit,
} from '#core/fundamentals/tie-out-tolerance.ts'

describe('what a record’s amounts are rounded to', () => {
  test('is millions or thousands where all of them are, and they are enough to be sure', () => {
    expect([
      reportingUnit([1e6, 2e6, 3e6, 4e6, 5e6]),
      reportingUnit([1e6, 2e6, 3e6, 4e6, 5e3]),
      reportingUnit([1e6, 2e6, 3e6, 4e6, 5]),
      reportingUnit([1e6, 2e6, 3e6, 4e6]),
      reportingUnit([-1e6, -2e6, 3e6, 4e6, 5e6]),
    ]).toEqual([1e6, 1e3, 1, 1, 1e6])
  })

  test('is inferred from the figures there are: zero is round in every unit, and n/a is none', () => {
    expect(reportingUnit([1e6, 2e6, 3e6, 4e6, 5e6, 0, Number.NaN, Number.NEGATIVE_INFINITY])).toBe(1e6)
    expect(reportingUnit([1e6, 2e6, 3e6, 4e6, 0, Number.NaN])).toBe(1)
  })
})

describe('a sum', () => {
  test('may differ by half a unit of each figure', () => {
    expect(checkSum(10, [4, 6], 1)).toEqual({ stated: 10, calculated: 10, tolerance: 1.5 })
    expect(checkSum(11e6, [4e6, 6e6], 1e6)).toEqual({ stated: 11e6, calculated: 10e6, tolerance: 1.5e6 })
    expect(checkSum(11e3, [4e3, 6e3], 1).tolerance).toBe(1500)
  })

  test('is as exact as the record: zero counts in its unit, and no amount is less exact than it', () => {
    expect(checkSum(1e6, [0, 0], 1e6).tolerance).toBe(1.5e6)
    expect(checkSum(0, [0, 0], 1).tolerance).toBe(1.5)
    expect(checkSum(1e6, [5e3], 1e3).tolerance).toBe(1000)
    expect(checkSum(1001, [1], 1e3).tolerance).toBe(1)
  })

  test('is off beyond that, and not checked without one of its figures', () => {
    const [within, beyond] = [11.5, 11.6].map((stated) => checkSum(stated, [4, 6], 1))
    expect([within && isBreak(within), beyond && isBreak(beyond)]).toEqual([false, true])
    expect(isBreak(checkSum(8.4, [4, 6], 1))).toBe(true)
    expect(
      [checkSum(1, [2], 1), checkSum(Number.NaN, [2], 1), checkSum(1, [2, Number.NaN], 1)].map(isComparable),
    ).toEqual([true, false, false])
  })
})

describe('one figure given twice', () => {
  test('may differ by half of the last place of each, the second at least', () => {
    expect(checkEqual(6.1, 6.11).tolerance).toBeCloseTo(0.01, 12)
    expect(checkEqual(6.125, 6.13).tolerance).toBeCloseTo(0.0055, 12)
    expect(checkEqual(0.123_456_7, 0.12).tolerance).toBeCloseTo(0.005 + 0.000_000_5, 12)
    expect(checkEqual(5, 5)).toMatchObject({ stated: 5, calculated: 5 })
    expect(checkEqual(5, 5).tolerance).toBeCloseTo(0.01, 12)
  })
})

describe('a figure a share', () => {
  test('is the amount over the shares, as exact as all three', () => {
    const { stated, calculated, tolerance } = checkQuotient(6.11, 93_736e6, 15_343_783e3)
    expect([stated, calculated]).toEqual([6.11, 93_736e6 / 15_343_783e3])
    expect(tolerance).toBeCloseTo(0.005 + (5e5 + calculated * 500) / 15_343_783e3, 12)
    expect(checkQuotient(-2, -10, 5).tolerance).toBeCloseTo(0.005 + (0.5 + 2 * 0.5) / 5, 12)
    expect(checkQuotient(0, 0, 5).tolerance).toBeCloseTo(0.005 + 0.5 / 5, 12)
  })

  test('is not to be had of no shares, or of fewer than none', () => {
    expect([checkQuotient(1, 5, 0), checkQuotient(1, 5, -5), checkQuotient(1, 5, 5)].map(isComparable)).toEqual([
      false,
      false,
      true,
    ])
  })
})
