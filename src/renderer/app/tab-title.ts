/** The title of a tab, with days as the user has chosen to see them. */

import { formatInstantDay } from '../format/dates.ts'
import { titleWith, type TabLocation, type TabTitle } from './tab-locations.ts'

export function titleOf(location: TabLocation): TabTitle {
  return titleWith(location, formatInstantDay)
}
