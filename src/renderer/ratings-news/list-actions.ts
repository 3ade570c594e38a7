import { Copy, RefreshCw } from 'lucide'
import type { Action } from '../app/actions.svelte.ts'

export interface ListCommands {
  /** One row: `rating`. All of them, in the middle of a sentence: `ratings`. */
  readonly row: string
  readonly many: string
  /** The list is one company's, which is refreshed with the rest of its page. */
  readonly fixed: boolean
  /** Why there is no row, and why nothing can be fetched. */
  readonly none: string | null
  readonly off: string | null
  readonly isNarrowed: boolean
  readonly focusText: () => void
  readonly move: (by: number) => void
  readonly open: () => void
  readonly copyAll: () => void
  readonly clear: () => void
  readonly fetch: (page: 'newest' | 'older') => void
}

/** What can be done with a list of ratings or news, for keys, palette and help. */
export function listActions(commands: ListCommands): readonly Action[] {
  const { row, many, fixed, none, off } = commands
  const table = { group: 'Table' } as const
  const hidden = { ...table, keysOnly: true }
  const library = { group: 'Library', off: () => off } as const
  const newest: Action = {
    id: 'list.newest',
    title: `Refresh ${many}`,
    ...library,
    icon: RefreshCw,
    keys: ['R'],
    run: () => commands.fetch('newest'),
  }
  return [
    { id: 'list.text', title: `Filter ${many}`, ...hidden, keys: ['/'], run: commands.focusText },
    { id: 'list.next', title: 'Next row', ...hidden, keys: ['J'], run: () => commands.move(1) },
    { id: 'list.before', title: 'Previous row', ...hidden, keys: ['K'], run: () => commands.move(-1) },
    { id: 'list.open', title: `Open ${row}`, ...table, keys: ['O'], off: () => none, run: commands.open },
    {
      id: 'list.copy',
      title: `Copy all ${many}`,
      ...table,
      icon: Copy,
      off: () => none,
      run: commands.copyAll,
    },
    {
      id: 'list.clear',
      title: 'Clear the filters',
      ...table,
      off: () => (commands.isNarrowed ? null : 'no filter is set'),
      run: commands.clear,
    },
    { id: 'list.older', title: `Load older ${many}`, ...library, run: () => commands.fetch('older') },
    ...(fixed ? [] : [newest]),
  ]
}
