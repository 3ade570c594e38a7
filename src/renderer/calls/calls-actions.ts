import { ListPlus, RefreshCw } from 'lucide'
import type { CallEntry } from '#contract/api/calls.ts'
import type { Action } from '../app/actions.svelte.ts'
import type { CallListFilter } from './call-filter.svelte.ts'
import type { CallList } from './call-list.ts'

interface CallsDoings {
  readonly list: CallList
  readonly choice: CallListFilter
  readonly open: (entry: CallEntry) => void
  /** Now, or after what is heard. */
  readonly listen: (entry: CallEntry) => void
  readonly focusText: () => void
  readonly copy: () => void
  readonly older: () => void
  /** Why older calls cannot be fetched. */
  readonly olderOff: string | null
}

/** What can be done with a list of calls, for keys, palette and help. */
export function callsActions({
  list,
  choice,
  open,
  listen,
  focusText,
  copy,
  older,
  olderOff,
}: CallsDoings): readonly Action[] {
  const group = 'Table'
  return [
    { id: 'calls.text', title: 'Filter calls', group, keys: ['/'], keysOnly: true, run: focusText },
    { id: 'calls.next', title: 'Next call', group, keys: ['J'], keysOnly: true, run: () => list.moveBy(1) },
    { id: 'calls.before', title: 'Previous call', group, keys: ['K'], keysOnly: true, run: () => list.moveBy(-1) },
    {
      id: 'calls.open',
      title: 'Open call',
      group,
      keys: ['O'],
      off: () => (list.currentEntry ? null : 'no call is selected'),
      run: () => {
        if (list.currentEntry) open(list.currentEntry)
      },
    },
    {
      id: 'calls.copy',
      title: 'Copy selected calls',
      group,
      off: () => (list.selected ? null : 'no call is selected'),
      run: copy,
    },
    {
      id: 'calls.listen',
      title: 'Play call next',
      group,
      icon: ListPlus,
      keys: ['P'],
      off: () => {
        if (!list.currentEntry) return 'no call is selected'
        return list.currentEntry.recording === 'none' ? 'this call has no recording' : null
      },
      run: () => {
        if (list.currentEntry) listen(list.currentEntry)
      },
    },
    {
      id: 'calls.on-disk',
      title: choice.onDisk ? 'All calls' : 'Downloaded calls only',
      group,
      keys: ['D'],
      run: () => {
        choice.onDisk = !choice.onDisk
      },
    },
    {
      id: 'calls.clear',
      title: 'Clear call filters',
      group,
      off: () => (choice.isNarrowed ? null : 'no filter is set'),
      run: () => choice.clear(),
    },
    { id: 'calls.older', title: 'Load older calls', group: 'Library', off: () => olderOff, run: older },
  ]
}

/** Of the screen of all calls; a company's page refreshes its list with the rest. */
export function latestAction(newest: () => void): Action {
  return {
    id: 'calls.newest',
    title: 'Refresh calls',
    group: 'Library',
    icon: RefreshCw,
    keys: ['R'],
    run: newest,
  }
}
