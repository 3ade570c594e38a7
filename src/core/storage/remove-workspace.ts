/** Deletes a workspace and its files, also after a crash in between. */

import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFolder } from '../database/fsync.ts'
import { fail } from '../failure-error.ts'
import { readLocation, type ProfileFolders, type WorkspaceFolder } from '../profile.ts'
import { removeLibraryFiles } from './switch-library-location.ts'
import { namesIn } from './folder-checks.ts'
import { mayClear } from './library-owner.ts'

/** The final name of a deleted workspace's folder. */
const removedName = /^[a-z0-9-]+\.[\da-f]{12}\.removed$/

/** Copies of the library that migrations and repairs made beside it. */
const copies: readonly (readonly [folder: string, name: RegExp])[] = [
  ['backups', /^library-v\d+\.db/],
  ['set-aside', /^library\.db-/],
]

/**
 * Deletes a workspace with everything in it; none of its files may be open. In a folder that the user chose for the library, only the
 * library's own files are deleted, and nothing of a library that belongs to another profile. The workspace counts as deleted once its
 * folder is renamed: if the program is killed before that, the workspace is still complete; if it is killed later, or a file cannot be
 * deleted now, the next start deletes the rest. Throws `library-unavailable` while the library's disk is disconnected, because the library
 * on it would be orphaned.
 */
export function removeWorkspace(folders: ProfileFolders, { id, folder, elsewhere }: WorkspaceFolder): void {
  if (!existsSync(folder)) return
  if (elsewhere !== null && !existsSync(dirname(elsewhere))) {
    fail({ kind: 'library-unavailable', detail: elsewhere.slice(0, 300) })
  }
  renameSync(folder, join(folders.workspaces, `${id}.${randomBytes(6).toString('hex')}.removed`))
  syncFolder(folders.workspaces)
  clearRemovedWorkspaces(folders)
}

/** Deletes remains of deleted workspaces. One whose library is on a removed disk stays until the disk is back. */
export function clearRemovedWorkspaces({ root, workspaces }: ProfileFolders): void {
  for (const name of namesIn(workspaces).filter((each) => removedName.test(each))) {
    const folder = join(workspaces, name)
    try {
      const { folder: elsewhere, left } = readLocation(folder)
      const places = [elsewhere, left].filter((place) => place !== null)
      if (places.some((place) => !existsSync(dirname(place)))) continue
      places.filter((place) => mayClear(root, folder, place)).forEach(removeLibrary)
      rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      // A file that another program has open is deleted at the next start.
      console.error('A deleted workspace could not be removed completely:', error)
    }
  }
}

/** Deletes it with the copies next to it, and its folder when nothing else is in it. */
function removeLibrary(place: string): void {
  removeLibraryFiles(place)
  for (const [name, isCopy] of copies) {
    const folder = join(place, name)
    for (const file of namesIn(folder).filter((each) => isCopy.test(each))) {
      rmSync(join(folder, file), { recursive: true, force: true })
    }
    removeEmpty(folder)
  }
  removeEmpty(place)
}

function removeEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}
