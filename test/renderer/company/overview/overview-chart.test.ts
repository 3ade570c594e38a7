import { describe, expect, test } from 'vitest'
import { overviewChart, type OverviewChartPlan } from '../../../../src/renderer/company/overview/overview-chart.ts'

const plan = (parts: Partial<OverviewChartPlan>): OverviewChartPlan => ({
  names: ['Q1', 'Q2', 'Q3', 'Q4'],
  revenue: [100, 110, 120, 130],
  margins: [
    { name: 'gross', figures: [0.4, 0.41, 0.42, 0.43] },
    { name: 'operating', figures: [0.1, 0.11, 0.12, 0.13] },
    { name: 'net', figures: [0.08, 0.09, 0.1, 0.11] },
  ],
  highlightedFrom: 2,
  ...parts,
})

/** Heights along a path. */
const heights = (path: string) => [...path.matchAll(/[ML]\S+ (\S+?)(?=[ML]|$)/g)].map(([, y]) => Number(y))

describe('bars of revenue', () => {
  test('stand on zero, in proportion, and the last twelve months are distinguished', () => {
    const { bars, baseline } = overviewChart(plan({}), 440)
    expect(bars.map(({ isHighlighted }) => isHighlighted)).toEqual([false, false, true, true])
    for (const { y, height } of bars) expect(y + height).toBeCloseTo(baseline)
    const [first, , , last] = bars.map(({ height }) => height)
    expect((first ?? 0) / (last ?? 1)).toBeCloseTo(100 / 130)
  })

  test('leave the place of a period without a figure empty, and hang below zero where revenue is negative', () => {
    const { bars, gaps, middles, baseline } = overviewChart(plan({ revenue: [100, null, -50, 'n.m.'] }), 440)
    expect(bars.map(({ at }) => at)).toEqual([0, 2])
    expect(gaps).toEqual([middles[1], middles[3]])
    expect(bars[1]?.y).toBeCloseTo(baseline)
  })

  test('print the first, the latest, and one between them where three have room', () => {
    expect(overviewChart(plan({}), 440).printed).toEqual([0, 3])
    const names = Array.from({ length: 12 }, (_, at) => `Q${at}`)
    expect(overviewChart(plan({ names, revenue: names.map((_, at) => 100 + at) }), 440).printed).toEqual([0, 6, 11])
  })
})

describe('lines of margins', () => {
  test('have one scale: a point of gross margin is as high as a point of net margin', () => {
    const { lines } = overviewChart(plan({}), 440)
    const climbs = lines.map(({ path }) => {
      const along = heights(path)
      return (along[0] ?? 0) - (along.at(-1) ?? 0)
    })
    expect(lines.map(({ name }) => name)).toEqual(['gross', 'operating', 'net'])
    expect(climbs[1]).toBeCloseTo(climbs[0] ?? 0, 0)
    expect(climbs[2]).toBeCloseTo(climbs[0] ?? 0, 0)
  })

  test('break where a figure is missing, and end at the latest one that is there', () => {
    const margins = [{ name: 'gross', figures: [0.4, null, 0.42, null] }]
    const [line] = overviewChart(plan({ margins }), 440).lines
    expect(line?.path.match(/M/g)).toHaveLength(2)
    expect(line?.last?.figure).toBe(0.42)
    expect(line?.first?.figure).toBe(0.4)
  })

  test('have labels that do not touch each other', () => {
    const margins = ['gross', 'operating', 'net'].map((name) => ({ name, figures: [0.1, 0.1, 0.1, 0.1] }))
    const labels = overviewChart(plan({ margins }), 440).lines.map(({ last }) => last?.label ?? 0)
    expect(labels.toSorted((one, other) => one - other)).toEqual(labels)
    for (const [at, label] of labels.entries())
      if (at > 0) expect(label - (labels[at - 1] ?? 0)).toBeGreaterThanOrEqual(12)
  })

  test('are left out where the company has no such margin', () => {
    const none = { name: 'gross', figures: [null, null, null, null] }
    const { lines } = overviewChart(plan({ margins: [none, { name: 'net', figures: [0.1, 0.2, 0.1, 0.2] }] }), 440)
    expect(lines.map(({ name }) => name)).toEqual(['net'])
  })
})
