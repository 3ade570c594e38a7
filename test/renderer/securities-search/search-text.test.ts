import { describe, expect, test } from 'vitest'
import type { Recognised } from '#contract/api/securities.ts'
import { kindNote, kindsInOrder } from '../../../src/renderer/securities-search/search-kinds.ts'
import { resultCountText, serviceStateText } from '../../../src/renderer/securities-search/search-text.ts'
import { security } from './security.ts'

const recognised = (type: Recognised['type'], checkDigit: boolean | null): Recognised => ({
  type,
  label: type,
  value: 'X',
  checkDigit,
})
const symbol = recognised('symbol', null)

describe('what the box took a text for', () => {
  test.each([
    ['a right check digit is told', [recognised('identifiers.isin', true), symbol], 'ISIN, check digit valid', 'right'],
    [
      'a wrong one too, although a symbol is searched',
      [symbol, recognised('identifiers.isin', false)],
      'ISIN, check digit invalid',
      'wrong',
    ],
    [
      'a right one of one kind outdoes a wrong one of another',
      [recognised('identifiers.figi', true), recognised('identifiers.cusip', false)],
      'FIGI, check digit valid',
      'right',
    ],
    [
      'a short text is a symbol or a name',
      [symbol, recognised('exchange_info.mic_code', null)],
      'Symbol or name',
      'none',
    ],
    ['several words are a name', [], 'Name', 'none'],
  ] as const)('%s', (_, kinds, words, sign) => {
    expect(kindNote('text', null, kinds)).toEqual({ words, sign })
  })

  test('is what the user chose, or what the service found it to be', () => {
    const kinds = [symbol, recognised('exchange_info.mic_code', null)]
    expect([
      kindNote('XNAS', 'identifiers.opol', kinds).words,
      kindNote('XNAS', null, kinds, 'exchange_info.mic_code').words,
      kindNote('VSPO', null, kinds, 'symbol').words,
      kindNote('', 'identifiers.cik', []).words,
      kindNote('', null, []).words,
    ]).toEqual(['OPOL (operating MIC)', 'MIC', 'Symbol or name', 'CIK', 'Any kind'])
  })

  test('is a name where a company’s legal form reads like a market, until the service finds the symbol', () => {
    expect([
      kindNote('Allianz SE', null, [symbol]).words,
      kindNote('hldn us', null, [symbol], 'symbol').words,
      kindNote('HLDN US', null, [symbol]).words,
      kindNote('hldn us equity', null, [symbol]).words,
    ]).toEqual(['Name', 'Symbol or name', 'Symbol or name', 'Symbol or name'])
  })

  test('can be chosen from all eleven types', () => {
    expect(new Set(kindsInOrder).size).toBe(11)
  })
})

describe('counts are as certain as they are shown', () => {
  const result = {
    hits: [security()],
    found: 500,
    atLeast: true,
    recognised: [],
    facets: { exchange: [], country: [], type: [], sector: [] },
    outOf: 62_901,
    service: null,
  }
  test.each([
    ['a cut count says so', result, 'us', 'At least 500 securities', 'of 62,901 in the library, top 1 shown'],
    ['a whole one is plain', { ...result, found: 1, atLeast: false }, 'us', '1 security', 'of 62,901 in the library'],
    [
      'no match is said as such',
      { ...result, hits: [], found: 0, atLeast: false },
      'us',
      'No matches',
      'in 62,901 securities in the library',
    ],
    [
      'with nothing typed it is the stored companies',
      { ...result, found: 12, atLeast: false },
      ' ',
      '12 companies',
      'stored',
    ],
  ] as const)('%s', (_, given, text, strong, rest) => {
    expect(resultCountText({ ...given, hits: [...given.hits], recognised: [] }, text)).toEqual({ strong, rest })
  })

  test('the service’s own count is shown with how much of it was received', () => {
    const received = {
      is: 'received',
      type: 'symbol',
      value: 'US',
      found: 1092,
      fetched: 100,
      unidentified: 0,
      pages: 1,
      at: Date.now(),
    } as const
    const all = { ...received, found: 100 }
    expect(
      [serviceStateText(received, false, false), serviceStateText(all, false, false)].map((words) =>
        words.replace(/\d\d:\d\d/, '09:12'),
      ),
    ).toEqual(['The service found 1,092 by symbol at 09:12, 100 loaded', 'The service found 100 by symbol at 09:12'])
    expect(serviceStateText({ ...all, unidentified: 2 }, false, false)).toMatch(
      /; 2 securities could not be identified$/,
    )
  })

  test('silence of the service has its reason', () => {
    expect([
      serviceStateText({ is: 'notRequested' }, false, true),
      serviceStateText({ is: 'notRequested' }, true, false),
    ]).toEqual(['Offline: stored companies only', 'The service does not search by name'])
  })
})
