import { safeText } from '#contract/desk/spreadsheet-text.ts'
import type { CopiedTable } from '../ui/clipboard.ts'
import { plainFigure } from './figures.ts'

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

/**
 * For the clipboard; in the HTML a text is marked as text, so that an identifier keeps its zeros. The mark may be lost on the way
 * (`writeTable`), so no text there may be a formula either.
 */
export function copiedSheet(sheet: Sheet): CopiedTable {
  const cell = (value: SheetCell) =>
    typeof value === 'string'
      ? `<td style='mso-number-format:"\\@"'>${escaped(safeText(value))}</td>`
      : `<td>${plainFigure(value)}</td>`
  const heads = sheet.heads.map((head) => `<th>${escaped(safeText(head))}</th>`).join('')
  const rows = sheet.rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')
  return {
    text: tabSeparated(sheet),
    html: `<meta charset="utf-8"><table>${heads === '' ? '' : `<tr>${heads}</tr>`}${rows}</table>`,
  }
}

function withHeads({ heads, rows }: Sheet): Sheet['rows'] {
  return heads.length > 0 ? [heads, ...rows] : rows
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
