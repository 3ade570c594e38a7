/** The sheet that lists what an update of a workbook changed. */

import type { ChangedCell } from '#contract/api/exports.ts'
import { growth } from '../../fundamentals/growth.ts'
import { growthFormula } from '../growth-formula.ts'
import { momentCell } from '../provenance-rows.ts'
import { inFormula } from '../workbook/sheet-names.ts'
import type { Cell, Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import type { CellStyle } from '../workbook/styles.ts'

export const changesMark = 'moved'
export const changesName = 'Changes'

/** In the order in which they are tested. */
const reasons: Readonly<Record<ChangedCell['reason'], string>> = {
  restated: 'Restated by the service',
  withdrawn: 'Withdrawn by the service',
  adjusted: 'Adjusted for a share split detected since the previous update',
  changed: 'Workbook figure differed from the stored figure',
  gone: 'Not in this library; left unchanged',
  new: 'New',
}
const order = Object.keys(reasons)
const head: CellStyle = { bold: true, fill: 'head' }
const headOfFigures: CellStyle = { ...head, align: 'right' }
const bold: CellStyle = { bold: true }
const quiet: CellStyle = { ink: 'quiet' }
const figure: CellStyle = { format: '#,##0.00_);(#,##0.00);0_)', ink: 'data', align: 'right' }
const link: CellStyle = { ...figure, ink: 'other-sheet' }
const calculated: CellStyle = { ...figure, ink: 'formula' }
const percent: CellStyle = { format: '0.0%_);(0.0%);0%_)', ink: 'formula', align: 'right' }

const columns = [
  { title: 'Sheet', width: 24 },
  { title: 'Cell', width: 8 },
  { title: 'Line', width: 40 },
  { title: 'Field', width: 30 },
  { title: 'Period', width: 18 },
  ...['Previous', 'Current', 'Difference'].map((title) => ({ title, width: 18, isFigure: true })),
  { title: 'Change', width: 10, isFigure: true },
  { title: 'Detected (UTC)', width: 20 },
  { title: 'Reason', width: 56 },
]
const above = 4

/** What an update changed, restated figures first; differences are formulas over cells of the workbook. */
export function changesSheet(
  moved: readonly ChangedCell[],
  { since, now, notes }: { readonly since: number; readonly now: number; readonly notes: readonly string[] },
): Sheet {
  const sorted = moved.toSorted((one, other) => order.indexOf(one.reason) - order.indexOf(other.reason))
  const rows: Row[] = [
    { cells: [styled('Changes', bold)] },
    { cells: [styled('From', quiet), momentCell(since), styled('to', quiet), momentCell(now)] },
    { cells: [styled(notes.join(' '), quiet)] },
    {
      cells: columns.map((column) => styled(column.title, 'isFigure' in column ? headOfFigures : head)),
    },
    ...(moved.length === 0 ? [{ cells: [styled('No changes.', quiet)] }] : []),
    ...sorted.map((each, at): Row => ({ cells: changedCells(each, above + at + 1) })),
  ]
  return {
    name: changesName,
    frozen: { rows: above, columns: 0 },
    columns: columns.map(({ width }) => ({ width })),
    marks: [{ name: changesMark, row: 0, column: 0 }],
    rows: [rows],
  }
}

/** @param row as the spreadsheet counts it */
function changedCells(
  { sheet, cell, line, field, period, previous, current, seenAt, reason }: ChangedCell,
  row: number,
): Cell[] {
  const both = typeof previous === 'number' && typeof current === 'number'
  const currentCell = `${inFormula(sheet)}${cell}`
  return [
    sheet,
    cell,
    line,
    field,
    period,
    styled(previous ?? 'n/a', figure),
    // A withdrawn figure is text in one sheet and an empty cell in another, which a plain reference would make 0.
    styled(
      { kind: 'formula', formula: `IF(ISNUMBER(${currentCell}),${currentCell},"n/a")`, value: current ?? 'n/a' },
      link,
    ),
    both ? styled({ kind: 'formula', formula: `G${row}-F${row}`, value: current - previous }, calculated) : null,
    both
      ? styled(
          { kind: 'formula', formula: growthFormula(`G${row}`, `F${row}`), value: growth(current, previous) ?? 'n/a' },
          percent,
        )
      : null,
    seenAt === null ? null : momentCell(seenAt),
    reasons[reason],
  ]
}

function styled(value: Exclude<Cell, { kind: 'styled' }>, style: CellStyle): Cell {
  return { kind: 'styled', value, style }
}
