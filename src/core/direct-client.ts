/** Calls the API of a core in the same process, without a transport. */

import { createRouterClient, type RouterClient } from '@orpc/server'
import type { ApiRouter } from './api-router.ts'
import type { Core } from './core.ts'

export type DirectClient = RouterClient<ApiRouter>

/** Requests and responses are checked as they are over a transport; a failure is thrown as the contract’s typed error. */
export function directClient({ router }: Core): DirectClient {
  return createRouterClient(router)
}
