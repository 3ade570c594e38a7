import { expect, test } from 'vitest'
import { figureText } from '#contract/api/figure-text.ts'
import { numberFormatOf, numberFormats, readNumber, type NumberFormat } from '#contract/api/number-format.ts'

test.each<[NumberFormat, string, string, string, string]>([
  ['en-US', '(1,234.5)', '+8.9%', '12.30x', '<0.01x'],
  ['de-DE', '(1.234,5)', '+8,9%', '12,30x', '<0,01x'],
  ['fr-FR', '(1\u202F234,5)', '+8,9%', '12,30x', '<0,01x'],
  ['de-CH', "(1'234.5)", '+8.9%', '12.30x', '<0.01x'],
  ['en-IN', '(1,234.5)', '+8.9%', '12.30x', '<0.01x'],
])(
  '%s writes the signs of its digits, and the marks of a figure as every format does',
  (format, money, growth, multiple, small) => {
    const { formatMoney, formatGrowth, formatMultiple, formatRestatement } = figureText(format)
    expect(
      [
        formatMoney(-1_234_500_000, 'millions'),
        formatGrowth(0.089),
        formatMultiple(12.3, 2),
        formatRestatement(0.001, 'ratio', 'units'),
      ].map((text) => text.replace('’', "'")),
    ).toEqual([money, growth, multiple, small])
    expect([formatMoney(null, 'units'), formatMoney('n.m.', 'units'), formatMoney(0, 'units')]).toEqual([
      'n/a',
      'n.m.',
      '-',
    ])
  },
)

test('hundreds of thousands are grouped as in India', () => {
  expect(figureText('en-IN').formatMoney(12_345_678, 'units')).toBe('1,23,45,678')
})

test.each([
  ['en-GB', 'en-US'],
  ['ja-JP', 'en-US'],
  ['ar-EG', 'en-US'],
  ['de-DE', 'de-DE'],
  ['it-IT', 'de-DE'],
  ['pt-BR', 'de-DE'],
  ['es-ES', 'de-DE'],
  ['fr-FR', 'fr-FR'],
  ['pl-PL', 'fr-FR'],
  ['sv-SE', 'fr-FR'],
  ['ru-RU', 'fr-FR'],
  ['de-CH', 'de-CH'],
  ['hi-IN', 'en-IN'],
])('a system set to %s gets the numbers of %s', (locale, format) => {
  expect(numberFormatOf(locale)).toBe(format)
})

test('each format is its own nearest', () => {
  expect(numberFormats.map(numberFormatOf)).toEqual(numberFormats)
})

test.each<[NumberFormat, string, number | undefined]>([
  ['en-US', '1,234.5', 1234.5],
  ['en-US', '1234.5', 1234.5],
  ['en-US', '-.5', -0.5],
  ['en-US', '−12', -12],
  ['en-US', '12.', 12],
  ['en-US', '1,5', undefined],
  ['en-US', '1.234.567', undefined],
  ['de-DE', '1.234,5', 1234.5],
  ['de-DE', '1234,5', 1234.5],
  ['de-DE', '1,5', 1.5],
  ['de-DE', '1.5', undefined],
  ['fr-FR', '1 234,5', 1234.5],
  ['fr-FR', '1\u202F234,5', 1234.5],
  ['de-CH', "1'234.5", 1234.5],
  ['de-CH', '1’234.5', 1234.5],
  ['en-IN', '1,23,45,678.5', 12_345_678.5],
  ['en-US', '', undefined],
  ['en-US', '.', undefined],
  ['en-US', '-', undefined],
  ['en-US', '1e5', undefined],
  ['en-US', 'Infinity', undefined],
  ['en-US', '9'.repeat(400), undefined],
])('in %s, %s is typed for %s: what separates no groups is not read as another number', (format, text, number) => {
  expect(readNumber(text, format)).toBe(number)
})

test('what a format writes it reads', () => {
  for (const format of numberFormats) {
    for (const number of [0.25, 12, 1234.5, 123_456_789.125])
      expect(readNumber(number.toLocaleString(format), format)).toBe(number)
  }
})
