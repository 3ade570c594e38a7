/**
 * Remembers the workspaces of a profile, so that one whose folder is missing still has its name and
 * address.
 */

import { existsSync } from 'node:fs'
import type { ProfilePreferences } from '../profile-preferences.ts'
import { isWorkspaceId, workspaceFolder, type ProfileFolders } from '../profile.ts'
import { knownWorkspace, type KnownWorkspace } from './workspace-store.ts'

/**
 * Which workspaces a profile has had, besides those in its folders: one whose folder or desk is missing is still known by its
 * name and address.
 */
export class KnownWorkspaces {
  readonly #folders: ProfileFolders
  readonly #preferences: ProfilePreferences

  constructor(folders: ProfileFolders, preferences: ProfilePreferences) {
    this.#folders = folders
    this.#preferences = preferences
  }

  get(id: string): KnownWorkspace | undefined {
    return this.#preferences.knownWorkspaces.find((each) => each.id === id)
  }

  /** Nothing was noted yet: the profile is new, or was last used by a version that noted nothing. */
  get isEmpty(): boolean {
    return this.#preferences.knownWorkspaces.length === 0
  }

  /** Those whose desk is missing. */
  missing(): KnownWorkspace[] {
    return this.#preferences.knownWorkspaces.filter(
      ({ id }) => isWorkspaceId(id) && !existsSync(workspaceFolder(this.#folders, id).desk),
    )
  }

  remember(opened: KnownWorkspace): void {
    const known = knownWorkspace.parse(opened)
    // The sample's address is another one at each start.
    const settings = known.kind === 'sample' ? { ...known, baseUrl: '' } : known
    if (this.#preferences.isReadOnly) return
    if (JSON.stringify(this.get(settings.id)) === JSON.stringify(settings)) return
    const others = this.#preferences.knownWorkspaces.filter(({ id }) => id !== settings.id)
    this.#preferences.knownWorkspaces = [...others, settings]
  }
}
