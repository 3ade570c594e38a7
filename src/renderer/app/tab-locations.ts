/**
 * Every location that a tab can show, with its parameters and title, and how locations are stored
 * and compared.
 */

import { isOnCalendar } from '#contract/api/calendar-limits.ts'
import {
  Bell,
  Building2 as Building,
  ChartGantt,
  Ear,
  Funnel,
  GitCompare,
  Columns3 as Columns,
  HardDriveDownload,
  House,
  List as ListIcon,
  Mic,
  Newspaper,
  Plug,
  Search,
  Settings,
  TextSearch,
} from 'lucide'
import type { FigureChangeKind } from '#contract/api/comparisons.ts'
import type { Edition } from '#contract/api/financials.ts'
import type { NotifiedScreen } from '#contract/shell.ts'
import { isJsonObject } from '#contract/service/json-object.ts'
import { searchTypes, type SearchType } from '#contract/service/security-fields.ts'
import type { IconOf } from '../ui/icon.ts'

/** In the order in which the palette offers them. */
/** The first is the one that a company opens at. */
export const companyViews = [
  'overview',
  'financials',
  'timeline',
  'calls',
  'guidance',
  'ratings',
  'news',
  'profile',
  'insights',
  'restatements',
] as const
export type CompanyView = (typeof companyViews)[number]

const textViews = ['hits', 'terms', 'questioners'] as const
export type TextView = (typeof textViews)[number]

const compareViews = ['spread', 'restatements'] as const
type CompareView = (typeof compareViews)[number]

const ratingsNewsShows = ['all', 'rating', 'news'] as const
/** Whether their screen lists ratings or news. */
export type RatingsNewsShow = (typeof ratingsNewsShows)[number]

/** The last state of a list of calls. */
export interface CallsView {
  /** Filter of titles and companies. */
  readonly text?: string
  /** Id of the saved search whose hits are counted; empty: the user chose none. */
  readonly search?: string
  /** Whether the user showed or hid the preview; absent: by the width of the window. */
  readonly preview?: 'shown' | 'hidden'
}

/** A figure of a company's statements, or its change from the prior year or period. */
export interface FigureLocation {
  readonly field: string
  readonly quarter: string
  readonly year: number
  readonly edition: Edition
  readonly change: 'yoy' | 'qoq' | null
}

/** Where a tab can be. A new screen gets its location here, its entry in `screenEntries`, and its component in `screens.ts`. */
export type TabLocation =
  /** The first tab, which is always there. */
  | { readonly screen: 'home' }
  | {
      readonly screen: 'search'
      readonly query: string
      /** The type that the user chose; null: recognized. */
      readonly type: SearchType | null
    }
  | {
      readonly screen: 'company'
      readonly symbol: string
      readonly view: CompanyView
      /** Its statements as the library knew them then, milliseconds since 1970; absent: now. */
      readonly asOf?: number
      /** The shown kind of changed figures; absent: restated. */
      readonly changes?: FigureChangeKind
      /** The figure whose source Financials opens. As JSON, which `atFigure` writes; the location loses it when that is done, so that no tab does it twice. */
      readonly figure?: string
    }
  | {
      readonly screen: 'call'
      readonly callId: string
      /** For the tab, before the call is loaded. */
      readonly title: string
      /** The first shown turn; −1: where it was left. */
      readonly turn: number
      /** Opens with the figures spoken in it; the location loses it when that is done. */
      readonly panel?: 'figures'
    }
  | {
      /** Two calls of a company side by side. */
      readonly screen: 'call-comparison'
      readonly symbol: string
      /** Ids of the calls; `later` empty: the company's latest with a transcript; `earlier` empty: the one previous to the later. */
      readonly earlier: string
      readonly later: string
      /** For the tab, before the calls are loaded. */
      readonly title: string
    }
  /** `symbol`: of these companies, as they were entered; empty: of all. */
  | ({ readonly screen: 'calls'; readonly symbol: string } & CallsView)
  /** These companies, as entered (empty: all); `record`: the one to open, −1: none; a news item when `show` is `news`. */
  | { readonly screen: 'ratings'; readonly symbol: string; readonly record: number; readonly show: RatingsNewsShow }
  /** Full-text search: hits of a query, terms by quarter, analysts. */
  | { readonly screen: 'text'; readonly query: string; readonly view: TextView }
  | {
      readonly screen: 'compare'
      /** Id of a saved comparison, and its name; empty: one that is not saved. */
      readonly saved: string
      readonly name: string
      readonly view: CompareView
      /** The comparison's settings, as JSON of the screen; empty: none yet. */
      readonly settings: string
    }
  /** Conditions over the library. Id and name of a saved screen; empty: one that is not saved. `settings`: as JSON, as the screen writes it. */
  | { readonly screen: 'screener'; readonly saved: string; readonly name: string; readonly settings: string }
  /** `id` empty: the first list; `name`: for the tab, before it is read. */
  | { readonly screen: 'watchlists'; readonly id: string; readonly name: string }
  /** A watchlist's companies: its id, and its name for the tab. */
  | { readonly screen: 'timeline'; readonly list: string; readonly name: string }
  /** Jobs that fetch for many companies; `job` −1: the latest. */
  | { readonly screen: 'offline'; readonly job: number }
  /** Rules over what refreshes bring, and what they found. */
  | { readonly screen: 'alerts' }
  /** Turns of all calls that are worth checking against the recording. */
  | { readonly screen: 'checks' }
  | { readonly screen: 'settings'; readonly section: string }
  /** The guided page that connects a service and loads what the user covers. */
  | { readonly screen: 'connect' }

export type ScreenName = TabLocation['screen']
export type TabLocationOf<Name extends ScreenName> = Extract<TabLocation, { screen: Name }>

export const homeLocation: TabLocation = { screen: 'home' }
export const connectLocation: TabLocation = { screen: 'connect' }

export function isHome({ screen }: TabLocation): boolean {
  return screen === 'home'
}

export const emptySearch: TabLocation = { screen: 'search', query: '', type: null }
export const allCalls: TabLocation = { screen: 'calls', symbol: '' }
export const someWatchlist: TabLocation = { screen: 'watchlists', id: '', name: '' }
export const newScreen: TabLocationOf<'screener'> = { screen: 'screener', saved: '', name: '', settings: '' }
export const allRatingsAndNews = showing('all', '')

/** Ratings, news or both of companies as they were entered; empty: of all. */
export function showing(show: RatingsNewsShow, symbol: string, record = -1): TabLocationOf<'ratings'> {
  return { screen: 'ratings', symbol, record, show }
}

/** Financials at a figure, with its source. */
export function atFigure(symbol: string, figure: FigureLocation): TabLocationOf<'company'> {
  return { screen: 'company', symbol, view: 'financials', figure: JSON.stringify(figure) }
}

/** The figure of such a location; null: none. */
export function figureOf({ figure = '' }: TabLocationOf<'company'>): FigureLocation | null {
  const stored = readJson(figure)
  if (!isJsonObject(stored)) return null
  const { field, quarter, year, edition, change } = stored
  if (typeof field !== 'string' || typeof quarter !== 'string' || typeof year !== 'number') return null
  return {
    field,
    quarter,
    year,
    edition: edition === 'lite' ? 'lite' : 'enhanced',
    change: change === 'yoy' || change === 'qoq' ? change : null,
  }
}

export const alertsLocation: TabLocation = { screen: 'alerts' }
export const checksLocation: TabLocation = { screen: 'checks' }

/** The location of what a notification announces. */
export function notifiedLocation(screen: NotifiedScreen): TabLocation {
  return screen === 'alerts' ? alertsLocation : homeLocation
}

export const anyJob: TabLocation = { screen: 'offline', job: -1 }
export const emptyText: TabLocationOf<'text'> = { screen: 'text', query: '', view: 'hits' }

/** A call of a company and the one previous to it; without a call the company's latest. */
export function comparingCalls(symbol: string, later = ''): TabLocationOf<'call-comparison'> {
  return { screen: 'call-comparison', symbol, earlier: '', later, title: '' }
}

/** These companies side by side, in the tab for what is not saved. */
export function comparing(
  companies: readonly string[],
  layout: 'spread' | 'scatter' = 'spread',
): TabLocationOf<'compare'> {
  const chosen = layout === 'spread' ? { companies } : { companies, layout }
  const settings = companies.length === 0 ? '' : JSON.stringify(chosen)
  return { screen: 'compare', saved: '', name: '', view: 'spread', settings }
}

/** `HLDN, KSTM, VSPO +2`: as many as a tab has room for. */
function firstOf(companies: readonly string[]): string {
  const [first, rest] = [companies.slice(0, 3).join(', '), companies.length - 3]
  return rest > 0 ? `${first} +${rest}` : first
}

/** The companies of such a location, in their order; a series of a company is left out of the symbol. */
export function comparedCompanies({ settings }: TabLocationOf<'compare'>): readonly string[] {
  const stored = readJson(settings)
  const companies = isJsonObject(stored) ? stored['companies'] : []
  return Array.isArray(companies) ? companies.filter((company) => typeof company === 'string') : []
}

/** The companies that such a location compares, as its tab names them. */
export function comparedTitle(location: TabLocationOf<'compare'>): string {
  return firstOf(comparedCompanies(location))
}

/** The screen at such a location has at least one condition, whichever version wrote it. */
export function hasConditions({ settings }: TabLocationOf<'screener'>): boolean {
  const stored = readJson(settings)
  const groups = isJsonObject(stored) ? stored['groups'] : []
  if (!Array.isArray(groups)) return false
  return groups.some(
    (group) => isJsonObject(group) && Array.isArray(group['conditions']) && group['conditions'].length > 0,
  )
}

/** How tabs show, share and restore the locations of one screen. */
/** The day of an instant, as it is read. */
type DayText = (instant: number) => string

interface ScreenEntry<Name extends ScreenName> {
  readonly icon: IconOf
  title(location: TabLocationOf<Name>, dayOf: DayText): Omit<TabTitle, 'icon'>
  /** Tells tabs of one screen apart; without it all its locations share one tab. */
  tab?(location: TabLocationOf<Name>): string
  /** A location that the history, the session or a draft stored; null when this version cannot use it. */
  read(stored: StoredLocation): TabLocationOf<Name> | null
}

export interface TabTitle {
  /** Set in 600: the symbol. */
  readonly strong: string
  readonly rest: string
  readonly icon: IconOf
}

const viewTitles: Record<CompanyView, string> = {
  overview: 'Overview',
  financials: 'Financials',
  timeline: 'Timeline',
  calls: 'Calls',
  guidance: 'Guidance',
  ratings: 'Ratings',
  news: 'News',
  profile: 'Profile',
  insights: 'Insights',
  restatements: 'Restatements',
}

const showTitles: Record<RatingsNewsShow, string> = { all: 'Ratings and news', rating: 'Ratings', news: 'News' }

const textTitles: Record<TextView, string> = { hits: 'Full text', terms: 'Term grid', questioners: 'Who asks' }

/** The fields of a stored location, which may be of another version or damaged. */
class StoredLocation {
  readonly #fields: object

  constructor(fields: object) {
    this.#fields = fields
  }

  text(name: string): string {
    const value: unknown = Reflect.get(this.#fields, name)
    return typeof value === 'string' ? value : ''
  }

  /** Undefined when absent, which may differ in meaning from empty. */
  optionalText(name: string): string | undefined {
    const value: unknown = Reflect.get(this.#fields, name)
    return typeof value === 'string' ? value : undefined
  }

  number(name: string, absent: number): number {
    const value: unknown = Reflect.get(this.#fields, name)
    return typeof value === 'number' ? value : absent
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | null {
    return values.find((value) => value === this.text(name)) ?? null
  }
}

const screenEntries: { readonly [Name in ScreenName]: ScreenEntry<Name> } = {
  home: {
    icon: House,
    title: () => ({ strong: '', rest: 'Home' }),
    read: () => ({ screen: 'home' }),
  },
  search: {
    icon: Search,
    title: ({ query }) => ({ strong: '', rest: query === '' ? 'Search' : `“${query}”` }),
    read: (stored) => ({ screen: 'search', query: stored.text('query'), type: stored.oneOf('type', searchTypes) }),
  },
  company: {
    icon: Building,
    title: ({ symbol, view, asOf }, dayOf) => {
      const day = asOf === undefined ? '' : ` as of ${dayOf(asOf)}`
      return { strong: symbol, rest: `${viewTitles[view]}${day}` }
    },
    tab: ({ symbol }) => symbol,
    read: (stored) => {
      const symbol = stored.text('symbol')
      const view = stored.oneOf('view', companyViews)
      if (symbol === '' || view === null) return null
      const asOf = stored.number('asOf', NaN)
      return {
        screen: 'company',
        symbol,
        view,
        ...(isOnCalendar(asOf) && { asOf }),
        ...(stored.text('changes') === 'withdrawn' && { changes: 'withdrawn' }),
      }
    },
  },
  call: {
    icon: Mic,
    title: ({ title }) => ({ strong: '', rest: title === '' ? 'Call' : title }),
    tab: ({ callId }) => callId,
    read: (stored) => {
      const callId = stored.text('callId')
      if (callId === '') return null
      return { screen: 'call', callId, title: stored.text('title'), turn: stored.number('turn', -1) }
    },
  },
  'call-comparison': {
    icon: GitCompare,
    title: ({ symbol, title }) => ({ strong: symbol, rest: title === '' ? 'Call comparison' : title }),
    tab: ({ symbol }) => symbol,
    read: (stored) => {
      const symbol = stored.text('symbol')
      if (symbol === '') return null
      const [earlier, later] = [stored.text('earlier'), stored.text('later')]
      return { screen: 'call-comparison', symbol, earlier, later, title: stored.text('title') }
    },
  },
  calls: {
    icon: Mic,
    title: ({ symbol }) => ({ strong: symbol, rest: 'Calls' }),
    read: (stored) => {
      const [text, search] = [stored.optionalText('text'), stored.optionalText('search')]
      const preview = stored.oneOf('preview', ['shown', 'hidden'] as const)
      return {
        screen: 'calls',
        symbol: stored.text('symbol'),
        ...(text !== undefined && { text }),
        ...(search !== undefined && { search }),
        ...(preview !== null && { preview }),
      }
    },
  },
  ratings: {
    icon: Newspaper,
    title: ({ symbol, show }) => ({ strong: symbol, rest: showTitles[show] }),
    read: (stored) => {
      // Ratings and news were once two screens; their saved tabs tell by the name of the screen.
      const former = stored.text('screen') === 'news' ? 'news' : 'rating'
      const show = stored.oneOf('show', ratingsNewsShows) ?? former
      return showing(show, stored.text('symbol'), stored.number('record', -1))
    },
  },
  text: {
    icon: TextSearch,
    title: ({ query, view }) => ({ strong: '', rest: view === 'hits' && query !== '' ? query : textTitles[view] }),
    read: (stored) => {
      // Tabs that an earlier version saved have the former name of the view.
      const isFormer = stored.text('view') === 'askers'
      const view = isFormer ? 'questioners' : (stored.oneOf('view', textViews) ?? 'hits')
      return { screen: 'text', query: stored.text('query'), view }
    },
  },
  compare: {
    icon: Columns,
    title: (location) =>
      location.name === '' ? { strong: comparedTitle(location), rest: 'Compare' } : { strong: '', rest: location.name },
    tab: ({ saved }) => saved,
    read: (stored) => ({
      screen: 'compare',
      saved: stored.text('saved'),
      name: stored.text('name'),
      view: stored.oneOf('view', compareViews) ?? 'spread',
      // Tabs that an earlier version saved have the settings under their former name.
      settings: stored.text('settings') || stored.text('asked'),
    }),
  },
  screener: {
    icon: Funnel,
    title: ({ name }) => ({ strong: '', rest: name === '' ? 'Screener' : name }),
    tab: ({ saved }) => saved,
    read: (stored) => ({
      screen: 'screener',
      saved: stored.text('saved'),
      name: stored.text('name'),
      settings: stored.text('settings'),
    }),
  },
  watchlists: {
    icon: ListIcon,
    title: ({ name }) => ({ strong: '', rest: name === '' ? 'Watchlists' : name }),
    read: (stored) => ({ screen: 'watchlists', id: stored.text('id'), name: stored.text('name') }),
  },
  timeline: {
    icon: ChartGantt,
    title: ({ name }) => ({ strong: '', rest: `${name}, timeline` }),
    tab: ({ list }) => list,
    read: (stored) => {
      const list = stored.text('list')
      return list === '' ? null : { screen: 'timeline', list, name: stored.text('name') }
    },
  },
  offline: {
    icon: HardDriveDownload,
    title: () => ({ strong: '', rest: 'Offline' }),
    read: (stored) => ({ screen: 'offline', job: stored.number('job', -1) }),
  },
  alerts: {
    icon: Bell,
    title: () => ({ strong: '', rest: 'Alerts' }),
    read: () => alertsLocation,
  },
  checks: {
    icon: Ear,
    title: () => ({ strong: '', rest: 'Transcript checks' }),
    read: () => checksLocation,
  },
  settings: {
    icon: Settings,
    title: () => ({ strong: '', rest: 'Settings' }),
    read: (stored) => ({ screen: 'settings', section: stored.text('section') }),
  },
  connect: {
    icon: Plug,
    title: () => ({ strong: '', rest: 'Connect' }),
    read: () => ({ screen: 'connect' }),
  },
}

const screenNames = Object.keys(screenEntries).filter((name) => isScreenName(name))

function isScreenName(name: string): name is ScreenName {
  return name in screenEntries
}

/** An entry whose methods accept any location: callers pass one of its own screen. */
interface AnyScreenEntry {
  title(location: TabLocation, dayOf: DayText): Omit<TabTitle, 'icon'>
  tab?(location: TabLocation): string
}

function entryOf({ screen }: TabLocation): AnyScreenEntry {
  return screenEntries[screen]
}

/** The same for two locations that share one tab: a company's views do, two companies do not. Fit for an element's id. */
export function tabKey(location: TabLocation): string {
  const tab = entryOf(location).tab?.(location) ?? ''
  return tab === '' ? location.screen : `${location.screen}-${encodeURIComponent(tab)}`
}

export function isLocationOf<Name extends ScreenName>(
  screen: Name,
  location: TabLocation,
): location is TabLocationOf<Name> {
  return location.screen === screen
}

export function sameLocation(one: TabLocation, other: TabLocation): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The title of a location, with days as `dayOf` writes them. */
export function titleWith(location: TabLocation, dayOf: DayText): TabTitle {
  const { icon } = screenEntries[location.screen]
  return { ...entryOf(location).title(location, dayOf), icon }
}

/** A location read from the browser's history or its session storage; null unless this version knows it. */
export function readLocation(value: unknown): TabLocation | null {
  if (typeof value !== 'object' || value === null) return null
  const stored = new StoredLocation(value)
  const screen = stored.text('screen') === 'news' ? 'ratings' : stored.oneOf('screen', screenNames)
  return screen === null ? null : screenEntries[screen].read(stored)
}

/** The same of a location that is stored as JSON. */
export function readStoredLocation(stored: string): TabLocation | null {
  return readLocation(readJson(stored))
}

/** Null for a text of another version, a damaged one and an empty one. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
