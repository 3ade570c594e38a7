import { describe, expect, onTestFinished, test } from 'vitest'
import { usualNumberFormat } from '#contract/api/number-format.ts'
import type { ComparedLine, ComparedTable } from '#contract/api/comparisons.ts'
import { axisPercent } from '../../../src/renderer/compare/axis-percent.ts'
import { gapsIn, pathOf, trendEnds, trendFields, trendRowOf } from '../../../src/renderer/compare/quarterly-trends.ts'
import { writeNumbersAs } from '../../../src/renderer/format/number-format.svelte.ts'
import { roundScale, stepsWithin } from '../../../src/renderer/ui/chart/round-scale.ts'
import { comparedCompany } from './compared.ts'

const line = (field: string, unit: 'money' | 'percent', values: ComparedLine['values']): ComparedLine => ({
  field,
  label: field,
  unit,
  favor: 'up',
  first: 'highest',
  isRanked: unit === 'percent',
  isOfShares: false,
  largest: [1],
  isLoaded: true,
  values,
  shown: [],
  ranks: [],
  median: [0.1, null, 0.05],
})
const quarter = (year: number, quarter: string) => ({
  key: `${year} ${quarter}`,
  kind: 'quarter' as const,
  year,
  quarter,
})
const table: ComparedTable = {
  alignment: 'calendar',
  columns: [quarter(2025, 'Q1'), quarter(2025, 'Q2'), quarter(2025, 'Q3')],
  companies: [comparedCompany('AAA'), comparedCompany('BBB')],
  lines: [line('Revenue', 'money', []), line('roic', 'percent', [0.1, null, 0, -0.04, 0.02, null])],
  unknownLines: [],
}

describe('the trends below a spread', () => {
  test('are of the line that is looked at, where it has a scale in common, and of growth', () => {
    expect(trendFields(table, 'roic')).toEqual(['roic', 'calculated.revenue_growth'])
    expect(trendFields(table, 'Revenue')).toEqual(['calculated.operating_margin', 'calculated.revenue_growth'])
    expect(trendFields(table, '')).toEqual(['calculated.operating_margin', 'calculated.revenue_growth'])
  })

  test('have one scale, end at each company’s latest figure, and write zero as a figure', () => {
    const row = trendRowOf(table, 'roic')
    expect(row?.trends.map(({ end }) => end)).toEqual([
      { at: 2, value: 0, text: '0%' },
      { at: 1, value: 0.02, text: '2.0%' },
    ])
    expect(row?.ticks.map(({ text }) => text)).toEqual(['(5%)', '0%', '5%', '10%'])
    expect([row?.low, row?.high]).toEqual([-0.05, 0.1])
    expect(row?.trends[1]?.says).toContain('BBB: (4.0%) to 2.0%')
  })

  test('have axes in the number format that the user chose', () => {
    writeNumbersAs('de-DE')
    onTestFinished(() => writeNumbersAs(usualNumberFormat))
    expect([0.005, -0.075, 0.1].map(axisPercent)).toEqual(['0,5%', '(7,5%)', '10%'])
  })

  test('are named by their first and last quarter', () => {
    expect(trendEnds(table)).toEqual(['Q1 25', 'Q3 25'])
  })

  test('keep a gap a gap', () => {
    const [x, y] = [(at: number) => at * 10, (value: number) => value]
    expect(pathOf([1, 2, null, 4, null, 6, 7], x, y)).toBe('M0.0 1.0L10.0 2.0M30.0 4.0h0.01M50.0 6.0L60.0 7.0')
    expect(gapsIn([null, 1, null, 2, null])).toEqual([2])
  })

  test('have round steps that hold both ends, and open a span of nothing', () => {
    expect(roundScale(-4.5, 17.8)).toEqual({ low: -10, high: 20, ticks: [-10, 0, 10, 20] })
    expect(roundScale(-0.4, 0.2).ticks).toEqual([-0.4, -0.2, 0, 0.2])
    expect(stepsWithin(-0.11, 0.22).ticks).toEqual([-0.1, 0, 0.1, 0.2])
    expect(roundScale(3, 3)).toEqual({ low: 3, high: 3, ticks: [3] })
  })
})
