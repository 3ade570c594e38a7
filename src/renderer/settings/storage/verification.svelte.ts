/** The verification of all stored data, and new downloads in place of the damaged recordings that it found. */

import type { ApiOutputs } from '#contract/api/api.ts'
import type { StorageFault } from '#contract/api/storage.ts'
import type { Core } from '../../core-client/client.ts'
import { LongOperation, type DoneOf } from './long-operation.svelte.ts'

export class Verification extends LongOperation<DoneOf<ApiOutputs['storage']['verify']>> {
  /** Their recordings were removed, and are requested again. */
  #replaced = $state.raw<ReadonlySet<StorageFault>>(new Set())
  #isReplacing = $state(false)

  /** What is damaged still. A recording that is downloaded again is another file, of which the verification says nothing. */
  get faults(): readonly StorageFault[] {
    return (this.done?.faults ?? []).filter((fault) => !this.#replaced.has(fault))
  }

  /** How many damaged recordings of the report were removed and requested again. */
  get replaced(): number {
    return (this.done?.faults.length ?? 0) - this.faults.length
  }

  get isReplacing(): boolean {
    return this.#isReplacing
  }

  /**
   * Removes each damaged recording once, and requests it again. Returns how many; 0 while this is in progress. Fails as the two
   * requests do: the recordings that are left can then be requested again.
   */
  async replaceRecordings(core: Pick<Core, 'storage' | 'recordings'>): Promise<number> {
    if (this.#isReplacing) return 0
    this.#isReplacing = true
    try {
      const damaged = this.faults.filter(({ callId }) => callId !== null)
      for (const fault of damaged) {
        const callId = fault.callId ?? ''
        await core.storage.removeRecordings({ callIds: [callId] })
        await core.recordings.download({ callId })
        this.#replaced = new Set([...this.#replaced, fault])
      }
      return damaged.length
    } finally {
      this.#isReplacing = false
    }
  }
}
