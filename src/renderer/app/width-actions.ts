import type { Action } from './actions.svelte.ts'

/** What a table does with the column that has the ring and those selected with it. */
export interface WidthCommands {
  readonly widen: (by: number) => void
  readonly fit: () => void
}

/** Pixels a key. */
const step = 16

/** What dragging a column's edge does, and clicking it twice. */
export function widthActions(screen: string, table: () => WidthCommands | undefined): readonly Action[] {
  const group = 'Table'
  return [
    { id: `${screen}.wider`, title: 'Wider column', group, run: () => table()?.widen(step) },
    { id: `${screen}.narrower`, title: 'Narrower column', group, run: () => table()?.widen(-step) },
    { id: `${screen}.fit`, title: 'Fit column to content', group, run: () => table()?.fit() },
  ]
}
