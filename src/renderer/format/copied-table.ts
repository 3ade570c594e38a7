import { safeText } from '#contract/api/spreadsheet-text.ts'
import type { CopiedTable } from '../ui/clipboard.ts'
import { plainFigure } from './figures.ts'
import { htmlTable, textFormat, type HtmlCell } from './html-table.ts'

/** Figures are numbers, in full precision; everything else is text. Null is an empty cell. */
export type SheetCell = string | number | null

/** A table for a spreadsheet. */
export interface Sheet {
  /** None: the rows alone. */
  readonly heads: readonly string[]
  readonly rows: readonly (readonly SheetCell[])[]
}

export function tabSeparated({ heads, rows }: Sheet): string {
  const cell = (value: SheetCell) =>
    typeof value === 'string' ? safeText(value).replaceAll(/[\t\r\n]+/g, ' ') : plainFigure(value)
  return withHeads({ heads, rows })
    .map((row) => row.map(cell).join('\t'))
    .join('\r\n')
}

/** For the clipboard: texts are marked as texts, figures are left to the spreadsheet. */
export function copiedSheet(sheet: Sheet): CopiedTable {
  const cell = (value: SheetCell): HtmlCell =>
    typeof value === 'string' ? { text: value, format: textFormat } : { text: plainFigure(value) }
  return {
    text: tabSeparated(sheet),
    ...htmlTable(
      sheet.rows.map((row) => row.map(cell)),
      sheet.heads,
    ),
  }
}

function withHeads({ heads, rows }: Sheet): Sheet['rows'] {
  return heads.length > 0 ? [heads, ...rows] : rows
}
