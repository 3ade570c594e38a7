/** Starts the core's process, restarts it when it crashes, and gives it keys and ports. */

import type { Failure } from '#contract/failure.ts'
import { splitKeys } from '#core/window/publish-keys.ts'
import type { ChildProcess } from './child-process.ts'
import { nextCoreState, startOutcome, type CoreState, type CoreCommand, type CoreEvent } from './core-lifecycle.ts'
import { fromCore, type ToCore } from './core-messages.ts'
import type { MediaRequestMessage } from './media-messages.ts'

export interface ApiKey {
  readonly workspace: string
  readonly origin: string
  readonly key: string
}

/** Time, handed in. */
export interface SupervisorClock {
  /** Milliseconds of a clock that never jumps. */
  monotonic(): number
  after(milliseconds: number, run: () => void): void
}

/** Options for opening a core. */
export type CoreOpening = Omit<Extract<ToCore, { readonly kind: 'open' }>, 'kind'>

export interface SupervisorOptions<Port> {
  readonly fork: () => ChildProcess<Port>
  readonly time: SupervisorClock
  /** Asked at each start, since the sample service may have moved. */
  readonly opening: () => Promise<CoreOpening>
  /** The keys to hold from the start; a core that was restarted has none. */
  readonly keys: () => readonly ApiKey[]
  /** The same, of the stores that workspaces are published to: both keys of one are joined in `key`. */
  readonly publishKeys: () => readonly ApiKey[]
  /** The system's proxy for an origin, as the result of a proxy script. */
  readonly resolveProxy: (origin: string) => Promise<string>
  /** Told of every phase. */
  readonly watch: (life: CoreState) => void
}

/** How long the core may take to close its library before it is killed, in milliseconds. */
const closingLimit = 10_000

/** Keeps one core running: starts it, gives it the keys and ports, and restarts it when it dies. */
export class CoreSupervisor<Port> {
  readonly #options: SupervisorOptions<Port>
  #life: CoreState = { phase: 'down' }
  #child: ChildProcess<Port> | null = null
  readonly #waiting = new Set<() => void>()

  constructor(options: SupervisorOptions<Port>) {
    this.#options = options
  }

  get life(): CoreState {
    return this.#life
  }

  /** The first start, or a retry at the user's request. */
  start(): void {
    this.#handle({ is: 'start' })
  }

  /** Null once the core is open; the failure when it cannot be opened, or died too often. Waits through restarts. */
  async ready(): Promise<Failure | null> {
    for (;;) {
      const outcome = startOutcome(this.#life)
      if (outcome !== undefined) return outcome
      await this.#nextPhase()
    }
  }

  /** Passes on one end of a channel whose other end is the page's. False when there is no core. */
  giveLine(port: Port): boolean {
    return this.#post({ kind: 'line' }, [port])
  }

  /** Passes on one end of a channel whose other end receives the response. False when there is no core. */
  giveMedia(request: MediaRequestMessage, port: Port): boolean {
    return this.#post({ kind: 'media', question: request }, [port])
  }

  hold(key: ApiKey): void {
    this.#post({ kind: 'hold', ...key })
  }

  drop(workspace: string): void {
    this.#post({ kind: 'drop', workspace })
  }

  holdPublishKeys({ workspace, origin, key }: ApiKey): void {
    this.#post({ kind: 'hold-publish-keys', workspace, origin, ...splitKeys(key) })
  }

  dropPublishKeys(workspace: string): void {
    this.#post({ kind: 'drop-publish-keys', workspace })
  }

  /** Resolves when the process is gone. */
  async close(): Promise<void> {
    this.#handle({ is: 'close' })
    while (this.#life.phase !== 'closed') await this.#nextPhase()
  }

  #nextPhase(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve))
  }

  #handle(event: CoreEvent): void {
    const { life, commands } = nextCoreState(this.#life, event)
    const changed = life !== this.#life
    this.#life = life
    for (const command of commands) this.#run(command)
    if (!changed) return
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    // The core gets its keys before anyone learns that it is up.
    if (life.phase === 'up') {
      this.#options.keys().forEach((key) => this.hold(key))
      this.#options.publishKeys().forEach((keys) => this.holdPublishKeys(keys))
    }
    this.#options.watch(life)
    waiting.forEach((resolve) => resolve())
  }

  #run(command: CoreCommand): void {
    switch (command.do) {
      case 'fork':
        return this.#fork()
      case 'wait':
        return this.#options.time.after(command.milliseconds, () => this.#handle({ is: 'waited' }))
      case 'request-close':
        return this.#requestClose()
      default:
        return command satisfies never
    }
  }

  #fork(): void {
    const child = this.#options.fork()
    this.#child = child
    child.onMessage((message) => this.#receive(child, message))
    child.onExit(() => this.#exited(child))
    void this.#open(child)
  }

  async #open(child: ChildProcess<Port>): Promise<void> {
    const opening = await this.#options.opening()
    if (this.#child === child) child.post({ kind: 'open', ...opening } satisfies ToCore)
  }

  #receive(child: ChildProcess<Port>, message: unknown): void {
    const parsed = fromCore.safeParse(message)
    if (this.#child !== child || !parsed.success) return
    const { data } = parsed
    switch (data.kind) {
      case 'started':
        return this.#handle({ is: 'started' })
      case 'refused':
        return this.#refused(child, data.failure)
      case 'resolve-proxy':
        return void this.#resolveProxy(child, data.id, data.origin)
      default:
        return data satisfies never
    }
  }

  async #resolveProxy(child: ChildProcess<Port>, id: number, origin: string): Promise<void> {
    const result = await this.#options.resolveProxy(origin).catch(() => null)
    if (this.#child === child) child.post({ kind: 'proxy', id, result } satisfies ToCore)
  }

  /** It stays the child until it has exited, because a program that is closed meanwhile waits for its exit. */
  #refused(child: ChildProcess<Port>, failure: Failure): void {
    this.#handle({ is: 'refused', failure })
    child.kill()
  }

  #exited(child: ChildProcess<Port>): void {
    if (this.#child !== child) return
    this.#child = null
    this.#handle({ is: 'ended', at: this.#options.time.monotonic() })
  }

  #requestClose(): void {
    const child = this.#child
    if (child === null) return
    child.post({ kind: 'close' } satisfies ToCore)
    this.#options.time.after(closingLimit, () => {
      if (this.#child === child) child.kill()
    })
  }

  #post(message: ToCore, ports: readonly Port[] = []): boolean {
    if (this.#child === null || this.#life.phase !== 'up') return false
    this.#child.post(message, ports)
    return true
  }
}
