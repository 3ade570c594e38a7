/** Opens the profile for a command that writes, and closes it again. */

import { openCore, type Core } from '#core/core.ts'
import { directClient, type DirectClient } from '#core/direct-client.ts'
import { libraryPlace, type CommandPlace } from './command-place.ts'
import { openWorkspaceNamed } from './workspace-named.ts'

/**
 * The workspace that the window opens next stays its own choice. `profile` and `workspace` as their options name them; null: the default ones. Throws what `openCore` throws (`profile-in-use` while a
 * window has it open), Refusal for a workspace that does not exist, and what `work` throws.
 */
export async function withWritableLibrary<Result>(
  place: CommandPlace,
  { profile, workspace }: { readonly profile: string | null; readonly workspace: string | null },
  work: (api: DirectClient, core: Pick<Core, 'keys' | 's3Credentials' | 'publishedAfterRefresh'>) => Promise<Result>,
): Promise<Result> {
  const { environment } = place
  const { profile: found, version, policy } = libraryPlace(place, profile, workspace)
  const core = openCore({ profile: found, version, policy, environment, remembersWorkspace: false })
  try {
    const api = directClient(core)
    if (workspace !== null) await openWorkspaceNamed(api, workspace, 'user')
    return await work(api, core)
  } finally {
    await core.close()
    if (core.hasHungThread()) place.onHungThread?.()
  }
}
