/** Measures how wide a column must be to show its head and all of its cells in full. */

import { sortArrow, type GridCell, type GridColumn, type GridRow } from './grid-types.ts'

/** Padding on both sides, and the room of a bracket. */
const aroundFigure = 20
const aroundWords = 18
const aroundHead = 20
const markWidth = 11
/** Padding of a label, and what parts it from its note. */
const aroundLabel = 34

/** The room that every symbol has before its note (`GridRows`). */
const leastSymbol = 40

/**
 * The width at which a column shows its head and every cell in full, measured in the font: for a column that the user fits to its contents.
 * `figureWidth` calculates a width without a page.
 */
export function fittingWidth(
  { title, note, words, marks, sorted }: GridColumn,
  cells: readonly GridCell[],
  family: string,
): number {
  const width = measuredWidth(family)
  const around = words === true ? aroundWords : aroundFigure
  const head = Math.max(width(title + sortArrow(sorted), 500) + marks.length * markWidth, width(note, 400)) + aroundHead
  const widths = cells.map(({ text, ...cell }) => width(text, 600) + cell.marks.length * markWidth + around)
  return Math.ceil(widths.reduce((most, one) => Math.max(most, one), head))
}

/** The same for the labels with their notes. */
export function fittingLabel(rows: readonly GridRow[], family: string): number {
  const width = measuredWidth(family)
  const labels = rows.filter(({ rank }) => rank !== 'head')
  const widths = labels.map(({ label, note = '', symbol = false }) => {
    return Math.max(width(label, 600), symbol ? leastSymbol : 0) + width(note, 400) + aroundLabel
  })
  return Math.ceil(Math.max(0, ...widths))
}

/** Width of a text in pixels, at the size of tables. */
function measuredWidth(family: string): (text: string, weight: 400 | 500 | 600) => number {
  const pen = document.createElement('canvas').getContext('2d')
  let set = 0
  return (text, weight) => {
    if (!pen || text === '') return 0
    if (set !== weight) pen.font = `${weight} 12px ${family}`
    set = weight
    return pen.measureText(text).width
  }
}
