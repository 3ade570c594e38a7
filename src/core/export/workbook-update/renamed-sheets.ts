/**
 * Finds our sheets in a workbook whose program renamed them without updating the hidden names that
 * mark them, by the text of their rows.
 */

import { keySeparator, markedCell, type AnchoredSheet } from './anchored-sheet.ts'
import { presentKeys, presentText } from './renamed-labels.ts'
import type { Marked, OpenedWorkbook, OpenedSheet } from './opened-workbook.ts'
import { SheetCells } from './read-sheet.ts'

/** Minimum share of a sheet's row keys at the place of the mark for a renamed sheet to be recognized. */
const leastFound = 0.5

/**
 * Sheets renamed by a program that does not update defined names (openpyxl): the marks still name the old sheet. Such a sheet is
 * recognized by its content at the marked cell. Maps marks to their present places.
 */
export async function findRenamed(
  book: OpenedWorkbook,
  tables: readonly AnchoredSheet[],
): Promise<ReadonlyMap<string, Marked>> {
  const found = new Map<string, Marked>()
  const orphans = [...book.orphans].filter(([mark]) => tables.some((table) => table.mark === mark))
  if (orphans.length === 0) return found
  const candidates = await unmarkedSheets(book)
  const scored = orphans.flatMap(([mark, { row, column }]) => {
    const table = tables.find((each) => each.mark === mark)
    if (!table) return []
    return candidates.map(({ sheet, cells }) => ({
      mark,
      marked: { sheet, row, column },
      score: scoreOf(table, cells, { row, column }),
    }))
  })
  const taken = new Set<string>()
  for (const { mark, marked, score } of scored.toSorted((one, other) => other.score - one.score)) {
    if (score === 0 || found.has(mark) || taken.has(marked.sheet.part)) continue
    found.set(mark, marked)
    taken.add(marked.sheet.part)
  }
  return found
}

/** The present place of a single cell's mark whose sheet was renamed this way: this text is in the cell `column` columns away. */
export async function findRenamedCell(
  book: OpenedWorkbook,
  mark: string,
  { words, column }: { readonly words: string; readonly column: number },
): Promise<Marked | undefined> {
  const orphan = book.orphans.get(mark)
  if (!orphan) return undefined
  const candidates = await unmarkedSheets(book)
  const found = candidates.find(({ cells }) => presentText(cells.words(orphan.row, orphan.column + column)) === words)
  return found && { sheet: found.sheet, ...orphan }
}

interface Candidate {
  readonly sheet: OpenedSheet
  readonly cells: SheetCells
}

/** Worksheets to which no mark leads. */
async function unmarkedSheets(book: OpenedWorkbook): Promise<Candidate[]> {
  const marked = new Set([...book.marks.values()].map(({ sheet }) => sheet.part))
  const candidates: Candidate[] = []
  for (const sheet of book.sheets) {
    if (marked.has(sheet.part) || !sheet.part.includes('/worksheets/')) continue
    candidates.push({ sheet, cells: new SheetCells(await book.sheet(sheet)) })
  }
  return candidates
}

/** How many of a table's row and column keys are at the place of the mark; 0 when too few rows match. */
function scoreOf(
  table: AnchoredSheet,
  cells: SheetCells,
  mark: { readonly row: number; readonly column: number },
): number {
  const marked = markedCell(table)
  const [down, across] = [mark.row - marked.row, mark.column - marked.column]
  const rowKeys = table.rowKeys.filter((key) => key !== '')
  const columnKeys = table.columnKeys.filter((key) => key !== '')
  const rows = keysFrom(table.first.row + down, cells.rows, rowKeys, (row) =>
    table.keys.map((column) => cells.words(row, column + across)).join(keySeparator),
  )
  const columns = keysFrom(table.first.column + across, cells.columns, columnKeys, (column) =>
    table.heads.map((row) => cells.words(row + down, column)).join(keySeparator),
  )
  const [rowsFound, columnsFound] = [shared(rows, rowKeys), shared(columns, columnKeys)]
  return rowKeys.length > 0 && rowsFound >= leastFound * rowKeys.length ? rowsFound + columnsFound : 0
}

function keysFrom(start: number, end: number, known: readonly string[], keyAt: (index: number) => string): string[] {
  return presentKeys(
    Array.from({ length: Math.max(0, end - start) }, (_, at) => keyAt(start + at)),
    known,
  )
}

function shared(found: readonly string[], keys: readonly string[]): number {
  const isKey = new Set(keys)
  return found.filter((key) => isKey.has(key)).length
}
