import { describe, expect, test } from 'vitest'
import { cellOf, marksOf, splitMarksOf } from '../../../../src/renderer/company/financials/cells.ts'
import { columnOf, columnsOf, latestPeriod, periodName } from '../../../../src/renderer/company/financials/periods.ts'
import { rowsOf } from '../../../../src/renderer/company/financials/statement-rows.ts'
import { columnWidth, unitsOf } from '../../../../src/renderer/company/financials/units.ts'
import { responseOf, haldenPeriods, haldenValues, period } from '../financials-response.ts'

const rows = rowsOf(
  { statement: 'all', comparison: 'yoy', placement: 'totals', edition: 'enhanced', hideEmpty: false },
  haldenValues,
)
const figures = responseOf({
  compared: { Revenue: [0.08, -0.051, 'n.m.', null, 0.089], CostOfRevenue: [0.07, 0.07, 0.07, 0.07, 0.07] },
})
const cell = (key: string, at: number, scale: 'units' | 'millions' = 'millions') => {
  const row = rows.find((one) => one.key === key)
  if (!row) throw new Error(`no row ${key}`)
  return cellOf(figures, row, at, scale)
}

describe('a figure', () => {
  test('is written in the table’s scale; per share and ratios are not', () => {
    expect([cell('Revenue', 0).text, cell('Revenue', 0, 'units').text]).toEqual(['1,262.3', '1,262,300,000'])
    expect([cell('DilutedEarningsPerShare', 2).text, cell('calculated.operating_margin', 1).text]).toEqual([
      '0.72',
      '12.0%',
    ])
  })

  test('below zero stands in brackets, zero is a dash, what is not there n/a', () => {
    expect([1, 2].map((at) => cell('OtherExpenseIncome', at).text)).toEqual(['(2.1)', '-'])
    expect(cell('DilutedSharesOutstanding', 4).text).toBe('n/a')
    expect(cell('Goodwill', 0).text).toBe('n/a')
  })

  test('takes color for a change only, and never on a cost', () => {
    expect([0, 1, 2, 3].map((at) => cell('Revenue yoy', at))).toEqual([
      { text: '+8.0%', tone: 'up', marks: [] },
      { text: '(5.1%)', tone: 'down', marks: [] },
      { text: 'n.m.', tone: '', marks: [] },
      { text: 'n/a', tone: '', marks: [] },
    ])
    const [cost] = rowsOf(
      { statement: 'income', comparison: 'yoy', placement: 'instead', edition: 'enhanced', hideEmpty: false },
      haldenValues,
    ).filter(({ field }) => field === 'CostOfRevenue')
    expect(cost && cellOf(figures, cost, 0, 'millions')).toMatchObject({ text: '+7.0%', tone: '' })
    expect([cell('OtherExpenseIncome', 1).tone, cell('Revenue', 0).tone]).toEqual(['', ''])
  })
})

describe('marks', () => {
  test('say in letters and in a sentence what is the matter with a figure', () => {
    const flagged = period('Q1', 2025, '2025-03-29', {
      restated: ['Revenue'],
      breaks: ['Revenue'],
      unreadable: ['EBITDA'],
    })
    expect(marksOf('Revenue', flagged).map(({ letter, says }) => `${letter} ${says}`)).toEqual([
      'r Restated since first download.',
      't Tie-out break.',
    ])
    expect(marksOf('EBITDA', flagged).map(({ letter, corner }) => [letter, corner])).toEqual([['d', true]])
    expect(marksOf('GrossProfit', flagged)).toEqual([])
  })

  test('a share split is marked on the head of its period, and on EPS and shares alone', () => {
    const says = '4-for-1 share split inferred between Q3 FY2024 and Q4 FY2024.'
    const split = period('Q4', 2024, '2024-12-28', { remarks: [{ kind: 'split', message: says }] })
    expect(columnOf(split, 0).marks).toEqual([{ letter: 'x', says, corner: false }])
    const [unit, money] = [{ unit: 'per-share' }, { unit: 'money' }] as const
    expect(splitMarksOf(0.72, unit, split)).toEqual([{ letter: 'x', says, corner: true }])
    expect([splitMarksOf(null, unit, split), splitMarksOf(1, money, split)]).toEqual([[], []])
  })

  test('a line of growth carries none: the figure above it does', () => {
    expect(cell('Revenue yoy', 2).marks).toEqual([])
    expect(cell('Revenue', 2).marks).toHaveLength(1)
  })

  test('a stale period is marked on its head, with its age', () => {
    const stale = period('Q1', 2025, '2025-03-29', { stale: true, fetchedAt: 0 })
    expect(columnOf(stale, 3 * 86_400_000).marks).toEqual([
      { letter: 's', says: 'Stale: fetched 3 days ago.', corner: false },
    ])
  })
})

describe('periods', () => {
  test('read as analysts write them, the end date below', () => {
    expect(haldenPeriods.map(periodName)).toEqual(['Q4 FY2024', 'Q1 FY2025', 'Q2 FY2025', 'Q3 FY2025', 'LTM'])
    expect(periodName(period('FY', 2025, '2025-12-27'))).toBe('FY2025')
    expect(columnOf(haldenPeriods[3] ?? period('Q1', 1, ''), 0)).toMatchObject({
      title: 'Q3 FY2025',
      note: '27 Sep 25',
      separated: false,
    })
  })

  test('turn round by one key, the last twelve months next to the latest', () => {
    expect(columnsOf(haldenPeriods, 'oldest-first').map(({ at }) => at)).toEqual([0, 1, 2, 3, 4])
    expect(columnsOf(haldenPeriods, 'newest-first').map(({ at }) => at)).toEqual([4, 3, 2, 1, 0])
    expect(latestPeriod(haldenPeriods)).toBe('Q3 2025 2025-09-27')
  })
})

describe('units', () => {
  test('are said once, with what they do not hold for', () => {
    const units = (statement: 'income' | 'balance' | 'metrics' | 'all', scale: 'units' | 'millions' = 'millions') =>
      unitsOf(
        rowsOf(
          { statement, comparison: 'yoy', placement: 'totals', edition: 'enhanced', hideEmpty: false },
          haldenValues,
        ),
        scale,
      )
    expect([units('income'), units('balance'), units('all'), units('balance', 'units')]).toEqual([
      'Reported currency, millions, except per share',
      'Reported currency, millions',
      'Reported currency, millions, except per share, per employee, ratios, days',
      'Reported currency, units',
    ])
  })

  test('in place of the figures they are those of the change', () => {
    const rows = rowsOf(
      { statement: 'income', comparison: 'common-size', placement: 'instead', edition: 'enhanced', hideEmpty: false },
      haldenValues,
    )
    expect(unitsOf(rows, 'millions')).toBe('Share of revenue, or of total assets')
  })

  test('columns are 88 px, and wider only when figures are written out in full', () => {
    expect(columnWidth(rows, haldenValues, 'millions')).toBe(88)
    expect(columnWidth(rows, haldenValues, 'units')).toBeGreaterThan(108)
  })
})

test('EPS and shares that are adjusted for a split are marked, and so is growth on an adjusted figure', () => {
  const says = 'Adjusted for the 4-for-1 split between Q1 FY2025 and Q2 FY2025.'
  const periods = haldenPeriods.map((each, at) => ({
    ...each,
    ...(at < 2 && { adjusted: { figures: says, compared: says } }),
    ...(at === 2 && { adjusted: { figures: null, compared: says } }),
  }))
  const response = responseOf({ periods, compared: { DilutedEarningsPerShare: [0.1, 0.1, 0.1, 0.1, 0.1] } })
  const marksAt = (key: string, at: number) => {
    const row = rows.find((one) => one.key === key)
    return row && cellOf(response, row, at, 'millions').marks.map(({ letter, says: sentence }) => [letter, sentence])
  }
  expect([0, 2, 3].map((at) => marksAt('DilutedEarningsPerShare', at))).toEqual([[['a', says]], [], []])
  expect([2, 3].map((at) => marksAt('DilutedEarningsPerShare yoy', at))).toEqual([[['a', says]], []])
  expect(marksAt('Revenue', 0)).toEqual([])
  expect(unitsOf(rows, 'millions', true)).toMatch(/; split-adjusted$/)
})
