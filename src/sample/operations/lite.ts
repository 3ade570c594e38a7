/** The sample service's operation for lite fundamentals. */

import type { OperationResponse } from '../responses.ts'
import { jsonResponse, textParameter } from '../responses.ts'
import { pageOf } from '../paging.ts'
import type { OperationContext } from './context.ts'
import { pagingOf } from './context.ts'
import { periodFilter } from './periods.ts'

/**
 * Operation 2: a bare array. How to pass several symbols is not shown: here a comma list and a repeated parameter both work, and
 * no symbol means every company.
 */
export function lite(context: OperationContext): OperationResponse {
  const { parameters, data } = context
  const wanted = periodFilter(parameters)
  const requested = parameters
    .getAll('symbol')
    .flatMap((each) => each.split(','))
    .map((each) => each.trim().toUpperCase())
    .filter((each) => each !== '')
  const symbols = textParameter(parameters, 'symbol') === undefined ? data.symbols : [...new Set(requested)]
  const records = symbols.flatMap((symbol) => data.lite(symbol, context.vintageFor('fundamentals.lite', symbol)))
  return jsonResponse(pageOf(records.filter(wanted), pagingOf(context)).items)
}
