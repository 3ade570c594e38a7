/** Changes single cells in the XML of a sheet, and leaves the rest as it is. */

import { setImmediate } from 'node:timers/promises'
import { isFormulaLike } from '#contract/api/spreadsheet-text.ts'
import { cellName, type CellValue } from '../workbook/cells.ts'
import { textXml, valueXml } from '../workbook/sheet-xml.ts'
import type { CellStyle, StyleBook } from '../workbook/styles.ts'
import type { ReadCell, ReadRow, ReadSheet } from './read-sheet.ts'
import { refuse } from './refuse-workbook.ts'
import { Splices } from './xml-elements.ts'

/** A cell that becomes another one. */
export interface Edit {
  readonly column: number
  readonly value: CellValue
  readonly style: CellStyle
  /** Our style is applied even where a user has changed it. */
  readonly isOurLook: boolean
  /** A new cell looks as this one of its row does. */
  readonly like: number | null
}

interface Patch {
  /** From 0, in any order. */
  readonly edits: ReadonlyMap<number, readonly Edit[]>
  /** New columns, which look as another one does (`like`), both from 0; `width` in letters, null: as wide as that one. */
  readonly widths: readonly { readonly column: number; readonly like: number; readonly width: number | null }[]
  /** Formulas that stay lose their results, see `uncalculated`. */
  readonly isUncalculated: boolean
}

/** Cells that are written before other requests have a turn. */
const cellsAtOnce = 4000

/** Formulas whose results may need data that a program cannot fetch again. */
const fromElsewhere = /\[|WEBSERVICE|DDE\(/i

/**
 * A sheet without formula results, so that they are recalculated, and otherwise unchanged. LibreOffice trusts stored results,
 * whatever the workbook says.
 */
export function uncalculated(sheet: ReadSheet): string {
  const splices = new Splices()
  leaveOutResults(sheet, new Set(), splices)
  return splices.applied(sheet.xml)
}

function leaveOutResults({ rows }: ReadSheet, rewritten: ReadonlySet<ReadCell>, splices: Splices): void {
  for (const cell of rows.flatMap(({ cells }) => cells)) {
    if (!cell.result || rewritten.has(cell) || fromElsewhere.test(cell.formula ?? '')) continue
    splices.put(cell.result.start, cell.result.end, '')
  }
}

/** A sheet with some cells changed and every other letter as it was; the same text when nothing is another value. */
export async function patched(
  sheet: ReadSheet,
  name: string,
  { edits, widths, isUncalculated }: Patch,
  styles: StyleBook,
): Promise<string> {
  const splices = new Splices()
  const left = new Set(edits.keys())
  const rewritten = new Set<ReadCell>()
  let added = ''
  let waiting = 0
  const rows = [...sheet.rows]
  for (const row of rows) {
    const its = edits.get(row.row)
    left.delete(row.row)
    if (!its) continue
    patchRow(sheet.xml, row, its, styles, splices, rewritten)
    waiting += its.length
    if (waiting < cellsAtOnce) continue
    waiting = 0
    await setImmediate()
  }
  const newRows = [...left].toSorted((one, other) => one - other)
  const texts = new Map(newRows.map((row) => [row, rowXml(row, edits.get(row) ?? [], styles)]))
  for (const row of newRows) {
    const text = texts.get(row) ?? ''
    const next = rows.find((each) => each.row > row)
    if (text === '') continue
    if (next) splices.put(next.start, next.start, text)
    else added += text
  }
  if (added !== '') {
    const { open, last, end, isEmpty } = sheet.data
    if (isEmpty) splices.put(open, end, `<sheetData>${added}</sheetData>`)
    else splices.put(last, last, added)
  }
  if (isUncalculated) leaveOutResults(sheet, rewritten, splices)
  if (splices.size === 0) return sheet.xml
  refuseTornFormulas(sheet, name, rewritten)
  if (widths.length > 0) widen(sheet, widths, splices)
  if (sheet.dimension) {
    const across = Math.max(
      ...rows.map(({ cells }) => cells.at(-1)?.column ?? 0),
      ...[...edits.values()].flat().map(({ column }) => column),
    )
    const down = Math.max(0, ...rows.map(({ row }) => row), ...edits.keys())
    splices.put(sheet.dimension.start, sheet.dimension.end, `<dimension ref="A1:${cellName(across, down)}"/>`)
  }
  return splices.applied(sheet.xml)
}

function patchRow(
  xml: string,
  row: ReadRow,
  edits: readonly Edit[],
  styles: StyleBook,
  splices: Splices,
  rewritten: Set<ReadCell>,
): void {
  const byColumn = new Map(row.cells.map((cell) => [cell.column, cell]))
  let added = ''
  let isLonger = false
  for (const edit of edits.toSorted((one, other) => one.column - other.column)) {
    const before = byColumn.get(edit.column)
    const like = edit.like === null ? undefined : byColumn.get(edit.like)
    if (before) {
      if (isSame(before, edit)) continue
      splices.put(before.start, before.end, cellXml(row.row, edit, before.look, styles))
      rewritten.add(before)
      continue
    }
    const text = cellXml(row.row, edit, like?.look ?? null, styles)
    if (text === '') continue
    isLonger = true
    const next = row.cells.find(({ column }) => column > edit.column)
    if (next) splices.put(next.start, next.start, text)
    else added += text
  }
  if (!isLonger) return
  const opening = xml.slice(row.start, row.inside)
  // The columns that a row spans are optional, but must not be wrong.
  const tag = opening.replace(/\sspans="[^"]*"/, '')
  if (row.isEmpty) splices.put(row.start, row.end, `${tag.slice(0, -2)}>${added}</row>`)
  else {
    if (tag !== opening) splices.put(row.start, row.inside, tag)
    if (added !== '') splices.put(row.last, row.last, added)
  }
}

function rowXml(row: number, edits: readonly Edit[], styles: StyleBook): string {
  const cells = edits
    .toSorted((one, other) => one.column - other.column)
    .map((edit) => cellXml(row, edit, null, styles))
    .join('')
  return cells === '' ? '' : `<row r="${row + 1}">${cells}</row>`
}

function cellXml(
  row: number,
  { column, value, style, isOurLook }: Edit,
  ownLook: string | null,
  styles: StyleBook,
): string {
  const opening = `<c r="${cellName(column, row)}"`
  const isText = typeof value === 'string'
  const isQuoted = isText && isFormulaLike(value)
  const own = () => (isQuoted ? styles.quotedOf(style) : styles.numberOf(style))
  const look = ` s="${ownLook === null || isOurLook || isQuoted ? own() : ownLook}"`
  return isText ? textXml(opening, look, value) : valueXml(opening, look, value)
}

function isSame(cell: ReadCell, { value, isOurLook }: Edit): boolean {
  if (isOurLook) return false
  if (typeof value === 'object' && value?.kind === 'formula') return false
  if (cell.formula !== null) return false
  return isSameValue(cell.value, typeof value === 'object' && value !== null ? value.serial : value)
}

/** Programs write a number with as many digits as they keep. */
export function isSameValue(one: ReadCell['value'], other: ReadCell['value']): boolean {
  if (typeof one !== 'number' || typeof other !== 'number')
    return (one === '' ? null : one) === (other === '' ? null : other)
  return one === other || Math.abs(one - other) <= 1e-11 * Math.max(Math.abs(one), Math.abs(other))
}

/** A user's array formula over several cells cannot lose one of them. */
function refuseTornFormulas({ rows }: ReadSheet, name: string, rewritten: ReadonlySet<ReadCell>): void {
  const holders = new Set<string>()
  for (const { row, cells } of rows) {
    for (const cell of cells) {
      if (!rewritten.has(cell)) continue
      if (cell.isArray) refuse(`${cellName(cell.column, row)} of “${name}” has an array formula; remove it first`)
      if (cell.shared?.isHolder === true) holders.add(cell.shared.id)
    }
  }
  for (const { row, cells } of rows) {
    for (const cell of cells) {
      if (!cell.shared || rewritten.has(cell) || !holders.has(cell.shared.id)) continue
      refuse(
        `${cellName(cell.column, row)} of “${name}” shares its formula with an updated cell; enter it as a separate formula first`,
      )
    }
  }
}

function widen({ columns, data }: ReadSheet, widths: Patch['widths'], splices: Splices): void {
  const wanted = new Set(widths.map(({ column }) => column + 1))
  const of = (number: number) => columns?.each.find(({ min, max }) => min <= number && number <= max)
  const keptColumns = (columns?.each ?? []).flatMap((each) => {
    const pieces: { min: number; max: number; attributes: Readonly<Record<string, string>> }[] = []
    let min = each.min
    for (const number of [...wanted].filter((one) => each.min <= one && one <= each.max).toSorted((a, b) => a - b)) {
      if (number > min) pieces.push({ min, max: number - 1, attributes: each.attributes })
      min = number + 1
    }
    if (min <= each.max) pieces.push({ min, max: each.max, attributes: each.attributes })
    return pieces
  })
  const all = [
    ...keptColumns,
    ...widths.map(({ column, like, width }) => ({
      min: column + 1,
      max: column + 1,
      attributes: {
        width: '12',
        customWidth: '1',
        ...of(like + 1)?.attributes,
        // The neighbor's may be too narrow for the new figures.
        ...(width !== null && { width: String(width), customWidth: '1' }),
      },
    })),
  ].toSorted((one, other) => one.min - other.min)
  const text = `<cols>${all.map(({ min, max, attributes }) => `<col min="${min}" max="${max}"${attributesText(attributes)}/>`).join('')}</cols>`
  if (columns) splices.put(columns.start, columns.end, text)
  else splices.put(data.open, data.open, text)
}

function attributesText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (name === 'min' || name === 'max' ? '' : ` ${name}="${value}"`))
    .join('')
}
