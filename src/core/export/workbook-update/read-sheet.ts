/** Reads the cells of a sheet from its XML. */

import { readXml } from './read-xml.ts'
import { refuse } from './refuse-workbook.ts'

export interface ReadCell {
  /** From 0. */
  readonly column: number
  readonly value: number | string | boolean | null
  readonly formula: string | null
  /** One formula written for several cells: the number that they share, and whether this cell holds it. */
  readonly shared: { readonly id: string; readonly isHolder: boolean } | null
  /** An array formula: it is stated in this cell and fills others as well. */
  readonly isArray: boolean
  /** Position of the last calculated value; null: none. */
  readonly result: { readonly start: number; readonly end: number } | null
  /** The index of its cell style. */
  readonly look: string | null
  readonly start: number
  readonly end: number
}

export interface ReadRow {
  /** From 0. */
  readonly row: number
  readonly start: number
  /** Behind its opening tag, and before its closing one. */
  readonly inside: number
  readonly last: number
  readonly end: number
  readonly isEmpty: boolean
  readonly cells: readonly ReadCell[]
}

/** A sheet's text, and the positions of its cells in it. */
export interface ReadSheet {
  readonly xml: string
  readonly rows: readonly ReadRow[]
  /** Positions of the rows' element and of its last tag; `isEmpty`: it is a single tag. */
  readonly data: { readonly open: number; readonly last: number; readonly end: number; readonly isEmpty: boolean }
  readonly columns: { readonly start: number; readonly end: number; readonly each: readonly ReadColumn[] } | null
  readonly dimension: { readonly start: number; readonly end: number } | null
}

interface ReadColumn {
  /** From 1, as in the file. */
  readonly min: number
  readonly max: number
  readonly attributes: Readonly<Record<string, string>>
}

type Growing<T> = { -readonly [Key in keyof T]: T[Key] }

/** The most rows and columns that a sheet can have in Excel. */
const mostRows = 1_048_576
const mostColumns = 16_384
/** A million: the most cells that are read of a sheet; a comparison of 20 companies over 20 years has a quarter of that. */
const mostCells = 1_000_000

/** The cells of a sheet. `texts`: of the table that cells refer to. Refuses what is written in a way that is not read here. */
export async function readSheet(xml: string, texts: readonly string[]): Promise<ReadSheet> {
  const rows: Growing<ReadRow>[] = []
  let cells: Growing<ReadCell>[] = []
  let data: ReadSheet['data'] | null = null
  let columns: ReadSheet['columns'] = null
  let dimension: ReadSheet['dimension'] = null
  let [row, cell]: [Growing<ReadRow> | null, Growing<ReadCell> | null] = [null, null]
  let [type, text, collected, depth, dataStart, dataInside] = ['n', '', null as string | null, 0, 0, 0]
  let each: ReadColumn[] = []
  let cellCount = 0
  await readXml(xml, {
    open(name, attributes, start, inside) {
      if (depth === 0 && name !== 'worksheet') refuse('a sheet was saved in an unsupported layout')
      depth += 1
      switch (name) {
        case 'dimension':
          dimension = { start, end: inside }
          return
        case 'cols':
          columns = { start, end: inside, each: (each = []) }
          return
        case 'col':
          each.push({ min: Number(attributes['min']), max: Number(attributes['max']), attributes })
          return
        case 'sheetData':
          ;[dataStart, dataInside] = [start, inside]
          return
        case 'row':
          cells = []
          row = {
            row: within(
              mostRows,
              attributes['r'] === undefined ? (rows.at(-1)?.row ?? -1) + 1 : Number(attributes['r']) - 1,
            ),
            start,
            inside,
            last: inside,
            end: inside,
            cells,
            isEmpty: xml.startsWith('/>', inside - 2),
          }
          return
        case 'c': {
          cellCount += 1
          if (cellCount > mostCells) refuse('a sheet has more than a million cells')
          const address = attributes['r']
          type = attributes['t'] ?? 'n'
          ;[text, collected] = ['', null]
          cell = {
            column: within(mostColumns, address === undefined ? (cells.at(-1)?.column ?? -1) + 1 : columnOf(address)),
            value: null,
            formula: null,
            shared: null,
            result: null,
            isArray: false,
            look: attributes['s'] ?? null,
            start,
            end: inside,
          }
          return
        }
        case 'f':
          if (!cell) return
          collected = ''
          cell.formula = ''
          if (attributes['t'] === 'shared')
            cell.shared = { id: attributes['si'] ?? '', isHolder: attributes['ref'] !== undefined }
          cell.isArray = attributes['t'] === 'array' || attributes['t'] === 'dataTable'
          return
        case 'v':
        case 't':
          collected = cell ? '' : null
          if (cell?.formula != null) cell.result = { start, end: inside }
          return
        default:
      }
    },
    text(piece) {
      if (collected !== null) collected += piece
    },
    close(name, start, end) {
      depth -= 1
      if (name === 'v' && cell?.result) cell.result = { ...cell.result, end }
      if (name === 'f' && cell) cell.formula = collected ?? ''
      else if (name === 'v' || name === 't') text += collected ?? ''
      if (name === 'f' || name === 'v' || name === 't') collected = null
      else if (name === 'c' && cell) {
        cell.end = end
        cell.value = valueOf(type, text, texts)
        cells.push(cell)
        cell = null
      } else if (name === 'row' && row) {
        row.last = start
        row.end = end
        rows.push(row)
        row = null
      } else if (name === 'cols' && columns) columns = { ...columns, end }
      else if (name === 'sheetData') {
        const isEmpty = xml.startsWith('/>', dataInside - 2)
        data = {
          open: dataStart,
          last: isEmpty ? dataStart : start,
          end: isEmpty ? dataInside : end,
          isEmpty,
        }
      }
    },
  })
  return { xml, rows, data: data ?? refuse('a sheet has no cells'), columns, dimension }
}

/** A place that a sheet can have. */
function within(most: number, at: number): number {
  return Number.isInteger(at) && at >= 0 && at < most
    ? at
    : refuse('a sheet refers to a cell outside the limits of a spreadsheet')
}

/** Phonetic text above a string is recognized by its position, which is tracked only for the table of strings. */
function valueOf(type: string, text: string, texts: readonly string[]): ReadCell['value'] {
  switch (type) {
    case 's':
      return texts[Number(text)] ?? ''
    case 'b':
      return text === '1'
    case 'str':
    case 'inlineStr':
    case 'e':
    case 'd':
      return spelled(text)
    default:
      return text === '' ? null : Number(text)
  }
}

/** `_x0007_` is one letter. */
export function spelled(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** `AB12` is 27. */
export function columnOf(address: string): number {
  let column = 0
  for (let at = 0; at < address.length; at += 1) {
    const letter = address.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column - 1
}

/** A sheet's cells by their places. */
export class SheetCells {
  readonly #rows: ReadonlyMap<number, ReadonlyMap<number, ReadCell>>
  readonly #hidden: readonly ReadColumn[]
  /** The last row and column with any content. */
  readonly rows: number
  readonly columns: number

  constructor({ rows, columns }: ReadSheet) {
    this.#hidden = columns?.each.filter(({ attributes }) => isTrue(attributes['hidden'])) ?? []
    this.#rows = new Map(rows.map(({ row, cells }) => [row, new Map(cells.map((cell) => [cell.column, cell]))]))
    this.rows = rows.reduce((most, { row }) => Math.max(most, row + 1), 0)
    this.columns = rows.reduce((most, { cells }) => Math.max(most, (cells.at(-1)?.column ?? -1) + 1), 0)
  }

  at(row: number, column: number): ReadCell | undefined {
    return this.#rows.get(row)?.get(column)
  }

  /** Text of a cell; of a number, as written in the file. */
  words(row: number, column: number): string {
    const value = this.at(row, column)?.value ?? null
    return value === null ? '' : String(value)
  }

  isColumnFree(column: number): boolean {
    return [...this.#rows.values()].every((cells) => isFree(cells.get(column)))
  }

  isColumnHidden(column: number): boolean {
    return this.#hidden.some(({ min, max }) => min <= column + 1 && column < max)
  }

  isRowFree(row: number): boolean {
    return [...(this.#rows.get(row)?.values() ?? [])].every(isFree)
  }
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true'
}

function isFree(cell: ReadCell | undefined): boolean {
  return cell === undefined || (cell.value === null && cell.formula === null)
}
