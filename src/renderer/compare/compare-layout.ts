/**
 * Arranges a comparison in rows and columns: as a spread, in one period or over time, also
 * transposed.
 */

import type { ComparedCompany, ComparedTable, PeriodColumn, PeriodColumnRecords } from '#contract/api/comparisons.ts'
import { staleWords } from '#contract/api/figure-mark-words.ts'
import { formatDay } from '../format/dates.ts'
import type { GridColumn, GridMark, GridRow } from '../ui/grid/grid-types.ts'
import { periodMarks } from '../app/period-marks.ts'
import { calendarRule, notRankedSentence, periodColumnName, shortPeriodName, yearEndName } from './compare-text.ts'
import type { CompareItem, CellCoordinates } from './compare-rows.ts'
import type { ComparisonSettings, ShownSettings } from './comparison-settings.ts'

export interface CompareRow extends GridRow {
  readonly spot: CellCoordinates
}

export interface CompareColumn extends GridColumn {
  readonly spot: CellCoordinates
}

export interface Arrangement {
  readonly rows: readonly CompareRow[]
  readonly columns: readonly CompareColumn[]
  /** What every cell has in common: the one period, or the one line. */
  readonly fixed: CellCoordinates
}

/** Group of the medians; no symbol has a blank in front. */
export const medianGroup = ' median'
export const rankWidth = 18
const noMarks: readonly GridMark[] = []
const headLetter = 6.6

export type Layout = Pick<ShownSettings, 'layout' | 'pivoted' | 'alignment' | 'ranks'>

interface LayoutOptions {
  readonly table: ComparedTable
  /** The lines that are shown, in their groups. */
  readonly lines: readonly CompareItem[]
  readonly latestFirst: boolean
  /** Indexes of the one line and the one period column, where a layout shows one. */
  readonly line: number
  readonly columnAt: number
  readonly widths: FigureColumnWidths
}

/** Widths of columns of figures, in pixels. */
export interface FigureColumnWidths {
  /** Of every column that has no width of its own. */
  readonly usual: number
  /** Of each company's columns, in the order of the table; empty: all are the usual one. */
  readonly ofCompanies: readonly number[]
}

/**
 * A comparison has lines, companies and periods, and a table two sides.
 *  - `spread`: lines × periods, companies side by side
 *  - `period`: lines × companies, of one period
 *  - `time`: companies × periods, of one line
 * Pivoted, rows and columns change places. A scatter has no table of this kind; the spread's is ready when the user returns to it.
 */
export function arrange(layout: Layout, options: LayoutOptions): Arrangement {
  const { table, lines, columnAt, line } = options
  const all = table.columns.map((_, at) => at)
  const ordered = options.latestFirst ? all.toReversed() : all
  const arranged = {
    spread: () => [lines, byPeriods(table, ordered, layout), {}],
    period: () => [lines, byPeriods(table, all.includes(columnAt) ? [columnAt] : [], layout), { columnAt }],
    time: () => [byCompany(table), periodItems(table, ordered, layout), { line }],
    scatter: () => [lines, byPeriods(table, ordered, layout), {}],
  } satisfies Record<
    ComparisonSettings['layout'],
    () => readonly [readonly CompareItem[], readonly CompareItem[], CellCoordinates]
  >
  const [down, across, fixed] = arranged[layout.layout]()
  const [rows, columns] = layout.pivoted ? [across, down] : [down, across]
  return {
    rows: asRows(layout.layout === 'period' && layout.pivoted ? rows.map(byItsCompany) : rows),
    columns: asColumns(columns, options.widths),
    fixed,
  }
}

/** Whether a row or column may contain the figure. */
export function fits(spot: CellCoordinates, wanted: CellCoordinates): boolean {
  const same = (name: 'line' | 'company' | 'columnAt') => spot[name] === undefined || spot[name] === wanted[name]
  return same('line') && same('company') && same('columnAt') && spot.is === wanted.is
}

/** The periods of each company, its rank after them, and the medians at the end. */
function byPeriods(table: ComparedTable, shownColumns: readonly number[], layout: Layout): readonly CompareItem[] {
  const isMany = table.companies.length > 1
  const latest = table.columns.length - 1
  const isRanked = (columnAt: number) =>
    isMany &&
    (layout.ranks === 'all' || (layout.ranks === 'newest' && (shownColumns.length === 1 || columnAt === latest)))
  return [
    ...table.companies.flatMap((company, companyAt): readonly CompareItem[] => {
      const group = { key: company.symbol, label: company.symbol, note: company.name ?? '' }
      const figures = shownColumns.map((columnAt) => figureItem(company, companyAt, columnAt, table, layout, group))
      const ranks = shownColumns
        .filter(isRanked)
        .map((columnAt) => rankItem(company, companyAt, columnAt, table, layout, group))
      if (layout.ranks === 'all') return figures.flatMap((item, at) => [item, ...ranks.slice(at, at + 1)])
      return [...figures, ...ranks]
    }),
    ...medianColumns(table, shownColumns, layout).map((columnAt): CompareItem => ({
      ...periodHead(table.columns[columnAt], layout),
      ...medianName(table.columns[columnAt], layout),
      key: `${medianGroup} ${table.columns[columnAt]?.key ?? ''}`,
      group: { key: medianGroup, label: 'Median', note: '' },
      shaded: true,
      frozen: true,
      spot: { columnAt, is: 'median' },
    })),
  ]
}

/** The medians stay visible, so they are those of the two latest periods, or of all that are ranked. */
export function medianColumns(
  { companies, columns }: ComparedTable,
  shownColumns: readonly number[],
  { ranks }: Pick<Layout, 'ranks'>,
): readonly number[] {
  if (companies.length < 2) return []
  return ranks === 'all'
    ? shownColumns
    : shownColumns.filter((columnAt) => shownColumns.length <= 2 || columnAt >= columns.length - 2)
}

function figureItem(
  company: ComparedCompany,
  companyAt: number,
  columnAt: number,
  table: ComparedTable,
  layout: Layout,
  group: CompareItem['group'],
): CompareItem {
  const records = company.periods[columnAt] ?? null
  const column = table.columns[columnAt]
  return {
    ...periodHead(column, layout),
    key: `${company.symbol} ${column?.key ?? ''}`,
    group,
    spot: { company: companyAt, columnAt },
    note: layout.layout === 'period' ? (records ? formatDay(records.endPeriod) : 'n/a') : '',
    ...(column && {
      // Screen readers read this with a figure, without the company's head above it.
      says: `${periodColumnName(column, layout)}, ${company.symbol}, ${records ? `ends ${formatDay(records.endPeriod)}` : 'n/a'}`,
    }),
    marks: records && column ? headMarks(column, records, layout) : noMarks,
  }
}

function rankItem(
  { symbol }: ComparedCompany,
  company: number,
  columnAt: number,
  table: ComparedTable,
  layout: Layout,
  group: CompareItem['group'],
): CompareItem {
  const column = table.columns[columnAt]
  return {
    key: `${symbol} # ${column?.key ?? ''}`,
    label: '#',
    ...(column && { says: `Rank, ${symbol}, ${periodColumnName(column, layout)}` }),
    note: '',
    group,
    faint: true,
    width: rankWidth,
    spot: { company, columnAt, is: 'rank' },
  }
}

function periodItems(table: ComparedTable, shownColumns: readonly number[], layout: Layout): readonly CompareItem[] {
  return shownColumns.map((columnAt) => ({
    ...periodHead(table.columns[columnAt], layout),
    key: table.columns[columnAt]?.key ?? '',
    spot: { columnAt },
  }))
}

function byCompany({ companies }: ComparedTable): readonly CompareItem[] {
  const each = companies.map((company, at): CompareItem => ({
    key: company.symbol,
    label: company.symbol,
    head: yearEndName(company),
    note: [company.name ?? '', notRankedSentence(company)].filter(Boolean).join(' · '),
    spot: { company: at },
  }))
  if (companies.length < 2) return each
  return [...each, { key: medianGroup, label: 'Median', note: '', head: '', shaded: true, spot: { is: 'median' } }]
}

function periodHead(
  column: PeriodColumn | undefined,
  layout: Layout,
): Pick<CompareItem, 'label' | 'says' | 'note' | 'strong'> {
  if (!column) return { label: '', note: '' }
  const says = periodColumnName(column, layout)
  return {
    label: layout.pivoted ? says : shortPeriodName(column, layout),
    says,
    note: '',
    strong: column.kind === 'ltm',
  }
}

function medianName(column: PeriodColumn | undefined, layout: Layout): Pick<CompareItem, 'says'> {
  return column ? { says: `${periodColumnName(column, layout)}, median` } : {}
}

/** Twelve months are what their name says; only what was filed under another name is calendarized. */
function headMarks(
  column: PeriodColumn,
  { how, stale, outdated, endPeriod, remarks }: PeriodColumnRecords,
  { alignment }: Layout,
): readonly GridMark[] {
  const rule = alignment === 'calendar' && column.year !== null ? calendarRule(how) : ''
  return [
    ...(stale ? [{ letter: 's', says: staleWords, corner: false }] : []),
    ...(outdated ? [outdatedMark(endPeriod)] : []),
    ...periodMarks(remarks),
    ...(rule === '' ? [] : [{ letter: 'c', says: rule, corner: false, raised: true }]),
  ]
}

function outdatedMark(endPeriod: string): GridMark {
  const says = `Not ranked: the latest period ends ${formatDay(endPeriod)}, more than 100 days before the most recent. Excluded from medians.`
  return { letter: 'o', says, corner: false }
}

function asRows(items: readonly CompareItem[]): readonly CompareRow[] {
  return items.flatMap(({ key, label, says, note, group, faint, shaded, spot }, at): readonly CompareRow[] => {
    const isNew = group !== undefined && group.key !== items[at - 1]?.group?.key
    const rank = faint === true ? 'beneath' : shaded === true && group === undefined ? 'subtotal' : 'plain'
    const row: CompareRow = {
      key,
      label: faint === true ? 'Rank' : label,
      note,
      rank,
      spot,
      ...(says !== undefined && spot.line !== undefined && { says }),
    }
    if (!isNew) return [row]
    return [{ key: `head ${group.key}`, label: group.label, note: group.note, rank: 'head', spot: {} }, row]
  })
}

/** With one period a company has one row, which needs no head. */
function byItsCompany({ group, ...item }: CompareItem): CompareItem {
  return { ...item, label: group?.label ?? item.label }
}

function asColumns(items: readonly CompareItem[], widths: FigureColumnWidths): readonly CompareColumn[] {
  return items.map(({ key, label, note, head, group, spot, marks = noMarks, ...drawn }, at): CompareColumn => ({
    ...drawn,
    key,
    title: label,
    note: head ?? note,
    separated: false,
    marks,
    spot,
    ...widthOfCompany(drawn.width, spot, widths),
    // A line's name is fully visible above its figures.
    ...(spot.line !== undefined && { width: Math.max(widths.usual, Math.ceil(label.length * headLetter) + 18) }),
    ...(group !== undefined && { group: group.key, startsGroup: group.key !== items[at - 1]?.group?.key }),
  }))
}

/** Only of a company that needs more than the usual width: a column without a width of its own is resized with the table. */
function widthOfCompany(
  own: number | undefined,
  { company }: CellCoordinates,
  { usual, ofCompanies }: FigureColumnWidths,
): { readonly width?: number } {
  const width = own ?? (company === undefined ? undefined : ofCompanies[company])
  return width === undefined || width === usual ? {} : { width }
}
