/** The context menu of a list's row: what its page offers, and what every list offers for a company or a page. */

import { Building2, Copy, SquareArrowOutUpRight } from 'lucide'
import type { MenuEntry, MenuItem } from '../ui/menu.ts'
import { actionEntry } from './action-entry.ts'
import { addToListActions } from './add-to-list.ts'
import { showKeys } from './key-bindings.ts'
import { openInNewWindow } from './new-window.ts'
import type { TabLocation } from './tab-locations.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

interface RowMenuParts {
  /** The page's own entries that open the row. */
  readonly open: readonly MenuEntry[]
  /** The page that the row opens; null: none, as for a security without a symbol. */
  readonly location: TabLocation | null
  /** The company of the row; null: not known. */
  readonly symbol: string | null
  /** The row opens something else than its company. */
  readonly hasCompanyEntry?: boolean
  /** The page's other entries for the row. */
  readonly actions?: readonly MenuEntry[]
  readonly copy: readonly MenuEntry[]
}

export function rowMenu(workspace: WorkspaceState, parts: RowMenuParts): readonly MenuEntry[] {
  const { open, location, symbol, hasCompanyEntry = false, actions = [], copy } = parts
  const inWindow: MenuItem | null = location && {
    id: 'new-window',
    title: 'Open in new window',
    icon: SquareArrowOutUpRight,
    run: () => void openInNewWindow(workspace, location),
  }
  const company: MenuItem | null =
    hasCompanyEntry && symbol !== null
      ? { id: 'company', title: `Open ${symbol}`, icon: Building2, run: () => workspace.openCompany(symbol) }
      : null
  const lists = symbol === null ? [] : addToListActions(workspace, symbol)
  return inSections([
    [...open, ...(inWindow ? [inWindow] : []), ...(company ? [company] : [])],
    actions,
    lists.map((action) => actionEntry(action, workspace.keys)),
    copy,
  ])
}

/** Groups of entries with a line between them; empty groups are left out. */
function inSections(groups: readonly (readonly MenuEntry[])[]): readonly MenuEntry[] {
  return groups.filter((group) => group.length > 0).flatMap((group, at) => (at === 0 ? group : ['line', ...group]))
}

/** What Ctrl+C in the list does. */
export function copyEntry({ mac }: Pick<WorkspaceState, 'mac'>, title: string, run: () => void): MenuItem {
  return { id: 'copy', title, icon: Copy, keys: showKeys('Mod+C', mac), run }
}
