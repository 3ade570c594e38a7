import { expect, test } from 'vitest'
import { shareBasesOf, splitName } from '#core/fundamentals/share-split.ts'
import { companySeeds } from '#sample/data/seeds.ts'
import { companyStatements } from '#sample/statements/company-statements.ts'
import { companyRecords } from '#sample/statements/records.ts'

test('of all companies of the sample one has split its shares, and its figures alone show it', () => {
  const found = companySeeds.flatMap((seed) => {
    const records = companyRecords(companyStatements(seed), 'restated').enhanced
    const periods = records.map(({ Quarter, Year, EndPeriod }) => ({
      quarter: Quarter,
      year: Year,
      endPeriod: EndPeriod,
    }))
    const { splits } = shareBasesOf(periods, (at, field) => {
      const figures: Readonly<Record<string, unknown>> = { ...records[at] }
      const figure = figures[field]
      return typeof figure === 'number' ? figure : Number.NaN
    })
    return splits.map(({ after, factor }) => {
      const { quarter = '', year = 0 } = periods[after] ?? {}
      return `${seed.symbol} ${quarter} ${year} ${splitName(factor)}`
    })
  })
  expect(found).toEqual(['NRWT Q3 2025 3-for-1', 'NRWT FY 2025 3-for-1'])
})
