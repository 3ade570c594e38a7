/** The folders and files of a profile and of its workspaces. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { fail } from './failure-error.ts'
import { codeOf } from './system-error.ts'

/**
 * A profile folder:
 *
 *     profile.lock        held while the program runs
 *     profile.db          appearance, the active workspace
 *     logs/               defects
 *     backups/            where backups go when nobody names another folder
 *     unfinished.json     what is being written now, for the start after a kill
 *     restoring-…/        a backup that is being checked
 *     set-aside/          what a restored backup took the place of
 *     workspaces/<id>/    desk.db, library.db, recordings/; location.json where the latter two lie elsewhere
 *
 * Never a folder named `databases`: Electron deletes that (docs/promises.md, Data).
 */
export interface ProfileFolders {
  readonly root: string
  readonly workspaces: string
}

/** Creates missing folders. Throws `profile-missing` when the folder can be neither created nor entered. */
export function openFolders(profile: string): ProfileFolders {
  const workspaces = join(profile, 'workspaces')
  try {
    mkdirSync(workspaces, { recursive: true, mode: 0o700 })
  } catch {
    if (!existsSync(workspaces)) fail({ kind: 'profile-missing', detail: 'it cannot be created' })
  }
  if (!statSync(workspaces).isDirectory()) fail({ kind: 'profile-missing', detail: 'it is not a folder' })
  renameFormerBackups(profile)
  return { root: profile, workspaces }
}

/** Where backups go when nobody names another folder. */
export function usualBackupFolder({ root }: Pick<ProfileFolders, 'root'>): string {
  return join(root, 'backups')
}

/** Earlier versions had another name for the folder. One that cannot be renamed keeps its name, and its backups are restored by their path. */
function renameFormerBackups(profile: string): void {
  const [former, usual] = [join(profile, 'back-ups'), usualBackupFolder({ root: profile })]
  if (!existsSync(former) || existsSync(usual)) return
  try {
    renameSync(former, usual)
  } catch (error) {
    if (codeOf(error) === '') throw error
  }
}

/** The folders of a profile that exists, which is not changed. Throws `profile-missing`. */
export function existingFolders(profile: string): ProfileFolders {
  const workspaces = join(profile, 'workspaces')
  let isFolder: boolean
  try {
    isFolder = statSync(workspaces, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    fail({ kind: 'profile-missing', detail: 'it cannot be read' })
  }
  if (!isFolder) fail({ kind: 'profile-missing', detail: 'nothing was ever opened there' })
  return { root: profile, workspaces }
}

/** Makes a folder that only the user may read; on a read-only profile it stays missing, and its files with it. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (!isUnwritable(error)) throw error
  }
}

/** Whether a file system error means that a file may not be written. */
export function isUnwritable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))
}

/** Content of `location.json`. */
const location = z.object({
  /** Folder of library and recordings; null: here. */
  folder: z.string().refine(isAbsolute).nullable(),
  /** Their previous folder, until it is deleted. */
  left: z.string().refine(isAbsolute).nullable(),
})
export type LibraryLocation = z.infer<typeof location>

export interface WorkspaceFolder {
  readonly id: string
  /** Folder of its profile. */
  readonly profile: string
  readonly folder: string
  /** Folder of library and recordings after a move. */
  readonly elsewhere: string | null
  readonly desk: string
  readonly library: string
  readonly recordings: string
}

/** Throws `no-such-workspace` for what is no id: a path made of it could lead out of the profile. */
export function workspaceFolder(folders: ProfileFolders, id: string): WorkspaceFolder {
  if (!isWorkspaceId(id)) fail({ kind: 'no-such-workspace' })
  const folder = join(folders.workspaces, id)
  const elsewhere = readLocation(folder).folder
  const libraryFolder = elsewhere ?? folder
  return {
    id,
    profile: folders.root,
    folder,
    elsewhere,
    desk: join(folder, 'desk.db'),
    library: join(libraryFolder, 'library.db'),
    recordings: join(libraryFolder, 'recordings'),
  }
}

/** Throws `profile-missing` when it cannot be read: that must not start an empty library. */
export function readLocation(folder: string): LibraryLocation {
  const file = join(folder, 'location.json')
  if (!existsSync(file)) return { folder: null, left: null }
  try {
    return location.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    fail({ kind: 'profile-missing', detail: 'location.json of a workspace cannot be read' })
  }
}

/** Ids of the workspaces on disk, in the order of their names. */
export function workspaceIds(folders: ProfileFolders): string[] {
  return readdirSync(folders.workspaces, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isWorkspaceId(entry.name))
    .map(({ name }) => name)
    .toSorted()
}

export function isWorkspaceId(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(text)
}
