/** Names files that are still being written, notes them on disk, and deletes those that a crash left behind. */

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { isUnwritable, usualBackupFolder, workspaceFolder, workspaceIds, type ProfileFolders } from '../profile.ts'
import { syncFile, syncFolder } from '../database/fsync.ts'
import { codeOf } from '../system-error.ts'
import { removeLibraryFiles } from './switch-library-location.ts'
import { clearRemovedWorkspaces } from './remove-workspace.ts'
import { namesIn } from './folder-checks.ts'
import { otherOwner } from './library-owner.ts'

/** The name of something that is still being written: nothing else has it, and what a killed program left is known by its ending. */
export function unfinishedName(path: string, ending: 'part' | 'compact' = 'part'): string {
  return `${path}.${randomBytes(6).toString('hex')}.${ending}`
}

/** The name of the file that marks a copy which is not switched to yet. */
export function newMark(): string {
  return `unfinished-${randomBytes(6).toString('hex')}`
}

const partName = /\.[\da-f]{12}\.part$/
const compactName = /\.compact$/

/** The unfinished files of an operation, so that the next start finds them when the program is killed. */
const note = z.object({
  /** Files and folders of such names, wherever they lie. */
  parts: z.array(z.string().refine((path) => isAbsolute(path) && partName.test(path))),
  /** The place that a library is being moved to, and the name of the file that marks it as ours. Null: next to `desk.db`. */
  move: z
    .object({
      workspace: z.string(),
      place: z.string().refine(isAbsolute).nullable(),
      mark: z.string().regex(/^unfinished-[\da-f]{12}$/),
    })
    .nullable(),
})
export type UnfinishedNote = z.infer<typeof note>

function noteFile(profile: string): string {
  return join(profile, 'unfinished.json')
}

/** Down to the disk before the first byte of what it names. A profile that cannot be written goes without. */
function noteUnfinished(profile: string, noted: UnfinishedNote): void {
  const file = noteFile(profile)
  try {
    writeFileSync(`${file}.new`, JSON.stringify(noted), { mode: 0o600 })
    syncFile(`${file}.new`)
    renameSync(`${file}.new`, file)
    syncFolder(profile)
  } catch (error) {
    rmSync(`${file}.new`, { force: true })
    if (!isUnwritable(error)) throw error
  }
}

/**
 * Deletes what a killed program left unfinished: the files in its note, and files of such names at the usual places. Called at
 * the start, before anything is opened. If their disk was removed, the note stays for the next start.
 */
export function clearUnfinished(folders: ProfileFolders): void {
  clearUsualPlaces(folders)
  const noted = readNote(folders.root)
  if (noted !== null) clearNoted(folders, noted)
}

/** Deletes its remains, and the note. */
function clearNoted(folders: ProfileFolders, noted: UnfinishedNote): void {
  for (const path of noted.parts) rmSync(path, { recursive: true, force: true })
  if (noted.move !== null) clearMove(folders, noted.move)
  const away = [...noted.parts, ...(noted.move?.place ? [noted.move.place] : [])].some(
    (path) => !existsSync(dirname(path)),
  )
  if (!away) rmSync(noteFile(folders.root), { force: true })
}

/** Noted before the work begins, so that the next start deletes what a killed program left; what an error left is deleted at once. */
export async function noting<Result>(
  folders: ProfileFolders,
  noted: UnfinishedNote,
  work: () => Promise<Result>,
): Promise<Result> {
  noteUnfinished(folders.root, noted)
  try {
    return await work()
  } finally {
    clearOrLeave(folders, noted)
  }
}

/** The result of the work stands even if its leftovers cannot be deleted: the next start deletes them from the list. */
function clearOrLeave(folders: ProfileFolders, noted: UnfinishedNote): void {
  try {
    clearNoted(folders, noted)
  } catch (error) {
    if (codeOf(error) === '') throw error
  }
}

function clearUsualPlaces(folders: ProfileFolders): void {
  removeNamed(usualBackupFolder(folders), (name) => /\.tar(\.[\da-f]{12})?\.part$/.test(name))
  clearRemovedWorkspaces(folders)
  for (const id of workspaceIds(folders)) {
    const folder = join(folders.workspaces, id)
    removeNamed(folder, (name) => name === 'coming' || partName.test(name) || compactName.test(name))
    const { library } = placesOf(folders, id) ?? {}
    if (library !== undefined && otherOwner(folders.root, dirname(library)) === null)
      removeNamed(dirname(library), (name) => compactName.test(name))
  }
}

/** A copy of a library that was not switched to; the library is still at its previous location. */
function clearMove(folders: ProfileFolders, { workspace, place, mark }: NonNullable<UnfinishedNote['move']>): void {
  const places = placesOf(folders, workspace)
  // The library's location is unknown: nothing is touched.
  if (places === undefined) return
  const targetFolder = place ?? places.folder
  const isMarked = existsSync(join(targetFolder, mark))
  if (isMarked && places.library !== join(targetFolder, 'library.db')) {
    if (place === null) removeLibraryFiles(targetFolder)
    else rmSync(place, { recursive: true, force: true })
  }
  rmSync(join(targetFolder, mark), { force: true })
}

/** Undefined where that cannot be read. */
function placesOf(folders: ProfileFolders, id: string): { folder: string; library: string } | undefined {
  try {
    const { folder, library } = workspaceFolder(folders, id)
    return { folder, library }
  } catch {
    return undefined
  }
}

function removeNamed(folder: string, isLeft: (name: string) => boolean): void {
  for (const name of namesIn(folder).filter(isLeft)) rmSync(join(folder, name), { recursive: true, force: true })
}

function readNote(profile: string): UnfinishedNote | null {
  try {
    return note.parse(JSON.parse(readFileSync(noteFile(profile), 'utf8')))
  } catch {
    return null
  }
}
