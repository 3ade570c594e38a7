import type { Action } from './actions.svelte.ts'
import { bindCommands } from './commands/bind.ts'

/** What a table does with the column that has the ring and those selected with it. */
interface WidthCommands {
  readonly widen: (by: number) => void
  readonly fit: () => void
}

/** Pixels a key. */
const step = 16

/** What dragging a column's edge does, and clicking it twice. */
export function widthActions(table: () => WidthCommands | undefined): readonly Action[] {
  return bindCommands('columnWidths', {
    'column.wider': { run: () => table()?.widen(step) },
    'column.narrower': { run: () => table()?.widen(-step) },
    'column.fit': { run: () => table()?.fit() },
  })
}
