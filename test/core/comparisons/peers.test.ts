import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ComparisonMode } from '#contract/api/comparisons.ts'
import { figuresOf, numberOf } from '#contract/api/figure-numbers.ts'
import type { Figure } from '#contract/api/financials.ts'
import { against, isComparable, rankPeers, type PeerFigures } from '#core/comparisons/peers.ts'

/** One row of figures a company; `outdated`: places in the table, row by row. */
function peers(rows: readonly (readonly Figure[])[], outdated: readonly number[] = []): PeerFigures {
  const figures = Float64Array.from(rows.flat(), numberOf)
  return {
    figures,
    companies: rows.length,
    columns: rows[0]?.length ?? 0,
    outdated: Uint8Array.from(figures, (_, at) => (outdated.includes(at) ? 1 : 0)),
  }
}

const ranks = (figures: readonly Figure[], first: 'highest' | 'lowest', outdated: readonly number[] = []) => [
  ...rankPeers(
    peers(
      figures.map((each) => [each]),
      outdated,
    ),
    first,
  ).ranks,
]
const median = (figures: readonly Figure[], outdated: readonly number[] = []) =>
  figuresOf(
    rankPeers(
      peers(
        figures.map((each) => [each]),
        outdated,
      ),
      'highest',
    ).median,
  )[0]

describe('ranks', () => {
  test('begin with the highest, or with the lowest where less is better', () => {
    expect(ranks([3, 1, 2], 'highest')).toEqual([1, 3, 2])
    expect(ranks([3, 1, 2], 'lowest')).toEqual([3, 1, 2])
  })

  test('are shared by equal figures, and the next one is left out', () => {
    expect(ranks([5, 7, 5, 1], 'highest')).toEqual([2, 1, 2, 4])
    expect(ranks([5, 7, 5, 1], 'lowest')).toEqual([2, 4, 2, 1])
    expect(ranks([0, 0], 'highest')).toEqual([1, 1])
  })

  test('pass over what is n/a, without meaning or too old', () => {
    expect(ranks([3, null, 'n.m.', 9, 4], 'highest', [3])).toEqual([2, 0, 0, 0, 1])
  })

  test('are none for a single company: it would be the first of nobody', () => {
    expect(ranks([3, null], 'highest')).toEqual([0, 0])
  })

  test('are those of each column alone', () => {
    const { ranks: all, median: middle } = rankPeers(
      peers([
        [1, 20],
        [2, 10],
      ]),
      'highest',
    )
    expect([[...all], [...middle]]).toEqual([
      [2, 1, 1, 2],
      [1.5, 15],
    ])
  })

  const figure = fc.option(fc.integer({ min: -5, max: 5 }), { nil: null })

  test('are one more than the number of better figures', () => {
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 12 }), (figures) => {
        const known = figures.filter((each) => each !== null)
        const rank = (each: number | null, isBetter: (other: number) => boolean) =>
          each === null || known.length < 2 ? 0 : 1 + known.filter(isBetter).length
        expect(ranks(figures, 'highest')).toEqual(figures.map((each) => rank(each, (other) => other > (each ?? 0))))
        expect(ranks(figures, 'lowest')).toEqual(figures.map((each) => rank(each, (other) => other < (each ?? 0))))
      }),
    )
  })
})

describe('the median', () => {
  test('is the middle figure, or the mean of the middle two', () => {
    expect([median([9, 1, 5]), median([9, 1, 5, 7]), median([-1, 1])]).toEqual([5, 6, 0])
  })

  test('is that of the figures there are: n/a of fewer than two', () => {
    expect([median([9, null, 5, 'n.m.']), median([9, null]), median([]), median([9, 5, 100], [2])]).toEqual([
      7,
      null,
      undefined,
      7,
    ])
  })
})

describe('the difference to one figure a column', () => {
  test('is that of each company; n/a of what is missing or too old', () => {
    const companies = peers(
      [
        [5, 50],
        [7, null],
        [9, 90],
      ],
      [4],
    )
    expect(figuresOf(against(companies, Float64Array.of(6, 60)))).toEqual([-1, -10, 1, null, null, 30])
    expect(figuresOf(against(companies, Float64Array.of(6)))).toEqual([-1, null, 1, null, null, null])
  })
})

describe('amounts of money', () => {
  const modes: readonly ComparisonMode[] = ['values', 'yoy', 'qoq', 'cagr', 'common-size', 'index', 'median', 'peer']
  const comparable = (unit: Parameters<typeof isComparable>[0]['unit']) =>
    modes.filter((mode) => isComparable({ unit }, { mode }))

  test('are compared only where the mode is free of currencies: the service does not name them', () => {
    const free = ['yoy', 'qoq', 'cagr', 'common-size', 'index']
    expect([comparable('money'), comparable('per-share')]).toEqual([free, free])
  })

  test.each(['shares', 'percent', 'ratio', 'days', 'count', 'score'] as const)('are not what is in %s', (unit) => {
    expect(comparable(unit)).toEqual(modes)
  })
})
