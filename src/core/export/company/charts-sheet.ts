/** The sheet of charts in a company's workbook. */

import { fiscalPeriodName, isFiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { Scale } from '#contract/api/exports.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { changeFormat, numberFormat, shownText } from '../number-formats.ts'
import { printedPage, titleRowCount, titleRows, type TitleBlock } from '../title-block.ts'
import { cellIn, markedCell, type AnchoredSheet, type Placements } from '../workbook-update/anchored-sheet.ts'
import type { Chart, PlacedChart } from '../workbook/chart-xml.ts'
import { columnName, type Cell, type CellValue, type Row } from '../workbook/cells.ts'
import { inFormula } from '../workbook/sheet-names.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import { changeOf } from './line-change.ts'
import { before, type LineAddresses } from './line-sheet.ts'
import type { LineColumn } from './line-columns.ts'
import type { LineRow } from './line-sheets.ts'
import type { PeriodGrid } from './period-grid.ts'

/** A line that is drawn. */
interface ChartLine {
  readonly field: string
  readonly kind: 'columns' | 'line'
}

/** Amounts over what they are a share of, on the same periods; no chart has two axes. */
const pairs: readonly (readonly [above: ChartLine, below: ChartLine])[] = [
  ['Revenue', 'calculated.operating_margin'],
  ['calculated.free_cash_flow', 'calculated.fcf_margin'],
  ['EBITDA', 'calculated.gross_margin'],
  ['calculated.net_debt', 'capital.debt_to_equity'],
].map(([above = '', below = '']) => [
  { field: above, kind: 'columns' },
  { field: below, kind: 'line' },
])

const mostPeriods = 12
/** The charts' data is to the right of what is printed. */
const [dataColumn, printedColumns] = [26, 24]
const dataRow = titleRowCount + 2
const quiet = { ink: 'quiet' } as const

interface ChartsSheetOptions {
  readonly anchored: AnchoredSheet
  readonly grid: PeriodGrid
  readonly lines: LineAddresses
  /** Columns of the sheets that have the lines. */
  readonly columns: (mark: string) => readonly LineColumn[]
  readonly rows: readonly LineRow[]
  readonly placements: Placements
  readonly scale: Scale
  readonly title: TitleBlock
}

const headKey = 'Periods'

export function chartsTable(): AnchoredSheet {
  return {
    mark: 'charts',
    name: 'Charts',
    heads: [],
    keys: [dataColumn - 1],
    first: { row: dataRow, column: dataColumn },
    rowKeys: [headKey, ...pairs.flat().map(({ field }) => field)],
    columnKeys: [],
    isHead: isFiscalPeriodName,
    isOptional: true,
  }
}

/** Panels of two charts each. The cells they draw are formulas over as many periods as the charts have, which an update moves on to the latest. */
export function chartsSheet(options: ChartsSheetOptions): Sheet {
  const { anchored, grid, placements, title } = options
  const count = placements.get(anchored.mark)?.filled ?? Math.min(mostPeriods, grid.periods.length)
  // Of a library with fewer periods than the workbook, the first places stay empty.
  const periods = Array.from({ length: count }, (_, at) => grid.periods.length - count + at)
  const data = new Map(pairs.flat().map(({ field }) => [field, figuresOf(options, field, periods)]))
  const names = periods.map((column) => {
    const period = grid.periods[column]
    return period ? fiscalPeriodName(period) : null
  })
  const drawn = pairs.filter((pair) => pair.some(({ field }) => data.get(field)?.some(isFigure) ?? false))
  const cells = new Map<number, Map<number, Cell>>()
  const put = (row: number, column: number, cell: Cell) => {
    const of = cells.get(row) ?? new Map<number, Cell>()
    cells.set(row, of.set(column, cell))
  }
  put(dataRow - 1, dataColumn - 1, { kind: 'styled', value: 'Figures drawn', style: quiet })
  const keyed = [[headKey, names] as const, ...pairs.flat().map(({ field }) => [field, data.get(field) ?? []] as const)]
  for (const [at, [key, figures]] of keyed.entries()) {
    put(dataRow + at, dataColumn - 1, { kind: 'styled', value: key, style: { ...quiet, size: 8 } })
    for (const [column, value] of figures.entries()) {
      const format = at === 0 ? undefined : formatOf(options, key)
      put(dataRow + at, dataColumn + column, {
        kind: 'styled',
        value,
        style: { align: 'right', ink: at === 0 ? 'quiet' : 'other-sheet', ...(format !== undefined && { format }) },
      })
    }
  }
  const charts: PlacedChart[] = []
  const height = drawn.length > 2 ? { columns: 9, line: 7 } : { columns: 16, line: 12 }
  for (const [at, pair] of drawn.entries()) {
    const left = at % 2 === 0 ? 1 : 13
    let row = titleRowCount + Math.floor(at / 2) * (height.columns + height.line + 3)
    for (const { field, kind } of pair) {
      const { label } = lineOf(options, field)
      put(row, left, { kind: 'styled', value: label, style: { bold: true } })
      put(row, left + 3, { kind: 'styled', value: subtitleOf(options, field), style: quiet })
      const to = row + 1 + height[kind]
      charts.push({
        from: { column: left, row: row + 1 },
        to: { column: left + 11, row: to },
        description: `${label}, ${names[0] ?? ''} to ${names.at(-1) ?? ''}`,
        chart: chartOf(options, { field, kind }, { names, figures: data.get(field) ?? [], label }),
      })
      row = to
    }
  }
  const last = Math.max(...charts.map(({ to }) => to.row), titleRowCount) + 1
  const rows: Row[] = titleRows(title)
  for (let row = rows.length; row <= Math.max(last, dataRow + keyed.length); row += 1) {
    const of = cells.get(row)
    const width = of ? Math.max(...of.keys()) + 1 : 0
    rows.push({ cells: Array.from({ length: width }, (_, column) => of?.get(column) ?? null) })
  }
  return {
    name: anchored.name,
    columns: [
      { width: 2.3 },
      ...Array.from({ length: printedColumns - 1 }, () => ({ width: 8 })),
      { width: 4 },
      { width: 24 },
      ...periods.map(() => ({ width: 12 })),
    ],
    marks: [{ name: anchored.mark, ...markedCell(anchored) }],
    page: printedPage(title, { isOnePage: true, area: { rows: last, columns: printedColumns } }),
    ...(charts.length > 0 && { charts }),
    rows: [rows],
  }
}

function isFigure(value: CellValue): boolean {
  return typeof value === 'object' && value?.kind === 'formula' && typeof value.value === 'number'
}

function lineOf({ rows }: ChartsSheetOptions, field: string) {
  const row = rows.find((each) => 'field' in each && 'label' in each && each.field === field)
  const { label = field, unit = 'money' } = row && 'unit' in row ? row : (figureLines.get(field) ?? {})
  return { label, unit }
}

function formatOf(options: ChartsSheetOptions, field: string): string {
  return numberFormat(lineOf(options, field).unit, options.scale)
}

function valuesOf({ grid, rows }: ChartsSheetOptions, field: string) {
  const row = rows.find((each) => each.kind === 'formula' && each.field === field)
  return row?.kind === 'formula' ? grid.calculated(row.formula) : grid.line(field)
}

function addressOf({ lines, placements }: ChartsSheetOptions, field: string, column: number): string | undefined {
  const address = lines.get(field)
  return address && cellIn(placements.get(address.mark), address.row, address.across(column))
}

/** A gap stays a gap: a cell without a figure is empty. */
function figuresOf(options: ChartsSheetOptions, field: string, periods: readonly number[]): CellValue[] {
  const figures = valuesOf(options, field)
  return periods.map((column) => {
    const [cell, figure] = [addressOf(options, field, column), figures[column] ?? null]
    return cell === undefined || typeof figure !== 'number' ? null : { kind: 'formula', formula: cell, value: figure }
  })
}

/** The latest figure and its change, as a formula over their cells. */
function subtitleOf(options: ChartsSheetOptions, field: string): CellValue {
  const { lines, columns, placements, grid } = options
  const address = lines.get(field)
  if (!address) return null
  const of = columns(address.mark)
  const change = of.findIndex(({ kind }) => kind === 'change')
  const changed = of[change]
  if (changed?.kind !== 'change') return null
  const { unit } = lineOf(options, field)
  const latest = of.find((each) => each.kind === 'figures' && each.column === changed.now)
  const head = latest?.kind === 'figures' && latest.column >= grid.periods.length ? latest.head : 'Latest'
  const figure = addressOf(options, field, changed.now)
  const moved = cellIn(placements.get(address.mark), address.row, before + change)
  if (figure === undefined || moved === undefined) return null
  const [format, ofChange] = [numberFormat(unit, options.scale), changeFormat(unit)]
  const basisPoints = unit === 'percent' ? ' bps' : ''
  const formula = `IF(ISNUMBER(${figure}),"${head} "&TEXT(${figure},${quoted(format)})&IF(ISNUMBER(${moved}),", "&TEXT(${moved},${quoted(ofChange)})&"${basisPoints} y/y",""),"n/a")`
  const figures = valuesOf(options, field)
  const [is, was] = [figures[changed.now], figures[changed.before]]
  if (typeof is !== 'number') return { kind: 'formula', formula, value: 'n/a' }
  const by = typeof was === 'number' ? changeOf({ field, unit }, '', '').value(is, was) : null
  const ending = typeof by === 'number' ? `, ${shownText(by, ofChange)}${basisPoints} y/y` : ''
  return { kind: 'formula', formula, value: `${head} ${shownText(is, format)}${ending}` }
}

/** A format as a text in a formula, of figures alone. */
function quoted(format: string): string {
  return `"${format.split(';').slice(0, 3).join(';').replaceAll('_)', '').replaceAll('"', '""')}"`
}

interface Drawn {
  readonly names: readonly (string | null)[]
  readonly figures: readonly CellValue[]
  readonly label: string
}

function chartOf(options: ChartsSheetOptions, { field, kind }: ChartLine, { names, figures, label }: Drawn): Chart {
  const { anchored, scale } = options
  const row = 1 + pairs.flat().findIndex((each) => each.field === field)
  const range = (at: number) => {
    const [from, to] = [columnName(dataColumn), columnName(dataColumn + names.length - 1)]
    return `${inFormula(anchored.name)}$${from}$${dataRow + at + 1}:$${to}$${dataRow + at + 1}`
  }
  const values = figures.map((value) => (typeof value === 'object' && value?.kind === 'formula' ? value.value : null))
  const numbers = values.map((value) => (typeof value === 'number' ? value : null))
  const { unit } = lineOf(options, field)
  return {
    kind,
    hasCategories: kind === 'line',
    plot: { left: 0.01, width: 0.98 },
    series: [
      {
        name: label,
        across: { cells: range(0), values: names },
        values: { cells: range(row), values },
        color: kind === 'line' ? 'line' : 'bar',
        label: labelFormat(numberFormat(unit, scale)),
        ...(kind === 'columns' && { interestFrom: names.length - (options.grid.hasTwelveMonths ? 4 : 1) }),
        isLabelBelow: (at) => isLow(numbers, at),
      },
    ],
  }
}

/** Shorter than in the table: amounts without decimals. */
function labelFormat(format: string): string {
  const [above = '', below = ''] = format.replaceAll('_)', '').split(';')
  return [above, below].map((part) => part.replace(/#,##0\.0+(,+)/, '#,##0$1')).join(';')
}

/** Lower than both of its neighbors: its label has room below the line. */
function isLow(figures: readonly (number | null)[], at: number): boolean {
  const [before, now, after] = [figures[at - 1] ?? null, figures[at] ?? null, figures[at + 1] ?? null]
  return now !== null && before !== null && now < before && (after === null ? false : now <= after)
}
