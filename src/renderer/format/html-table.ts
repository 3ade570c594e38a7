/** Writes a table as HTML for the clipboard, with texts that Excel does not interpret. */

import { safeText } from '#contract/api/spreadsheet-text.ts'
import type { CopiedTable } from '../ui/clipboard.ts'

/** Excel's format for text: such a cell is never interpreted. */
export const textFormat = '@'

export interface HtmlCell {
  readonly text: string
  /** Excel's format code. Without one a spreadsheet decides. */
  readonly format?: string | undefined
}

/**
 * A table for the clipboard. A text is marked as such, so that it is shown unchanged and an identifier keeps its zeros: for Excel
 * by its number format, for LibreOffice, which ignores that, by `sdnum`. Unmarked, a text that looks like a formula gets an
 * apostrophe.
 */
export function htmlTable(
  rows: readonly (readonly HtmlCell[])[],
  heads: readonly string[] = [],
): Pick<CopiedTable, 'html' | 'plainHtml'> {
  const headCells = heads.map((text): HtmlCell => ({ text, format: textFormat }))
  const tableOf = (cell: (tag: string, cell: HtmlCell) => string) => {
    const row = (tag: string, cells: readonly HtmlCell[]) => `<tr>${cells.map((each) => cell(tag, each)).join('')}</tr>`
    const body = rows.map((cells) => row('td', cells)).join('')
    return `<meta charset="utf-8"><table>${heads.length > 0 ? row('th', headCells) : ''}${body}</table>`
  }
  return { html: tableOf(formattedCell), plainHtml: tableOf(plainCell) }
}

function formattedCell(tag: string, cell: HtmlCell): string {
  const { text, format } = cell
  if (format === undefined || text === '') return plainCell(tag, cell)
  const style = `style='mso-number-format:"${format.replaceAll(/[.@]/g, String.raw`\$&`)}"'`
  return format === textFormat
    ? `<${tag} sdnum="1033;0;@" ${style}>${escaped(text)}</${tag}>`
    : `<${tag} ${style}>${escaped(safeText(text))}</${tag}>`
}

function plainCell(tag: string, { text }: HtmlCell): string {
  return `<${tag}>${escaped(safeText(text))}</${tag}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
