/** Opens the library of a profile for reading, next to a window that may have it open. */

import { openCore, type Core } from '#core/core.ts'
import { directClient, type DirectClient } from '#core/direct-client.ts'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { openWorkspaceNamed, type RefusalReader } from './workspace-named.ts'

/** The API of the core, called in this process. */
export type LibraryApi = DirectClient

export interface LibraryPlace {
  readonly profile: string
  /** Null: the one that is open in the window, or was last. */
  readonly workspace: string | null
  readonly version: string
  readonly policy: AdministratorPolicy
}

/** Opens it, runs one command, and closes it. Throws what `openCore` throws, Refusal for a workspace that does not exist, and what `work` throws. */
export async function withLibrary<Result>(
  place: LibraryPlace,
  work: (api: LibraryApi) => Promise<Result>,
): Promise<Result> {
  const { api, core } = await openLibrary(place, 'user')
  try {
    return await work(api)
  } finally {
    await core.close()
  }
}

/** A library that stays open until its core is closed. */
interface OpenLibrary {
  readonly api: LibraryApi
  readonly core: Pick<Core, 'isCurrent' | 'close'>
}

/** Throws what `openCore` throws, and Refusal for a workspace that does not exist. */
export async function openLibrary(
  { profile, workspace, version, policy }: LibraryPlace,
  reader: RefusalReader = 'assistant',
): Promise<OpenLibrary> {
  const core = openCore({ profile, version, policy, readsOnly: true })
  try {
    const api = directClient(core)
    // On a profile that is opened for reading this applies to this core alone.
    if (workspace !== null) await openWorkspaceNamed(api, workspace, reader)
    return { api, core }
  } catch (error) {
    await core.close()
    throw error
  }
}
