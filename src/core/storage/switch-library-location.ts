/** Switches a workspace to the new folder of its library, and clears the old one. */

import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readLocation, type LibraryLocation, type WorkspaceFolder } from '../profile.ts'
import { syncFile, syncFolder } from '../database/fsync.ts'
import { mayClear, noteOwner, ownerName } from './library-owner.ts'

export interface ClearRequest {
  readonly job: 'clear'
  readonly folder: WorkspaceFolder
}

const databaseEndings = ['', '-wal', '-shm', '-journal', '.session', '.recovery']

/** From here on this is the location of library and recordings. */
function writeLocation(folder: string, location: LibraryLocation): void {
  const file = join(folder, 'location.json')
  writeFileSync(`${file}.new`, JSON.stringify(location), { mode: 0o600 })
  syncFile(`${file}.new`)
  renameSync(`${file}.new`, file)
  syncFolder(folder)
}

/**
 * Gives what was copied its place, then says so; nothing may be open. `newFolder`: null is next to `desk.db`. Until it was said, a file called
 * `mark` lies with it: a copy that has one and is not where the library is looked for was left by a killed program.
 */
export function switchLocation(
  { profile, folder, elsewhere }: WorkspaceFolder,
  { copied, newFolder, mark }: { readonly copied: string; readonly newFolder: string | null; readonly mark: string },
): void {
  const marked = join(newFolder ?? folder, mark)
  if (newFolder === null) {
    removeLibraryFiles(folder)
    writeFileSync(marked, '')
    syncFolder(folder)
    for (const name of ['library.db', 'recordings']) renameSync(join(copied, name), join(folder, name))
    rmdirSync(copied)
  } else {
    writeFileSync(join(copied, mark), '')
    noteOwner(profile, copied)
    syncFolder(copied)
    renameSync(copied, newFolder)
    syncFolder(dirname(newFolder))
  }
  writeLocation(folder, { folder: newFolder, left: elsewhere ?? folder })
  rmSync(marked, { force: true })
}

/** Deletes the library's previous location, for a workspace that was opened completely at the present one. */
export function clearLeft({ profile, folder, elsewhere }: WorkspaceFolder): void {
  const { left } = readLocation(folder)
  if (left === null || left === (elsewhere ?? folder)) return
  if (mayClear(profile, folder, left)) {
    removeLibraryFiles(left)
    if (left !== folder && existsSync(left) && readdirSync(left).length === 0) rmdirSync(left)
  }
  writeLocation(folder, { folder: elsewhere, left: null })
}

/** Library and recordings, as they lie in a folder, with the note of whose they are. */
export function removeLibraryFiles(folder: string): void {
  for (const ending of databaseEndings) rmSync(join(folder, `library.db${ending}`), { force: true })
  rmSync(join(folder, 'recordings'), { recursive: true, force: true })
  rmSync(join(folder, ownerName), { force: true })
}
