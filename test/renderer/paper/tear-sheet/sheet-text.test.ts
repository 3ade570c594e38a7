import { describe, expect, test } from 'vitest'
import type { RecordsSource } from '#contract/api/provenance.ts'
import type { TearSheetFacts } from '#contract/api/tear-sheet.ts'
import { usualPaper } from '#contract/api/paper-size.ts'
import { checksText, restatedText } from '../../../../src/renderer/paper/tear-sheet/checks-text.ts'
import { companyRows } from '../../../../src/renderer/paper/tear-sheet/company-rows.ts'
import { sheetSources } from '../../../../src/renderer/paper/tear-sheet/tear-sheet-sources.ts'

const source = (extra: Partial<RecordsSource> = {}): RecordsSource => ({
  records: 3,
  responses: 1,
  request: {
    operation: 'ratings',
    path: '/rating/api/v1/ratings',
    parameters: { page: '1', page_size: '100', symbol: 'HLDN' },
  },
  fetchedAt: new Date(2025, 10, 14, 7, 42).getTime(),
  packs: [],
  hash: '9f3c41ae00ff',
  ...extra,
})

const facts = (sources: Partial<TearSheetFacts['sources']>, extra: object = {}) =>
  ({
    symbol: 'HLDN',
    figures: null,
    call: null,
    ratings: { firms: 1 },
    news: { total: 40 },
    security: null,
    sources: { quarters: null, years: null, call: null, ratings: null, news: null, security: null, ...sources },
    ...extra,
  }) as unknown as TearSheetFacts

const everything = { shows: () => true }

describe('the sources of a tear sheet', () => {
  test('are numbered in their order, with the request as it can be sent again, and say what is not stored', () => {
    const { rows, numberOf, absent } = sheetSources(
      facts({ ratings: source(), news: source({ records: 12, responses: 3 }) }),
      everything,
    )
    expect(rows).toEqual([
      {
        number: 1,
        record: 'Ratings, 3 records of 1 firm',
        request: '/rating/api/v1/ratings?symbol=HLDN',
        fetched: '14 Nov 2025, 07:42',
        hash: '9f3c 41ae',
      },
      expect.objectContaining({
        number: 2,
        record: 'News, latest 12 of 40',
        request: '/rating/api/v1/ratings?symbol=HLDN, latest of 3',
      }),
    ])
    expect([numberOf('ratings'), numberOf('news'), numberOf('call')]).toEqual([1, 2, null])
    expect(absent).toEqual([
      'Quarters: none stored.',
      'Fiscal years: none stored.',
      'Calls: none stored.',
      'Security record: none stored.',
    ])
  })

  test('say in which packs they came, and how many records of each', () => {
    const madeAt = new Date(2025, 8, 27, 12).getTime()
    const ada = { author: 'Ada', madeAt, workspace: 'Sample', host: 'sample' }
    const { origins } = sheetSources(
      facts({
        quarters: source({ packs: [{ ...ada, records: 3 }] }),
        call: source({ packs: [{ ...ada, records: 3 }] }),
        ratings: source(),
        news: source({ records: 12, packs: [{ ...ada, author: 'Bo', records: 2 }] }),
      }),
      everything,
    )
    expect(origins).toEqual([
      'Sources 1, 2: from a pack made by Ada on 27 Sep 25.',
      'Source 4: 2 of 12 records from a pack made by Bo on 27 Sep 25.',
    ])
  })

  test('of the latest period are the fiscal years where no quarters are stored, whichever of their sections is wanted', () => {
    const annual = { figures: { basis: 'annual', years: { columns: [] } } }
    const onlyBalance = { shows: (section: string) => section === 'balance' }
    const { latest, rows } = sheetSources(facts({ years: source() }, annual), onlyBalance)
    expect([latest, rows.map(({ number }) => number)]).toEqual([1, [1]])
    expect(sheetSources(facts({ quarters: source() }), everything).latest).toBe(1)
  })

  test('leave out what the user left out, and distinguish a call that is listed from none', () => {
    const settings = { shows: (section: string) => section === 'call' }
    const { rows, absent } = sheetSources(facts({ ratings: source() }, { call: { entry: {} } }), settings)
    expect([rows, absent]).toEqual([[], ['Latest call: transcript not downloaded.']])
  })
})

describe('the checks', () => {
  const ties = { tie: 12, known: 0, of: 12, unchecked: 0 }

  test('say how many periods tie, how many only with known breaks, and which year is not there to check against', () => {
    expect(checksText({ ties, yearNotStored: null })).toEqual({
      tie: '12 of 12',
      rest: 'periods tie within and across the statements.',
      year: '',
    })
    const { rest, year } = checksText({ ties: { tie: 9, known: 1, of: 12, unchecked: 2 }, yearNotStored: 2025 })
    expect(rest).toBe(
      'periods tie within and across the statements, 1 more with known breaks only, 2 could not be checked.',
    )
    expect(year).toBe('FY2025 is not stored yet, so its quarters are not checked against the year.')
  })

  test('put the restatements of a period in one sentence, each figure in its own unit', () => {
    const seenAt = new Date(2025, 10, 14).getTime()
    const change = (recordId: number, field: string, label: string, previous: number, current: number) =>
      ({
        kind: 'restated',
        recordId,
        symbol: 'HLDN',
        quarter: 'Q2',
        year: 2025,
        endPeriod: '2025-06-28',
        seenAt,
        field,
        label,
        previous,
        current,
      }) as const
    const figures = [
      change(1, 'Revenue', 'Revenue', 1.3012e9, 1.2968e9),
      change(1, 'DilutedEarningsPerShare', 'Diluted EPS', 0.73, 0.72),
    ]
    expect(restatedText({ figures, more: true })).toBe(
      'Q2 FY2025 revenue 1,301.2 to 1,296.8, diluted EPS 0.73 to 0.72, detected 14 Nov 2025; more in Tearsheet.',
    )
  })
})

test('a company has the rows that its record fills, and no others', () => {
  const record = {
    'classification.gics_code': '45203010',
    'exchange_info.exchange_country': 'US',
    'company_info.total_employees': 18940,
    'company_info.list_date': '1998-05-12',
    'exchange_info.mic_code': 'XTSA',
    'identifiers.isin': ' ',
  }
  expect(companyRows(record, '2025-12-28').map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Sector: Information Technology',
    'Country: United States',
    'Listed: 12 May 1998, XTSA',
    'Fiscal year ends: December',
    'Employees: 18,940',
  ])
  expect(companyRows({}, null)).toEqual([])
})

test('paper is Letter where printers hold it', () => {
  expect(['en-US', 'es-MX', 'en-GB', 'de', 'en'].map((locale) => usualPaper(locale))).toEqual([
    'letter',
    'letter',
    'a4',
    'a4',
    'letter',
  ])
})
