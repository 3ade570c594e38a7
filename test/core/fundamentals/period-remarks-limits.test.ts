import { describe, expect, test } from 'vitest'
import { remarksOn } from '#core/fundamentals/period-remarks.ts'

/** `Q3 2024 2024-09-30`, oldest first. */
const periods = (...texts: readonly string[]) =>
  texts.map((text) => {
    const [quarter = '', year = '', endPeriod = ''] = text.split(' ')
    return { quarter, year: Number(year), endPeriod }
  })

/** The remarks, by the text of the period. */
function said(...texts: readonly string[]) {
  const remarks = remarksOn(periods(...texts))
  return Object.fromEntries(texts.map((text, index) => [text, remarks[index] ?? []]))
}

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

  test('are found in whatever order the records come', () => {
    const [late, early] = remarksOn(periods('Q3 2024 2024-09-30', 'Q1 2024 2024-03-31'))
    expect([late?.map(({ kind }) => kind), early]).toEqual([['gap'], []])
  })

  test('one day apart is said of one day', () => {
    const remarks = said('Q4 2024 2024-12-30', 'Q4 2024 2024-12-31')
    expect(remarks['Q4 2024 2024-12-30']?.[0]?.says).toBe(
      '2 records are labelled Q4 FY2024, with end dates 1 day apart.',
    )
  })
})

describe('a year end', () => {
  const months = 'January February March April May June July August September October November December'.split(' ')

  test.each(months.map((month, index) => [month, index] as const))('in %s is named', (month, index) => {
    const endOf = (year: number, at: number) => new Date(Date.UTC(year, at + 1, 0)).toISOString().slice(0, 10)
    const odd = `FY 2023 ${endOf(2023, (index + 6) % 12)}`
    const years = [2018, 2019, 2020, 2021, 2022].map((year) => `FY ${year} ${endOf(year, index)}`)
    const says = said(...years, odd)[odd]?.find(({ kind }) => kind === 'mislabelled')?.says
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

  test('that names its years ahead is the one that a wrong label is judged by', () => {
    const years = ['FY 2021 2020-09-30', 'FY 2022 2021-09-30', 'FY 2023 2022-09-30', 'FY 2023 2023-09-30']
    const says = said(...years)['FY 2023 2023-09-30']?.find(({ kind }) => kind === 'mislabelled')?.says
    expect(says).toMatch(/Labelled FY2023, but .* FY2024: .* September/)
  })

  test('is that of most periods, not of the first', () => {
    const years = ['FY 2017 2017-06-30', 'FY 2018 2018-06-30', 'FY 2019 2019-12-31', 'FY 2020 2020-12-31']
    const more = ['FY 2021 2021-12-31', 'FY 2022 2022-12-31', 'FY 2024 2023-03-31']
    const says = said(...years, ...more)['FY 2024 2023-03-31']?.find(({ kind }) => kind === 'mislabelled')?.says
    expect(says).toContain('years end in December')
  })
})
