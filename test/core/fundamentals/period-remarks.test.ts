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

  test('may move the end of the year: neither the years before nor after are mislabeled', () => {
    const before = ['FY 2018 2018-06-30', 'FY 2019 2019-06-30', 'FY 2020 2020-06-30']
    const after = ['FY 2021 2020-12-31', 'FY 2022 2021-12-31', 'FY 2023 2022-12-31']
    expect(said(...before, ...after)).toEqual({
      'FY 2021 2020-12-31': [
        { kind: 'overlap', message: 'FY2021 ends 184 days after FY2020: the periods overlap, or one was shortened.' },
      ],
    })
  })
})

describe('a period is remarked on', () => {
  test('when it is there twice', () => {
    const message = '2 records are labeled Q4 FY2024, with end dates 3 days apart.'
    expect(said(...year2024, 'Q4 2024 2025-01-03')).toEqual({
      'Q4 2024 2024-12-31': [{ kind: 'duplicate', message }],
      'Q4 2024 2025-01-03': [
        { kind: 'duplicate', message },
        {
          kind: 'overlap',
          message: 'Q4 FY2024 ends 3 days after Q4 FY2024: the periods overlap, or one was shortened.',
        },
      ],
    })
    expect(
      remarksOn(periods(...year2024, 'Q4 2024 2024-12-31')).map((each) => each.map(({ message }) => message)),
    ).toEqual([
      [],
      [],
      [],
      ...Array.from({ length: 2 }, () => ['2 records are labeled Q4 FY2024, with the same end date.']),
    ])
  })

  test('when two have the same end', () => {
    const remarks = said(...year2023, ...year2024.slice(0, 3), 'Q3 2025 2024-09-30')
    expect(remarks['Q3 2024 2024-09-30']).toEqual([
      { kind: 'duplicate', message: 'Q3 FY2024 and Q3 FY2025 end on the same day.' },
    ])
  })

  test('when it is another one by its end than it message', () => {
    expect(said(...year2023, ...year2024.slice(0, 3), 'Q1 2024 2024-12-31')['Q1 2024 2024-12-31']).toContainEqual({
      kind: 'mislabelled',
      message: "Labeled Q1 FY2024, but its end date makes it Q4 FY2024: the company's fiscal years end in December.",
    })
    expect(said('FY 2021 2021-12-31', 'FY 2022 2022-12-31', 'FY 2022 2023-12-31')['FY 2022 2023-12-31']).toContainEqual(
      {
        kind: 'mislabelled',
        message: "Labeled FY2022, but its end date makes it FY2023: the company's fiscal years end in December.",
      },
    )
    expect(said('FY 2012 2012-11-30', 'FY 2013 2013-12-31', 'FY 2014 2014-12-31')['FY 2012 2012-11-30']).toEqual([
      {
        kind: 'mislabelled',
        message:
          "FY2012 ends in November, but the company's fiscal years end in December: the year-end changed, or the period is mislabeled.",
      },
    ])
  })

  test('when the previous one is missing', () => {
    expect(said(...year2023, ...year2024.slice(1))).toEqual({
      'Q2 2024 2024-06-30': [
        { kind: 'gap', message: 'Q2 FY2024 ends 182 days after Q4 FY2023: the period between them is missing.' },
      ],
    })
  })

  test('when it has a week more: 53 in the year, 14 in its last quarter', () => {
    const halden = ['Q3 2022 2022-10-01', 'Q4 2022 2023-01-07', 'FY 2021 2022-01-01', 'FY 2022 2023-01-07']
    expect(said(...halden)).toEqual({
      'Q4 2022 2023-01-07': [{ kind: 'long', message: 'Q4 FY2022 has 14 weeks (98 days), one more than usual.' }],
      'FY 2022 2023-01-07': [{ kind: 'long', message: 'FY2022 has 53 weeks (371 days), one more than usual.' }],
    })
  })

  test('but not when its end is no date, or there is nothing to learn a year end from', () => {
    expect(said('FY 2023 soon', 'FY 2024 2024-12-31', 'H1 2024 2024-06-30')).toEqual({})
  })
})

describe('the limits of a period', () => {
  const after = (first: string, days: number) =>
    new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10)
  /** Kinds of remark on a period that ends so many days after the previous one. */
  const remarkedAfter = (days: number, [earlier, label]: readonly [string, string]) => {
    const first = '2024-01-01'
    const [, remarks = []] = remarksOn(periods(`${earlier} ${first}`, `${label} ${after(first, days)}`))
    return remarks.map(({ kind }) => kind).filter((kind) => kind !== 'mislabelled')[0] ?? 'none'
  }

  test('of a quarter are 80 and 125 days; 14 weeks and 17 weeks are one week too long, a day more or less', () => {
    const quarters = ['Q1 2024', 'Q2 2024'] as const
    const days = [79, 80, 96, 97, 98, 99, 100, 117, 118, 119, 120, 121, 125, 126]
    expect(days.map((count) => remarkedAfter(count, quarters)).join(' ')).toBe(
      'overlap none none long long long none none long long long none none gap',
    )
  })

  test('of a year are 350 and 385 days; 53 weeks are one week too long, a day more or less', () => {
    const years = ['FY 2023', 'FY 2024'] as const
    const days = [349, 350, 369, 370, 371, 372, 373, 385, 386]
    expect(days.map((count) => remarkedAfter(count, years)).join(' ')).toBe(
      'overlap none none long long long none none gap',
    )
  })

  test('are found in any order of the records', () => {
    const [late, early] = remarksOn(periods('Q3 2024 2024-09-30', 'Q1 2024 2024-03-31'))
    expect([late?.map(({ kind }) => kind), early]).toEqual([['gap'], []])
  })

  test('one day apart is written as one day', () => {
    const remarks = said('Q4 2024 2024-12-30', 'Q4 2024 2024-12-31')
    expect(remarks['Q4 2024 2024-12-30']?.[0]?.message).toBe(
      '2 records are labeled Q4 FY2024, with end dates 1 day apart.',
    )
  })
})

describe('a year end', () => {
  const months = 'January February March April May June July August September October November December'.split(' ')

  test.each(months.map((month, index) => [month, index] as const))('in %s is named', (month, index) => {
    const endOf = (year: number, at: number) => new Date(Date.UTC(year, at + 1, 0)).toISOString().slice(0, 10)
    const odd = `FY 2023 ${endOf(2023, (index + 6) % 12)}`
    const years = [2018, 2019, 2020, 2021, 2022].map((year) => `FY ${year} ${endOf(year, index)}`)
    const says = said(...years, odd)[odd]?.find(({ kind }) => kind === 'mislabelled')?.message
    expect(says).toContain(`FY2023 ends in ${months[(index + 6) % 12] ?? ''}, but`)
    expect(says).toContain(`years end in ${month}:`)
  })

  test('may be 25 days from the end of its month, and no more', () => {
    const years = ['FY 2019 2019-12-31', 'FY 2020 2020-12-31', 'FY 2021 2021-12-31', 'FY 2022 2022-12-31']
    const kinds = (end: string) => said(...years, `FY 2023 ${end}`)[`FY 2023 ${end}`]?.map(({ kind }) => kind) ?? []
    expect([kinds('2024-01-25'), kinds('2024-01-26')].map((found) => found.includes('mislabelled'))).toEqual([
      false,
      true,
    ])
  })

  test('that names its years ahead decides which label is wrong', () => {
    const years = ['FY 2021 2020-09-30', 'FY 2022 2021-09-30', 'FY 2023 2022-09-30', 'FY 2023 2023-09-30']
    const says = said(...years)['FY 2023 2023-09-30']?.find(({ kind }) => kind === 'mislabelled')?.message
    expect(says).toMatch(/Labeled FY2023, but .* FY2024: .* September/)
  })

  test('is that of most periods, not of the first', () => {
    const years = ['FY 2017 2017-06-30', 'FY 2018 2018-06-30', 'FY 2019 2019-12-31', 'FY 2020 2020-12-31']
    const more = ['FY 2021 2021-12-31', 'FY 2022 2022-12-31', 'FY 2024 2023-03-31']
    const says = said(...years, ...more)['FY 2024 2023-03-31']?.find(({ kind }) => kind === 'mislabelled')?.message
    expect(says).toContain('years end in December')
  })
})

test('of 148 real years six are labeled as the previous one, and two follow a changed year end', () => {
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
