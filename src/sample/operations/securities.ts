/** The sample service's operation for the securities search. */

import type { OperationResponse } from '../responses.ts'
import { jsonResponse, refusal, textParameter, wholeParameter } from '../responses.ts'
import type { SearchableKey, SecurityWire } from '../securities/wire.ts'
import { searchableKeys } from '../securities/wire.ts'
import type { OperationContext } from './context.ts'

/** docs/interface.md, Operations: the echoed per_page is 100. */
const perPage = 100

const isSearchable = (text: string): text is SearchableKey => searchableKeys.some((each) => each === text)

/** A CIK is requested with or without its leading zeros. */
const bare = (key: SearchableKey, text: string) => (key === 'identifiers.cik' ? text.replace(/^0+/, '') : text)

/**
 * Operation 7: values of one key that begin with the query, the whole value first; `*` finds all. What the parameters are called is
 * not shown, so the names are a setting, and a query under another name finds nothing and is not echoed.
 */
export function securities({ parameters, data, settings }: OperationContext): OperationResponse {
  const names = settings.searchNames
  const query = textParameter(parameters, names.query) ?? ''
  const type = textParameter(parameters, names.type) ?? 'symbol'
  if (!isSearchable(type)) return refusal(400, `${names.type} must be one of ${searchableKeys.join(', ')}.`)
  const page = wholeParameter(parameters, names.page, 1)
  const all = data.securities()
  const found = query === '' ? [] : matches(all, type, query)
  return jsonResponse({
    data: {
      facet_counts: [facet(found, 'classification.security_type'), facet(found, 'exchange_info.mic_code')],
      found: found.length,
      hits: found.slice((page - 1) * perPage, page * perPage).map((document) => hit(document, type, query)),
      out_of: all.length,
      page,
      request_params: { collection_name: 'securities', per_page: perPage, q: query },
      search_cutoff: false,
      // no clock: the same request always gets the same bytes
      search_time_ms: 1 + (found.length % 4),
    },
    message: 'Securities retrieved successfully',
  })
}

function matches(all: readonly SecurityWire[], type: SearchableKey, query: string): SecurityWire[] {
  if (query === '*') return [...all]
  const wanted = bare(type, query.toUpperCase())
  if (wanted === '') return []
  const valueOf = (each: SecurityWire) => bare(type, (each[type] ?? '').toUpperCase())
  const rank = (each: SecurityWire) => (valueOf(each) === wanted ? 0 : 1)
  return (
    all
      .filter((each) => valueOf(each).startsWith(wanted))
      // stable: among equals the sample's own companies stay first, in the order of the list
      .sort((one, other) => rank(one) - rank(other) || valueOf(one).length - valueOf(other).length)
  )
}

function hit(document: SecurityWire, type: SearchableKey, query: string) {
  const value = document[type] ?? ''
  const length = query === '*' ? 0 : query.length
  const matched = value.slice(0, length)
  const snippet = `<mark>${matched}</mark>${value.slice(length)}`
  const whole = { field: type, matched_tokens: [matched], snippet }
  return { document, highlight: { [type]: { matched_tokens: [matched], snippet } }, highlights: [whole] }
}

function facet(found: readonly SecurityWire[], key: 'classification.security_type' | 'exchange_info.mic_code') {
  const counts = new Map<string, number>()
  for (const each of found) {
    const value = each[key]
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return {
    field_name: key,
    counts: [...counts]
      .sort(([one, many], [other, more]) => more - many || one.localeCompare(other, 'en'))
      .map(([value, count]) => ({ value, highlighted: value, count })),
    stats: { total_values: counts.size },
  }
}
