/** The sample service's operation for ratings. */

import type { OperationResponse } from '../responses.ts'
import { BadParameter, jsonResponse, textParameter } from '../responses.ts'
import { pageOf } from '../paging.ts'
import type { OperationContext } from './context.ts'
import { pagingOf } from './context.ts'

/** Operation 5: latest first, every filter optional; no pagination object comes back. */
export function ratings(context: OperationContext): OperationResponse {
  const { parameters, data } = context
  const filter = (name: string) => textParameter(parameters, name)?.toLowerCase()
  const wanted = {
    id: filter('id'),
    exchange: filter('exchange'),
    company: filter('company'),
    firm: filter('firm'),
    symbol: filter('symbol'),
  }
  const from = timeParameter(parameters, 'from')
  const to = timeParameter(parameters, 'to')
  const same = (value: string, text: string | undefined) => text === undefined || value.toLowerCase() === text
  const found = data.ratings().filter((each) => {
    const created = each.created_at.slice(0, 19).replace('T', ' ')
    return (
      same(String(each.id), wanted.id) &&
      same(each.exchange, wanted.exchange) &&
      same(each.firm, wanted.firm) &&
      same(each.ticker, wanted.symbol) &&
      (wanted.company === undefined || each.company.toLowerCase().includes(wanted.company)) &&
      (from === undefined || created >= from) &&
      (to === undefined || created <= to)
    )
  })
  return jsonResponse({ data: pageOf(found, pagingOf(context)).items, message: 'Ratings retrieved successfully' })
}

/** YYYY-MM-DD HH:MM:SS: with a space, unlike the calls list. */
function timeParameter(parameters: URLSearchParams, name: string): string | undefined {
  const text = textParameter(parameters, name)
  if (text !== undefined && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) {
    throw new BadParameter(`${name} must be written YYYY-MM-DD HH:MM:SS.`)
  }
  return text
}
