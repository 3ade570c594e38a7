import { bindCommand } from '../../../src/renderer/app/commands/bind-commands.ts'
import { describe, expect, test } from 'vitest'
import type { ComparedCompany, ComparedLine, ComparedTable, PeriodColumn } from '#contract/api/comparisons.ts'
import { layScatter, crosses, type Box, type PointLabel } from '../../../src/renderer/compare/scatter-layout.ts'
import { copiedScatter } from '../../../src/renderer/compare/scatter-sheet.ts'
import { scatterScene } from '../../../src/renderer/compare/scatter-picture.ts'
import { scatterOf, scatterRequests, type ScatterTables } from '../../../src/renderer/compare/scatter.ts'
import { stepped, toggled, withoutTable } from '../../../src/renderer/compare/scatter-actions.ts'
import {
  readSettings,
  savedSpecOf,
  settingsOf,
  type ComparisonSettings,
} from '../../../src/renderer/compare/comparison-settings.ts'
import { svgOf } from '../../../src/renderer/ui/chart/chart-picture.ts'
import { comparedCompany, filedYear } from './compared.ts'

type Values = ComparedLine['values']
const settings: ComparisonSettings = readSettings(JSON.stringify({ companies: ['AAA', 'BBB', 'CCC'] }))
const margin = 'calculated.operating_margin'
const growth = 'calculated.revenue_growth'

const line = (field: string, values: Values, more: Partial<ComparedLine> = {}): ComparedLine => ({
  field,
  label: field === margin ? 'Operating margin' : 'Revenue growth',
  unit: 'percent',
  favor: 'up',
  first: 'highest',
  isRanked: true,
  isOfShares: false,
  largest: [1],
  isLoaded: true,
  values,
  shown: [],
  ranks: [],
  median: [],
  ...more,
})
const ltm: PeriodColumn = { key: 'LTM', kind: 'ltm', year: null, quarter: null }
const quarters = ['Q1', 'Q2', 'Q3', 'Q4'].map((quarter): PeriodColumn => ({
  key: `2025 ${quarter} LTM`,
  kind: 'ltm',
  year: 2025,
  quarter,
}))
const ends = ['2025-03-29', '2025-06-28', '2025-09-27', '2025-12-27']
const quarterly = (symbol: string, ...stored: readonly (string | null)[]): ComparedCompany => ({
  ...comparedCompany(symbol),
  periods: stored.map((end, at) => (end === null ? null : { ...filedYear(end), how: 'sum', quarter: `Q${at + 1}` })),
})
const own = (company: ComparedCompany, period: ComparedCompany['periods'][number], missing: string[] = []) => ({
  ...company,
  periods: [period],
  missing,
})

/** AAA and BBB have the latest twelve months; CCC lacks a quarter, so that its last complete ones end in June. */
const companies = [
  quarterly('AAA', ...ends),
  quarterly('BBB', ...ends),
  quarterly('CCC', ends[0] ?? null, ends[1] ?? null, null, null),
]
const [first, second, third] = companies.map(({ periods }) => periods.at(-1) ?? null)
const pointsOf = [
  own(companies[0] ?? comparedCompany('AAA'), first ?? null),
  own(companies[1] ?? comparedCompany('BBB'), second ?? null),
  own(companies[2] ?? comparedCompany('CCC'), third ?? null, ['LTM n/a: Q3 FY2025 missing']),
]
const table = (more: Partial<ComparedTable>): ComparedTable => ({
  alignment: 'fiscal',
  columns: [ltm],
  companies: pointsOf,
  lines: [],
  unknownLines: [],
  ...more,
})
const tables = (change: { readonly margins?: Values; readonly unit?: Partial<ComparedLine> } = {}): ScatterTables => ({
  points: table({
    lines: [
      line(margin, change.margins ?? [0.15, 0.18, null], {
        ranks: [2, 1, null],
        median: [0.165],
        shown: [-0.015, 0.015, null],
      }),
      line(growth, [0.09, 0.06, null], {
        ranks: [1, 2, null],
        median: [0.075],
        shown: [0.015, -0.015, null],
        ...change.unit,
      }),
    ],
  }),
  changes: table({ lines: [line(margin, [0.15, 0.18, null], { shown: [0.0047, 0.0058, null], median: [0.00525] })] }),
  periods: table({
    columns: quarters,
    companies,
    lines: [
      line(margin, [0.14, 0.145, 0.148, 0.15, 0.17, null, 0.178, 0.18, 0.12, 0.124, null, null], {
        median: [0.14, 0.13, 0.16, 0.17],
      }),
      line(growth, [0.07, 0.08, 0.085, 0.09, 0.05, 0.052, 0.058, 0.06, 0.16, 0.147, null, null], {
        median: [0.07, 0.08, 0.07, 0.075],
      }),
    ],
  }),
})
const shown = (of = tables(), change: Partial<ComparisonSettings['scatter']> = {}) => {
  const scatter = scatterOf(of, { settings: { ...settings.scatter, ...change }, scale: 'millions' })
  if (scatter === null) throw new Error('nothing is drawn')
  return scatter
}
const layout = (scatter = shown(), width = 900, height = 700) =>
  layScatter(scatter, { width, height, medians: true, selected: 'AAA', isStale: false })

describe('the points of a scatter', () => {
  test('are requested as the spread requests them: its last twelve months, its median, its one currency and date', () => {
    const requests = scatterRequests(
      { ...settings, oneCurrency: true, asOf: 5 },
      { adjustSplits: true, inputsOf: () => [] },
    )
    expect(requests.points).toMatchObject({
      basis: 'annual-ltm',
      mode: 'median',
      periods: 1,
      lines: [margin, growth],
      oneCurrency: true,
      asOf: 5,
      adjustSplits: true,
    })
    expect(requests.changes).toMatchObject({ basis: 'annual-ltm', mode: 'yoy' })
    expect(requests.periods).toMatchObject({ basis: 'ltm', mode: 'values' })
    const quarter = scatterRequests(
      { ...settings, scatter: { ...settings.scatter, period: 'quarter' } },
      { adjustSplits: false, inputsOf: () => [] },
    )
    expect(quarter.points).toMatchObject({ basis: 'quarterly', periodChoice: 'common' })
  })

  test('of a metric of one’s own open on its inputs, which come along with points and older periods', () => {
    const [field, inputs] = ['own.mine', ['Revenue', 'EBITDA']]
    const chosen = { ...settings, scatter: { ...settings.scatter, up: field } }
    const { points, changes, periods } = scatterRequests(chosen, {
      adjustSplits: false,
      inputsOf: (each) => (each === field ? inputs : []),
    })
    expect([points, periods].map(({ lines }) => lines.filter((each) => inputs.includes(each)))).toEqual([
      inputs,
      inputs,
    ])
    expect(changes.lines).not.toContain('EBITDA')

    const of = tables()
    const renamed = (all: ComparedTable): ComparedTable => ({
      ...all,
      lines: all.lines.map((each) => (each.field === margin ? { ...each, field } : each)),
    })
    const own = { points: renamed(of.points), changes: renamed(of.changes), periods: renamed(of.periods) }
    const scatter = shown(own, { up: field })
    const source = scatter.points.find(({ symbol }) => symbol === 'AAA')?.upSource
    expect(source).toMatchObject({ target: { kind: 'none', symbol: 'AAA', field } })
    expect(source?.table).toBe(own.points)
  })

  test('have the core’s ranks, medians and differences, in the order of the line that goes up', () => {
    const { points, up, across } = shown()
    expect(
      points.map(({ symbol, upRank, upDifference, change }) => [symbol, upRank, upDifference, change.text]),
    ).toEqual([
      ['BBB', 1, '+150', '+58'],
      ['AAA', 2, '(150)', '+47'],
      ['CCC', null, '', 'n/a'],
    ])
    expect([up.medianText, up.count, across.medianText]).toEqual(['16.5%', 2, '+7.5%'])
  })

  test('stand on the last complete period where the compared one is missing, out of ranks and medians, with the reason', () => {
    const point = shown().points[2]
    expect(point).toMatchObject({ state: 'older', ends: '2025-06-28', place: { x: 0.147, y: 0.124 }, acrossRank: null })
    expect(point?.says).toBe(
      'CCC LTM n/a: Q3 FY2025 missing; the last complete LTM ends 28 Jun 25. Plotted as a hollow circle and excluded from the medians.',
    )
  })

  test('stand apart where the latest twelve months are long past those of the others', () => {
    const of = tables({ margins: [0.15, 0.18, 0.124] })
    const old = { ...filedYear('2025-06-28'), outdated: true }
    const outdated = of.points.companies.map((company, at) => (at === 2 ? own(company, old) : company))
    const point = shown({ ...of, points: { ...of.points, companies: outdated } }).points[2]
    expect(point).toMatchObject({ symbol: 'CCC', state: 'older' })
    expect(point?.says).toContain('CCC: the latest period ends 28 Jun 25, more than 100 days before the most recent.')
  })

  test('are left out where a figure is not there, and say which', () => {
    const point = shown(tables({ margins: [0.15, null, null] })).points.find(({ symbol }) => symbol === 'BBB')
    expect(point).toMatchObject({
      state: 'none',
      place: null,
      says: 'BBB is not plotted: no figure for operating margin.',
    })
    expect(point?.up.text).toBe('n/a')
  })

  test('have trails as long as chosen, with the medians of the same periods and gaps where a figure is missing', () => {
    const [best, next] = shown().points
    expect(next?.trail.map(({ period, upMedian }) => [period, upMedian])).toEqual([
      ['Q4 FY2025', '16.5%'],
      ['Q3 FY2025', '16.0%'],
      ['Q2 FY2025', '13.0%'],
      ['Q1 FY2025', '14.0%'],
    ])
    expect(best?.trail.map(({ place }) => place?.y ?? null)).toEqual([0.18, 0.178, null, 0.17])
    expect(
      layout()
        .points.find(({ symbol }) => symbol === 'BBB')
        ?.trail.map(({ length }) => length),
    ).toEqual([2, 1])
    expect(shown(tables(), { trail: 0 }).points[0]?.trail).toEqual([])
    const six = [1, 2, 3, 4, 5, 6].map((month) => `2025-0${month}-28`)
    const all = ['AAA', 'BBB', 'CCC'].map((symbol) => quarterly(symbol, ...six))
    const flat = (field: string) =>
      line(
        field,
        six.flatMap(() => [0.1, 0.1, 0.1]),
      )
    const long: ScatterTables = {
      ...tables(),
      points: { ...tables().points, companies: all.map((company) => own(company, company.periods[5] ?? null)) },
      periods: table({
        columns: [...quarters, ...quarters.slice(2)],
        companies: all,
        lines: [flat(margin), flat(growth)],
      }),
    }
    expect(shown(long, { trail: 4 }).points[0]?.trail.map((step) => step.ends)).toEqual(six.toReversed().slice(0, 5))
    expect(shown(long, { trail: 8 }).points[0]?.trail).toHaveLength(6)
  })

  test('are not compared where an axis is money whose currency is not stated', () => {
    const money = { unit: 'money', isRanked: false, median: [], ranks: [] } as const
    const { across, points } = shown(tables({ unit: money }))
    expect(across).toMatchObject({ isComparable: false, median: null, title: 'Revenue growth, millions' })
    expect(points.every(({ acrossRank, acrossDifference }) => acrossRank === null && acrossDifference === '')).toBe(
      true,
    )
  })
})

describe('the drawing of a scatter', () => {
  test('has round steps, a mark on each axis for each compared company, and medians at their figures', () => {
    const { up, across, upMarks, acrossMarks, upMedian, acrossMedian, plot } = layout()
    expect(up.map(({ text }) => text)).toEqual(['12%', '13%', '14%', '15%', '16%', '17%', '18%'])
    expect(across[0]?.text).toBe('4%')
    expect([upMarks.length, acrossMarks.length]).toEqual([2, 2])
    expect(upMedian?.text).toBe('16.5%')
    expect(upMedian?.at).toBeCloseTo(plot.bottom - (0.045 / 0.06) * (plot.bottom - plot.top), 6)
    expect(acrossMedian?.text).toBe('+7.5%')
  })

  test('draws a company of an older period hollow, with its date, and keeps it off the axes', () => {
    const { points } = layout()
    expect(points.map(({ symbol, isHollow }) => [symbol, isHollow])).toEqual([
      ['BBB', false],
      ['AAA', false],
      ['CCC', true],
    ])
    expect(points[2]?.label).toMatchObject({ mark: 's', figures: 'at 28 Jun 25: +14.7%, 12.4%' })
  })

  test('leaves out hidden companies, and lets the rest have the room', () => {
    const { points, across } = layout(shown(tables(), { hidden: ['CCC'] }))
    expect(points.map(({ symbol }) => symbol)).toEqual(['BBB', 'AAA'])
    expect(across.at(-1)?.text).toBe('9%')
  })

  test('places each label off its own trail, off the other labels and within the drawing', () => {
    for (const [width, height] of [
      [900, 700],
      [560, 420],
    ] as const) {
      const { points, plot } = layout(shown(), width, height)
      const boxes = points.map(({ label }) => boxOf(label))
      for (const [at, box] of boxes.entries()) {
        const own = points[at]?.trail.flatMap((path) =>
          path.slice(1).map((to, index) => [path[index] ?? to, to] as const),
        )
        expect(own?.some(([from, to]) => crosses(box, from, to))).toBe(false)
        expect(box.top).toBeGreaterThanOrEqual(plot.top - 1)
        expect(box.right).toBeLessThanOrEqual(width)
        for (const other of boxes.slice(at + 1)) expect(overlap(box, other)).toBe(false)
      }
    }
  })

  test('marks every figure as stale when a request failed', () => {
    const { points } = layScatter(shown(), { width: 900, height: 700, medians: true, selected: '', isStale: true })
    expect(points.map(({ label }) => label.mark)).toEqual(['s', 's', 's'])
  })
})

describe('what is taken out of a scatter', () => {
  test('as values is a table in full precision, with trails and who is in the medians', () => {
    const { text } = copiedScatter(shown(tables(), { hidden: ['BBB'] }), {
      isOneCurrency: false,
      isAdjusted: false,
      asOf: null,
    })
    expect(text.split('\r\n').map((row) => row.split('\t'))).toEqual([
      [
        'Reported currency, unscaled',
        'Company',
        'Period',
        'Period end',
        'Revenue growth',
        'Operating margin',
        'In medians',
      ],
      ['AAA', 'AAA Inc', 'Q4 FY2025', '2025-12-27', '0.09', '0.15', 'yes'],
      ['AAA', 'AAA Inc', 'Q3 FY2025', '2025-09-27', '0.085', '0.148', ''],
      ['AAA', 'AAA Inc', 'Q2 FY2025', '2025-06-28', '0.08', '0.145', ''],
      ['AAA', 'AAA Inc', 'Q1 FY2025', '2025-03-29', '0.07', '0.14', ''],
      ['CCC', 'CCC Inc', 'Q2 FY2025', '2025-06-28', '0.147', '0.124', 'no'],
      ['CCC', 'CCC Inc', 'Q1 FY2025', '2025-03-29', '0.16', '0.12', ''],
      ['Median', '', 'LTM', '', '0.075', '0.165', ''],
    ])
  })

  test('as a picture has what was chosen, in its colors and size', () => {
    const picture = (change: Partial<ComparisonSettings['scatter']['picture']>) =>
      scatterScene(shown(), {
        settings: { ...settings.scatter, selected: 'AAA', picture: { ...settings.scatter.picture, ...change } },
        title: 'Instruments',
        source: 'Source: Sample (invented data). Tearsheet.',
        isStale: false,
      })
    const slide = svgOf(picture({ size: 'slide', table: true }))
    for (const text of ['Instruments', 'LTM', 'invented data', 'at 28 Jun 25: +14.7%, 12.4%', '>Median<', '#57408A'])
      expect(slide).toContain(text)
    expect(picture({ size: 'slide' })).toMatchObject({ width: 960, height: 540 })
    const bare = svgOf(picture({ title: false, source: false, colours: 'grey' }))
    for (const text of ['Instruments', 'invented data', '>Median<', '#57408A']) expect(bare).not.toContain(text)
    expect(svgOf(picture({ colours: 'dark' }))).toContain('fill="#121316"')
  })
})

describe('the choice of a scatter', () => {
  test('is saved with the comparison and read back; a comparison from before has the usual one', () => {
    const chosen = readSettings(
      JSON.stringify({
        ...settings,
        layout: 'scatter',
        scatter: { ...settings.scatter, up: 'roic', trail: 8, hidden: ['BBB'] },
      }),
    )
    expect(chosen.scatter).toMatchObject({ up: 'roic', trail: 8, hidden: ['BBB'] })
    const spec = savedSpecOf(chosen)
    expect(settingsOf(spec)).toMatchObject({ layout: 'scatter', scatter: chosen.scatter })
    const { scatter, ...before } = spec.look ??
      savedSpecOf(settings).look ?? {
        layout: 'spread',
        pivoted: false,
        line: '',
        period: '',
        ranks: 'none',
        chart: 'none',
      }
    expect(scatter?.up).toBe('roic')
    expect(settingsOf({ ...spec, look: before }).scatter).toEqual(settings.scatter)
    expect(readSettings('{"scatter":{"trail":5,"period":"month","up":7}}').scatter).toEqual(settings.scatter)
  })

  test('moves by the keys: around the table, in and out of the drawing', () => {
    expect(stepped(['AAA', 'BBB'], 'BBB', 1)).toBe('AAA')
    expect(stepped(['AAA', 'BBB'], 'AAA', -1)).toBe('BBB')
    expect(stepped(['AAA', 'BBB'], 'gone', 1)).toBe('AAA')
    expect(toggled({ hidden: [] }, 'AAA')).toEqual({ hidden: ['AAA'] })
    expect(toggled({ hidden: ['AAA'] }, 'AAA')).toEqual({ hidden: [] })
  })

  test('leaves what only a table can do to the table', () => {
    const ids = ['compare.align', 'compare.mode-yoy', 'compare.layout-spread', 'compare.chart-lines'] as const
    const left = withoutTable(ids.map((id) => bindCommand(id, { run: () => {} })))
    expect(left.map(({ id }) => id)).toEqual(['compare.align', 'compare.layout-spread'])
  })
})

/** About what the browser draws. */
function boxOf({ x, y, anchor, symbol, mark, figures }: PointLabel): Box {
  const width = Math.max(symbol.length * 8.2, `${mark} ${figures}`.trim().length * 6)
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, top: y - 10, right: left + width, bottom: y + 16 }
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
