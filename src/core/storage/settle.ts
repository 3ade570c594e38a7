import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isWorkspaceId } from '../profile.ts'
import { manifest } from './back-up-form.ts'
import { syncFolder } from './files.ts'

/** What a checked back-up becomes: these workspaces take their places, and what stands there goes into this folder of `set-aside/`. */
const plan = z.object({
  aside: z.string().regex(/^[\w-]+$/),
  workspaces: z.array(z.string().refine(isWorkspaceId)),
  activeWorkspace: z.string().nullable(),
  preferences: manifest.shape.preferences,
})
export type RestorePlan = z.infer<typeof plan>

/** In a profile: a back-up that was taken out. Without a plan in it nothing has been decided. */
export function stagingFolder(profile: string): string {
  return join(profile, 'restoring')
}

export function asideFolder(profile: string, { aside }: RestorePlan): string {
  return join(profile, 'set-aside', aside)
}

/** From here on it is restored, whatever happens to the program. */
export function decide(profile: string, decided: RestorePlan): void {
  const file = join(stagingFolder(profile), 'plan.json')
  const descriptor = openSync(`${file}.new`, 'w', 0o600)
  try {
    writeSync(descriptor, JSON.stringify(decided))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(`${file}.new`, file)
  syncFolder(stagingFolder(profile))
}

/**
 * Does what was decided, or the rest of it after a crash; nothing of the workspaces may be open. Takes away what was taken out and
 * never decided. Gives the plan that was done, null when there was none; `settled` ends it.
 */
export function settle(profile: string): RestorePlan | null {
  const staging = stagingFolder(profile)
  if (!existsSync(staging)) return null
  const decided = readPlan(join(staging, 'plan.json'))
  if (decided === null) {
    rmSync(staging, { recursive: true, force: true })
    return null
  }
  const aside = asideFolder(profile, decided)
  for (const id of decided.workspaces) {
    const restored = join(staging, 'workspaces', id)
    const place = join(profile, 'workspaces', id)
    // Moved before the crash.
    if (!existsSync(restored)) continue
    if (existsSync(place)) {
      mkdirSync(aside, { recursive: true, mode: 0o700 })
      renameSync(place, join(aside, id))
      syncFolder(aside)
    }
    renameSync(restored, place)
  }
  syncFolder(join(profile, 'workspaces'))
  return decided
}

/** The plan is done with all that belongs to it. */
export function settled(profile: string): void {
  rmSync(stagingFolder(profile), { recursive: true, force: true })
}

function readPlan(file: string): RestorePlan | null {
  try {
    return plan.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
