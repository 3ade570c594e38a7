/** Opens the core for the browser shell, with the keys of the key file. */

import type { CommandLine } from '#contract/api/assistants.ts'
import type { Core, CoreOptions } from '#core/core.ts'
import type { OpenedCore } from './lazy-core.ts'
import type { FiledKey } from '#core/window/api-key-file.ts'
import { sessionPublishKeys } from './session-publish-keys.ts'
import { SessionKeys } from './session-keys.ts'

interface CoreApiOptions {
  readonly profile: string
  readonly version: string
  readonly commandLine: CommandLine
  /** Settles when the sample service listens, or is known not to. */
  readonly sample: Promise<CoreOptions['sample']>
  /** The administrator's; read when the core is opened. */
  readonly policyFile: string
  readonly filedKeys: readonly FiledKey[]
  readonly report: (error: unknown) => void
  /** One line for the terminal. */
  readonly complain: (line: string) => void
}

/**
 * Opens the core for this shell. It is loaded only now, when the port is ours and the browser is opening: SQLite and the schemas
 * take most of a cold start. Rejects as `openCore` throws.
 */
export async function openCoreApi(options: CoreApiOptions): Promise<OpenedCore> {
  const { profile, version, commandLine, policyFile, filedKeys, report, complain } = options
  const [{ openCore }, { serveWebSocket }, { readPolicy }, sample] = await Promise.all([
    import('#core/core.ts'),
    import('#core/serve-api.ts'),
    import('#core/policy/policy-file.ts'),
    options.sample,
  ])
  const core = openCore({
    profile,
    version,
    commandLine,
    sample,
    policy: readPolicy(policyFile),
    loadsSample: true,
    environment: process.env,
  })
  const keys = new SessionKeys(core.keys)
  const stop = filedKeys.length === 0 ? () => undefined : await placeFiledKeys(core, filedKeys, keys, report)
  return {
    keys,
    publishKeys: sessionPublishKeys(core),
    serve: (socket) =>
      serveWebSocket(core, socket, {
        unreadable: ({ kind, bytes }) => complain(`A page sent an unreadable message (${kind}, ${bytes} bytes).`),
        defect: report,
      }),
    media: (callId, request, signal) => core.openMedia(callId, request, signal),
    close: async () => {
      await core.close()
      stop()
    },
  }
}

async function placeFiledKeys(
  core: Core,
  filed: readonly FiledKey[],
  keys: SessionKeys,
  report: (error: unknown) => void,
): Promise<() => void> {
  const [{ openWorkspaceList }, { assignFileKeys }] = await Promise.all([
    import('./workspace-list.ts'),
    import('./assign-file-keys.ts'),
  ])
  const list = openWorkspaceList(core)
  assignFileKeys(list, filed, keys).catch(report)
  return () => list.close()
}
