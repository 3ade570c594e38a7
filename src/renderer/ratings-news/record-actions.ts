/** The actions of the list of ratings and news, for keys, palette and help. */

import { Copy, RefreshCw } from 'lucide'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommand, bindCommands } from '../app/commands/bind-commands.ts'

export interface RecordActionsOptions {
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
  readonly fetch: (page: 'latest' | 'older') => void
}

export function recordActions(commands: RecordActionsOptions): readonly Action[] {
  const { row, many, fixed, none, off } = commands
  const list = bindCommands('records', {
    'records.text': { title: `Filter ${many}`, run: commands.focusText },
    'records.next': { run: () => commands.move(1) },
    'records.before': { run: () => commands.move(-1) },
    'records.open': { title: `Open ${row}`, off: () => none, run: commands.open },
    'records.copy': { title: `Copy all ${many}`, icon: Copy, off: () => none, run: commands.copyAll },
    'records.clear': { off: () => (commands.isNarrowed ? null : 'no filter is set'), run: commands.clear },
    'records.older': { title: `Load older ${many}`, off: () => off, run: () => commands.fetch('older') },
  })
  if (fixed) return list
  return [
    ...list,
    bindCommand('records.newest', {
      title: `Refresh ${many}`,
      icon: RefreshCw,
      off: () => off,
      run: () => commands.fetch('latest'),
    }),
  ]
}
