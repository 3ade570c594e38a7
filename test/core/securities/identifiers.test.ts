import { describe, expect, test } from 'vitest'
import {
  hasCusipCheckDigit,
  hasFigiCheckDigit,
  hasIsinCheckDigit,
  normalForm,
  recognise,
} from '#core/securities/identifiers.ts'

const kinds = (query: string) => recognise(query).map(({ label }) => label)

describe('check digits of published identifiers', () => {
  test.each([
    ['Apple', 'US0378331005'],
    ['BAE Systems', 'GB0002634946'],
    ['Daimler', 'DE0007100000'],
    ['Treasury Corporation of Victoria (ISO 6166)', 'AU0000XVGZA3'],
    ['Toyota', 'JP3633400001'],
    ['Nestlé', 'CH0038863350'],
  ])('ISIN of %s: %s', (_, isin) => {
    expect(hasIsinCheckDigit(isin)).toBe(true)
    const wrong = `${isin.slice(0, -1)}${(Number(isin.at(-1)) + 1) % 10}`
    expect(hasIsinCheckDigit(wrong)).toBe(false)
  })

  test.each([
    ['Apple', '037833100'],
    ['Alphabet A', '02079K305'],
    ['Microsoft', '594918104'],
    ['Cisco', '17275R102'],
  ])('CUSIP of %s: %s', (_, cusip) => {
    expect(hasCusipCheckDigit(cusip)).toBe(true)
    expect(hasCusipCheckDigit(`${cusip.slice(0, -1)}${(Number(cusip.at(-1)) + 3) % 10}`)).toBe(false)
  })

  test.each([
    ['Apple', 'BBG000B9XRY4'],
    ['Apple, share class', 'BBG001S5N8V8'],
    ['IBM', 'BBG000BLNNH6'],
    ['OpenFIGI’s own example', 'NRG92C84SB39'],
  ])('FIGI of %s: %s', (_, figi) => {
    expect(hasFigiCheckDigit(figi)).toBe(true)
    expect(hasFigiCheckDigit(`${figi.slice(0, -1)}${(Number(figi.at(-1)) + 1) % 10}`)).toBe(false)
  })
})

describe('a typed text is recognized', () => {
  test.each([
    ['US0378331005', 'ISIN'],
    ['us0378331005', 'ISIN'],
    [' US 037833 1005 ', 'ISIN'],
    ['BBG000B9XRY4', 'FIGI'],
    ['037833100', 'CUSIP'],
    ['0000320193', 'CIK'],
    ['AAPL', 'symbol'],
    ['BRK.B', 'symbol'],
    ['BRK-B', 'symbol'],
    ['005930', 'symbol'],
    ['7203', 'symbol'],
    ['XNAS', 'symbol'],
    ['GE', 'symbol'],
    ['45', 'symbol'],
  ])('%j first as %s', (query, label) => {
    expect(kinds(query)[0]).toBe(label)
  })

  test('as everything that it may be: the likeliest first, one with a wrong check digit last', () => {
    expect({
      XNAS: kinds('XNAS'),
      GE: kinds('GE'),
      '45203010': kinds('45203010'),
      '320193': kinds('320193'),
      wrongIsin: recognise('US0378331006').map(({ label, checkDigit }) => [label, checkDigit]),
      wrongCusip: recognise('037833101').map(({ label, checkDigit }) => [label, checkDigit]),
    }).toEqual({
      XNAS: ['symbol', 'MIC'],
      GE: ['symbol', 'country'],
      '45203010': ['CIK', 'GICS'],
      '320193': ['symbol', 'CIK'],
      wrongIsin: [
        ['symbol', null],
        ['ISIN', false],
      ],
      wrongCusip: [['CUSIP', false]],
    })
  })

  test('as terminals write it, after the text as typed: the symbol, and no market or country of joined letters', () => {
    const values = (query: string) => recognise(query).map(({ type, value }) => `${type} ${value}`)
    expect(['HLDN US Equity', 'hldn us', 'XNAS:HLDN', 'HLDN.OQ', 'XY LN', 'BRK.B', 'A B'].map(values)).toEqual([
      ['symbol HLDN'],
      ['symbol HLDN'],
      ['symbol HLDN'],
      ['symbol HLDN.OQ', 'symbol HLDN'],
      ['symbol XY'],
      ['symbol BRK.B'],
      [],
    ])
  })

  test.each(['', '   ', 'Apple Inc', 'Société Générale', '日本', "'; DROP TABLE security; --", '🍎', '%_%', '"AAPL"'])(
    '%j as no identifier at all',
    (query) => {
      expect(kinds(query)).toEqual([])
    },
  )

  test('in the form that the service and the library know', () => {
    expect(recognise('us 0378331005')[0]?.value).toBe('US0378331005')
    expect([
      normalForm('identifiers.cik', '320193'),
      normalForm('identifiers.isin', 'us-037833 1005'),
      normalForm('symbol', ' brk-b '),
    ]).toEqual(['0000320193', 'US0378331005', 'BRK-B'])
  })
})
