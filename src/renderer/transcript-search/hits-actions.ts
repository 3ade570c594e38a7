import { Copy, Grid3x3, Play } from 'lucide'
import type { HitRow } from '#contract/api/transcript-search.ts'
import type { Action } from '../app/actions.svelte.ts'

interface HitsDoings {
  readonly focusBox: () => void
  readonly move: (hits: number) => void
  /** Why there is nothing to act on. */
  readonly none: () => string | null
  readonly current: () => HitRow | null
  readonly open: (row: HitRow) => void
  readonly play: (row: HitRow) => void
  readonly copyAll: () => void
  readonly grid: () => void
  readonly gridShown: boolean
}

/** What can be done with the hits, for keys, palette and help. */
export function hitsActions(does: HitsDoings): readonly Action[] {
  const group = 'Table'
  const { none } = does
  const withCurrent = (act: (row: HitRow) => void) => () => {
    const row = does.current()
    if (row) act(row)
  }
  return [
    { id: 'text.box', title: 'Query box', group, keys: ['/'], keysOnly: true, run: does.focusBox },
    { id: 'text.next', title: 'Next hit', group, keys: ['J'], keysOnly: true, run: () => does.move(1) },
    { id: 'text.before', title: 'Previous hit', group, keys: ['K'], keysOnly: true, run: () => does.move(-1) },
    { id: 'text.open', title: 'Open hit', group, keys: ['O'], off: none, run: withCurrent(does.open) },
    {
      id: 'text.play',
      title: 'Play from hit',
      group,
      icon: Play,
      keys: ['Space'],
      off: () => none() ?? (does.current()?.callId ? null : 'this hit is not from a call'),
      run: withCurrent(does.play),
    },
    { id: 'text.copy', title: 'Copy all hits', group, icon: Copy, off: none, run: does.copyAll },
    {
      id: 'text.grid',
      title: does.gridShown ? 'Hide term grid' : 'Show term grid',
      group,
      icon: Grid3x3,
      keys: ['T'],
      run: does.grid,
    },
  ]
}
