/** Adds companies to a watchlist from menus, palette and dialogs, and says what was added. */

import { ListPlus } from 'lucide'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { Watchlist } from '#contract/api/watchlists.ts'
import { formatCounted } from '../format/counts.ts'
import type { Action } from './actions.svelte.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

type AddedCompanies = ApiOutputs['watchlists']['addCompanies']

/** The commands that add one company to a watchlist, one for each list. A list that has the company is shown as such. */
export function addToListActions(workspace: WorkspaceState, symbol: string): readonly Action[] {
  const { watchlists } = workspace
  return watchlists.all.map((list): Action => ({
    id: `company.add-to-${list.id}`,
    title: `Add ${symbol} to ${list.name}`,
    group: 'Library',
    icon: ListPlus,
    off: () => (watchlists.holds(list.id, symbol) ? 'already on it' : null),
    run: () => addToList(workspace, list, [symbol]).catch((error: unknown) => workspace.fail(error)),
  }))
}

/** Rejects when they were not added. */
export async function addToList(
  workspace: Pick<WorkspaceState, 'core' | 'say' | 'open'>,
  list: Pick<Watchlist, 'id' | 'name'>,
  symbols: readonly string[],
): Promise<void> {
  const securities = symbols.map((symbol) => ({ symbol }))
  const result = await workspace.core.watchlists.addCompanies({ listId: list.id, securities })
  workspace.say(addedText(list.name, result), {
    label: 'Open',
    run: () => workspace.open({ screen: 'watchlists', id: list.id, name: list.name }),
  })
}

/** "HLDN added to Coverage.", "3 companies added to Coverage. 2 already on it." */
export function addedText(name: string, { added, alreadyListed }: AddedCompanies): string {
  const companies = (symbols: readonly string[]) =>
    symbols.length === 1 ? (symbols[0] ?? '') : formatCounted(symbols.length, 'company', 'companies')
  if (added.length === 0 && alreadyListed.length > 0)
    return `${companies(alreadyListed)} ${alreadyListed.length === 1 ? 'is' : 'are'} already on ${name}.`
  const already =
    alreadyListed.length === 0 ? '' : ` ${formatCounted(alreadyListed.length, 'company', 'companies')} already on it.`
  return `${companies(added)} added to ${name}.${already}`
}
