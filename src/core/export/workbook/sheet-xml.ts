/** Writes a sheet of a workbook as XML, row by row. */

import type { PaperSize } from '#contract/api/paper-size.ts'
import { isFormulaLike } from '#contract/api/spreadsheet-text.ts'
import {
  cellName,
  columnName,
  mostColumns,
  mostLetters,
  mostRows,
  type Cell,
  type CellValue,
  type Row,
  type Rows,
  type TextRun,
} from './cells.ts'
import { pageSetupXml, type PrintedPage } from './page-setup.ts'
import { dateFormat, runOf, type CellStyle, type StyleBook } from './styles.ts'
import type { PlacedChart } from './chart-xml.ts'
import { officeRelations } from './relations.ts'
import { xmlText } from './xml-text.ts'

export interface SheetColumn {
  /** In characters of the default font. */
  readonly width: number
  /** For every cell without a style. */
  readonly style?: CellStyle
  readonly isHidden?: boolean
  /** Outline level of the column, from 1; the control of a group is at the column before it. */
  readonly outline?: number
}

/** A note that a spreadsheet shows beside a cell; row and column from 0. */
export interface CellNote {
  readonly row: number
  readonly column: number
  readonly text: string
}

export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** How many rows and columns are frozen. */
  readonly frozen?: { readonly rows: number; readonly columns: number }
  /** RRGGBB. */
  readonly tabColor?: string
  /** Names for cells of it, hidden from the user, by which the program finds them again; counted from 0. */
  readonly marks?: readonly { readonly name: string; readonly row: number; readonly column: number }[]
  /** Absent: as wide as the paper, on as many pages as needed. */
  readonly page?: PrintedPage
  /** Highest outline level of the rows; absent: none has one. */
  readonly rowOutline?: number
  /** Rows, from 0, whose first cell spans several columns. */
  readonly merged?: readonly { readonly row: number; readonly columns: number }[]
  /** In the order of their cells. */
  readonly notes?: readonly CellNote[]
  readonly charts?: readonly PlacedChart[]
  readonly rows: Rows
}

export interface SheetCount {
  readonly rows: number
  /** Texts that were longer than a cell may be, and were cut. */
  readonly cut: number
}

/** Relationship id of a sheet's charts and notes. */
export const drawingId = 'rId1'
export const notesId = 'rId2'

const chunkLength = 32 * 1024
const plain: CellStyle = {}
const date: CellStyle = { format: dateFormat }
/** What all sheets of a workbook have in common. */
export interface WholeWorkbook {
  readonly styles: StyleBook
  readonly paper: PaperSize
}

/** A sheet as XML, piece by piece; `counted` is called at the end. Throws RangeError when it exceeds a spreadsheet's size. */
export async function* sheetXml(
  sheet: Sheet,
  { styles, paper }: WholeWorkbook,
  counted: (count: SheetCount) => void,
  isActive = false,
): AsyncGenerator<string> {
  const { columns, rows } = sheet
  let piece = head(sheet, styles, isActive)
  const writer = new RowWriter(columns, styles)
  for await (const batch of rows) {
    for (const row of batch) {
      piece += writer.write(row)
      if (piece.length < chunkLength) continue
      yield piece
      piece = ''
    }
  }
  const drawing = sheet.charts === undefined ? '' : `<drawing r:id="${drawingId}"/>`
  const notes = sheet.notes === undefined ? '' : `<legacyDrawing r:id="${notesId}"/>`
  yield `${piece}</sheetData>${mergedXml(sheet.merged)}${pageSetupXml(sheet.page, sheet.columns, paper)}${drawing}${notes}</worksheet>`
  counted(writer.count)
}

function head({ columns, frozen, tabColor, rowOutline, page }: Sheet, styles: StyleBook, isActive: boolean): string {
  const widths = columns.map(({ width, style, isHidden = false, outline }, at) => {
    const look = style === undefined ? '' : ` style="${styles.numberOf(style)}"`
    const isCollapsed = !isHidden && columns[at + 1]?.isHidden === true
    const grouped = `${isHidden ? ' hidden="1"' : ''}${outline === undefined ? '' : ` outlineLevel="${outline}"`}${isCollapsed ? ' collapsed="1"' : ''}`
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${look}${grouped}/>`
  })
  const depth = columns.reduce((most, { outline = 0 }) => Math.max(most, outline), 0)
  const tab = tabColor === undefined ? '' : `<tabColor rgb="FF${tabColor}"/>`
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${officeRelations}"><sheetPr>${tab}<outlinePr summaryBelow="0" summaryRight="0"/><pageSetUpPr fitToPage="${page?.breaks === undefined ? 1 : 0}"/></sheetPr><sheetViews><sheetView${isActive ? ' tabSelected="1"' : ''} workbookViewId="0" showGridLines="0">${pane(frozen)}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="12.75" customHeight="1"${rowOutline === undefined ? '' : ` outlineLevelRow="${rowOutline}"`}${depth === 0 ? '' : ` outlineLevelCol="${depth}"`}/>${widths.length === 0 ? '' : `<cols>${widths.join('')}</cols>`}<sheetData>`
}

function mergedXml(merged: Sheet['merged'] = []): string {
  const each = merged.map(({ row, columns }) => `<mergeCell ref="A${row + 1}:${cellName(columns - 1, row)}"/>`)
  return each.length === 0 ? '' : `<mergeCells count="${each.length}">${each.join('')}</mergeCells>`
}

function pane(frozen: Sheet['frozen']): string {
  const { rows, columns } = frozen ?? { rows: 0, columns: 0 }
  if (rows === 0 && columns === 0) return ''
  const split = `${columns > 0 ? ` xSplit="${columns}"` : ''}${rows > 0 ? ` ySplit="${rows}"` : ''}`
  const active = columns > 0 && rows > 0 ? 'bottomRight' : rows > 0 ? 'bottomLeft' : 'topRight'
  return `<pane${split} topLeftCell="${cellName(columns, rows)}" activePane="${active}" state="frozen"/><selection pane="${active}"/>`
}

/** Writes rows in order; a cell without a style gets that of its column. */
class RowWriter {
  readonly #columns: readonly SheetColumn[]
  readonly #styles: StyleBook
  readonly #names: string[]
  #row = 0
  #cut = 0

  constructor(columns: readonly SheetColumn[], styles: StyleBook) {
    this.#columns = columns
    this.#styles = styles
    this.#names = columns.map((_, at) => columnName(at))
  }

  get count(): SheetCount {
    return { rows: this.#row, cut: this.#cut }
  }

  write({ cells, height, outline, isHidden = false }: Row): string {
    this.#row += 1
    if (this.#row > mostRows) throw new RangeError(`a sheet has at most ${mostRows} rows`)
    if (cells.length > mostColumns) throw new RangeError(`a sheet has at most ${mostColumns} columns`)
    let xml = `<row r="${this.#row}"`
    if (height !== undefined) xml += ` ht="${height}" customHeight="1"`
    if (isHidden) xml += ' hidden="1"'
    if (outline !== undefined) xml += ` outlineLevel="${outline}"`
    xml += '>'
    for (const [at, cell] of cells.entries()) xml += this.#cell(at, cell)
    return `${xml}</row>`
  }

  #cell(at: number, cell: Cell): string {
    if (cell === null) return ''
    const style = this.#columns[at]?.style ?? plain
    if (typeof cell === 'object' && cell.kind === 'styled')
      return cell.runs ? this.#runs(at, cell.runs, cell.style) : this.#value(at, cell.value, cell.style)
    return this.#value(at, cell, style)
  }

  #value(at: number, value: CellValue, style: CellStyle): string {
    const opening = `<c r="${(this.#names[at] ??= columnName(at))}${this.#row}"`
    const look = this.#look(style)
    if (typeof value === 'string') return this.#text(opening, value, style)
    const isBareDate = typeof value === 'object' && value?.kind === 'date' && style.format === undefined
    return valueXml(opening, isBareDate ? this.#look({ ...date, ...style }) : look, value)
  }

  #runs(at: number, runs: readonly TextRun[], style: CellStyle): string {
    const opening = `<c r="${(this.#names[at] ??= columnName(at))}${this.#row}"`
    const parts = runs.map(
      ({ text, style: look }) => `<r>${runOf(look)}<t xml:space="preserve">${xmlText(text)}</t></r>`,
    )
    return `${opening}${this.#look(style)} t="inlineStr"><is>${parts.join('')}</is></c>`
  }

  #look(style: CellStyle): string {
    const number = this.#styles.numberOf(style)
    return number === 0 ? '' : ` s="${number}"`
  }

  #text(opening: string, text: string, style: CellStyle): string {
    if (text.length > mostLetters) this.#cut += 1
    const look = isFormulaLike(text) ? ` s="${this.#styles.quotedOf(style)}"` : this.#look(style)
    return textXml(opening, look, text)
  }
}

/** A text in its cell, as much of it as a cell can be. `place`: `<c r="B7"`; `look`: nothing, or ` s="3"`. */
export function textXml(opening: string, look: string, text: string): string {
  const whole = text.length > mostLetters ? text.slice(0, mostLetters) : text
  return `${opening}${look} t="inlineStr"><is><t xml:space="preserve">${xmlText(whole)}</t></is></c>`
}

/** Anything else in its cell. */
export function valueXml(opening: string, look: string, value: Exclude<CellValue, string>): string {
  if (value === null) return look === '' ? '' : `${opening}${look}/>`
  switch (typeof value) {
    case 'number':
      // Neither can be written as a number: a spreadsheet would call the file damaged.
      return Number.isFinite(value)
        ? `${opening}${look}><v>${value}</v></c>`
        : `${opening}${look} t="e"><v>#NUM!</v></c>`
    case 'boolean':
      return `${opening}${look} t="b"><v>${value ? 1 : 0}</v></c>`
    case 'object':
      return value.kind === 'date'
        ? `${opening}${look}><v>${value.serial}</v></c>`
        : `${opening}${look}${formulaXml(value.formula, value.value)}</c>`
    default:
      return value satisfies never
  }
}

function formulaXml(formula: string, value: number | string | null): string {
  const text = `<f>${xmlText(formula)}</f>`
  if (value === null) return `>${text}`
  if (typeof value === 'string') return ` t="str">${text}<v>${xmlText(value)}</v>`
  return Number.isFinite(value) ? `>${text}<v>${value}</v>` : `>${text}`
}
