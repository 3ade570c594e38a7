/** What was opened last, as links that the program's icon offers. */

import type { ApiOutputs } from '#contract/api/api.ts'
import { mostRecentLinks, type RecentLink } from '#contract/shell.ts'
import { linkTo } from './location-links.ts'
import { readStoredLocation, type TabLocation } from './tab-locations.ts'

/** Companies and calls, latest first. A call whose title is not known yet would say nothing. */
export function recentLinks(items: ApiOutputs['home']['recent']['items']): readonly RecentLink[] {
  const links = items.flatMap((item) => {
    const location = readStoredLocation(item.location)
    const title = location && titleOf(location)
    const link = location && linkTo(location)
    return title && link ? [{ title, link }] : []
  })
  return links
    .filter(({ link }, at) => links.findIndex((other) => other.link === link) === at)
    .slice(0, mostRecentLinks)
}

/** Empty for what is not listed. */
function titleOf(location: TabLocation): string {
  if (location.screen === 'company') return location.symbol
  return location.screen === 'call' ? location.title.slice(0, 120) : ''
}
