/** Sentences on the number of search results and the state of the search at the service. */

import { formatClock } from '../format/dates.ts'
import { formatCounted, formatNumber } from '../format/counts.ts'
import type { FindResult } from './search-api.ts'
import { kindInSentence } from './search-kinds.ts'
import type { ServiceState } from './securities-search.svelte.ts'

const securities = (count: number) => formatCounted(count, 'security', 'securities')

/** The number of results in the library, named as a lower bound where the search stopped counting. */
export function resultCountText(
  { found, atLeast, hits, outOf }: FindResult,
  text: string,
): { strong: string; rest: string } {
  if (text.trim() === '') {
    if (found === 0) return { strong: '', rest: '' }
    return { strong: formatCounted(found, 'company', 'companies'), rest: 'stored' }
  }
  if (found === 0)
    return { strong: 'No matches', rest: outOf === 0 ? 'library is empty' : `in ${securities(outOf)} in the library` }
  const strong = atLeast ? `At least ${securities(found)}` : securities(found)
  const cut = hits.length < found ? `, top ${formatNumber(hits.length)} shown` : ''
  return { strong, rest: `of ${formatNumber(outOf)} in the library${cut}` }
}

/** The state of the search at the service; empty when there is nothing to report. */
export function serviceStateText(state: ServiceState, isName: boolean, offline: boolean): string {
  switch (state.is) {
    case 'notRequested':
      if (offline) return 'Offline: stored companies only'
      return isName ? 'The service does not search by name' : ''
    case 'requesting':
      return 'Searching the service…'
    case 'received': {
      const criterion = `by ${kindInSentence(state.type)} at ${formatClock(state.at)}`
      if (state.fetched === 0) return `The service found no match ${criterion}`
      const lost = state.unidentified > 0 ? `; ${securities(state.unidentified)} could not be identified` : ''
      if (state.found === null) return `The service sent ${formatNumber(state.fetched)} ${criterion}${lost}`
      const cut = state.fetched < state.found ? `, ${formatNumber(state.fetched)} loaded` : ''
      return `The service found ${formatNumber(state.found)} ${criterion}${cut}${lost}`
    }
    case 'failed':
      // The failure line above the results reports it.
      return ''
    default:
      return state satisfies never
  }
}
