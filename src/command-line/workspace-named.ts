/** The workspace that an option names. */

import type { DirectClient } from '#core/direct-client.ts'
import { failureOfApi } from './failure-of-api.ts'
import { didYouMean, nearestNames } from './nearest-names.ts'
import { refuse } from './refuse.ts'

/** Who reads a refusal. An assistant learns only of workspaces that the user allowed it. */
export type RefusalReader = 'user' | 'assistant'

/** Opens it. Throws Refusal where there is none; to the user that names the nearest. */
export async function openWorkspaceNamed(api: DirectClient, id: string, reader: RefusalReader): Promise<void> {
  try {
    await api.workspaces.activate({ id })
  } catch (error) {
    if (failureOfApi(error)?.kind !== 'no-such-workspace') throw error
    const { workspaces } = await api.workspaces.list()
    const ids = reader === 'user' ? workspaces.map((each) => each.id) : []
    refuse(`There is no workspace “${id}”.${didYouMean(nearestNames(id, ids))} See tearsheet workspaces.`)
  }
}
