import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { Scale } from '#contract/api/exports.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { figureOf } from '#contract/api/figure-numbers.ts'
import type { Figure, Tie } from '#contract/api/financials.ts'
import { figureIndexes } from '../../fundamentals/figure-fields.ts'
import { shareLines } from '../../fundamentals/share-split.ts'
import { judged, ruleName, tieRules } from '../../fundamentals/tie-outs.ts'
import { toSpreadsheet } from '../../metrics/spreadsheet-formula.ts'
import { numberFormat, widthFor } from '../number-formats.ts'
import { cellIn, markedCell, numbered, type AnchoredSheet, type Placements } from '../workbook-update/anchored-sheet.ts'
import { splitFormula } from '../split-formula.ts'
import {
  crossCell,
  crossToleranceCell,
  failingCell,
  knownCell,
  statusCell,
  statusOf,
  tieCell,
  toleranceCell,
  type CrossOperand,
} from '../tie-cell.ts'
import { cellName, dateCell, type Cell, type Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'
import { statusKey, tieKey, type CrossCheck, type LineRow, type LineSheet } from './line-sheets.ts'
import type { PeriodGrid } from './period-grid.ts'

/** Rows above the first line, columns before the first period. */
const above = 5
const before = 2

/** The row that names the periods, and the column that names the lines. */
const [headRow, fieldColumn] = [3, 1]

/** Where the lines of a workbook stand: a field in one sheet, in one row. */
export type LineAddresses = ReadonlyMap<string, { readonly mark: string; readonly row: number }>

/** A sheet of lines for the periods of one grid. */
export interface LineTable {
  readonly sheet: LineSheet
  readonly grid: PeriodGrid
  readonly anchored: AnchoredSheet
}

/** The breaks of each record, as the screen counts them. */
export type RecordBreaks = (recordId: number) => {
  /** Figures that do not tie, without those of known breaks. */
  readonly fails: number
  readonly known: number
  /** Names of the checks that the user has marked. */
  readonly knownChecks: ReadonlySet<string>
}

export interface LineSheetOptions {
  readonly table: LineTable
  readonly lines: LineAddresses
  /** Of every grid. */
  readonly records: RecordAddresses
  readonly breaks: RecordBreaks
  /** EPS and shares of a record are adjusted for splits. */
  readonly isAdjusted: (recordId: number) => boolean
  readonly placements: Placements
  readonly scale: Scale
  readonly title: string
  /** What figures are in. */
  readonly note: string
}

/** The twelve months stand before the periods, so that nothing moves when a period comes. */
export function lineTable(sheet: LineSheet, grid: PeriodGrid, kind: string, name: string): LineTable {
  return {
    sheet,
    grid,
    anchored: {
      mark: `${sheet.mark}.${kind}`,
      name,
      heads: [headRow],
      keys: [fieldColumn],
      first: { row: above, column: before },
      rowKeys: sheet.rows.map((row) => (row.kind === 'group' ? '' : row.field)),
      columnKeys: numbered(grid.shown.map((column) => headOf(grid, column))),
      stored: (at, shown) => {
        const [row, period] = [sheet.rows[at - above], grid.periods[grid.shown[shown - before] ?? -1]]
        if (row?.kind !== 'stored' || !period) return undefined
        const { recordId, firstSeenAt } = period
        return { recordId, firstSeenAt, field: row.field, line: row.label, period: fiscalPeriodName(period) }
      },
    },
  }
}

/** Of the sheets of one grid, which share their columns. */
export function lineAddressesOf(tables: readonly LineTable[]): LineAddresses {
  return new Map(
    tables.flatMap(({ sheet, anchored }) =>
      sheet.rows.flatMap((row, at) =>
        row.kind === 'group' ? [] : [[row.field, { mark: anchored.mark, row: above + at }] as const],
      ),
    ),
  )
}

/** Where a record's figure of a line stands, whichever sheet that is; undefined: nowhere in the workbook. */
export type RecordAddresses = (
  recordId: number,
  field: string,
) => { readonly mark: string; readonly row: number; readonly column: number } | undefined

/** @param grids the tables of each grid */
export function recordAddresses(grids: readonly (readonly LineTable[])[]): RecordAddresses {
  const columns = new Map(
    grids.flatMap((tables) => {
      const lines = lineAddressesOf(tables)
      const grid = tables[0]?.grid
      return (grid?.periods ?? []).map(
        ({ recordId }, at) => [recordId, { lines, column: before + (grid?.shown.indexOf(at) ?? 0) }] as const,
      )
    }),
  )
  return (recordId, field) => {
    const of = columns.get(recordId)
    const address = of?.lines.get(field)
    return of && address && { ...address, column: of.column }
  }
}

function headOf({ periods }: PeriodGrid, column: number): string {
  const period = periods[column]
  return period ? fiscalPeriodName(period) : 'LTM'
}

const bold: CellStyle = { bold: true }
const quiet: CellStyle = { ink: 'quiet' }
const head: CellStyle = { bold: true, align: 'right', fill: 'head' }
const headDate: CellStyle = { format: 'd mmm yy', ink: 'quiet', align: 'right', fill: 'head' }

/** A sheet of lines and periods: stored figures blue, formulas black, those over another sheet green. */
export function lineSheet(options: LineSheetOptions): Sheet {
  const { table, title, note } = options
  const { sheet, grid, anchored } = table
  const writer = new RowWriter(options)
  const heads: Row[] = [
    { cells: [styled(title, bold)] },
    { cells: [styled(note, quiet)] },
    { cells: [] },
    {
      cells: [
        styled(sheet.name, { bold: true, fill: 'head' }),
        styled('Field', { ink: 'quiet', fill: 'head' }),
        ...grid.shown.map((column) => styled(headOf(grid, column), head)),
      ],
    },
    {
      cells: [
        styled('Period ends', { ink: 'quiet', fill: 'head' }),
        styled(null, head),
        ...grid.shown.map((column) => styled(dateCell(grid.endOf(column)), headDate)),
      ],
    },
  ]
  const ltmColumns = grid.hasTwelveMonths ? 1 : 0
  const rows = sheet.rows.map((row) => ({ cells: writer.cells(row) }))
  return {
    name: anchored.name,
    frozen: { rows: above, columns: before + ltmColumns },
    columns: [{ width: 46 }, { width: 32 }, ...grid.shown.map((_, at) => ({ width: widthIn(rows, before + at) }))],
    marks: [{ name: anchored.mark, ...markedCell(anchored) }],
    rows: [[...heads, ...rows]],
  }
}

/** Letters of a date or a period's name, at the least. */
const narrowest = 12

/** As wide as the widest of its figures. */
function widthIn(rows: readonly Row[], column: number): number {
  return rows.reduce((width, { cells }) => {
    const cell = cells[column]
    if (typeof cell !== 'object' || cell?.kind !== 'styled' || cell.style.format === undefined) return width
    const { value } = cell
    const figure = typeof value === 'object' && value?.kind === 'formula' ? value.value : value
    return typeof figure === 'number' ? Math.max(width, widthFor(figure, cell.style.format)) : width
  }, narrowest)
}

class RowWriter {
  readonly #mark: string
  readonly #grid: PeriodGrid
  readonly #lines: LineAddresses
  readonly #records: RecordAddresses
  readonly #breaks: RecordBreaks
  readonly #isAdjusted: (recordId: number) => boolean
  readonly #placements: Placements
  readonly #scale: Scale
  readonly #crosses: ReadonlyMap<string, CrossCheck>

  constructor({ table, lines, records, breaks, isAdjusted, placements, scale }: LineSheetOptions) {
    this.#mark = table.anchored.mark
    this.#grid = table.grid
    this.#lines = lines
    this.#records = records
    this.#breaks = breaks
    this.#isAdjusted = isAdjusted
    this.#placements = placements
    this.#scale = scale
    this.#crosses = new Map(table.sheet.rows.flatMap((row) => (row.kind === 'cross' ? [[row.field, row.check]] : [])))
  }

  cells(row: LineRow): Cell[] {
    switch (row.kind) {
      case 'group':
        return [row.label, null, ...this.#grid.shown.map(() => null)].map((label) =>
          styled(label, { bold: true, rule: 'hair' }),
        )
      case 'stored':
        return this.#stored(row)
      case 'formula':
        return this.#formula(row)
      case 'item':
        return this.#item(row)
      case 'difference':
      case 'tolerance':
        return this.#check(row)
      case 'cross':
      case 'cross-tolerance':
        return this.#cross(row)
      case 'status':
        return this.#status(row)
      case 'failing':
      case 'known':
        return this.#count(row)
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
      ...this.#grid.shown.map((column) => {
        const figure = figures[column] ?? null
        if (column >= this.#grid.periods.length) return styled(this.#twelveMonths(field, figure), sum)
        const adjusted = this.#adjusted(field, column, figure)
        return adjusted ? styled(adjusted, sum) : styled(figure, data)
      }),
    ]
  }

  /** The reported figure and the factor of its splits; undefined: it is as reported. */
  #adjusted(field: string, column: number, figure: Figure): Cell | undefined {
    const adjustment = shareLines.has(field) ? this.#grid.periods[column]?.adjustment : undefined
    const reported = figureOf(adjustment?.reported[figureIndexes.get(field) ?? -1])
    if (!adjustment || typeof reported !== 'number' || typeof figure !== 'number') return undefined
    return { kind: 'formula', formula: splitFormula(field, `${reported}`, adjustment.factor), value: figure }
  }

  /** Over the four quarters' own cells; what does not add up is n/a. */
  #twelveMonths(field: string, figure: Figure): Cell {
    const cells = (this.#grid.twelveMonths ?? []).map((column) => this.#cell(field, column) ?? '')
    const measure = figureLines.get(field)?.measure ?? null
    if (measure === null || cells.length < 4) return 'n/a'
    const year = shareLines.has(field) ? this.#yearCell(field) : undefined
    if (year !== undefined)
      return { kind: 'formula', formula: `IF(ISNUMBER(${year}),${year},"n/a")`, value: figure ?? 'n/a' }
    // No sum runs across a share split.
    if (shareLines.has(field) && !this.#grid.isOneShareBase)
      return { kind: 'formula', formula: `IF(COUNT(${cells.join(',')})=4,"n.m.","n/a")`, value: figure ?? 'n/a' }
    const last = cells.at(-1) ?? ''
    if (measure === 'end')
      return { kind: 'formula', formula: `IF(ISNUMBER(${last}),${last},"n/a")`, value: figure ?? 'n/a' }
    const calculated = `${measure === 'average' ? 'AVERAGE' : 'SUM'}(${cells.join(',')})`
    const whole = figureLines.get(field)?.unit === 'per-share' ? `ROUND(${calculated},6)` : calculated
    return { kind: 'formula', formula: `IF(COUNT(${cells.join(',')})=4,${whole},"n/a")`, value: figure ?? 'n/a' }
  }

  /** Of the fiscal year that ends with the twelve months, where it has a figure. */
  #yearCell(field: string): string | undefined {
    const { year } = this.#grid
    const figure = year?.figures[figureIndexes.get(field) ?? -1]
    if (!year || figure === undefined || Number.isNaN(figure)) return undefined
    return this.#recordCell(year.recordId, field)
  }

  #recordCell(recordId: number, field: string): string | undefined {
    const address = this.#records(recordId, field)
    return address && cellIn(this.#placements.get(address.mark), address.row, address.column)
  }

  #formula({ field, label, unit, formula }: Extract<LineRow, { kind: 'formula' }>): Cell[] {
    const format = numberFormat(unit, this.#scale)
    const places = {
      cell: (name: string, column: number) => this.#cell(name, column),
      prior: this.#grid.prior,
      yearAgo: this.#grid.yearAgo,
      shares: this.#grid.shares,
    }
    const figures = this.#grid.calculated(formula)
    return [
      styled(label, { indent: 1 }),
      styled(field, quiet),
      ...this.#grid.shown.map((column): Cell => {
        const figure = figures[column] ?? null
        const text = toSpreadsheet(formula, column, places)
        if (text === null) return styled('n/a', { ink: 'formula', align: 'right' })
        const ink = text.includes('!') ? 'other-sheet' : 'formula'
        return styled({ kind: 'formula', formula: text, value: figure ?? 'n/a' }, { format, ink, align: 'right' })
      }),
    ]
  }

  #item({ label, field, unit, of, isTotal }: Extract<LineRow, { kind: 'item' }>): Cell[] {
    const format = numberFormat(unit, this.#scale)
    const line: CellStyle = isTotal ? { rule: 'hair' } : {}
    const figures = this.#grid.line(of)
    return [
      styled(label, { ...line, indent: 1 }),
      styled(field, { ...line, ink: 'quiet' }),
      ...this.#ofPeriods((column) => {
        const cell = this.#cell(of, column)
        const figure = figures[column] ?? 'n/a'
        const value = cell === undefined ? 'n/a' : `IF(ISNUMBER(${cell}),${cell},"n/a")`
        return styled(cell === undefined ? value : { kind: 'formula', formula: value, value: figure }, {
          ...line,
          format,
          ink: 'other-sheet',
          align: 'right',
        })
      }),
    ]
  }

  #check({ kind, field, rule }: Extract<LineRow, { kind: 'difference' | 'tolerance' }>): Cell[] {
    const isDifference = kind === 'difference'
    const cellOf = (column: number) => (of: string) => this.#cell(tieKey(rule, of), column)
    const tie = (column: number) => judged(rule, (of) => numberAt(this.#grid.line(of), column))
    return [
      styled(
        isDifference ? 'Difference' : 'Tolerance (units)',
        isDifference ? { bold: true, indent: 1 } : { ...quiet, indent: 1 },
      ),
      styled(field, quiet),
      ...this.#ofPeriods((column) =>
        isDifference
          ? tieCell(rule, tie(column), this.#isKnown(tieKey(rule), column), cellOf(column))
          : toleranceCell(rule, tie(column), cellOf(column)),
      ),
    ]
  }

  #cross({ kind, field, check }: Extract<LineRow, { kind: 'cross' | 'cross-tolerance' }>): Cell[] {
    const isDifference = kind === 'cross'
    const unit = figureLines.get(check.field)?.unit ?? 'money'
    return [
      styled(
        isDifference ? 'Difference' : 'Tolerance (units)',
        isDifference ? { bold: true, indent: 1 } : { ...quiet, indent: 1 },
      ),
      styled(field, quiet),
      ...this.#ofPeriods((column) => {
        const recordId = this.#grid.periods[column]?.recordId ?? -1
        const cross = check.ties.get(recordId)
        if (!cross) return null
        if (!isDifference) return crossToleranceCell(cross)
        const operand = (of: number, name: string, value: number | null): CrossOperand => {
          const isReported = !shareLines.has(name) || !this.#isAdjusted(of)
          const cell = isReported ? this.#recordCell(of, name) : undefined
          return cell === undefined ? { value: value ?? 0 } : { cell }
        }
        const { tie } = cross
        const stated = operand(cross.stated.recordId, tie.field, tie.stated)
        const terms = tie.terms.map(({ from, field: name, value }) => operand(from?.recordId ?? recordId, name, value))
        return crossCell(cross, this.#isKnown(cross.name, column), stated, terms, unit)
      }),
    ]
  }

  #status({ field, check }: Extract<LineRow, { kind: 'status' }>): Cell[] {
    return [
      styled('Status', { ...quiet, indent: 1 }),
      styled(field, quiet),
      ...this.#ofPeriods((column) => {
        const result = this.#resultOf(check, column)
        const isKnown = this.#isKnown(check, column)
        const [difference, tolerance] = [this.#cell(check, column), this.#cell(`${check}: tolerance`, column)]
        if (result === undefined || difference === undefined || tolerance === undefined) return null
        return statusCell(statusOf(result, isKnown), isKnown, difference, tolerance)
      }),
    ]
  }

  #count({ kind, field, figures }: Extract<LineRow, { kind: 'failing' | 'known' }>): Cell[] {
    const isFailing = kind === 'failing'
    return [
      styled(isFailing ? 'Figures with tie-out breaks' : 'Figures with known breaks only', isFailing ? bold : quiet),
      styled(field, quiet),
      ...this.#ofPeriods((column) => {
        const { fails, known } = this.#breaks(this.#recordId(column))
        // A figure without a mark has no known break, and no part in a long formula.
        const counted = isFailing
          ? figures
          : figures.filter((checks) => checks.some((check) => this.#isKnown(check, column)))
        const cells = counted.map((checks) => checks.map((check) => this.#cell(statusKey(check), column) ?? '""'))
        return isFailing ? failingCell(cells, fails) : knownCell(cells, known)
      }),
    ]
  }

  #recordId(column: number): number {
    return this.#grid.periods[column]?.recordId ?? -1
  }

  #isKnown(check: string, column: number): boolean {
    return this.#breaks(this.#recordId(column)).knownChecks.has(check)
  }

  /** Undefined: the check is not made of this period. */
  #resultOf(check: string, column: number): Tie['result'] | undefined {
    const rule = tieRules.find((each) => ruleName(each) === check)
    if (rule) return judged(rule, (of) => numberAt(this.#grid.line(of), column))?.result ?? 'unknown'
    return this.#crosses.get(check)?.ties.get(this.#recordId(column))?.tie.result
  }

  /** Nothing is asked of twelve months. */
  #ofPeriods(cell: (column: number) => Cell): Cell[] {
    return this.#grid.shown.map((column) => (column < this.#grid.periods.length ? cell(column) : null))
  }

  #cell(field: string, column: number): string | undefined {
    const address = this.#lines.get(field)
    if (!address) return undefined
    const placement = this.#placements.get(address.mark)
    const across = before + this.#grid.shown.indexOf(column)
    if (address.mark !== this.#mark) return cellIn(placement, address.row, across)
    const [own, ownColumn] = [placement?.row(address.row), placement?.column(across)]
    return own === undefined || ownColumn === undefined ? undefined : cellName(ownColumn, own)
  }
}

function numberAt(figures: readonly Figure[], column: number): number | null {
  const figure = figures[column]
  return typeof figure === 'number' ? figure : null
}

function styled(value: Cell, style: CellStyle): Cell {
  return typeof value === 'object' && value?.kind === 'styled' ? value : { kind: 'styled', value, style }
}
