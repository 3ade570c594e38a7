import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { Desk as DeskContract } from '#contract/desk/desk.ts'
import type { CoreOptions } from '#core/core.ts'
import type { Desk } from './desk-opening.ts'
import type { FiledKey } from './key-file.ts'
import { placeKeys } from './key-placing.ts'
import { SessionKeys } from './session-keys.ts'

export interface CoreDeskOptions {
  readonly profile: string
  readonly version: string
  /** Settles when the sample service listens, or is known not to. */
  readonly sample: Promise<CoreOptions['sample']>
  readonly filedKeys: readonly FiledKey[]
  readonly report: (error: unknown) => void
}

/**
 * Opens the core for this shell. It is loaded only now, behind the first bytes of the page: SQLite and the schemas take most of
 * a cold start. Rejects as `openCore` throws.
 */
export async function openCoreDesk(options: CoreDeskOptions): Promise<Desk> {
  const { profile, version, filedKeys, report } = options
  const [{ openCore }, { serveMessagePort, serveWebSocket }, sample] = await Promise.all([
    import('#core/core.ts'),
    import('#core/serve.ts'),
    options.sample,
  ])
  const core = openCore({ profile, version, sample })
  const keys = new SessionKeys(core.keys)
  const line = new MessageChannel()
  if (filedKeys.length > 0) {
    serveMessagePort(core, line.port1)
    line.port1.start()
    line.port2.start()
    // The shell asks which workspaces there are as the window does, so that the core needs no second door.
    const desk = createORPCClient<ContractRouterClient<DeskContract>>(new RPCLink({ port: line.port2 }))
    const changes = async function* () {
      for await (const { kind } of await desk.status.changes()) if (kind === 'workspaces') yield
    }
    placeKeys({ list: () => desk.workspaces.list(), changes }, filedKeys, keys).catch(report)
  }
  return {
    keys,
    serve: (socket) => serveWebSocket(core, socket),
    close: async () => {
      await core.close()
      line.port1.close()
    },
  }
}
