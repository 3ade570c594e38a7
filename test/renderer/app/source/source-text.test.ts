import { describe, expect, test } from 'vitest'
import type { Tie } from '#contract/api/financials.ts'
import type { CalculatedSource, StoredFigure } from '../../../../src/renderer/app/source/source-view.svelte.ts'
import {
  arithmetic,
  calculatedText,
  calculatedWithSource,
  requestLines,
  restatedSentence,
  shortHash,
  storedNote,
  storedText,
  storedWithSource,
  tieFailure,
} from '../../../../src/renderer/app/source/source-text.ts'

const version = (value: unknown, knownFrom: number): StoredFigure['versions'][number] => ({
  knownFrom,
  lastSeen: knownFrom,
  recordUpdatedAt: null,
  hash: String(knownFrom),
  value,
  state: 'received',
  change: null,
})
const november = new Date(2025, 10, 14, 7, 42).getTime()
const august = new Date(2025, 7, 8, 6, 15).getTime()

describe('a stored value', () => {
  test('is shown with every digit that was stored', () => {
    expect([1_296_800_000, -0.123456789, 0, null, undefined, 'text'].map(storedText)).toEqual([
      '1,296,800,000',
      '(0.123456789)',
      '0',
      'n/a',
      'n/a',
      '"text"',
    ])
  })

  test('says what it counts, and how a fraction was read', () => {
    expect(storedNote('Revenue', 1)).toBe('reported currency, as stored')
    expect(storedNote('roic', 0.123)).toBe('as stored, read as 12.3%')
    expect(storedNote('DilutedEarningsPerShare', 1)).toBe('reported currency per share, as stored')
    expect(storedNote('revenue_per_employee', 1)).toBe('reported currency per employee, as stored')
  })

  test('says when it was another, and nothing when only other fields of its record moved', () => {
    expect(restatedSentence([version(1_296_800_000, november), version(1_301_200_000, august)])).toBe(
      'Restated once. This figure was 1,301,200,000 until 14 Nov 2025.',
    )
    expect(restatedSentence([version(3, november), version(2, august), version(1, 0)])).toMatch(/^Restated twice\./)
    expect(restatedSentence([version(1, november), version(1, august)])).toBe('')
    expect(restatedSentence([version(1, november)])).toBe('')
  })
})

test('the change of a margin is shown in basis points with their name, and copied as the difference of its inputs', () => {
  const inputOf = (year: number, value: number) => ({
    recordId: year,
    field: 'calculated.operating_margin',
    label: 'Operating margin',
    quarter: 'Q2',
    year,
    endPeriod: `${year}-06-28`,
    value,
    adjusted: null,
  })
  const source: CalculatedSource = {
    kind: 'calculated',
    asOf: null,
    target: {
      kind: 'calculated',
      comparison: 'yoy',
      recordIds: [1],
      field: 'calculated.operating_margin',
      label: 'Operating margin, y/y',
      period: 'Q2 FY2025',
    },
    figure: {
      field: 'calculated.operating_margin',
      label: 'Operating margin',
      rule: 'Operating margin − prior-year operating margin',
      value: 0.012,
      inputs: [inputOf(2025, 0.165), inputOf(2024, 0.153)],
    },
  }
  expect(calculatedText(source, 'millions')).toBe('+120 bps')
  expect(calculatedWithSource('HLDN', source).split('\t').slice(0, 2)).toEqual([
    '0.012',
    'HLDN Operating margin, y/y, Q2 FY2025',
  ])
})

describe('the request', () => {
  test('is shown without host and key, a parameter a line', () => {
    expect(
      requestLines({
        operation: 'fundamentals.enhanced',
        path: '/delivery/api/v1/fundamentals/enhanced',
        parameters: { symbol: 'BRK.B', name: 'a b' },
      }),
    ).toEqual(['/delivery/api/v1/fundamentals/enhanced', '?symbol=BRK.B', '&name=a%20b'])
    expect(shortHash('9f3c41ae00000000d07b')).toBe('9f3c 41ae … d07b')
  })
})

describe('ties', () => {
  const terms = (revenue: number, cost: number): Tie['terms'] => [
    { sign: '+', field: 'Revenue', value: revenue, from: null },
    { sign: '-', field: 'CostOfRevenue', value: cost, from: null },
  ]
  const tie: Tie = {
    field: 'GrossProfit',
    terms: terms(1_296_800_000, 710_500_000),
    rule: 'Revenue − Cost of revenue = Gross profit',
    note: '',
    result: 'ties',
    stated: 586_300_000,
    calculated: 586_300_000,
    difference: 0,
    tolerance: 1,
  }
  test('are spelt out with the record’s own figures', () => {
    expect(arithmetic(tie, 'millions')).toBe('1,296.8 − 710.5 = 586.3')
  })

  test('leave out parts that are nothing; one figure against another is described alone', () => {
    expect(arithmetic({ ...tie, terms: terms(5_000_000, 0) }, 'millions')).toBe('5.0 = 586.3')
    const lite: Tie = { ...tie, terms: [{ sign: '+', field: 'GrossProfit', value: 586_300_000, from: null }] }
    expect(arithmetic(lite, 'millions')).toBe('586.3')
    expect(arithmetic({ ...tie, result: 'unknown' }, 'millions')).toBe('')
  })

  test('divide income by shares', () => {
    const perShare: Tie = {
      ...tie,
      field: 'BasicEarningsPerShare',
      terms: [
        { sign: '+', field: 'NetIncomeLossAttributableCommonShareholders', value: 93_736_000_000, from: null },
        { sign: '/', field: 'BasicSharesOutstanding', value: 15_343_783_000, from: null },
      ],
      calculated: 6.109_054,
    }
    expect(arithmetic(perShare, 'millions')).toBe('93,736.0 / 15,343.8 = 6.11')
  })

  test('that fail say by how much, and what rounding may make of it', () => {
    const off = { ...tie, stated: 587_000_000, difference: 700_000, tolerance: 150_000 }
    expect(tieFailure(off, 'millions')).toBe('stated 587.0, off by 0.7; rounding explains up to 0.15')
    const perShare = { ...off, field: 'BasicEarningsPerShare', stated: 6.3, difference: 0.19, tolerance: 0.005_02 }
    expect(tieFailure(perShare, 'millions')).toBe('stated 6.30, off by 0.19; rounding explains up to 0.005')
  })
})

test('a copied figure carries everything it stands on, in one line', () => {
  const figure: StoredFigure = {
    recordId: 7,
    field: 'Revenue',
    value: 1_296_800_000,
    record: '{}',
    line: null,
    request: { operation: 'fundamentals.enhanced', path: '/fundamentals', parameters: { symbol: 'HLDN' } },
    fetchedAt: Date.UTC(2025, 10, 14),
    pack: null,
    firstFetchedAt: Date.UTC(2025, 10, 14),
    recordUpdatedAt: '2025-11-13T22:04:51Z',
    hash: 'abc',
    versions: [],
    shownVersion: 0,
    ties: [],
    marks: [],
    adjustment: null,
  }
  const target = { kind: 'stored', recordIds: [7], field: 'Revenue', label: 'Revenue', period: 'Q2 FY2025' } as const
  const source = { kind: 'stored', target, figure, asOf: new Date(2025, 10, 16).getTime() } as const
  expect(storedWithSource('HLDN', source, 'Enhanced fundamentals').split('\t')).toEqual([
    '1296800000',
    'HLDN Revenue, Q2 FY2025',
    'as of 16 Nov 2025',
    'reported currency, as stored',
    'Enhanced fundamentals /fundamentals?symbol=HLDN',
    'fetched 2025-11-14T00:00:00.000Z',
    'record updated 2025-11-13T22:04:51Z',
    'sha256 abc',
  ])
})
