import {
  Building2 as Building,
  ChartGantt,
  Columns3 as Columns,
  Gauge,
  HardDriveDownload,
  List as ListIcon,
  Mic,
  Newspaper,
  Search,
  Settings,
  TextSearch,
} from 'lucide'
import type { FigureChangeKind } from '#contract/api/comparisons.ts'
import { searchTypes, type SearchType } from '#contract/service/security-fields.ts'
import { formatInstantDay } from '../format/dates.ts'
import type { IconOf } from '../ui/icon.ts'

export const companyViews = [
  'financials',
  'timeline',
  'calls',
  'ratings',
  'news',
  'profile',
  'insights',
  'restatements',
] as const
export type CompanyView = (typeof companyViews)[number]

export const textViews = ['hits', 'terms', 'questioners'] as const
export type TextView = (typeof textViews)[number]

export const compareViews = ['spread', 'restatements'] as const
export type CompareView = (typeof compareViews)[number]

/** Where a tab can be. A feature adds its screen here, its title below, and its component in `screens.ts`. */
export type TabLocation =
  | {
      readonly screen: 'search'
      readonly query: string
      /** What the query was said to be, by hand; null: recognised. */
      readonly type: SearchType | null
    }
  | {
      readonly screen: 'company'
      readonly symbol: string
      readonly view: CompanyView
      /** Its statements as the library knew them then, milliseconds since 1970; absent: now. */
      readonly asKnownOn?: number
      /** What its list of changed figures shows; absent: restated. */
      readonly changes?: FigureChangeKind
    }
  | {
      readonly screen: 'call'
      readonly callId: string
      /** For the tab, before the call is read. */
      readonly title: string
      /** Where to begin; −1: where it was left. */
      readonly turn: number
    }
  /** `symbol`: of these companies, as they were entered; empty: of all. */
  | { readonly screen: 'calls'; readonly symbol: string }
  /** Of these companies, as they were entered (empty: of all); `record`: one to open, −1: none. */
  | { readonly screen: 'ratings'; readonly symbol: string; readonly record: number }
  | { readonly screen: 'news'; readonly symbol: string; readonly record: number }
  /** Full text: what a query finds, terms by quarter, who asks. */
  | { readonly screen: 'text'; readonly query: string; readonly view: TextView }
  | {
      readonly screen: 'compare'
      /** Id of a saved comparison, and its name; empty: one that is not saved. */
      readonly saved: string
      readonly name: string
      readonly view: CompareView
      /** What is compared and how, as the screen writes it (JSON); empty: nothing yet. */
      readonly asked: string
    }
  /** `id` empty: the first list; `name`: for the tab, before it is read. */
  | { readonly screen: 'watchlists'; readonly id: string; readonly name: string }
  /** Of a watchlist's companies: its id, and its name for the tab. */
  | { readonly screen: 'timeline'; readonly list: string; readonly name: string }
  /** Jobs that fetch for many companies; `job` −1: the newest. */
  | { readonly screen: 'offline'; readonly job: number }
  | { readonly screen: 'settings'; readonly section: string }

export type ScreenName = TabLocation['screen']
export type TabLocationOf<Name extends ScreenName> = Extract<TabLocation, { screen: Name }>

export const emptySearch: TabLocation = { screen: 'search', query: '', type: null }
export const allCalls: TabLocation = { screen: 'calls', symbol: '' }
export const someWatchlist: TabLocation = { screen: 'watchlists', id: '', name: '' }
export const allRatings: TabLocation = { screen: 'ratings', symbol: '', record: -1 }
export const allNews: TabLocation = { screen: 'news', symbol: '', record: -1 }
export const anyJob: TabLocation = { screen: 'offline', job: -1 }
export const emptyText: TabLocation = { screen: 'text', query: '', view: 'hits' }

/** These companies side by side, in the tab for what is not saved. */
export function comparing(companies: readonly string[]): TabLocationOf<'compare'> {
  const asked = companies.length === 0 ? '' : JSON.stringify({ companies })
  return { screen: 'compare', saved: '', name: '', view: 'spread', asked }
}

/** The same for two places that share one tab: a company's views do, two companies do not. Fit for an element's id. */
export function tabKey(place: TabLocation): string {
  switch (place.screen) {
    case 'company':
      return `company-${encodeURIComponent(place.symbol)}`
    case 'call':
      return `call-${encodeURIComponent(place.callId)}`
    case 'compare':
      return place.saved === '' ? 'compare' : `compare-${encodeURIComponent(place.saved)}`
    case 'timeline':
      return `timeline-${encodeURIComponent(place.list)}`
    case 'calls':
    case 'watchlists':
    case 'ratings':
    case 'news':
    case 'search':
    case 'text':
    case 'offline':
    case 'settings':
      return place.screen
    default:
      return place satisfies never
  }
}

export function sameLocation(one: TabLocation, other: TabLocation): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const viewTitles: Record<CompanyView, string> = {
  financials: 'Financials',
  timeline: 'Timeline',
  calls: 'Calls',
  ratings: 'Ratings',
  news: 'News',
  profile: 'Profile',
  insights: 'Insights',
  restatements: 'Restatements',
}

const textTitles: Record<TextView, string> = { hits: 'Full text', terms: 'Term grid', questioners: 'Who asks' }

export interface TabTitle {
  /** Set in 600: the symbol. */
  readonly strong: string
  readonly rest: string
  readonly icon: IconOf
}

export function titleOf(place: TabLocation): TabTitle {
  switch (place.screen) {
    case 'company': {
      const known = place.asKnownOn === undefined ? '' : ` as of ${formatInstantDay(place.asKnownOn)}`
      return { strong: place.symbol, rest: `${viewTitles[place.view]}${known}`, icon: Building }
    }
    case 'search':
      return { strong: '', rest: place.query === '' ? 'Search' : `“${place.query}”`, icon: Search }
    case 'call':
      return { strong: '', rest: place.title === '' ? 'Call' : place.title, icon: Mic }
    case 'calls':
      return { strong: place.symbol, rest: 'Calls', icon: Mic }
    case 'ratings':
      return { strong: place.symbol, rest: 'Ratings', icon: Gauge }
    case 'news':
      return { strong: place.symbol, rest: 'News', icon: Newspaper }
    case 'text':
      return {
        strong: '',
        rest: place.view === 'hits' && place.query !== '' ? place.query : textTitles[place.view],
        icon: TextSearch,
      }
    case 'compare':
      return { strong: '', rest: place.name === '' ? 'Compare' : place.name, icon: Columns }
    case 'watchlists':
      return { strong: '', rest: place.name === '' ? 'Watchlists' : place.name, icon: ListIcon }
    case 'timeline':
      return { strong: '', rest: `${place.name}, timeline`, icon: ChartGantt }
    case 'offline':
      return { strong: '', rest: 'Offline', icon: HardDriveDownload }
    case 'settings':
      return { strong: '', rest: 'Settings', icon: Settings }
    default:
      return place satisfies never
  }
}

/** What came back from the browser's history or its session storage, if it is a place of this version. */
export function readLocation(value: unknown): TabLocation | null {
  if (typeof value !== 'object' || value === null || !('screen' in value)) return null
  if (value.screen === 'search') {
    const type = searchTypes.find((name) => name === textOf(value, 'type')) ?? null
    return { screen: 'search', query: textOf(value, 'query') ?? '', type }
  }
  if (value.screen === 'settings') return { screen: 'settings', section: textOf(value, 'section') ?? '' }
  if (value.screen === 'watchlists')
    return { screen: 'watchlists', id: textOf(value, 'id') ?? '', name: textOf(value, 'name') ?? '' }
  if (value.screen === 'offline') {
    const job: unknown = 'job' in value ? value.job : null
    return { screen: 'offline', job: typeof job === 'number' ? job : -1 }
  }
  if (value.screen === 'timeline') {
    const list = textOf(value, 'list')
    return list ? { screen: 'timeline', list, name: textOf(value, 'name') ?? '' } : null
  }
  if (value.screen === 'calls') return { screen: 'calls', symbol: textOf(value, 'symbol') ?? '' }
  if (value.screen === 'ratings' || value.screen === 'news') {
    const record: unknown = 'record' in value ? value.record : null
    return {
      screen: value.screen,
      symbol: textOf(value, 'symbol') ?? '',
      record: typeof record === 'number' ? record : -1,
    }
  }
  if (value.screen === 'text') {
    // Tabs that an earlier version saved have the former name.
    const stored = textOf(value, 'view') === 'askers' ? 'questioners' : textOf(value, 'view')
    const view = textViews.find((name) => name === stored) ?? 'hits'
    return { screen: 'text', query: textOf(value, 'query') ?? '', view }
  }
  if (value.screen === 'compare') {
    const view = compareViews.find((name) => name === textOf(value, 'view')) ?? 'spread'
    const [saved, name, asked] = ['saved', 'name', 'asked'].map((each) => textOf(value, each) ?? '')
    return { screen: 'compare', saved: saved ?? '', name: name ?? '', view, asked: asked ?? '' }
  }
  if (value.screen === 'company') {
    const symbol = textOf(value, 'symbol')
    const view = companyViews.find((name) => name === textOf(value, 'view'))
    const asKnownOn: unknown = 'asKnownOn' in value ? value.asKnownOn : null
    const known = typeof asKnownOn === 'number' && Number.isSafeInteger(asKnownOn) ? { asKnownOn } : {}
    const changes = textOf(value, 'changes') === 'withdrawn' ? { changes: 'withdrawn' as const } : {}
    return symbol && view ? { screen: 'company', symbol, view, ...known, ...changes } : null
  }
  if (value.screen === 'call') {
    const callId = textOf(value, 'callId')
    const turn: unknown = 'turn' in value ? value.turn : null
    const title = textOf(value, 'title') ?? ''
    return callId ? { screen: 'call', callId, title, turn: typeof turn === 'number' ? turn : -1 } : null
  }
  return null
}

function textOf(value: object, name: string): string | null {
  const text: unknown = name in value ? Reflect.get(value, name) : null
  return typeof text === 'string' ? text : null
}
