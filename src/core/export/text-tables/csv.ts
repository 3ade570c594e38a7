/** Writes a table as comma-separated or tab-separated values. */

import { safeText } from '#contract/api/spreadsheet-text.ts'
import type { Cell, CellValue, Rows } from '../workbook/cells.ts'
import { CellBytes } from './cell-bytes.ts'

export interface TextTableSigns {
  /** Between values. */
  readonly separator: ',' | ';' | '\t'
  readonly decimalSign: string
}

const chunkLength = 128 * 1024
const needsQuotes = { ',': /[",\r\n]/, ';': /[";\r\n]/, '\t': /["\t\r\n]/ } as const

/**
 * A table as separated values (RFC 4180): UTF-8 with a byte-order mark for Excel, figures in full precision without
 * groups, dates as ISO 8601, of a formula its value, and no text that a spreadsheet would run.
 */
export async function* writeCsv(rows: Rows, signs: TextTableSigns): AsyncGenerator<Uint8Array> {
  const quotable = needsQuotes[signs.separator]
  const bytes = new CellBytes(signs, chunkLength + 16 * 1024)
  bytes.text('\uFEFF')
  for await (const batch of rows) {
    for (const { cells } of batch) {
      for (let at = 0; at < cells.length; at += 1) {
        if (at > 0) bytes.separate()
        writeCell(bytes, cells[at] ?? null, quotable, signs.decimalSign)
      }
      bytes.endLine()
      if (bytes.length >= chunkLength) yield bytes.taken()
    }
  }
  yield bytes.taken()
}

function writeCell(bytes: CellBytes, cell: Cell, quotable: RegExp, decimalSign: string): void {
  if (typeof cell === 'number') {
    if (!bytes.plainNumber(cell)) bytes.text(numberText(cell, decimalSign))
  } else if (typeof cell === 'string') {
    const safe = safeText(cell)
    if (safe !== cell || !bytes.plainText(cell)) bytes.text(quoted(safe, quotable))
  } else if (typeof cell === 'boolean') bytes.text(cell ? 'TRUE' : 'FALSE')
  else if (cell?.kind === 'date') bytes.plainText(cell.text)
  else if (cell) bytes.text(quoted(plainText(cell, decimalSign), quotable))
}

function quoted(text: string, quotable: RegExp): string {
  return quotable.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A cell as words, for files that know no types. */
export function plainText(cell: Cell, decimalSign = '.'): string {
  const value: CellValue = typeof cell === 'object' && cell?.kind === 'styled' ? cell.value : cell
  if (value === null) return ''
  switch (typeof value) {
    case 'number':
      return numberText(value, decimalSign)
    case 'string':
      return safeText(value)
    case 'boolean':
      return value ? 'TRUE' : 'FALSE'
    default:
      if (value.kind === 'formula') return value.value === null ? '' : plainText(value.value, decimalSign)
      return value.text
  }
}

/** Never with an exponent, which some readers take for text. */
function numberText(value: number, decimalSign: string): string {
  const size = value < 0 ? -value : value
  if (!Number.isFinite(value)) return ''
  const text = (size >= 1e-6 && size < 1e21) || size === 0 ? `${value}` : plainDecimal(String(value))
  return decimalSign === '.' ? text : text.replace('.', decimalSign)
}

/** `1.5e-7` as `0.00000015`. */
function plainDecimal(text: string): string {
  const [digits = '', exponent = '0'] = text.split('e')
  const sign = digits.startsWith('-') ? '-' : ''
  const [whole = '', part = ''] = digits.replace('-', '').split('.')
  const point = whole.length + Number(exponent)
  const all = whole + part
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`
  return point >= all.length ? sign + all.padEnd(point, '0') : `${sign}${all.slice(0, point)}.${all.slice(point)}`
}
