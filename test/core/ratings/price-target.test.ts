import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPriceTarget, targetChange } from '#core/ratings/price-target.ts'

describe('a price target', () => {
  test.each([
    ['45', 45, null],
    ['45.00', 45, null],
    ['45.5000', 45.5, null],
    ['45.125', 45.125, null],
    ['0.45', 0.45, null],
    ['1,234.50', 1234.5, null],
    ['1,234,567', 1_234_567, null],
    [' 45 ', 45, null],
    ['€45', 45, 'EUR'],
    ['€ 45.00', 45, 'EUR'],
    ['45 €', 45, 'EUR'],
    ['€1,234', 1234, 'EUR'],
    ['£9.80', 9.8, 'GBP'],
    ['USD 45', 45, 'USD'],
    ['USD\u00A045', 45, 'USD'],
    ['usd 45', 45, 'USD'],
    ['45 CHF', 45, 'CHF'],
    ['EUR45.5', 45.5, 'EUR'],
    ['C$12.5', 12.5, 'CAD'],
    ['US$12.5', 12.5, 'USD'],
    ['$45', 45, '$'],
    ['$45 USD', 45, 'USD'],
    ['CAD $45', 45, 'CAD'],
    ['¥3100', 3100, '¥'],
    ['kr 120', 120, 'kr'],
    ['45p', 45, 'GBX'],
    ['3160 p', 3160, 'GBX'],
    ['GBp 45', 45, 'GBX'],
    ['450 GBX', 450, 'GBX'],
    ['GBP 45', 45, 'GBP'],
    ['ZAc 4500', 4500, 'ZAc'],
  ])('%j is %d of %s', (text, amount, currency) => {
    expect(readPriceTarget(text)).toEqual({ raw: text, amount, currency, reason: null })
  })

  test.each([
    ['12-14', 'It has more than one number.'],
    ['45 from 40', 'It has more than one number.'],
    ['n/a', 'It has no number.'],
    ['-', 'It has no number.'],
    ['none', 'It has no number.'],
    ['12,50', '12,50 is ambiguous.'],
    ['1.234,50', '1.234,50 is ambiguous.'],
    ['€1.234', '1.234 is ambiguous.'],
    ['0045', '0045 is ambiguous.'],
    ['.5', '.5 is ambiguous.'],
    ['1,23,456', '1,23,456 is ambiguous.'],
    ['12345678901234567', '12345678901234567 is ambiguous.'],
    ['0.00', 'Zero may mean no target.'],
    ['-45', 'The text next to 45 is not a currency.'],
    ['~45', 'The text next to 45 is not a currency.'],
    ['45c', 'The text next to 45 is not a currency.'],
    ['45k', 'The text next to 45 is not a currency.'],
    ['gbp 45', 'The text next to 45 is not a currency.'],
    ['QQQ 45', 'The text next to 45 is not a currency.'],
    ['€45 USD', 'The text next to 45 is not a currency.'],
    ['$45 EUR', 'The text next to 45 is not a currency.'],
    ['p45', 'The text next to 45 is not a currency.'],
  ])('%j is left as received, and says why', (text, reason) => {
    expect(readPriceTarget(text)).toEqual({ raw: text, amount: null, currency: null, reason })
  })

  test.each([[''], ['  '], [null], [undefined]])('%j is none at all', (text) => {
    expect(readPriceTarget(text)).toBeNull()
  })

  const cents = fc.integer({ min: 1, max: 1_000_000_000 })
  const signs = fc.constantFrom(
    ['', null],
    ['€', 'EUR'],
    ['£', 'GBP'],
    ['C$', 'CAD'],
    ['$', '$'],
    ['USD ', 'USD'],
    ['SEK', 'SEK'],
  )

  test('is read back to the cent, with and without groups, next to every sign', () => {
    fc.assert(
      fc.property(cents, signs, fc.boolean(), (value, [sign, currency], useGrouping) => {
        const written = (value / 100).toLocaleString('en-US', { minimumFractionDigits: 2, useGrouping })
        expect(readPriceTarget(`${sign ?? ''}${written}`)).toMatchObject({
          amount: value / 100,
          currency,
          reason: null,
        })
      }),
    )
  })

  test('is never half read: whatever comes, there is either an amount above zero or a reason, and what came stays', () => {
    const odd = fc.string({ unit: fc.constantFrom(...Array.from('0159.,-+~ p$€£CUSDkr/%()\u2212١')), maxLength: 12 })
    fc.assert(
      fc.property(fc.oneof(odd, fc.string()), (text) => {
        const read = readPriceTarget(text)
        if (read === null) {
          expect(text.trim()).toBe('')
          return
        }
        expect(read.raw).toBe(text)
        expect(read.amount === null).toBe(read.reason !== null)
        if (read.amount === null) return
        expect(read.amount).toBeGreaterThan(0)
        // The text holds one number, and it is this one.
        expect(text.match(/[\d.,]+/g)?.map((number) => Number(number.replaceAll(',', '')))).toEqual([read.amount])
      }),
    )
  })
})

test('two targets are compared in one currency only', () => {
  const change = (from: string, to: string) => targetChange(readPriceTarget(from), readPriceTarget(to))
  expect(change('$40', '$50')).toBe(0.25)
  expect(change('40', '50')).toBe(0.25)
  expect([change('40', '$50'), change('£40', '50p'), change('n/a', '50'), change('', '50')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test.each([
  ['digits', `${'1'.repeat(200_000)}x1`],
  ['full stops', `1${'.'.repeat(200_000)}x1`],
  ['blanks', `$${' '.repeat(200_000)}1 1`],
])('a target made of %s to keep its reader busy is read like any other', (_, text) => {
  expect(readPriceTarget(text)?.reason).toBe('It has more than one number.')
})
