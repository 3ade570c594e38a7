/**
 * The window's state that outlives a workspace: the connection to the core, and what belongs to the
 * profile. It owns the state of the open workspace.
 */

import type { ShellBridge } from '#contract/shell.ts'
import type { CoreClient } from '../core-client/client.ts'
import type { Announcer } from '../ui/announcements/announcer.svelte.ts'
import { RequestFailed } from '../core-client/request-failed.ts'
import { forbiddenBy, type Forbidden } from './policy-reasons.ts'
import { ReloadWhenReplaced } from './reload-when-replaced.ts'
import { Workspaces } from './workspaces.svelte.ts'
import { Preferences } from './preferences.svelte.ts'
import { Status } from './status.svelte.ts'
import { UpdateCheck } from './update-check.svelte.ts'
import type { TabHistory } from './tab-history.ts'
import type { TabLocation } from './tab-locations.ts'
import { WorkspaceState, type WorkspaceDependencies } from './workspace-state.svelte.ts'

/**
 * The state of the window that does not depend on the workspace: the connection to the core and what belongs to the profile. It holds the
 * state of the open workspace, which is replaced whenever another workspace is opened, here or in another window.
 */
export class AppState implements WorkspaceDependencies {
  readonly client: CoreClient
  readonly bridge: ShellBridge
  readonly memory: TabHistory
  readonly window: string
  readonly mac: boolean
  readonly locale: string
  readonly announcer: Announcer
  readonly status: Status
  readonly preferences: Preferences
  readonly workspaces: Workspaces
  readonly updates: UpdateCheck
  readonly reloading: ReloadWhenReplaced
  /** Read once: the core reads the policy only when it starts. */
  #forbidden: Forbidden = forbiddenBy({ exports: true, recordings: true })
  #workspace = $state.raw<WorkspaceState | null>(null)
  /** Id of the workspace that is on screen or about to be. */
  #wanted: string | null = null
  #following: Promise<void> = Promise.resolve()
  #arrival: { readonly id: string; readonly location: TabLocation } | null = null

  constructor(
    client: CoreClient,
    bridge: ShellBridge,
    memory: TabHistory,
    window: string,
    system: { readonly platform: string; readonly locale: string },
    announcer: Announcer,
  ) {
    this.client = client
    this.bridge = bridge
    this.memory = memory
    this.window = window
    this.mac = system.platform.startsWith('Mac')
    this.locale = system.locale
    this.announcer = announcer
    this.status = new Status(client.core, client.changes)
    this.preferences = new Preferences(client.core, client.changes)
    this.updates = new UpdateCheck(client.core)
    this.reloading = new ReloadWhenReplaced(client.changes, {
      storeText: () => this.#workspace?.drafts.storeAgain() ?? Promise.resolve(true),
      reload: () => location.reload(),
    })
    client.changes.listen(({ kind }) => {
      if (kind === 'leaving') void this.#leave()
    })
    this.workspaces = new Workspaces(client.core, client.changes, {
      leave: () => this.#workspace?.leave() ?? Promise.resolve(),
      opened: (id) => {
        this.#following = this.#follow(id)
      },
      arriveAt: (id, location) => {
        this.#arrival = { id, location }
      },
    })
  }

  get forbidden(): Forbidden {
    return this.#forbidden
  }

  /** Null until the core has said which workspace is open. */
  get workspace(): WorkspaceState | null {
    return this.#workspace
  }

  /** Resolves when the first frame can be rendered; rejects when the core cannot say which workspace is open. */
  async ready(): Promise<void> {
    const { core } = this.client
    const policy = core.policy.read().then((read) => {
      this.#forbidden = forbiddenBy(read)
      this.updates.host = read.updates && new URL(read.updates.feed).host
    })
    await Promise.all([policy, this.preferences.read(), this.workspaces.read()])
    if (this.workspaces.failure) throw new RequestFailed(this.workspaces.failure)
    await this.#following
  }

  /** Another window opens another workspace: what this one has yet to save is saved while it can be. */
  async #leave(): Promise<void> {
    await this.#workspace?.leave()
    // When the connection is lost, the core does not wait for this window anyway.
    await this.client.core.workspaces.confirmLeaving({ window: this.window }).catch(() => {})
  }

  /** The former workspace stays on screen, without further requests, until the other one has its tabs. */
  async #follow(id: string): Promise<void> {
    if (this.#wanted === id) return
    this.#wanted = id
    this.#workspace?.close()
    const next = await WorkspaceState.open(this, id)
    if (this.#wanted !== id) return next.close()
    if (this.#arrival?.id === id) next.open(this.#arrival.location)
    this.#arrival = null
    this.#workspace = next
  }
}
