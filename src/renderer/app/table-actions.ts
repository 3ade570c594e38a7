import type { Action } from './actions.svelte.ts'
import { bindCommands } from './commands/bind-commands.ts'

/** What a table of figures does by commands: `ui/grid/Grid.svelte` has them. */
interface TableCommands {
  /** To the next row, or the previous one; the table takes the focus. */
  readonly step: (by: 1 | -1) => void
  /** Of the column with the active cell and those selected with it, in pixels. */
  readonly widen: (by: number) => void
  readonly fit: () => void
}

/** Pixels a key. */
const widthStep = 16

/** What every table of figures can do. Undefined: the page shows no table now. */
export function tableActions(table: () => TableCommands | undefined): readonly Action[] {
  const off = () => (table() ? null : 'no table is shown')
  return bindCommands('tables', {
    'row.next': { off, run: () => table()?.step(1) },
    'row.previous': { off, run: () => table()?.step(-1) },
    'column.wider': { off, run: () => table()?.widen(widthStep) },
    'column.narrower': { off, run: () => table()?.widen(-widthStep) },
    'column.fit': { off, run: () => table()?.fit() },
  })
}
