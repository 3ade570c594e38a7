/** Exports any table of the window as a file. */

import type { ColumnKind, TableCell, TableChunk } from '#contract/api/exports.ts'
import { fileNameOf } from '#contract/file-name.ts'
import type { ExportSource, WrittenAs } from '../export-source.ts'
import { localTimeInWords } from '../../instant.ts'
import { changeFormat, growthFormat, numberFormat, widthFor } from '../number-formats.ts'
import { factRows, sampleFacts, type ExportFacts } from '../provenance-rows.ts'
import { pagesAcross, printedPage, tableTitleRowCount, tableTitleRows } from '../title-block.ts'
import { dateCell, instantCell, type Cell, type Row } from '../workbook/cells.ts'
import { dateFormat, instantFormat, type CellStyle } from '../workbook/styles.ts'
import { sheetNames } from '../workbook/sheet-names.ts'

type Head = Extract<TableChunk, { kind: 'head' }>

const headStyle: CellStyle = { bold: true, ruleBelow: 'strong', wrap: true }
const headOfFigures: CellStyle = { ...headStyle, align: 'right' }
/** Points: two lines. */
const heightOfHeads = 25.5
/** The largest time value, in milliseconds from 1970 in either direction (ECMA-262). */
const farthest = 8.64e15
/** Digits beyond which a spreadsheet shows a number as another one: it keeps fifteen. */
const mostExact = 999_999_999_999_999
/** In characters of the default font. */
const [narrowest, widest] = [7, 60]

/**
 * Exports a table of the window, followed by its provenance. Rows are written as they arrive, except the first ones, which set
 * the widths of the columns. A table that breaks off fails the file.
 */
export async function tableFile(
  pieces: AsyncIterator<TableChunk>,
  facts: ExportFacts,
): Promise<WrittenAs & { readonly made: ExportSource }> {
  const first = await pieces.next()
  if (first.done === true || first.value.kind !== 'head') throw new Error('a table begins with its head')
  const { title, as, numbers, paper, columns, facts: settings } = first.value
  const kinds = columns.map(({ kind }) => kind)
  const heads = columns.map((column) => column.title)
  let count = 0
  const second = await pieces.next()
  const rows = (heading: readonly Row[]) =>
    (async function* (): AsyncGenerator<readonly Row[]> {
      yield heading
      try {
        for (let next = second; ; next = await pieces.next()) {
          if (next.done === true) throw new Error('the table is incomplete')
          if (next.value.kind === 'end') return
          if (next.value.kind === 'head') throw new Error('a table has one head')
          count += next.value.rows.length
          yield next.value.rows.map((row) => ({ cells: row.map((cell, at) => typed(cell, kinds[at] ?? 'text')) }))
        }
      } finally {
        await pieces.return?.()
      }
    })()
  const [data = '', provenance = ''] = sheetNames([title, 'Provenance'])
  const sample = second.done !== true && second.value.kind === 'rows' ? second.value.rows : []
  // A text to the right of a figure is indented, or the two would touch.
  const indents = kinds.map((kind, at) =>
    !isFigureKind(kind) && at > 0 && isFigureKind(kinds[at - 1] ?? 'text') ? { indent: 1 } : {},
  )
  const widths = columns.map((column, at) => ({
    width:
      widthOf(
        column,
        sample.map((row) => row[at] ?? null),
      ) + (indents[at]?.indent ?? 0),
    style: { ...styleOf(column.kind), ...indents[at] },
  }))
  const titled = { heading: title, subject: '', made: localTimeInWords(facts.madeAt), isSample: facts.isSample }
  const above = tableTitleRowCount + 1
  const source: ExportSource = {
    title,
    fileName: fileNameOf(title),
    program: facts.program,
    madeAt: facts.madeAt,
    sheets: [
      {
        name: data,
        frozen: { rows: above, columns: 0 },
        columns: widths,
        page: printedPage(titled, { headsUpTo: above, ...pagesAcross(widths, 1, 'words') }),
        rows: rows([
          ...tableTitleRows(titled),
          {
            cells: heads.map((head, at): Cell => ({
              kind: 'styled',
              value: head,
              style: isFigureKind(kinds[at] ?? 'text') ? headOfFigures : { ...headStyle, ...indents[at] },
            })),
            height: heightOfHeads,
          },
        ]),
      },
      {
        name: provenance,
        columns: [{ width: 24 }, { width: 90 }],
        page: printedPage({ ...titled, subject: provenance }, {}),
        rows: [factRows(facts, settings).map((cells): Row => ({ cells }))],
      },
    ],
    table: rows([{ cells: heads }]),
    isFigure: (column) => isFigureKind(kinds[column] ?? 'text'),
    isSample: facts.isSample,
    facts: [...settings, ...sampleFacts(facts)],
    rows: () => count,
  }
  return { made: source, as, numbers, paper }
}

function typed(cell: TableCell, kind: ColumnKind): Cell {
  if (kind === 'day' && typeof cell === 'string') return dateCell(cell)
  if (kind === 'id' && typeof cell === 'number' && Math.abs(cell) > mostExact) return String(cell)
  if (kind === 'instant' && typeof cell === 'number' && Math.abs(cell) <= farthest) return instantCell(cell)
  return cell
}

function isFigureKind(kind: ColumnKind): boolean {
  return kind !== 'text' && kind !== 'id' && kind !== 'day' && kind !== 'instant'
}

function styleOf(kind: ColumnKind): CellStyle {
  switch (kind) {
    case 'text':
      return {}
    case 'id':
      return { format: '0', align: 'left' }
    case 'number':
      return { align: 'right' }
    case 'growth':
      return { format: growthFormat, align: 'right' }
    case 'basis-points':
      return { format: changeFormat('percent'), align: 'right' }
    case 'day':
      return { format: dateFormat, align: 'left' }
    case 'instant':
      return { format: instantFormat, align: 'left' }
    default:
      return { format: numberFormat(kind, 'units'), align: 'right' }
  }
}

/** Fits the first texts, the largest figure of all, and a head on up to two lines. */
function widthOf({ title, kind, largest }: Head['columns'][number], cells: readonly TableCell[]): number {
  const letters = cells.reduce<number>((most, cell) => Math.max(most, typeof cell === 'string' ? cell.length : 0), 0)
  const content = kind === 'instant' ? 20 : kind === 'day' ? 11 : Math.ceil(letters * 0.95) + 2
  const { format } = styleOf(kind)
  const figure =
    largest === undefined ? 0 : format === undefined ? String(largest).length + 2 : widthFor(largest, format)
  return Math.min(widest, Math.max(narrowest, content, figure, widthOfHead(title)))
}

function widthOfHead(title: string): number {
  const longestWord = Math.max(...title.split(' ').map(({ length }) => length))
  return Math.ceil(Math.max(longestWord, title.length / 2 + 2) * 1.1) + 1
}
