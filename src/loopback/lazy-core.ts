import type { WebSocket } from 'ws'
import type { Core } from '#core/core.ts'
import type { SessionKeys } from './session-keys.ts'

/** What this shell needs of the core. */
export interface OpenedCore {
  readonly keys: SessionKeys
  /**
   * Responds to requests to the API on a socket whose page was admitted. Settles when the socket has closed and the requests that came before
   * are carried out.
   */
  serve(socket: WebSocket): Promise<unknown>
  /** Sound for an audio element. */
  readonly media: Core['openMedia']
  close(): Promise<void>
}

/**
 * The core, opened when it is first wanted and kept. An opening that failed (the profile is open elsewhere, or was made by a
 * newer version) is tried again the next time it is wanted, which is what the page's *Retry* comes to.
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

  /** Waits for an opening under way, so that no profile stays locked behind a shell that has gone. */
  async close(): Promise<void> {
    this.#closed = true
    const opened = await this.#opening?.catch(() => null)
    await opened?.close()
  }
}
