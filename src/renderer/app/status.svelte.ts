/**
 * The state of core and network: offline or online, requests, last failure. Title bar and status
 * bar show it.
 */

import type { Status as DeskStatus } from '#contract/api/api.ts'
import type { Failure } from '#contract/failure.ts'
import type { Changes, ConnectionFailure } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query } from '../core-client/query.svelte.ts'

const unknown: DeskStatus = {
  network: 'unknown',
  inProgress: 0,
  waiting: 0,
  awaited: 0,
  pausedUntil: null,
  lastFailure: null,
  notices: [],
  version: '',
}

export class Status {
  #line = $state.raw<ConnectionFailure>(null)
  #dismissed = $state(0)
  #reaching = $state(false)
  readonly #core: Core
  readonly #query: Query<DeskStatus>

  constructor(core: Core, changes: Changes) {
    this.#core = core
    this.#query = new Query<DeskStatus>(changes, { reloadOn: ['status'] })
    changes.watchLine((trouble) => {
      this.#line = trouble
    })
    void this.#query.run((signal) => core.status.now(undefined, { signal }))
  }

  /** The core's last status; requests and network are unknown while the connection to it is down. */
  get now(): DeskStatus {
    const last = this.#query.result ?? unknown
    if (this.#line === null) return last
    const { network, inProgress, waiting, awaited, pausedUntil } = unknown
    return { ...last, network, inProgress, waiting, awaited, pausedUntil }
  }

  /** Why the line to the core is down; null while it is open. */
  get line(): ConnectionFailure {
    return this.#line
  }

  /** No request can succeed: actions that need the network are off, with this as their reason. */
  get offlineReason(): string | null {
    return this.now.network === 'offline' ? 'offline' : null
  }

  /** Nothing can be stored: actions that change something are off, with this as their reason. */
  get readOnlyReason(): string | null {
    return this.now.notices.some(({ failure }) => failure.kind === 'read-only') ? 'the profile is read-only' : null
  }

  /**
   * The service gave no response, which may pass on its own: the connection is checked automatically. A sign-in page, a proxy
   * that requires a password and a certificate need the user, and more attempts could lock an account.
   */
  get mayPass(): boolean {
    const kind = this.now.lastFailure?.failure.kind
    return (
      this.now.network === 'offline' && (kind === 'offline' || kind === 'connection-lost' || kind === 'no-response')
    )
  }

  /** A request checks whether the service is available again. */
  get reaching(): boolean {
    return this.#reaching
  }

  /** Checks the connection; `now` reports the result. */
  async checkConnection(): Promise<void> {
    if (this.#reaching) return
    this.#reaching = true
    await this.#core.status.checkConnection().catch(() => undefined)
    this.#reaching = false
  }

  /** Cancels the requests that the user waits for; each screen keeps what it shows and can request it again. */
  async cancelAwaited(): Promise<void> {
    await this.#core.status.cancelAwaited().catch(() => undefined)
  }

  /** The latest failure that the user has not dismissed. */
  get lastFailure(): { readonly failure: Failure; readonly at: number } | null {
    const last = this.now.lastFailure
    return last && last.at > this.#dismissed ? last : null
  }

  dismissFailure(): void {
    this.#dismissed = this.now.lastFailure?.at ?? 0
  }
}
