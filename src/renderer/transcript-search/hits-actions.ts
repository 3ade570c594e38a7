/** The actions of the hits, for keys, palette and help. */

import { Copy, FileText, Grid3x3, Play } from 'lucide'
import type { HitRow } from '#contract/api/transcript-search.ts'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommands } from '../app/commands/bind-commands.ts'

interface HitsHandlers {
  readonly focusBox: () => void
  readonly move: (hits: number) => void
  /** Why there is no hit to act on. */
  readonly none: () => string | null
  readonly current: () => HitRow | null
  readonly open: (row: HitRow) => void
  readonly play: (row: HitRow) => void
  readonly copyAll: () => void
  readonly grid: () => void
  readonly gridShown: boolean
}

export function hitsActions(does: HitsHandlers): readonly Action[] {
  const { none } = does
  const withCurrent = (act: (row: HitRow) => void) => () => {
    const row = does.current()
    if (row) act(row)
  }
  return bindCommands('hits', {
    'text.box': { run: does.focusBox },
    'text.next': { run: () => does.move(1) },
    'text.before': { run: () => does.move(-1) },
    'text.open': { icon: FileText, off: none, run: withCurrent(does.open) },
    'text.play': {
      icon: Play,
      off: () => none() ?? (does.current()?.callId ? null : 'this hit is not from a call'),
      run: withCurrent(does.play),
    },
    'text.copy': { icon: Copy, off: none, run: does.copyAll },
    'text.grid': { title: does.gridShown ? 'Hide term grid' : 'Show term grid', icon: Grid3x3, run: does.grid },
  })
}
