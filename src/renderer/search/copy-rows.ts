import type { SecurityHit } from '#contract/desk/securities.ts'
import type { CopiedTable } from '../ui/clipboard.ts'
import { plainText, resultColumns, type ResultColumn } from './result-columns.ts'

/**
 * Securities for a spreadsheet, with a line of heads: tab-separated, and as HTML whose text cells are marked as text, so that a
 * CIK keeps its zeros and no name runs as a formula.
 */
export function copyRows(hits: readonly SecurityHit[]): CopiedTable {
  const heads = resultColumns.map(({ title }) => title)
  const lines = hits.map((hit) => resultColumns.map((column) => ({ column, text: plainText(hit, column.key) })))
  const textLines = lines.map((line) => line.map(({ column, text }) => tabCell(column, text)).join('\t'))
  const htmlLines = lines.map((line) => `<tr>${line.map(({ column, text }) => htmlCell(column, text)).join('')}</tr>`)
  return {
    text: [heads.join('\t'), ...textLines].join('\r\n'),
    html: `<meta charset="utf-8"><table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>${htmlLines.join('')}</table>`,
  }
}

/** Characters with which a spreadsheet takes a text for a formula, in full width too (promises.md X1). */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

function tabCell({ kind }: ResultColumn, text: string): string {
  if (kind === 'money') return text
  const plain = text.replaceAll(/[\t\r\n]+/g, ' ')
  return formulaStart.test(text) ? `'${plain}` : plain
}

function htmlCell({ kind }: ResultColumn, text: string): string {
  return kind === 'money' ? `<td>${escaped(text)}</td>` : `<td style='mso-number-format:"\\@"'>${escaped(text)}</td>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
