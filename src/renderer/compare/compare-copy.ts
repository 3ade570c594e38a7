/** Copies a range of a comparison for a spreadsheet, in full precision. */

import type { ComparedTable, PeriodColumnRecords } from '#contract/api/comparisons.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { copiedSheet, type SpreadsheetCell } from '../format/copied-table.ts'
import type { CopiedTable } from '../ui/clipboard.ts'
import type { Range } from '../ui/grid/grid-types.ts'
import type { Comparison, FigurePosition } from './comparison.svelte.ts'
import { asOfText, formatStamp } from '../format/dates.ts'
import { operationTitles } from '../app/operation-titles.ts'
import { adjustedWords } from '../app/period-marks.ts'
import { derivedFigureAt } from './compare-cells.ts'
import { medianGroup } from './compare-layout.ts'
import { periodColumnName } from './compare-text.ts'

interface CopiedRange extends CopiedTable {
  /** Figures in it. */
  readonly count: number
}

export interface CopyOptions {
  /** With row and column heads. */
  readonly heads: boolean
  /** Adds the stored records behind the figures below them. */
  readonly sources?: boolean
}

/** A range for a spreadsheet, in full precision and unscaled. Null: its figures are still loading. */
export function copyRange(
  comparison: Comparison,
  range: Range,
  { heads, sources = false }: CopyOptions,
): CopiedRange | null {
  const { table } = comparison
  const columns = indicesBetween(range.left, range.right)
  const rows = indicesBetween(range.top, range.bottom).filter((row) => heads || comparison.rows[row]?.rank !== 'head')
  const figures = rows.map((row) => columns.map((column) => comparison.at({ row, column })))
  if (figures.some((row) => row.some((at) => at?.line.isLoaded === false))) return null
  const cells = figures.map((row, at): readonly SpreadsheetCell[] => {
    const numbers = row.map((position) => position && numberAt(table, position))
    return heads ? [comparison.rows[rows[at] ?? -1]?.label ?? '', ...numbers] : numbers
  })
  const sheet = heads
    ? {
        heads: [
          `Reported currency${comparison.shownSettings.oneCurrency ? ' (treated as one)' : ''}, unscaled${adjustedWords(comparison.isAdjusted)}${asOfText(comparison.shownSettings.asOf)}`,
          ...groupsOver(comparison, columns),
        ],
        rows: [...headRows(), ...cells, ...(sources ? sourceRows(comparison, figures.flat()) : [])],
      }
    : { heads: [], rows: cells }
  return { ...copiedSheet(sheet), count: figures.flat().filter((at) => at !== null).length }

  function headRows(): readonly (readonly SpreadsheetCell[])[] {
    const titles = columns.map((column) => titleOf(comparison, column))
    const ends = columns.map((column) => endOf(comparison, column))
    const top = [[cornerOf(comparison), ...titles]]
    return ends.some((end) => end !== '') ? [...top, ['Period end', ...ends]] : top
  }
}

const alignments: Readonly<Record<PeriodColumnRecords['how'], string>> = {
  filed: 'as filed',
  midpoint: 'calendar period of its midpoint',
  sum: 'sum of four quarters',
}

/** A line for each company and period among the figures; a median stands for every company. */
function sourceRows(
  { table, shownSettings }: Comparison,
  figures: readonly (FigurePosition | null)[],
): readonly (readonly SpreadsheetCell[])[] {
  const every = table.companies.map((_, company) => company)
  const places = figures.flatMap((figure) => {
    if (figure === null) return []
    const { position } = figure
    const companies = position.is === 'median' ? every : [position.company]
    return companies.map((company) => ({ company, columnAt: position.columnAt }))
  })
  const distinct = new Map(places.map((place) => [`${place.company} ${place.columnAt}`, place]))
  const ordered = [...distinct.values()].toSorted((a, b) => a.company - b.company || a.columnAt - b.columnAt)
  const lines = ordered.flatMap(({ company, columnAt }): (readonly SpreadsheetCell[])[] => {
    const of = table.companies[company]
    const column = table.columns[columnAt]
    const records = of?.periods[columnAt]
    if (!of || !column) return []
    const name = `${of.symbol} ${periodColumnName(column, shownSettings)}`
    if (!records || of.edition === null) return [[name, '', '', '', '', '', 'no record']]
    return [
      [
        name,
        operationTitles[`fundamentals.${of.edition}`],
        fiscalPeriodName(records),
        records.endPeriod,
        alignments[records.how],
        formatStamp(records.fetchedAt),
        records.recordIds.join(' '),
      ],
    ]
  })
  return [
    [''],
    ['Source', 'Request', 'Fiscal period', 'Period end', 'Aligned', 'Fetched (UTC)', 'Stored record'],
    ...lines,
  ]
}

/** The names of the row labels, and what all cells have in common. */
export function cornerOf({ layout, table, oneLine, scale, shownSettings }: Comparison): string {
  const line = table.lines[oneLine]
  if (layout.layout === 'time' && line) {
    const isAmount = shownSettings.mode === 'values' && (line.unit === 'money' || line.unit === 'shares')
    return isAmount ? `${line.label}, ${scale}` : line.label
  }
  return layout.pivoted ? 'Line' : 'Period'
}

function indicesBetween(from: number, to: number): readonly number[] {
  const first = Math.max(0, from)
  return Array.from({ length: Math.max(0, to - first + 1) }, (_, at) => first + at)
}

function numberAt(table: ComparedTable, { line, position }: FigurePosition): number | null {
  if (position.is === 'rank') return line.ranks[position.company * table.columns.length + position.columnAt] ?? null
  const value = derivedFigureAt(table, line, position)
  return typeof value === 'number' ? value : null
}

function groupsOver({ columns, table }: Comparison, shown: readonly number[]): readonly string[] {
  return shown.map((column) => {
    const { group = '', spot } = columns[column] ?? {}
    if (group === medianGroup) return 'Median'
    return spot?.line === undefined ? group : (table.lines[spot.line]?.field ?? '')
  })
}

/** A head of the screen is short. */
function titleOf({ table, columns, shownSettings }: Comparison, column: number): string {
  const { title = '', spot } = columns[column] ?? {}
  const of = spot?.is === 'rank' ? undefined : table.columns[spot?.columnAt ?? -1]
  return of ? periodColumnName(of, shownSettings) : title
}

function endOf({ table, columns }: Comparison, column: number): string {
  const { company, columnAt, is } = columns[column]?.spot ?? {}
  if (company === undefined || columnAt === undefined || is !== undefined) return ''
  return table.companies[company]?.periods[columnAt]?.endPeriod ?? ''
}
