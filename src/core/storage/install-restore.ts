/** Puts an extracted backup into the profile or takes it back; at the start it resumes one that was decided before a crash. */

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Failure } from '#contract/failure.ts'
import type { ProfilePreferences } from '../profile-preferences.ts'
import type { ProfileFolders } from '../profile.ts'
import type { InspectedBackup } from './read-backup.ts'
import {
  asideFolder,
  decide,
  decidedRestore,
  isDecided,
  putInPlace,
  finishRestores,
  rollBackRestore,
  type DecidedRestore,
  type RestorePlan,
} from './restore-plan.ts'

export const restoreFailed: Failure = { kind: 'invalid-backup', detail: 'it could not be installed' }

/** Installs an extracted and checked backup; no workspace may be open at any step. */
export class Restore {
  readonly #folders: ProfileFolders
  readonly #preferences: ProfilePreferences
  readonly #decided: DecidedRestore
  #isDecided: boolean
  #before: ReturnType<ProfilePreferences['snapshot']> | null = null

  /** `isDecided`: by the program that ended. */
  constructor(folders: ProfileFolders, preferences: ProfilePreferences, decided: DecidedRestore, isDecided = false) {
    this.#isDecided = isDecided
    this.#folders = folders
    this.#preferences = preferences
    this.#decided = decided
  }

  get plan(): RestorePlan {
    return this.#decided.plan
  }

  /** Folder of the files that were replaced; null: none were. */
  get aside(): string | null {
    const folder = asideFolder(this.#folders.root, this.plan)
    return existsSync(folder) ? folder : null
  }

  /** Decides and installs. Rolls back before throwing an error. */
  carryOut(): void {
    try {
      if (!this.#isDecided) decide(this.#decided)
      this.#isDecided = true
      this.#before = this.#preferences.snapshot()
      putInPlace(this.#folders.root, this.#decided)
      this.#preferences.replace(this.plan.preferences, this.plan.activeWorkspace)
    } catch (error) {
      this.rollBackRestore()
      throw error
    }
  }

  /** Everything is as it was before `carryOut`. */
  rollBackRestore(): void {
    rollBackRestore(this.#folders.root, this.#decided)
    if (this.#before !== null) this.#preferences.replace(this.#before.preferences, this.#before.activeWorkspace)
    finishRestores(this.#decided)
  }

  /** The restored workspaces were opened: they stay. What cannot be deleted now is deleted at the next start. */
  settle(): void {
    try {
      finishRestores(this.#decided)
    } catch {
      // The plan is done already: doing it once more changes nothing.
    }
  }
}

/** The plan for a checked backup, stored in its folder from now on. */
export function planOf(
  folders: ProfileFolders,
  { manifest }: InspectedBackup,
  staging: string,
  now: number,
): DecidedRestore {
  const workspaces = manifest.workspaces.map(({ id }) => id)
  return {
    staging,
    plan: {
      aside: `before-restore-${now}`,
      workspaces,
      replaced: workspaces.filter((id) => existsSync(join(folders.workspaces, id))),
      activeWorkspace: manifest.activeWorkspace,
      preferences: manifest.preferences,
      isTakenBack: false,
    },
  }
}

/**
 * Resumes what was decided before the program ended, at the start, before any workspace is opened. Null: nothing to do. Never
 * throws: a restore that fails here is rolled back, so that the program starts with its previous files; `failed` is called.
 */
export function resumeRestore(
  folders: ProfileFolders,
  preferences: ProfilePreferences,
  failed: (error: unknown) => void,
): Restore | null {
  try {
    const decided = decidedRestore(folders.root)
    if (decided === null) return null
    const restore = new Restore(folders, preferences, decided, true)
    if (decided.plan.isTakenBack) {
      restore.rollBackRestore()
      return null
    }
    restore.carryOut()
    return restore
  } catch (error) {
    failed(error)
    return null
  }
}

/** For a restore that was not decided, or was rolled back. An incomplete rollback keeps its files for the next start. */
export function discardStaging(staging: string): void {
  if (!isDecided(staging)) rmSync(staging, { recursive: true, force: true })
}

/** Opens the workspaces after `resumeRestore`. If the restored ones do not open, it rolls back and opens the previous ones. */
export function openingRestored<Opened>(
  restore: Restore | null,
  open: () => Opened,
  failed: (error: unknown) => void,
): Opened {
  if (restore === null) return open()
  let opened: Opened
  try {
    opened = open()
  } catch (error) {
    failed(error)
    restore.rollBackRestore()
    return open()
  }
  restore.settle()
  return opened
}
