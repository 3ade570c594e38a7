import {
  BellDot,
  Building2 as Building,
  ChartGantt,
  CheckCheck,
  Columns3 as Columns,
  Copy,
  HardDriveDownload,
  Pencil,
  Plus,
  RefreshCw,
  X,
} from 'lucide'
import type { Action } from '../app/actions.svelte.ts'
import type { WatchlistPage } from './watchlist-page.svelte.ts'

export interface WatchlistCommands {
  readonly add: () => void
  readonly chooseColumns: () => void
  readonly filter: () => void
  readonly open: () => void
  readonly showWhatsNew: () => void
  readonly note: () => void
  readonly see: () => void
  readonly removeSelected: () => void
  readonly move: (by: number) => void
  readonly moveColumn: (by: number) => void
  readonly compare: () => void
  readonly timeline: () => void
  readonly takeOffline: () => void
  readonly showMissing: () => void
  readonly copy: (heads: boolean) => void
  readonly refresh: () => void
  /** Why it cannot be refreshed. */
  readonly whyNoRefresh: string | null
  readonly newList: () => void
}

/** What can be done with a list, for keys, palette, menu and help. */
export function watchlistActions(page: WatchlistPage, commands: WatchlistCommands): readonly Action[] {
  const group = 'Table'
  const none = () => (page.selected.length > 0 ? null : 'no company selected')
  const ownOrder = () => (page.isOwnOrder ? none() : 'the list is sorted')
  const ofColumn = () => (page.grid.active.column < 1 ? 'this column stays first' : null)
  return [
    { id: 'list.filter', title: 'Filter the list', group, keys: ['/'], keysOnly: true, run: commands.filter },
    { id: 'list.add', title: 'Add companies to the list', group, icon: Plus, keys: ['A'], run: commands.add },
    {
      id: 'list.columns',
      title: 'Choose columns',
      group,
      icon: Columns,
      keys: ['E'],
      run: commands.chooseColumns,
    },
    { id: 'list.open', title: 'Open the company', group, icon: Building, keys: ['O'], off: none, run: commands.open },
    {
      id: 'list.fresh',
      title: 'What’s new',
      group,
      icon: BellDot,
      keys: ['N'],
      off: none,
      run: commands.showWhatsNew,
    },
    { id: 'list.note', title: 'Edit note', group, icon: Pencil, keys: ['M'], off: none, run: commands.note },
    {
      id: 'list.see',
      title: 'Mark as seen',
      group,
      icon: CheckCheck,
      keys: ['S'],
      off: none,
      run: commands.see,
    },
    {
      id: 'list.up',
      title: 'Move up in the list',
      group,
      keys: ['Alt+ArrowUp'],
      off: ownOrder,
      run: () => commands.move(-1),
    },
    {
      id: 'list.down',
      title: 'Move down in the list',
      group,
      keys: ['Alt+ArrowDown'],
      off: ownOrder,
      run: () => commands.move(1),
    },
    {
      id: 'list.column-left',
      title: 'Move the column to the left',
      group,
      keys: ['Alt+Shift+ArrowLeft'],
      off: ofColumn,
      run: () => commands.moveColumn(-1),
    },
    {
      id: 'list.column-right',
      title: 'Move the column to the right',
      group,
      keys: ['Alt+Shift+ArrowRight'],
      off: ofColumn,
      run: () => commands.moveColumn(1),
    },
    {
      id: 'list.compare',
      title: 'Compare the selected companies',
      group,
      keys: ['C'],
      off: none,
      run: commands.compare,
    },
    {
      id: 'list.timeline',
      title: 'Watchlist timeline',
      group: 'Go to',
      icon: ChartGantt,
      keys: ['G E'],
      code: 'EVT',
      off: () => (page.listed?.length === 0 ? 'the list is empty' : null),
      run: commands.timeline,
    },
    {
      id: 'list.offline',
      title: 'Take the list offline…',
      group: 'Library',
      icon: HardDriveDownload,
      keys: ['T'],
      off: () => (page.listed?.length === 0 ? 'the list is empty' : null),
      run: commands.takeOffline,
    },
    { id: 'list.missing', title: 'Show what is missing offline', group: 'Library', run: commands.showMissing },
    { id: 'list.copy', title: 'Copy with column heads', group, icon: Copy, off: none, run: () => commands.copy(true) },
    {
      id: 'list.take-off',
      title: 'Remove from list',
      group,
      icon: X,
      keys: ['Delete'],
      off: none,
      run: commands.removeSelected,
    },
    {
      id: 'list.refresh',
      title: 'Refresh all companies of the list',
      group: 'Library',
      icon: RefreshCw,
      keys: ['R'],
      off: () => commands.whyNoRefresh,
      run: commands.refresh,
    },
    { id: 'list.new', title: 'New watchlist', group, icon: Plus, run: commands.newList },
  ]
}
