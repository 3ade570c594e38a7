/** The sample service's operation for enhanced fundamentals. */

import type { OperationResponse } from '../responses.ts'
import { jsonResponse, refusal, textParameter } from '../responses.ts'
import { pageOf } from '../paging.ts'
import type { OperationContext } from './context.ts'
import { pagingOf } from './context.ts'
import { periodFilter } from './periods.ts'

/** Operation 1: one symbol's periods, latest first. A symbol that is not known has no records, which is no error. */
export function enhanced(context: OperationContext): OperationResponse {
  const symbol = textParameter(context.parameters, 'symbol')?.toUpperCase()
  if (symbol === undefined) return refusal(400, 'symbol is required.')
  const wanted = periodFilter(context.parameters)
  const records = context.data.records(symbol, context.vintageFor('fundamentals.enhanced', symbol))?.enhanced ?? []
  const { items, pagination } = pageOf(records.filter(wanted), pagingOf(context))
  return jsonResponse({
    data: items,
    message: items.length > 0 ? 'Fundamentals retrieved successfully' : 'No fundamentals found',
    pagination,
  })
}
