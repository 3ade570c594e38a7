/**
 * Reads backups: inspects them, and extracts and verifies all of one or the desk of one workspace.
 * Extracted databases of earlier versions are migrated.
 */

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { deskDatabase } from '../database/desk-schema.ts'
import { prepareForUse } from '../database/integrity-check.ts'
import { isSqliteError, sqliteFailure } from '../database/reader-writer.ts'
import type { DatabaseKind } from '../database/database-kind.ts'
import { libraryDatabase } from '../database/library-schema.ts'
import { fail, failureOf } from '../failure-error.ts'
import { about, formatNow, manifest, schemasNow, workspaceFile, type About, type Manifest } from './backup-format.ts'
import { SyncQueue } from './copy-file.ts'
import { syncFile, syncFolder } from '../database/fsync.ts'
import { fileFailure } from './file-system-failure.ts'
import type { Report } from './run-storage-worker.ts'
import { requireFreeSpace } from './folder-checks.ts'
import type { TarHead } from './tar-header.ts'
import { extractEntry, TarReader } from './tar-reader.ts'

export interface RestoreRequest {
  readonly job: 'restore'
  readonly path: string
  /** A new folder for what comes out of it. */
  readonly staging: string
}

export interface InspectRequest {
  readonly job: 'inspect'
  readonly path: string
}

export interface InspectedBackup {
  readonly about: About
  readonly manifest: Manifest
  /** Size of the file. */
  readonly bytes: number
}

function broken(detail: string): never {
  fail({ kind: 'invalid-backup', detail })
}

/** Reads a backup's description without its files. Throws `invalid-backup`, `foreign-file`, `newer-version`. */
export async function inspectBackup({ path }: InspectRequest): Promise<InspectedBackup> {
  const source = new TarReader(path, 'invalid-backup')
  try {
    return await walk(source, (head) => source.skip(head.bytes))
  } finally {
    source.close()
  }
}

/**
 * Extracts a backup into a separate folder and checks all of it: its list and the space that it needs first, then each byte by
 * its hash, each database page by page and by its schema. A database of an older version is migrated there, so that the extracted
 * files open as they are. An error has changed nothing but that folder. Throws `invalid-backup`, `foreign-file`, `newer-version`,
 * `not-enough-space`.
 */
export async function extractBackup({ path, staging }: RestoreRequest, report: Report): Promise<InspectedBackup> {
  const { manifest: listed } = await inspectBackup({ job: 'inspect', path })
  requireFreeSpace(
    dirname(staging),
    listed.files.reduce((sum, file) => sum + file.bytes, 0),
  )
  const source = new TarReader(path, 'invalid-backup')
  const syncs = new SyncQueue()
  try {
    mkdirSync(staging, { recursive: true, mode: 0o700 })
    const hashes = new Map<string, string>()
    const inspected = await walk(source, async (head) => {
      const target = join(staging, head.path)
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
      const reportProgress = () => report({ message: 'Checking and extracting', done: source.at, total: source.bytes })
      hashes.set(head.path, await extractEntry(source, head, target, reportProgress, syncs))
    })
    await syncs.end()
    const { files } = inspected.manifest
    for (const file of files) {
      if (file.path === 'about.json') continue
      if (hashes.get(file.path) !== file.sha256) broken(`${basename(file.path)} in the backup is damaged`)
    }
    for (const { id } of inspected.manifest.workspaces) examineWorkspace(join(staging, 'workspaces', id), report)
    for (const folder of readdirSync(staging, { recursive: true, withFileTypes: true })) {
      if (folder.isDirectory()) syncFolder(join(folder.parentPath, folder.name))
    }
    syncFolder(staging)
    return inspected
  } finally {
    await syncs.end()
    source.close()
  }
}

/**
 * Takes the desk of one workspace out of a backup into a new file, and checks it by its hash and page by page; all else is passed over.
 * Throws `invalid-backup`, `foreign-file`, `newer-version`.
 */
export async function extractUserData(path: string, id: string, target: string): Promise<InspectedBackup> {
  const wanted = `workspaces/${id}/desk.db`
  const source = new TarReader(path, 'invalid-backup')
  const syncs = new SyncQueue()
  try {
    const hashes: string[] = []
    const inspected = await walk(source, async (head) => {
      if (head.path !== wanted) return source.skip(head.bytes)
      hashes.push(await extractEntry(source, head, target, () => undefined, syncs))
    })
    await syncs.end()
    const listed = inspected.manifest.files.find((file) => file.path === wanted)
    if (listed === undefined) broken('it does not contain this workspace')
    if (hashes.length !== 1 || hashes[0] !== listed.sha256) broken('desk.db in the backup is damaged')
    const fault = faultOf(target, 'desk.db', deskDatabase)
    if (fault !== null) broken(`desk.db in the backup cannot be used: ${fault}`)
    syncFile(target)
    return inspected
  } finally {
    await syncs.end()
    source.close()
  }
}

/** Every entry in its order; files of workspaces are handed over. */
async function walk(source: TarReader, onFile: (head: TarHead) => Promise<void> | void): Promise<InspectedBackup> {
  const first = source.head()
  if (first?.path !== 'about.json') fail({ kind: 'foreign-file', detail: 'The file' })
  const aboutText = source.text(first.bytes)
  const header = readAbout(aboutText)
  const entries = [{ path: first.path, bytes: first.bytes }]
  const names = new Set<string>()
  for (;;) {
    const head = source.head() ?? broken('it is incomplete')
    if (head.path === 'manifest.json') return ended(source, head, header, aboutText, entries)
    if (!workspaceFile.test(head.path)) broken('it contains files that do not belong in a backup')
    // Some file systems ignore case in names.
    const name = head.path.toLowerCase()
    if (names.has(name)) broken(`it contains ${basename(head.path)} twice`)
    names.add(name)
    await onFile(head)
    source.padding(head.bytes)
    entries.push({ path: head.path, bytes: head.bytes })
  }
}

function ended(
  source: TarReader,
  head: TarHead,
  header: About,
  aboutText: string,
  entries: readonly { readonly path: string; readonly bytes: number }[],
): InspectedBackup {
  const text = source.text(head.bytes)
  const sum = source.head()
  if (sum?.path !== 'manifest.sha256' || source.text(sum.bytes) !== sha256(text))
    broken('its list of contents is damaged')
  source.end()
  const listed = manifest.safeParse(parsed(text)).data ?? broken('its list of contents cannot be read')
  const one = JSON.stringify(listed.files.map(({ path, bytes }) => [path, bytes]))
  if (one !== JSON.stringify(entries.map(({ path, bytes }) => [path, bytes])))
    broken('its files do not match its list of contents')
  if (listed.files[0]?.sha256 !== sha256(aboutText)) broken('its header is damaged')
  demandWorkspaces(listed)
  return { about: header, manifest: listed, bytes: source.bytes }
}

/** Each workspace is listed once and has its desk, and no file is of any other. */
function demandWorkspaces({ workspaces, files }: Manifest): void {
  const ids = new Set(workspaces.map(({ id }) => id))
  if (ids.size !== workspaces.length) broken('it lists a workspace twice')
  const paths = new Set(files.map(({ path }) => path))
  for (const id of ids) if (!paths.has(`workspaces/${id}/desk.db`)) broken('a workspace in it has no desk.db')
  for (const path of paths) {
    const id = workspaceFile.exec(path)?.groups?.['id']
    if (id !== undefined && !ids.has(id)) broken('it contains a workspace that it does not list')
  }
}

function readAbout(text: string): About {
  const header = about.safeParse(parsed(text)).data ?? fail({ kind: 'foreign-file', detail: 'The file' })
  const { desk, library } = header.schemas
  if (header.format > formatNow || desk > schemasNow.desk || library > schemasNow.library)
    fail({ kind: 'newer-version', detail: 'The backup' })
  return header
}

function examineWorkspace(folder: string, report: Report): void {
  for (const [name, kind] of [
    ['desk.db', deskDatabase],
    ['library.db', libraryDatabase],
  ] as const) {
    const file = join(folder, name)
    if (statSync(file, { throwIfNoEntry: false }) === undefined) continue
    report({ message: `Checking every page and table of ${name}`, done: 1, total: 1 })
    const fault = faultOf(file, name, kind)
    if (fault !== null) broken(`${name} in the backup cannot be used: ${fault}`)
    syncFile(file)
  }
}

/** Null: it opens as it is. */
function faultOf(file: string, name: string, kind: DatabaseKind): string | null {
  try {
    return prepareForUse(file, kind)
  } catch (error) {
    const failure = failureOf(sqliteFailure(error) ?? error)
    if (failure?.kind === 'damaged') broken(`${name} in the backup is damaged`)
    const reason = fileFailure(error, dirname(file))
    // A migration that ends in any other error of SQLite ends so at every start.
    if (reason === error && failure === undefined && isSqliteError(error))
      return 'it cannot be upgraded to this version'
    throw reason
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
