/**
 * Records what the user opened (companies, calls, comparisons, searches), for Home and the palette.
 */

import type { ApiInputs } from '#contract/api/api.ts'
import type { After } from '../core-client/timeout.ts'
import { tabKey, type TabLocation } from './tab-locations.ts'

/** Milliseconds on a page before it counts as opened. */
const settledAfter = 1000

interface RecentItemsDependencies {
  readonly remember: (item: ApiInputs['home']['recordOpened']) => Promise<unknown>
  readonly after: After
  readonly fail: (error: unknown) => void
}

export class RecentItems {
  readonly #dependencies: RecentItemsDependencies
  #cancel = () => {}

  constructor(dependencies: RecentItemsDependencies) {
    this.#dependencies = dependencies
  }

  opened(location: TabLocation): void {
    const key = recentKey(location)
    this.#cancel()
    if (key === null) return
    const { remember, after, fail } = this.#dependencies
    this.#cancel = after(settledAfter, () => {
      remember({ key, location: JSON.stringify(location) }).catch(fail)
    })
  }

  close(): void {
    this.#cancel()
  }
}

/** The same for two locations that are one recent item: one each for a company, call, comparison of calls, saved comparison, saved screen and query. Null: none. */
export function recentKey(location: TabLocation): string | null {
  switch (location.screen) {
    case 'company':
    case 'call':
    case 'call-comparison':
      return tabKey(location)
    case 'compare':
      return location.settings === '' && location.saved === '' ? null : tabKey(location)
    case 'screener':
      return location.settings === '' && location.saved === '' ? null : tabKey(location)
    case 'text':
    case 'search':
      return location.query === '' ? null : `${location.screen} ${location.query.slice(0, 300)}`
    case 'home':
    case 'calls':
    case 'ratings':
    case 'watchlists':
    case 'timeline':
    case 'alerts':
    case 'checks':
    case 'offline':
    case 'settings':
    case 'connect':
      return null
    default:
      return location satisfies never
  }
}
