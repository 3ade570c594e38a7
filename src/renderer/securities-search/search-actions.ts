/** The actions of the securities search, for keys, palette and help. */

import { Building2, Copy, Globe, Info } from 'lucide'
import type { SecurityHit } from '#contract/api/securities.ts'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommands } from '../app/commands/bind-commands.ts'
import type { ResultRows } from './result-rows.svelte.ts'
import type { SecuritiesSearch } from './securities-search.svelte.ts'

interface SearchHandlers {
  readonly search: SecuritiesSearch
  readonly rows: ResultRows
  readonly focusBox: () => void
  /** `view` null: where the company's tab was left, else at its overview. */
  readonly open: (hit: SecurityHit, view: 'profile' | null) => void
  readonly copy: () => Promise<void>
}

export function searchActions({ search, rows, focusBox, open, copy }: SearchHandlers): readonly Action[] {
  const none = () => (rows.currentHit ? null : 'no results')
  const openAs = (view: 'profile' | null) => () => {
    if (rows.currentHit) open(rows.currentHit, view)
  }
  return bindCommands('securitiesSearch', {
    'search.box': { run: focusBox },
    'search.ask': {
      icon: Globe,
      off: () => (search.text.trim() === '' ? 'type a query first' : null),
      run: () => search.fetchFromService(),
    },
    'search.next': { run: () => rows.moveBy(1) },
    'search.before': { run: () => rows.moveBy(-1) },
    'search.open': { icon: Building2, off: none, run: openAs(null) },
    'search.profile': { icon: Info, off: none, run: openAs('profile') },
    'search.copy': { icon: Copy, off: none, run: copy },
  })
}
