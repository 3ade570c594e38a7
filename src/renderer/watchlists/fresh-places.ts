import type { FreshItem } from '#contract/desk/watchlists.ts'
import type { Place } from '../workspace/places.ts'

/** Where one thing that came is seen. */
export function placeOfFresh({ kind, symbol, id, title }: FreshItem): Place {
  switch (kind) {
    case 'call':
    case 'transcript':
      return { screen: 'call', callId: id, title, turn: -1 }
    case 'hits':
      return { screen: 'text', query: '', view: 'hits' }
    case 'period':
    case 'restated':
    case 'rating':
    case 'news':
      return { screen: 'company', symbol, view: 'financials' }
    default:
      return kind satisfies never
  }
}
