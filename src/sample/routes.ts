/** Finds the operation for the path of a request. */

import type { FaultTarget } from './faults/fault-plan.ts'
import type { OperationResponse } from './responses.ts'
import type { OperationContext } from './operations/context.ts'
import { call } from './operations/call.ts'
import { calls } from './operations/calls.ts'
import { enhanced } from './operations/enhanced.ts'
import { lite } from './operations/lite.ts'
import { news } from './operations/news.ts'
import { ratings } from './operations/ratings.ts'
import { recordings } from './operations/recordings.ts'
import { securities } from './operations/securities.ts'

/** The operation of a path, with its parameters. */
export interface Route {
  readonly target: FaultTarget
  readonly respond: (context: OperationContext) => OperationResponse
}

/** undefined: no operation has that path. */
export function routeOf(path: string): Route | undefined {
  switch (path) {
    case '/delivery/api/v1/fundamentals/enhanced':
      return { target: 'fundamentals.enhanced', respond: enhanced }
    case '/delivery/api/v1/fundamentals/lite':
      return { target: 'fundamentals.lite', respond: lite }
    case '/rating/api/v1/ratings':
      return { target: 'ratings', respond: ratings }
    case '/news/api/v1/news':
      return { target: 'news', respond: news }
    case '/search/api/v1/securities':
      return { target: 'securities', respond: securities }
    case '/delivery/api/v1/calls':
      return { target: 'calls.list', respond: calls }
    default:
      return routeWithin(path)
  }
}

/** Paths that carry what is requested. */
function routeWithin(path: string): Route | undefined {
  const callId = /^\/delivery\/api\/v1\/calls\/([^/]+)$/.exec(path)?.[1]
  if (callId !== undefined) return { target: 'calls.one', respond: (context) => call(context, callId) }
  const [, recordingId, file] = /^\/recordings\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  if (recordingId === undefined || file === undefined) return undefined
  return { target: 'recordings', respond: (context) => recordings(context, recordingId, file) }
}
