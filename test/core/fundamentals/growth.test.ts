import { describe, expect, test } from 'vitest'
import { acrossSplit, changeOf, difference, growth, share } from '#core/fundamentals/growth.ts'
import { fiscal2023, fiscal2024 } from './apple.ts'

describe('growth', () => {
  test('is the change over the base: 391,035 on 383,285 is 7,750 / 383,285, or 2.02%', () => {
    expect(growth(fiscal2024.Revenue, fiscal2023.Revenue)).toBeCloseTo(0.0202199, 7)
  })

  test.each([
    ['a fall by half', 50, 100, -0.5],
    ['a fall to nothing', 0, 100, -1],
    ['no change', 100, 100, 0],
    ['a tripling', 3, 1, 2],
    ['a base below zero', 10, -5, 'n.m.'],
    ['a base of zero', 10, 0, 'n.m.'],
    ['nothing on nothing', 0, 0, 'n.m.'],
    ['a profit that became a loss', -5, 10, 'n.m.'],
    ['a loss that grew', -20, -10, 'n.m.'],
    ['a figure that is not there', null, 10, null],
    ['a base that is not there', 10, null, null],
    ['a base that was never given', 10, undefined, null],
    ['a base without meaning', 10, 'n.m.', null],
  ] as const)('%s', (_, now, before, expected) => {
    expect(growth(now, before)).toBe(expected)
  })
})

describe('a change of a ratio', () => {
  test('is a difference, also across zero: a margin of 2% after one of -3% is five points up', () => {
    expect(difference(0.02, -0.03)).toBeCloseTo(0.05, 12)
    expect([difference(null, 0.1), difference(0.1, undefined), difference('n.m.', 0.1)]).toEqual([null, null, null])
  })
})

describe('a share', () => {
  test('is the part over the base: 180,683 of 391,035 is a gross margin of 46.21%', () => {
    expect(share(fiscal2024.GrossProfit, fiscal2024.Revenue)).toBeCloseTo(0.4620635, 6)
  })

  test.each([
    ['of nothing', 5, 0, 'n.m.'],
    ['of less than nothing', 5, -10, 'n.m.'],
    ['a loss of a revenue', -5, 10, -0.5],
    ['nothing of something', 0, 10, 0],
    ['of what is not there', 5, null, null],
    ['of what has no meaning', 5, 'n.m.', null],
    ['a part without meaning', 'n.m.', 10, null],
  ] as const)('%s', (_, part, base, expected) => {
    expect(share(part, base)).toBe(expected)
  })
})

describe('the change of a line', () => {
  test.each(['money', 'per-share', 'shares', 'count'] as const)('in %s is its growth', (unit) => {
    expect(changeOf(unit, 12, 10)).toBeCloseTo(0.2, 12)
  })

  test.each(['ratio', 'percent', 'days', 'score'] as const)(
    'in %s is a difference: growth of a margin would be read as a margin',
    (unit) => {
      expect(changeOf(unit, 12, 10)).toBe(2)
    },
  )

  test('has no meaning across a share split, and stays n/a where there is none', () => {
    expect([acrossSplit(0.5), acrossSplit('n.m.'), acrossSplit(null)]).toEqual(['n.m.', 'n.m.', null])
  })
})
