import { existsSync } from 'node:fs'
import type { DeskAnswers, DeskQuestions } from '#contract/desk/desk.ts'
import type { SearchNames, Workspace } from '#contract/desk/workspaces.ts'
import { deskDatabase } from '../database/desk-schema.ts'
import { openDatabase } from '../database/open.ts'
import { fail, failureOf } from '../failure-error.ts'
import type { ProfilePreferences } from '../preferences.ts'
import { isWorkspaceId, makeFolder, workspaceFolder, workspaceIds, type ProfileFolders } from '../profile.ts'
import { ServiceClient } from '../service/client.ts'
import { readBaseUrl } from '../service/endpoint.ts'
import { Gate, gentlePace } from '../service/gate.ts'
import { Sender } from '../service/send.ts'
import { OpenWorkspace, type Surroundings } from './open-workspace.ts'
import { testConnection } from './test-connection.ts'
import { getSettings, putSettings, type WorkspaceSettings } from './workspace-store.ts'

export const sampleId = 'sample'
const usualSearch: SearchNames = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' }

/** Nothing listens there: the sample workspace when its service was not started. */
const nowhere = 'http://127.0.0.1:1'

type Edit = DeskQuestions['workspaces']['create']

/** The workspaces of a profile, one of them open. */
export class Workspaces {
  readonly #folders: ProfileFolders
  readonly #preferences: ProfilePreferences
  readonly #surroundings: Surroundings
  readonly #sampleUrl: string
  #active: OpenWorkspace
  #rested: Promise<unknown> = Promise.resolve()

  constructor(
    folders: ProfileFolders,
    preferences: ProfilePreferences,
    surroundings: Surroundings,
    sampleUrl: string | undefined,
  ) {
    this.#folders = folders
    this.#preferences = preferences
    this.#surroundings = surroundings
    this.#sampleUrl = sampleUrl ?? nowhere
    const wanted = preferences.activeWorkspace ?? sampleId
    const known = wanted === sampleId || existsSync(workspaceFolder(folders, wanted).desk)
    this.#active = this.#open(known ? wanted : sampleId)
  }

  get active(): OpenWorkspace {
    return this.#active
  }

  list(): DeskAnswers['workspaces']['list'] {
    const ids = new Set([sampleId, ...workspaceIds(this.#folders)])
    const workspaces = [...ids].flatMap((id) => {
      const settings = this.#settingsOf(id)
      return settings ? [this.#shown(settings)] : []
    })
    return { workspaces, active: this.#active.folder.id }
  }

  /** Throws `bad-base-url`. */
  create(edit: Edit): Workspace {
    checkAddresses(edit)
    const id = this.#freeId(edit.name)
    const settings: WorkspaceSettings = { ...cleaned(edit), id, kind: 'live' }
    const folder = workspaceFolder(this.#folders, id)
    makeFolder(folder.folder)
    this.#write(settings)
    this.#surroundings.announce({ kind: 'workspaces' })
    return this.#shown(settings)
  }

  /** Throws `no-such-workspace` (the sample's address cannot be edited), `bad-base-url`, `read-only`. */
  edit(id: string, edit: Edit): Workspace {
    const before = this.#settingsOf(id)
    if (before?.kind !== 'live') fail({ kind: 'no-such-workspace' })
    checkAddresses(edit)
    // What was learnt of the search holds for one address only.
    const key = edit.baseUrl === before.baseUrl ? edit.search.key : 'unknown'
    const settings: WorkspaceSettings = { ...before, ...cleaned(edit), search: { ...edit.search, key } }
    if (this.#active.folder.id === id) this.#active.changeSettings(settings)
    else this.#write(settings)
    this.#surroundings.announce({ kind: 'workspaces' })
    return this.#shown(settings)
  }

  async activate(id: string): Promise<Workspace> {
    if (id !== this.#active.folder.id) {
      if (!this.#settingsOf(id)) fail({ kind: 'no-such-workspace' })
      const before = this.#active
      this.#active = this.#open(id)
      await before.close()
      // On a read-only profile it holds for this run.
      if (!this.#preferences.isReadOnly) this.#preferences.activeWorkspace = id
      this.#surroundings.announce({ kind: 'workspaces' })
    }
    return this.#shown(this.#active.settings)
  }

  /** After a query met damage: closes the open workspace and opens it again, which checks it and sets aside what is damaged. */
  async reopen(): Promise<void> {
    const { id } = this.#active.folder
    await this.#active.close()
    this.#active = this.#open(id)
    this.#surroundings.announce({ kind: 'workspaces' })
  }

  /**
   * Nothing is open while `work` runs, and questions wait (`rested`). It says which workspace is opened then; null: the same, as when
   * it throws.
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
        const known = id === sampleId || existsSync(workspaceFolder(this.#folders, id).desk)
        this.#active = this.#open(known ? id : sampleId)
      } finally {
        resting.resolve(null)
        this.#surroundings.announce({ kind: 'workspaces' })
      }
    }
  }

  /** When a workspace is open. */
  get rested(): Promise<unknown> {
    return this.#rested
  }

  /** Asks the service of any workspace, open or not; keeps nothing. Throws `no-such-workspace`. */
  async test(id: string, symbol: string, signal: AbortSignal): Promise<DeskAnswers['workspaces']['test']> {
    const settings = this.#settingsOf(id) ?? fail({ kind: 'no-such-workspace' })
    const { clock, random, keys } = this.#surroundings
    const sender = new Sender(keys, clock)
    const gate = new Gate(gentlePace, clock, () => undefined)
    try {
      return await testConnection(
        (operation, parameters, search, learned) => {
          const client = new ServiceClient(() => ({ workspace: id, baseUrl: settings.baseUrl, search }), {
            sender,
            gate,
            clock,
            random,
            policy: { attempts: 1, base: 0, cap: 0, longestWait: 0 },
            hasKey: (workspace, origin) => keys.holds(workspace, origin),
            learned: (_, key) => learned(key),
            heard: () => undefined,
          })
          return client.ask(operation, parameters, 'user', signal)
        },
        symbol,
        settings.search,
        clock,
      )
    } finally {
      gate.close()
      sender.close()
    }
  }

  async close(): Promise<void> {
    await this.#active.close()
  }

  #open(id: string): OpenWorkspace {
    const folder = workspaceFolder(this.#folders, id)
    makeFolder(folder.folder)
    return new OpenWorkspace(folder, this.#given(id), this.#surroundings)
  }

  /** The sample's settings come with the program; a live workspace's from its own database. */
  #given(id: string): WorkspaceSettings {
    return id === sampleId
      ? this.#sampleSettings()
      : { ...this.#sampleSettings(), id, name: id, kind: 'live', baseUrl: '' }
  }

  #sampleSettings(): WorkspaceSettings {
    return {
      id: sampleId,
      name: 'Sample',
      kind: 'sample',
      baseUrl: this.#sampleUrl,
      recordingsBase: '',
      search: usualSearch,
    }
  }

  #settingsOf(id: string): WorkspaceSettings | undefined {
    if (id === this.#active.folder.id) return this.#active.settings
    if (id === sampleId) return this.#sampleSettings()
    const { desk } = workspaceFolder(this.#folders, id)
    if (!isWorkspaceId(id) || !existsSync(desk)) return undefined
    try {
      const database = openDatabase(desk, deskDatabase)
      try {
        // Damage that was set aside just now; on a read-only profile it stays where it is, and is told when it is opened.
        if (database.writer) database.notices.forEach((notice) => this.#surroundings.notice(notice))
        // Without its settings a workspace still has its library.
        return getSettings(database.reader) ?? this.#given(id)
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
      if (!database.writer) fail({ kind: 'read-only' })
      putSettings(database.writer, settings)
    } finally {
      database.close()
    }
  }

  #shown(settings: WorkspaceSettings): Workspace {
    const origin = URL.canParse(settings.baseUrl) ? new URL(settings.baseUrl).origin : ''
    return { ...settings, hasKey: this.#surroundings.keys.holds(settings.id, origin) }
  }

  #freeId(name: string): string {
    const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['workspace']
    const stem = words.join('-').slice(0, 40)
    const taken = new Set([sampleId, ...workspaceIds(this.#folders)])
    for (let number = 1; ; number += 1) {
      const id = number === 1 ? stem : `${stem}-${number}`
      if (!taken.has(id)) return id
    }
  }
}

function checkAddresses(edit: Edit): void {
  readBaseUrl(edit.baseUrl)
  if (edit.recordingsBase !== undefined && edit.recordingsBase !== '') readBaseUrl(edit.recordingsBase)
}

function cleaned(edit: Edit): Omit<WorkspaceSettings, 'id' | 'kind'> {
  return {
    name: edit.name.trim(),
    baseUrl: edit.baseUrl.trim(),
    recordingsBase: edit.recordingsBase?.trim() ?? '',
    search: edit.search,
  }
}
