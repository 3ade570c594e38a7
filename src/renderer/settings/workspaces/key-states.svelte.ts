import type { KeyState, ShellBridge } from '#contract/shell.ts'
import type { Changes } from '../../core-client/changes.ts'

const unknown: KeyState = {
  present: false,
  origin: null,
  lastFour: null,
  keeping: null,
  canRemember: ['session'],
  problem: null,
}

/** What the shell says of each workspace's key; request again whenever the core says that workspaces changed. */
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
