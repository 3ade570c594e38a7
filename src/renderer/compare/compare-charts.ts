import type { ComparedLine, ComparedTable, ComparisonChart, ComparisonMode } from '#contract/api/comparisons.ts'
import type { Scale } from '../format/scale.ts'
import { axisOf, breaksSay, saysOf, type ChartBreak, type ChartPanelPlan, type ChartSeries } from '../ui/chart/chart.ts'
import { derivedFigureAt } from './compare-cells.ts'
import { periodColumnName, unitNote, writeFigure } from './compare-text.ts'
import type { ShownSettings } from './comparison-settings.ts'

/** One chart: what it is of, over which columns, and how its figures are written. */
export interface ComparedChart {
  readonly key: string
  readonly title: string
  readonly note: string
  readonly axis: readonly string[]
  readonly highlighted: readonly boolean[]
  readonly write: (value: number) => string
  /** Null: it would set amounts side by side whose currencies are not known to be one. */
  readonly plan: ChartPanelPlan | null
}

/** What is selected, by positions in the table. */
export interface ChartMatter {
  readonly table: ComparedTable
  readonly lines: readonly number[]
  readonly companies: readonly number[]
  /** The company and the period that are looked at. */
  readonly company: number
  readonly slot: number
  readonly shownSettings: Pick<ShownSettings, 'mode' | 'alignment'>
  readonly scale: Scale
}

/** More lines in a panel cannot be distinguished; small multiples are drawn instead. */
const linesAPanel = 4
const mostLines = 4
const mostCompanies = 12

/** What is selected and not drawn, in words; empty: all of it is. */
export function leftOut(kind: ComparisonChart, { lines, companies, table }: ChartMatter): string {
  const isOverTime = kind !== 'bars' || companies.length === 1
  const parts = [
    ...(companies.length > mostCompanies ? [`${mostCompanies} of ${companies.length} companies`] : []),
    ...(lines.length > mostLines ? [`${mostLines} of ${lines.length} lines`] : []),
  ]
  const drawn = parts.length === 0 ? [] : [`${parts.join(' and ')} charted, in the order of the selection.`]
  return [
    ...drawn,
    ...(isOverTime && periodsOver(table).length < table.columns.length
      ? ['Chart shows fiscal years only (no LTM).']
      : []),
  ].join(' ')
}

export function chartsOf(kind: ComparisonChart, matter: ChartMatter): readonly ComparedChart[] {
  const lines = matter.lines.slice(0, mostLines).flatMap((at) => matter.table.lines[at] ?? [])
  const companies = matter.companies.slice(0, mostCompanies)
  return lines
    .filter(({ isLoaded }) => isLoaded)
    .flatMap((line): readonly ComparedChart[] => {
      switch (kind) {
        case 'none':
        case 'trends':
          return []
        case 'bars':
          return companies.length === 1 ? multiples('bars', line, companies, matter) : [beside(line, companies, matter)]
        case 'lines':
          return companies.length > linesAPanel || (companies.length > 1 && isMoney(line, matter.shownSettings.mode))
            ? multiples('lines', line, companies, matter)
            : [together(line, companies, matter)]
        case 'multiples':
          return multiples('lines', line, companies, matter)
        default:
          return kind satisfies never
      }
    })
}

/** No currency is stated: amounts of several companies have no scale in common. */
function isMoney({ unit }: ComparedLine, mode: ComparisonMode): boolean {
  return (unit === 'money' || unit === 'per-share') && mode === 'values'
}

/** A line of each company in one panel, the one that is looked at in accent. */
function together(line: ComparedLine, companies: readonly number[], matter: ChartMatter): ComparedChart {
  const series = companies.map((company) => overTime(line, company, matter))
  const interest = Math.max(0, companies.indexOf(matter.company))
  const breaks = companies.flatMap((company, at) => breaksOf(line, company, at, matter, companies.length > 1))
  const plan = { kind: 'lines', series, ...axisOf('lines', series), labels: 'names', interest, breaks } as const
  return panel(line, '', plan, matter)
}

/** A panel a company: on one scale, or each on its own where there is none in common. */
function multiples(
  kind: ChartPanelPlan['kind'],
  line: ComparedLine,
  companies: readonly number[],
  matter: ChartMatter,
): readonly ComparedChart[] {
  const all = companies.map((company) => overTime(line, company, matter))
  const shared = isMoney(line, matter.shownSettings.mode) ? null : axisOf(kind, all)
  const own = shared === null && companies.length > 1 ? 'own scale: currency not stated' : ''
  return all.map((series, at) => {
    const breaks = breaksOf(line, companies[at] ?? -1, 0, matter, false)
    const axis = shared ?? axisOf(kind, [series])
    const plan = { kind, series: [series], ...axis, labels: 'none', interest: 0, breaks } as const
    return {
      ...panel(line, own, plan, matter),
      key: `${line.field} ${series.name}`,
      title: `${series.name} ${line.label}`,
    }
  })
}

/** The companies side by side, in the active period. */
function beside(line: ComparedLine, companies: readonly number[], matter: ChartMatter): ComparedChart {
  const { table, slot, shownSettings } = matter
  const column = table.columns[slot]
  const period = column ? periodColumnName(column, shownSettings) : ''
  const values = companies.map((company) => numberAt(line, company, slot, matter))
  const series = [{ name: line.label, values }]
  const plan = { kind: 'bars', series, ...axisOf('bars', series), labels: 'none', interest: -1 } as const
  const axis = companies.map((company) => table.companies[company]?.symbol ?? '')
  const write = writer(line, matter)
  const each = values.map((value, at) => `${axis[at]} ${value === null ? 'n/a' : write(value)}`).join(', ')
  return {
    key: line.field,
    title: line.label,
    write,
    axis,
    note: [noteOf(line, matter), period].filter((part) => part !== '').join(', '),
    highlighted: companies.map((company) => company === matter.company),
    plan: isMoney(line, shownSettings.mode) ? null : { ...plan, says: `${line.label}, ${period}: ${each}.` },
  }
}

function panel(
  line: ComparedLine,
  note: string,
  plan: Omit<ChartPanelPlan, 'says'>,
  matter: ChartMatter,
): ComparedChart {
  const slots = periodsOver(matter.table)
  const axis = slots.flatMap((slot) => {
    const column = matter.table.columns[slot]
    return column ? [periodColumnName(column, matter.shownSettings)] : []
  })
  const write = writer(line, matter)
  const says = `${line.label}, ${axis[0] ?? ''} to ${axis.at(-1) ?? ''}. ${saysOf(plan.series, write)}.${breaksSay(plan.breaks ?? [], (at) => axis[at] ?? '')} The figures are in the table.`
  return {
    key: line.field,
    title: line.label,
    axis,
    write,
    plan: { ...plan, says },
    note: [noteOf(line, matter), note].filter((part) => part !== '').join(', '),
    highlighted: slots.map((slot) => slot === matter.slot),
  }
}

/** Where the base of a company's EPS and shares changes: before the first column after a split. */
function breaksOf(
  { isOfShares }: ComparedLine,
  company: number,
  series: number,
  { table }: ChartMatter,
  isNamed: boolean,
): readonly ChartBreak[] {
  const of = table.companies[company]
  if (!of || !isOfShares) return []
  const said = new Set<string>()
  return periodsOver(table).flatMap((slot, at): readonly ChartBreak[] => {
    const splits = of.periods[slot]?.remarks.filter(({ kind, message }) => kind === 'split' && !said.has(message)) ?? []
    for (const { message } of splits) said.add(message)
    return at === 0
      ? []
      : splits.map(({ label = 'share split' }) => ({ series, at, label: isNamed ? `${of.symbol} ${label}` : label }))
  })
}

function overTime(line: ComparedLine, company: number, matter: ChartMatter): ChartSeries {
  const values = periodsOver(matter.table).map((slot) => numberAt(line, company, slot, matter))
  return { name: matter.table.companies[company]?.symbol ?? '', values }
}

/** LTM columns overlap the fiscal years and are not part of the series. */
function periodsOver({ columns }: ComparedTable): readonly number[] {
  const years = columns.flatMap(({ kind }, at) => (kind === 'annual' ? [at] : []))
  return years.length > 0 ? years : [...columns.keys()]
}

function numberAt(line: ComparedLine, company: number, slot: number, { table }: ChartMatter): number | null {
  const value = derivedFigureAt(table, line, { is: 'figure', company, slot })
  return typeof value === 'number' ? value : null
}

function writer({ unit }: ComparedLine, { shownSettings, scale }: ChartMatter): (value: number) => string {
  return (value) => writeFigure(value, unit, shownSettings.mode, scale)
}

function noteOf({ unit }: ComparedLine, { shownSettings, scale }: ChartMatter): string {
  const isAmount = (unit === 'money' || unit === 'shares') && shownSettings.mode === 'values'
  return isAmount ? scale : unitNote(unit, shownSettings.mode)
}
