import type { ColumnKind, TableCell, TableChunk } from '#contract/api/exports.ts'
import { fileNameOf } from '#contract/file-name.ts'
import type { ExportSource } from '../export-source.ts'
import { numberFormat, widthFor } from '../number-formats.ts'
import { factRows, type ExportFacts } from '../provenance-rows.ts'
import { dateCell, instantCell, type Cell, type Row } from '../workbook/cells.ts'
import { dateFormat, instantFormat, type CellStyle } from '../workbook/styles.ts'
import { sheetNames } from '../workbook/sheet-names.ts'

type Head = Extract<TableChunk, { kind: 'head' }>

const headStyle: CellStyle = { bold: true, fill: 'head', wrap: true }
const headOfFigures: CellStyle = { bold: true, fill: 'head', align: 'right', wrap: true }
/** The largest time value, in milliseconds from 1970 in either direction (ECMA-262). */
const farthest = 8.64e15
/** Digits beyond which a spreadsheet shows a number as another one: it keeps fifteen. */
const mostExact = 999_999_999_999_999
/** In letters of the usual font. */
const widest = 60

/** A table of the window as a file. The rows are taken while they are written; a table that breaks off fails the file. */
export async function tableFile(
  pieces: AsyncIterator<TableChunk>,
  facts: ExportFacts,
): Promise<{ readonly made: ExportSource; readonly as: Head['as'] }> {
  const first = await pieces.next()
  if (first.done === true || first.value.kind !== 'head') throw new Error('a table begins with its head')
  const { title, as, columns, facts: settings } = first.value
  const kinds = columns.map(({ kind }) => kind)
  const heads = columns.map((column) => column.title)
  let count = 0
  const rows = (headCells: readonly Cell[]) =>
    (async function* (): AsyncGenerator<readonly Row[]> {
      yield [{ cells: headCells }]
      try {
        for (;;) {
          const next = await pieces.next()
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
  const [provenance = '', data = ''] = sheetNames(['Provenance', title])
  const source: ExportSource = {
    title,
    fileName: fileNameOf(title),
    program: facts.program,
    madeAt: facts.madeAt,
    sheets: [
      {
        name: provenance,
        columns: [{ width: 24 }, { width: 90 }],
        rows: [factRows(facts, settings).map((cells): Row => ({ cells }))],
      },
      {
        name: data,
        frozen: { rows: 1, columns: 0 },
        columns: columns.map((column) => ({ width: widthOf(column), style: styleOf(column.kind) })),
        rows: rows(
          heads.map((head, at): Cell => ({
            kind: 'styled',
            value: head,
            style: isFigureKind(kinds[at] ?? 'text') ? headOfFigures : headStyle,
          })),
        ),
      },
    ],
    table: rows(heads),
    isFigure: (column) => isFigureKind(kinds[column] ?? 'text'),
    facts: settings,
    rows: () => count,
  }
  return { made: source, as }
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
    case 'day':
      return { format: dateFormat, align: 'left' }
    case 'instant':
      return { format: instantFormat, align: 'left' }
    default:
      return { format: numberFormat(kind, 'units'), align: 'right' }
  }
}

function widthOf({ title, kind, largest }: Head['columns'][number]): number {
  const usual = kind === 'text' ? 22 : kind === 'instant' ? 20 : 14
  const { format } = styleOf(kind)
  const figure = largest === undefined || format === undefined ? 0 : widthFor(largest, format)
  return Math.min(widest, Math.max(usual, title.length + 2, figure))
}
