import { SvelteSet } from 'svelte/reactivity'
import type { Core } from '../core-client/client.ts'

/** Downloads transcripts at the user's request, and knows which are being fetched. */
export class CallDownloads {
  readonly #calls: Pick<Core['calls'], 'open'>
  readonly #fetching = new SvelteSet<string>()

  constructor(calls: Pick<Core['calls'], 'open'>) {
    this.#calls = calls
  }

  get fetching(): ReadonlySet<string> {
    return this.#fetching
  }

  /** Stores the transcript. Rejects with `RequestFailed`, and does nothing for a call that is being fetched. */
  async download(callId: string, signal?: AbortSignal): Promise<void> {
    if (this.#fetching.has(callId)) return
    this.#fetching.add(callId)
    try {
      const request = { callId, form: { format: 'json', clean: false }, freshness: 'service' } as const
      const chunks = await this.#calls.open(request, signal ? { signal } : {})
      for await (const _piece of chunks) {
        // The call is stored only once its last piece has arrived.
      }
    } finally {
      this.#fetching.delete(callId)
    }
  }
}
