import { describe, expect, test } from 'vitest'
import { remarksOn } from '#core/fundamentals/period-remarks.ts'
import { annualStatements } from '../annual-statements.ts'

/** `Q3 2024 2024-09-30`, oldest first. */
const periods = (...texts: readonly string[]) =>
  texts.map((text) => {
    const [quarter = '', year = '', endPeriod = ''] = text.split(' ')
    return { quarter, year: Number(year), endPeriod }
  })

/** What is said, by the period. */
function said(...texts: readonly string[]) {
  const remarks = remarksOn(periods(...texts))
  return Object.fromEntries(texts.flatMap((text, at) => (remarks[at]?.length ? [[text, remarks[at]]] : [])))
}

const year2023 = ['Q1 2023 2023-03-31', 'Q2 2023 2023-06-30', 'Q3 2023 2023-09-30', 'Q4 2023 2023-12-31']
const year2024 = ['Q1 2024 2024-03-31', 'Q2 2024 2024-06-30', 'Q3 2024 2024-09-30', 'Q4 2024 2024-12-31']

describe('the periods of a company', () => {
  test('that follow each other, years and quarters, are nothing to remark', () => {
    expect(said('FY 2022 2022-12-31', ...year2023, 'FY 2023 2023-12-31', ...year2024, 'FY 2024 2024-12-31')).toEqual({})
  })

  test('whose years end in September are named by them: October begins the next', () => {
    expect(said('FY 2022 2022-09-30', 'Q1 2023 2022-12-31', 'Q2 2023 2023-03-31', 'FY 2023 2023-09-30')).toEqual({})
  })

  test('of twelve weeks, and a last one of sixteen, are a year as well', () => {
    const warehouse = ['2023-11-26', '2024-02-18', '2024-05-12', '2024-09-01', '2024-11-24', '2025-02-16', '2025-05-11']
    const labels = ['Q1 2024', 'Q2 2024', 'Q3 2024', 'Q4 2024', 'Q1 2025', 'Q2 2025', 'Q3 2025']
    expect(said(...labels.map((label, at) => `${label} ${warehouse[at] ?? ''}`))).toEqual({})
  })

  test('may move the end of the year: neither the years before nor after are mislabelled', () => {
    const before = ['FY 2018 2018-06-30', 'FY 2019 2019-06-30', 'FY 2020 2020-06-30']
    const after = ['FY 2021 2020-12-31', 'FY 2022 2021-12-31', 'FY 2023 2022-12-31']
    expect(said(...before, ...after)).toEqual({
      'FY 2021 2020-12-31': [
        { kind: 'overlap', says: 'FY2021 ends 184 days after FY2020: the periods overlap, or one was shortened.' },
      ],
    })
  })
})

describe('a period is remarked on', () => {
  test('when it is there twice', () => {
    const says = '2 records are labelled Q4 FY2024, with end dates 3 days apart.'
    expect(said(...year2024, 'Q4 2024 2025-01-03')).toEqual({
      'Q4 2024 2024-12-31': [{ kind: 'duplicate', says }],
      'Q4 2024 2025-01-03': [
        { kind: 'duplicate', says },
        { kind: 'overlap', says: 'Q4 FY2024 ends 3 days after Q4 FY2024: the periods overlap, or one was shortened.' },
      ],
    })
    expect(remarksOn(periods(...year2024, 'Q4 2024 2024-12-31')).map((each) => each.map(({ says }) => says))).toEqual([
      [],
      [],
      [],
      ...Array.from({ length: 2 }, () => ['2 records are labelled Q4 FY2024, with the same end date.']),
    ])
  })

  test('when two have the same end', () => {
    const remarks = said(...year2023, ...year2024.slice(0, 3), 'Q3 2025 2024-09-30')
    expect(remarks['Q3 2024 2024-09-30']).toEqual([
      { kind: 'duplicate', says: 'Q3 FY2024 and Q3 FY2025 end on the same day.' },
    ])
  })

  test('when it is another one by its end than it says', () => {
    expect(said(...year2023, ...year2024.slice(0, 3), 'Q1 2024 2024-12-31')['Q1 2024 2024-12-31']).toContainEqual({
      kind: 'mislabelled',
      says: "Labelled Q1 FY2024, but its end date makes it Q4 FY2024: the company's fiscal years end in December.",
    })
    expect(said('FY 2021 2021-12-31', 'FY 2022 2022-12-31', 'FY 2022 2023-12-31')['FY 2022 2023-12-31']).toContainEqual(
      {
        kind: 'mislabelled',
        says: "Labelled FY2022, but its end date makes it FY2023: the company's fiscal years end in December.",
      },
    )
    expect(said('FY 2012 2012-11-30', 'FY 2013 2013-12-31', 'FY 2014 2014-12-31')['FY 2012 2012-11-30']).toEqual([
      {
        kind: 'mislabelled',
        says: "FY2012 ends in November, but the company's fiscal years end in December: the year-end changed, or the period is mislabelled.",
      },
    ])
  })

  test('when the one before it is missing', () => {
    expect(said(...year2023, ...year2024.slice(1))).toEqual({
      'Q2 2024 2024-06-30': [
        { kind: 'gap', says: 'Q2 FY2024 ends 182 days after Q4 FY2023: the period between them is missing.' },
      ],
    })
  })

  test('when it has a week more: 53 in the year, 14 in its last quarter', () => {
    const halden = ['Q3 2022 2022-10-01', 'Q4 2022 2023-01-07', 'FY 2021 2022-01-01', 'FY 2022 2023-01-07']
    expect(said(...halden)).toEqual({
      'Q4 2022 2023-01-07': [{ kind: 'long', says: 'Q4 FY2022 has 14 weeks (98 days), one more than usual.' }],
      'FY 2022 2023-01-07': [{ kind: 'long', says: 'FY2022 has 53 weeks (371 days), one more than usual.' }],
    })
  })

  test('but not when its end is no date, or there is nothing to learn a year end from', () => {
    expect(said('FY 2023 soon', 'FY 2024 2024-12-31', 'H1 2024 2024-06-30')).toEqual({})
  })
})

test('of 148 real years six are labelled as the previous one, and two follow a changed year end', () => {
  const found = [...Map.groupBy(annualStatements(), ({ symbol }) => symbol)].flatMap(([symbol, records]) => {
    const own = records.map(({ quarter, year, end }) => ({ quarter, year, endPeriod: end }))
    const ordered = own.toSorted((one, other) => one.endPeriod.localeCompare(other.endPeriod))
    return remarksOn(ordered).flatMap((each) => each.map(({ kind }) => `${symbol} ${kind}`))
  })
  const of = (kind: string) => found.filter((each) => each.endsWith(kind)).map((each) => each.split(' ')[0])
  expect([of('mislabelled'), of('gap'), of('overlap'), of('long')]).toEqual([
    ['ANTM', 'BBY', 'DFS', 'EIX', 'KORS', 'R', 'RCL', 'SE'],
    ['BBY', 'DFS'],
    [],
    ['HBI', 'KORS', 'SBUX'],
  ])
})
