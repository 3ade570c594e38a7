/** The sample service's operation for one call with its transcript. */

import type { OperationResponse } from '../responses.ts'
import { BadParameter, flagParameter, jsonResponse, refusal, textParameter } from '../responses.ts'
import { callDetail } from '../calls/call-records.ts'
import type { OperationContext } from './context.ts'

/** Operation 4: one call, not wrapped. Requesting one in progress lets it end before the next request. */
export function call(context: OperationContext, id: string): OperationResponse {
  const { parameters, data, origin } = context
  const format = textParameter(parameters, 'format') ?? 'json'
  if (format !== 'json' && format !== 'html') throw new BadParameter('format must be json or html.')
  const clean = flagParameter(parameters, 'clean')
  const audio = flagParameter(parameters, 'audio')
  const found = data.call(id)
  if (found === undefined) return refusal(404, `There is no call ${id}.`)
  const status = context.stageOf(found.plan)
  context.looked(found.plan)
  return jsonResponse(callDetail(found, { status, format, clean, audioOrigin: audio ? origin : undefined }))
}
