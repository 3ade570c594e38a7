/** Whether each workspace has an API key and how it is stored, as the shell reports it. */

import type { KeyState, ShellBridge } from '#contract/shell.ts'
import { untrack } from 'svelte'
import type { Changes } from '../../core-client/changes.ts'
import type { WorkspaceState } from '../../app/workspace-state.svelte.ts'

const unknown: KeyState = {
  present: false,
  origin: null,
  lastFour: null,
  keeping: null,
  canRemember: ['session'],
  problem: null,
}

/** Requested again whenever the core announces changed workspaces. */
export class KeyStates {
  readonly #bridge: ShellBridge
  readonly #fail: (error: unknown) => void
  readonly #unlisten: () => void
  #states = $state.raw<ReadonlyMap<string, KeyState>>(new Map())

  constructor(bridge: ShellBridge, changes: Pick<Changes, 'listen'>, fail: (error: unknown) => void) {
    this.#bridge = bridge
    this.#fail = fail
    this.#unlisten = changes.listen(({ kind }) => {
      if (kind === 'workspaces' || kind === 'reconnected') [...this.#states.keys()].forEach((id) => void this.read(id))
    })
  }

  /** Null until the shell has responded. */
  of(id: string): KeyState | null {
    return this.#states.get(id) ?? null
  }

  /** How keys can be stored on this system, for an existing or a new workspace. */
  get offer(): KeyState {
    return this.#states.values().next().value ?? unknown
  }

  /** Reads the state from the shell, which also tries again to read a key that could not be read. Never rejects. */
  async read(id: string): Promise<void> {
    await this.#take(id, this.#bridge.keyState(id))
  }

  /** Reads the states that have not been read yet. */
  readMissing(ids: readonly string[]): void {
    for (const id of ids) if (!untrack(() => this.#states.has(id))) void this.read(id)
  }

  async forget(id: string): Promise<void> {
    await this.#take(id, this.#bridge.forgetKey(id))
  }

  close(): void {
    this.#unlisten()
  }

  async #take(id: string, request: Promise<KeyState>): Promise<void> {
    try {
      const state = await request
      this.#states = new Map([...this.#states, [id, state]])
    } catch (error) {
      this.#fail(error)
    }
  }
}

/** The states of the keys of all workspaces, including those added later, until the calling component ends. */
export function reactiveKeyStates(workspace: WorkspaceState): KeyStates {
  const { bridge, changes, workspaces } = workspace
  const keys = new KeyStates(bridge, changes, (error) => workspace.fail(error))
  $effect(() => keys.readMissing(workspaces.all.map(({ id }) => id)))
  $effect(() => () => keys.close())
  return keys
}
