import { sheetNamesOf, unpacked } from './archive.ts'
import { recalculated } from './office.ts'
import { readSheet } from './workbook/read-sheet.ts'

/** What a spreadsheet calculates otherwise than the file says, and what it cannot calculate; with how many formulas there are. */
export function recalculation(workbook: Buffer) {
  const sheets = recalculated(workbook)
  const parts = unpacked(workbook)
  const differences: string[] = []
  let formulas = 0
  for (const [at, name] of sheetNamesOf(parts).entries()) {
    for (const [cell, { value, formula }] of readSheet(parts.get(`xl/worksheets/sheet${at + 1}.xml`) ?? '')) {
      if (formula === undefined) continue
      formulas += 1
      const { row, column } = rowAndColumnOf(cell)
      const shown = sheets.get(name)?.[row]?.[column] ?? ''
      if (!isSame(shown, value)) differences.push(`${name}!${cell} is ${shown}, not ${value}: ${formula}`)
    }
  }
  return { formulas, differences, errors: [...sheets.values()].flat(2).filter((text) => /^(?:#|Err:)/.test(text)) }
}

function isSame(shown: string, value: number | string | boolean): boolean {
  if (typeof value !== 'number') return shown === String(value)
  return shown !== '' && Math.abs(Number(shown) - value) <= 1e-9 * Math.max(1, Math.abs(value))
}

/** `B7`, from 0 and 0. */
function rowAndColumnOf(cell: string): { row: number; column: number } {
  const [, letters = '', number = ''] = /^([A-Z]+)(\d+)$/.exec(cell) ?? []
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(number) - 1, column }
}
