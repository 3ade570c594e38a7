import { Copy, Globe } from 'lucide'
import type { SecurityHit } from '#contract/api/securities.ts'
import type { Action } from '../app/actions.svelte.ts'
import type { ResultRows } from './result-rows.svelte.ts'
import type { SecuritiesSearch } from './securities-search.svelte.ts'

interface SearchDoings {
  readonly search: SecuritiesSearch
  readonly rows: ResultRows
  readonly focusBox: () => void
  readonly open: (hit: SecurityHit, view: 'financials' | 'profile') => void
  readonly copy: () => Promise<void>
}

/** What can be done on the search screen, for keys, palette and help. */
export function searchActions({ search, rows, focusBox, open, copy }: SearchDoings): readonly Action[] {
  const group = 'Table'
  const none = () => (rows.currentHit ? null : 'no results')
  const openAs = (view: 'financials' | 'profile') => () => {
    if (rows.currentHit) open(rows.currentHit, view)
  }
  return [
    { id: 'search.box', title: 'Search box', group, keys: ['/'], keysOnly: true, run: focusBox },
    {
      id: 'search.ask',
      title: 'Search the service',
      group,
      icon: Globe,
      keys: ['Mod+Enter'],
      off: () => (search.text.trim() === '' ? 'type a query first' : null),
      run: () => search.fetchFromService(),
    },
    { id: 'search.next', title: 'Next security', group, keys: ['J'], keysOnly: true, run: () => rows.moveBy(1) },
    { id: 'search.before', title: 'Previous security', group, keys: ['K'], keysOnly: true, run: () => rows.moveBy(-1) },
    {
      id: 'search.open',
      title: 'Open the selected security',
      group,
      keys: ['O'],
      off: none,
      run: openAs('financials'),
    },
    {
      id: 'search.profile',
      title: 'Profile of the selected security',
      group,
      keys: ['P'],
      off: none,
      run: openAs('profile'),
    },
    { id: 'search.copy', title: 'Copy the selected securities', group, icon: Copy, off: none, run: copy },
  ]
}
