/** The actions of the screener, for keys, palette and help. */

import {
  BookOpen,
  Building2,
  Check,
  Columns3,
  Copy,
  FilterX,
  ListPlus,
  Plus,
  Save,
  TableProperties,
  Undo2,
} from 'lucide'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommands } from '../app/commands/bind-commands.ts'
import type { ScreenPage } from './screen-page.svelte.ts'

export interface ScreenerCommands {
  readonly addCondition: () => void
  readonly addGroup: () => void
  readonly undo: () => void
  readonly canUndo: () => boolean
  readonly save: () => void
  readonly newScreen: () => void
  readonly openCompany: () => void
  readonly copyWithSource: () => void
  readonly toWatchlist: () => void
  readonly compare: () => void
  readonly booklet: () => void
  readonly exportTable: () => void
  readonly chooseColumns: () => void
  readonly download: () => void
}

export function screenerActions(page: ScreenPage, commands: ScreenerCommands): readonly Action[] {
  const none = () => (page.ordered.length > 0 ? null : 'no company matches')
  const whole = () =>
    page.result && page.result.unjudged.some(({ remedy }) => remedy !== null) ? null : 'nothing to download'
  return bindCommands('screener', {
    'screen.condition': { icon: Plus, run: commands.addCondition },
    'screen.group': { icon: Plus, run: commands.addGroup },
    'screen.undo': {
      icon: Undo2,
      off: () => (commands.canUndo() ? null : 'nothing to undo'),
      run: commands.undo,
    },
    'screen.save': { icon: Save, run: commands.save },
    'screen.new': { icon: FilterX, run: commands.newScreen },
    'screen.open': { icon: Building2, off: none, run: commands.openCompany },
    'screen.copy-source': { icon: Copy, off: none, run: commands.copyWithSource },
    'screen.tick': { icon: Check, off: none, run: () => page.tick() },
    'screen.watchlist': { icon: ListPlus, off: none, run: commands.toWatchlist },
    'screen.compare': { icon: Columns3, off: none, run: commands.compare },
    'screen.booklet': { icon: BookOpen, off: none, run: commands.booklet },
    'screen.workbook': { off: none, run: commands.exportTable },
    'screen.columns': { icon: TableProperties, run: commands.chooseColumns },
    'screen.download': { off: whole, run: commands.download },
  })
}
