/** Writes a table as JSON, with its provenance. */

import type { Cell, CellValue, Rows } from '../workbook/cells.ts'

/** Provenance, heads, rows; dates as text, formulas as values. One row per line, so that versions can be compared. */
export async function* jsonTable(
  rows: Rows,
  facts: readonly (readonly [label: string, value: string])[],
): AsyncGenerator<string> {
  yield `{\n "provenance": ${JSON.stringify(Object.fromEntries(facts))},\n "heads": `
  let before = ''
  for await (const batch of rows) {
    let piece = ''
    for (const { cells } of batch) {
      const line = JSON.stringify(cells.map(jsonValue))
      piece += before === '' ? `${line},\n "rows": [` : before + line
      before = before === '' ? '\n  ' : ',\n  '
    }
    yield piece
  }
  yield before === '' ? '[],\n "rows": []\n}\n' : '\n ]\n}\n'
}

function jsonValue(cell: Cell): number | string | boolean | null {
  const value: CellValue = typeof cell === 'object' && cell?.kind === 'styled' ? cell.value : cell
  if (typeof value !== 'object' || value === null) return value
  return value.kind === 'date' ? value.text : value.value
}
