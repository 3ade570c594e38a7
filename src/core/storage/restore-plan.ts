/** The plan of a restore on disk and its steps (put in place, roll back, finish); each can be repeated after a crash. */

import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isWorkspaceId } from '../profile.ts'
import { manifest } from './backup-format.ts'
import { syncFolder } from '../database/fsync.ts'

/** The plan of a checked backup: these workspaces are installed, and the present ones move to this folder of `set-aside/`. */
const plan = z.object({
  aside: z.string().regex(/^[\w-]+$/),
  workspaces: z.array(z.string().refine(isWorkspaceId)),
  /** Which of them existed before. */
  replaced: z.array(z.string()).default([]),
  activeWorkspace: z.string().refine(isWorkspaceId).nullable(),
  preferences: manifest.shape.preferences,
  /** It could not be done: what was moved goes back. */
  isTakenBack: z.boolean().default(false),
})
export type RestorePlan = z.infer<typeof plan>

/** A decided restore, in the folder that its backup was extracted into. */
export interface DecidedRestore {
  readonly staging: string
  readonly plan: RestorePlan
}

const stagingName = /^restoring(-[\da-f]{12})?$/

/** Creates a folder in a profile to extract a backup into. Without a plan in it nothing is decided. */
export function newStagingFolder(profile: string): string {
  return join(profile, `restoring-${randomBytes(6).toString('hex')}`)
}

export function asideFolder(profile: string, { aside }: RestorePlan): string {
  return join(profile, 'set-aside', aside)
}

/** From here on it is completed or rolled back, even after a crash. */
export function decide({ staging, plan: decided }: DecidedRestore): void {
  const file = join(staging, 'plan.json')
  const descriptor = openSync(`${file}.new`, 'w', 0o600)
  try {
    writeSync(descriptor, JSON.stringify(decided))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(`${file}.new`, file)
  syncFolder(staging)
}

export function isDecided(staging: string): boolean {
  return existsSync(join(staging, 'plan.json'))
}

/** What was decided before the program ended; null: nothing. Extracted files without a decision are deleted. */
export function decidedRestore(profile: string): DecidedRestore | null {
  let decided: DecidedRestore | null = null
  for (const name of readdirSync(profile).filter((each) => stagingName.test(each))) {
    const staging = join(profile, name)
    const found = readPlan(join(staging, 'plan.json'))
    if (found === null) rmSync(staging, { recursive: true, force: true })
    else decided = { staging, plan: found }
  }
  return decided
}

/** Installs the workspaces, or the rest of them after a crash; none of them may be open. */
export function putInPlace(profile: string, { staging, plan: decided }: DecidedRestore): void {
  const aside = asideFolder(profile, decided)
  for (const id of decided.workspaces) {
    const restored = join(staging, 'workspaces', id)
    const target = join(profile, 'workspaces', id)
    // Moved before the crash.
    if (!existsSync(restored)) continue
    if (existsSync(target)) {
      mkdirSync(aside, { recursive: true, mode: 0o700 })
      renameSync(target, join(aside, id))
      syncFolder(aside)
    }
    renameSync(restored, target)
  }
  syncFolder(join(profile, 'workspaces'))
}

/** Moves everything back to where it was before `putInPlace`, however far that came; none of the workspaces may be open. */
export function rollBackRestore(profile: string, decided: DecidedRestore): void {
  const { staging, plan: before } = decided
  // On a full disk this is not written, but still done now.
  ignoringErrors(() => decide({ staging, plan: { ...before, isTakenBack: true } }))
  const aside = asideFolder(profile, before)
  for (const id of before.workspaces) {
    const restored = join(staging, 'workspaces', id)
    const target = join(profile, 'workspaces', id)
    const old = join(aside, id)
    const isRestored = !existsSync(restored) && (existsSync(old) || !before.replaced.includes(id))
    if (isRestored && existsSync(target)) {
      mkdirSync(join(staging, 'workspaces'), { recursive: true, mode: 0o700 })
      renameSync(target, restored)
    }
    if (existsSync(old) && !existsSync(target)) renameSync(old, target)
  }
  ignoringErrors(() => rmdirSync(aside))
  syncFolder(join(profile, 'workspaces'))
}

/** Deletes a completed or rolled-back plan, then all of its files: without the plan they decide nothing. */
export function finishRestores({ staging }: DecidedRestore): void {
  rmSync(join(staging, 'plan.json'), { force: true })
  syncFolder(staging)
  rmSync(staging, { recursive: true, force: true })
}

function readPlan(file: string): RestorePlan | null {
  try {
    return plan.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

function ignoringErrors(work: () => void): void {
  try {
    work()
  } catch {
    // Its purpose is achieved without it.
  }
}
