/**
 * Builds the table of key figures: rows, period columns, and cells with their marks and sources.
 */

import { metricByField } from '#contract/service/statement-lines.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { Figure, Period } from '#contract/api/financials.ts'
import type { KeyFigure, OverviewFigures, OverviewSeries } from '#contract/api/overview.ts'
import type { SpreadsheetTable } from '../../format/copied-table.ts'
import { formatDay } from '../../format/dates.ts'
import { formatChange, formatDifference, formatFigure } from '../../format/figures.ts'
import type { Scale } from '../../format/scale.ts'
import { toneOf } from '../../format/tone.ts'
import type { SourceTarget } from '../../app/source/source-view.svelte.ts'
import type { GridCell, GridColumn, GridRow, Range } from '../../ui/grid/grid-types.ts'
import { adjustedMarks, splitMarks } from '../../app/period-marks.ts'
import { emptyCell, marksOf } from '../financials/cells.ts'

/** The content of a key figure column. */
type ColumnKind =
  /** A period, by its index in the series. */
  | { readonly is: 'period'; readonly column: number }
  | { readonly is: 'sequential' | 'yearOverYear' | 'twelveMonthChange' }
  | { readonly is: 'twelveMonths' }
  | { readonly is: 'line' }

interface KeyFigureColumn extends GridColumn {
  readonly kind: ColumnKind
}

interface KeyFigureRow extends GridRow {
  /** Null: the head of the figures at a period's end, which labels its last two columns. */
  readonly figure: KeyFigure | null
}

const bold: ReadonlySet<string> = new Set([
  'Revenue',
  'DilutedEarningsPerShare',
  'EBITDA',
  'calculated.free_cash_flow',
  'calculated.net_debt',
])
/** Names that fit beside the figures; the whole name is the tooltip. */
const shortLabels: ReadonlyMap<string, string> = new Map([
  ['roic', 'ROIC'],
  ['working_capital_days.dio', 'Days inventory'],
  ['working_capital_days.dpo', 'Days payable'],
])
/** Five fiscal years where there are no quarters. */
const shownYears = 5

const figureWidth = 78
const changeWidth = 68
const lineWidth = 176

/** A company's key figures as a table: pure. */
export class KeyFigureTable {
  readonly #figures: OverviewFigures
  readonly #scale: Scale
  readonly rows: readonly KeyFigureRow[]
  readonly columns: readonly KeyFigureColumn[]

  constructor(figures: OverviewFigures, scale: Scale) {
    this.#figures = figures
    this.#scale = scale
    this.rows = rowsOf(figures)
    this.columns = figures.basis === 'quarterly' ? this.#quarterColumns() : this.#yearColumns()
  }

  get series(): OverviewSeries {
    return this.#figures.basis === 'quarterly' ? this.#figures.quarters : this.#figures.years
  }

  /** The head's first cell. It has two lines beside the handle; the heads of the changes have their own unit. */
  get units(): string {
    return this.#scale === 'units' ? 'Reported currency' : `Reported currency, ${this.#scale}`
  }

  cell(row: number, column: number): GridCell {
    const [line, head] = [this.rows[row], this.columns[column]]
    if (!line || !head) return emptyCell
    if (!line.figure) return { ...emptyCell, text: this.#endHead(head.kind) }
    const { figure } = line
    const { kind } = head
    if (kind.is === 'line') return this.#lineCell(figure)
    if (kind.is === 'period') {
      const period = this.series.columns[kind.column]?.stored ?? null
      const value = this.series.lines[figure.field]?.[kind.column] ?? null
      return { text: this.#written(figure, value), tone: '', marks: this.#marks(figure, period, value) }
    }
    if (figure.group === 'end' && (kind.is === 'twelveMonths' || kind.is === 'twelveMonthChange')) {
      const value = kind.is === 'twelveMonths' ? figure.low : figure.high
      return { text: this.#written(figure, value), tone: '', marks: [] }
    }
    if (kind.is === 'twelveMonths') {
      const value = this.#figures.twelveMonths?.lines[figure.field] ?? null
      return {
        text: this.#written(figure, value),
        tone: '',
        marks: this.#marks(figure, this.#figures.twelveMonths?.period ?? null, value),
      }
    }
    const change = figure[kind.is]
    const text =
      figure.group === 'end' && figure.unit === 'money'
        ? formatDifference(change, figure.unit, this.#scale)
        : formatChange(change, figure.unit)
    return { text, tone: toneOf(change, figure.favor, text), marks: [] }
  }

  /** In full precision, unscaled. */
  value(row: number, column: number): Figure {
    const [figure, kind] = [this.rows[row]?.figure, this.columns[column]?.kind]
    if (!figure || !kind || kind.is === 'line') return null
    if (kind.is === 'period') return this.series.lines[figure.field]?.[kind.column] ?? null
    if (figure.group === 'end' && kind.is === 'twelveMonths') return figure.low
    if (figure.group === 'end' && kind.is === 'twelveMonthChange') return figure.high
    if (kind.is === 'twelveMonths') return this.#figures.twelveMonths?.lines[figure.field] ?? null
    return figure[kind.is]
  }

  /** A range for a spreadsheet, in full precision and unscaled. @param name of the company, for the heads; null: no heads */
  sheet({ top, bottom, left, right }: Range, name: string | null): SpreadsheetTable {
    const columns = [...this.columns.keys()].slice(Math.max(0, left), right + 1)
    const rows = [...this.rows.entries()].slice(Math.max(0, top), bottom + 1)
    return {
      heads: name === null ? [] : [name, ...columns.map((column) => this.columns[column]?.title ?? '')],
      rows: rows.map(([row, { says, label }]) => [
        ...(name === null ? [] : [says ?? label]),
        ...columns.map((column) => numberIn(this.value(row, column))),
      ]),
    }
  }

  /** The source of a cell; null for heads, lines, lows and highs, which have none. */
  sourceAt(row: number, column: number): SourceTarget | null {
    const [line, head] = [this.rows[row], this.columns[column]]
    if (!line?.figure || !head) return null
    const { field, label, group } = line.figure
    const { columns } = this.series
    const last = columns.length - 1
    const { kind } = head
    if (kind.is === 'period') {
      const column = columns[kind.column]
      return column?.stored ? this.#target(line.figure, column.stored, column.yearRecordIds) : null
    }
    const latest = columns[last]
    if (!latest?.stored || group === 'end' || kind.is === 'line') return null
    if (kind.is === 'sequential' || kind.is === 'yearOverYear') {
      const comparison = kind.is === 'sequential' ? 'qoq' : 'yoy'
      const { recordIds } = latest.stored
      return {
        kind: 'calculated',
        recordIds,
        field,
        label: `${label}, ${head.title}`,
        period: nameOf(latest.stored),
        comparison,
      }
    }
    const recordIds = latest.yearRecordIds
    if (!recordIds) return null
    const comparison = kind.is === 'twelveMonthChange' ? ({ comparison: 'yoy' } as const) : {}
    return {
      kind: 'calculated',
      recordIds,
      field,
      label: kind.is === 'twelveMonthChange' ? `${label}, ${head.title}` : label,
      period: 'LTM',
      ...comparison,
    }
  }

  #target({ field, label, span }: KeyFigure, stored: Period, year: readonly number[] | null): SourceTarget | null {
    const period = nameOf(stored)
    if (span === 'year') {
      if (year === null) return null
      const isStated = year.length === 1 && metricByField.has(field)
      const over = year.length === 1 ? period : `${period}, last four quarters`
      return { kind: isStated ? 'stored' : 'calculated', recordIds: year, field, label, period: over }
    }
    const kind = field.startsWith('calculated.') ? 'calculated' : 'stored'
    return { kind, recordIds: stored.recordIds, field, label, period }
  }

  #written({ unit }: KeyFigure, value: Figure): string {
    return formatFigure(value, unit, this.#scale)
  }

  #marks({ field, unit, span }: KeyFigure, period: Period | null, value: Figure) {
    if (!period || span === 'year') return []
    return [
      ...marksOf(field, period),
      ...(value === null ? [] : splitMarks(unit, period.remarks)),
      ...(value === null || unit !== 'per-share' ? [] : adjustedMarks(period.adjusted?.figures)),
    ]
  }

  #lineCell({ field, unit, label }: KeyFigure): GridCell {
    const values = this.series.lines[field] ?? []
    const figures = values.map((value) => (typeof value === 'number' ? value : null))
    const texts = values.map((value) => formatFigure(value, unit, this.#scale)).join(', ')
    return { ...emptyCell, sparkline: { figures, shape: 'line', tone: '', says: `${label}, oldest first: ${texts}` } }
  }

  #endHead(kind: ColumnKind): string {
    const span = this.#span
    if (kind.is === 'twelveMonths') return `${span} low`
    return kind.is === 'twelveMonthChange' ? `${span} high` : ''
  }

  get #span(): string {
    const { length } = this.series.columns
    return this.#figures.basis === 'quarterly' ? `${length}-q` : `${length}-y`
  }

  #quarterColumns(): readonly KeyFigureColumn[] {
    const { columns } = this.#figures.quarters
    const last = columns.length - 1
    const year = last - 4
    const end = this.#figures.twelveMonths?.period.endPeriod
    return [
      this.#periodColumn(last, { strong: true }),
      ...(last < 1 ? [] : [this.#periodColumn(last - 1), change('sequential', 'q/q')]),
      ...(year < 0 ? [] : [this.#periodColumn(year), change('yearOverYear', 'y/y')]),
      {
        ...plain,
        key: 'ltm',
        title: 'LTM',
        note: end === undefined ? 'quarters missing' : formatDay(end),
        width: figureWidth,
        startsGroup: true,
        shaded: true,
        kind: { is: 'twelveMonths' },
      },
      { ...change('twelveMonthChange', 'y/y'), shaded: true, width: figureWidth - 4 },
      {
        ...plain,
        key: 'line',
        title: countOf(columns.length, 'quarter'),
        note: 'each on its own scale',
        width: lineWidth,
        fills: true,
        words: true,
        startsGroup: true,
        kind: { is: 'line' },
      },
    ]
  }

  #yearColumns(): readonly KeyFigureColumn[] {
    const { columns } = this.#figures.years
    const last = columns.length - 1
    const shown = Math.min(shownYears, columns.length)
    const years = Array.from({ length: shown }, (_, back) => this.#periodColumn(last - back, { strong: back === 0 }))
    return [
      ...years.slice(0, 2),
      ...(last < 1 ? [] : [change('yearOverYear', 'y/y')]),
      ...years.slice(2),
      {
        ...plain,
        key: 'line',
        title: countOf(columns.length, 'year'),
        note: 'each on its own scale',
        width: lineWidth,
        fills: true,
        words: true,
        startsGroup: true,
        kind: { is: 'line' },
      },
    ]
  }

  #periodColumn(column: number, { strong = false } = {}): KeyFigureColumn {
    const at = this.series.columns[column]
    const name = at ? fiscalPeriodName(at) : ''
    const note = at?.stored ? formatDay(at.stored.endPeriod) : 'no record'
    return { ...plain, key: name, title: name, note, strong, width: figureWidth, kind: { is: 'period', column } }
  }
}

function countOf(count: number, of: string): string {
  return `${count} ${of}${count === 1 ? '' : 's'}`
}

const plain = { separated: false, marks: [] } as const

function change(is: 'sequential' | 'yearOverYear' | 'twelveMonthChange', title: string): KeyFigureColumn {
  return { ...plain, key: is, title, note: '% or bps', width: changeWidth, kind: { is } }
}

/** N/a and n.m. are empty cells of a spreadsheet. */
function numberIn(figure: Figure): number | null {
  return typeof figure === 'number' ? figure : null
}

function nameOf({ quarter, year }: Period): string {
  return fiscalPeriodName({ quarter, year })
}

function rowsOf({ rows, basis }: OverviewFigures): readonly KeyFigureRow[] {
  const rowOf = (figure: KeyFigure): KeyFigureRow => ({
    key: figure.field,
    label: shortLabels.get(figure.field) ?? figure.label,
    says: figure.label,
    rank: bold.has(figure.field) ? 'key' : 'plain',
    figure,
  })
  const head: KeyFigureRow = {
    key: 'end',
    label: basis === 'quarterly' ? 'Period end, ratios LTM' : 'At year end',
    rank: 'beneath',
    figure: null,
  }
  return [
    ...rows.filter(({ group }) => group === 'flow').map(rowOf),
    head,
    ...rows.filter(({ group }) => group === 'end').map(rowOf),
  ]
}
