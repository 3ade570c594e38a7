/** The three layouts of a comparison as sheets: side by side, over time, and the latest period. */

import type { ComparedLine, ComparisonMode } from '#contract/api/comparisons.ts'
import { monthNames } from '#contract/api/month-names.ts'
import type { Scale } from '#contract/api/exports.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { isProportion } from '#contract/service/statement-lines.ts'
import { isSameBase } from '../../fundamentals/share-split.ts'
import { heightOfGroup } from '../group-header-row.ts'
import { growthFormula } from '../growth-formula.ts'
import { pagesOfGroups, printedPage, type TitleBlock } from '../title-block.ts'
import { runsCell, type Cell, type CellValue, type Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'
import {
  endsOf,
  frozenLines,
  groupCells,
  isOutdated,
  headRows,
  inColumns,
  styledCell,
  labelCells,
  largestOf,
  lineColumns,
  calculatedCell,
  shownName,
  styled,
  type BelowNames,
  type LineColumn,
} from './line-layout.ts'
import { aboveLines, beforePeriods, type CellAddresses } from './cell-addresses.ts'
import { spreadCharts } from './comparison-charts.ts'
import type { ComparedWorkbook } from './compared-companies.ts'
import { derivedFigureAt, derivedFormat } from './derived-figures.ts'
import { spreadRows } from './spread-rows.ts'

export const rankFormat: CellStyle = { format: '0', ink: 'quiet', size: 8, align: 'right' }

/** The first of all in the ink of the heads, in bold. */
function rankCell(rank: CellValue): Cell {
  const isFirst = typeof rank === 'object' && rank?.kind === 'formula' && rank.value === 1
  return {
    kind: 'styled',
    value: rank,
    style: isFirst ? { ...rankFormat, ink: 'section', bold: true } : rankFormat,
    isTelling: true,
  }
}

/** Filed under another name than that of the calendar period. */
function isCalendarized({ table, spec }: ComparedWorkbook, side: number, column: number): boolean {
  return (
    spec.alignment === 'calendar' &&
    (table.columns[column]?.year ?? null) !== null &&
    (table.companies[side]?.periods[column]?.how ?? 'filed') !== 'filed'
  )
}

/** When the fiscal years end, what is missing, and of how many companies the medians are. */
function yearEnds(book: ComparedWorkbook): BelowNames {
  const { companies } = book.table
  const quiet: CellStyle = { ink: 'quiet', size: 8 }
  return {
    label: 'Fiscal year-end',
    cell: (group) => {
      const company = companies.find(({ symbol }) => symbol === group)
      if (!company) {
        const style: CellStyle = { ...quiet, fill: 'well', ruleLeft: 'hair', indent: 1 }
        return { kind: 'styled', value: companyCounts(book), style, replaces: 'of ' }
      }
      const month = company.yearEnd === null ? 'n/a' : (monthNames[company.yearEnd - 1] ?? 'n/a').slice(0, 3)
      const runs = [
        { text: month, style: quiet },
        { text: company.missing.map((reason) => `  ${reason}`).join(''), style: { ink: 'flag', size: 8 } },
      ] as const
      return { ...runsCell(runs, { ...quiet, ruleLeft: 'hair', indent: 1 }), replaces: month }
    },
  }
}

/** `of 6, LTM of 5`: companies with a figure to rank, in the first column and wherever they are fewer or more. */
function companyCounts(book: ComparedWorkbook): string {
  const { companies, columns } = book.table
  const counts = columns.map(
    (_, column) => companies.filter(({ periods }) => periods[column] != null && !periods[column]?.outdated).length,
  )
  const [first = 0] = counts
  const others = counts.flatMap((count, column) => (count === first ? [] : `, ${shownName(book, column)} of ${count}`))
  return `of ${first}${others.join('')}`
}

/** What the letters of the sheet mean, below all of it. No period is named: ranks move on with an update, and these words stay. */
function footnotes(book: ComparedWorkbook): Row {
  const { companies, columns, lines } = book.table
  const sides = companies.map((_, side) => side)
  const hasCalendarized = sides.some((side) => columns.some((_, column) => isCalendarized(book, side, column)))
  const lowest = lines.filter(({ ranks, first }) => ranks.length > 0 && first === 'lowest').map(({ label }) => label)
  const isRanked = lines.some(({ ranks }) => ranks.length > 0)
  const words = [
    ...(hasCalendarized ? ['c: calendarized, the four quarters or the fiscal period centered in that period.'] : []),
    ...(isRanked
      ? [
          `Rank on the latest column; 1: highest${lowest.length > 0 ? `; of ${lowest.join(', ')}: lowest` : ''}.`,
          'Median and rank: of at least two companies.',
        ]
      : []),
    'n/a: not stored. n.m.: not meaningful, as growth from or to a negative figure.',
  ]
  return { cells: [styled(words.join('  '), { ink: 'quiet', size: 8 })] }
}

/** What the sheets of a comparison share: names, the scale of amounts, the title block. */
export interface SheetOptions {
  readonly name: string
  readonly scale: Scale
  readonly title: TitleBlock
}

const units: Readonly<Record<Scale, string>> = {
  units: 'Whole units',
  thousands: 'Thousands except per share',
  millions: 'Millions except per share',
  billions: 'Billions except per share',
}

/** Above the labels. */
export function unitOf(scale: Scale): string {
  return units[scale]
}

/** The format of every shown line, and its largest figure, medians included. */
export function derivedLines(
  book: ComparedWorkbook,
  scale: Scale,
): { readonly format: string; readonly largest: number }[] {
  const { table, spec } = book
  const allColumns = table.columns.map((_, column) => column)
  return table.lines.flatMap((line, at) => {
    const figures = table.companies.flatMap((_, side) =>
      allColumns.map((column) => derivedFigureAt(book, at, side, column)),
    )
    const median = derivedFormat(line, isAgainst(spec.mode) ? 'values' : spec.mode, scale)
    return [
      { format: derivedFormat(line, spec.mode, scale), largest: largestOf(figures) },
      { format: median, largest: largestOf(line.median) },
    ]
  })
}

/** Lines by periods, companies side by side, their ranks in the latest period, and the medians: as on the screen. */
export function spreadSheet(
  book: ComparedWorkbook,
  addresses: CellAddresses,
  { name, scale, title }: SheetOptions,
): Sheet {
  const { table, spec } = book
  const allColumns = table.columns.map((_, column) => column)
  const latest = allColumns.length - 1
  const columns: LineColumn[] = [
    ...table.companies.flatMap(({ symbol, name: company }, side): LineColumn[] => [
      ...allColumns.map((column) => ({
        group: symbol,
        name: company,
        title: shownName(book, column),
        ends: endsOf(book, side, column),
        isCalendarized: isCalendarized(book, side, column),
      })),
      { group: symbol, title: 'Rank', ends: '', is: 'rank' },
    ]),
    ...allColumns.map((column): LineColumn => ({
      group: 'Median',
      title: shownName(book, column),
      ends: '',
      is: 'median',
    })),
  ]
  const widths = lineColumns(columns, derivedLines(book, scale), labelsOf(book))
  const drawn = spreadCharts(book, widths, scale)
  return {
    name,
    frozen: frozenLines,
    columns: widths,
    ...(drawn.charts && { charts: drawn.charts }),
    page: printedPage(title, {
      headsUpTo: aboveLines,
      ...pagesOfGroups(
        widths,
        beforePeriods,
        // The medians come after the last company.
        [...table.companies, 'medians'].map((_, side) => addresses.spreadColumn(side, 0)),
      ),
    }),
    rows: (function* (): Generator<readonly Row[]> {
      yield headRows({ ...title, subject: 'Comparison' }, unitOf(scale), columns, 'Field', yearEnds(book))
      for (const row of spreadRows(book)) {
        if (row.kind === 'group') {
          yield [{ cells: groupCells(row.label, row.note, columns), height: heightOfGroup }]
          continue
        }
        const at = row.line
        const line = table.lines[at]
        if (!line) continue
        const writer = new LineWriter(book, addresses, at)
        const shown = { format: derivedFormat(line, spec.mode, scale), ink: 'other-sheet', align: 'right' } as const
        const own = { ...shown, ink: 'formula' } as const
        const median = { ...own, format: derivedFormat(line, isAgainst(spec.mode) ? 'values' : spec.mode, scale) }
        const sides = table.companies.map((_, side) => side)
        yield [
          {
            cells: [
              ...labelCells(line),
              ...inColumns(
                [
                  ...sides.flatMap((side): Cell[] => [
                    ...allColumns.map((column) =>
                      styledCell(writer.figure(side, column), column === latest ? { ...shown, bold: true } : shown),
                    ),
                    latest < 0 ? null : rankCell(writer.rank(side, latest)),
                  ]),
                  ...allColumns.map((column) => styledCell(writer.median(column), median)),
                ],
                columns,
              ),
            ],
          },
        ]
      }
      yield drawn.rows
      const below = aboveLines + spreadRows(book).length + drawn.rows.length
      const end = Math.max(below, ...(drawn.charts ?? []).map(({ to }) => to.row))
      yield [...Array.from({ length: end - below + 1 }, (): Row => ({ cells: [] })), footnotes(book)]
    })(),
  }
}

/** Each line over time: a row a line and company, a column a period. */
export function timeSheet(
  book: ComparedWorkbook,
  addresses: CellAddresses,
  { name, scale, title }: SheetOptions,
): Sheet {
  const { table, spec } = book
  const allColumns = table.columns.map((_, column) => column)
  const columns = allColumns.map((column) => ({ group: '', title: shownName(book, column), ends: '' }))
  const titled = { ...title, subject: 'Each line over time' }
  return {
    name,
    frozen: frozenLines,
    columns: lineColumns(columns, derivedLines(book, scale), labelsOf(book), false),
    page: printedPage(titled, { headsUpTo: aboveLines }),
    rows: (function* (): Generator<Row[]> {
      yield headRows(titled, unitOf(scale), columns, 'Symbol')
      for (const [at, line] of table.lines.entries()) {
        const style = { format: derivedFormat(line, spec.mode, scale), ink: 'other-sheet', align: 'right' } as const
        yield table.companies.map(({ symbol }, side): Row => ({
          cells: [
            styled(line.label, side === 0 ? { rule: 'hair' } : {}),
            styled(symbol, side === 0 ? { rule: 'hair' } : {}),
            ...allColumns.map((column) => styledCell(seen(book, addresses, at, side, column), style)),
          ],
        }))
      }
    })(),
  }
}

/** The latest column: a company a column. */
export function periodSheet(
  book: ComparedWorkbook,
  addresses: CellAddresses,
  { name, scale, title }: SheetOptions,
): Sheet {
  const { table, spec } = book
  const latest = table.columns.length - 1
  const columns = table.companies.map(({ symbol }, side) => ({
    group: symbol,
    title: shownName(book, latest),
    ends: endsOf(book, side, latest),
  }))
  const titled = { ...title, subject: 'Companies side by side, latest period' }
  return {
    name,
    frozen: frozenLines,
    columns: lineColumns(columns, derivedLines(book, scale), labelsOf(book)),
    page: printedPage(titled, { headsUpTo: aboveLines }),
    rows: (function* (): Generator<Row[]> {
      yield headRows(titled, unitOf(scale), columns)
      for (const [at, line] of table.lines.entries()) {
        const style = { format: derivedFormat(line, spec.mode, scale), ink: 'other-sheet', align: 'right' } as const
        const cells = table.companies.map((_, side) => styledCell(seen(book, addresses, at, side, latest), style))
        yield [{ cells: [...labelCells(line), ...cells] }]
      }
    })(),
  }
}

function labelsOf({ table }: ComparedWorkbook): string[] {
  return table.lines.map(({ label }) => label)
}

/** The value of that cell of the spread. */
function seen(book: ComparedWorkbook, addresses: CellAddresses, line: number, side: number, column: number): CellValue {
  const cell = addresses.spreadElsewhere(side, column, line)
  return cell === undefined ? 'n/a' : calculatedCell(cell, derivedFigureAt(book, line, side, column))
}

export function isAgainst(mode: ComparisonMode): boolean {
  return mode === 'median' || mode === 'peer'
}

/** Rank of one of several cells; undefined: the company has no rank. */
export function rankFormula(
  cells: readonly (string | undefined)[],
  at: number,
  { first }: Pick<ComparedLine, 'first'>,
  rank: number | null,
): CellValue {
  const own = cells[at]
  if (own === undefined) return null
  const all = cells.filter((cell) => cell !== undefined)
  const isBefore = first === 'highest' ? '>' : '<'
  const better = all.filter((cell) => cell !== own).map((cell) => `ISNUMBER(${cell})*(${cell}${isBefore}${own})`)
  return {
    kind: 'formula',
    formula: `IF(AND(ISNUMBER(${own}),COUNT(${all.join(',')})>1),${['1', ...better].join('+')},"")`,
    value: rank ?? '',
  }
}

/** The cells of one line in the spread. */
class LineWriter {
  readonly #book: ComparedWorkbook
  readonly #addresses: CellAddresses
  readonly #at: number
  readonly #line: ComparedLine | undefined

  constructor(book: ComparedWorkbook, addresses: CellAddresses, at: number) {
    this.#book = book
    this.#addresses = addresses
    this.#at = at
    this.#line = book.table.lines[at]
  }

  figure(side: number, column: number): CellValue {
    const formula = this.#formula(side, column)
    return formula === null ? 'n/a' : calculatedCell(formula, derivedFigureAt(this.#book, this.#at, side, column))
  }

  /** Ranks by the figure before it is compared with others; empty for figures that cannot be compared. */
  rank(side: number, column: number): CellValue {
    const { table } = this.#book
    if (!this.#line || this.#line.ranks.length === 0) return null
    const all = table.companies.map((_, other) => this.#ranked(other, column))
    return rankFormula(all, side, this.#line, this.#line.ranks[side * table.columns.length + column] ?? null)
  }

  median(column: number): CellValue {
    const { companies } = this.#book.table
    if (!this.#line || companies.length < 2) return null
    if (this.#line.median.length === 0) return 'n/a'
    const all = companies.flatMap((_, side) => this.#ranked(side, column) ?? []).join(',')
    if (all === '') return 'n/a'
    return calculatedCell(`IF(COUNT(${all})<2,"n/a",MEDIAN(${all}))`, this.#line.median[column] ?? null)
  }

  /** The cell by which companies are ranked; undefined: its period is too old to be, or the cell is not in the workbook. */
  #ranked(side: number, column: number): string | undefined {
    if (isOutdated(this.#book, side, column)) return undefined
    const { mode } = this.#book.spec
    if (mode === 'values' || isAgainst(mode)) return this.#figure(side, this.#column(column))
    return this.#addresses.spread(side, column, this.#at)
  }

  #formula(side: number, columnAt: number): string | null {
    const { spec, period, shown, sides } = this.#book
    const line = this.#line
    const column = this.#column(columnAt)
    const now = this.#figure(side, column)
    if (!line || now === undefined) return null
    const both = (other: string | undefined, formula: (base: string) => string) =>
      other === undefined ? null : `IF(COUNT(${now},${other})=2,${formula(other)},"n/a")`
    /** As `both`, with another column of the company: n.m. when that counts in other shares. */
    const across = (at: number | undefined, formula: (base: string) => string) => {
      const shares = sides[side]?.shares
      const isAcross =
        at !== undefined &&
        shares?.isOf(line.field) === true &&
        !isSameBase(shares.bases[column] ?? Number.NaN, shares.bases[at] ?? Number.NaN)
      const other = at === undefined ? undefined : this.#figure(side, at)
      return both(other, isAcross ? () => '"n.m."' : formula)
    }
    const earlier = (quarters: number) => sides[side]?.before(column, quarters)
    switch (spec.mode) {
      case 'values':
        return now
      case 'yoy':
      case 'qoq':
        return across(earlier(spec.mode === 'yoy' ? 4 : period), (base) =>
          isProportion(line.unit) ? `${now}-${base}` : growthFormula(now, base),
        )
      case 'cagr': {
        const years = spec.years ?? 1
        const yearly = (base: string) => `IF(OR(${base}<=0,${now}<0),"n.m.",(${now}/${base})^(1/${years})-1)`
        return isProportion(line.unit) ? null : across(earlier(4 * years), yearly)
      }
      case 'common-size': {
        const { statement = null } = figureLines.get(line.field) ?? {}
        if (statement === null || line.unit !== 'money') return null
        const base = this.#addresses.figureElsewhere(side, column, statement === 'balance' ? 'TotalAssets' : 'Revenue')
        return both(base, (whole) => `IF(${whole}<=0,"n.m.",${now}/${whole})`)
      }
      case 'index': {
        const figures = sides[side]?.line(line.field)
        const first = shown.find((at) => (figures?.[at] ?? 0) > 0)
        return across(first, (base) => `${now}/${base}*100`)
      }
      case 'median':
        return line.median.length === 0 || isOutdated(this.#book, side, columnAt)
          ? null
          : both(this.#medianCell(columnAt), (base) => `${now}-${base}`)
      case 'peer': {
        const peer = sides.findIndex(({ symbol }) => symbol === spec.peer)
        if (line.median.length === 0 || peer < 0 || isOutdated(this.#book, peer, columnAt)) return null
        if (isOutdated(this.#book, side, columnAt)) return null
        return both(this.#figure(peer, column), (base) => `${now}-${base}`)
      }
      default:
        return spec.mode satisfies never
    }
  }

  #column(column: number): number {
    return this.#book.shown[column] ?? 0
  }

  #figure(side: number, column: number): string | undefined {
    return this.#line && this.#addresses.figureElsewhere(side, column, this.#line.field)
  }

  /** Medians are placed after the last company, like one more company. */
  #medianCell(column: number): string | undefined {
    return this.#addresses.spread(this.#book.sides.length, column, this.#at)
  }
}
