/** The sample service's operation for the list of calls. */

import type { OperationResponse } from '../responses.ts'
import { BadParameter, jsonResponse, textParameter } from '../responses.ts'
import { callListItem } from '../calls/call-records.ts'
import { shownStatus } from '../calls/odd-calls.ts'
import { withOffset } from '../calls/wire.ts'
import { pageOf } from '../paging.ts'
import type { OperationContext } from './context.ts'
import { pagingOf } from './context.ts'

const statuses = ['COMPLETED', 'IN_PROGRESS', 'FAILED']

/** Operation 3: latest first. `from` and `to` are the clock of the exchange, both ends included; the zone is not shown. */
export function calls(context: OperationContext): OperationResponse {
  const { parameters, data } = context
  const symbol = textParameter(parameters, 'symbol')?.toUpperCase()
  const status = textParameter(parameters, 'status')
  const from = timeParameter(parameters, 'from')
  const to = timeParameter(parameters, 'to')
  if (status !== undefined && !statuses.includes(status)) {
    throw new BadParameter(`status must be one of ${statuses.join(', ')}.`)
  }
  const found = data.calls().filter((each) => {
    const starts = withOffset(each.starts, each.offset).slice(0, 19)
    return (
      (symbol === undefined || each.seed.symbol === symbol) &&
      (status === undefined || shownStatus(each, context.stageOf(each)) === status) &&
      (from === undefined || starts >= from) &&
      (to === undefined || starts <= to)
    )
  })
  const { items, pagination } = pageOf(found, pagingOf(context))
  return jsonResponse({
    data: items.flatMap((plan) => {
      const call = data.call(plan.id)
      return call === undefined ? [] : [callListItem(call, context.stageOf(plan))]
    }),
    message: 'Calls retrieved successfully',
    pagination,
  })
}

/** YYYY-MM-DDTHH:MM:SS */
function timeParameter(parameters: URLSearchParams, name: string): string | undefined {
  const text = textParameter(parameters, name)
  if (text !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) {
    throw new BadParameter(`${name} must be written YYYY-MM-DDTHH:MM:SS.`)
  }
  return text
}
