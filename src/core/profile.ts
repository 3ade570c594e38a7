import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from './failure-error.ts'

/**
 * A profile folder:
 *
 *     profile.lock        held while the program runs
 *     profile.db          appearance, the active workspace
 *     logs/               defects
 *     back-ups/           where back-ups go when nobody names another folder
 *     restoring/          a back-up that is being checked
 *     set-aside/          what a restored back-up took the place of
 *     workspaces/<id>/    desk.db, library.db, recordings/
 *
 * Never a folder named `databases`: Electron deletes that (promises.md, ground facts).
 */
export interface ProfileFolders {
  readonly root: string
  readonly workspaces: string
}

/** Makes what is missing. Throws `profile-missing` when the folder can be neither made nor entered. */
export function openFolders(profile: string): ProfileFolders {
  const workspaces = join(profile, 'workspaces')
  try {
    mkdirSync(workspaces, { recursive: true, mode: 0o700 })
  } catch {
    if (!existsSync(workspaces)) fail({ kind: 'profile-missing', detail: 'it cannot be made' })
  }
  if (!statSync(workspaces).isDirectory()) fail({ kind: 'profile-missing', detail: 'it is not a folder' })
  return { root: profile, workspaces }
}

/** Makes a folder that only the user may read; on a read-only profile it stays missing, and its files with it. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (!isReadOnly(error)) throw error
  }
}

function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))
}

export interface WorkspaceFolder {
  readonly id: string
  readonly folder: string
  readonly desk: string
  readonly library: string
  readonly recordings: string
}

export function workspaceFolder(folders: ProfileFolders, id: string): WorkspaceFolder {
  const folder = join(folders.workspaces, id)
  return {
    id,
    folder,
    desk: join(folder, 'desk.db'),
    library: join(folder, 'library.db'),
    recordings: join(folder, 'recordings'),
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
