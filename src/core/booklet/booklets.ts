/** The booklets feature: tear sheets of several companies, one after another, as one document. */

import { setImmediate } from 'node:timers/promises'
import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import { bookletEntryOf } from '#contract/api/booklet-entry.ts'
import type { BookletEntry } from '#contract/api/booklet.ts'
import { failureOf } from '../failure-error.ts'
import type { Clock } from '../clock.ts'
import type { TearSheets } from '../tear-sheet/tear-sheet.ts'

interface BookletsDependencies {
  readonly tearSheets: Pick<TearSheets, 'compose'>
  readonly clock: Clock
  /** Takes what is no expected failure. */
  readonly report: (error: unknown, where: string) => void
}

export class Booklets {
  readonly #dependencies: BookletsDependencies

  constructor(dependencies: BookletsDependencies) {
    this.#dependencies = dependencies
  }

  /** Taken from the tear sheets, so that the dialog promises what they contain. */
  async contents({ symbols, asOf }: ApiInputs['booklet']['contents']): Promise<ApiOutputs['booklet']['contents']> {
    const entries: BookletEntry[] = []
    for (const symbol of symbols) {
      entries.push(await this.#entry(symbol, asOf))
      // The user's own requests come in between.
      await setImmediate()
    }
    return { entries, composedAt: this.#dependencies.clock.now() }
  }

  async #entry(symbol: string, asOf: number | undefined): Promise<BookletEntry> {
    const { tearSheets, report } = this.#dependencies
    try {
      return bookletEntryOf(await tearSheets.compose({ symbol, ...(asOf !== undefined && { asOf }) }))
    } catch (error) {
      const failure = failureOf(error)
      // The database itself is damaged: that is no matter of one company.
      if (failure?.kind === 'damaged') throw error
      if (!failure) report(error, `booklet of ${symbol}`)
      return {
        symbol,
        name: null,
        fetchedAt: null,
        missing: [],
        isEmpty: false,
        failure: failure ? { ...failure } : { kind: 'defect' },
      }
    }
  }
}
