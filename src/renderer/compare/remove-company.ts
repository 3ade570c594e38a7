/** Removes a company from a comparison, with Undo from whichever tab is active by then. */

import { openInPlace } from '../app/open-location.ts'
import { isLocationOf, tabKey, type TabLocationOf } from '../app/tab-locations.ts'
import type { WorkspaceState } from '../app/workspace-state.svelte.ts'
import { readSettings, type ComparisonSettings } from './comparison-settings.ts'

/** `location` and `settings` are those of the active tab. Undo shows the comparison, also one whose tab was closed meanwhile. */
export function removeCompany(
  workspace: Pick<WorkspaceState, 'tabs' | 'open' | 'say'>,
  location: TabLocationOf<'compare'>,
  settings: ComparisonSettings,
  symbol: string,
): void {
  const { tabs } = workspace
  const withCompanies = (of: TabLocationOf<'compare'>, present: ComparisonSettings, companies: readonly string[]) => ({
    ...of,
    settings: JSON.stringify({ ...present, companies }),
  })
  function putBack(): void {
    const tab = tabs.all.find(({ id }) => id === tabKey(location))
    const of = tab && isLocationOf('compare', tab.location) && tab.location.settings !== '' ? tab.location : null
    // What was changed since the removal stays.
    const present = of ? readSettings(of.settings) : settings
    const companies = insertedBack(present.companies, symbol, settings.companies)
    const restored = withCompanies(of ?? location, present, companies)
    if (tab === tabs.active) tabs.refine(restored)
    else openInPlace(workspace, restored)
  }
  const rest = settings.companies.filter((one) => one !== symbol)
  tabs.refine(withCompanies(location, settings, rest))
  workspace.say(`${symbol} removed.`, { label: 'Undo', run: putBack })
}

/** A removed company is again to the right of its former left neighbor, or of the nearest one that is left. */
function insertedBack(companies: readonly string[], symbol: string, before: readonly string[]): readonly string[] {
  if (companies.includes(symbol)) return companies
  const left = before.slice(0, before.indexOf(symbol)).findLast((one) => companies.includes(one))
  return companies.toSpliced(left === undefined ? 0 : companies.indexOf(left) + 1, 0, symbol)
}
