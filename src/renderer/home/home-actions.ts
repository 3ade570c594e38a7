/** The actions of Home, for keys, palette and help. */

import { CheckCheck, RefreshCw, Undo2 } from 'lucide'
import { homeKinds } from '#contract/api/home-counts.ts'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommands, handlersFor } from '../app/commands/bind-commands.ts'
import type { HomePage } from './home-page.svelte.ts'

interface HomeCommands {
  readonly page: HomePage
  readonly open: () => void
  /** The figures spoken in the call of the chosen item. */
  readonly openFigures: () => void
  /** Why the chosen item has none. */
  readonly figuresOff: () => string | null
  readonly move: (by: number) => void
  readonly see: () => void
  readonly seeAll: () => void
  readonly refresh: () => void
  /** Why nothing can be refreshed. */
  readonly off: string | null
}

export function homeActions({
  page,
  open,
  openFigures,
  figuresOff,
  move,
  see,
  seeAll,
  refresh,
  off,
}: HomeCommands): readonly Action[] {
  const none = () => (page.items.length === 0 ? 'nothing new' : null)
  return bindCommands('home', {
    'home.next': { run: () => move(1) },
    'home.previous': { run: () => move(-1) },
    'home.open': { off: none, run: open },
    'home.figures': { off: () => none() ?? figuresOff(), run: openFigures },
    'home.see': { off: none, run: see },
    'home.see-all': { icon: CheckCheck, off: none, run: seeAll },
    'home.undo': {
      icon: Undo2,
      off: () => (page.canUndo ? null : 'nothing to undo'),
      run: () => void page.undo(),
    },
    ...handlersFor('home.kind-', homeKinds, (kind) => ({ run: () => page.filterBy(kind) })),
    ...(page.kinds.includes('withdrawn') ? {} : { 'home.kind-withdrawn': null }),
    'home.kind-all': { run: () => page.filterBy(null) },
    'home.refresh': { icon: RefreshCw, off: () => off, run: refresh },
  })
}
