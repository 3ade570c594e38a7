/**
 * The folder of a publication on disk: refuses folders with other content, puts a new version in place, and removes what is no
 * longer published.
 */

import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFolder } from '../database/fsync.ts'
import { fail } from '../failure-error.ts'
import { renameInsisting, type Rename } from '../held-files.ts'
import { unfinishedName } from '../storage/unfinished-files.ts'
import { codeOf } from '../system-error.ts'
import { flushFile, flushFolder } from './flush.ts'
import { dataFileName, manifestIn, versionName, type Manifest, type PublishedFile } from './manifest.ts'
import { isOfLock } from './publication-lock.ts'
import { markIn, markOf, ownershipOf, type PublicationMark, type PublicationOwner } from './publication-owner.ts'

const ownFolder = '_tearsheet'
const markerName = 'publication.json'
const manifestName = 'manifest.json'
const buildingName = /^building\.[\da-f]{12}\.part$/
const damagedManifest = 'the manifest of its publication is damaged. Choose an empty folder, or empty this one'
const ofAnotherLibrary = 'the publication of another library, which may be a colleague’s workspace of the same name'
/** What systems put into folders, by its name: `._*` has the attributes of a Mac on exFAT or a share, `@eaDir` the thumbnails of a Synology. */
const ofTheSystem = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|@eaDir|\._.*)$/

/** The manifest of what is published in a folder; null: nothing is. Throws `invalid-folder`, `newer-version` and errors of the file system. */
export function readManifest(folder: string): Manifest | null {
  const text = textIn(join(folder, ownFolder, manifestName))
  return text === null ? null : (manifestIn(text) ?? fail({ kind: 'invalid-folder', detail: damagedManifest }))
}

/**
 * Throws `invalid-folder` unless the folder is empty or holds a publication of this library and nothing else, so that no file of
 * anyone else is ever touched.
 */
export function demandOwnFolder(folder: string, owner: PublicationOwner): void {
  const names = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !ofTheSystem.test(name))
  if (names.every((entry) => entry.name === ownFolder && entry.isDirectory() && isUnmarked(folder))) return
  const mark = readMark(folder)
  const foreign = names.find(({ name }) => name !== ownFolder && !versionName.test(name))
  if (mark === null || foreign !== undefined)
    fail({ kind: 'invalid-folder', detail: 'it contains other files. Choose an empty folder' })
  if (ownershipOf(mark, owner) === 'foreign') failForeign()
}

/** Throws `invalid-folder` for the manifest of another library. */
export function demandOwnManifest(published: Manifest | null, owner: PublicationOwner): void {
  if (published?.library_id !== undefined && published.library_id !== owner.library) failForeign()
}

function failForeign(): never {
  fail({ kind: 'invalid-folder', detail: `it contains ${ofAnotherLibrary}. Choose an empty folder` })
}

/** Whether the program was killed after it had created its own folder and before it had marked it. */
function isUnmarked(folder: string): boolean {
  return readdirSync(join(folder, ownFolder)).every(
    (name) => name === unfinishedFile(markerName) || isOfLock(name) || ofTheSystem.test(name),
  )
}

/** The folder of the mark, the manifest and the lock. It is created in a folder that exists. */
export function makeOwnFolder(folder: string): string {
  return makeFolders(folder, [ownFolder])
}

/** Marks a folder without a publication as one of the library. */
export function markNewFolder(folder: string, owner: PublicationOwner): void {
  if (readMark(folder) === null) writeWhole(join(makeOwnFolder(folder), markerName), markOf(owner))
}

/** Marks the folder as a publication of the library also where an earlier version of the program marked it. */
export function claimFolder(folder: string, owner: PublicationOwner): void {
  const mark = readMark(folder)
  if (mark === null || ownershipOf(mark, owner) === 'unclaimed')
    writeWhole(join(makeOwnFolder(folder), markerName), markOf(owner))
}

/** The path of a version until it is complete. */
export function buildingFolder(folder: string): string {
  return unfinishedName(join(folder, ownFolder, 'building'))
}

/** Creates the folders of a path below one that exists, and never that one: its disk may be gone. */
export function makeFolders(root: string, segments: readonly string[]): string {
  let at = root
  for (const segment of segments) {
    at = join(at, segment)
    if (!existsSync(at)) mkdirSync(at)
  }
  return at
}

/** The system's codes for a file system without links; of exFAT and FAT, Windows says that they have no such function, which Node gives as EISDIR. */
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EINVAL', 'EISDIR']

/** The same file under a second path. Where the file system has no links, a copy. `link`: another way to link it. */
export function linkOrCopy(from: string, to: string, link = linkSync): void {
  try {
    link(from, to)
  } catch (error) {
    if (!withoutLinks.includes(codeOf(error))) throw error
    copyFileSync(from, to)
    flushFile(to)
  }
}

/** A version that no folder has yet. */
export function nextVersion(folder: string): string {
  const taken = versionsIn(folder).map((name) => Number(versionName.exec(name)?.[1]))
  return `version-${Math.max(0, ...taken) + 1}`
}

/**
 * Gives what was built the name of its version, which nothing names yet. False: there is a folder of that name, so that another program
 * publishes.
 */
export function nameVersion(folder: string, building: string, version: string): boolean {
  for (const each of foldersBelow(building)) flushFolder(each)
  try {
    renameInsisting(building, join(folder, version))
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) return false
    throw error
  }
  flushFolder(folder)
  return true
}

/** The moment of publication: nothing fails after it. `rename`: another way to rename a file. */
export function writeManifest(folder: string, published: Manifest, rename?: Rename): void {
  const file = join(folder, ownFolder, manifestName)
  try {
    writeWhole(file, published, rename)
  } catch (error) {
    // A share may report an error for a rename that it has done.
    if (!hasText(file, jsonText(published))) throw error
  }
}

/** Throws `publication-changed` where a file that a manifest names is not there with its bytes. */
export function demandFiles(folder: string, files: readonly PublishedFile[]): void {
  if (!files.every(({ path, bytes }) => isThere(join(folder, path), bytes)))
    fail({ kind: 'publication-changed', detail: 'files were deleted from the folder meanwhile' })
}

/**
 * Deletes everything but the published version and the previous one: older versions, and leftovers of a publication that did not finish.
 * The caller has the lock, so nobody is writing these files. Only Tearsheet's own data files are deleted; a folder with other files stays,
 * with those files. A folder with a file that another program has open, which Windows does not delete, stays too, until a later publication
 * deletes it.
 *
 * @param published what is published there, as the caller knows it; null: nothing
 */
export function clearUnpublished(folder: string, published: Manifest | null): void {
  const own = join(folder, ownFolder)
  if (!existsSync(own)) return
  const kept = [published?.version, published?.previous_version]
  for (const name of versionsIn(folder)) if (!kept.includes(name)) removeUnlessInUse(join(folder, name))
  for (const name of foldersIn(own)) if (buildingName.test(name)) removeUnlessInUse(join(own, name))
  for (const name of [markerName, manifestName]) rmSync(unfinishedFile(join(own, name)), { force: true })
}

/**
 * After a publication that failed: what it wrote is deleted, and the mark too where nothing is published. The caller has the lock and
 * releases it last, with `releaseFolder`.
 */
export function leaveAsFound(folder: string, published: Manifest | null): void {
  clearUnpublished(folder, published)
  if (published !== null || versionsIn(folder).length > 0) return
  // Files that another program has open stay, and without the mark they would count as somebody else's.
  if (foldersIn(join(folder, ownFolder)).length > 0) return
  rmSync(join(folder, ownFolder, markerName), { force: true })
}

/** Removes the folder of the lock, once that is released, where nothing is published. */
export function releaseFolder(folder: string): void {
  const own = join(folder, ownFolder)
  if (existsSync(own)) removeIfEmpty(own)
}

/** Deletes what this program was writing when another one took the lock. */
export function removeBuilding(building: string): void {
  if (existsSync(building)) removeData(building)
}

function versionsIn(folder: string): string[] {
  // A link to a folder elsewhere is none of ours.
  return foldersIn(folder).filter((name) => versionName.test(name))
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

function removeUnlessInUse(folder: string): void {
  try {
    removeData(folder)
  } catch (error) {
    if (codeOf(error) === '') throw error
  }
}

function removeData(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeData(path)
    else if (entry.isFile() && dataFileName.test(entry.name)) rmSync(path)
  }
  removeIfEmpty(folder)
}

function removeIfEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** It and those below, the deepest first. */
function foldersBelow(folder: string): string[] {
  return [...foldersIn(folder).flatMap((name) => foldersBelow(join(folder, name))), folder]
}

function writeWhole(file: string, json: unknown, rename?: Rename): void {
  const unfinished = unfinishedFile(file)
  writeFileSync(unfinished, jsonText(json))
  flushFile(unfinished)
  renameInsisting(unfinished, file, rename)
  try {
    syncFolder(dirname(file))
  } catch (error) {
    // Readers have the new file already.
    if (codeOf(error) === '') throw error
  }
}

function jsonText(json: unknown): string {
  return `${JSON.stringify(json, null, 2)}\n`
}

function hasText(file: string, text: string): boolean {
  try {
    return textIn(file) === text
  } catch {
    return false
  }
}

function unfinishedFile(file: string): string {
  return `${file}.new`
}

/** The text of a file; null: there is none. Any other error is thrown: a file that cannot be read now is still there. */
function textIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null
    throw error
  }
}

/** Whose a folder is by its mark; null: it has none, or a damaged one. Throws errors of the file system. */
function readMark(folder: string): PublicationMark | null {
  const text = textIn(join(folder, ownFolder, markerName))
  return text === null ? null : markIn(text)
}

/** Whether a file is there with its bytes. */
export function isThere(file: string, bytes: number): boolean {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size === bytes
}
