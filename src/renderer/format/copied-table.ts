/** A table for a spreadsheet, and its text and HTML for the clipboard. */

import { safeText } from '#contract/api/spreadsheet-text.ts'
import type { CopiedTable } from '../ui/clipboard.ts'
import { separatorsOf } from '#contract/api/number-format.ts'
import type { Figure } from '#contract/api/financials.ts'
import { plainFigure } from './figures.ts'
import { numberFormat } from './number-format.svelte.ts'
import { htmlTable, textFormat, type HtmlCell } from './html-table.ts'

/** Figures are numbers, in full precision; everything else is text. Null is an empty cell. */
export type SpreadsheetCell = string | number | null

/** A table for a spreadsheet. */
export interface SpreadsheetTable {
  /** None: the rows alone. */
  readonly heads: readonly string[]
  readonly rows: readonly (readonly SpreadsheetCell[])[]
}

/** In full precision, with the decimal sign that the user's spreadsheet reads: `-1234.5`, `-1234,5`. */
export function spreadsheetNumber(value: Figure): string {
  return plainFigure(value).replace('.', separatorsOf(numberFormat()).decimal)
}

export function tabSeparated({ heads, rows }: SpreadsheetTable): string {
  const cell = (value: SpreadsheetCell) =>
    typeof value === 'string' ? safeText(value).replaceAll(/[\t\r\n]+/g, ' ') : spreadsheetNumber(value)
  return withHeads({ heads, rows })
    .map((row) => row.map(cell).join('\t'))
    .join('\r\n')
}

/** For the clipboard: texts are marked as texts, figures are left to the spreadsheet. */
export function copiedSheet(sheet: SpreadsheetTable): CopiedTable {
  const cell = (value: SpreadsheetCell): HtmlCell =>
    typeof value === 'string' ? { text: value, format: textFormat } : { text: spreadsheetNumber(value) }
  return {
    text: tabSeparated(sheet),
    ...htmlTable(
      sheet.rows.map((row) => row.map(cell)),
      sheet.heads,
    ),
  }
}

function withHeads({ heads, rows }: SpreadsheetTable): SpreadsheetTable['rows'] {
  return heads.length > 0 ? [heads, ...rows] : rows
}
