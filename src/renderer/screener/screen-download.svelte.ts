/**
 * Downloads the data that companies lack to be judged: at once for one company, after a dialog for
 * several.
 */

import type { UnjudgedCompany } from '#contract/api/screens.ts'
import type { WorkspaceState } from '../app/workspace-state.svelte.ts'
import { formatCounted } from '../format/counts.ts'
import { missingDownload, startMissing } from './download-missing.ts'

export class ScreenDownload {
  readonly #workspace: WorkspaceState
  readonly #unjudged: () => readonly UnjudgedCompany[]
  /** Companies whose download awaits confirmation; null: none. */
  #asking = $state.raw<readonly UnjudgedCompany[] | null>(null)

  constructor(workspace: WorkspaceState, unjudged: () => readonly UnjudgedCompany[]) {
    this.#workspace = workspace
    this.#unjudged = unjudged
  }

  get asking(): readonly UnjudgedCompany[] | null {
    return this.#asking
  }

  of(symbols: readonly string[]): void {
    const lacking = this.#unjudged().filter(({ symbol, remedy }) => remedy !== null && symbols.includes(symbol))
    if (lacking.length > 1) this.#asking = lacking
    else if (lacking.length === 1) void this.start(lacking)
  }

  ofAll(): void {
    this.of(this.#unjudged().map(({ symbol }) => symbol))
  }

  cancel(): void {
    this.#asking = null
  }

  async start(lacking: readonly UnjudgedCompany[]): Promise<void> {
    const workspace = this.#workspace
    this.#asking = null
    try {
      const job = await startMissing(workspace.core, missingDownload(lacking))
      void workspace.sync.read()
      workspace.say(`Downloading for ${formatCounted(lacking.length, 'company', 'companies')}.`, {
        label: 'Show progress',
        run: () => workspace.open({ screen: 'offline', job: job?.id ?? -1 }),
      })
    } catch (error) {
      workspace.fail(error)
    }
  }
}
