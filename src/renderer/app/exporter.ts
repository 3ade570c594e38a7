/** The Export action of every screen, and the names of exported files. */

import { Download } from 'lucide'
import type { ColumnKind, ExportFormat, ExportChunk, TableChunk } from '#contract/api/exports.ts'
import type { PaperSize } from '#contract/api/paper-size.ts'
import type { Core } from '../core-client/client.ts'
import { upload } from '../core-client/upload.ts'
import { dayOf } from '../format/dates.ts'
import type { SpreadsheetTable } from '../format/copied-table.ts'
import { numberFormat } from '../format/number-format.svelte.ts'
import type { Action } from './actions.svelte.ts'
import { bindCommand } from './commands/bind-commands.ts'
import type { Forbidden } from './policy-reasons.ts'

/** What the user chose of a file, and the paper on which a workbook is printed. */
interface RequestedFile {
  readonly as: ExportFormat
  /** Its name without extension. */
  readonly title: string
  readonly paper: PaperSize
}

/** What can be saved as a file. */
export interface Exportable {
  /** File name without extension. */
  readonly name: string
  request(file: RequestedFile, signal: AbortSignal): Promise<AsyncIterable<ExportChunk>>
}

/** A table on screen, as it is filtered, sorted, and its columns chosen. */
interface SheetExport {
  readonly name: string
  /** Requested when it is saved, since there may be more rows than are on screen. */
  readonly sheet: (signal: AbortSignal) => SpreadsheetTable | Promise<SpreadsheetTable>
  /** By column head: kinds of columns that their cells do not show. */
  readonly kinds?: Readonly<Record<string, ColumnKind>>
  /** Provenance in words. */
  readonly facts?: readonly (readonly [label: string, value: string])[]
}

const rowsAPiece = 200

/** The same on every screen, in the palette and by key; `what` returns null when there is nothing to save. */
export function exportAction(
  workspace: { exportAs(what: Exportable | null): void; readonly forbidden: Forbidden },
  what: () => Exportable | null,
): Action {
  return bindCommand('export', {
    icon: Download,
    off: () => workspace.forbidden.exports ?? (what() ? null : 'nothing to export'),
    run: () => workspace.exportAs(what()),
  })
}

export function exportOf(
  core: Pick<Core, 'exports'>,
  { name, sheet, kinds = {}, facts = [] }: SheetExport,
): Exportable {
  return {
    name,
    request: async ({ as, title, paper }, signal) => {
      const { heads, rows } = await sheet(signal)
      const columns = heads.map((head, at) => ({
        title: head,
        kind: kinds[head] ?? kindOf(head, rows, at),
        ...largestIn(rows, at),
      }))
      const chunks = function* (): Generator<TableChunk> {
        yield {
          kind: 'head',
          title,
          as,
          numbers: numberFormat(),
          paper,
          columns,
          facts: facts.map(([label, value]) => [label, value]),
        }
        for (let at = 0; at < rows.length; at += rowsAPiece) {
          yield { kind: 'rows', rows: rows.slice(at, at + rowsAPiece) }
        }
        yield { kind: 'end' }
      }
      return upload(chunks(), (waiting) => core.exports.table(waiting, { signal }))
    },
  }
}

/** Numbers under a head such as `segment_id` are no figures. */
function kindOf(head: string, rows: SpreadsheetTable['rows'], column: number): ColumnKind {
  if (!rows.some((row) => typeof row[column] === 'number')) return 'text'
  return /(^|_)id$/i.test(head) ? 'id' : 'number'
}

function largestIn(rows: SpreadsheetTable['rows'], column: number): { readonly largest?: number } {
  let largest: number | undefined
  for (const row of rows) {
    const cell = row[column]
    if (typeof cell === 'number' && (largest === undefined || Math.abs(cell) > Math.abs(largest))) largest = cell
  }
  return largest === undefined ? {} : { largest }
}

/** Part of a file's name for figures as of a date. */
export function asOfName(asOf: number | null): string {
  return asOf === null ? isoDay() : `as of ${dayOf(asOf)} (exported ${isoDay()})`
}

/** Part of a file's name for adjusted EPS and shares, before its date. */
export function adjustedName(adjustSplits: boolean): string {
  return adjustSplits ? 'split-adjusted ' : ''
}

/** The date for file names. */
export function isoDay(): string {
  return dayOf(Date.now())
}
