import { unitOf } from '#contract/api/figure-lines.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatBasisPoints,
  formatChange,
  formatCount,
  formatDays,
  formatFigure,
  formatGrowth,
  formatMoney,
  formatMultiple,
  formatPercent,
  formatPerShare,
  formatRestatement,
  formatShares,
  isAbsent,
  isBracketed,
  plainFigure,
} from '../../../src/renderer/format/figures.ts'
import { nextScale, scales } from '../../../src/renderer/format/scale.ts'

describe('money', () => {
  test('is divided by the one scale of its table', () => {
    const revenue = 1_296_800_000
    expect(scales.map((scale) => formatMoney(revenue, scale))).toEqual([
      '1,296,800,000',
      '1,296,800',
      '1,296.8',
      '1.30',
    ])
  })

  test('below zero stands in brackets', () => {
    expect(formatMoney(-1_234_500_000, 'millions')).toBe('(1,234.5)')
  })

  test('of nothing is a dash, also when the service says minus nothing', () => {
    expect([formatMoney(0, 'millions'), formatMoney(-0, 'millions')]).toEqual(['-', '-'])
  })

  test('that is not there is n/a, never a zero', () => {
    expect(formatMoney(null, 'millions')).toBe('n/a')
  })

  test('without meaning is n.m.', () => {
    expect(formatMoney('n.m.', 'millions')).toBe('n.m.')
  })

  test('too small for the scale is distinguished from nothing, and has no sign that its digits do not show', () => {
    expect([formatMoney(40_000, 'millions'), formatMoney(-40_000, 'millions'), formatMoney(1, 'billions')]).toEqual([
      '0.0',
      '0.0',
      '0.00',
    ])
  })

  test('halves round away from zero, as in a spreadsheet', () => {
    expect([
      formatMoney(1_250_000, 'millions'),
      formatMoney(-1_250_000, 'millions'),
      formatMoney(1_296_850_000, 'millions'),
      formatMoney(1_005_000_000, 'billions'),
      formatMoney(2_500, 'thousands'),
    ]).toEqual(['1.3', '(1.3)', '1,296.9', '1.01', '3'])
  })

  test('of a very large company keeps its digits', () => {
    expect(formatMoney(9_007_199_254_740_991, 'millions')).toBe('9,007,199,254.7')
  })

  test('that is no number at all never reaches the reader as NaN or ∞', () => {
    expect([NaN, Infinity, -Infinity].map((value) => formatMoney(value, 'units'))).toEqual(['n/a', 'n/a', 'n/a'])
  })
})

describe('other units', () => {
  test('are written as analysts write them', () => {
    expect({
      perShare: [formatPerShare(0.715), formatPerShare(-0.27), formatPerShare(1_234.5)],
      percent: [formatPercent(0.151), formatPercent(-0.038), formatPercent(1.234)],
      multiple: [formatMultiple(12.34), formatMultiple(-3.21), formatMultiple(0.44, 2)],
      days: [formatDays(58.4), formatDays(-12)],
      shares: [formatShares(212_500_000, 'millions')],
      count: [formatCount(1204)],
    }).toEqual({
      perShare: ['0.72', '(0.27)', '1,234.50'],
      percent: ['15.1%', '(3.8%)', '123.4%'],
      multiple: ['12.3x', '(3.2x)', '0.44x'],
      days: ['58', '(12)'],
      shares: ['212.5'],
      count: ['1,204'],
    })
  })

  test('EPS is never scaled with the table', () => {
    expect(scales.map((scale) => formatFigure(0.72, 'per-share', scale))).toEqual(['0.72', '0.72', '0.72', '0.72'])
  })

  test('a percentage does not show the error of binary arithmetic', () => {
    // 0.0705 * 100 is 7.049999999999999, 0.2885 * 100 is 28.849999999999998
    expect([formatPercent(0.0705), formatPercent(0.2885), formatGrowth(-0.2885)]).toEqual(['7.1%', '28.9%', '(28.9%)'])
  })
})

describe('changes', () => {
  test('carry their sign in the text, not only in the color', () => {
    expect([formatGrowth(0.089), formatGrowth(-0.051), formatBasisPoints(0.0186), formatBasisPoints(-0.0041)]).toEqual([
      '+8.9%',
      '(5.1%)',
      '+186',
      '(41)',
    ])
  })

  test('of amounts are growth, of percents basis points, of ratios and days differences', () => {
    expect([
      formatChange(0.089, 'money'),
      formatChange(0.2, 'per-share'),
      formatChange(-0.01, 'shares'),
      formatChange(0.0186, 'percent'),
      formatChange(-0.07, 'ratio'),
      formatChange(3, 'days'),
      formatChange('n.m.', 'money'),
      formatChange(null, 'percent'),
      formatChange(0, 'money'),
    ]).toEqual(['+8.9%', '+20.0%', '(1.0%)', '+186', '(0.07x)', '+3', 'n.m.', 'n/a', '-'])
  })
})

describe('alignment', () => {
  test('a figure in brackets needs no invisible one', () => {
    expect(['(1.0)', '(5.1%)', '1.0', '-', 'n/a'].map(isBracketed)).toEqual([true, true, false, false, false])
  })

  test('what is absent is drawn lighter', () => {
    expect(['n/a', 'n.m.', '-', '0.0'].map(isAbsent)).toEqual([true, true, false, false])
  })
})

describe('the clipboard', () => {
  test('holds plain numbers that a spreadsheet reads', () => {
    expect([1234.5, -1234.5, 0, -0, 1e21, -2.5e-7, 1.5e-9, 123e20].map(plainFigure)).toEqual([
      '1234.5',
      '-1234.5',
      '0',
      '0',
      '1000000000000000000000',
      '-0.00000025',
      '0.0000000015',
      '12300000000000000000000',
    ])
  })

  test('holds nothing for what is absent, so that the column can still be summed', () => {
    expect([null, 'n.m.' as const, NaN].map(plainFigure)).toEqual(['', '', ''])
  })

  test('never loses a digit: what was copied is the number that was stored', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = plainFigure(value)
        expect(text).toMatch(/^-?\d+(\.\d+)?$/)
        expect(Number(text)).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})

test('the key for the scale goes round all four', () => {
  expect(scales.map(nextScale)).toEqual(['thousands', 'millions', 'billions', 'units'])
})

test('the change of a restated percentage names its unit: +1 is a hundredth of a percent, not a percent', () => {
  expect(formatRestatement(0.0001, 'percent', 'millions')).toBe('+1 bps')
  expect(formatRestatement(-0.0041, 'percent', 'millions')).toBe('(41) bps')
  // What rounds to zero was restated all the same, and no digit of it shows a direction.
  expect(formatRestatement(0.0043, 'ratio', 'millions')).toBe('<0.01x')
  expect(formatRestatement(-0.0043, 'ratio', 'millions')).toBe('<0.01x')
  expect(formatRestatement(40_000, 'money', 'millions')).toBe('<0.1')
  expect(formatRestatement(-0.3, 'days', 'millions')).toBe('<1')
  expect(formatRestatement(0.00002, 'percent', 'millions')).toBe('<1 bps')
  expect(formatRestatement(0.1, 'ratio', 'millions')).toBe('+0.10x')
  expect(formatRestatement(null, 'percent', 'millions')).toBe('n/a')
  expect(formatRestatement(-4_400_000, 'money', 'millions')).toBe('(4.4)')
})

test('revenue per employee is in thousands and says so, whatever the scale of its table', () => {
  const unit = unitOf('revenue_per_employee')
  expect(scales.map((scale) => formatFigure(312_400, unit, scale))).toEqual(['312k', '312k', '312k', '312k'])
  expect(formatFigure(-312_400, unit, 'millions')).toBe('(312k)')
  expect(formatChange(0.051, unit)).toBe('+5.1%')
})
