/**
 * Notes in the folder of a moved library which profile it belongs to: a copy of that profile names
 * the same folder, and may read the library there but never change or delete it.
 */

import { existsSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { syncFile, syncFolder } from '../database/fsync.ts'
import { readLocation } from '../profile.ts'
import { codeOf } from '../system-error.ts'
import { namesIn } from './folder-checks.ts'

const ownerNote = z.object({ profile: z.string().refine(isAbsolute) })

/** The name of the note. */
export const ownerName = 'owner.json'

/**
 * The profile that the library in this folder belongs to, where that is another one. Null: it belongs to `profile`, or to none yet, or
 * its owner is gone: a profile that was moved or renamed finds nothing at its former path.
 */
export function otherOwner(profile: string, libraryFolder: string): string | null {
  const noted = notedOwner(libraryFolder)
  if (noted === null || isSame(noted, profile)) return null
  return isGone(noted) || !uses(noted, libraryFolder) ? null : noted
}

/** From here on the library belongs to this profile. */
export function noteOwner(profile: string, libraryFolder: string): void {
  const path = realpathSync(profile)
  if (notedOwner(libraryFolder) === path) return
  const file = join(libraryFolder, ownerName)
  writeFileSync(`${file}.new`, JSON.stringify({ profile: path }), { mode: 0o600 })
  syncFile(`${file}.new`)
  renameSync(`${file}.new`, file)
  syncFolder(libraryFolder)
}

/**
 * Whether a library's former folder, as `location.json` names it, may be cleared for the workspace in `folder`. In a copied profile the
 * name may be that of a workspace's folder in the original.
 */
export function mayClear(profile: string, folder: string, former: string): boolean {
  return former === folder || (!existsSync(join(former, 'desk.db')) && otherOwner(profile, former) === null)
}

/** Null: none is noted, or none that can be read. */
function notedOwner(libraryFolder: string): string | null {
  try {
    return ownerNote.parse(JSON.parse(readFileSync(join(libraryFolder, ownerName), 'utf8'))).profile
  } catch {
    return null
  }
}

/** A profile of another account, which this one may not look into, is not gone. */
function isGone(path: string): boolean {
  try {
    statSync(path)
    return false
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
  }
}

/** Whether a workspace of the profile has its library in the folder. One that cannot be read counts as if it had. */
function uses(profile: string, libraryFolder: string): boolean {
  const workspaces = join(profile, 'workspaces')
  try {
    statSync(workspaces)
    return namesIn(workspaces).some((name) => {
      const { folder } = readLocation(join(workspaces, name))
      return folder !== null && isSame(folder, libraryFolder)
    })
  } catch (error) {
    return codeOf(error) !== 'ENOENT'
  }
}

/** Two paths can lead to one folder. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true
  const [left, right] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
  return left !== undefined && right !== undefined && left.dev === right.dev && left.ino === right.ino
}
