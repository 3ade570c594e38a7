import { describe, expect, test } from 'vitest'
import { changeFormat, numberFormat, shownLength, shownText, widthFor } from '#core/export/number-formats.ts'

describe('a figure in a workbook', () => {
  test.each([
    ['money', 'units', '#,##0_);(#,##0);"-"_);@_)'],
    ['money', 'thousands', '#,##0,_);(#,##0,);"-"_);@_)'],
    ['money', 'millions', '#,##0.0,,_);(#,##0.0,,);"-"_);@_)'],
    ['shares', 'billions', '#,##0.00,,,_);(#,##0.00,,,);"-"_);@_)'],
    ['per-share', 'millions', '#,##0.00_);(#,##0.00);"-"_);@_)'],
    ['score', 'units', '#,##0.00_);(#,##0.00);"-"_);@_)'],
    ['percent', 'millions', '0.0%_);(0.0%);"-"_);@_)'],
    ['ratio', 'units', '0.00"x"_);(0.00"x");"-"_);@_)'],
    ['days', 'millions', '#,##0_);(#,##0);"-"_);@_)'],
    ['count', 'millions', '#,##0_);(#,##0);"-"_);@_)'],
  ] as const)('of %s in %s is shown as %s: below zero in brackets, zero as a dash', (unit, scale, format) => {
    expect(numberFormat(unit, scale)).toBe(format)
  })
})

describe('a change in a workbook', () => {
  test.each([
    ['money', '+0.0%_);(0.0%);0.0%_);@_)'],
    ['shares', '+0.0%_);(0.0%);0.0%_);@_)'],
    ['per-share', '+0.0%_);(0.0%);0.0%_);@_)'],
    ['ratio', '+0.00"x"_);(0.00"x");"-"_);@_)'],
    ['score', '+0.00_);(0.00);"-"_);@_)'],
    ['percent', '+#,##0_);(#,##0);"-"_);@_)'],
    ['days', '+#,##0_);(#,##0);"-"_);@_)'],
    ['count', '+#,##0_);(#,##0);"-"_);@_)'],
  ] as const)('of %s has its sign: %s', (unit, format) => {
    expect(changeFormat(unit)).toBe(format)
  })
})

describe('a figure as a spreadsheet shows it', () => {
  test.each([
    [1_234_567, numberFormat('money', 'units'), '1,234,567'],
    [-1_234_567, numberFormat('money', 'units'), '(1,234,567)'],
    [0, numberFormat('money', 'units'), '-'],
    [1_234_567, numberFormat('money', 'thousands'), '1,235'],
    [1_234_567, numberFormat('money', 'millions'), '1.2'],
    [12_345_678_901, numberFormat('shares', 'billions'), '12.35'],
    [0.1234, numberFormat('percent', 'units'), '12.3%'],
    [-12.5, numberFormat('ratio', 'units'), '(12.50x)'],
    [1234.5, numberFormat('per-share', 'units'), '1,234.50'],
    [7, numberFormat('days', 'units'), '7'],
    [0.5, changeFormat('money'), '+50.0%'],
    [0, changeFormat('money'), '0.0%'],
    [-1234, changeFormat('days'), '(1,234)'],
    [1234, '0.0', '1234.0'],
    [-1234, '#,##0', '1,234'],
    [0, '#,##0', '0'],
  ] as const)('%d in %s is %s', (value, format, shown) => {
    expect(shownText(value, format)).toBe(shown)
    // A figure that has no bracket leaves its room.
    expect(shownLength(value, format)).toBe(shown.length + (value >= 0 && format.includes('(') ? 1 : 0))
  })

  test('has a column with a margin, so that it is not shown as ####', () => {
    expect([widthFor(1_234_567, numberFormat('money', 'units')), widthFor(7, '0')]).toEqual([12, 3])
  })
})

test('revenue per employee is in thousands and says so, whatever the scale of its workbook', () => {
  expect(shownText(312_400, numberFormat('per-employee', 'billions'))).toBe('312k')
})
