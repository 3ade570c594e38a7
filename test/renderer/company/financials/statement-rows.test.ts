import { describe, expect, test } from 'vitest'
import type { Figure } from '#contract/api/financials.ts'
import { metricLines, statementLines } from '#contract/service/statement-lines.ts'
import { calculatedLines } from '#contract/api/calculated-lines.ts'
import { rowsOf, statementOf, type RowOptions } from '../../../../src/renderer/company/financials/statement-rows.ts'

const options: RowOptions = {
  statement: 'income',
  comparison: 'none',
  placement: 'totals',
  edition: 'enhanced',
  hideEmpty: false,
}
const nothing: Readonly<Record<string, readonly Figure[]>> = {}
const rows = (more: Partial<RowOptions>, values = nothing) => rowsOf({ ...options, ...more }, values)
const beneath = (more: Partial<RowOptions>) => rows(more).filter(({ rank }) => rank === 'beneath')

describe('a statement', () => {
  test('has every line of the interface, in its order', () => {
    const all = rows({ statement: 'all' }).flatMap(({ field }) => (field === '' ? [] : [field]))
    expect(all).toEqual([...statementLines, ...calculatedLines, ...metricLines].map(({ field }) => field))
  })

  test('leaves lines without a single figure out only when that is wanted', () => {
    const values = { Revenue: [1, 2], InterestExpense: [null, null], GrossProfit: [null, 0] }
    expect(rows({ hideEmpty: true }, values).map(({ field }) => field)).toEqual(['Revenue', 'GrossProfit'])
    expect(rows({}, values)).toHaveLength(27)
  })

  test('says that lite has no service metrics', () => {
    const heads = rows({ statement: 'metrics', edition: 'lite' }).filter(({ rank }) => rank === 'head')
    expect(heads.map(({ label, note }) => `${label}: ${note ?? ''}`)).toEqual([
      'Calculated lines: calculated by Tearsheet; Enter shows the formula',
      'Service metrics: not in the lite edition',
    ])
  })
})

describe('growth and common size', () => {
  test('stand below totals and diluted EPS', () => {
    expect(beneath({ comparison: 'yoy' }).map(({ says }) => says)).toEqual([
      'Revenue, y/y',
      'Gross profit, y/y',
      'Operating income, y/y',
      'Pretax income, y/y',
      'Net income to common, y/y',
      'Diluted EPS, y/y',
      'EBITDA, y/y',
    ])
  })

  test('or below every line, or in place of the figures', () => {
    expect(beneath({ comparison: 'qoq', placement: 'lines' })).toHaveLength(27)
    const instead = rows({ comparison: 'yoy', placement: 'instead' })
    expect(instead).toHaveLength(27)
    expect(new Set(instead.map(({ showing }) => showing))).toEqual(new Set(['change']))
  })

  test('name what they are of: revenue, assets, basis points', () => {
    expect(new Set(beneath({ comparison: 'common-size', placement: 'lines' }).map(({ label }) => label))).toEqual(
      new Set(['% of revenue']),
    )
    expect(new Set(beneath({ statement: 'balance', comparison: 'common-size' }).map(({ label }) => label))).toEqual(
      new Set(['% of assets']),
    )
    const margin = beneath({ statement: 'metrics', comparison: 'yoy' }).find(
      ({ field }) => field === 'calculated.gross_margin',
    )
    expect(margin?.label).toBe('y/y, bps')
  })

  test('a common size is never made of what has none: per share, shares, ratios', () => {
    const units = new Set(
      beneath({ statement: 'all', comparison: 'common-size', placement: 'lines' }).map(({ unit }) => unit),
    )
    expect(units).toEqual(new Set(['money']))
  })
})

test('a line is found again in its own statement', () => {
  expect(['Revenue', 'TotalAssets', 'CashDividends', 'roic', 'calculated.net_debt'].map(statementOf)).toEqual([
    'income',
    'balance',
    'cash-flow',
    'metrics',
    'metrics',
  ])
})
