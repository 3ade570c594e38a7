/** Opens the core when it is first needed, and tries again after a failure. */

import type { WebSocket } from 'ws'
import type { Core } from '#core/core.ts'
import type { SessionKeys } from './session-keys.ts'

/** What this shell needs of the core. */
export interface OpenedCore {
  readonly keys: SessionKeys
  /** Of the stores that workspaces are published to: both keys of one are joined. */
  readonly publishKeys: SessionKeys
  /**
   * Serves API requests on the socket of an admitted page. Settles when the socket has closed and its earlier requests are
   * completed.
   */
  serve(socket: WebSocket): Promise<unknown>
  /** Sound for an audio element. */
  readonly media: Core['openMedia']
  close(): Promise<void>
}

/**
 * The core, opened on first use and kept. A failed opening (the profile is open elsewhere, or was made by a newer version) is
 * tried again on the next use, as by the page's *Retry*.
 */
export class LazyCore {
  readonly #open: () => Promise<OpenedCore>
  #opening: Promise<OpenedCore> | null = null
  #closed = false

  constructor(open: () => Promise<OpenedCore>) {
    this.#open = open
  }

  /** Rejects with the core's `FailureError`, or with a defect. */
  async api(): Promise<OpenedCore> {
    if (this.#closed) throw new Error('the shell is closing')
    const opening = (this.#opening ??= this.#open())
    try {
      return await opening
    } catch (error) {
      if (this.#opening === opening) this.#opening = null
      throw error
    }
  }

  /** Waits for a running opening, so that no profile stays locked after the shell has ended. */
  async close(): Promise<void> {
    this.#closed = true
    const opened = await this.#opening?.catch(() => null)
    await opened?.close()
  }
}
