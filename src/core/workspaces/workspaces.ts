/** Creates, opens, edits, tests and removes the workspaces of a profile. */

import { existsSync, rmSync, statSync } from 'node:fs'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { SearchNames, Workspace } from '#contract/api/workspaces.ts'
import { readCounts } from '../database/count-rows.ts'
import { deskDatabase } from '../database/desk-schema.ts'
import { openDatabase } from '../database/open-database.ts'
import { openToRead } from '../database/open-to-read.ts'
import type { SnapshotFiles } from '../database/read-snapshot.ts'
import { recoveryOf } from '../database/recovery.ts'
import { isLost } from '../database/unclean-shutdown.ts'
import { fail, failureOf } from '../failure-error.ts'
import type { ProfilePreferences } from '../profile-preferences.ts'
import { isWorkspaceId, makeFolder, workspaceFolder, workspaceIds, type ProfileFolders } from '../profile.ts'
import { ServiceClient } from '../service/service-client.ts'
import { readBaseUrl } from '../service/endpoint.ts'
import { defaultRateLimit, RateLimitedQueue, sampleRateLimit } from '../service/rate-limited-queue.ts'
import { PageSizes } from '../service/page-sizes.ts'
import type { RetryPolicy } from '../service/retry.ts'
import { Sender } from '../service/send-request.ts'
import { removeWorkspace } from '../storage/remove-workspace.ts'
import { KnownWorkspaces } from './known-workspaces.ts'
import { bytesOnDisk } from './library-report.ts'
import { OpenWorkspace, type OpenWorkspaceDependencies } from './open-workspace.ts'
import { testConnection } from './test-connection.ts'
import { getSettings, putSettings, type KnownWorkspace, type WorkspaceSettings } from './workspace-store.ts'

export const sampleId = 'sample'
const usualSearch: SearchNames = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' }

/** A short wait that the service requests is waited for, as it is in use; the user sits before the test and can cancel it. */
const testRetries: RetryPolicy = { attempts: 2, base: 0, cap: 0, longestWait: 10_000, within: 90_000 }

/** Tables of what the user writes: it cannot be loaded again. */
const writtenTables: ReadonlySet<string> = new Set(['highlight', 'own_metric', 'known_break', 'draft'])

type Edit = ApiInputs['workspaces']['create']

interface WorkspacesOptions {
  readonly sampleUrl: string
  readonly remembersWorkspace: boolean
  /** What a backup or a move reads libraries by. */
  readonly snapshots: SnapshotFiles
}

/** The workspaces of a profile, one of which is open. */
export class Workspaces {
  readonly #folders: ProfileFolders
  readonly #preferences: ProfilePreferences
  readonly #dependencies: OpenWorkspaceDependencies
  readonly #sampleUrl: string
  readonly #remembersWorkspace: boolean
  /** One for each service of this session, by origin: a host that requested a pause gets no requests, whoever sends them. */
  readonly #queues = new Map<string, RateLimitedQueue>()
  readonly #known: KnownWorkspaces
  readonly #snapshots: SnapshotFiles
  #active: OpenWorkspace
  #rested: Promise<unknown> = Promise.resolve()

  constructor(
    folders: ProfileFolders,
    preferences: ProfilePreferences,
    dependencies: OpenWorkspaceDependencies,
    { sampleUrl, remembersWorkspace, snapshots }: WorkspacesOptions,
  ) {
    this.#snapshots = snapshots
    this.#folders = folders
    this.#preferences = preferences
    this.#dependencies = dependencies
    this.#sampleUrl = sampleUrl
    this.#remembersWorkspace = remembersWorkspace
    this.#known = new KnownWorkspaces(folders, preferences)
    // Also when nothing of it exists: the user is told, and never gets another one instead.
    const wanted = preferences.activeWorkspace ?? this.#lastUsed()
    const isBelieved = this.#isKnown(wanted) || (this.#known.isEmpty && isWorkspaceId(wanted))
    this.#active = this.#open(isBelieved ? wanted : sampleId)
    this.#remember(() => this.#forgetRemoved())
  }

  get active(): OpenWorkspace {
    return this.#active
  }

  /** The sample is always among them unless it was deleted. */
  sizes(): ApiOutputs['workspaces']['sizes'] {
    const sizes = this.list().workspaces.map(({ id }) => ({
      id,
      bytes: bytesOnDisk(id === this.#active.folder.id ? this.#active.folder : workspaceFolder(this.#folders, id)),
    }))
    return { sizes }
  }

  list(): ApiOutputs['workspaces']['list'] {
    const own = [...workspaceIds(this.#folders), ...this.missing().map(({ id }) => id)]
    const ids = new Set(this.#preferences.isSampleDeleted ? own : [sampleId, ...own])
    const workspaces = [...ids].flatMap((id) => {
      const settings = this.#settingsOf(id)
      return settings ? [this.#shown(settings)] : []
    })
    return { workspaces, active: this.#active.folder.id }
  }

  /** Throws `invalid-base-url`, `by-policy`. */
  create(edit: Edit): Workspace {
    this.#checkAddresses(edit)
    const id = this.#freeId(edit.name)
    const settings: WorkspaceSettings = { ...cleaned(edit), id, kind: 'live', pageSizes: {} }
    const folder = workspaceFolder(this.#folders, id)
    makeFolder(folder.folder)
    this.#write(settings)
    this.#dependencies.announce({ kind: 'workspaces' })
    return this.#shown(settings)
  }

  /** Throws `no-such-workspace` (the sample's address cannot be edited), `invalid-base-url`, `by-policy`, `read-only`. */
  async edit(id: string, edit: Edit): Promise<Workspace> {
    const before = this.#settingsOf(id)
    if (before?.kind !== 'live') fail({ kind: 'no-such-workspace' })
    this.#checkAddresses(edit)
    // What was learned of the service applies to one address only.
    const isSame = edit.baseUrl === before.baseUrl
    const settings: WorkspaceSettings = {
      ...before,
      ...cleaned(edit),
      search: { ...edit.search, key: isSame ? edit.search.key : 'unknown' },
      pageSizes: isSame ? before.pageSizes : {},
    }
    if (this.#active.folder.id === id) {
      this.#active.changeSettings(settings)
      this.#known.remember(settings)
      // Its requests go through the queue of their host.
      if (originOf(edit.baseUrl) !== originOf(before.baseUrl)) await this.whileClosed(() => null)
    } else this.#write(settings)
    this.#dependencies.announce({ kind: 'workspaces' })
    return this.#shown(settings)
  }

  /**
   * Remembered for the next start, except by a core that leaves that choice to another one. `forPack`: an unused sample stays empty.
   * Throws `no-such-workspace`.
   */
  async activate(id: string, { forPack }: { readonly forPack: boolean } = { forPack: false }): Promise<Workspace> {
    if (id !== this.#active.folder.id) {
      if (!this.#settingsOf(id)) fail({ kind: 'no-such-workspace' })
      const before = this.#active
      this.#active = this.#open(id)
      // Before the opened workspace begins to fill itself.
      if (forPack) this.#active.sampleLibrary?.decline()
      await before.close()
      this.#snapshots.letGo(before.folder.library)
      if (this.#remembersWorkspace)
        this.#remember(() => {
          this.#preferences.activeWorkspace = id
          if (id === sampleId) this.#preferences.isSampleDeleted = false
        })
      this.#dependencies.announce({ kind: 'workspaces' })
    }
    return this.#shown(this.#active.settings)
  }

  /** What the user has written in the sample workspace: tables of its desk, with the number of rows. */
  sampleNotes(): { table: string; rows: number }[] {
    const { desk } = workspaceFolder(this.#folders, sampleId)
    const isActive = this.#active.folder.id === sampleId
    const counts = isActive ? this.#active.deskRows() : existsSync(desk) ? readCounts(desk) : []
    return counts.filter(({ table, rows }) => rows > 0 && writtenTables.has(table))
  }

  /**
   * Deletes the sample workspace and everything in it. Opens a live workspace if there is one; else the sample, empty and not
   * loaded again. Throws `read-only`.
   */
  async deleteSample(): Promise<void> {
    const wasOpen = this.#active.folder.id === sampleId
    await this.#remove(sampleId)
    if (wasOpen) this.#active.sampleLibrary?.decline()
  }

  /**
   * Deletes the workspace of a service with all that is in it. Where it was the open one, another live workspace is opened, else the
   * sample. Throws `no-such-workspace`, `read-only`.
   */
  async remove(id: string): Promise<void> {
    if (id === sampleId || !this.#isKnown(id)) fail({ kind: 'no-such-workspace' })
    await this.#remove(id)
  }

  async #remove(id: string): Promise<void> {
    if (this.#preferences.isReadOnly) fail({ kind: 'read-only' })
    const next = this.list().workspaces.find((each) => each.kind === 'live' && each.id !== id)?.id ?? sampleId
    const isOpen = this.#active.folder.id === id
    const preferences = this.#preferences
    const remove = () => {
      const { activeWorkspace, isSampleDeleted } = preferences
      // Forgotten first: a workspace that is known and not there would be reported as missing after a kill.
      const undo = preferences.change(() => {
        if (isOpen) preferences.activeWorkspace = next
        if (id === sampleId || (isOpen && next === sampleId)) preferences.isSampleDeleted = next !== sampleId
        return preferences.forgetWorkspace(id)
      })
      try {
        const folder = workspaceFolder(this.#folders, id)
        this.#snapshots.letGo(folder.library)
        removeWorkspace(this.#folders, folder)
      } catch (error) {
        preferences.change(() => {
          undo()
          preferences.isSampleDeleted = isSampleDeleted
          if (activeWorkspace !== undefined) preferences.activeWorkspace = activeWorkspace
        })
        throw error
      }
    }
    if (isOpen) {
      await this.whileClosed(() => {
        remove()
        return next
      })
    } else {
      remove()
      this.#dependencies.announce({ kind: 'workspaces' })
    }
  }

  /** After a query found damage: closes the open workspace and opens it again, which checks it and sets damaged files aside. */
  async reopen(): Promise<void> {
    const { id } = this.#active.folder
    await this.#active.close()
    this.#active = this.#open(id)
    this.#dependencies.announce({ kind: 'workspaces' })
  }

  /**
   * Nothing is open while `work` runs, and requests wait (`rested`). It returns which workspace is then opened; null: the same,
   * as when it throws.
   */
  async whileClosed(work: () => string | null | Promise<string | null>): Promise<void> {
    let { id } = this.#active.folder
    const resting = Promise.withResolvers<null>()
    this.#rested = resting.promise
    try {
      await this.#active.close()
      id = (await work()) ?? id
    } finally {
      try {
        this.#active = this.#open(this.#isKnown(id) ? id : sampleId)
      } finally {
        resting.resolve(null)
        this.#dependencies.announce({ kind: 'workspaces' })
      }
    }
  }

  /** Workspaces that this profile had and whose desk is missing. */
  missing(): readonly KnownWorkspace[] {
    return this.#known.missing().filter(({ id }) => id !== this.#active.folder.id)
  }

  /** Throws `files-missing` when a file of any workspace is not there, and `desk-undecided` or `library-undecided` while there is
   * something to choose. */
  demandWhole(): void {
    const all = this.list().workspaces
    const missing = all.flatMap(({ id, name }) => {
      const { desk, library, elsewhere } = workspaceFolder(this.#folders, id)
      const isKnown = id === this.#active.folder.id || this.#known.get(id) !== undefined
      if (!existsSync(desk)) return isKnown ? [`${name}: desk.db`] : []
      return elsewhere === null && isLost(library) ? [`${name}: library.db`] : []
    })
    if (missing.length > 0) fail({ kind: 'files-missing', detail: missing.join(', ').slice(0, 300) })
    const undecided = all.find(({ id }) => recoveryOf(workspaceFolder(this.#folders, id).desk) !== null)
    if (undecided) fail({ kind: 'desk-undecided', detail: undecided.name })
    const replaced = all.find(({ id }) => recoveryOf(workspaceFolder(this.#folders, id).library) !== null)
    if (replaced) fail({ kind: 'library-undecided', detail: replaced.name })
  }

  /** Restores open files that another program removed or replaced; returns their names. */
  async restoreDisplaced(): Promise<readonly string[]> {
    const { displaced, folder } = this.#active
    if (displaced.length === 0) return []
    const recordingsThere = existsSync(folder.recordings)
    await this.reopen()
    return recordingsThere ? displaced : [...displaced, 'recordings']
  }

  /** Opens the sample instead of a workspace whose folder is missing, and removes that one from the list. */
  async forget(): Promise<void> {
    const { id } = this.#active.folder
    if (this.#active.recovery?.found !== 'folder' || id === sampleId) fail({ kind: 'no-such-workspace' })
    const { folder } = this.#active.folder
    await this.activate(sampleId)
    this.#preferences.forgetWorkspace(id)
    // Nothing was ever in it: it was made for this run.
    rmSync(folder, { recursive: true, force: true })
    this.#dependencies.announce({ kind: 'workspaces' })
  }

  /** Whether the open workspace is where it was, with the databases and settings that were opened. */
  get isCurrent(): boolean {
    const { folder, isCurrent } = this.#active
    return isCurrent && workspaceFolder(this.#folders, folder.id).library === folder.library
  }

  /** When a workspace is open. */
  get rested(): Promise<unknown> {
    return this.#rested
  }

  /** Asks the service of any workspace, open or not; keeps nothing. Throws `no-such-workspace`. */
  async test(id: string, symbol: string, signal: AbortSignal): Promise<ApiOutputs['workspaces']['test']> {
    const settings = this.#settingsOf(id) ?? fail({ kind: 'no-such-workspace' })
    const { clock, random, keys, permissions, proxies } = this.#dependencies
    const sender = new Sender(keys, clock, permissions.demandService, { proxies })
    const pageSizes = new PageSizes(settings.pageSizes)
    try {
      return await testConnection(
        {
          request: (operation, parameters, search, learned) => {
            const client = new ServiceClient(() => ({ workspace: id, baseUrl: settings.baseUrl, search }), {
              sender,
              queue: this.#queueOf(settings),
              clock,
              random,
              policy: testRetries,
              hasKey: (workspace, origin) => keys.holds(workspace, origin),
              learned: (_, key) => learned(key),
              reportOutcome: () => undefined,
            })
            return client.request(operation, parameters, 'user', signal)
          },
          pageSizes,
        },
        symbol,
        settings.search,
        clock,
      )
    } finally {
      sender.close()
    }
  }

  async close(): Promise<void> {
    await this.#active.close()
    for (const queue of this.#queues.values()) queue.close()
  }

  #checkAddresses({ baseUrl, recordingsBase }: Edit): void {
    const { permissions } = this.#dependencies
    permissions.demandBaseUrl(readBaseUrl(baseUrl))
    if (recordingsBase !== undefined && recordingsBase !== '') permissions.demandService(readBaseUrl(recordingsBase))
  }

  /** Otherwise a new workspace that gets the id of one which an earlier version removed would be shared as that one was. */
  #forgetRemoved(): void {
    const ids = new Set([...workspaceIds(this.#folders), ...this.#preferences.knownWorkspaces.map(({ id }) => id)])
    for (const id of this.#preferences.sharedWorkspaces) if (!ids.has(id)) this.#preferences.forgetWorkspace(id)
  }

  #isKnown(id: string): boolean {
    if (id === sampleId || this.#known.get(id) !== undefined) return true
    return isWorkspaceId(id) && existsSync(workspaceFolder(this.#folders, id).desk)
  }

  #open(id: string): OpenWorkspace {
    const folder = workspaceFolder(this.#folders, id)
    // A sample that was deleted is known no more, and starts empty.
    const wasThere = this.#known.get(id) !== undefined || (this.#preferences.activeWorkspace === id && id !== sampleId)
    const absent = !wasThere ? 'new' : existsSync(folder.folder) ? 'file' : 'folder'
    if (!this.#dependencies.readsOnly) makeFolder(folder.folder)
    const queueOf = (settings: WorkspaceSettings) => this.#queueOf(settings)
    const opened = new OpenWorkspace(folder, this.#initialSettings(id), queueOf, this.#dependencies, absent)
    if (opened.recovery === null) this.#remember(() => this.#known.remember(opened.settings))
    return opened
  }

  /** For the next start. On a read-only profile or a full disk nothing is remembered, and what was opened stays open. */
  #remember(change: () => void): void {
    if (this.#preferences.isReadOnly) return
    try {
      this.#preferences.change(change)
    } catch (error) {
      const kind = failureOf(error)?.kind
      if (kind !== 'disk-full' && kind !== 'read-only') throw error
    }
  }

  /** Whether a service limits requests by key or by host is not documented, so workspaces of one host share a queue. */
  #queueOf({ kind, baseUrl }: Pick<WorkspaceSettings, 'kind' | 'baseUrl'>): RateLimitedQueue {
    const host = kind === 'sample' ? sampleId : originOf(baseUrl)
    const known = this.#queues.get(host)
    if (known) return known
    const { clock, announce } = this.#dependencies
    const queue = new RateLimitedQueue(kind === 'sample' ? sampleRateLimit : defaultRateLimit, clock, () =>
      announce({ kind: 'status' }),
    )
    this.#queues.set(host, queue)
    return queue
  }

  /** If the preferences were lost: the workspace whose desk was last used. */
  #lastUsed(): string {
    if (this.#preferences.notices.length === 0) return sampleId
    const usedAt = (id: string) => {
      const { desk } = workspaceFolder(this.#folders, id)
      return statSync(`${desk}.session`, { throwIfNoEntry: false })?.mtimeMs ?? 0
    }
    return workspaceIds(this.#folders).toSorted((one, other) => usedAt(other) - usedAt(one))[0] ?? sampleId
  }

  /** The sample's settings come with the program; a live workspace's from its own database. */
  #initialSettings(id: string): WorkspaceSettings {
    if (id === sampleId) return this.#sampleSettings()
    const known = this.#known.get(id)
    if (known) return { ...known, pageSizes: {} }
    return { ...this.#sampleSettings(), id, name: id, kind: 'live', baseUrl: '' }
  }

  #sampleSettings(): WorkspaceSettings {
    return {
      id: sampleId,
      name: 'Sample',
      kind: 'sample',
      baseUrl: this.#sampleUrl,
      recordingsBase: '',
      search: usualSearch,
      pageSizes: {},
    }
  }

  #settingsOf(id: string): WorkspaceSettings | undefined {
    if (id === this.#active.folder.id) return this.#active.settings
    if (id === sampleId) return this.#sampleSettings()
    if (!this.#isKnown(id)) return undefined
    const { desk } = workspaceFolder(this.#folders, id)
    if (!existsSync(desk)) return this.#initialSettings(id)
    try {
      const database = this.#dependencies.readsOnly ? openToRead(desk, deskDatabase) : openDatabase(desk, deskDatabase)
      try {
        // Damage that was just set aside; on a read-only profile the file stays, and is reported when it is opened.
        if (database.writer) database.notices.forEach((notice) => this.#dependencies.notice(notice))
        // Without its settings a workspace still has its library.
        const settings = getSettings(database.reader) ?? this.#initialSettings(id)
        if (database.recovery) this.#dependencies.notice({ kind: 'desk-undecided', detail: settings.name })
        // It is identified by its folder, whatever a copied desk says.
        return { ...settings, id }
      } finally {
        database.close()
      }
    } catch (error) {
      // A workspace from a newer version is not listed, and does not keep the others from being used.
      if (failureOf(error)) return undefined
      throw error
    }
  }

  #write(settings: WorkspaceSettings): void {
    const database = openDatabase(workspaceFolder(this.#folders, settings.id).desk, deskDatabase)
    try {
      if (database.recovery) fail({ kind: 'desk-undecided', detail: settings.name })
      if (!database.writer) fail({ kind: 'read-only' })
      putSettings(database.writer, settings)
      this.#known.remember(settings)
    } finally {
      database.close()
    }
  }

  #shown({ pageSizes: _, ...settings }: WorkspaceSettings): Workspace {
    return { ...settings, hasKey: this.#dependencies.keys.holds(settings.id, originOf(settings.baseUrl)) }
  }

  #freeId(name: string): string {
    const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['workspace']
    const stem = words.join('-').slice(0, 40)
    const missing = this.missing().map((each) => each.id)
    const taken = new Set([
      sampleId,
      ...workspaceIds(this.#folders),
      ...missing,
      ...this.#preferences.deletedWorkspaces,
    ])
    for (let number = 1; ; number += 1) {
      const id = number === 1 ? stem : `${stem}-${number}`
      if (!taken.has(id)) return id
    }
  }
}

function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : ''
}

function cleaned(edit: Edit): Omit<WorkspaceSettings, 'id' | 'kind' | 'pageSizes'> {
  return {
    name: edit.name.trim(),
    baseUrl: edit.baseUrl.trim(),
    recordingsBase: edit.recordingsBase?.trim() ?? '',
    search: edit.search,
  }
}
