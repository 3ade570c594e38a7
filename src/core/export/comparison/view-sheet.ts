/**
 * A sheet with a comparison exactly as the screen shows it, where no other sheet has that layout.
 */

import type { ComparisonSpec } from '#contract/api/comparisons.ts'
import type { Scale } from '#contract/api/exports.ts'
import type { Figure } from '#contract/api/financials.ts'
import { keySeparator, numbered, type AnchoredSheet } from '../workbook-update/anchored-sheet.ts'
import type { Cell, CellValue, Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import { printedPage } from '../title-block.ts'
import { isAgainst, rankFormat, rankFormula, derivedLines, unitOf, type SheetOptions } from './layout-sheets.ts'
import { derivedFigureAt, derivedFormat } from './derived-figures.ts'
import {
  endsOf,
  frozenLines,
  headRows,
  isOutdated,
  inColumns,
  styledCell,
  lineColumns,
  calculatedCell,
  shownName,
  styled,
} from './line-layout.ts'
import { groupRow, periodRow } from './anchored-sheets.ts'
import { aboveLines, beforePeriods, type CellAddresses } from './cell-addresses.ts'
import type { ComparedWorkbook } from './compared-companies.ts'

type Look = NonNullable<ComparisonSpec['look']>

/** Line, company and period that are fixed by a row or a column; together they identify a cell. */
interface CellCoordinates {
  readonly line?: number
  readonly side?: number
  readonly column?: number
  readonly is?: 'rank' | 'median'
}

interface Item {
  readonly group: string
  readonly label: string
  readonly ends: string
  readonly spot: CellCoordinates
}

/** A comparison in the layout of its screen, if no other sheet has it; its cells are those of the spread. */
export interface Shown {
  readonly look: Look
  readonly rows: readonly Item[]
  readonly columns: readonly Item[]
  readonly fixed: CellCoordinates
}

/** Null: the spread is what the screen shows. */
export function viewFormat(book: ComparedWorkbook): Shown | null {
  const { table, spec } = book
  const { look } = spec
  if (!look || table.columns.length === 0) return null
  if (look.layout === 'scatter' || (look.layout === 'spread' && !look.pivoted && look.ranks === 'newest')) return null
  const allColumns = table.columns.map((_, column) => column)
  const found = table.columns.findIndex(({ key }) => key === look.period)
  const column = found < 0 ? allColumns.length - 1 : found
  const line = Math.max(
    0,
    table.lines.findIndex(({ field }) => field === look.line),
  )
  const lines = table.lines.map(({ label, field }, at): Item => ({ group: field, label, ends: '', spot: { line: at } }))
  const companies = table.companies.map(({ symbol, name }, side): Item => ({
    group: symbol,
    label: name ?? symbol,
    ends: '',
    spot: { side },
  }))
  const periods = allColumns.map((at): Item => ({
    group: '',
    label: shownName(book, at),
    ends: '',
    spot: { column: at },
  }))
  const median: Item = { group: 'Median', label: 'Median', ends: '', spot: { is: 'median' } }
  const isMany = companies.length > 1
  const arranged = {
    spread: [lines, byPeriods(book, allColumns, look), {}],
    period: [lines, byPeriods(book, [column], look), { column }],
    time: [[...companies, ...(isMany ? [median] : [])], periods, { line }],
  } as const
  const [down, across, fixed] = arranged[look.layout]
  return { look, fixed, rows: look.pivoted ? across : down, columns: look.pivoted ? down : across }
}

/** Every company's periods beside one another with their ranks, and the medians at the end. */
function byPeriods(book: ComparedWorkbook, shownColumns: readonly number[], { ranks }: Look): readonly Item[] {
  const { companies, columns } = book.table
  const isMany = companies.length > 1
  const isRanked = (column: number) =>
    isMany && (ranks === 'all' || (ranks === 'newest' && (shownColumns.length === 1 || column === columns.length - 1)))
  return [
    ...companies.flatMap(({ symbol }, side) =>
      shownColumns.flatMap((column): Item[] => {
        const label = shownName(book, column)
        const figure = { group: symbol, label, ends: endsOf(book, side, column), spot: { side, column } }
        const rank: Item = { group: symbol, label: `Rank, ${label}`, ends: '', spot: { side, column, is: 'rank' } }
        return isRanked(column) ? [figure, rank] : [figure]
      }),
    ),
    ...(isMany ? shownColumns : []).map((column): Item => ({
      group: 'Median',
      label: shownName(book, column),
      ends: '',
      spot: { column, is: 'median' },
    })),
  ]
}

/** Rows are known by both of their words, columns by both of theirs. */
export function anchoredView({ rows, columns }: Shown): AnchoredSheet {
  const keysOf = (items: readonly Item[], wordsOf: (item: Item) => readonly string[]) =>
    numbered(items.map((item) => wordsOf(item).join(keySeparator)))
  return {
    mark: 'shown',
    name: 'As shown',
    heads: [groupRow, periodRow],
    keys: [0, 1],
    first: { row: aboveLines, column: beforePeriods },
    rowKeys: keysOf(rows, ({ label, group }) => [label, group]),
    columnKeys: keysOf(columns, ({ group, label }) => [group, label]),
  }
}

export function viewSheet(
  { rows, columns, fixed }: Shown,
  book: ComparedWorkbook,
  addresses: CellAddresses,
  { name, scale, title }: SheetOptions,
): Sheet {
  const of = fixed.line === undefined ? '' : `: ${book.table.lines[fixed.line]?.label ?? ''}`
  const heads = columns.map(({ label, ...head }) => ({
    ...head,
    title: label,
    ...(head.spot.is && { is: head.spot.is }),
  }))
  const isOfLines = rows.every(({ spot }) => spot.line !== undefined)
  const block = { ...title, subject: `Comparison as shown on screen${of}` }
  return {
    name,
    frozen: frozenLines,
    columns: lineColumns(
      heads,
      derivedLines(book, scale),
      rows.map(({ label }) => label),
      isOfLines,
    ),
    page: printedPage(block, { headsUpTo: aboveLines }),
    rows: (function* (): Generator<Row[]> {
      yield headRows(block, unitOf(scale), heads)
      for (const { label, group, spot } of rows) {
        const cells = columns.map((column) => cellAt(book, addresses, { ...fixed, ...spot, ...column.spot }, scale))
        yield [{ cells: [styled(label, {}), styled(group, { ink: 'quiet', size: 8 }), ...inColumns(cells, heads)] }]
      }
    })(),
  }
}

function cellAt(
  book: ComparedWorkbook,
  addresses: CellAddresses,
  { line, side, column, is }: CellCoordinates,
  scale: Scale,
): Cell {
  const { table, spec } = book
  const its = table.lines[line ?? -1]
  if (!its || line === undefined || column === undefined) return null
  if (is === 'rank')
    return side === undefined ? null : styled(rankAt(book, addresses, { line, side, column }), rankFormat)
  const mode = is === 'median' && isAgainst(spec.mode) ? 'values' : spec.mode
  const style = { format: derivedFormat(its, mode, scale), ink: 'other-sheet', align: 'right' } as const
  if (is === 'median') {
    return styledCell(
      its.median.length === 0 ? null : linked(addresses, table.companies.length, column, line, its.median[column]),
      style,
    )
  }
  return side === undefined
    ? null
    : styledCell(linked(addresses, side, column, line, derivedFigureAt(book, line, side, column)), style)
}

function linked(
  addresses: CellAddresses,
  side: number,
  column: number,
  line: number,
  figure: Figure | undefined,
): CellValue {
  const cell = addresses.spreadElsewhere(side, column, line)
  return cell === undefined ? 'n/a' : calculatedCell(cell, figure ?? null)
}

function rankAt(
  book: ComparedWorkbook,
  addresses: CellAddresses,
  { line, side, column }: { readonly line: number; readonly side: number; readonly column: number },
): CellValue {
  const { table, spec, shown } = book
  const its = table.lines[line]
  if (!its || its.ranks.length === 0) return null
  const isFigure = spec.mode === 'values' || isAgainst(spec.mode)
  const cells = table.companies.map((_, other) =>
    isOutdated(book, other, column)
      ? undefined
      : isFigure
        ? addresses.figureElsewhere(other, shown[column] ?? 0, its.field)
        : addresses.spreadElsewhere(other, column, line),
  )
  return rankFormula(cells, side, its, its.ranks[side * table.columns.length + column] ?? null)
}
