/**
 * The entries of the navigation rail, from Home to Settings, with their icons, counts and
 * locations.
 */

import {
  Bell,
  Building2 as Building,
  Columns3 as Columns,
  Funnel,
  HardDrive,
  HardDriveDownload,
  House,
  List as ListIcon,
  Mic,
  Newspaper,
  Search,
  Settings,
  TextSearch,
} from 'lucide'
import type { IconOf } from '../ui/icon.ts'
import type { CommandId } from './commands/catalog.ts'
import {
  alertsLocation,
  allCalls,
  allRatingsAndNews,
  anyJob,
  comparing,
  emptySearch,
  emptyText,
  homeLocation,
  newScreen,
  someWatchlist,
  type TabLocation,
} from './tab-locations.ts'
import type { Tab } from './tabs.svelte.ts'

interface RailItem {
  readonly label: string
  readonly icon: IconOf
  /** Null when there is nowhere to go yet. */
  readonly location: TabLocation | null
  readonly current: boolean
  /** Why it leads nowhere. */
  readonly off: string | null
  /** The action whose keys are in its tooltip. */
  readonly action: CommandId | null
  /** The number of new items; 0: none. */
  readonly unseen: number
  /** At the bottom of the rail. */
  readonly foot: boolean
}

export function railItems(
  tabs: readonly Tab[],
  here: TabLocation,
  lastCompany: TabLocation | null,
  unseen: { readonly watchlists: number; readonly alerts: number } = { watchlists: 0, alerts: 0 },
): readonly RailItem[] {
  const company = lastCompany ?? tabs.findLast((tab) => tab.location.screen === 'company')?.location ?? null
  const library = here.screen === 'settings' && here.section === 'library'
  const items: readonly Omit<RailItem, 'unseen'>[] = [
    {
      label: 'Home',
      icon: House,
      location: homeLocation,
      current: here.screen === 'home',
      off: null,
      action: 'go.home',
      foot: false,
    },
    {
      label: 'Watchlists',
      icon: ListIcon,
      location: tabs.find((tab) => tab.location.screen === 'watchlists')?.location ?? someWatchlist,
      current: here.screen === 'watchlists',
      off: null,
      action: 'go.watchlists',
      foot: false,
    },
    {
      label: 'Search',
      icon: Search,
      location: tabs.find((tab) => tab.location.screen === 'search')?.location ?? emptySearch,
      current: here.screen === 'search',
      off: null,
      action: 'go.search',
      foot: false,
    },
    {
      label: 'Company',
      icon: Building,
      location: company,
      current: here.screen === 'company',
      off: company ? null : 'no company is open',
      action: null,
      foot: false,
    },
    {
      label: 'Compare',
      icon: Columns,
      location: tabs.findLast((tab) => tab.location.screen === 'compare')?.location ?? comparing([]),
      current: here.screen === 'compare',
      off: null,
      action: 'go.compare',
      foot: false,
    },
    {
      label: 'Screener',
      icon: Funnel,
      location: tabs.findLast((tab) => tab.location.screen === 'screener')?.location ?? newScreen,
      current: here.screen === 'screener',
      off: null,
      action: 'go.screener',
      foot: false,
    },
    {
      label: 'Calls',
      icon: Mic,
      location: tabs.find((tab) => tab.location.screen === 'calls')?.location ?? allCalls,
      current: here.screen === 'calls',
      off: null,
      action: 'go.calls',
      foot: false,
    },
    {
      label: 'Ratings and news',
      icon: Newspaper,
      location: tabs.find((tab) => tab.location.screen === 'ratings')?.location ?? allRatingsAndNews,
      current: here.screen === 'ratings',
      off: null,
      action: 'go.ratings-news',
      foot: false,
    },
    {
      label: 'Full text',
      icon: TextSearch,
      location: tabs.find((tab) => tab.location.screen === 'text')?.location ?? emptyText,
      current: here.screen === 'text',
      off: null,
      action: 'go.text',
      foot: false,
    },
    {
      label: 'Alerts',
      icon: Bell,
      location: alertsLocation,
      current: here.screen === 'alerts',
      off: null,
      action: 'go.alerts',
      foot: false,
    },
    {
      label: 'Offline',
      icon: HardDriveDownload,
      location: tabs.find((tab) => tab.location.screen === 'offline')?.location ?? anyJob,
      current: here.screen === 'offline',
      off: null,
      action: 'go.offline',
      foot: true,
    },
    {
      label: 'Library',
      icon: HardDrive,
      location: { screen: 'settings', section: 'library' },
      current: library,
      off: null,
      action: 'go.library',
      foot: false,
    },
    {
      label: 'Settings',
      icon: Settings,
      location: { screen: 'settings', section: '' },
      current: here.screen === 'settings' && !library,
      off: null,
      action: 'go.settings',
      foot: false,
    },
  ]
  const counts = new Map<CommandId | null, number>([
    ['go.watchlists', unseen.watchlists],
    ['go.alerts', unseen.alerts],
  ])
  return items.map((item) => ({ ...item, unseen: counts.get(item.action) ?? 0 }))
}
