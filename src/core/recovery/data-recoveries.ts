/**
 * The recovery feature: shows what was found wrong with the user's data, and applies their choice.
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Announcement } from '#contract/api/api.ts'
import type { DataRecovery, ReplacedLibrary } from '#contract/api/recovery.ts'
import type { Failure } from '#contract/failure.ts'
import { readCounts } from '../database/count-rows.ts'
import { endRecovery, newAside, recoveryOf, replaceBy } from '../database/recovery.ts'
import { forgetSession } from '../database/unclean-shutdown.ts'
import { setAside } from '../database/set-aside.ts'
import { fail, failureOf } from '../failure-error.ts'
import { usualBackupFolder, type ProfileFolders } from '../profile.ts'
import { namesIn } from '../storage/folder-checks.ts'
import { inspectBackup, extractUserData } from '../storage/read-backup.ts'
import { reportLibrary } from '../workspaces/library-report.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'

interface Dependencies {
  readonly folders: ProfileFolders
  readonly workspaces: Workspaces
  readonly announce: (announcement: Announcement) => void
}

type Backup = NonNullable<DataRecovery['backup']>

/** The user's choice when their data of the active workspace was found damaged, missing, or changed. */
export class DataRecoveries {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async pending(): Promise<DataRecovery | null> {
    const { active } = this.#dependencies.workspaces
    const { recovery, folder, settings } = active
    if (recovery === null) return null
    const read = new Map(recovery.tables.map((each) => [each.table, each]))
    return {
      workspace: { id: folder.id, name: settings.name },
      found: recovery.found,
      tables: active.deskRows().map(({ table, rows }) => {
        // A table that the file did not have yet lacks nothing.
        const { rows: recovered, lost } = read.get(table) ?? { rows, lost: 0 }
        return { table, rows, recovered, lost }
      }),
      missingChanges: recovery.missing,
      aside: recovery.aside === null ? null : join(folder.folder, 'set-aside', recovery.aside),
      backup: await this.#latestBackup(folder.id),
    }
  }

  /** Resumes what there is. */
  async keep(): Promise<void> {
    const { workspaces } = this.#dependencies
    const { desk } = this.#demanded().folder
    await workspaces.whileClosed(() => {
      endRecovery(desk)
      return null
    })
  }

  /** Installs `desk.db` of the latest backup; the present one moves to `set-aside`. Throws `invalid-backup`. */
  async restore(): Promise<void> {
    const { workspaces } = this.#dependencies
    const { id, desk } = this.#demanded().folder
    const backup = (await this.#latestBackup(id)) ?? fail({ kind: 'invalid-backup', detail: 'there is no backup' })
    const aside = recoveryOf(desk)?.aside ?? newAside(desk)
    const coming = 'desk-of-back-up.db'
    const target = join(dirname(desk), 'set-aside', aside, coming)
    rmSync(target, { force: true })
    await extractUserData(backup.path, id, target)
    await workspaces.whileClosed(() => {
      replaceBy(desk, aside, coming)
      return null
    })
    this.#dependencies.announce({ kind: 'replaced' })
  }

  /** The library that replaced the last used one; null: it was not replaced. */
  replacedLibrary(): ReplacedLibrary | null {
    const { active } = this.#dependencies.workspaces
    if (!active.isLibraryReplaced) return null
    const { counts, latest } = reportLibrary(active)
    const { companies, calls, ratings, news } = counts
    return {
      workspace: { id: active.folder.id, name: active.settings.name },
      companies,
      calls,
      ratings,
      news,
      latest,
      aside: join(dirname(active.folder.library), 'set-aside'),
    }
  }

  async useLibrary(): Promise<void> {
    const library = this.#replacedLibraryFile()
    await this.#dependencies.workspaces.whileClosed(() => {
      endRecovery(library)
      return null
    })
  }

  /** The present library moves to `set-aside/` with its log. */
  async startEmptyLibrary(): Promise<void> {
    const library = this.#replacedLibraryFile()
    await this.#dependencies.workspaces.whileClosed(() => {
      setAside(library)
      forgetSession(library)
      endRecovery(library)
      return null
    })
    this.#dependencies.announce({ kind: 'replaced' })
  }

  async forget(): Promise<void> {
    this.#demanded()
    await this.#dependencies.workspaces.forget()
  }

  #replacedLibraryFile(): string {
    const { active } = this.#dependencies.workspaces
    if (!active.isLibraryReplaced) fail({ kind: 'bad-request', detail: 'there is nothing to decide' })
    return active.folder.library
  }

  #demanded(): OpenWorkspace {
    const { active } = this.#dependencies.workspaces
    return active.recovery === null ? fail({ kind: 'bad-request', detail: 'there is nothing to decide' }) : active
  }

  /** The latest of the usual folder that holds the workspace and can be read. */
  async #latestBackup(id: string): Promise<Backup | null> {
    const folder = usualBackupFolder(this.#dependencies.folders)
    const files = namesIn(folder)
      .filter((name) => name.endsWith('.tar'))
      .map((name) => join(folder, name))
      .map((path) => ({ path, changedAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .toSorted((one, other) => other.changedAt - one.changedAt)
    for (const { path } of files) {
      const backup = await usable(path, id)
      if (backup !== null) return backup
    }
    return null
  }
}

/** Null: it does not hold the workspace, or cannot be used. */
async function usable(path: string, id: string): Promise<Backup | null> {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-desk-'))
  try {
    const { manifest, about } = await inspectBackup({ job: 'inspect', path })
    if (!manifest.workspaces.some((each) => each.id === id)) return null
    const desk = join(folder, 'desk.db')
    await extractUserData(path, id, desk)
    return { path, createdAt: about.madeAt, tables: readCounts(desk) }
  } catch (error) {
    if (failureOf(error)) return null
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The notice on restored files; a desk that the user is asked about is left out. */
export function restoredNotice(files: readonly string[], { recovery, settings }: OpenWorkspace): Failure[] {
  return files.flatMap((file): Failure[] => {
    if (file === 'recordings') return [{ kind: 'recordings-removed', detail: settings.name }]
    if (file === 'desk.db' && recovery !== null) return []
    return [{ kind: 'file-rewritten', detail: file }]
  })
}
