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
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncFile, syncFolder } from '../database/fsync.ts'
import { fail } from '../failure-error.ts'
import { unfinishedName } from '../storage/unfinished-files.ts'
import { dataFileName, manifest, versionName, type Manifest } from './manifest.ts'
import { schemaVersion } from './published-tables.ts'

/** Says that the folder is one of ours, and whose, before it has a manifest. */
const marker = z.object({ tearsheet: z.literal('publication'), workspace: z.string() })

const ownFolder = '_tearsheet'
const markerName = 'publication.json'
const manifestName = 'manifest.json'
const buildingName = /^building\.[\da-f]{12}\.part$/
/** Files that systems put into folders. */
const ofTheSystem: readonly string[] = ['.DS_Store', 'Thumbs.db', 'desktop.ini']

/** The manifest of what is published in a folder; null: nothing is. Throws `invalid-folder` and `newer-version`. */
export function readManifest(folder: string): Manifest | null {
  const file = join(folder, ownFolder, manifestName)
  if (!existsSync(file)) return null
  const read = manifest.safeParse(jsonIn(file))
  if (!read.success) fail({ kind: 'invalid-folder', detail: 'the manifest of its publication is damaged' })
  if (read.data.schema_version > schemaVersion) fail({ kind: 'newer-version', detail: 'The publication' })
  return read.data
}

/**
 * Throws `invalid-folder` unless the folder is empty or holds a publication of this workspace and nothing else, so that no file of
 * anyone else is ever touched.
 */
export function demandOwnFolder(folder: string, workspace: string): void {
  const names = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !ofTheSystem.includes(name))
  if (names.every((entry) => entry.name === ownFolder && entry.isDirectory() && isUnmarked(folder))) return
  const read = marker.safeParse(jsonIn(join(folder, ownFolder, markerName)))
  const foreign = names.find(({ name }) => name !== ownFolder && !versionName.test(name))
  if (!read.success || foreign !== undefined)
    fail({ kind: 'invalid-folder', detail: 'it contains other files. Choose an empty folder' })
  if (read.data.workspace !== workspace)
    fail({ kind: 'invalid-folder', detail: 'it contains the publication of another workspace. Choose an empty folder' })
}

/** Whether the program was killed after it had created its own folder and before it had marked it. */
function isUnmarked(folder: string): boolean {
  return readdirSync(join(folder, ownFolder)).every((name) => name === unfinishedFile(markerName))
}

/** Marks an empty folder as a publication of the workspace. */
export function markFolder(folder: string, workspace: string): void {
  const own = join(folder, ownFolder)
  if (!existsSync(own)) mkdirSync(own)
  const file = join(own, markerName)
  if (!existsSync(file)) writeWhole(file, { tearsheet: 'publication', workspace } satisfies z.infer<typeof marker>)
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

/** The same file under a second path. Where the file system has no links, a copy. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EINVAL'].includes(code)) throw error
    copyFileSync(from, to)
    syncFile(to)
  }
}

/** A version that no folder has yet. */
export function nextVersion(folder: string): string {
  const taken = versionsIn(folder).map((name) => Number(versionName.exec(name)?.[1]))
  return `version-${Math.max(0, ...taken) + 1}`
}

/** Publishes what was built: its folder gets its name, then the manifest names it. */
export function putInPlace(folder: string, building: string, published: Manifest): void {
  for (const each of foldersBelow(building)) syncFolder(each)
  renameSync(building, join(folder, published.version))
  syncFolder(folder)
  writeWhole(join(folder, ownFolder, manifestName), published)
}

/**
 * Deletes what is neither published nor was until the last publication: versions that were replaced, and what a publication that
 * did not end has left. Only data files of ours are deleted, so that a folder with other files in it stays, with them.
 */
export function clearUnpublished(folder: string): void {
  const own = join(folder, ownFolder)
  if (!existsSync(own)) return
  const published = readManifest(folder)
  const kept = [published?.version, published?.previous_version]
  for (const name of versionsIn(folder)) if (!kept.includes(name)) removeData(join(folder, name))
  for (const name of foldersIn(own)) if (buildingName.test(name)) removeData(join(own, name))
  for (const name of [markerName, manifestName]) rmSync(unfinishedFile(join(own, name)), { force: true })
}

/** After a publication that failed: what it wrote is deleted, and the mark too where nothing is published. */
export function leaveAsFound(folder: string): void {
  clearUnpublished(folder)
  if (readManifest(folder) !== null || versionsIn(folder).length > 0) return
  rmSync(join(folder, ownFolder, markerName), { force: true })
  removeIfEmpty(join(folder, ownFolder))
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

function writeWhole(file: string, json: unknown): void {
  const unfinished = unfinishedFile(file)
  writeFileSync(unfinished, `${JSON.stringify(json, null, 2)}\n`)
  syncFile(unfinished)
  renameSync(unfinished, file)
  syncFolder(dirname(file))
}

function unfinishedFile(file: string): string {
  return `${file}.new`
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Whether a file is there with its bytes. */
export function isThere(file: string, bytes: number): boolean {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size === bytes
}
