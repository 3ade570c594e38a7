/** Copies the current row of a list, by Ctrl+C and from the row's menu. */

import { copiedSheet, type SpreadsheetTable } from '../format/copied-table.ts'
import { writeTable } from '../ui/clipboard.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

interface RowCopyParts {
  /** The list; a copy event from elsewhere is not its own. */
  readonly grid: () => HTMLElement | null
  /** Null: there is no current row. */
  readonly row: () => SpreadsheetTable | null
}

export class RowCopy {
  readonly #workspace: Pick<WorkspaceState, 'say' | 'fail'>
  readonly #parts: RowCopyParts

  constructor(workspace: Pick<WorkspaceState, 'say' | 'fail'>, parts: RowCopyParts) {
    this.#workspace = workspace
    this.#parts = parts
  }

  readonly oncopy = (event: ClipboardEvent): void => {
    const row = this.#parts.row()
    if (event.target !== this.#parts.grid() || event.clipboardData === null || row === null) return
    event.preventDefault()
    const copied = copiedSheet(row)
    event.clipboardData.setData('text/plain', copied.text)
    event.clipboardData.setData('text/html', copied.html)
    this.#workspace.say('1 row copied.')
  }

  readonly copy = (): void => {
    const row = this.#parts.row()
    if (row === null) return
    writeTable(copiedSheet(row)).then(
      () => this.#workspace.say('1 row copied.'),
      (error: unknown) => this.#workspace.fail(error),
    )
  }
}
