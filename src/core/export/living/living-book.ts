import { plainText } from '../text-tables/delimited.ts'
import type { Cell } from '../workbook/cells.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import { numbered, type Keyed, type Placements } from './keyed.ts'
import { questionLabel, questionMarkName } from './question.ts'

/** A workbook that can be brought up to date: its sheets, which refer to each other by where they stand. */
export interface LivingBook {
  /** Of the sheets, in their order. */
  readonly tables: readonly Keyed[]
  readonly sheets: (placements: Placements) => readonly Sheet[]
  /** Of the records that it tells of. */
  readonly recordIds: readonly number[]
}

/** The sheet that says where the figures come from: a fact or a record a row, each known by its first word. */
export function provenanceTable(rows: readonly (readonly Cell[])[]): Keyed {
  return {
    ...{ mark: 'provenance', name: 'Provenance', heads: [], keys: [0], columnKeys: [] },
    first: { row: 0, column: 1 },
    rowKeys: numbered(rows.map(([first = null]) => plainText(first))),
  }
}

/** The cell of it from which the workbook is brought up to date. */
export function questionMark(rows: readonly (readonly Cell[])[]): NonNullable<Sheet['marks']> {
  const row = rows.findIndex(([first = null]) => plainText(first) === questionLabel)
  return row < 0 ? [] : [{ name: questionMarkName, row, column: 1 }]
}
