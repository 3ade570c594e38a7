import { cellName } from '../workbook/cells.ts'
import { inFormula } from '../workbook/sheet-names.ts'
import { storedFields, type ComparedBook } from './sides.ts'

/** Rows above the first record of the data, and above the first line of a sheet of lines. */
export const aboveRecords = 1
export const aboveLines = 6
/** Columns before the first figure: of a record, of a line. */
export const beforeFields = 8
export const beforeSlots = 2

export type SheetKey = 'data' | 'figures' | 'spread'

/** Where the figures of a comparison stand in its workbook. */
export class Places {
  readonly #sheets: Readonly<Record<SheetKey, string>>
  readonly #fields: ReadonlyMap<string, number>
  readonly #lines: ReadonlyMap<string, number>
  /** The row of each company's first period in the data. */
  readonly #firstRecords: readonly number[]
  readonly #columns: number
  readonly #shown: number

  constructor(book: ComparedBook, sheets: Readonly<Record<SheetKey, string>>) {
    this.#sheets = sheets
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
  }

  /** Undefined: the field is no stored one, or not in this workbook. */
  data(side: number, period: number, field: string): string | undefined {
    const at = this.#fields.get(field)
    if (at === undefined) return undefined
    return this.#in('data', beforeFields + at, (this.#firstRecords[side] ?? 0) + period)
  }

  /** On its own sheet. */
  figure(side: number, column: number, field: string): string | undefined {
    const at = this.#lines.get(field)
    return at === undefined ? undefined : cellName(beforeSlots + side * this.#columns + column, aboveLines + at)
  }

  figureElsewhere(side: number, column: number, field: string): string {
    return `${inFormula(this.#sheets.figures)}${this.figure(side, column, field) ?? 'A1'}`
  }

  /** Of the shown columns, on its own sheet; `line`: its place among those that were asked for. */
  spread(side: number, slot: number, line: number): string {
    return cellName(this.spreadColumn(side, slot), aboveLines + line)
  }

  spreadElsewhere(side: number, slot: number, line: number): string {
    return inFormula(this.#sheets.spread) + this.spread(side, slot, line)
  }

  /** Each company's columns, then its rank. */
  spreadColumn(side: number, slot: number): number {
    return beforeSlots + side * (this.#shown + 1) + slot
  }

  #in(sheet: SheetKey, column: number, row: number): string {
    return inFormula(this.#sheets[sheet]) + cellName(column, row)
  }
}
