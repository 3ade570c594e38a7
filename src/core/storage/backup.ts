/** Writes a backup file of one or several workspaces, and calculates its size before it is written. */

import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { snapshotOfReadOnlyFile, imageOf, takeReadSnapshot } from '../database/read-snapshot.ts'
import type { WorkspaceFolder } from '../profile.ts'
import { schemasNow, formatNow, type About, type Manifest } from './backup-format.ts'
import { syncFolder } from '../database/fsync.ts'
import type { Report } from './run-storage-worker.ts'
import { inspectBackup } from './read-backup.ts'
import { block, paddingOf } from './tar-header.ts'
import { TarWriter } from './tar-writer.ts'

export interface WorkspaceToBackUp {
  readonly id: string
  readonly name: string
  readonly folder: WorkspaceFolder
  /** File descriptor for reading its library; see `SnapshotFiles`. Null: it has none yet. */
  readonly library: number | null
  /** Size of each database with its log applied. */
  readonly bytes: { readonly desk: number; readonly library: number }
}

/** The facts of a backup besides the files of the workspaces. */
export interface BackupHead {
  readonly version: string
  readonly now: number
  readonly activeWorkspace: string | null
  readonly preferences: Manifest['preferences']
}

export interface BackupRequest extends BackupHead {
  readonly job: 'backup'
  readonly folder: string
  /** File name without extension; a number follows if it is taken. */
  readonly stem: string
  /** Path until it is complete; no file exists there yet. */
  readonly unfinished: string
  readonly workspaces: readonly WorkspaceToBackUp[]
  readonly isReadOnly: boolean
}

/** Bytes of the whole file that a backup of these would be now. */
export function backupBytes(workspaces: readonly WorkspaceToBackUp[], head: BackupHead): number {
  const files = workspaces.flatMap(({ id, folder, library, bytes }) => [
    { path: `workspaces/${id}/desk.db`, bytes: bytes.desk },
    ...(library === null ? [] : [{ path: `workspaces/${id}/library.db`, bytes: bytes.library }]),
    ...recordingsOf(folder).map(({ name, bytes: own }) => ({
      path: `workspaces/${id}/recordings/${name}`,
      bytes: own,
    })),
  ])
  const about = { path: 'about.json', bytes: textOf(aboutOf(head)).length }
  const all = [about, ...files].map((file) => ({ ...file, sha256: '0'.repeat(64) }))
  const texts = [textOf(manifestOf(workspaces, head, all)).length, 64]
  const entry = (bytes: number) => block + bytes + paddingOf(bytes)
  return [...all.map(({ bytes }) => bytes), ...texts].reduce((sum, bytes) => sum + entry(bytes), 2 * block)
}

function aboutOf({ version, now }: BackupHead): About {
  return { tearsheet: 'back-up', format: formatNow, version, madeAt: now, schemas: schemasNow }
}

function manifestOf(
  workspaces: readonly WorkspaceToBackUp[],
  { activeWorkspace, preferences }: BackupHead,
  files: Manifest['files'],
): Manifest {
  return { workspaces: workspaces.map(({ id, name }) => ({ id, name })), activeWorkspace, preferences, files }
}

function textOf(json: unknown): Buffer {
  return Buffer.from(JSON.stringify(json))
}

/** Writes everything into one file, reading each byte once; it has its name when all of it is on the disk and its list can be read. */
export async function writeBackup(
  order: BackupRequest,
  report: Report,
): Promise<{ path: string; bytes: number; files: number }> {
  const { folder, stem, unfinished, workspaces } = order
  const total = backupBytes(workspaces, order)
  const tar = new TarWriter(unfinished, order.now, (done) =>
    report({ message: 'Writing', done, total: Math.max(total, done) }),
  )
  try {
    tar.add('about.json', textOf(aboutOf(order)))
    for (const workspace of workspaces) await addWorkspace(tar, workspace, order.isReadOnly)
    const files = tar.files.length
    const text = textOf(manifestOf(workspaces, order, tar.files))
    tar.add('manifest.json', text)
    tar.add('manifest.sha256', Buffer.from(createHash('sha256').update(text).digest('hex')))
    const bytes = tar.end()
    await inspectBackup({ job: 'inspect', path: unfinished })
    const path = unusedPath(folder, stem)
    renameSync(unfinished, path)
    syncFolder(folder)
    return { path, bytes, files }
  } finally {
    tar.close()
  }
}

/** A path for the finished backup that no file has yet. */
function unusedPath(folder: string, stem: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? `${stem}.tar` : `${stem} ${number}.tar`)
    if (!existsSync(path)) return path
  }
}

async function addWorkspace(
  tar: TarWriter,
  { id, folder, library }: WorkspaceToBackUp,
  isReadOnly: boolean,
): Promise<void> {
  const folderPath = `workspaces/${id}`
  if (isReadOnly)
    tar.add(`${folderPath}/desk.db`, readFileSync(folder.desk).subarray(0, snapshotOfReadOnlyFile(folder.desk).bytes))
  else tar.add(`${folderPath}/desk.db`, imageOf(folder.desk))
  if (library !== null) {
    const pinned = isReadOnly ? snapshotOfReadOnlyFile(folder.library) : takeReadSnapshot(folder.library)
    try {
      await tar.copy(`${folderPath}/library.db`, library, pinned.bytes)
    } finally {
      pinned.release()
    }
  }
  for (const { name } of recordingsOf(folder)) {
    const descriptor = openOrNull(join(folder.recordings, name))
    // It was removed meanwhile.
    if (descriptor === null) continue
    try {
      await tar.copy(`${folderPath}/recordings/${name}`, descriptor, sizeOf(join(folder.recordings, name)))
    } finally {
      closeSync(descriptor)
    }
  }
}

/** Complete recordings and the files next to them; unfinished downloads are fetched again after a restore. */
function recordingsOf({ recordings }: WorkspaceFolder): { name: string; bytes: number }[] {
  try {
    return readdirSync(recordings)
      .filter((name) => /^[\w-]+\.[a-z\d]+$/.test(name) && !/\.(part|new)$/.test(name))
      .toSorted()
      .map((name) => ({ name, bytes: sizeOf(join(recordings, name)) }))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function openOrNull(file: string): number | null {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Whatever else keeps a file from being read must not leave it out unseen. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
