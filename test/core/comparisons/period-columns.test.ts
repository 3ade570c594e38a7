import { describe, expect, test } from 'vitest'
import type { Alignment, ComparisonBasis } from '#contract/api/comparisons.ts'
import { periodColumnsOf } from '#core/comparisons/period-columns.ts'

/** `Q3 2024 2024-09-30`, oldest first. */
const periods = (...texts: readonly string[]) =>
  texts.map((text) => {
    const [quarter = '', year = '', endPeriod = ''] = text.split(' ')
    return { quarter, year: Number(year), endPeriod }
  })

/** What stands in each column, by the column's key, and why something does not. */
function columns(basis: ComparisonBasis, alignment: Alignment, texts: readonly string[]) {
  const { sources, columns: placed, missing } = periodColumnsOf(periods(...texts), basis, alignment)
  const at = [...sources].map(([key, source]): [string, string] => [
    key,
    `${source.how}: ${source.at.map((place) => texts[place]).join(', ')}`,
  ])
  const found: Record<string, string> = Object.fromEntries(at)
  return { columns: found, placed, missing }
}

const year2023 = ['Q1 2023 2023-03-31', 'Q2 2023 2023-06-30', 'Q3 2023 2023-09-30', 'Q4 2023 2023-12-31']
const year2024 = ['Q1 2024 2024-03-31', 'Q2 2024 2024-06-30', 'Q3 2024 2024-09-30', 'Q4 2024 2024-12-31']
const sum = (texts: readonly string[]) => `sum: ${texts.join(', ')}`

describe('fiscal years', () => {
  test('stand in columns of their own number; quarters stand in none', () => {
    const { columns: found, placed } = columns('annual', 'fiscal', ['FY 2023 2023-09-30', 'Q1 2024 2023-12-31'])
    expect(found).toEqual({ 2023: 'filed: FY 2023 2023-09-30' })
    expect(placed).toEqual([{ key: '2023', kind: 'annual', year: 2023, quarter: null, order: 8092 }])
  })

  test('that are there twice stand in no column, and that is said once', () => {
    const twice = ['FY 2023 2023-09-30', 'FY 2023 2023-12-31', 'FY 2023 2024-03-31', 'FY 2024 2024-12-31']
    expect(columns('annual', 'fiscal', twice)).toMatchObject({
      columns: { 2024: 'filed: FY 2024 2024-12-31' },
      missing: ['two periods are FY2023'],
    })
    expect(Object.keys(columns('annual', 'fiscal', twice).columns)).toEqual(['2024'])
  })
})

describe('calendar years', () => {
  test('are the sum of their four quarters, whatever the fiscal year is called', () => {
    const september = ['Q2 2023 2023-03-31', 'Q3 2023 2023-06-30', 'Q4 2023 2023-09-30', 'Q1 2024 2023-12-31']
    const { columns: found } = columns('annual', 'calendar', [...september, 'FY 2023 2023-09-30'])
    expect(found).toEqual({ 2023: sum(september) })
  })

  test('with a quarter missing are the fiscal year whose midpoint they hold', () => {
    const some = year2023.slice(1)
    const found = (year: string) => columns('annual', 'calendar', [...some, year]).columns
    expect(found('FY 2023 2023-09-30')).toEqual({ 2023: 'midpoint: FY 2023 2023-09-30' })
    expect(found('FY 2023 2023-12-31')).toEqual({ 2023: 'filed: FY 2023 2023-12-31' })
  })

  test('that two fiscal years claim are empty', () => {
    expect(columns('annual', 'calendar', ['FY 2023 2023-09-30', 'FY 2023 2023-11-30'])).toMatchObject({
      columns: {},
      missing: ['two periods are calendar 2023'],
    })
  })

  test('are not made of a quarter that is there twice', () => {
    const { columns: found } = columns('annual', 'calendar', [...year2023, 'Q4 2023 2023-12-30'])
    expect(found).toEqual({})
  })

  test('are not where a period ends on no date', () => {
    expect(columns('annual', 'calendar', ['FY 2023 soon', 'Q1 2024 soon']).columns).toEqual({})
  })
})

describe('quarters', () => {
  test('stand by their labels, or by the calendar quarter of their midpoint', () => {
    const quarters = ['Q1 2024 2023-12-30', 'Q2 2024 2024-03-30', 'FY 2024 2024-09-28']
    expect(columns('quarterly', 'fiscal', quarters).columns).toEqual({
      '2024 Q1': 'filed: Q1 2024 2023-12-30',
      '2024 Q2': 'filed: Q2 2024 2024-03-30',
    })
    expect(columns('quarterly', 'calendar', quarters)).toMatchObject({
      columns: { '2023 Q4': 'midpoint: Q1 2024 2023-12-30', '2024 Q1': 'midpoint: Q2 2024 2024-03-30' },
      placed: [
        { key: '2023 Q4', kind: 'quarter', year: 2023, quarter: 'Q4', order: 8095 },
        { key: '2024 Q1', kind: 'quarter', year: 2024, quarter: 'Q1', order: 8096 },
      ],
    })
  })

  test('without a midpoint stand in no calendar quarter', () => {
    expect(columns('quarterly', 'calendar', ['Q1 2024 soon'])).toEqual({ columns: {}, placed: [], missing: [] })
  })

  test('that are there twice are named', () => {
    expect(columns('quarterly', 'fiscal', ['Q1 2024 2024-03-31', 'Q1 2024 2024-04-01']).missing).toEqual([
      'two periods are Q1 2024',
    ])
  })
})

describe('twelve months at each quarter', () => {
  test('are four quarters that follow each other; the first three of a history lack nothing', () => {
    expect(columns('ltm', 'fiscal', [...year2023, 'Q1 2024 2024-03-31'])).toEqual({
      columns: {
        '2023 Q4 LTM': sum(year2023),
        '2024 Q1 LTM': sum([...year2023.slice(1), 'Q1 2024 2024-03-31']),
      },
      placed: [
        { key: '2023 Q4 LTM', kind: 'ltm', year: 2023, quarter: 'Q4', order: 8095 },
        { key: '2024 Q1 LTM', kind: 'ltm', year: 2024, quarter: 'Q1', order: 8096 },
      ],
      missing: [],
    })
  })

  test('that a gap interrupts are named', () => {
    const { missing } = columns('ltm', 'fiscal', [...year2023, 'Q2 2024 2024-06-30'])
    expect(missing).toEqual(['LTM n/a at Q2 FY2024: not four consecutive quarters'])
  })
})

describe('the last twelve months', () => {
  test('follow the years, with the twelve months before them to grow on', () => {
    const { columns: found, placed } = columns('annual-ltm', 'fiscal', [
      ...year2023,
      'FY 2023 2023-12-31',
      ...year2024.slice(0, 3),
      'Q4 2024 2024-12-31',
    ])
    expect(found).toEqual({
      2023: 'filed: FY 2023 2023-12-31',
      'LTM before': sum(year2023),
      LTM: sum(year2024),
    })
    const orders = placed.map(({ key, kind, order }) => [key, kind, order])
    expect(orders).toEqual([
      ['2023', 'annual', 8092],
      ['LTM before', 'ltm', 999_996],
      ['LTM', 'ltm', 1_000_000],
    ])
  })

  test('are there without the twelve before them', () => {
    expect(columns('annual-ltm', 'fiscal', year2024).columns).toEqual({ LTM: sum(year2024) })
  })

  test.each([
    [['Q1 2024 2024-03-31', 'Q2 2024 2024-06-30', 'Q3 2024 2024-09-30'], 'Q4 FY2023'],
    [['Q1 2023 2023-03-31', 'Q3 2023 2023-09-30', 'Q4 2023 2023-12-31'], 'Q2 FY2023'],
    [['Q4 2023 2023-12-31'], 'Q3 FY2023'],
    [['Q4 2022 2022-12-31', 'Q2 2023 2023-06-30', 'Q3 2023 2023-09-30', 'Q4 2023 2023-12-31'], 'Q1 FY2023'],
    [['Q3 2022 2022-03-31', 'Q4 2022 2022-12-31', 'Q1 2023 2023-03-31'], 'Q3 FY2022'],
  ])('of %j lack a quarter, which is named: %s', (texts, quarter) => {
    expect(columns('annual-ltm', 'fiscal', texts)).toMatchObject({
      columns: {},
      missing: [`LTM n/a: ${quarter} missing`],
    })
  })

  test('end with the latest quarter though a year follows it, and are left out without quarters', () => {
    expect(columns('annual-ltm', 'fiscal', [...year2024, 'FY 2024 2024-12-31']).columns['LTM']).toBe(sum(year2024))
    expect(columns('annual-ltm', 'fiscal', ['FY 2024 2024-12-31']).missing).toEqual([])
  })
})
