import { CheckCheck, RefreshCw, Undo2 } from 'lucide'
import type { Action } from '../app/actions.svelte.ts'
import type { HomePage } from './home-page.svelte.ts'
import { homeKindLabels } from './home-rows.ts'

export interface HomeCommands {
  readonly page: HomePage
  readonly open: () => void
  readonly move: (by: number) => void
  readonly see: () => void
  readonly seeAll: () => void
  readonly refresh: () => void
  /** Why nothing can be refreshed. */
  readonly off: string | null
}

/** What can be done on Home. */
export function homeActions({ page, open, move, see, seeAll, refresh, off }: HomeCommands): readonly Action[] {
  const none = () => (page.items.length === 0 ? 'nothing new' : null)
  return [
    { id: 'home.next', title: 'Next item', group: 'Table', keys: ['J'], keysOnly: true, run: () => move(1) },
    { id: 'home.previous', title: 'Previous item', group: 'Table', keys: ['K'], keysOnly: true, run: () => move(-1) },
    { id: 'home.open', title: 'Open item', group: 'Table', keys: ['O'], keysOnly: true, off: none, run: open },
    { id: 'home.see', title: 'Mark company as seen', group: 'Table', keys: ['E'], off: none, run: see },
    {
      id: 'home.see-all',
      title: 'Mark all as seen',
      group: 'Table',
      icon: CheckCheck,
      keys: ['Shift+E'],
      off: none,
      run: seeAll,
    },
    {
      id: 'home.undo',
      title: 'Undo mark as seen',
      group: 'Table',
      icon: Undo2,
      keys: ['U'],
      off: () => (page.canUndo ? null : 'nothing to undo'),
      run: () => void page.undo(),
    },
    ...page.kinds.map((kind, at): Action => ({
      id: `home.kind-${kind}`,
      title: `Only ${homeKindLabels[kind][0]}`,
      group: 'Table',
      keys: [String(at + 1)],
      run: () => page.filterBy(kind),
    })),
    { id: 'home.kind-all', title: 'All kinds', group: 'Table', keys: ['0'], run: () => page.filterBy(null) },
    {
      id: 'home.refresh',
      title: 'Refresh all watchlists',
      group: 'Library',
      icon: RefreshCw,
      keys: ['R'],
      off: () => off,
      run: refresh,
    },
  ]
}
