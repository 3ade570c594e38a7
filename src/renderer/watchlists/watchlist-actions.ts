/** The actions of a watchlist, for keys, palette, menu and help. */

import {
  BellDot,
  BookOpen,
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
import { bindCommands } from '../app/commands/bind-commands.ts'
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
  readonly booklet: (ofSelected: boolean) => void
  readonly takeOffline: () => void
  readonly showMissing: () => void
  readonly copy: (heads: boolean) => void
  readonly refresh: () => void
  /** Why it cannot be refreshed. */
  readonly whyNoRefresh: string | null
  readonly newList: () => void
}

export function watchlistActions(page: WatchlistPage, commands: WatchlistCommands): readonly Action[] {
  const none = () => (page.selected.length > 0 ? null : 'no company selected')
  const ownOrder = () => (page.isOwnOrder ? none() : 'the list is sorted')
  const ofColumn = () => (page.grid.active.column < 1 ? 'this column stays first' : null)
  const empty = () => (page.listed?.length === 0 ? 'the list is empty' : null)
  return bindCommands('watchlists', {
    'list.filter': { run: commands.filter },
    'list.add': { icon: Plus, run: commands.add },
    'list.columns': { icon: Columns, run: commands.chooseColumns },
    'list.open': { icon: Building, off: none, run: commands.open },
    'list.fresh': { icon: BellDot, off: none, run: commands.showWhatsNew },
    'list.note': { icon: Pencil, off: none, run: commands.note },
    'list.see': { icon: CheckCheck, off: none, run: commands.see },
    'list.up': { off: ownOrder, run: () => commands.move(-1) },
    'list.down': { off: ownOrder, run: () => commands.move(1) },
    'list.column-left': { off: ofColumn, run: () => commands.moveColumn(-1) },
    'list.column-right': { off: ofColumn, run: () => commands.moveColumn(1) },
    'list.compare': { icon: Columns, off: none, run: commands.compare },
    'list.booklet': { icon: BookOpen, off: empty, run: () => commands.booklet(false) },
    'list.booklet-selected': { icon: BookOpen, off: none, run: () => commands.booklet(true) },
    'list.timeline': { icon: ChartGantt, off: empty, run: commands.timeline },
    'list.offline': { icon: HardDriveDownload, off: empty, run: commands.takeOffline },
    'list.missing': { run: commands.showMissing },
    'list.copy': { icon: Copy, off: none, run: () => commands.copy(true) },
    'list.take-off': { icon: X, off: none, run: commands.removeSelected },
    'list.refresh': { icon: RefreshCw, off: () => commands.whyNoRefresh, run: commands.refresh },
    'list.new': { icon: Plus, run: commands.newList },
  })
}
