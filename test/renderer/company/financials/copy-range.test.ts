import { describe, expect, test } from 'vitest'
import { figureAt } from '../../../../src/renderer/company/financials/cells.ts'
import { copyRange, type CopyOptions } from '../../../../src/renderer/company/financials/copy-range.ts'
import { rowsOf } from '../../../../src/renderer/company/financials/statement-rows.ts'
import { responseOf, haldenPeriods, haldenValues } from '../financials-response.ts'

const values = { ...haldenValues, InterestExpense: [-12_400_000.5, null, 1e-7, 2, 3] }
const figures = responseOf({ values, compared: { Revenue: [0.08, 'n.m.', 0.092, 0.094, 0.089] } })
const rows = rowsOf(
  { statement: 'income', comparison: 'yoy', placement: 'totals', edition: 'enhanced', hideEmpty: false },
  values,
).filter(({ field }) => ['Revenue', 'CostOfRevenue', 'InterestExpense'].includes(field))

function copied(more: Partial<CopyOptions> = {}) {
  return copyRange({
    symbol: 'HLDN',
    edition: 'enhanced',
    asOf: null,
    isAdjusted: false,
    range: { top: 0, bottom: 3, left: 0, right: 2 },
    rows,
    periods: haldenPeriods,
    figureAt: (row, column) => figureAt(figures, row, column),
    heads: false,
    sources: false,
    ...more,
  })
}

describe('what is pasted into Excel', () => {
  test('are numbers: full precision, unscaled, plain, and nothing where there is no figure', () => {
    expect(copied().text.split('\r\n')).toEqual([
      '1262300000\t1241600000\t1296800000',
      '0.08\t\t0.092',
      '693900000\t686900000\t710500000',
      '-12400000.5\t\t0.0000001',
    ])
    expect(copied().count).toBe(12)
  })

  test('has labels, periods and end dates when the range holds a head', () => {
    const { text } = copied({ heads: true, range: { top: 0, bottom: 1, left: -1, right: 1 } })
    expect(text.split('\r\n')).toEqual([
      'HLDN, reported currency, unscaled\tQ4 FY2024\tQ1 FY2025',
      'Period end\t2024-12-28\t2025-03-29',
      'Revenue\t1262300000\t1241600000',
      'Revenue, y/y\t0.08\t',
    ])
  })

  test('has the changes of margins in basis points, as their labels say, in every placement of growth', () => {
    const options = { statement: 'metrics', comparison: 'yoy', edition: 'enhanced', hideEmpty: false } as const
    const moved = responseOf({
      values: haldenValues,
      compared: {
        'calculated.operating_margin': [0.0186],
        'calculated.free_cash_flow': [0.0186],
        debt_to_equity: [0.0186],
      },
    })
    for (const placement of ['lines', 'instead'] as const) {
      const changes = rowsOf({ ...options, placement }, haldenValues).filter(({ showing }) => showing === 'change')
      const { text, html } = copied({
        heads: true,
        rows: changes,
        range: { top: 0, bottom: changes.length, left: 0, right: 0 },
        figureAt: (row, column) => figureAt(moved, row, column),
      })
      const lines = text.split('\r\n')
      expect(lines).toContain('Operating margin, y/y, bps\t186')
      expect(lines).toContain('Free cash flow, y/y\t0.0186')
      expect(lines).toContain('Debt/equity, y/y, change\t0.0186')
      expect(html).toContain(`<td style='mso-number-format:"0"'>186</td>`)
    }
  })

  test('says of which day its figures are, where they are not the current ones', () => {
    const { text } = copied({ heads: true, asOf: new Date(2025, 5, 30, 12).getTime() })
    expect(text.split('\t')[0]).toBe('HLDN, reported currency, unscaled, as of 2025-06-30')
  })

  test('runs no name of a metric as a formula', () => {
    const own = rows.map((row) => ({ ...row, says: '\u200b=HYPERLINK("x")' }))
    const { text, plainHtml } = copied({ heads: true, rows: own, range: { top: 0, bottom: 0, left: -1, right: 1 } })
    expect([text.includes("\n'\u200b=HYPER"), plainHtml.includes("<td>'\u200b=HYPER")]).toEqual([true, true])
  })

  test('of a whole column has every line of it, and groups are named only where labels are', () => {
    const group = {
      ...rows[0],
      key: 'head',
      label: 'Income statement',
      rank: 'head',
      field: '',
    } as (typeof rows)[number]
    const all = { rows: [group, ...rows], range: { top: -1, bottom: 4, left: 3, right: 3 } }
    expect(copied({ ...all, heads: true }).text.split('\r\n')).toHaveLength(7)
    expect(copied({ ...all, heads: true }).text).toContain('Income statement\t\r\n')
    expect(copied(all).text.split('\r\n')).toEqual(['1318400000', '0.094', '718000000', '2'])
    expect(copied(all).count).toBe(4)
  })

  test('is a table too, with percents as percents and no markup from a label', () => {
    const { html } = copied({ range: { top: 1, bottom: 1, left: 0, right: 0 } })
    expect(html).toBe(`<meta charset="utf-8"><table><tr><td style='mso-number-format:"0\\.0%"'>0.08</td></tr></table>`)
    const [row] = rows
    const named = row && { ...row, says: 'R&D <less>' }
    expect(copied({ heads: true, rows: named ? [named] : [] }).html).toContain('>R&amp;D &lt;less&gt;</td>')
  })

  test('has, as an option, where every period comes from', () => {
    const { text } = copied({ sources: true, heads: true, range: { top: 0, bottom: 0, left: 2, right: 2 } })
    expect(text.split('\r\n').slice(-3)).toEqual([
      '',
      'Source: HLDN, Enhanced fundamentals\tPeriod end\tFetched (UTC)\tRecord updated\tStored record',
      'Q2 FY2025\t2025-06-28\t2025-11-14 12:42:10\t2025-11-13T22:04:51Z\t20252',
    ])
  })
})
