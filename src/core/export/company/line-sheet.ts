/**
 * Lays out a statement sheet of a company's workbook: a row per line, a column per period, formulas
 * for what is calculated.
 */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { Scale } from '#contract/api/exports.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { figureOf } from '#contract/api/figure-numbers.ts'
import type { Figure, Tie } from '#contract/api/financials.ts'
import type { UnitKind } from '#contract/service/statement-lines.ts'
import { figureIndexes } from '../../fundamentals/figure-fields.ts'
import type { SeriesPeriod } from '../../fundamentals/company-series.ts'
import { isSameBase, shareLines } from '../../fundamentals/share-split.ts'
import { tieOut, ruleName, tieRules } from '../../fundamentals/tie-outs.ts'
import { toSpreadsheet } from '../../metrics/spreadsheet-formula.ts'
import { changeFormat, growthFormat, numberFormat, widthFor } from '../number-formats.ts'
import { cellIn, markedCell, type AnchoredSheet, type Placements } from '../workbook-update/anchored-sheet.ts'
import { groupHead, groupRule, heightOfGroup } from '../group-header-row.ts'
import { printedPage, titleRowCount, titleRows, type TitleBlock } from '../title-block.ts'
import { tieOutLabel } from '../tie-out-label.ts'
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
  tyingCell,
  type CrossOperand,
} from '../tie-out-cells.ts'
import {
  cellName,
  dateCell,
  runsCell,
  type Cell,
  type CellValue,
  type Row,
  type StyledCell,
  type TextRun,
} from '../workbook/cells.ts'
import type { CellNote, Sheet, SheetColumn } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'
import { changeOf } from './line-change.ts'
import { columnKeys, lineColumns, optionalHeads, type LineColumn } from './line-columns.ts'
import { optionalFields, statusKey, tieKey, type CrossCheck, type LineRow, type LineSheet } from './line-sheets.ts'
import type { PeriodGrid } from './period-grid.ts'

/** Rows above the first line, columns before the first period. */
const above = titleRowCount + 2
export const before = 2

/** The row that names the periods, and the column that names the lines. */
const [headRow, fieldColumn] = [titleRowCount, 1]

/** The sheet and row of each field in a workbook. */
export type LineAddresses = ReadonlyMap<
  string,
  {
    readonly mark: string
    readonly row: number
    /** The sheet's column for a column of the grid; -1: it has none. */
    readonly across: (column: number) => number
  }
>

/** A sheet of lines for the periods of one grid. */
export interface LineTable {
  readonly sheet: LineSheet
  readonly grid: PeriodGrid
  readonly columns: readonly LineColumn[]
  readonly anchored: AnchoredSheet
}

/** The breaks of each record, as the screen counts them. */
export type RecordBreaks = (recordId: number) => {
  /** Figures that do not tie, except known breaks. */
  readonly fails: number
  readonly known: number
  /** Names of the checks that the user has marked. */
  readonly knownChecks: ReadonlySet<string>
}

interface LineSheetOptions {
  readonly table: LineTable
  readonly lines: LineAddresses
  /** Cells of the records of every grid. */
  readonly records: RecordAddresses
  readonly breaks: RecordBreaks
  /** EPS and shares of a record are adjusted for splits. */
  readonly isAdjusted: (recordId: number) => boolean
  readonly placements: Placements
  readonly scale: Scale
  readonly title: TitleBlock
  /** Unit of the figures, in brief. */
  readonly unit: string
  readonly restated: Restatements
}

/** The service's restatements in the periods of a sheet. */
export interface Restatements {
  /** Old, new and when; undefined: not that one. */
  readonly noteOf: (recordId: number, field: string) => string | undefined
  /** One sentence on the lines of a sheet. */
  readonly sentence: (fields: ReadonlySet<string>, recordIds: ReadonlySet<number>) => string
}

/** Behind the first word, where nothing was restated. */
export const noRestatements = 'figures: none.'

/** The words by which an update finds the sentence again. */
const restatedBegins = 'Restated'

export function lineTable(sheet: LineSheet, grid: PeriodGrid, kind: string, name: string): LineTable {
  const columns = lineColumns(grid, sheet.latest)
  return {
    sheet,
    grid,
    columns,
    anchored: {
      mark: `${sheet.mark}.${kind}`,
      name,
      heads: [headRow],
      keys: [fieldColumn],
      first: { row: above, column: before },
      rowKeys: sheet.rows.map((row) => (row.kind === 'group' ? '' : row.field)),
      columnKeys: columnKeys(columns),
      optional: new Set([...optionalHeads, ...optionalFields]),
      stored: (at, across) => {
        const [row, column] = [sheet.rows[at - above], columns[across - before]]
        const period = column?.kind === 'figures' ? grid.periods[column.column] : undefined
        if (row?.kind !== 'stored' || !period) return undefined
        const { recordId, firstSeenAt } = period
        return { recordId, firstSeenAt, field: row.field, line: row.label, period: fiscalPeriodName(period) }
      },
    },
  }
}

/** Addresses in the sheets of one grid. */
export function lineAddressesOf(tables: readonly LineTable[]): LineAddresses {
  return new Map(
    tables.flatMap(({ sheet, columns, anchored }) => {
      const places = new Map(
        columns.flatMap((column, at) => (column.kind === 'figures' ? [[column.column, before + at] as const] : [])),
      )
      const across = (column: number) => places.get(column) ?? -1
      return sheet.rows.flatMap((row, at) =>
        row.kind === 'group' || row.kind === 'note'
          ? []
          : [[row.field, { mark: anchored.mark, row: above + at, across }] as const],
      )
    }),
  )
}

/** The cell of a record's figure of a line, on any sheet; undefined: not in the workbook. */
type RecordAddresses = (
  recordId: number,
  field: string,
) => { readonly mark: string; readonly row: number; readonly column: number } | undefined

/** @param grids the tables of each grid */
export function recordAddresses(grids: readonly (readonly LineTable[])[]): RecordAddresses {
  const columns = new Map(
    grids.flatMap((tables) => {
      const lines = lineAddressesOf(tables)
      const grid = tables[0]?.grid
      return (grid?.periods ?? []).map(({ recordId }, column) => [recordId, { lines, column }] as const)
    }),
  )
  return (recordId, field) => {
    const of = columns.get(recordId)
    const address = of?.lines.get(field)
    return of && address && { mark: address.mark, row: address.row, column: address.across(of.column) }
  }
}

const quiet: CellStyle = { ink: 'quiet' }
const small: CellStyle = { ink: 'quiet', size: 8 }
const head: CellStyle = { format: '@_)', bold: true, align: 'right' }
const headDate: CellStyle = { format: 'd mmm yy_)', ink: 'quiet', size: 8, align: 'right', ruleBelow: 'strong' }
const below: CellStyle = { ink: 'quiet', size: 8, ruleBelow: 'strong' }

/** A sheet of lines and periods: stored figures blue, formulas black, those over another sheet green. */
export function lineSheet(options: LineSheetOptions): Sheet {
  const { table, title, unit, restated } = options
  const { sheet, grid, columns, anchored } = table
  const writer = new RowWriter(options)
  const across = (cell: (column: Exclude<LineColumn, { kind: 'spare' }>) => Cell) =>
    columns.map((column) => (column.kind === 'spare' ? null : cell(column)))
  const heads: Row[] = [
    ...titleRows(title, before + columns.length - 1),
    {
      cells: [null, styled('Field', small), ...across((column) => styled(column.head, { ...head, ...wellOf(column) }))],
    },
    {
      cells: [
        styled(unit, below),
        styled(null, below),
        ...across((column) =>
          styled(column.kind === 'figures' ? dateCell(grid.endOf(column.column)) : null, {
            ...headDate,
            ...wellOf(column),
          }),
        ),
      ],
    },
  ]
  const rows = sheet.rows.map((row): Row => ({ cells: writer.cells(row), ...heightOf(row) }))
  const isFolded = columns.some((column) => column.kind === 'figures' && !column.isWell && column.isHidden)
  const isChecks = sheet.latest === 'none'
  const notes = isChecks ? [] : notesOf(table, restated)
  return {
    name: anchored.name,
    frozen: { rows: above, columns: before },
    columns: [
      { width: labelWidth(sheet) },
      { width: 34, isHidden: true, outline: isFolded ? 2 : 1 },
      ...columns.map((column, at): SheetColumn => {
        if (column.kind === 'spare') return { width: narrowest, isHidden: true, outline: 1 }
        const width = widthIn(rows, before + at, column.kind === 'change' ? narrowestChange : narrowest)
        return column.kind === 'figures' && column.isHidden ? { width, isHidden: true, outline: 1 } : { width }
      }),
    ],
    marks: [{ name: anchored.mark, ...markedCell(anchored) }],
    ...(isChecks && { rowOutline: 1 }),
    page: printedPage(title, {
      isOnePage: !isChecks,
      headsUpTo: above,
      area: { rows: above + rows.length, columns: before + columns.length },
    }),
    // The field is in the second cell, which the text of a note covers.
    merged: sheet.rows.flatMap((row, at) =>
      row.kind === 'note' ? { row: above + at, columns: before + columns.length } : [],
    ),
    ...(notes.length > 0 && { notes }),
    rows: [[...heads, ...rows]],
  }
}

const partsOfChecks: ReadonlySet<LineRow['kind']> = new Set(['item', 'tolerance', 'cross-tolerance', 'status'])

/** What a check is made of is folded: a reader sees by how much it is off. */
function heightOf({ kind }: LineRow): Pick<Row, 'height' | 'outline' | 'isHidden'> {
  if (kind === 'group') return { height: heightOfGroup }
  return partsOfChecks.has(kind) ? { outline: 1, isHidden: true } : {}
}

function wellOf(column: LineColumn): CellStyle {
  if (column.kind === 'spare' || (column.kind === 'figures' && !column.isWell)) return {}
  return { fill: 'well', ...(column.kind === 'figures' && { ruleLeft: 'hair' as const }) }
}

/** A note with the former value on every restated figure. */
function notesOf({ sheet, grid, columns }: LineTable, { noteOf }: Restatements): CellNote[] {
  return sheet.rows.flatMap((row, at) =>
    row.kind !== 'stored'
      ? []
      : columns.flatMap((column, across): CellNote[] => {
          const recordId = column.kind === 'figures' ? grid.periods[column.column]?.recordId : undefined
          const text = recordId === undefined ? undefined : noteOf(recordId, row.field)
          return text === undefined ? [] : [{ row: above + at, column: before + across, text }]
        }),
  )
}

/** Letters of a date or a period's name, and of a change, at the least. */
const narrowest = 10.5
const narrowestChange = 9
const widestLabel = 52
const widestCheck = 76

function labelWidth({ rows, latest }: LineSheet): number {
  const longest = rows.reduce((most, row) => Math.max(most, labelOfRow(row).length), 26)
  return Math.min(latest === 'none' ? widestCheck : widestLabel, Math.ceil(longest * 0.95) + 2)
}

function labelOfRow(row: LineRow): string {
  if (row.kind === 'difference') return tieOutLabel(row.rule)
  if (row.kind === 'cross') return row.check.label
  return 'label' in row && row.kind !== 'group' ? row.label : ''
}

/** The width of the widest figure. */
function widthIn(rows: readonly Row[], column: number, least: number): number {
  return rows.reduce((width, { cells }) => {
    const cell = cells[column]
    if (typeof cell !== 'object' || cell?.kind !== 'styled' || cell.style.format === undefined) return width
    const { value } = cell
    const figure = typeof value === 'object' && value?.kind === 'formula' ? value.value : value
    return typeof figure === 'number' ? Math.max(width, widthFor(figure, cell.style.format)) : width
  }, least)
}

class RowWriter {
  readonly #mark: string
  readonly #table: LineTable
  readonly #grid: PeriodGrid
  readonly #columns: readonly LineColumn[]
  readonly #lines: LineAddresses
  readonly #records: RecordAddresses
  readonly #breaks: RecordBreaks
  readonly #isAdjusted: (recordId: number) => boolean
  readonly #placements: Placements
  readonly #scale: Scale
  readonly #restated: Restatements
  readonly #crosses: ReadonlyMap<string, CrossCheck>

  constructor({ table, lines, records, breaks, isAdjusted, placements, scale, restated }: LineSheetOptions) {
    this.#mark = table.anchored.mark
    this.#table = table
    this.#grid = table.grid
    this.#columns = table.columns
    this.#lines = lines
    this.#records = records
    this.#breaks = breaks
    this.#isAdjusted = isAdjusted
    this.#placements = placements
    this.#scale = scale
    this.#restated = restated
    this.#crosses = new Map(table.sheet.rows.flatMap((row) => (row.kind === 'cross' ? [[row.field, row.check]] : [])))
  }

  cells(row: LineRow): Cell[] {
    switch (row.kind) {
      case 'group':
        return this.#group(row)
      case 'note':
        return this.#note(row)
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
      case 'tying':
        return this.#tying(row)
      case 'failing':
      case 'known':
        return this.#count(row)
      default:
        return row satisfies never
    }
  }

  #group({ label, note }: Extract<LineRow, { kind: 'group' }>): Cell[] {
    return [groupHead(label, note), styled(null, groupRule), ...this.#across(groupRule, () => null)]
  }

  #note({ field, note }: Extract<LineRow, { kind: 'note' }>): Cell[] {
    return [note === 'restated' ? this.#restatedNote() : this.#breaksNote(), styled(field, small)]
  }

  #restatedNote(): Cell {
    const { sheet, grid } = this.#table
    const fields = new Set(sheet.rows.flatMap((row) => (row.kind === 'stored' ? row.field : [])))
    const text = this.#restated.sentence(fields, new Set(grid.periods.map(({ recordId }) => recordId)))
    const hasAny = text !== noRestatements
    const runs: TextRun[] = [
      { text: restatedBegins, style: hasAny ? { ink: 'flag', bold: true, size: 8 } : small },
      { text: ` ${text}`, style: small },
    ]
    return { ...runsCell(runs, small), replaces: restatedBegins }
  }

  /** Counted on the sheet of checks. */
  #breaksNote(): Cell {
    const address = this.#lines.get('check')
    const placement = address && this.#placements.get(address.mark)
    const cells = this.#grid.periods.flatMap((_, column) => this.#cell('check', column) ?? [])
    if (!placement || cells.length === 0) return null
    const count = this.#grid.periods.reduce((sum, { recordId }) => sum + this.#breaks(recordId).fails, 0)
    const where = `(sheet ${placement.name.replaceAll('"', '""')})`
    const total = `SUM(${cells.join(',')})`
    const formula = `IF(${total}=0,"No tie-out breaks ${where}",${total}&" figures with tie-out breaks ${where}")`
    const value = `${count === 0 ? 'No tie-out breaks' : `${count} figures with tie-out breaks`} (sheet ${placement.name})`
    return styled({ kind: 'formula', formula, value }, small)
  }

  #stored({ field, label, unit, rank }: Extract<LineRow, { kind: 'stored' }>): Cell[] {
    const isTotal = rank === 'total' || rank === 'subtotal'
    const line: CellStyle = {
      ...(rank === 'total' && { bold: true }),
      ...(isTotal && { rule: rank === 'total' ? ('strong' as const) : ('hair' as const) }),
    }
    const format = numberFormat(unit, this.#scale)
    const figures = this.#grid.line(field)
    return [
      styled(label, { ...line, ...(rank === 'item' && { indent: 1 }) }),
      styled(field, { ...line, ...small, bold: false }),
      ...this.#across(
        { ...line, format, align: 'right' },
        (column, look) => {
          const figure = figures[column] ?? null
          if (column >= this.#grid.periods.length)
            return styledCell(this.#twelveMonths(field, column, figure), look, 'formula')
          const adjusted = this.#adjusted(field, column, figure)
          const isRestated = this.#restated.noteOf(this.#recordId(column), field) !== undefined
          const flagged: CellStyle = isRestated ? { ...look, fill: 'flag' } : look
          const cell = styledCell(adjusted ?? figure ?? 'n/a', flagged, adjusted ? 'formula' : 'data')
          return isRestated ? { ...cell, isTelling: true } : cell
        },
        () => this.#change({ field, unit }, figures),
      ),
    ]
  }

  /** A cell for each column; lines and fills go through those that are empty. */
  #across(
    line: CellStyle,
    cell: (column: number, look: CellStyle) => Cell,
    change: () => { readonly value: CellValue; readonly format: string } | null = () => null,
  ): Cell[] {
    return this.#columns.map((column): Cell => {
      if (column.kind === 'spare') return null
      const look = { ...line, ...wellOf(column) }
      if (column.kind === 'figures') return styled(cell(column.column, look), look)
      const changed = change()
      return changed
        ? styledCell(changed.value, { ...look, format: changed.format, align: 'right' }, 'formula')
        : styled(null, look)
    })
  }

  /** The latest column compared with a year before: growth of amounts, margins in basis points, differences for the others. */
  #change(
    { field, unit }: { readonly field: string; readonly unit: UnitKind },
    figures: readonly Figure[],
  ): { value: CellValue; format: string } | null {
    const column = this.#columns.find((each) => each.kind === 'change')
    if (!column) return null
    const format = changeFormat(unit)
    const [now, before] = [this.#cell(field, column.now), this.#cell(field, column.before)]
    if (now === undefined || before === undefined) return { value: 'n/a', format }
    const { bases, isOf } = this.#grid.shares
    const isAcross = isOf(field) && !isSameBase(bases[column.now] ?? Number.NaN, bases[column.before] ?? Number.NaN)
    const { formula, value } = isAcross
      ? { formula: '"n.m."', value: () => 'n.m.' as const }
      : changeOf({ field, unit }, now, before)
    const [is, was] = [figures[column.now], figures[column.before]]
    return {
      format,
      value: {
        kind: 'formula',
        formula: `IF(COUNT(${now},${before})=2,${formula},"n/a")`,
        value: typeof is === 'number' && typeof was === 'number' ? value(is, was) : 'n/a',
      },
    }
  }

  /** The reported figure and the factor of its splits; undefined: it is as reported. */
  #adjusted(field: string, column: number, figure: Figure): CellValue | undefined {
    const adjustment = shareLines.has(field) ? this.#grid.periods[column]?.adjustment : undefined
    const reported = figureOf(adjustment?.reported[figureIndexes.get(field) ?? -1])
    if (!adjustment || typeof reported !== 'number' || typeof figure !== 'number') return undefined
    return { kind: 'formula', formula: splitFormula(field, `${reported}`, adjustment.factor), value: figure }
  }

  /** Over the four quarters' own cells; what does not add up is n/a. */
  #twelveMonths(field: string, at: number, figure: Figure): CellValue {
    const sum = this.#grid.twelveMonths(at)
    const cells = (sum?.quarters ?? []).map((column) => this.#cell(field, column) ?? '')
    const measure = figureLines.get(field)?.measure ?? null
    if (!sum || measure === null || cells.length < 4) return 'n/a'
    const year = shareLines.has(field) ? this.#yearCell(sum.year, field) : undefined
    if (year !== undefined)
      return { kind: 'formula', formula: `IF(ISNUMBER(${year}),${year},"n/a")`, value: figure ?? 'n/a' }
    // No sum runs across a share split.
    if (shareLines.has(field) && !sum.isOneBase)
      return { kind: 'formula', formula: `IF(COUNT(${cells.join(',')})=4,"n.m.","n/a")`, value: figure ?? 'n/a' }
    const last = cells.at(-1) ?? ''
    if (measure === 'end')
      return { kind: 'formula', formula: `IF(ISNUMBER(${last}),${last},"n/a")`, value: figure ?? 'n/a' }
    const calculated = `${measure === 'average' ? 'AVERAGE' : 'SUM'}(${cells.join(',')})`
    const whole = figureLines.get(field)?.unit === 'per-share' ? `ROUND(${calculated},6)` : calculated
    return { kind: 'formula', formula: `IF(COUNT(${cells.join(',')})=4,${whole},"n/a")`, value: figure ?? 'n/a' }
  }

  /** The cell of the fiscal year that ends with the twelve months, if it has a figure. */
  #yearCell(year: SeriesPeriod | undefined, field: string): string | undefined {
    const figure = year?.figures[figureIndexes.get(field) ?? -1]
    if (!year || figure === undefined || Number.isNaN(figure)) return undefined
    return this.#recordCell(year.recordId, field)
  }

  #recordCell(recordId: number, field: string): string | undefined {
    const address = this.#records(recordId, field)
    return address && cellIn(this.#placements.get(address.mark), address.row, address.column)
  }

  #formula({ field, label, unit, formula, isGrowth = false }: Extract<LineRow, { kind: 'formula' }>): Cell[] {
    const format = isGrowth ? growthFormat : numberFormat(unit, this.#scale)
    const yearAgo = isGrowth ? this.#grid.yearAgoOfAll : this.#grid.yearAgo
    const places = {
      cell: (name: string, column: number) => this.#cell(name, column),
      prior: this.#grid.prior,
      yearAgo,
      shares: this.#grid.shares,
    }
    const figures = this.#grid.calculated(formula, yearAgo)
    return [
      styled(label, { indent: 1 }),
      styled(field, small),
      ...this.#across(
        { format, align: 'right' },
        (column, look) => {
          const text = toSpreadsheet(formula, column, places)
          if (text === null) return styledCell('n/a', look, 'formula')
          const value: CellValue = { kind: 'formula', formula: text, value: figures[column] ?? 'n/a' }
          return styledCell(value, look, text.includes('!') ? 'other-sheet' : 'formula')
        },
        () => (isGrowth ? null : this.#change({ field, unit }, figures)),
      ),
    ]
  }

  #item({ label, field, unit, of, isTotal }: Extract<LineRow, { kind: 'item' }>): Cell[] {
    const format = numberFormat(unit, this.#scale)
    const line: CellStyle = isTotal ? { rule: 'hair' } : {}
    const figures = this.#grid.line(of)
    return [
      styled(label, { ...line, indent: 1 }),
      styled(field, { ...line, ...small }),
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
    const tie = (column: number) => tieOut(rule, (of) => numberAt(this.#grid.line(of), column))
    return [
      isDifference ? styled(tieOutLabel(rule), {}) : styled('Tolerance (units)', { ...quiet, indent: 1 }),
      styled(field, small),
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
      isDifference ? styled(check.label, {}) : styled('Tolerance (units)', { ...quiet, indent: 1 }),
      styled(field, small),
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
      styled(field, small),
      ...this.#ofPeriods((column) => {
        const result = this.#resultOf(check, column)
        const isKnown = this.#isKnown(check, column)
        const [difference, tolerance] = [this.#cell(check, column), this.#cell(`${check}: tolerance`, column)]
        if (result === undefined || difference === undefined || tolerance === undefined) return null
        return statusCell(statusOf(result, isKnown), isKnown, difference, tolerance)
      }),
    ]
  }

  #tying({ field, checks }: Extract<LineRow, { kind: 'tying' }>): Cell[] {
    const rule = { rule: 'strong', bold: true } as const
    return [
      styled('Checks that tie', rule),
      styled(field, { ...small, rule: 'strong' }),
      ...this.#across({ rule: 'strong' }, () => null).map((empty, at): Cell => {
        const column = this.#columns[at]
        if (column?.kind !== 'figures') return empty
        const cells = checks.flatMap((check) => this.#cell(statusKey(check), column.column) ?? [])
        const count = checks.filter((check) => this.#resultOf(check, column.column) === 'ties').length
        return tyingCell(cells, count)
      }),
    ]
  }

  #count({ kind, field, figures }: Extract<LineRow, { kind: 'failing' | 'known' }>): Cell[] {
    const isFailing = kind === 'failing'
    return [
      styled(
        isFailing ? 'Figures with tie-out breaks' : 'Figures with known breaks only',
        isFailing ? { bold: true } : quiet,
      ),
      styled(field, small),
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
    if (rule) return tieOut(rule, (of) => numberAt(this.#grid.line(of), column))?.result ?? 'unknown'
    return this.#crosses.get(check)?.ties.get(this.#recordId(column))?.tie.result
  }

  /** Twelve months have no checks. */
  #ofPeriods(cell: (column: number) => Cell): Cell[] {
    return this.#columns.map((column) =>
      column.kind === 'figures' && column.column < this.#grid.periods.length ? cell(column.column) : null,
    )
  }

  #cell(field: string, column: number): string | undefined {
    const address = this.#lines.get(field)
    if (!address) return undefined
    const placement = this.#placements.get(address.mark)
    const across = address.across(column)
    if (address.mark !== this.#mark) return cellIn(placement, address.row, across)
    const [own, ownColumn] = [placement?.row(address.row), placement?.column(across)]
    return own === undefined || ownColumn === undefined ? undefined : cellName(ownColumn, own)
  }
}

function numberAt(figures: readonly Figure[], column: number): number | null {
  const figure = figures[column]
  return typeof figure === 'number' ? figure : null
}

/** A figure in its color; n/a and n.m. are muted. */
function styledCell(value: CellValue, look: CellStyle, ink: CellStyle['ink'] & string): StyledCell {
  const shown = typeof value === 'object' && value?.kind === 'formula' ? value.value : value
  return { kind: 'styled', value, style: { ...look, ink: typeof shown === 'string' ? 'quiet' : ink } }
}

function styled(value: Cell, style: CellStyle): Cell {
  return typeof value === 'object' && value?.kind === 'styled' ? value : { kind: 'styled', value, style }
}
