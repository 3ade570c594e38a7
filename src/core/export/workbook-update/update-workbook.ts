/** Writes new figures into a user's workbook, cell by cell, and lists the changes. */

import { setImmediate } from 'node:timers/promises'
import type { ChangedFigure } from '#contract/api/comparisons.ts'
import type { ChangedCell } from '#contract/api/exports.ts'
import { cellName, type Cell } from '../workbook/cells.ts'
import { defaultPaper, paperIn } from '../workbook/page-setup.ts'
import { sheetXml, type Sheet, type WholeWorkbook } from '../workbook/sheet-xml.ts'
import { StyleBook } from '../workbook/styles.ts'
import { ZipStream, type ByteSink } from '../workbook/zip-stream.ts'
import { PackageParts } from './package-parts.ts'
import { keySeparator, type AnchoredSheet, type Placement } from './anchored-sheet.ts'
import { findRenamed, findRenamedCell } from './renamed-sheets.ts'
import { reportedIn } from '../split-formula.ts'
import type { UpdatableWorkbook } from './updatable-workbook.ts'
import type { OpenedWorkbook } from './opened-workbook.ts'
import { isSameValue, patched, uncalculated, type Edit } from './patch-sheet.ts'
import { locateAnchors, type LocatedAnchors } from './locate-anchors.ts'
import { queryLabel, queryMarkName } from './workbook-query.ts'
import { SheetCells, type ReadCell, type ReadSheet } from './read-sheet.ts'
import { changesMark, changesName, changesSheet } from './changes-sheet.ts'

interface UpdateFacts {
  /** When the workbook's figures were read from the library, and when these were; milliseconds since 1970. */
  readonly since: number
  readonly now: number
  /** How and when the service changed a figure since then; undefined: it did not. */
  readonly changeOf: (recordId: number, field: string) => Pick<ChangedFigure, 'kind' | 'seenAt'> | undefined
  /** Heads by which a column is known to be one of ours. */
  readonly isOurHead: (key: string) => boolean
}

export interface WorkbookUpdate {
  readonly changes: readonly ChangedCell[]
  /** Further notes, in sentences. */
  readonly notes: readonly string[]
  /** Writes the workbook; parts that are not Tearsheet's are copied as they are packed in the old one. */
  readonly write: (sink: ByteSink) => Promise<void>
}

interface AnchoredSheetInBook {
  readonly anchored: AnchoredSheet
  readonly read: ReadSheet
  readonly cells: SheetCells
  readonly part: string
  readonly anchors: LocatedAnchors
}

/** Brings our sheets of a user's workbook up to date. Fails with a reason, before anything is written, where it could damage the workbook. */
export async function updateWorkbook(
  book: OpenedWorkbook,
  updatable: UpdatableWorkbook,
  facts: UpdateFacts,
): Promise<WorkbookUpdate> {
  const parts = new PackageParts(book)
  const styles = new StyleBook(parts.styleBase)
  const sheetsInBook = new Map<string, AnchoredSheetInBook>()
  const placements = new Map<string, Placement>()
  const notes: string[] = []
  const isUncalculated = isOfLibreOffice(book)
  const renamed = await findRenamed(book, updatable.tables)
  for (const anchored of updatable.tables) {
    const marked = book.marks.get(anchored.mark) ?? renamed.get(anchored.mark)
    if (marked) {
      if (renamed.has(anchored.mark)) parts.moveMark(anchored.mark, marked)
      const read = await book.sheet(marked.sheet)
      const cells = new SheetCells(read)
      const where = locateAnchors(anchored, cells, marked.sheet.name, marked)
      sheetsInBook.set(anchored.mark, { anchored, read, cells, part: marked.sheet.part, anchors: where })
      placements.set(anchored.mark, where.placement)
    } else if (book.lost.has(anchored.mark)) {
      notes.push(`“${anchored.name}” was deleted from the workbook and was not added again.`)
    } else if (anchored.isOptional !== true) {
      const name = parts.freeName(anchored.name)
      placements.set(anchored.mark, { name, row: (at) => at, column: (at) => at })
      notes.push(`“${name}” was added as a new sheet.`)
    }
  }
  // A sheet that is added is printed as those that the workbook has.
  const paper =
    [...sheetsInBook.values()].map(({ read }) => paperIn(read.xml)).find((size) => size !== undefined) ?? defaultPaper
  const changes: ChangedCell[] = []
  const sheets = updatable.sheets(placements)
  for (const [at, anchored] of updatable.tables.entries()) {
    const [sheet, placement] = [sheets[at], placements.get(anchored.mark)]
    if (!sheet || !placement) continue
    const its = sheetsInBook.get(anchored.mark)
    if (its) {
      const { edits, found } = await editsOf(its, sheet, facts)
      changes.push(...found, ...goneOf(its, facts))
      const { newColumns } = its.anchors
      const widths = [...newColumns].flatMap((column) => {
        const [now, like] = [placement.column(column), placement.column(likeColumn(its, column))]
        const width = sheet.columns[column]?.width ?? null
        return now === undefined || like === undefined ? [] : [{ column: now, like, width }]
      })
      parts.replace(
        its.part,
        its.read.xml,
        await patched(its.read, placement.name, { edits, widths, isUncalculated }, styles),
      )
    } else {
      parts.add({ ...sheet, name: placement.name }, await textOf({ ...sheet, name: placement.name }, { styles, paper }))
    }
  }
  const sheetOfChanges = changesSheet(changes, { ...facts, notes })
  const atItsFirstCell = { words: changesName, column: 0 }
  const before = book.marks.get(changesMark) ?? (await findRenamedCell(book, changesMark, atItsFirstCell))
  if (before) {
    const read = await book.sheet(before.sheet)
    const edits = await rewritten(new SheetCells(read), sheetOfChanges, before)
    parts.replace(
      before.sheet.part,
      read.xml,
      await patched(read, before.sheet.name, { edits, widths: [], isUncalculated }, styles),
    )
  } else if (!book.lost.has(changesMark)) {
    const named = { ...sheetOfChanges, name: parts.freeName(changesName) }
    parts.add(named, await textOf(named, { styles, paper }))
  }
  if (isUncalculated) {
    const ours = new Set([...[...sheetsInBook.values()].map(({ part }) => part), before?.sheet.part])
    for (const sheet of book.sheets) {
      if (ours.has(sheet.part) || !sheet.part.includes('/worksheets/')) continue
      const read = await book.sheet(sheet)
      parts.replace(sheet.part, read.xml, uncalculated(read))
    }
  }
  const request = await findRenamedCell(book, queryMarkName, { words: queryLabel, column: -1 })
  for (const [mark, marked] of [
    [queryMarkName, request],
    [changesMark, before],
  ] as const)
    if (marked && book.orphans.has(mark)) parts.moveMark(mark, marked)
  const finished = parts.finished(styles.additions())
  return {
    changes,
    notes,
    write: async (sink) => {
      const zip = new ZipStream(sink)
      for (const [name, part] of book.zip.parts) {
        const text = finished.get(name)
        if (text === undefined) await zip.copy(part.facts, part.packed)
        else if (text !== null) await zip.add(name, [text])
      }
      for (const [name, text] of finished) if (text !== null && !book.zip.parts.has(name)) await zip.add(name, [text])
      await zip.end()
    },
  }
}

function isOfLibreOffice({ workbook }: OpenedWorkbook): boolean {
  return workbook.elements.some(({ name, attributes }) => name === 'fileVersion' && attributes['appName'] === 'Calc')
}

/** The edits of a sheet's cells, and the stored figures that they change. */
async function editsOf(its: AnchoredSheetInBook, sheet: Sheet, facts: UpdateFacts) {
  const { anchored, cells, anchors: where } = its
  const { placement, newRows, newColumns } = where
  const edits = new Map<number, Edit[]>()
  const found: ChangedCell[] = []
  let row = -1
  for await (const batch of sheet.rows) {
    for (const each of batch) {
      row += 1
      const down = placement.row(row)
      if (down === undefined) continue
      const isNewRow = newRows.has(row)
      const its: Edit[] = []
      for (const [column, cell] of each.cells.entries()) {
        const across = placement.column(column)
        // Titles and headings belong to the user once they are written.
        const isTitle = row < (anchored.heads[0] ?? 0)
        const isWords =
          column < anchored.first.column
            ? !isNewRow
            : isTitle || (anchored.heads.includes(row) && !newColumns.has(column))
        const old = across === undefined ? undefined : cells.at(down, across)
        if (across === undefined || (isWords && !isReplaced(cell, old))) continue
        const isNew = isNewRow || newColumns.has(column)
        const stored = anchored.stored?.(row, column)
        // Earlier versions left an absent figure empty; a user's formulas may rely on it.
        if (stored && !isNew && numberOf(cell) === null && isEmpty(old)) continue
        const like = newColumns.has(column)
          ? placement.column(likeColumn({ anchored, anchors: where }, column))
          : undefined
        its.push({ ...editOf(cell, across), like: like ?? null })
        if (!stored) continue
        const [previous, current] = [typeof old?.value === 'number' ? old.value : null, numberOf(cell)]
        const formula = formulaOf(cell)
        if (isSameValue(previous, current) && (old?.formula ?? null) === formula) continue
        const change = facts.changeOf(stored.recordId, stored.field)
        found.push({
          sheet: placement.name,
          cell: cellName(across, down),
          previous,
          current,
          line: stored.line,
          field: stored.field,
          period: stored.period,
          seenAt: isNew ? stored.firstSeenAt : (change?.seenAt ?? null),
          reason: isNew
            ? 'new'
            : (change?.kind ??
              (isReportedSame({ value: previous, formula: old?.formula ?? null }, { value: current, formula })
                ? 'adjusted'
                : 'changed')),
        })
      }
      edits.set(down, its)
    }
    // Other questions come in between.
    await setImmediate()
  }
  return { edits, found }
}

function isEmpty(cell: ReadCell | undefined): boolean {
  return cell === undefined || (cell.value === null && cell.formula === null)
}

/** Our sentence on the time of the figures, if it is still as it was written. */
function isReplaced(cell: Cell, old: ReadCell | undefined): boolean {
  const begins = typeof cell === 'object' && cell?.kind === 'styled' ? cell.replaces : undefined
  return begins !== undefined && typeof old?.value === 'string' && old.value.startsWith(begins)
}

/** Figures beside or under words of ours that the library has no period for. */
function goneOf({ anchored, cells, anchors: where }: AnchoredSheetInBook, { isOurHead }: UpdateFacts): ChangedCell[] {
  if (!anchored.stored) return []
  const { placement, foreignColumns, foreignRows } = where
  const gone = (row: number | undefined, column: number | undefined, line: string, key: string): ChangedCell[] => {
    if (row === undefined || column === undefined) return []
    const cell = cells.at(row, column)
    if (typeof cell?.value !== 'number' || cell.formula !== null) return []
    const location = { sheet: placement.name, cell: cellName(column, row) }
    const period = key.replaceAll(keySeparator, ' ')
    return [
      {
        ...location,
        line,
        field: line,
        period,
        previous: cell.value,
        current: cell.value,
        seenAt: null,
        reason: 'gone',
      },
    ]
  }
  const { first, rowKeys, columnKeys } = anchored
  return [
    ...foreignColumns.flatMap(({ key, at }) =>
      isOurHead(key) ? rowKeys.flatMap((line, row) => gone(placement.row(first.row + row), at, line, key)) : [],
    ),
    ...foreignRows.flatMap(({ key, at }) =>
      isOurHead(key)
        ? columnKeys.flatMap((line, column) => gone(at, placement.column(first.column + column), line, key))
        : [],
    ),
  ]
}

/** The last existing column before a new one. */
function likeColumn(
  { anchored, anchors: where }: Pick<AnchoredSheetInBook, 'anchored' | 'anchors'>,
  column: number,
): number {
  let like = column - 1
  while (like > anchored.first.column && where.newColumns.has(like)) like -= 1
  return like
}

function editOf(cell: Cell, column: number): Omit<Edit, 'like'> {
  return typeof cell === 'object' && cell?.kind === 'styled'
    ? { column, value: cell.value, style: cell.style, isOurLook: cell.isTelling ?? false }
    : { column, value: cell, style: {}, isOurLook: false }
}

/** For a formula, its result. */
function numberOf(cell: Cell): number | null {
  const { value } = editOf(cell, 0)
  const result = typeof value === 'object' && value?.kind === 'formula' ? value.value : value
  return typeof result === 'number' ? result : null
}

function formulaOf(cell: Cell): string | null {
  const { value } = editOf(cell, 0)
  return typeof value === 'object' && value?.kind === 'formula' ? value.formula : null
}

interface CellContent {
  readonly value: number | null
  readonly formula: string | null
}

/** A reported figure that is adjusted for another split, or for one at last, is no other figure. */
function isReportedSame(was: CellContent, is: CellContent): boolean {
  if (was.formula === is.formula) return false
  const [before, now] = [was, is].map(({ value, formula }) => (formula === null ? value : reportedIn(formula)))
  return typeof before === 'number' && typeof now === 'number' && isSameValue(before, now)
}

/** Edits that replace a list of ours, and clear the rows by which the old one was longer. */
async function rewritten(cells: SheetCells, sheet: Sheet, at: { row: number; column: number }) {
  const edits = new Map<number, Edit[]>()
  let row = at.row
  for await (const batch of sheet.rows) {
    for (const each of batch) {
      const whole = sheet.columns.map((_, column) => editOf(each.cells[column] ?? null, at.column + column))
      edits.set(
        row,
        whole.map((edit) => ({ ...edit, isOurLook: edit.value !== null, like: null })),
      )
      row += 1
    }
  }
  for (; row < cells.rows; row += 1) {
    const left = sheet.columns.map((_, column) => ({ ...editOf(null, at.column + column), like: null }))
    edits.set(
      row,
      left.filter(({ column }) => cells.at(row, column) !== undefined),
    )
  }
  return edits
}

async function textOf(sheet: Sheet, workbook: WholeWorkbook): Promise<string> {
  let text = ''
  for await (const piece of sheetXml(sheet, workbook, () => undefined)) text += piece
  return text
}
