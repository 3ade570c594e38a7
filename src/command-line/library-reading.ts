/** Opens the library of a profile for one question, next to a window that may have it open, and closes it again. */

import { openCore } from '#core/core.ts'
import { directClient, type DirectClient } from '#core/direct-client.ts'
import type { AdministratorPolicy } from '#contract/api/policy.ts'

/** The API of the core, called in this process. */
export type LibraryApi = DirectClient

export interface LibraryPlace {
  readonly profile: string
  /** Null: the one that is open in the window, or was last. */
  readonly workspace: string | null
  readonly version: string
  readonly policy: AdministratorPolicy
}

/**
 * Nothing stays open between two questions, so that the window can compact, move or restore the library at any time. Throws what `openCore`
 * throws, `no-such-workspace`, and what `work` throws.
 */
export async function withLibrary<Result>(
  { profile, workspace, version, policy }: LibraryPlace,
  work: (api: LibraryApi) => Promise<Result>,
): Promise<Result> {
  const core = openCore({ profile, version, policy, readsOnly: true })
  try {
    const api = directClient(core)
    // On a profile that is opened for reading this applies to this core alone.
    if (workspace !== null) await api.workspaces.activate({ id: workspace })
    return await work(api)
  } finally {
    await core.close()
  }
}
