/** The scatter sheet of a comparison's workbook: its figures, medians and chart. */

import type { ScatterPeriod, ScatterSettings } from '#contract/api/comparisons.ts'
import type { Scale } from '#contract/api/exports.ts'
import { figureOf, notAvailable } from '#contract/api/figure-numbers.ts'
import { labelInSentence, type FigureLine } from '#contract/api/figure-lines.ts'
import { isComparable, rankPeers } from '../../comparisons/peers.ts'
import { growthFormat, numberFormat } from '../number-formats.ts'
import { printedPage, titleRowCount, titleRows, type TitleBlock } from '../title-block.ts'
import { markedCell, numbered, type AnchoredSheet } from '../workbook-update/anchored-sheet.ts'
import { cellName, type Cell, type Row } from '../workbook/cells.ts'
import type { ChartRange, ChartSeries, MedianLine, PlacedChart } from '../workbook/chart-xml.ts'
import { inFormula } from '../workbook/sheet-names.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'
import type { CellAddresses } from './cell-addresses.ts'
import { scatterFields, type ComparedWorkbook } from './compared-companies.ts'
import { calculatedCell, styledCell, isOutdated, shownName, styled } from './line-layout.ts'

const name = 'Scatter'
const headRow = titleRowCount
/** An update writes it again where the period has become another. */
const periodRow = headRow + 1
const firstRow = periodRow + 1
/** Behind the symbol and the company. */
const firstColumn = 2
/** Rows between the table and the chart, and of the chart. */
const [rowsBetween, rowsOfChart] = [2, 32]

/** Two lines of a comparison against each other, in one of its columns. */
interface ScatterOfWorkbook {
  readonly settings: ScatterSettings
  /** Across, up, and the size of the companies where that is neither. */
  readonly lines: readonly FigureLine[]
  /** The place of the column among those that are shown. */
  readonly columnAt: number
  /** Name of the column: CY2025, LTM. */
  readonly period: string
  /** The same in words that remain true when an update brings the next period. */
  readonly kind: string
}

/** Null: nothing is set against each other, or the workbook is of a version that had no scatter. */
export function scatterOfWorkbook(book: ComparedWorkbook): ScatterOfWorkbook | null {
  const { spec, table } = book
  const settings = spec.look?.scatter
  if (!settings || table.companies.length < 2 || table.columns.length === 0) return null
  const fields = scatterFields(spec)
  const lines = fields.flatMap((field) => book.lines.find((line) => line.field === field) ?? [])
  if (lines.length !== fields.length) return null
  const columnAt = scatterColumn(book, settings.period)
  return {
    settings,
    lines,
    columnAt,
    period: shownName(book, columnAt),
    kind: kindNames[table.columns[columnAt]?.kind ?? 'ltm'],
  }
}

const kindNames = { ltm: 'LTM', quarter: 'latest quarter', annual: 'latest year' } as const
const kinds: Readonly<Record<ScatterPeriod, 'quarter' | 'ltm' | 'annual'>> = {
  quarter: 'quarter',
  ltm: 'ltm',
  annual: 'annual',
}

/** The latest column of the chosen kind; if there is none, the latest column, as the title says. */
function scatterColumn({ table }: ComparedWorkbook, period: ScatterPeriod): number {
  const found = table.columns.findLastIndex(({ kind }) => kind === kinds[period])
  return found < 0 ? table.columns.length - 1 : found
}

const drawn = ['Plotted x', 'Plotted y'] as const

export function scatterTable(book: ComparedWorkbook, { lines }: ScatterOfWorkbook): AnchoredSheet {
  return {
    mark: 'scatter',
    name,
    heads: [headRow],
    keys: [0],
    first: { row: firstRow, column: firstColumn },
    rowKeys: numbered([...book.table.companies.map(({ symbol }) => symbol), 'Median']),
    columnKeys: numbered([...lines.map(({ label }) => label), 'Note', ...drawn]),
    isOptional: true,
  }
}

interface ScatterSheetOptions {
  readonly scale: Scale
  readonly title: TitleBlock
}

/** The figures as formulas over the amounts, their medians, and a chart of the spreadsheet's own over them. */
export function scatterSheet(
  book: ComparedWorkbook,
  scatter: ScatterOfWorkbook,
  addresses: CellAddresses,
  { scale, title }: ScatterSheetOptions,
): Sheet {
  const { table } = book
  const { lines, period, kind, settings } = scatter
  const [across, up] = lines
  const block = {
    ...title,
    subject: `${name}, ${kind}`,
    identity: `x axis: ${labelInSentence(across?.label ?? '')}; y axis: ${labelInSentence(up?.label ?? '')}; dashed: medians`,
  }
  const figures = scatterFigures(book, scatter)
  const noteColumn = firstColumn + lines.length
  const [drawnAcross, drawnUp] = [noteColumn + 1, noteColumn + 2]
  const own = (row: number, column: number) => addresses.scatter(row, column)
  const head = { bold: true } as const
  const below = { ink: 'quiet', size: 8, ruleBelow: 'strong' } as const
  const isDrawn = (side: number) =>
    !settings.hidden.includes(table.companies[side]?.symbol ?? '') &&
    [0, 1].every((line) => typeof figures[line]?.values[side] === 'number')
  const companyRows = table.companies.map((company, side): Row => {
    const row = firstRow + side
    const drawnCell = (line: number): Cell => {
      const cell = own(row, firstColumn + line)
      const value = figures[line]?.values[side] ?? null
      return isDrawn(side) && cell !== undefined ? styled(calculatedCell(cell, value), { ink: 'quiet' }) : null
    }
    return {
      cells: [
        styled(company.symbol, { bold: true }),
        company.name,
        ...lines.map((line, at): Cell => {
          const cell = addresses.figureElsewhere(side, book.shown[scatter.columnAt] ?? 0, line.field)
          const style: CellStyle = { format: formatOf(line, scale), ink: 'other-sheet', align: 'right' }
          const value = figures[at]?.values[side] ?? null
          return styledCell(cell === undefined ? 'n/a' : calculatedCell(cell, value), style)
        }),
        styled(noteOf(book, side, scatter.columnAt), { ink: 'flag', indent: 1 }),
        drawnCell(0),
        drawnCell(1),
      ],
    }
  })
  const median = figures.map(({ line, median: value, sides }, at): Cell => {
    const style: CellStyle = { format: formatOf(line, scale), align: 'right', rule: 'strong', bold: true }
    if (!sides) return styled('n/a', { ...style, ink: 'quiet' })
    const cells = sides.flatMap((side) => own(firstRow + side, firstColumn + at) ?? []).join(',')
    return styledCell(
      cells === '' ? 'n/a' : calculatedCell(`IF(COUNT(${cells})<2,"n/a",MEDIAN(${cells}))`, figureOf(value)),
      style,
    )
  })
  const ranked = figures.find(({ sides }) => sides !== null)
  const counted = (ranked?.sides ?? []).filter((side) => typeof ranked?.values[side] === 'number').length
  const rule = { rule: 'strong' } as const
  return {
    name,
    columns: [
      { width: 12 },
      { width: 30 },
      ...lines.map(({ label }) => ({ width: Math.max(14, Math.ceil(label.length * 1.05) + 2) })),
      { width: 48 },
      { width: 12, isHidden: true },
      { width: 12, isHidden: true },
    ],
    marks: [{ name: 'scatter', ...markedCell(scatterTable(book, scatter)) }],
    page: printedPage({ ...block, subject: name }, { isOnePage: true }),
    charts: [chartOf(book, scatter, { figures, isDrawn, drawnAcross, drawnUp })],
    rows: [
      [
        ...titleRows(block, noteColumn),
        {
          cells: [
            styled('Symbol', head),
            styled('Company', head),
            ...lines.map(({ label }) => styled(label, { ...head, align: 'right', format: '@_)' })),
            styled('Note', { ...head, indent: 1 }),
            ...drawn.map((text) => styled(text, { ...head, ink: 'quiet' })),
          ],
        },
        {
          cells: [
            styled(null, below),
            styled(null, below),
            ...lines.map(() => styled(period, { ...below, align: 'right', format: '@_)' })),
            ...[null, null, null].map((empty) => styled(empty, below)),
          ],
        },
        ...companyRows,
        {
          cells: [
            styled('Median', { ...rule, bold: true }),
            styled(null, rule),
            ...median,
            styled(counted < 2 ? null : `of ${counted} companies`, { ...rule, ink: 'quiet', indent: 1 }),
          ],
        },
      ],
    ],
  }
}

interface ScatterFigures {
  readonly line: FigureLine
  /** A company after another; a text is no figure. */
  readonly values: readonly (number | 'n.m.' | null)[]
  readonly median: number
  /** The companies in the median; null: the line has no median. */
  readonly sides: readonly number[] | null
}

function scatterFigures(book: ComparedWorkbook, { lines, columnAt }: ScatterOfWorkbook): readonly ScatterFigures[] {
  const { sides, shown, spec, table } = book
  const column = shown[columnAt] ?? 0
  const outdated = Uint8Array.from(table.companies, (_, side) => (isOutdated(book, side, columnAt) ? 1 : 0))
  return lines.map((line): ScatterFigures => {
    const figures = Float64Array.from(sides, (side) => side.line(line.field)[column] ?? notAvailable)
    const isRanked = isComparable(line, { mode: 'values', oneCurrency: spec.oneCurrency })
    const peers = { figures, companies: sides.length, columns: 1, outdated }
    return {
      line,
      values: Array.from(figures, figureOf),
      median: isRanked ? (rankPeers(peers, line.first).median[0] ?? notAvailable) : notAvailable,
      sides: isRanked ? [...sides.keys()].filter((side) => outdated[side] === 0) : null,
    }
  })
}

interface Plotted {
  readonly figures: readonly ScatterFigures[]
  readonly isDrawn: (side: number) => boolean
  readonly drawnAcross: number
  readonly drawnUp: number
}

function chartOf(
  book: ComparedWorkbook,
  { lines, kind, settings }: ScatterOfWorkbook,
  { figures, isDrawn, drawnAcross, drawnUp }: Plotted,
): PlacedChart {
  const { companies } = book.table
  const range = (column: number, from: number, values: ChartRange['values']): ChartRange => {
    const cell = (row: number) => cellName(column, row).replace(/^([A-Z]+)(\d+)$/, '$$$1$$$2')
    return {
      cells: `${inFormula(name)}${cell(from)}${values.length > 1 ? `:${cell(from + values.length - 1)}` : ''}`,
      values,
    }
  }
  const value = (line: number, side: number) => {
    const figure = figures[line]?.values[side] ?? null
    return isDrawn(side) && typeof figure === 'number' ? figure : null
  }
  const medianRow = firstRow + companies.length
  const medianOf = (line: 0 | 1) => {
    const value = figures[line]?.median ?? notAvailable
    return Number.isFinite(value) ? value : null
  }
  const plotted = companies.findIndex((company, side) => !settings.hidden.includes(company.symbol) && isDrawn(side))
  /** Through one point, the median beside a company that is plotted, to both ends of the plot. */
  const medianLines = ([0, 1] as const).flatMap((line): MedianLine[] => {
    const median = medianOf(line)
    if (median === null || plotted < 0) return []
    const ownCells = range(firstColumn + line, medianRow, [median])
    const others = range(line === 0 ? drawnUp : drawnAcross, firstRow + plotted, [value(1 - line, plotted)])
    return [
      line === 0
        ? { name: 'Median', across: ownCells, values: others, direction: 'y' }
        : { name: 'Median', across: others, values: ownCells, direction: 'x' },
    ]
  })
  const [across, up] = lines
  const row = medianRow + 1 + rowsBetween
  return {
    from: { column: 0, row },
    to: { column: drawnAcross, row: row + rowsOfChart },
    description: `${up?.label ?? ''} vs. ${labelInSentence(across?.label ?? '')}, ${kind}, of ${companies.map(({ symbol }) => symbol).join(', ')}`,
    chart: {
      kind: 'scatter',
      plot: { left: 0.07, width: 0.89 },
      titles: { across: `${across?.label ?? ''}, ${kind}`, up: `${up?.label ?? ''}, ${kind}` },
      formats: { across: axisFormat(across), up: axisFormat(up) },
      series: companies.flatMap(({ symbol }, side): ChartSeries[] =>
        settings.hidden.includes(symbol)
          ? []
          : [
              {
                name: symbol,
                across: range(drawnAcross, firstRow + side, [value(0, side)]),
                values: range(drawnUp, firstRow + side, [value(1, side)]),
                color: 'line',
              },
            ],
      ),
      lines: settings.medians ? medianLines : [],
    },
  }
}

/** Axis labels have no room for a closing parenthesis, and zero is a figure. */
function axisFormat(line: FigureLine | undefined): string {
  const unit = line?.unit ?? 'count'
  if (unit === 'percent') return '0%;(0%);0%'
  const [positive = '', negative = ''] = numberFormat(unit, 'millions').replaceAll('_)', '').split(';')
  return `${positive};${negative};0`
}

/** Why a company is missing, or not in the median. */
function noteOf(book: ComparedWorkbook, side: number, columnAt: number): string | null {
  const company = book.table.companies[side]
  const records = company?.periods[columnAt]
  if (records?.outdated) return `Latest period ends ${records.endPeriod}: not in the median`
  if (records) return null
  return company?.missing[0] ?? 'No figures for this period'
}

/** Growth has its sign, as on screen. */
function formatOf({ field, unit }: FigureLine, scale: Scale): string {
  return field === 'calculated.revenue_growth' ? growthFormat : numberFormat(unit, scale)
}
