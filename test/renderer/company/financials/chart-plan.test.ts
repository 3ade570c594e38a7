import { describe, expect, test } from 'vitest'
import {
  chosenPanels,
  keyFigurePanels,
  type StatementChartData,
} from '../../../../src/renderer/company/financials/chart-plan.ts'
import { ChartChoice } from '../../../../src/renderer/company/financials/chart-choice.svelte.ts'
import { axisOf } from '../../../../src/renderer/ui/chart/chart.ts'
import { haldenPeriods, haldenValues } from '../financials-response.ts'

const matter: StatementChartData = {
  periods: haldenPeriods,
  figure: (field, column) => haldenValues[field]?.[column] ?? null,
  change: (field, column) =>
    column === 4 ? ({ Revenue: 0.089, 'calculated.operating_margin': 0.0047 }[field] ?? null) : null,
  scale: 'millions',
}

describe('the key figures', () => {
  test('are bars of revenue and a line of the margin, with the last twelve months and their change', () => {
    const [revenue, margin] = keyFigurePanels('income', matter)
    expect(revenue).toMatchObject({
      title: 'Revenue',
      note: 'millions',
      plan: { kind: 'bars', labels: 'none', low: 0, high: 1_318_400_000 },
      twelveMonths: { text: '5,119.1', change: '+8.9%', tone: 'up' },
    })
    expect(margin).toMatchObject({
      title: 'Operating margin',
      note: '% of revenue',
      plan: { kind: 'lines', labels: 'figures' },
      twelveMonths: { text: '15.1%', change: '+47 bps', tone: 'up' },
    })
  })

  test('stand over the reported periods only: LTM is no bar', () => {
    expect(keyFigurePanels('income', matter)[0]?.plan.series[0]?.values).toEqual(haldenValues['Revenue']?.slice(0, 4))
  })

  test('are said in words for who cannot see them', () => {
    expect(keyFigurePanels('income', matter)[0]?.plan.says).toBe(
      'Q4 FY2024 to Q3 FY2025. Revenue: 1,262.3 to 1,318.4, lowest 1,241.6, highest 1,318.4. The figures are in the table.',
    )
  })
})

describe('chosen lines', () => {
  const money = ['Revenue', 'CostOfRevenue', 'OtherExpenseIncome', 'GrossProfit', 'EBITDA']

  test('up to four of one unit share a panel, named at their ends, the active one in accent', () => {
    const panels = chosenPanels(money.slice(0, 3), 'CostOfRevenue', matter)
    expect(panels).toHaveLength(1)
    expect(panels[0]?.plan).toMatchObject({ kind: 'lines', labels: 'names', interest: 1 })
  })

  test('more than four become small multiples on one scale', () => {
    const panels = chosenPanels(money, '', matter)
    expect(panels.map(({ title }) => title)).toEqual([
      'Revenue',
      'Cost of revenue',
      'Other income (expense)',
      'Gross profit',
      'EBITDA',
    ])
    expect(new Set(panels.map(({ plan }) => `${plan.low} ${plan.high}`))).toEqual(new Set(['-2100000 1318400000']))
  })

  test('unlike units never share an axis', () => {
    const panels = chosenPanels(['Revenue', 'DilutedEarningsPerShare', 'calculated.operating_margin'], '', matter)
    expect(panels.map(({ plan }) => plan.kind)).toEqual(['bars', 'bars', 'lines'])
  })

  test('a gap stays a gap', () => {
    const gapped = {
      ...matter,
      figure: (_: string, column: number) => (column === 1 ? null : column === 2 ? ('n.m.' as const) : 5),
    }
    expect(chosenPanels(['Revenue'], '', gapped)[0]?.plan.series[0]?.values).toEqual([5, null, null, 5])
  })
})

test('bars start at zero, lines use the room they have, and nothing at all still has an axis', () => {
  expect(axisOf('bars', [{ name: '', values: [4, 8, null] }])).toEqual({ low: 0, high: 8 })
  expect(axisOf('bars', [{ name: '', values: [-4, -8] }])).toEqual({ low: -8, high: 0 })
  const line = axisOf('lines', [{ name: '', values: [10, 20] }])
  expect([line.low > 0, line.low < 10, line.high > 20]).toEqual([true, true, true])
  expect(axisOf('lines', [{ name: '', values: [null] }])).toEqual({ low: 0, high: 1 })
})

test('the same key that charts lines brings the key figures back', () => {
  const choice = new ChartChoice()
  choice.toggle(['Revenue'])
  expect([choice.showing, choice.fields]).toEqual(['lines', ['Revenue']])
  choice.toggle(['GrossProfit'])
  expect(choice.fields).toEqual(['GrossProfit'])
  choice.toggle(['GrossProfit'])
  expect(choice.showing).toBe('key-figures')
  choice.toggleStrip()
  expect(choice.showing).toBe('nothing')
  choice.toggleStrip()
  expect(choice.showing).toBe('key-figures')
})

describe('EPS and shares across a share split', () => {
  const split = { kind: 'split' as const, message: '4-for-1 share split inferred', label: '4-for-1 split' }
  const across = haldenPeriods.map((each, at) => (at === 2 ? { ...each, remarks: [split] } : each))
  const breaksOf = (fields: readonly string[], periods: StatementChartData['periods']) =>
    chosenPanels(fields, '', { ...matter, periods }).map(({ plan }) => plan.breaks ?? [])

  test('are no trend: a marker stands between the two bases, whichever way the columns run', () => {
    expect(breaksOf(['DilutedEarningsPerShare'], across)).toEqual([[{ series: 0, at: 2, label: '4-for-1 split' }]])
    expect(breaksOf(['DilutedEarningsPerShare'], across.toReversed())).toEqual([
      [{ series: 0, at: 2, label: '4-for-1 split' }],
    ])
    const [panel] = chosenPanels(['DilutedEarningsPerShare'], '', { ...matter, periods: across })
    expect(panel?.plan.says).toContain(
      `4-for-1 split before Q2 FY2025: figures before and after it are not comparable.`,
    )
  })

  test('no other line breaks, and none once the figures are adjusted', () => {
    expect(breaksOf(['Revenue'], across)).toEqual([[]])
    const adjusted = haldenPeriods.map((each, at) =>
      at === 2 ? { ...each, remarks: [{ ...split, kind: 'adjusted-split' as const }] } : each,
    )
    expect(breaksOf(['DilutedEarningsPerShare'], adjusted)).toEqual([[]])
  })
})
