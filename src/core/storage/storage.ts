/** The storage feature: shows what takes space, and runs the operations on a workspace's files. */

import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import type PQueue from 'p-queue'
import type { Announcement, ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import { usualNumberFormat } from '#contract/api/number-format.ts'
import type { StorageReport } from '#contract/api/storage.ts'
import type { Clock } from '../clock.ts'
import { replaceWithCompacted, type Compacted } from '../database/compact.ts'
import { sqliteFailure } from '../database/reader-writer.ts'
import type { SnapshotFiles } from '../database/read-snapshot.ts'
import type { DefectLog } from '../defect-log.ts'
import { fail, failureOf } from '../failure-error.ts'
import type { ProfilePreferences } from '../profile-preferences.ts'
import { usualBackupFolder, workspaceFolder, type ProfileFolders, type WorkspaceFolder } from '../profile.ts'
import { codeOf } from '../system-error.ts'
import { threadProgram } from '../worker-thread.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'
import { manifest } from './backup-format.ts'
import { backupBytes, type WorkspaceToBackUp, type BackupHead } from './backup.ts'
import { clearLeft, switchLocation } from './switch-library-location.ts'
import { runStorageWorker, type Report } from './run-storage-worker.ts'
import { movedBytes } from './copy-library.ts'
import { otherOwner } from './library-owner.ts'
import type { OperationLock } from './operation-lock.ts'
import { requireFreeSpace, freeIn, validFolder, validPath, namesIn } from './folder-checks.ts'
import type { InspectedBackup } from './read-backup.ts'
import { discardStaging, planOf, Restore, restoreFailed } from './install-restore.ts'
import { newStagingFolder } from './restore-plan.ts'
import { operationSteps, type Steps } from './operation-steps.ts'
import type { StorageRequest } from './storage-worker.ts'
import { newMark, noting, unfinishedName } from './unfinished-files.ts'
import type { Verified } from './verify-workspace.ts'

type Inputs = ApiInputs['storage']
type Outputs = ApiOutputs['storage']

interface StorageDependencies {
  readonly folders: ProfileFolders
  readonly workspaces: Workspaces
  readonly preferences: ProfilePreferences
  readonly clock: Clock
  readonly log: DefectLog
  readonly version: string
  readonly announce: (announcement: Announcement) => void
  /** Changes run one after another. */
  readonly changes: PQueue
  /** Who owns the files. */
  readonly operations: OperationLock
  readonly snapshots: SnapshotFiles
}

/** The file of a backup, its size, and how many files are in it. */
interface WrittenBackup {
  readonly path: string
  readonly bytes: number
  readonly files: number
}

/** A library that is written to meanwhile is written again so many times. */
const compactings = 3

const program = threadProgram('storage-worker', import.meta.url)
const withoutProgress: Report = () => undefined

/**
 * What takes space, and the operations on it. Whatever reads whole files does so in a worker thread, and while its operation owns
 * the files; for `report` and `removeRecordings` the router takes the lock.
 */
export class Storage {
  readonly #dependencies: StorageDependencies

  constructor(dependencies: StorageDependencies) {
    this.#dependencies = dependencies
    this.clearLeft()
  }

  /** Deletes the previous location of the open workspace's library, unless it is incomplete at the present one. The next opening repeats what fails. */
  clearLeft(): void {
    const { active } = this.#dependencies.workspaces
    if (this.#dependencies.preferences.isReadOnly || !isOpenWhole(active)) return
    try {
      clearLeft(active.folder)
    } catch (error) {
      // A full disk, or a file that another program has open, keeps no workspace from being opened.
      if (codeOf(error) === '') throw error
    }
  }

  async report(signal: AbortSignal): Promise<StorageReport> {
    const { folder, isReadOnly, recordings } = this.#dependencies.workspaces.active
    const order = { job: 'sizes', folder, isReadOnly, recordings: recordings.sizes() } as const
    return (await runStorageWorker(program, order, signal, withoutProgress)) as StorageReport
  }

  recordings(): Outputs['recordings'] {
    const { recordings, calls } = this.#dependencies.workspaces.active
    const sizes = recordings.sizes()
    const known = calls.entries(sizes.map(([callId]) => callId))
    return sizes
      .map(([callId, bytes]) => {
        const call = known.get(callId)
        return {
          callId,
          title: call?.title ?? '',
          symbol: call?.symbol ?? null,
          startedAt: call?.startedAt ?? null,
          bytes,
        }
      })
      .toSorted((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0))
  }

  async removeRecordings({ callIds }: Inputs['removeRecordings']): Promise<Outputs['removeRecordings']> {
    const { recordings } = this.#dependencies.workspaces.active
    const sizes = new Map(recordings.sizes())
    const existing = callIds.filter((callId) => sizes.has(callId))
    for (const callId of existing) await recordings.remove(callId)
    return { removed: existing.length, bytes: existing.reduce((sum, callId) => sum + (sizes.get(callId) ?? 0), 0) }
  }

  verify(input: Inputs['verify'], signal: AbortSignal): Steps<Pick<Verified, 'checked' | 'faults'>> {
    return operationSteps(this.#dependencies, 'verify', signal, async (ending, report) => {
      const { folder, isReadOnly, recordings } = this.#dependencies.workspaces.active
      const numbers = input?.numbers ?? usualNumberFormat
      const order = { job: 'verify', folder, isReadOnly, recordings: recordings.whole(), numbers } as const
      const readFiles = new Map(order.recordings.map(({ callId, finishedAt }) => [callId, finishedAt]))
      const { checked, faults, hashes } = (await runStorageWorker(program, order, ending, report)) as Verified
      if (!isReadOnly) {
        for (const [callId, sha256] of hashes)
          await recordings.noteHash(callId, { finishedAt: readFiles.get(callId) ?? 0, sha256 })
      }
      // What was removed meanwhile lacks nothing, and of another file in its place nothing is known.
      const existing = recordings.whole().filter(({ callId, finishedAt }) => readFiles.get(callId) === finishedAt)
      const stillThere = new Set(existing.map(({ callId }) => callId))
      return { checked, faults: faults.filter(({ callId }) => callId === null || stillThere.has(callId)) }
    })
  }

  compact(signal: AbortSignal): Steps<{ before: number; after: number }> {
    return operationSteps(this.#dependencies, 'compact', signal, async (ending, report) => {
      const { folder, whyLibraryUnwritten } = this.#dependencies.workspaces.active
      const { library } = folder
      if (whyLibraryUnwritten !== null) fail(whyLibraryUnwritten)
      const before = statSync(library).size
      requireFreeSpace(dirname(library), before)
      for (let attempt = 0; attempt < compactings; attempt += 1) {
        const { active } = this.#dependencies.workspaces
        const target = unfinishedName(library, 'compact')
        try {
          const changesBefore = active.libraryChanges
          const order = { job: 'compact', library, target } as const
          const compacted = (await runStorageWorker(program, order, ending, report)) as Compacted | null
          if (compacted !== null && (await this.#replaceLibrary(active, changesBefore, compacted)))
            return { before, after: compacted.bytes }
        } finally {
          rmSync(target, { force: true })
        }
      }
      fail({ kind: 'in-use', detail: 'the library is being written to' })
    })
  }

  move({ folder: wanted }: Inputs['move'], signal: AbortSignal): Steps<{ folder: string; bytes: number }> {
    return operationSteps(this.#dependencies, 'move', signal, async (ending, report) => {
      const { active } = this.#dependencies.workspaces
      const { folder } = active
      if (active.whyLibraryUnwritten !== null) fail(active.whyLibraryUnwritten)
      const target = this.#placeFor(folder, wanted)
      const copied = unfinishedName(target ?? join(folder.folder, 'coming'))
      requireFreeSpace(dirname(copied), movedBytes(active.databaseBytes.library, folder.recordings))
      const mark = newMark()
      return noting(
        this.#dependencies.folders,
        { parts: [copied], move: { workspace: folder.id, place: target, mark } },
        async () => {
          const bytes = await this.#moveTo({ copied, newFolder: target, mark }, ending, report)
          return { folder: target ?? folder.folder, bytes }
        },
      )
    })
  }

  backups(): Outputs['backups'] {
    const folder = this.#usualFolder
    const files = namesIn(folder)
      .filter((name) => name.endsWith('.tar'))
      .flatMap((name) => {
        const stat = statSync(join(folder, name), { throwIfNoEntry: false })
        return stat ? [{ path: join(folder, name), bytes: stat.size, changedAt: stat.mtimeMs }] : []
      })
    const needed = backupBytes(this.#everyWorkspace(), this.#backupHead())
    const bytesFree = freeIn(existsSync(folder) ? folder : this.#dependencies.folders.root)
    return { folder, needed, bytesFree, files: files.toSorted((one, other) => other.changedAt - one.changedAt) }
  }

  createBackup({ folder: wanted }: Inputs['createBackup'], signal: AbortSignal): Steps<WrittenBackup> {
    return operationSteps(this.#dependencies, 'backup', signal, async (ending, report) => {
      const folder = wanted === null ? this.#usualFolder : validFolder(wanted)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      this.#dependencies.workspaces.demandWhole()
      try {
        return await this.#writeBackup(folder, ending, report)
      } finally {
        this.#dependencies.snapshots.keepOnly(this.#dependencies.workspaces.active.folder.library)
      }
    })
  }

  async inspectBackup({ path }: Inputs['inspectBackup'], signal: AbortSignal): Promise<Outputs['inspectBackup']> {
    const order = { job: 'inspect', path: validPath(path) } as const
    const { about, manifest, bytes } = (await runStorageWorker(
      program,
      order,
      signal,
      withoutProgress,
    )) as InspectedBackup
    const { folders, workspaces } = this.#dependencies
    const present = new Map(workspaces.list().workspaces.map(({ id, name }) => [id, name]))
    return {
      path,
      bytes,
      createdAt: about.madeAt,
      version: about.version,
      workspaces: manifest.workspaces.map(({ id, name }) => {
        const own = manifest.files.filter((file) => file.path.startsWith(`workspaces/${id}/`))
        const folder = workspaceFolder(folders, id)
        // One of a later version is not listed.
        const replaces = existsSync(folder.folder)
          ? { name: present.get(id) ?? id, libraryFolder: ownMovedLibrary(folder) }
          : null
        return { id, name, bytes: own.reduce((sum, file) => sum + file.bytes, 0), replaces }
      }),
    }
  }

  restore(
    { path }: Inputs['restore'],
    signal: AbortSignal,
  ): Steps<{ workspaces: string[]; aside: string | null; libraries: string[] }> {
    const { clock, folders, preferences } = this.#dependencies
    return operationSteps(this.#dependencies, 'restore', signal, async (ending, report) => {
      if (preferences.isReadOnly) fail({ kind: 'read-only' })
      const staging = newStagingFolder(folders.root)
      try {
        const order = { job: 'restore', path: validPath(path), staging } as const
        const inspected = (await runStorageWorker(program, order, ending, report)) as InspectedBackup
        const restore = new Restore(folders, preferences, planOf(folders, inspected, staging, clock.now()))
        const libraries = restore.plan.replaced.flatMap((id) => ownMovedLibrary(workspaceFolder(folders, id)) ?? [])
        await this.#putInPlace(restore)
        return {
          workspaces: inspected.manifest.workspaces.map(({ name }) => name),
          aside: restore.aside,
          libraries,
        }
      } catch (error) {
        // It was not decided, or rolled back: the extracted files are deleted, the previous ones stay.
        discardStaging(staging)
        throw error
      }
    })
  }

  async #writeBackup(folder: string, signal: AbortSignal, report: Report): Promise<WrittenBackup> {
    const workspaces = this.#everyWorkspace((file) => this.#dependencies.snapshots.descriptorOf(file))
    for (const { folder: of, library } of workspaces)
      if (of.elsewhere !== null && library === null)
        fail({ kind: 'library-unavailable', detail: of.elsewhere.slice(0, 300) })
    const head = this.#backupHead()
    requireFreeSpace(folder, backupBytes(workspaces, head))
    const stem = `Tearsheet ${new Date(head.now).toISOString().slice(0, 19).replaceAll(':', '')}`
    const unfinished = unfinishedName(join(folder, `${stem}.tar`))
    const { active } = this.#dependencies.workspaces
    // What another program may write is copied as what this one writes.
    const isReadOnly = active.isReadOnly && !active.isLibraryShared
    const order = { job: 'backup', folder, stem, unfinished, workspaces, isReadOnly, ...head } as const
    return noting(
      this.#dependencies.folders,
      { parts: [unfinished], move: null },
      async () => (await runStorageWorker(program, order, signal, report)) as WrittenBackup,
    )
  }

  /** Null: next to `desk.db`. */
  #placeFor({ id, elsewhere }: WorkspaceFolder, wanted: string | null): string | null {
    if (wanted === null)
      return elsewhere === null ? fail({ kind: 'invalid-folder', detail: 'the library is already there' }) : null
    const parent = validFolder(wanted)
    const below = relative(this.#dependencies.folders.root, parent)
    if (!below.startsWith('..') && !isAbsolute(below))
      fail({ kind: 'invalid-folder', detail: 'it is inside the profile' })
    // A folder of that name may have the library of an earlier or another workspace.
    for (let number = 1; ; number += 1) {
      const target = join(parent, number === 1 ? `tearsheet-${id}` : `tearsheet-${id}-${number}`)
      if (!existsSync(target)) return target
    }
  }

  /** Copies while everything else continues, then with nothing open what changed meanwhile; opened there, the old place is cleared. */
  async #moveTo(to: Parameters<typeof switchLocation>[1], signal: AbortSignal, report: Report): Promise<number> {
    const { changes, workspaces } = this.#dependencies
    const workspace = workspaces.active
    const { library, recordings } = workspace.folder
    const order = (isLibraryNew: boolean): StorageRequest => {
      const descriptor = this.#dependencies.snapshots.descriptorOf(library)
      return { job: 'move', library, descriptor, recordings, target: to.copied, isLibraryNew }
    }
    const changesBefore = workspace.libraryChanges
    const bytes = (await runStorageWorker(program, order(true), signal, report)) as number
    await changes.add(() =>
      workspaces.whileClosed(async () => {
        await runStorageWorker(program, order(workspace.libraryChanges !== changesBefore), signal, report)
        this.#dependencies.snapshots.letGo(library)
        switchLocation(workspace.folder, to)
        return null
      }),
    )
    const { active } = workspaces
    // It was moved, even if the caller leaves now.
    const uncancelled = new AbortController().signal
    if (isOpenWhole(active))
      await runStorageWorker(program, { job: 'clear', folder: active.folder }, uncancelled, withoutProgress)
    return bytes
  }

  /** False: it was written to meanwhile, and stays as it is. */
  async #replaceLibrary(workspace: OpenWorkspace, changesBefore: number, compacted: Compacted): Promise<boolean> {
    const { changes, workspaces } = this.#dependencies
    let replaced = false
    await changes.add(() =>
      workspaces.whileClosed(() => {
        const { library } = workspace.folder
        if (workspace.libraryChanges !== changesBefore) return null
        this.#dependencies.snapshots.letGo(library)
        if (!replaceWithCompacted(library, compacted))
          fail({ kind: 'in-use', detail: 'another program is reading the library' })
        replaced = true
        return null
      }),
    )
    return replaced
  }

  /** Nothing is open meanwhile, and requests wait; from the decision on it is done even if the program dies. */
  async #putInPlace(restore: Restore): Promise<void> {
    const { changes, workspaces } = this.#dependencies
    await changes.add(async () => {
      const { id } = workspaces.active.folder
      let isCarriedOut = false
      try {
        await workspaces.whileClosed(() => {
          // Windows moves no folder that holds an open file.
          this.#dependencies.snapshots.close()
          restore.carryOut()
          isCarriedOut = true
          return restore.plan.activeWorkspace
        })
      } catch (error) {
        if (!isCarriedOut) throw error
        // The restored workspaces do not open.
        this.#dependencies.log.report(error, 'storage.restore')
        await workspaces.whileClosed(() => {
          restore.rollBackRestore()
          return id
        })
        fail(failureOf(sqliteFailure(error) ?? error) ?? restoreFailed)
      }
      restore.settle()
      this.#dependencies.announce({ kind: 'replaced' })
    })
  }

  get #usualFolder(): string {
    return usualBackupFolder(this.#dependencies.folders)
  }

  #backupHead(): BackupHead {
    const { clock, preferences, version } = this.#dependencies
    const activeWorkspace = preferences.activeWorkspace ?? null
    const portable = manifest.shape.preferences.parse(preferences.read())
    return { version, now: clock.now(), activeWorkspace, preferences: portable }
  }

  /** `opened` returns a descriptor for reading a file; without it files are only measured. */
  #everyWorkspace(opened: (file: string) => number = () => -1): WorkspaceToBackUp[] {
    const { folders, workspaces } = this.#dependencies
    return workspaces.list().workspaces.flatMap(({ id, name }) => {
      const folder = workspaceFolder(folders, id)
      if (!existsSync(folder.desk)) return []
      const library = existsSync(folder.library) ? opened(folder.library) : null
      const { active } = workspaces
      const bytes =
        active.folder.id === id && !active.isReadOnly
          ? active.databaseBytes
          : { desk: sizeOf(folder.desk), library: sizeOf(folder.library) }
      return [{ id, name, folder, library, bytes }]
    })
  }
}

/** The folder outside of the profile that has this workspace's library; null: it was not moved, or belongs to another profile. */
function ownMovedLibrary({ profile, elsewhere }: WorkspaceFolder): string | null {
  return elsewhere === null || otherOwner(profile, elsewhere) !== null ? null : elsewhere
}

/** Nothing of it was missing or damaged. */
function isOpenWhole({ whyLibraryUnwritten, notices, folder }: OpenWorkspace): boolean {
  return whyLibraryUnwritten === null && notices.length === 0 && existsSync(folder.library)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
