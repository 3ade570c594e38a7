/** Fetches more pages of lists whose responses state no totals: ratings and news. */

import type { OperationName, ParametersOf } from '#contract/service/operations.ts'
import type { Announcement } from '#contract/api/api.ts'
import type { Reader } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import type { Urgency } from '../service/rate-limited-queue.ts'
import type { CopyCompleteness } from './copy-completeness.ts'
import type { LibraryContext } from './library-context.ts'
import { PagerWithoutTotals, type FetchedPage } from './pager-without-totals.ts'
import type { ResourceType } from './resource-type.ts'

interface PagersDependencies<Name extends OperationName> {
  readonly library: LibraryContext
  readonly resource: ResourceType<Name>
  readonly announcement: Announcement
  /** The request for one page of a list. */
  readonly pageOf: (parameters: ParametersOf<Name>, page: number, pageSize: number) => ParametersOf<Name>
  /** Date of the oldest of some records, ms UTC; null: none has a date. */
  readonly oldestOf: (reader: Reader, recordIds: readonly number[]) => number | null
}

/** The lists of an operation without totals (ratings, news), and how to load more of them. */
export class ListPagination<Name extends OperationName> {
  readonly #dependencies: PagersDependencies<Name>

  constructor(dependencies: PagersDependencies<Name>) {
    this.#dependencies = dependencies
  }

  pager(parameters: ParametersOf<Name>, urgency: Urgency): PagerWithoutTotals<Name> {
    const { library, resource, pageOf } = this.#dependencies
    const parametersOf = (page: number, pageSize: number) => pageOf(parameters, page, pageSize)
    return new PagerWithoutTotals(library, resource, parametersOf, urgency)
  }

  /**
   * Requests the latest or the next older pages of some lists. Throws `read-only` and the failure of the service; records received before it
   * stay in the library.
   */
  async fetchMore(
    lists: readonly PagerWithoutTotals<Name>[],
    page: 'latest' | 'older',
    signal: AbortSignal,
  ): Promise<FetchedPage> {
    const { library, announcement } = this.#dependencies
    if (!library.writer) fail({ kind: 'read-only' })
    const total = { added: 0, changed: 0, more: false }
    try {
      for (const list of lists) {
        const { added, changed, more } = page === 'latest' ? await list.latest(signal) : await list.older(signal)
        total.added += added
        total.changed += changed
        total.more ||= more
      }
    } finally {
      // Announced without new records too: the list shows when it was last refreshed.
      library.announce(announcement)
    }
    return total
  }

  /** Fetches records since a date (null: the latest page) in the background; the caller announces the change. Throws `read-only`. */
  async fetchBack(
    parameters: ParametersOf<Name>,
    from: number | null,
    signal: AbortSignal,
  ): Promise<{ changes: number }> {
    if (!this.#dependencies.library.writer) fail({ kind: 'read-only' })
    const { added, changed } = await this.pager(parameters, 'background').back(from, this.#oldestOf, signal)
    return { changes: added + changed }
  }

  completeness(parameters: ParametersOf<Name>, from: number): CopyCompleteness {
    return this.pager(parameters, 'background').completeness(from, this.#oldestOf)
  }

  readonly #oldestOf = (recordIds: readonly number[]) => {
    const { library, oldestOf } = this.#dependencies
    return oldestOf(library.reader, recordIds)
  }
}
