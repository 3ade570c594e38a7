import { fiscalPeriodName } from '#contract/desk/fiscal-period-name.ts'
import type { Scale } from '#contract/desk/exports.ts'
import { figureLines } from '#contract/desk/figure-lines.ts'
import type { Figure } from '#contract/desk/financials.ts'
import { judged } from '../../fundamentals/tie-outs.ts'
import { toSpreadsheet } from '../../metrics/to-spreadsheet.ts'
import { numberFormat } from '../number-formats.ts'
import { tieCell } from '../tie-cell.ts'
import { cellName, dateCell, type Cell, type Row } from '../workbook/cells.ts'
import { inFormula } from '../workbook/sheet-names.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'
import type { LineRow, LineSheet } from './line-sheets.ts'
import type { PeriodGrid } from './period-grid.ts'

/** Rows above the first line, columns before the first period. */
const above = 5
const before = 2

/** Where the lines of a workbook stand: a field in one sheet, in one row. */
export type LinePlaces = ReadonlyMap<string, { readonly sheet: string; readonly row: number }>

export interface LineSheetOrder {
  readonly sheet: LineSheet
  /** As it is called in the workbook. */
  readonly name: string
  readonly grid: PeriodGrid
  readonly places: LinePlaces
  readonly scale: Scale
  readonly title: string
  /** What figures are in. */
  readonly note: string
}

/** Of the sheets of one grid, which share their columns. */
export function placesOf(sheets: readonly { readonly sheet: LineSheet; readonly name: string }[]): LinePlaces {
  return new Map(
    sheets.flatMap(({ sheet, name }) =>
      sheet.rows.flatMap((row, at) =>
        (row.kind === 'stored' || row.kind === 'formula') && row.field !== ''
          ? [[row.field, { sheet: name, row: above + at }] as const]
          : [],
      ),
    ),
  )
}

const bold: CellStyle = { bold: true }
const quiet: CellStyle = { ink: 'quiet' }
const head: CellStyle = { bold: true, align: 'right', fill: 'head' }
const headDate: CellStyle = { format: 'd mmm yy', ink: 'quiet', align: 'right', fill: 'head' }

/** A sheet of lines and periods: stored figures blue, formulas black, those over another sheet green. */
export function lineSheet({ sheet, name, grid, places, scale, title, note }: LineSheetOrder): Sheet {
  const writer = new RowWriter(name, grid, places, scale)
  const periods = Array.from({ length: grid.columns }, (_, column) => grid.periods[column])
  const heads: Row[] = [
    { cells: [styled(title, bold)] },
    { cells: [styled(note, quiet)] },
    { cells: [] },
    {
      cells: [
        styled(sheet.name, { bold: true, fill: 'head' }),
        styled('Field', { ink: 'quiet', fill: 'head' }),
        ...periods.map((period) => styled(period ? fiscalPeriodName(period) : 'LTM', head)),
      ],
    },
    {
      cells: [
        styled('Period ends', { ink: 'quiet', fill: 'head' }),
        styled(null, head),
        ...periods.map((period) => styled(dateCell((period ?? grid.periods.at(-1))?.endPeriod ?? ''), headDate)),
      ],
    },
  ]
  return {
    name,
    frozen: { rows: above, columns: before },
    columns: [{ width: 46 }, { width: 32 }, ...periods.map(() => ({ width: 12 }))],
    rows: [[...heads, ...sheet.rows.map((row) => ({ cells: writer.cells(row) }))]],
  }
}

class RowWriter {
  readonly #name: string
  readonly #grid: PeriodGrid
  readonly #places: LinePlaces
  readonly #scale: Scale

  constructor(name: string, grid: PeriodGrid, places: LinePlaces, scale: Scale) {
    this.#name = name
    this.#grid = grid
    this.#places = places
    this.#scale = scale
  }

  cells(row: LineRow): Cell[] {
    switch (row.kind) {
      case 'group':
        return Array.from({ length: before + this.#grid.columns }, (_, at) =>
          styled(at === 0 ? row.label : null, { bold: true, rule: 'hair' }),
        )
      case 'stored':
        return this.#stored(row)
      case 'formula':
        return this.#formula(row)
      case 'check':
        return this.#check(row)
      default:
        return row satisfies never
    }
  }

  #stored({ field, label, unit, rank }: Extract<LineRow, { kind: 'stored' }>): Cell[] {
    const isTotal = rank === 'total' || rank === 'subtotal'
    const line: CellStyle = {
      ...(rank === 'total' && { bold: true }),
      ...(isTotal && { rule: rank === 'total' ? ('strong' as const) : ('hair' as const) }),
    }
    const format = numberFormat(unit, this.#scale)
    const data: CellStyle = { ...line, format, ink: 'data', align: 'right' }
    const sum: CellStyle = { ...line, format, ink: 'formula', align: 'right' }
    const figures = this.#grid.line(field)
    return [
      styled(label, { ...line, ...(rank === 'item' && { indent: 1 }) }),
      styled(field, { ...line, ink: 'quiet' }),
      ...figures.map((figure, column) =>
        column < this.#grid.periods.length ? styled(figure, data) : styled(this.#twelveMonths(field, figure), sum),
      ),
    ]
  }

  /** Over the four quarters' own cells; what does not add up is n/a. */
  #twelveMonths(field: string, figure: Figure): Cell {
    const cells = (this.#grid.twelveMonths ?? []).map((column) => this.#cell(field, column) ?? '')
    const measure = figureLines.get(field)?.measure ?? null
    if (measure === null) return 'n/a'
    const last = cells.at(-1) ?? ''
    if (measure === 'end')
      return { kind: 'formula', formula: `IF(ISNUMBER(${last}),${last},"n/a")`, value: figure ?? 'n/a' }
    const reckoned = `${measure === 'average' ? 'AVERAGE' : 'SUM'}(${cells.join(',')})`
    const whole = figureLines.get(field)?.unit === 'per-share' ? `ROUND(${reckoned},6)` : reckoned
    return { kind: 'formula', formula: `IF(COUNT(${cells.join(',')})=4,${whole},"n/a")`, value: figure ?? 'n/a' }
  }

  #formula({ field, label, unit, formula }: Extract<LineRow, { kind: 'formula' }>): Cell[] {
    const format = numberFormat(unit, this.#scale)
    const places = {
      cell: (name: string, column: number) => this.#cell(name, column),
      prior: this.#grid.prior,
      yearAgo: this.#grid.yearAgo,
    }
    return [
      styled(label, { indent: 1 }),
      styled(field, quiet),
      ...this.#grid.reckoned(formula).map((figure, column): Cell => {
        const text = toSpreadsheet(formula, column, places)
        if (text === null) return styled('n/a', { ink: 'formula', align: 'right' })
        const ink = text.includes('!') ? 'other-sheet' : 'formula'
        return styled({ kind: 'formula', formula: text, value: figure ?? 'n/a' }, { format, ink, align: 'right' })
      }),
    ]
  }

  #check({ label, rule }: Extract<LineRow, { kind: 'check' }>): Cell[] {
    const grid = this.#grid
    return [
      styled(label, { indent: 1 }),
      styled(rule.field, quiet),
      ...grid.periods.map((_, column): Cell =>
        tieCell(
          rule,
          judged(rule, (field) => numberAt(grid.line(field), column)),
          (field) => this.#cell(field, column),
        ),
      ),
    ]
  }

  #cell(field: string, column: number): string | undefined {
    const place = this.#places.get(field)
    if (!place) return undefined
    const cell = cellName(before + column, place.row)
    return place.sheet === this.#name ? cell : inFormula(place.sheet) + cell
  }
}

function numberAt(figures: readonly Figure[], column: number): number | null {
  const figure = figures[column]
  return typeof figure === 'number' ? figure : null
}

function styled(value: Cell, style: CellStyle): Cell {
  return typeof value === 'object' && value?.kind === 'styled' ? value : { kind: 'styled', value, style }
}
