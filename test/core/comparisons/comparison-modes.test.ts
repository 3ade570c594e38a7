import { describe, expect, test } from 'vitest'
import type { ComparisonMode } from '#contract/api/comparisons.ts'
import { figuresOf, numberOf } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { shownOf, type ModeOptions } from '#core/comparisons/comparison-modes.ts'

type Line = Parameters<typeof shownOf>[0]

const money: Line = { unit: 'money', statement: 'income' }
const balance: Line = { unit: 'money', statement: 'balance' }
const margin: Line = { unit: 'percent', statement: null }

const numbers = (figures: readonly Figure[]) => Float64Array.from(figures, numberOf)

/** Columns are quarters, or years where a period has four quarters. */
function shown(mode: ComparisonMode, figures: readonly Figure[], line = money, options: Partial<ModeOptions> = {}) {
  const { period = 1 } = options
  return figuresOf(
    shownOf(line, numbers(figures), {
      mode,
      years: 1,
      period,
      earlier: (quarters) => Int32Array.from(figures, (_, at) => at - quarters / period),
      line: () => numbers([]),
      ...options,
    }),
  )
}

describe('growth', () => {
  test('a year goes back four quarters, or one year where columns are years', () => {
    expect(shown('yoy', [100, 1, 1, 1, 110])).toEqual([null, null, null, null, expect.closeTo(0.1, 12)])
    expect(shown('yoy', [100, 150, 75], money, { period: 4 })).toEqual([null, 0.5, -0.5])
  })

  test('on the period before goes back one column, whatever its length', () => {
    expect(shown('qoq', [100, 150, 75])).toEqual([null, 0.5, -0.5])
    expect(shown('qoq', [100, 150, 75], money, { period: 4 })).toEqual([null, 0.5, -0.5])
  })

  test('of a margin is a difference: 12% after 10% is two points', () => {
    expect(shown('qoq', [0.1, 0.12], margin)).toEqual([null, expect.closeTo(0.02, 12)])
  })

  test('a year over two years is the square root: 121 after 100 is 10% a year', () => {
    const twoYears = { years: 2, period: 4 }
    expect(shown('cagr', [100, 5, 121], money, twoYears)).toEqual([null, null, expect.closeTo(0.1, 12)])
    expect(shown('cagr', [-100, 5, 121], money, twoYears)).toEqual([null, null, 'n.m.'])
    expect(shown('cagr', [0.1, 0.1, 0.2], margin, twoYears)).toEqual([null, null, null])
  })
})

describe('common size', () => {
  const line = (field: string) => numbers(field === 'Revenue' ? [200, null] : field === 'TotalAssets' ? [400, 50] : [])

  test('is a share of revenue, and of total assets for the balance sheet', () => {
    expect(shown('common-size', [50, 50], money, { line })).toEqual([0.25, null])
    expect(shown('common-size', [50, 50], { ...money, statement: 'cash-flow' }, { line })).toEqual([0.25, null])
    expect(shown('common-size', [50, 50], balance, { line })).toEqual([0.125, 1])
  })

  test('is n/a for what is no amount of a statement', () => {
    expect(shown('common-size', [50, 50], { unit: 'shares', statement: 'income' }, { line })).toEqual([null, null])
    expect(shown('common-size', [50, 50], { unit: 'money', statement: null }, { line })).toEqual([null, null])
  })
})

describe('an index', () => {
  test('is 100 at the first figure above zero', () => {
    expect(shown('index', [null, -5, 0, 50, 75, -25])).toEqual([null, -10, 0, 100, 150, -50])
  })

  test('is n/a without a figure to begin from, and where there is none', () => {
    expect(shown('index', [null, -5])).toEqual([null, null])
    expect(shown('index', [50, null, 'n.m.'])).toEqual([100, null, null])
  })
})

describe('of a line that moves with a share split', () => {
  const bases = Float64Array.of(4, 4, 1, 1)

  test('a change across it has no meaning; what is n/a stays n/a', () => {
    expect(shown('qoq', [4, 8, 2, null], money, { bases })).toEqual([null, 1, 'n.m.', null])
    expect(shown('index', [4, 8, 2, null], money, { bases })).toEqual([100, 200, 'n.m.', null])
    expect(shown('qoq', [4, 8, 2, 4], money, { bases })).toEqual([null, 1, 'n.m.', 1])
  })

  test('whose shares are unknown has no meaning either', () => {
    expect(shown('qoq', [4, 8], money, { bases: Float64Array.of(Number.NaN, Number.NaN) })).toEqual([null, 'n.m.'])
    expect(shown('qoq', [4, 8], money, { bases: Float64Array.of() })).toEqual([null, 'n.m.'])
  })
})

test.each(['values', 'median', 'peer'] as const)('%s leaves figures as they are', (mode) => {
  expect(shown(mode, [1, null, 'n.m.'])).toEqual([1, null, 'n.m.'])
})
