import { expect, test } from 'vitest'
import { inferQuarter, quarterOfTitle } from '#core/calls/fiscal-quarter.ts'

test.each([
  ['Acme Q3 2025 Earnings Call', 'Q3', 2025],
  ['Acme Inc. Q3 FY2026 earnings call', 'Q3', 2026],
  ['Q3 FY26 Acme Results', 'Q3', 2026],
  ['Acme 3Q25 Results Conference Call', 'Q3', 2025],
  ['Acme 1Q 2024 Earnings', 'Q1', 2024],
  ['2025 Q2 Acme Earnings Call', 'Q2', 2025],
  ['FY2025 Q4 Results', 'Q4', 2025],
  ['FY25 Q4 Results', 'Q4', 2025],
  ['Third Quarter 2025 Acme Earnings Conference Call', 'Q3', 2025],
  ['Acme Third-Quarter Fiscal Year 2025 Results', 'Q3', 2025],
  ['Acme Fiscal 2026 First Quarter Results', 'Q1', 2026],
  ['Fourth Quarter and Full Year 2024 Results', 'Q4', 2024],
  ['Q4 and full year 2024 results', 'Q4', 2024],
  ["Q2'25 earnings call", 'Q2', 2025],
  ['Q2 (2025) call', 'Q2', 2025],
  ['Quarter 2, 2025', 'Q2', 2025],
  ['2nd Quarter of 2025 Results', 'Q2', 2025],
  ['Half Year 2025 Results', 'Q2', 2025],
  ['H1 2025 Results', 'Q2', 2025],
  ['1H25 results presentation', 'Q2', 2025],
  ['Second half 2025 results', 'Q4', 2025],
  ['Full Year 2025 Results', 'FY', 2025],
  ['Q1 FY2025/26 Earnings', 'Q1', 2026],
])('%s is of %s %i', (title, quarter, year) => {
  expect(quarterOfTitle(title)).toEqual({ quarter, year })
})

test.each([
  ['Acme at the 20th Annual Technology Conference'],
  ['Acme Investor Day 2025'],
  ['Acme raises 3.5% notes due 2031'],
  ['Merger of Acme and Beta'],
  ['Q5 2025'],
  [''],
])('%s names no quarter', (title) => {
  expect(quarterOfTitle(title)).toBeNull()
})

const startOf = (date: string) => Date.parse(date)
const at = (date: string) => Date.parse(`${date}T21:00:00Z`)

const periods = [
  { quarter: 'Q2', year: 2026, endsAt: startOf('2025-10-31') },
  { quarter: 'Q1', year: 2026, endsAt: startOf('2025-07-31') },
  { quarter: 'Q4', year: 2025, endsAt: startOf('2025-04-30') },
  { quarter: 'FY', year: 2025, endsAt: startOf('2025-04-30') },
]

test.each([
  ['the title goes before the date', ['Q4 2024 call'], '2025-11-20', 'Q4', 2024],
  ['the headline helps where the title says nothing', ['Earnings Call', 'Acme Q1 2024'], '2025-11-20', 'Q1', 2024],
  ['the last period that ended before the call', ['Acme Earnings Call'], '2025-11-20', 'Q2', 2026],
  [
    'a fiscal year that is not the calendar’s, for a quarter without a year',
    ['First Quarter call'],
    '2025-09-04',
    'Q1',
    2026,
  ],
  ['a quarter before the year that ends with it', ['Acme Earnings Call'], '2025-06-05', 'Q4', 2025],
])('%s', (_, titles, date, quarter, year) => {
  expect(inferQuarter(titles, at(date), periods)).toEqual({ quarter, year })
})

test.each([
  ['a conference reports no quarter', ['Acme at an investor conference'], '2025-11-20'],
  ['a period that ended long before is not what is spoken of', ['Acme Earnings Call'], '2027-06-05'],
  ['a call before any stored period', ['Acme Earnings Call'], '2020-01-01'],
])('nothing is made up: %s', (_, titles, date) => {
  expect(inferQuarter(titles, at(date), periods)).toBeNull()
})
