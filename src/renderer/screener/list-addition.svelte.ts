/** Adds the companies that a dialog names to a watchlist, an existing or a new one, once. */

import type { Watchlist } from '#contract/api/watchlists.ts'
import { addToList } from '../app/add-to-list.ts'
import type { WorkspaceState } from '../app/workspace-state.svelte.ts'

type NamedList = Pick<Watchlist, 'id' | 'name'>

/** The companies are those of the moment that the dialog was opened, whatever the screen finds after that. */
export class ListAddition {
  readonly symbols: readonly string[]
  readonly #workspace: Pick<WorkspaceState, 'core' | 'say' | 'open' | 'fail'>
  #isAdding = $state(false)
  /** Of an attempt that failed after its list was created: the next one uses it. */
  #created: NamedList | null = null

  constructor(workspace: Pick<WorkspaceState, 'core' | 'say' | 'open' | 'fail'>, symbols: readonly string[]) {
    this.#workspace = workspace
    this.symbols = symbols
  }

  get isAdding(): boolean {
    return this.#isAdding
  }

  /** `list`: a text is the name of a new one. Resolves to whether they were added; never rejects. */
  async addTo(list: NamedList | string): Promise<boolean> {
    if (this.#isAdding) return false
    this.#isAdding = true
    try {
      await addToList(this.#workspace, typeof list === 'string' ? await this.#createdAs(list) : list, this.symbols)
      return true
    } catch (error) {
      this.#workspace.fail(error)
      return false
    } finally {
      this.#isAdding = false
    }
  }

  async #createdAs(name: string): Promise<NamedList> {
    if (this.#created?.name !== name) this.#created = await this.#workspace.core.watchlists.create({ name })
    return this.#created
  }
}
