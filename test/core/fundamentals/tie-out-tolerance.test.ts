import { describe, expect, test } from 'vitest'
import { isMeasured, isOff, quotient, reportingUnit, same, sum } from '#core/fundamentals/tie-out-tolerance.ts'

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
    expect(sum(10, [4, 6], 1)).toEqual({ stated: 10, calculated: 10, tolerance: 1.5 })
    expect(sum(11e6, [4e6, 6e6], 1e6)).toEqual({ stated: 11e6, calculated: 10e6, tolerance: 1.5e6 })
    expect(sum(11e3, [4e3, 6e3], 1).tolerance).toBe(1500)
  })

  test('is as exact as the record: zero counts in its unit, and no amount is less exact than it', () => {
    expect(sum(1e6, [0, 0], 1e6).tolerance).toBe(1.5e6)
    expect(sum(0, [0, 0], 1).tolerance).toBe(1.5)
    expect(sum(1e6, [5e3], 1e3).tolerance).toBe(1000)
    expect(sum(1001, [1], 1e3).tolerance).toBe(1)
  })

  test('is off beyond that, and not measured without one of its figures', () => {
    const [within, beyond] = [11.5, 11.6].map((stated) => sum(stated, [4, 6], 1))
    expect([within && isOff(within), beyond && isOff(beyond)]).toEqual([false, true])
    expect(isOff(sum(8.4, [4, 6], 1))).toBe(true)
    expect([sum(1, [2], 1), sum(Number.NaN, [2], 1), sum(1, [2, Number.NaN], 1)].map(isMeasured)).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('one figure given twice', () => {
  test('may differ by half of the last place of each, the second at least', () => {
    expect(same(6.1, 6.11).tolerance).toBeCloseTo(0.01, 12)
    expect(same(6.125, 6.13).tolerance).toBeCloseTo(0.0055, 12)
    expect(same(0.123_456_7, 0.12).tolerance).toBeCloseTo(0.005 + 0.000_000_5, 12)
    expect(same(5, 5)).toMatchObject({ stated: 5, calculated: 5 })
    expect(same(5, 5).tolerance).toBeCloseTo(0.01, 12)
  })
})

describe('a figure a share', () => {
  test('is the amount over the shares, as exact as all three', () => {
    const { stated, calculated, tolerance } = quotient(6.11, 93_736e6, 15_343_783e3)
    expect([stated, calculated]).toEqual([6.11, 93_736e6 / 15_343_783e3])
    expect(tolerance).toBeCloseTo(0.005 + (5e5 + calculated * 500) / 15_343_783e3, 12)
    expect(quotient(-2, -10, 5).tolerance).toBeCloseTo(0.005 + (0.5 + 2 * 0.5) / 5, 12)
    expect(quotient(0, 0, 5).tolerance).toBeCloseTo(0.005 + 0.5 / 5, 12)
  })

  test('is not to be had of no shares, or of fewer than none', () => {
    expect([quotient(1, 5, 0), quotient(1, 5, -5), quotient(1, 5, 5)].map(isMeasured)).toEqual([false, false, true])
  })
})
