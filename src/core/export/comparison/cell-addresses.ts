/** Addresses of cells in a comparison's workbook, for the formulas that refer to them. */

import { cellIn, type Placements } from '../workbook-update/anchored-sheet.ts'
import { titleRowCount } from '../title-block.ts'
import { cellName, columnName } from '../workbook/cells.ts'
import { inFormula } from '../workbook/sheet-names.ts'
import { storedFields, type ComparedWorkbook } from './compared-companies.ts'
import { spreadRowOfLine } from './spread-rows.ts'

/** Rows above the first record of the data, and above the first line of a sheet of lines. */
export const aboveRecords = titleRowCount + 1
export const aboveLines = titleRowCount + 4
/** Columns before the first figure: of a record, of a line. */
export const beforeFields = 8
export const beforePeriods = 2

type SheetKey = 'data' | 'figures' | 'spread' | 'checks' | 'check-summary' | 'scatter'

/** The cells of a comparison's figures in its workbook. */
export class CellAddresses {
  readonly #placements: Placements
  readonly #fields: ReadonlyMap<string, number>
  readonly #lines: ReadonlyMap<string, number>
  /** The row of each company's first period in the data. */
  readonly #firstRecords: readonly number[]
  readonly #columns: number
  readonly #shown: number
  /** The row of each line of the spread, below its heads. */
  readonly #spreadRows: readonly number[]

  constructor(book: ComparedWorkbook, placements: Placements) {
    this.#placements = placements
    this.#fields = new Map(storedFields(book).map((field, at) => [field, at]))
    this.#lines = new Map(book.lines.map(({ field }, at) => [field, at]))
    let row = aboveRecords
    this.#firstRecords = book.sides.map(({ periods }) => {
      const first = row
      row += periods.length
      return first
    })
    this.#columns = book.columns.length
    this.#shown = book.shown.length
    this.#spreadRows = spreadRowOfLine(book)
  }

  /** Undefined: the field is no stored one, or not in this workbook. */
  data(side: number, period: number, field: string): string | undefined {
    const at = this.#fields.get(field)
    if (at === undefined) return undefined
    return this.#in('data', beforeFields + at, (this.#firstRecords[side] ?? 0) + period)
  }

  /** Of a row and a column of all checks, on another sheet. */
  checkElsewhere(row: number, column: number): string | undefined {
    return this.#in('checks', column, row)
  }

  /** A whole column of all checks, so that a check that an update adds is counted. */
  checkColumn(column: number): string | undefined {
    const placement = this.#placements.get('checks')
    const across = placement?.column(column)
    if (!placement || across === undefined) return undefined
    const letters = columnName(across)
    return `${inFormula(placement.name)}$${letters}:$${letters}`
  }

  /** Of a row and a column of the counts of checks, on their own sheet. */
  checkCount(row: number, column: number): string | undefined {
    return this.#own('check-summary', column, row)
  }

  /** Of a row and a column of all checks, on their own sheet. */
  check(row: number, column: number): string | undefined {
    return this.#own('checks', column, row)
  }

  /** A cell of the scatter sheet. */
  scatter(row: number, column: number): string | undefined {
    return this.#own('scatter', column, row)
  }

  /** A cell of the sheet of figures. */
  figure(side: number, column: number, field: string): string | undefined {
    const at = this.#lines.get(field)
    return at === undefined ? undefined : this.#own('figures', this.#figureColumn(side, column), aboveLines + at)
  }

  figureElsewhere(side: number, column: number, field: string): string | undefined {
    const at = this.#lines.get(field)
    return at === undefined ? undefined : this.#in('figures', this.#figureColumn(side, column), aboveLines + at)
  }

  /** A cell of the spread; `line`: its index among the requested ones. */
  spread(side: number, column: number, line: number): string | undefined {
    return this.#own('spread', this.spreadColumn(side, column), this.#spreadRow(line))
  }

  spreadElsewhere(side: number, column: number, line: number): string | undefined {
    return this.#in('spread', this.spreadColumn(side, column), this.#spreadRow(line))
  }

  /** Each company's columns, then its rank. */
  spreadColumn(side: number, column: number): number {
    return beforePeriods + side * (this.#shown + 1) + column
  }

  #spreadRow(line: number): number {
    return aboveLines + (this.#spreadRows[line] ?? line)
  }

  #figureColumn(side: number, column: number): number {
    return beforePeriods + side * this.#columns + column
  }

  #in(sheet: SheetKey, column: number, row: number): string | undefined {
    return cellIn(this.#placements.get(sheet), row, column)
  }

  #own(sheet: SheetKey, column: number, row: number): string | undefined {
    const placement = this.#placements.get(sheet)
    const [down, across] = [placement?.row(row), placement?.column(column)]
    return down === undefined || across === undefined ? undefined : cellName(across, down)
  }
}
