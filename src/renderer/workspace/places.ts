import Building from '@lucide/svelte/icons/building-2'
import Search from '@lucide/svelte/icons/search'
import Settings from '@lucide/svelte/icons/settings'
import { searchTypes, type SearchType } from '#contract/service/security-fields.ts'
import type { IconOf } from '../ui/icon.ts'

export const companyViews = ['financials', 'profile', 'insights'] as const
export type CompanyView = (typeof companyViews)[number]

/** Where a tab can be. A feature adds its screen here, its title below, and its component in `screens.ts`. */
export type Place =
  | {
      readonly screen: 'search'
      readonly query: string
      /** What the query was said to be, by hand; null: recognised. */
      readonly type: SearchType | null
    }
  | { readonly screen: 'company'; readonly symbol: string; readonly view: CompanyView }
  | { readonly screen: 'settings'; readonly section: string }

export type ScreenName = Place['screen']
export type PlaceOf<Name extends ScreenName> = Extract<Place, { screen: Name }>

export const emptySearch: Place = { screen: 'search', query: '', type: null }

/** The same for two places that share one tab: a company's views do, two companies do not. Fit for an element's id. */
export function tabKey(place: Place): string {
  switch (place.screen) {
    case 'company':
      return `company-${encodeURIComponent(place.symbol)}`
    case 'search':
    case 'settings':
      return place.screen
    default:
      return place satisfies never
  }
}

export function samePlace(one: Place, other: Place): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const viewTitles: Record<CompanyView, string> = { financials: 'Financials', profile: 'Profile', insights: 'Insights' }

export interface PlaceTitle {
  /** Set in 600: the symbol. */
  readonly strong: string
  readonly rest: string
  readonly icon: IconOf
}

export function titleOf(place: Place): PlaceTitle {
  switch (place.screen) {
    case 'company':
      return { strong: place.symbol, rest: viewTitles[place.view], icon: Building }
    case 'search':
      return { strong: '', rest: place.query === '' ? 'Search' : `“${place.query}”`, icon: Search }
    case 'settings':
      return { strong: '', rest: 'Settings', icon: Settings }
    default:
      return place satisfies never
  }
}

/** What came back from the browser's history or its session storage, if it is a place of this version. */
export function readPlace(value: unknown): Place | null {
  if (typeof value !== 'object' || value === null || !('screen' in value)) return null
  if (value.screen === 'search') {
    const type = searchTypes.find((name) => name === textOf(value, 'type')) ?? null
    return { screen: 'search', query: textOf(value, 'query') ?? '', type }
  }
  if (value.screen === 'settings') return { screen: 'settings', section: textOf(value, 'section') ?? '' }
  if (value.screen === 'company') {
    const symbol = textOf(value, 'symbol')
    const view = companyViews.find((name) => name === textOf(value, 'view'))
    return symbol && view ? { screen: 'company', symbol, view } : null
  }
  return null
}

function textOf(value: object, name: string): string | null {
  const text: unknown = name in value ? Reflect.get(value, name) : null
  return typeof text === 'string' ? text : null
}
