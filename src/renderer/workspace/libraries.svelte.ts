import type { DeskAnswers } from '#contract/desk/desk.ts'
import type { Workspace as Library } from '#contract/desk/workspaces.ts'
import type { Changes } from '../core/changes.ts'
import type { Core } from '../core/client.ts'
import { Reading } from '../core/reading.svelte.ts'

/** The workspaces of the profile (each a service, a key and a library of its own), and the one that is open. */
export class Libraries {
  readonly #core: Core
  readonly #reading: Reading<DeskAnswers['workspaces']['list']>

  constructor(core: Core, changes: Changes) {
    this.#core = core
    this.#reading = new Reading(changes, { touchedBy: (announcement) => announcement.kind === 'workspaces' })
  }

  read(): Promise<void> {
    return this.#reading.ask((signal) => this.#core.workspaces.list(undefined, { signal }))
  }

  get all(): readonly Library[] {
    return this.#reading.answer?.workspaces ?? []
  }

  /** Null until the core has answered. */
  get active(): Library | null {
    return this.all.find((library) => library.id === this.#reading.answer?.active) ?? null
  }

  /** Rejects with `AskFailed`. Every screen is read anew in the other workspace. */
  async activate(id: string): Promise<void> {
    await this.#core.workspaces.activate({ id })
    await this.#reading.again()
  }
}
