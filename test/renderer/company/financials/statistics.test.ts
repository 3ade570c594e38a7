import { describe, expect, test } from 'vitest'
import { figureAt } from '../../../../src/renderer/company/financials/cells.ts'
import { isAcrossSplit } from '../../../../src/renderer/company/financials/periods.ts'
import { rowsOf } from '../../../../src/renderer/company/financials/statement-rows.ts'
import { statisticsOf } from '../../../../src/renderer/company/financials/statistics.ts'
import type { Range } from '../../../../src/renderer/ui/grid/grid-types.ts'
import { responseOf, haldenPeriods, haldenValues } from '../financials-response.ts'

const figures = responseOf()
const rows = rowsOf(
  { statement: 'all', comparison: 'yoy', placement: 'totals', edition: 'enhanced', hideEmpty: false },
  haldenValues,
)
const at = (key: string) => rows.findIndex((row) => row.key === key)

function statistics(range: Range, periods = haldenPeriods) {
  const { figures: all, why } = statisticsOf(
    range,
    rows,
    (row, column) => figureAt(figures, row, column),
    {
      isLtm: (column) => haldenPeriods[column]?.kind === 'ltm',
      isAcrossSplit: (columns) => isAcrossSplit(columns.flatMap((column) => periods[column] ?? [])),
    },
    'millions',
  )
  return why === '' ? all.map(({ name, text }) => `${name} ${text}`).join(', ') : why
}
const ofRow = (key: string, left: number, right: number) => statistics({ top: at(key), bottom: at(key), left, right })

describe('the status bar', () => {
  test('has no average of EPS or shares from before and after a share split, and one of money as ever', () => {
    const split = { kind: 'split', message: '4-for-1 share split' } as const
    const periods = haldenPeriods.map((each, index) => (index === 2 ? { ...each, remarks: [split] } : each))
    const range = (key: string, left: number, right: number) =>
      statistics({ top: at(key), bottom: at(key), left, right }, periods)
    expect(range('DilutedEarningsPerShare', 0, 3)).toBe('Share split in range: no statistics')
    expect(range('DilutedSharesOutstanding', 1, 2)).toBe('Share split in range: no statistics')
    expect(range('DilutedSharesOutstanding', 2, 3)).toMatch(/^Average/)
    expect(range('Revenue', 0, 3)).toMatch(/^Sum/)
  })

  test('adds up a range of money in the table’s scale, as look/company.html has it', () => {
    expect(ofRow('Revenue', 0, 3)).toBe('Sum 5,119.1, Average 1,279.8, Count 4, Low 1,241.6, High 1,318.4')
  })

  test('adds up no ratios, no shares, and no LTM next to its own quarters', () => {
    expect(ofRow('calculated.operating_margin', 0, 3)).toBe('Average 15.0%, Count 4, Low 12.0%, High 16.5%')
    expect(ofRow('DilutedSharesOutstanding', 0, 3)).toBe('Average 211.1, Count 4, Low 210.1, High 211.9')
    expect(ofRow('Revenue', 2, 4)).toMatch(/^Average/)
  })

  test('does not count what is not there', () => {
    expect(ofRow('DilutedSharesOutstanding', 3, 4)).toBe('Average 210.1, Count 1, Low 210.1, High 210.1')
    expect(ofRow('Goodwill', 0, 1)).toBe('Count 0')
  })

  test('says nothing of one figure, and why there is nothing to say of unlike ones', () => {
    expect(ofRow('Revenue', 1, 1)).toBe('')
    const [revenue, eps] = [at('Revenue'), at('DilutedEarningsPerShare')]
    expect(statistics({ top: revenue, bottom: eps, left: 0, right: 0 })).toBe('Mixed units: no sum or average')
    expect(statistics({ top: revenue, bottom: revenue + 1, left: 0, right: 0 })).toBe('Mixed units: no sum or average')
  })

  test('a selected line is its figures: the label is none', () => {
    expect(statistics({ top: at('CostOfRevenue'), bottom: at('CostOfRevenue'), left: -1, right: 3 })).toMatch(/Count 4/)
  })
})
