/**
 * Gives the keys of the key file to the workspaces at their origins, at the start and after each
 * change of the workspaces. Each workspace gets a key once, so that what the user then enters or
 * removes stays.
 */

import type { Workspace } from '#contract/api/workspaces.ts'
import type { FiledKey } from '#core/window/api-key-file.ts'
import type { SessionKeys } from './session-keys.ts'

/** The part of the API that says which workspace a key is for. */
export interface WorkspaceList {
  list(): Promise<{ readonly workspaces: readonly Pick<Workspace, 'id' | 'kind' | 'baseUrl'>[] }>
  /** Yields after each change of the workspaces and ends when the core closes. */
  changes(): AsyncIterable<unknown>
}

/**
 * Gives a key of the key file to every live workspace at its origin, now and when one is created or moved there. Each workspace gets it
 * once for each origin, so that what the user then enters or removes in the window stays. Resolves when the core closes.
 */
export async function assignFileKeys(
  list: WorkspaceList,
  filed: readonly FiledKey[],
  keys: SessionKeys,
): Promise<void> {
  const served = new Set<string>()
  const serveKeys = async () => {
    for (const { id, kind, baseUrl } of (await list.list()).workspaces) {
      const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : null
      const found = filed.find((one) => one.origin === origin)
      if (kind !== 'live' || found === undefined || served.has(`${id} ${found.origin}`)) continue
      served.add(`${id} ${found.origin}`)
      keys.set({ workspace: id, ...found }, true)
    }
  }
  await serveKeys()
  for await (const _ of list.changes()) await serveKeys()
}
