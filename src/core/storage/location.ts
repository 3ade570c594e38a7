import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readLocation, type LibraryLocation, type WorkspaceFolder } from '../profile.ts'
import { syncFile, syncFolder } from './files.ts'

export interface ClearOrder {
  readonly job: 'clear'
  readonly folder: WorkspaceFolder
}

const databaseEndings = ['', '-wal', '-shm', '-journal', '.session']

/** From here on library and recordings are looked for there. */
function writeLocation(folder: string, location: LibraryLocation): void {
  const file = join(folder, 'location.json')
  writeFileSync(`${file}.new`, JSON.stringify(location), { mode: 0o600 })
  syncFile(`${file}.new`)
  renameSync(`${file}.new`, file)
  syncFolder(folder)
}

/** Gives what was copied its place, then says so; nothing may be open. `place`: null is beside the desk. */
export function settleIn({ folder, elsewhere }: WorkspaceFolder, copied: string, place: string | null): void {
  if (place === null) {
    // What a move left here when the program died.
    removeFrom(folder)
    for (const name of ['library.db', 'recordings']) renameSync(join(copied, name), join(folder, name))
    rmdirSync(copied)
  } else {
    renameSync(copied, place)
    syncFolder(dirname(place))
  }
  writeLocation(folder, { folder: place, left: elsewhere ?? folder })
}

/** Takes away what lies where the library was before; for a workspace that was opened whole where it is now. */
export function clearLeft({ folder, elsewhere }: WorkspaceFolder): void {
  const { left } = readLocation(folder)
  if (left === null || left === (elsewhere ?? folder)) return
  removeFrom(left)
  if (left !== folder && existsSync(left) && readdirSync(left).length === 0) rmdirSync(left)
  writeLocation(folder, { folder: elsewhere, left: null })
}

function removeFrom(folder: string): void {
  for (const ending of databaseEndings) rmSync(join(folder, `library.db${ending}`), { force: true })
  rmSync(join(folder, 'recordings'), { recursive: true, force: true })
}
