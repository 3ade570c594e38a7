/** Asks what to do after the core's process died too often. */

import type { CoreState } from './core-lifecycle.ts'

interface CoreFailureChoices {
  readonly ask: (deaths: number) => Promise<'again' | 'other-profile' | 'quit'>
  readonly startCore: () => void
  /** False when the user chose no other profile. */
  readonly startElsewhere: () => Promise<boolean>
  readonly quit: () => void
}

/**
 * Asks as long as the core is given up and nothing was chosen. Another profile and the end of the program come to nothing when the user
 * stays for unsaved work: then `follow` is called once more, because without the core that work cannot be saved.
 */
export class CoreFailure {
  readonly #choices: CoreFailureChoices
  #isAsking = false

  constructor(choices: CoreFailureChoices) {
    this.#choices = choices
  }

  async follow(life: CoreState): Promise<void> {
    if (life.phase !== 'given-up' || this.#isAsking) return
    this.#isAsking = true
    const choice = await this.#choices.ask(life.deaths.length).finally(() => {
      this.#isAsking = false
    })
    switch (choice) {
      case 'again':
        return this.#choices.startCore()
      case 'other-profile':
        return (await this.#choices.startElsewhere()) ? undefined : this.follow(life)
      case 'quit':
        return this.#choices.quit()
      default:
        return choice satisfies never
    }
  }
}
