/**
 * The workspaces of the profile, each with its service, key and library, and the one that is open.
 */

import { SvelteMap } from 'svelte/reactivity'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { Workspace } from '#contract/api/workspaces.ts'
import type { Failure } from '#contract/failure.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query } from '../core-client/query.svelte.ts'
import type { TabLocation } from './tab-locations.ts'

interface Switching {
  /** Before the window leaves the open workspace: what it has yet to save is saved. Never rejects. */
  readonly leave: () => Promise<void>
  /** The core said which workspace is open: at each request, and after another window opened another one. */
  readonly opened: (id: string) => void
  /** A page to open in a workspace as soon as the window shows it. */
  readonly arriveAt: (id: string, location: TabLocation) => void
}

/** A pack that is being opened: where it is, and what it is encrypted with; null: nothing. */
export interface GivenPack {
  readonly path: string
  readonly passphrase: string | null
}

export class Workspaces {
  readonly #core: Core
  readonly #query: Query<ApiOutputs['workspaces']['list']>
  readonly #switching: Switching
  /** Result of each workspace's last connection test in this window. */
  readonly tested = new SvelteMap<string, ApiOutputs['workspaces']['test']>()
  /** The pack for which the window changed to its workspace, until its dialog is open there. */
  #pack: GivenPack | null = null

  constructor(core: Core, changes: Changes, switching: Switching) {
    this.#core = core
    this.#switching = switching
    this.#query = new Query(changes, { reloadOn: ['workspaces'] })
  }

  read(): Promise<void> {
    return this.#query.run(async (signal) => {
      const result = await this.#core.workspaces.list(undefined, { signal })
      if (!signal.aborted) this.#switching.opened(result.active)
      return result
    })
  }

  get all(): readonly Workspace[] {
    return this.#query.result?.workspaces ?? []
  }

  /** Null until the core has responded. */
  get active(): Workspace | null {
    return this.all.find(({ id }) => id === this.#query.result?.active) ?? null
  }

  get failure(): Failure | null {
    return this.#query.failure
  }

  /** Rejects with `RequestFailed`. The window is created again in the other workspace, at the given page if any. */
  async activate(id: string, location: TabLocation | null = null): Promise<void> {
    await this.#change({ id, forPack: false }, location)
  }

  /** As `activate`, at Settings, Storage, where the dialog of this pack opens again. An unused sample workspace stays empty. */
  async activateForPack(id: string, pack: GivenPack): Promise<void> {
    this.#pack = pack
    try {
      await this.#change({ id, forPack: true }, { screen: 'settings', section: 'storage' })
    } catch (error) {
      this.#pack = null
      throw error
    }
  }

  /** The pack for which this workspace was opened, once; null: none. */
  takePack(): GivenPack | null {
    const pack = this.#pack
    this.#pack = null
    return pack
  }

  async #change(wanted: { readonly id: string; readonly forPack: boolean }, location: TabLocation | null) {
    if (wanted.id === this.active?.id) return
    if (location !== null) this.#switching.arriveAt(wanted.id, location)
    await this.#switching.leave()
    await this.#core.workspaces.activate(wanted)
    await this.#query.reload()
  }
}
