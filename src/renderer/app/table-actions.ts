/** Binds the commands of tables of figures to the grid on the page. */

import type { Action } from './actions.svelte.ts'
import { bindCommands } from './commands/bind-commands.ts'

/** Commands of a table of figures: `ui/grid/Grid.svelte` implements them. */
interface TableCommands {
  /** To the next row, or the previous one; focuses the table. */
  readonly step: (by: 1 | -1) => void
  /** Resizes the column with the active cell and those selected with it, in pixels. */
  readonly widen: (by: number) => void
  readonly fit: () => void
}

/** Pixels a key. */
const widthStep = 16

/** The commands of every table of figures, which `ui/grid/Grid.svelte` implements. Undefined: the page shows no table now. */
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
