/** The actions that are available on every page: navigation, tabs, appearance, workspaces. */

import {
  AArrowDown,
  AArrowUp,
  Accessibility,
  AppWindow,
  ArrowLeft,
  ArrowRight,
  Bell,
  Ear,
  Briefcase,
  CircleQuestionMark,
  CircleX,
  Columns2,
  Columns3,
  Database,
  Eraser,
  Funnel,
  Gauge,
  Grid3x3,
  HardDrive,
  HardDriveDownload,
  Headphones,
  House,
  Info,
  Keyboard,
  Link as LinkIcon,
  List,
  Mic,
  Moon,
  Network,
  Newspaper,
  Palette,
  PanelLeft,
  Plug,
  RefreshCw,
  Rows3,
  Search,
  Settings,
  SquareArrowOutUpRight,
  Bot,
  Stethoscope,
  Sun,
  SunMoon,
  TextSearch,
  Users,
  Wifi,
  X,
} from 'lucide'
import type { Preferences } from '#contract/api/api.ts'
import { textSizes } from '#contract/api/text-sizes.ts'
import type { Action } from './actions.svelte.ts'
import { addToListActions } from './add-to-list.ts'
import { clearRecentItems } from './clear-recent-items.ts'
import { bindCommands, handlersFor } from './commands/bind-commands.ts'
import {
  alertsLocation,
  checksLocation,
  allCalls,
  allRatingsAndNews,
  anyJob,
  comparing,
  connectLocation,
  emptySearch,
  homeLocation,
  isHome,
  newScreen,
  emptyText,
  showing,
  someWatchlist,
} from './tab-locations.ts'
import { stepRegion } from './region-navigation.ts'
import { moveToNewWindow, openNewWindow } from './new-window.ts'
import { copyLink, whyNoLinks } from './deep-links.ts'
import { moveTab } from './move-tab.ts'
import { linkTo } from './location-links.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'

/** The workspace's own actions; screens add theirs while they are on screen. `labels`: whether the rail shows its labels. */
export function windowActions(workspace: WorkspaceState, root: Document, labels: () => boolean): readonly Action[] {
  const { status } = workspace
  return [
    ...bindCommands('everywhere', {
      ...goHandlers(workspace),
      ...tabHandlers(workspace),
      ...viewHandlers(workspace, root, labels),
      'recent.clear': { icon: Eraser, run: () => clearRecentItems(workspace) },
      'service.reach': {
        icon: Wifi,
        off: () => (status.offlineReason === null ? 'connected' : null),
        run: () => void status.checkConnection(),
      },
      'service.cancel': {
        icon: CircleX,
        off: () => (status.now.awaited === 0 ? 'no requests in progress' : null),
        run: () => void status.cancelAwaited(),
      },
      'help.keys': { icon: CircleQuestionMark, run: () => workspace.openOverlay('keys') },
      'help.accessibility': {
        icon: Accessibility,
        run: () => workspace.open({ screen: 'settings', section: 'accessibility' }),
      },
      'help.updates': {
        icon: RefreshCw,
        run: () => {
          workspace.open({ screen: 'settings', section: 'about' })
          void workspace.updates.run()
        },
      },
    }),
    ...listActions(workspace),
  ]
}

function goHandlers(workspace: WorkspaceState) {
  const { tabs } = workspace
  /** The companies that the tab of ratings and news shows, as they were entered. */
  const ratedSymbols = () =>
    tabs.all.flatMap(({ location }) => (location.screen === 'ratings' ? location.symbol : []))[0] ?? ''
  /** A search on screen keeps its text and selects it. A restored one is yet to be drawn, and is opened as it was left. */
  const searchLocation = () =>
    tabs.all.find((tab) => tab.location.screen === 'search' && !tabs.isSeen(tab))?.location ?? emptySearch
  const textLocation = () =>
    tabs.all.map((tab) => tab.location).find((location) => location.screen === 'text') ?? emptyText
  const openSettings = (section: string) => workspace.open({ screen: 'settings', section })
  return {
    'go.palette': { icon: Search, run: () => workspace.openPalette() },
    'go.home': { icon: House, run: () => workspace.open(homeLocation) },
    'go.connect': { icon: Plug, run: () => workspace.open(connectLocation) },
    'go.search': { icon: Search, run: () => workspace.open(searchLocation()) },
    'go.watchlists': {
      icon: List,
      run: () =>
        workspace.open(tabs.all.find((tab) => tab.location.screen === 'watchlists')?.location ?? someWatchlist),
    },
    'go.compare': {
      icon: Columns3,
      run: () =>
        workspace.open(tabs.all.findLast((tab) => tab.location.screen === 'compare')?.location ?? comparing([])),
    },
    'go.screener': {
      icon: Funnel,
      run: () => workspace.open(tabs.all.findLast((tab) => tab.location.screen === 'screener')?.location ?? newScreen),
    },
    'go.calls': {
      icon: Mic,
      run: () => workspace.open(tabs.all.find((tab) => tab.location.screen === 'calls')?.location ?? allCalls),
    },
    'go.ratings-news': {
      icon: Newspaper,
      run: () =>
        workspace.open(tabs.all.find((tab) => tab.location.screen === 'ratings')?.location ?? allRatingsAndNews),
    },
    'go.ratings': { icon: Gauge, run: () => workspace.open(showing('rating', ratedSymbols())) },
    'go.news': { icon: Newspaper, run: () => workspace.open(showing('news', ratedSymbols())) },
    'go.text': { icon: TextSearch, run: () => workspace.open(textLocation()) },
    'go.terms': { icon: Grid3x3, run: () => workspace.open({ ...textLocation(), view: 'terms' }) },
    'go.checks': { icon: Ear, run: () => workspace.open(checksLocation) },
    'go.alerts': { icon: Bell, run: () => workspace.open(alertsLocation) },
    'go.questioners': { icon: Users, run: () => workspace.open({ ...textLocation(), view: 'questioners' }) },
    'go.settings': { icon: Settings, run: () => openSettings('') },
    'go.offline': {
      icon: HardDriveDownload,
      run: () => workspace.open(tabs.all.find((tab) => tab.location.screen === 'offline')?.location ?? anyJob),
    },
    'go.library': { icon: HardDrive, run: () => openSettings('library') },
    'go.storage': { icon: Database, run: () => openSettings('storage') },
    'go.keys': { icon: Keyboard, run: () => openSettings('keys') },
    'go.workspaces': { icon: Briefcase, run: () => openSettings('workspaces') },
    'go.recordings': { icon: Headphones, run: () => openSettings('recordings') },
    'go.refresh': { icon: RefreshCw, run: () => openSettings('refresh') },
    'go.network': { icon: Network, run: () => openSettings('network') },
    'go.appearance': { icon: Palette, run: () => openSettings('appearance') },
    'go.assistants': { icon: Bot, run: () => openSettings('assistants') },
    'go.diagnostics': { icon: Stethoscope, run: () => openSettings('diagnostics') },
    'go.about': { icon: Info, run: () => openSettings('about') },
    'go.back': {
      icon: ArrowLeft,
      off: () => (tabs.canGoBack ? null : 'nothing to go back to'),
      run: () => tabs.back(),
    },
    'go.forward': {
      icon: ArrowRight,
      off: () => (tabs.canGoForward ? null : 'nothing to go forward to'),
      run: () => tabs.forward(),
    },
  }
}

/** For the company on screen. */
function listActions(workspace: WorkspaceState): readonly Action[] {
  const { location } = workspace.tabs.active
  return location.screen === 'company' ? addToListActions(workspace, location.symbol) : []
}

const numberedTabs = ['1', '2', '3', '4', '5', '6', '7', '8'] as const

function tabHandlers(workspace: WorkspaceState) {
  const { tabs, bridge } = workspace
  const alone = () => (tabs.all.length > 1 ? null : 'only one tab is open')
  return {
    'tab.next': { off: alone, run: () => tabs.step(1) },
    'tab.previous': { off: alone, run: () => tabs.step(-1) },
    ...handlersFor('tab.', numberedTabs, (_, at) => ({ run: () => tabs.activateAt(at) })),
    'tab.last': { run: () => tabs.activateAt(-1) },
    'tab.split': {
      title: tabs.panes.length > 1 ? 'Single page' : 'Two pages side by side',
      icon: Columns2,
      off: () => (tabs.canSplit ? null : 'only one tab is open'),
      run: () => tabs.toggleSplit(),
    },
    'tab.close': {
      icon: X,
      off: () => (isHome(tabs.active.location) ? 'Home can’t be closed' : null),
      run: () => tabs.close(tabs.active.id),
    },
    'tab.move': {
      icon: SquareArrowOutUpRight,
      off: () => (isHome(tabs.active.location) ? 'Home can’t be moved' : null),
      run: () => moveToNewWindow(workspace, tabs.active),
    },
    'tab.left': {
      icon: ArrowLeft,
      off: () => tabs.whyUnmovable(tabs.active.id, -1),
      run: () => moveTab(workspace, tabs.active, -1),
    },
    'tab.right': {
      icon: ArrowRight,
      off: () => tabs.whyUnmovable(tabs.active.id, 1),
      run: () => moveTab(workspace, tabs.active, 1),
    },
    'window.new': { icon: AppWindow, run: () => openNewWindow(workspace) },
    'link.copy': {
      icon: LinkIcon,
      off: () =>
        bridge.kind === 'browser' ? whyNoLinks : linkTo(tabs.active.location) === null ? 'this page has no link' : null,
      run: () => copyLink(workspace, linkTo(tabs.active.location)),
    },
    'tab.reopen': { off: () => (tabs.canReopen ? null : 'no closed tabs'), run: () => tabs.reopen() },
  }
}

const themes = ['light', 'dark', 'system'] as const
const themeIcons = { light: Sun, dark: Moon, system: SunMoon }
const changeColours = ['green-red', 'blue-orange', 'asian'] as const

function viewHandlers(workspace: WorkspaceState, root: Document, labels: () => boolean) {
  const { preferences } = workspace
  const set = (change: Partial<Preferences>) => preferences.set(change).catch((error: unknown) => workspace.fail(error))
  const inUse = (yes: boolean) => () => (yes ? 'in use' : null)
  const { now } = preferences
  return {
    ...handlersFor('view.theme-', themes, (theme) => ({
      icon: themeIcons[theme],
      off: inUse(now.theme === theme),
      run: () => set({ theme }),
    })),
    ...handlersFor('view.change-', changeColours, (change) => ({
      off: inUse(now.change === change),
      run: () => set({ change }),
    })),
    'view.text-larger': {
      icon: AArrowUp,
      off: () => (now.textSize >= textSizes.largest ? 'largest size' : null),
      run: () => set({ textSize: Math.min(textSizes.largest, now.textSize + textSizes.step) }),
    },
    'view.text-smaller': {
      icon: AArrowDown,
      off: () => (now.textSize <= textSizes.smallest ? 'smallest size' : null),
      run: () => set({ textSize: Math.max(textSizes.smallest, now.textSize - textSizes.step) }),
    },
    'view.rows': {
      title: now.rows === 'dense' ? 'Comfortable rows' : 'Dense rows',
      icon: Rows3,
      run: () => set({ rows: now.rows === 'dense' ? 'comfortable' : 'dense' }),
    },
    'view.rail': {
      title: labels() ? 'Hide sidebar labels' : 'Show sidebar labels',
      icon: PanelLeft,
      run: () => set({ railLabels: !labels() }),
    },
    'view.next-region': { run: () => stepRegion(root, root.activeElement, 1) },
    'view.previous-region': { run: () => stepRegion(root, root.activeElement, -1) },
    // With nothing to close it does nothing, silently: users press it to make sure.
    'view.close': { run: () => workspace.drawer.close(workspace.tabs.active.id) },
  }
}
