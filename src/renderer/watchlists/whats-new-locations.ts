/** The location that a new item opens. */

import type { NewItem } from '#contract/api/watchlists.ts'
import type { TabLocation } from '../app/tab-locations.ts'

export function locationOfNewItem({ kind, symbol, id, title }: NewItem): TabLocation {
  switch (kind) {
    case 'call':
    case 'transcript':
      return { screen: 'call', callId: id, title, turn: -1 }
    case 'hits':
      return { screen: 'text', query: '', view: 'hits' }
    case 'period':
      return { screen: 'company', symbol, view: 'financials' }
    case 'restated':
      return { screen: 'company', symbol, view: 'restatements' }
    case 'withdrawn':
      return { screen: 'company', symbol, view: 'restatements', changes: 'withdrawn' }
    case 'rating':
      return { screen: 'company', symbol, view: 'ratings' }
    case 'news':
      return { screen: 'company', symbol, view: 'news' }
    default:
      return kind satisfies never
  }
}
