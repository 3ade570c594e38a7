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

/** A backup that was taken out and checked, on its way into the profile; nothing of the workspaces may be open at any step. */
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

  /** Where what stood there lies; null: nothing stood in the way. */
  get aside(): string | null {
    const folder = asideFolder(this.#folders.root, this.plan)
    return existsSync(folder) ? folder : null
  }

  /** Decides, and does it. What fails is taken back before it is thrown. */
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

  /** What was restored was opened: it stays. What cannot be taken away now is at the next start. */
  settle(): void {
    try {
      finishRestores(this.#decided)
    } catch {
      // The plan is done already: doing it once more changes nothing.
    }
  }
}

/** What a checked backup becomes, from now on in its folder. */
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
 * Resumes what was decided before the program ended, at the start, before any workspace is opened. Null: nothing is to be settled.
 * Never throws: a restore that fails here is taken back, so that the program starts with what it had; `failed` is told of it.
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

/** Of a restore that was not decided, or was taken back. One that could not be taken back whole keeps what it has for the next start. */
export function discardStaging(staging: string): void {
  if (!isDecided(staging)) rmSync(staging, { recursive: true, force: true })
}

/** Opens the workspaces behind `resumeRestore`. Where what was restored does not open, it is taken back and what was there is opened. */
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
