import type { StorageReport } from '#contract/desk/storage.ts'
import { answerOfThread, threadProgram } from '../thread.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { SizesOrder } from './sizes.ts'

const program = threadProgram('storage-worker', import.meta.url)

/** What takes space, and what is done about it. Everything that reads whole files does so in a thread of its own. */
export class Storage {
  readonly #active: () => OpenWorkspace
  readonly #ending = new AbortController()

  constructor(active: () => OpenWorkspace) {
    this.#active = active
  }

  async report(asking: AbortSignal): Promise<StorageReport> {
    const { folder, isReadOnly, recordings } = this.#active()
    const order: SizesOrder = { job: 'sizes', folder, isReadOnly, recordings: recordings.sizes() }
    return (await answerOfThread(program, order, AbortSignal.any([asking, this.#ending.signal]))) as StorageReport
  }

  close(): void {
    this.#ending.abort()
  }
}
