/**
 * Plans the charts of a comparison: what each draws over which columns, its title and its notes.
 */

import { isMoneyUnit } from '#contract/service/statement-lines.ts'
import type { ComparedLine, ComparedTable, ComparisonChart, ComparisonMode } from '#contract/api/comparisons.ts'
import type { Scale } from '../format/scale.ts'
import { axisOf, breaksSay, saysOf, type ChartBreak, type ChartPanelPlan, type ChartSeries } from '../ui/chart/chart.ts'
import type { ChartPicture } from '../ui/chart/chart-scene.ts'
import { derivedFigureAt } from './compare-cells.ts'
import { periodColumnName, unitNote, writeFigure } from './compare-text.ts'
import type { ComparisonSettings, ShownSettings } from './comparison-settings.ts'

/** One chart: what it is of, over which columns, and how its figures are written. */
interface ComparedChart {
  readonly key: string
  readonly title: string
  /** Title of the line, built-in or the user's. */
  readonly lineTitle: string
  /** The period, or the first and the last one. */
  readonly period: string
  readonly note: string
  readonly axis: readonly string[]
  readonly highlighted: readonly boolean[]
  readonly write: (value: number) => string
  /** Null: it would compare amounts whose currencies may differ. */
  readonly plan: ChartPanelPlan | null
}

/** The selection, by positions in the table. */
export interface ChartSelection {
  readonly table: ComparedTable
  readonly lines: readonly number[]
  readonly companies: readonly number[]
  /** The company and the period of the active cell. */
  readonly company: number
  readonly columnAt: number
  readonly shownSettings: Pick<ShownSettings, 'mode' | 'alignment' | 'oneCurrency'>
  readonly scale: Scale
}

/** More lines in a panel cannot be distinguished; small multiples are drawn instead. */
const linesAPanel = 4
const mostLines = 4

/** Selected lines that are not drawn, in words; empty: all are drawn. */
export function leftOut({ lines }: Pick<ChartSelection, 'lines'>): string {
  return lines.length > mostLines ? `${mostLines} of ${lines.length} lines charted, in the order of the selection.` : ''
}

/** The quarterly trends stand on the columns of a spread; over time, lines take their place. */
export function drawnChart({ chart, layout }: Pick<ComparisonSettings, 'chart' | 'layout'>): ComparisonChart {
  return chart === 'trends' && layout === 'time' ? 'lines' : chart
}

export function chartsOf(kind: ComparisonChart, selection: ChartSelection): readonly ComparedChart[] {
  const lines = selection.lines.slice(0, mostLines).flatMap((at) => selection.table.lines[at] ?? [])
  const { companies } = selection
  return lines
    .filter(({ isLoaded }) => isLoaded)
    .flatMap((line): readonly ComparedChart[] => {
      switch (kind) {
        case 'none':
        case 'trends':
          return []
        case 'bars':
          return companies.length === 1
            ? multiples('bars', line, companies, selection)
            : [beside(line, companies, selection)]
        case 'lines':
          return companies.length > linesAPanel || (companies.length > 1 && isApart(line, selection))
            ? multiples('lines', line, companies, selection)
            : [together(line, companies, selection)]
        case 'multiples':
          return multiples('lines', line, companies, selection)
        default:
          return kind satisfies never
      }
    })
}

/** No currency is stated: amounts of several companies have no common scale, unless the user says so. */
function isApart(line: ComparedLine, { shownSettings }: ChartSelection): boolean {
  return isMoney(line, shownSettings.mode) && !shownSettings.oneCurrency
}

function isMoney({ unit }: ComparedLine, mode: ComparisonMode): boolean {
  return isMoneyUnit(unit) && mode === 'values'
}

/** A line for each company in one panel, that of the active cell in the accent color. */
function together(line: ComparedLine, companies: readonly number[], selection: ChartSelection): ComparedChart {
  const series = companies.map((company) => overTime(line, company, selection))
  const interest = Math.max(0, companies.indexOf(selection.company))
  const breaks = companies.flatMap((company, at) => breaksOf(line, company, at, selection, companies.length > 1))
  const plan = { kind: 'lines', series, ...axisOf('lines', series), labels: 'names', interest, breaks } as const
  return panel(line, '', plan, selection)
}

/** A panel for each company: on one scale, or on separate ones where there is none in common. */
function multiples(
  kind: ChartPanelPlan['kind'],
  line: ComparedLine,
  companies: readonly number[],
  selection: ChartSelection,
): readonly ComparedChart[] {
  const all = companies.map((company) => overTime(line, company, selection))
  const shared = isApart(line, selection) ? null : axisOf(kind, all)
  const own = shared === null && companies.length > 1 ? 'own scale: currency not stated' : ''
  return all.map((series, at) => {
    const breaks = breaksOf(line, companies[at] ?? -1, 0, selection, false)
    const axis = shared ?? axisOf(kind, [series])
    const plan = { kind, series: [series], ...axis, labels: 'none', interest: 0, breaks } as const
    return {
      ...panel(line, own, plan, selection),
      key: `${line.field} ${series.name}`,
      title: `${series.name} ${line.label}`,
    }
  })
}

/** The companies side by side, in the active period. */
function beside(line: ComparedLine, companies: readonly number[], selection: ChartSelection): ComparedChart {
  const { table, columnAt, shownSettings } = selection
  const column = table.columns[columnAt]
  const period = column ? periodColumnName(column, shownSettings) : ''
  const values = companies.map((company) => numberAt(line, company, columnAt, selection))
  const series = [{ name: line.label, values }]
  const plan = { kind: 'bars', series, ...axisOf('bars', series), labels: 'none', interest: -1 } as const
  const axis = companies.map((company) => table.companies[company]?.symbol ?? '')
  const write = writer(line, selection)
  const each = values.map((value, at) => `${axis[at]} ${value === null ? 'n/a' : write(value)}`).join(', ')
  return {
    key: line.field,
    title: line.label,
    lineTitle: line.label,
    period,
    write,
    axis,
    note: [noteOf(line, selection), period].filter((part) => part !== '').join(', '),
    highlighted: companies.map((company) => company === selection.company),
    plan: isApart(line, selection) ? null : { ...plan, says: `${line.label}, ${period}: ${each}.` },
  }
}

function panel(
  line: ComparedLine,
  note: string,
  plan: Omit<ChartPanelPlan, 'says'>,
  selection: ChartSelection,
): ComparedChart {
  const axisColumns = periodsOver(selection.table)
  const axis = axisColumns.flatMap((columnAt) => {
    const column = selection.table.columns[columnAt]
    return column ? [periodColumnName(column, selection.shownSettings)] : []
  })
  const write = writer(line, selection)
  const says = `${line.label}, ${axis[0] ?? ''} to ${axis.at(-1) ?? ''}. ${saysOf(plan.series, write)}.${breaksSay(plan.breaks ?? [], (at) => axis[at] ?? '')} The figures are in the table.`
  return {
    key: line.field,
    title: line.label,
    lineTitle: line.label,
    period: axis.length < 2 ? (axis[0] ?? '') : `${axis[0] ?? ''} to ${axis.at(-1) ?? ''}`,
    axis,
    write,
    plan: { ...plan, says },
    note: [noteOf(line, selection), note].filter((part) => part !== '').join(', '),
    highlighted: axisColumns.map((columnAt) => columnAt === selection.columnAt),
  }
}

/** Where the base of a company's EPS and shares changes: before the first column after a split. */
function breaksOf(
  { isOfShares }: ComparedLine,
  company: number,
  series: number,
  { table }: ChartSelection,
  isNamed: boolean,
): readonly ChartBreak[] {
  const of = table.companies[company]
  if (!of || !isOfShares) return []
  const said = new Set<string>()
  return periodsOver(table).flatMap((columnAt, at): readonly ChartBreak[] => {
    const splits =
      of.periods[columnAt]?.remarks.filter(({ kind, message }) => kind === 'split' && !said.has(message)) ?? []
    for (const { message } of splits) said.add(message)
    return at === 0
      ? []
      : splits.map(({ label = 'share split' }) => ({ series, at, label: isNamed ? `${of.symbol} ${label}` : label }))
  })
}

function overTime(line: ComparedLine, company: number, selection: ChartSelection): ChartSeries {
  const values = periodsOver(selection.table).map((columnAt) => numberAt(line, company, columnAt, selection))
  return { name: selection.table.companies[company]?.symbol ?? '', values }
}

/** All of them: the last twelve months follow the last year, which they may overlap. */
function periodsOver({ columns }: ComparedTable): readonly number[] {
  return [...columns.keys()]
}

function numberAt(line: ComparedLine, company: number, columnAt: number, { table }: ChartSelection): number | null {
  const value = derivedFigureAt(table, line, { is: 'figure', company, columnAt })
  return typeof value === 'number' ? value : null
}

function writer(line: ComparedLine, { shownSettings, scale }: ChartSelection): (value: number) => string {
  // On a chart zero is a figure like any other.
  return (value) => (value === 0 ? zeroOf(line.unit) : writeFigure(value, line, shownSettings.mode, scale))
}

function zeroOf(unit: ComparedLine['unit']): string {
  return unit === 'percent' ? '0%' : '0'
}

/** The charts with the text of a note: companies, periods, source. */
export function pictureOf(
  charts: readonly ComparedChart[],
  { name, source }: { readonly name: string; readonly source: string },
): ChartPicture {
  const [first] = charts
  const titles = [...new Set(charts.map(({ lineTitle }) => lineTitle))]
  const periods = first === undefined ? '' : first.period
  return {
    title: titles.length === 1 ? `${titles[0] ?? ''}: ${name}` : name,
    subtitle: [...new Set([periods, ...charts.map(({ note }) => note)])].filter((part) => part !== '').join(', '),
    source,
    panels: charts.map(({ title, axis, plan, write }) => ({
      title,
      note: '',
      axis,
      plan,
      write,
      absent: 'Currency not stated: amounts cannot be compared.',
    })),
  }
}

function noteOf(line: ComparedLine, { shownSettings, scale, companies }: ChartSelection): string {
  const { unit } = line
  const isAmount = (unit === 'money' || unit === 'shares') && shownSettings.mode === 'values'
  const isAsOne = isMoney(line, shownSettings.mode) && shownSettings.oneCurrency && companies.length > 1
  const note = isAmount ? scale : unitNote(unit, shownSettings.mode)
  return [note, isAsOne ? 'treated as one currency' : ''].filter((part) => part !== '').join(', ')
}
