/** The link of the program that names a location. */

import { formatDeepLink, type LinkedView } from '#contract/deep-link.ts'
import { comparedCompanies, type TabLocation } from './tab-locations.ts'

/** A link to a tab, for a message or a note; null: there is none. */
export function linkTo(location: TabLocation): string | null {
  const view = linkedView(location)
  return view && formatDeepLink(view)
}

function linkedView(location: TabLocation): LinkedView | null {
  switch (location.screen) {
    case 'company':
      return { screen: 'company', symbol: location.symbol }
    case 'call':
      return { screen: 'call', callId: location.callId, second: null }
    case 'compare':
      return { screen: 'compare', symbols: comparedCompanies(location) }
    case 'text':
      return { screen: 'text', query: location.query }
    default:
      return null
  }
}
