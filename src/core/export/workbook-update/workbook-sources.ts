/**
 * Receives a user's workbook from the window, reads its query and heads, and sends back the updated
 * file.
 */

import { largestWorkbook, type ChangedCell, type UpdateChunk, type WorkbookChunk } from '#contract/api/exports.ts'
import type { Reader } from '../../database/reader-writer.ts'
import { changedSince } from '../../fundamentals/records-as-of.ts'
import { localDay } from '../../instant.ts'
import type { ExportFacts } from '../provenance-rows.ts'
import { workbookMediaType } from '../export-source.ts'
import { pullChunks } from '../export-chunks.ts'
import { findRenamedCell } from './renamed-sheets.ts'
import type { UpdatableWorkbook } from './updatable-workbook.ts'
import type { OpenedWorkbook } from './opened-workbook.ts'
import { momentOf, queryLabel, queryMarkName, queryOf, type WorkbookQuery } from './workbook-query.ts'
import { SheetCells } from './read-sheet.ts'
import { refuse } from './refuse-workbook.ts'
import { updateWorkbook } from './update-workbook.ts'

const shownAtOnce = 200
/** `Q3 FY2025`, `FY2025`, `LTM`: alone or after a company. */
const ourHead = /(^|\|)((LTM )?(Q[1-4] )?[CF]Y\d{4}|LTM)(#\d+)?$/

/** A workbook on its way from the window, whole. Refuses one that is too large, throws when it breaks off. */
export async function bytesOf(pieces: AsyncIterator<WorkbookChunk>): Promise<Buffer> {
  const all: Buffer[] = []
  let size = 0
  try {
    for (;;) {
      const next = await pieces.next()
      if (next.done === true) throw new Error('the workbook is incomplete')
      if (next.value.kind === 'end') return Buffer.concat(all)
      const piece = Buffer.from(next.value.base64, 'base64')
      size += piece.length
      if (size > largestWorkbook) refuse(`the file is larger than ${largestWorkbook / 1024 / 1024} MB`)
      all.push(piece)
    }
  } finally {
    await pieces.return?.()
  }
}

/** The query of a workbook, from its first sheet. */
export async function queryIn(book: OpenedWorkbook): Promise<WorkbookQuery> {
  const marked =
    book.marks.get(queryMarkName) ?? (await findRenamedCell(book, queryMarkName, { words: queryLabel, column: -1 }))
  if (!marked)
    refuse('the workbook was not exported by Tearsheet, or its “Provenance” sheet was deleted; export a new workbook')
  const cells = new SheetCells(await book.sheet(marked.sheet))
  const query = queryOf(cells.words(marked.row, marked.column))
  if (!query)
    refuse(
      `“${queryLabel}” on “${marked.sheet.name}” was edited, or is from another version of Tearsheet; export a new workbook`,
    )
  const moment = momentOf(query)
  if (moment !== null) {
    const day = localDay(moment)
    refuse(`the workbook shows figures as of ${day}, which do not change`)
  }
  return query
}

/** The texts of the cells that follow the first of these marks in its row; empty when the workbook has none of the marks. */
export async function headsOf(book: OpenedWorkbook, marks: readonly string[]): Promise<ReadonlySet<string>> {
  const marked = marks.map((mark) => book.marks.get(mark)).find((found) => found !== undefined)
  if (!marked) return new Set()
  const cells = new SheetCells(await book.sheet(marked.sheet))
  const count = Math.max(0, cells.columns - marked.column - 1)
  return new Set(Array.from({ length: count }, (_, at) => cells.words(marked.row, marked.column + 1 + at)))
}

interface UpdateOptions {
  readonly updatable: UpdatableWorkbook
  readonly subject: string
  readonly query: WorkbookQuery
  readonly facts: ExportFacts
  readonly db: Reader
}

/** The workbook with our figures as they are now, piece by piece, then what changed. */
export async function* writeUpdatedWorkbook(
  book: OpenedWorkbook,
  { updatable, subject, query, facts, db }: UpdateOptions,
): AsyncGenerator<UpdateChunk, void> {
  const since = query.madeAt
  const changed = new Map(
    changedSince(db, updatable.recordIds, since).map((change) => [`${change.recordId} ${change.field}`, change]),
  )
  const { changes, notes, write } = await updateWorkbook(book, updatable, {
    since,
    now: facts.madeAt,
    changeOf: (recordId, field) => changed.get(`${recordId} ${field}`),
    isOurHead: (key) => ourHead.test(key),
  })
  const counts = { restated: 0, withdrawn: 0, adjusted: 0, changed: 0, gone: 0, new: 0 } satisfies Record<
    ChangedCell['reason'],
    number
  >
  for (const { reason } of changes) counts[reason] += 1
  yield* pullChunks(async (sink): Promise<Extract<UpdateChunk, { kind: 'updated' }>> => {
    await write(sink)
    const shown = changes.filter(({ reason }) => reason !== 'new').slice(0, shownAtOnce)
    return { kind: 'updated', mediaType: workbookMediaType, subject, since, counts, changes: shown, notes: [...notes] }
  })
}
