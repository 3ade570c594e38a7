/** The typed client of the core's API: one function for each procedure of the contract. */

import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
// Types only: the contract's schemas (and zod with them) stay in the core.
import type { Api } from '#contract/api/api.ts'
import { afterTimeout, type After } from './timeout.ts'
import { Changes } from './changes.ts'
import type { Shell } from './connect.ts'
import { CoreConnection, type RequestContext } from './core-connection.ts'
import { WorkspaceConnection } from './workspace-connection.ts'

/**
 * Everything that the window may request, by subject: `core.financials.open({...}, { signal })`. A request that fails rejects with
 * `RequestFailed` and its `failure`; one that was aborted rejects with an `AbortError`.
 */
export type Core = ContractRouterClient<Api, RequestContext>

export interface CoreClient {
  readonly core: Core
  readonly changes: Changes
  /** The core for the requests of one workspace, until the signal aborts: see `WorkspaceConnection`. */
  inWorkspace(id: string, left: AbortSignal): Core
  close(): void
}

/**
 * Opens the connection, and rejects with the shell's failure when there is no core.
 *
 * @param window its id, by which the core knows that the window is open
 */
export async function openCoreClient(shell: Shell, window: string, after: After = afterTimeout): Promise<CoreClient> {
  const connection = new CoreConnection(() => shell.connect(), after)
  await connection.open()
  const core = createORPCClient<Core>(connection)
  const changes = new Changes((signal) => core.status.changes({ window }, { signal }), after)
  void changes.run()
  return {
    core,
    changes,
    inWorkspace: (id, left) => createORPCClient<Core>(new WorkspaceConnection(connection, id, left)),
    close: () => {
      changes.close()
      connection.close()
    },
  }
}
