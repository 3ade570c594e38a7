/** The type of a workbook that can be updated, and its provenance sheet. */

import { plainText } from '../text-tables/csv.ts'
import { printedPage, titleRowCount, titleRows, type TitleBlock } from '../title-block.ts'
import type { Cell, Row } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import { markedCell, numbered, type AnchoredSheet, type Placements } from './anchored-sheet.ts'
import { queryLabel, queryMarkName } from './workbook-query.ts'

/** A workbook that can be updated: its sheets, with formulas that refer to each other's cells. */
export interface UpdatableWorkbook {
  /** The tables of its sheets, in order. */
  readonly tables: readonly AnchoredSheet[]
  readonly sheets: (placements: Placements) => readonly Sheet[]
  /** The records that it contains. */
  readonly recordIds: readonly number[]
}

/** The sheet of provenance: a fact or a record per row below its title, each identified by its first cell. */
export function provenanceTable(rows: readonly (readonly Cell[])[]): AnchoredSheet {
  return {
    mark: 'provenance',
    name: 'Provenance',
    heads: [],
    keys: [0],
    columnKeys: [],
    first: { row: titleRowCount, column: 1 },
    rowKeys: numbered(rows.map(([first = null]) => plainText(first))),
  }
}

/** The settings of the export are for updates and not for readers, so their row is hidden. */
export function provenanceSheet(
  anchored: AnchoredSheet,
  rows: readonly (readonly Cell[])[],
  { widths, title }: { readonly widths: readonly number[]; readonly title: TitleBlock },
): Sheet {
  const heads = titleRows(title)
  const { name, mark } = anchored
  const queryRow = rows.findIndex(([first = null]) => plainText(first) === queryLabel)
  return {
    name,
    columns: widths.map((width) => ({ width })),
    marks: [
      { name: mark, ...markedCell(anchored) },
      { name: queryMarkName, row: heads.length + queryRow, column: 1 },
    ],
    page: printedPage(title, {}),
    rows: [[...heads, ...rows.map((cells, row): Row => ({ cells, isHidden: row === queryRow }))]],
  }
}
