/**
 * Connects the browser shell to the core's API, to read which workspaces exist and to learn when
 * they change.
 */

import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { Api } from '#contract/api/api.ts'
import type { Core } from '#core/core.ts'
import { serveMessagePort } from '#core/serve-api.ts'
import type { WorkspaceList } from './assign-file-keys.ts'

/** The shell requests the workspaces like a window, over a separate port: the core needs no second API. */
export function openWorkspaceList(core: Core): WorkspaceList & { close(): void } {
  const { port1, port2 } = new MessageChannel()
  serveMessagePort(core, port1)
  port1.start()
  port2.start()
  const api = createORPCClient<ContractRouterClient<Api>>(new RPCLink({ port: port2 }))
  return {
    list: () => api.workspaces.list(),
    changes: async function* () {
      for await (const { kind } of await api.status.changes()) if (kind === 'workspaces') yield
    },
    close: () => port1.close(),
  }
}
