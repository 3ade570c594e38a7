/** The sample service's operation for news. */

import type { OperationResponse } from '../responses.ts'
import { BadParameter, flagParameter, jsonResponse, refusal, textParameter, wholeParameter } from '../responses.ts'
import { pageOf } from '../paging.ts'
import type { OperationContext } from './context.ts'
import { pagingOf } from './context.ts'

/**
 * Operation 6: one symbol's news, latest first. The purpose of `securities` is not shown: here `false` leaves the list of securities
 * empty, and anything else, also its absence, fills it.
 */
export function news(context: OperationContext): OperationResponse {
  const { parameters, data } = context
  const symbol = textParameter(parameters, 'symbol')?.toUpperCase()
  if (symbol === undefined) return refusal(400, 'symbol is required.')
  const type = textParameter(parameters, 'type')
  if (type !== undefined && type !== 'gainers' && type !== 'losers') {
    throw new BadParameter('type must be gainers or losers.')
  }
  const figi = textParameter(parameters, 'share_class_figi')
  const id = textParameter(parameters, 'id') === undefined ? undefined : wholeParameter(parameters, 'id', 1)
  const bare = textParameter(parameters, 'securities') !== undefined && !flagParameter(parameters, 'securities')
  const found = data
    .news()
    .filter(
      (each) =>
        each.ticker === symbol &&
        (type === undefined || each.type === type) &&
        (figi === undefined || each.share_class_figi === figi) &&
        (id === undefined || each.id === id),
    )
  const { items } = pageOf(found, pagingOf(context))
  return jsonResponse({
    data: items.map((each) => (bare ? { ...each, securities: [] } : each)),
    message: 'News retrieved successfully',
  })
}
