import {
  ArrowLeft,
  ArrowRight,
  CircleQuestionMark,
  CircleX,
  Columns2,
  Columns3,
  Database,
  Gauge,
  Grid3x3,
  HardDrive,
  HardDriveDownload,
  House,
  List,
  ListPlus,
  Mic,
  Moon,
  Newspaper,
  PanelLeft,
  Plug,
  Rows3,
  Search,
  Settings,
  Sun,
  SunMoon,
  TextSearch,
  Users,
  Wifi,
  X,
} from 'lucide'
import type { Preferences } from '#contract/api/api.ts'
import type { Action } from './actions.svelte.ts'
import {
  allCalls,
  allNews,
  allRatings,
  anyJob,
  comparing,
  connectLocation,
  emptySearch,
  homeLocation,
  isHome,
  emptyText,
  someWatchlist,
} from './tab-locations.ts'
import { stepRegion } from './regions.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

/** The workspace's own actions; screens add theirs while they are on screen. `labels`: whether the rail shows its labels. */
export function windowActions(workspace: WorkspaceState, root: Document, labels: () => boolean): readonly Action[] {
  const { status } = workspace
  return [
    ...goActions(workspace),
    ...listActions(workspace),
    ...tabActions(workspace),
    ...viewActions(workspace, root, labels),
    {
      id: 'service.reach',
      title: 'Check connection',
      group: 'Library',
      icon: Wifi,
      off: () => (status.offlineReason === null ? 'connected' : null),
      run: () => void status.checkConnection(),
    },
    {
      id: 'service.cancel',
      title: 'Cancel requests to the service',
      group: 'Library',
      icon: CircleX,
      off: () => (status.now.awaited === 0 ? 'no requests in progress' : null),
      run: () => void status.cancelAwaited(),
    },
    {
      id: 'help.keys',
      title: 'Keyboard help',
      group: 'Help',
      words: ['shortcuts', 'hotkeys'],
      icon: CircleQuestionMark,
      keys: ['?', 'F1'],
      run: () => workspace.openOverlay('keys'),
    },
  ]
}

function goActions(workspace: WorkspaceState): readonly Action[] {
  const { tabs } = workspace
  const textLocation = () =>
    tabs.all.map((tab) => tab.location).find((location) => location.screen === 'text') ?? emptyText
  return [
    {
      id: 'go.palette',
      title: 'Company, identifier, code or command',
      group: 'Go to',
      icon: Search,
      keys: ['Mod+K'],
      keysOnly: true,
      run: () => workspace.openPalette(),
    },
    {
      id: 'go.home',
      title: 'Home',
      group: 'Go to',
      icon: House,
      keys: ['G H'],
      code: 'HOME',
      run: () => workspace.open(homeLocation),
    },
    {
      id: 'go.connect',
      title: 'Connect your data service',
      group: 'Go to',
      words: ['API key', 'provider', 'new workspace', 'account', 'coverage', 'exchanges'],
      icon: Plug,
      run: () => workspace.open(connectLocation),
    },
    {
      id: 'go.search',
      title: 'Search securities',
      group: 'Go to',
      words: ['find company', 'lookup', 'ticker', 'screener'],
      icon: Search,
      keys: ['/', 'G S'],
      code: 'SECF',
      run: () => workspace.open(emptySearch),
    },
    {
      id: 'go.watchlists',
      title: 'Watchlists',
      group: 'Go to',
      words: ['coverage', 'portfolio', 'monitor'],
      icon: List,
      keys: ['G W'],
      code: 'WL',
      run: () =>
        workspace.open(tabs.all.find((tab) => tab.location.screen === 'watchlists')?.location ?? someWatchlist),
    },
    {
      id: 'go.compare',
      title: 'Compare companies',
      group: 'Go to',
      words: ['comps', 'peers', 'relative', 'benchmark'],
      icon: Columns3,
      keys: ['G M'],
      code: 'CMP',
      run: () =>
        workspace.open(tabs.all.findLast((tab) => tab.location.screen === 'compare')?.location ?? comparing([])),
    },
    {
      id: 'go.calls',
      title: 'Calls of all companies',
      group: 'Go to',
      words: ['transcripts', 'earnings calls', 'audio'],
      icon: Mic,
      keys: ['G C'],
      code: 'TRAN',
      run: () => workspace.open(tabs.all.find((tab) => tab.location.screen === 'calls')?.location ?? allCalls),
    },
    {
      id: 'go.ratings',
      title: 'Analyst ratings',
      group: 'Go to',
      words: ['price targets', 'upgrades', 'downgrades', 'recommendations'],
      icon: Gauge,
      keys: ['G A'],
      code: 'ANR',
      run: () => workspace.open(tabs.all.find((tab) => tab.location.screen === 'ratings')?.location ?? allRatings),
    },
    {
      id: 'go.news',
      title: 'News',
      group: 'Go to',
      words: ['headlines', 'press'],
      icon: Newspaper,
      keys: ['G N'],
      code: 'CN',
      run: () => workspace.open(tabs.all.find((tab) => tab.location.screen === 'news')?.location ?? allNews),
    },
    {
      id: 'go.text',
      title: 'Search all transcripts',
      group: 'Go to',
      words: ['keyword', 'full text', 'document search'],
      icon: TextSearch,
      keys: ['Mod+Shift+F', 'G T'],
      code: 'TS',
      run: () => workspace.open(textLocation()),
    },
    {
      id: 'go.terms',
      title: 'Term grid',
      group: 'Go to',
      words: ['keyword trends', 'mentions', 'heat map'],
      icon: Grid3x3,
      run: () => workspace.open({ ...textLocation(), view: 'terms' }),
    },
    {
      id: 'go.questioners',
      title: 'Who asks: questions by analyst and firm',
      group: 'Go to',
      icon: Users,
      run: () => workspace.open({ ...textLocation(), view: 'questioners' }),
    },
    {
      id: 'go.settings',
      title: 'Settings',
      group: 'Go to',
      words: ['preferences', 'options', 'dark mode', 'theme', 'key'],
      icon: Settings,
      keys: ['Mod+,', 'G ,'],
      run: () => workspace.open({ screen: 'settings', section: '' }),
    },
    {
      id: 'go.offline',
      title: 'Offline downloads',
      group: 'Go to',
      words: ['sync', 'bulk download', 'jobs', 'queue'],
      icon: HardDriveDownload,
      keys: ['G O'],
      code: 'SYNC',
      run: () => workspace.open(tabs.all.find((tab) => tab.location.screen === 'offline')?.location ?? anyJob),
    },
    {
      id: 'go.library',
      title: 'Library',
      group: 'Go to',
      icon: HardDrive,
      keys: ['G L'],
      run: () => workspace.open({ screen: 'settings', section: 'library' }),
    },
    {
      id: 'go.storage',
      title: 'Storage',
      group: 'Go to',
      words: ['backup', 'restore', 'disk space'],
      icon: Database,
      run: () => workspace.open({ screen: 'settings', section: 'storage' }),
    },
    {
      id: 'go.back',
      title: 'Back',
      group: 'Go to',
      icon: ArrowLeft,
      keys: ['Alt+ArrowLeft', 'Mod+['],
      off: () => (tabs.canGoBack ? null : 'nothing to go back to'),
      run: () => tabs.back(),
    },
    {
      id: 'go.forward',
      title: 'Forward',
      group: 'Go to',
      icon: ArrowRight,
      keys: ['Alt+ArrowRight', 'Mod+]'],
      off: () => (tabs.canGoForward ? null : 'nothing to go forward to'),
      run: () => tabs.forward(),
    },
  ]
}

/** Of the company on screen: onto each of the lists. */
function listActions(workspace: WorkspaceState): readonly Action[] {
  const { tabs, watchlists, core } = workspace
  const { location } = tabs.active
  if (location.screen !== 'company') return []
  const { symbol } = location
  return watchlists.all.map(({ id, name }): Action => ({
    id: `list.add-${id}`,
    title: `Add ${symbol} to ${name}`,
    group: 'Library',
    icon: ListPlus,
    run: () =>
      core.watchlists.addCompanies({ listId: id, securities: [{ symbol }] }).then(
        ({ added }) =>
          workspace.say(added.length > 0 ? `${symbol} added to ${name}.` : `${symbol} is already on ${name}.`),
        (error: unknown) => workspace.fail(error),
      ),
  }))
}

function tabActions(workspace: WorkspaceState): readonly Action[] {
  const { tabs } = workspace
  const alone = () => (tabs.all.length > 1 ? null : 'only one tab is open')
  return [
    {
      id: 'tab.next',
      title: 'Next tab',
      group: 'Tabs',
      keys: ['L', 'Alt+PageDown'],
      off: alone,
      run: () => tabs.step(1),
    },
    {
      id: 'tab.previous',
      title: 'Previous tab',
      group: 'Tabs',
      keys: ['H', 'Alt+PageUp'],
      off: alone,
      run: () => tabs.step(-1),
    },
    {
      id: 'tab.nth',
      title: 'Tab 1 to 8, last tab',
      group: 'Tabs',
      keys: Array.from({ length: 9 }, (_, index) => `Mod+${index + 1}`),
      keysOnly: true,
      run: (keys) => {
        const number = Number(keys?.at(-1) ?? 1)
        tabs.activateAt(number === 9 ? -1 : number - 1)
      },
    },
    {
      id: 'tab.split',
      title: tabs.panes.length > 1 ? 'Single page' : 'Two pages side by side',
      group: 'Tabs',
      icon: Columns2,
      keys: ['\\'],
      off: () => (tabs.canSplit ? null : 'only one tab is open'),
      run: () => tabs.toggleSplit(),
    },
    {
      id: 'tab.close',
      title: 'Close tab',
      group: 'Tabs',
      icon: X,
      keys: ['Alt+W', 'X'],
      off: () => (isHome(tabs.active.location) ? 'Home stays open' : null),
      run: () => tabs.close(tabs.active.id),
    },
    {
      id: 'tab.reopen',
      title: 'Reopen closed tab',
      group: 'Tabs',
      keys: ['Alt+Shift+W', 'Z'],
      off: () => (tabs.canReopen ? null : 'no closed tabs'),
      run: () => tabs.reopen(),
    },
  ]
}

function viewActions(workspace: WorkspaceState, root: Document, labels: () => boolean): readonly Action[] {
  const { preferences } = workspace
  const set = (change: Partial<Preferences>) => preferences.set(change).catch((error: unknown) => workspace.fail(error))
  const inUse = (yes: boolean) => () => (yes ? 'in use' : null)
  const now = preferences.now
  const themes = [
    ['light', 'Light', Sun],
    ['dark', 'Dark', Moon],
    ['system', 'System theme', SunMoon],
  ] as const
  const colours = [
    ['green-red', 'Changes in green and red'],
    ['blue-orange', 'Changes in blue and orange'],
    ['asian', 'Red = up, green = down'],
  ] as const
  return [
    ...themes.map(([theme, title, icon]): Action => ({
      id: `view.theme-${theme}`,
      title,
      group: 'View',
      icon,
      off: inUse(now.theme === theme),
      run: () => set({ theme }),
    })),
    ...colours.map(([change, title]): Action => ({
      id: `view.change-${change}`,
      title,
      group: 'View',
      off: inUse(now.change === change),
      run: () => set({ change }),
    })),
    {
      id: 'view.rows',
      title: now.rows === 'dense' ? 'Comfortable rows' : 'Dense rows',
      group: 'View',
      icon: Rows3,
      run: () => set({ rows: now.rows === 'dense' ? 'comfortable' : 'dense' }),
    },
    {
      id: 'view.rail',
      title: labels() ? 'Hide rail labels' : 'Show rail labels',
      group: 'View',
      icon: PanelLeft,
      keys: ['Mod+B'],
      run: () => set({ railLabels: !labels() }),
    },
    {
      id: 'view.next-region',
      title: 'Next pane',
      group: 'View',
      keys: ['F6'],
      keysOnly: true,
      run: () => stepRegion(root, root.activeElement, 1),
    },
    {
      id: 'view.previous-region',
      title: 'Previous pane',
      group: 'View',
      keys: ['Shift+F6'],
      keysOnly: true,
      run: () => stepRegion(root, root.activeElement, -1),
    },
    {
      id: 'view.close',
      title: 'Close the drawer',
      group: 'View',
      keys: ['Escape'],
      keysOnly: true,
      // With nothing to close it does nothing, and says nothing: it is pressed to make sure.
      run: () => workspace.drawer.close(workspace.tabs.active.id),
    },
  ]
}
