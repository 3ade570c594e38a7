import Search from '@lucide/svelte/icons/search'
import Settings from '@lucide/svelte/icons/settings'
import type { IconOf } from '../ui/icon.ts'
import type { Place, ScreenName } from './places.ts'

export interface RailItem {
  readonly screen: ScreenName
  readonly label: string
  readonly icon: IconOf
  readonly place: Place
  /** The action whose keys its tooltip shows. */
  readonly action: string
  /** At the foot. */
  readonly foot: boolean
}

/** What the rail leads to. A company has no place of its own there: one opens it from the search or the palette. */
export const railItems: readonly RailItem[] = [
  {
    screen: 'search',
    label: 'Search',
    icon: Search,
    place: { screen: 'search', query: '' },
    action: 'go.search',
    foot: false,
  },
  {
    screen: 'settings',
    label: 'Settings',
    icon: Settings,
    place: { screen: 'settings', section: '' },
    action: 'go.settings',
    foot: true,
  },
]
