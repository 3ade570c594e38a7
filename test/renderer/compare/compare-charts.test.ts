import { expect, test } from 'vitest'
import type { ComparedLine, ComparedTable, PeriodColumnRecords } from '#contract/api/comparisons.ts'
import {
  chartsOf,
  drawnChart,
  leftOut,
  pictureOf,
  type ChartSelection,
} from '../../../src/renderer/compare/compare-charts.ts'

const line = (field: string, unit: 'money' | 'percent', values: readonly (number | null)[]): ComparedLine => ({
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
  median: [],
})
const company = (symbol: string) => ({
  symbol,
  name: null,
  edition: 'enhanced' as const,
  yearEnd: 12,
  periods: [null, null, null],
  missing: [],
})
const table: ComparedTable = {
  columns: [
    { key: '2024', kind: 'annual', year: 2024, quarter: null },
    { key: '2025', kind: 'annual', year: 2025, quarter: null },
    { key: 'LTM', kind: 'ltm', year: null, quarter: null },
  ],
  companies: [company('AAA'), company('BBB')],
  lines: [line('Revenue', 'money', [10, 20, 30, 5, 6, 7]), line('Margin', 'percent', [0.1, null, 0.3, 0.2, 0.4, 0.5])],
  alignment: 'fiscal',
  unknownLines: [],
}
const matter: ChartSelection = {
  table,
  lines: [1],
  companies: [0, 1],
  company: 1,
  columnAt: 1,
  scale: 'units',
  shownSettings: { mode: 'values', alignment: 'fiscal', oneCurrency: false },
}

test('a line of several companies is drawn over its years, a gap a gap, the company looked at in accent', () => {
  const [chart, ...others] = chartsOf('lines', matter)
  expect(others).toEqual([])
  expect(chart?.axis).toEqual(['FY2024', 'FY2025', 'LTM'])
  expect(chart?.plan?.series).toEqual([
    { name: 'AAA', values: [0.1, null, 0.3] },
    { name: 'BBB', values: [0.2, 0.4, 0.5] },
  ])
  expect(chart?.plan?.interest).toBe(1)
  expect(chart?.plan?.says).toContain('BBB: 20.0% to 50.0%, lowest 20.0%, highest 50.0%')
})

test('amounts of several companies have no scale in common: each is drawn on its own, and none next to another', () => {
  const apart = chartsOf('lines', { ...matter, lines: [0] })
  expect(apart.map(({ title, plan }) => [title, plan?.high])).toEqual([
    ['AAA Revenue', 31.6],
    ['BBB Revenue', 7.16],
  ])
  expect(apart[0]?.note).toContain('own scale: currency not stated')
  expect(chartsOf('bars', { ...matter, lines: [0] })[0]?.plan).toBeNull()
  const grown = { ...matter, lines: [0], shownSettings: { ...matter.shownSettings, mode: 'yoy' as const } }
  expect(chartsOf('bars', grown)[0]?.plan).not.toBeNull()
})

test('amounts that are treated as one currency are drawn together, and every chart says so', () => {
  const asOne = { ...matter, lines: [0], shownSettings: { ...matter.shownSettings, oneCurrency: true } }
  const [together, ...others] = chartsOf('lines', asOne)
  expect(others).toEqual([])
  expect(together?.note).toBe('units, treated as one currency')
  expect(pictureOf([...chartsOf('bars', asOne)], { name: '', source: '' }).subtitle).toContain(
    'treated as one currency',
  )
  expect(chartsOf('bars', asOne)[0]?.plan).not.toBeNull()
})

test('small multiples share one scale; bars set the companies next to each other in the period looked at', () => {
  const [one, other] = chartsOf('multiples', matter)
  expect([one?.plan?.low, one?.plan?.high]).toEqual([other?.plan?.low, other?.plan?.high])
  const [bars] = chartsOf('bars', matter)
  expect([bars?.axis, bars?.plan?.series[0]?.values, bars?.highlighted]).toEqual([
    ['AAA', 'BBB'],
    [null, 0.4],
    [false, true],
  ])
  expect(bars?.plan?.says).toBe('Margin, FY2025: AAA n/a, BBB 40.0%.')
})

test('what is selected and not drawn is said', () => {
  expect(leftOut({ lines: [0, 1, 2, 3, 4] })).toBe('4 of 5 lines charted, in the order of the selection.')
  expect(leftOut(matter)).toBe('')
})

test('a picture says what it is of, over which periods, and from where', () => {
  const picture = pictureOf(chartsOf('lines', matter), { name: 'Rivals', source: 'Source: Sample.' })
  expect([picture.title, picture.subtitle, picture.source]).toEqual([
    'Margin: Rivals',
    'FY2024 to LTM',
    'Source: Sample.',
  ])
  expect(picture.panels[0]?.write(0)).toBe('0%')
  const apart = pictureOf(chartsOf('multiples', { ...matter, lines: [0] }), { name: 'Rivals', source: '' })
  expect(apart.panels.map(({ title }) => title)).toEqual(['AAA Revenue', 'BBB Revenue'])
  expect(apart.subtitle).toContain('own scale: currency not stated')
})

test('EPS is not drawn across a share split: a gap with a marker, in the one company that split', () => {
  const split = { kind: 'split' as const, message: '4-for-1 share split inferred', label: '4-for-1 split' }
  const columnAt = (remarks: readonly (typeof split)[]): PeriodColumnRecords => ({
    recordIds: [1],
    yearAgo: [],
    prior: [],
    how: 'filed',
    quarter: 'FY',
    year: 2025,
    endPeriod: '2025-12-31',
    stale: false,
    fetchedAt: Date.UTC(2026, 0, 5, 9, 30),
    outdated: false,
    remarks: [...remarks],
    restated: [],
    breaks: [],
    knownBreaks: [],
    unreadable: [],
    converted: [],
    imprecise: [],
    kept: [],
    withdrawn: [],
  })
  const eps = { ...line('EPS', 'percent', [4, 1.2, 1, 2, 2.1, 2.2]), isOfShares: true }
  const companies = [
    { ...company('AAA'), periods: [columnAt([]), columnAt([split]), columnAt([split])] },
    { ...company('BBB'), periods: [columnAt([]), columnAt([]), columnAt([])] },
  ]
  const [chart] = chartsOf('lines', { ...matter, table: { ...table, companies, lines: [eps] }, lines: [0] })
  expect(chart?.plan?.breaks).toEqual([{ series: 0, at: 1, label: 'AAA 4-for-1 split' }])
  expect(chart?.plan?.says).toContain(
    'AAA 4-for-1 split before FY2025: figures before and after it are not comparable.',
  )
  const [adjusted] = chartsOf('multiples', {
    ...matter,
    table: {
      ...table,
      companies: companies.map((each) => ({
        ...each,
        periods: each.periods.map((one) => ({
          ...one,
          remarks: one.remarks.map(() => ({ ...split, kind: 'adjusted-split' as const })),
        })),
      })),
      lines: [eps],
    },
    lines: [0],
  })
  expect(adjusted?.plan?.breaks).toEqual([])
})

test('a comparison over time has lines where the spread has its quarterly trends, unless its chart was closed', () => {
  expect(drawnChart({ chart: 'trends', layout: 'time' })).toBe('lines')
  expect(drawnChart({ chart: 'none', layout: 'time' })).toBe('none')
  expect(drawnChart({ chart: 'trends', layout: 'spread' })).toBe('trends')
})
