/** The row above a group of lines in a sheet, with its rule and height. */

import { runsCell, type StyledCell } from './workbook/cells.ts'
import type { CellStyle } from './workbook/styles.ts'

/** The rule below the head of a group of lines, across all columns. */
export const groupRule: CellStyle = { bold: true, ink: 'section', ruleBelow: 'hair' }
export const heightOfGroup = 19

/** The head of a group of lines, with a note on all of them. */
export function groupHead(label: string, note: string): StyledCell {
  return runsCell(
    [
      { text: label, style: { bold: true, ink: 'section' } },
      { text: note === '' ? '' : `   ${note}`, style: { ink: 'quiet', size: 8 } },
    ],
    groupRule,
  )
}
