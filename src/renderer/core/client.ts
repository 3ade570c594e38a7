import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
// Types only: the contract's schemas (and zod with them) stay in the core.
import type { Desk } from '#contract/desk/desk.ts'
import { afterTimeout, type After } from './after.ts'
import { Changes } from './changes.ts'
import type { Shell } from './connect.ts'
import { Line, type AskContext } from './line.ts'
import { WorkspaceLine } from './workspace-line.ts'

/**
 * Everything the window may ask, noun by noun: `core.financials.open({...}, { signal })`. A question that fails rejects with
 * `AskFailed` and its `failure`; one that was called off rejects with an `AbortError`.
 */
export type Core = ContractRouterClient<Desk, AskContext>

export interface CoreClient {
  readonly core: Core
  readonly changes: Changes
  /** The core as one workspace asks it, until the signal aborts: see `WorkspaceLine`. */
  inWorkspace(id: string, left: AbortSignal): Core
  close(): void
}

/**
 * Opens the line, and rejects with the shell's failure when there is no core behind it.
 *
 * @param window its id, by which the core knows that the window is there
 */
export async function openCoreClient(shell: Shell, window: string, after: After = afterTimeout): Promise<CoreClient> {
  const line = new Line(() => shell.connect(), after)
  await line.open()
  const core = createORPCClient<Core>(line)
  const changes = new Changes((signal) => core.status.changes({ window }, { signal }), after)
  void changes.run()
  return {
    core,
    changes,
    inWorkspace: (id, left) => createORPCClient<Core>(new WorkspaceLine(line, id, left)),
    close: () => {
      changes.close()
      line.close()
    },
  }
}
