import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reportedIn, splitFormula } from '#core/export/split-formula.ts'

describe('a figure adjusted for a split', () => {
  test.each([
    ['DilutedEarningsPerShare', '0.82', 10, '0.82/10'],
    ['DilutedSharesOutstanding', '500', 10, '500*10'],
    ['DilutedEarningsPerShare', '-0.5', 1 / 3, '-0.5*3'],
    ['BasicSharesOutstanding', '900', 1 / 3, '900/3'],
    ['BasicEarningsPerShare', '2', 1, '2/1'],
    ['BasicSharesOutstanding', '2', 1.5, '2*1.5'],
  ] as const)('%s of %s by %d is %s: both figures stand in the cell', (field, reported, factor, formula) => {
    expect(splitFormula(field, reported, factor)).toBe(formula)
  })

  test('gives its reported figure back, and no other formula is taken for one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('DilutedEarningsPerShare', 'BasicSharesOutstanding'),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(10, 1.5, 1, 0.1, 1 / 3, 1 / 7),
        (field, reported, factor) => {
          expect(reportedIn(splitFormula(field, `${reported}`, factor))).toBe(Number(`${reported}`))
        },
      ),
    )
    expect(['1.5e+21/10', '12*3', '0.5E-3*12.55', '2e5/10'].map(reportedIn)).toEqual([1.5e21, 12, 0.0005, 2e5])
    const others = [
      'A1/10',
      '5',
      '5/',
      '/10',
      '5+10',
      '=5/10',
      '5/10+1',
      '5/A1',
      '5/10.',
      '5./10',
      '5e/10',
      '(5)/10',
      '',
    ]
    expect(others.map(reportedIn)).toEqual(others.map(() => null))
  })
})
