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
 * Everything the window may ask, noun by noun: `core.financials.open({...}, { signal })`. A question that fails rejects with
 * `RequestFailed` and its `failure`; one that was called off rejects with an `AbortError`.
 */
export type Core = ContractRouterClient<Api, RequestContext>

export interface CoreClient {
  readonly core: Core
  readonly changes: Changes
  /** The core as one workspace asks it, until the signal aborts: see `WorkspaceConnection`. */
  inWorkspace(id: string, left: AbortSignal): Core
  close(): void
}

/**
 * Opens the line, and rejects with the shell's failure when there is no core behind it.
 *
 * @param window its id, by which the core knows that the window is there
 */
export async function openCoreClient(shell: Shell, window: string, after: After = afterTimeout): Promise<CoreClient> {
  const line = new CoreConnection(() => shell.connect(), after)
  await line.open()
  const core = createORPCClient<Core>(line)
  const changes = new Changes((signal) => core.status.changes({ window }, { signal }), after)
  void changes.run()
  return {
    core,
    changes,
    inWorkspace: (id, left) => createORPCClient<Core>(new WorkspaceConnection(line, id, left)),
    close: () => {
      changes.close()
      line.close()
    },
  }
}
