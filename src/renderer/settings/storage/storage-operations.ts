/**
 * The long operations of Settings, Storage: verify, compact, move, back up, restore, publish, and packs. They continue
 * while another section is shown.
 */

import type { ApiOutputs } from '#contract/api/api.ts'
import { LongOperation, type DoneOf } from './long-operation.svelte.ts'
import { Verification } from './verification.svelte.ts'

interface Outputs extends Pick<
  ApiOutputs['storage'],
  'verify' | 'compact' | 'move' | 'createBackup' | 'restore' | 'publish'
> {
  readonly makePack: ApiOutputs['packs']['make']
  readonly openPack: ApiOutputs['packs']['open']
}
export type StorageOperationName = keyof Outputs
export type Done<Name extends StorageOperationName> = DoneOf<Outputs[Name]>

export class StorageOperations {
  readonly verify = new Verification()
  readonly compact = new LongOperation<Done<'compact'>>()
  readonly move = new LongOperation<Done<'move'>>()
  readonly createBackup = new LongOperation<Done<'createBackup'>>()
  readonly restore = new LongOperation<Done<'restore'>>()
  readonly publish = new LongOperation<Done<'publish'>>()
  readonly makePack = new LongOperation<Done<'makePack'>>()
  readonly openPack = new LongOperation<Done<'openPack'>>()

  get #all(): readonly StorageOperations[StorageOperationName][] {
    return [
      this.verify,
      this.compact,
      this.move,
      this.createBackup,
      this.restore,
      this.publish,
      this.makePack,
      this.openPack,
    ]
  }

  /** One of them is running, or is being prepared. */
  get running(): boolean {
    return this.#all.some(({ isActive }) => isActive)
  }

  stop(): void {
    for (const work of this.#all) work.stop()
  }
}
