import type { Rows } from '../workbook/cells.ts'
import { plainText } from './csv.ts'

/** A table in GitHub Flavored Markdown; the first row is its head. Figures are right-aligned. */
export async function* markdown(rows: Rows, isFigure: (column: number) => boolean): AsyncGenerator<string> {
  let isHead = true
  for await (const batch of rows) {
    let piece = ''
    for (const { cells } of batch) {
      piece += `| ${cells.map((cell) => escaped(plainText(cell))).join(' | ')} |\n`
      if (!isHead) continue
      piece += `|${cells.map((_, at) => (isFigure(at) ? ' ---: |' : ' --- |')).join('')}\n`
      isHead = false
    }
    yield piece
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\|`*_<>[\]]/g, (sign) => `\\${sign}`).replaceAll(/\s*[\r\n]+\s*/g, ' ')
}
