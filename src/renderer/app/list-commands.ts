/**
 * The commands that lists of calls, ratings and news share: fetch more from the service, copy and
 * export.
 */

import type { ColumnKind } from '#contract/api/exports.ts'
import { copiedSheet, type SpreadsheetTable } from '../format/copied-table.ts'
import { formatCounted, formatNumber } from '../format/counts.ts'
import { writeTable, type CopiedTable } from '../ui/clipboard.ts'
import type { WorkspaceState } from './workspace-state.svelte.ts'
import { isFocusFree } from './region-navigation.ts'
import { exportOf, type Exportable } from './exporter.ts'
import type { FetchedMore, ServicePagination } from './service-pagination.svelte.ts'
import type { ListPage, WindowedList } from './windowed-list.svelte.ts'

interface ListCommandsOptions<Filter, Entry, Key extends string | number, Page extends ListPage<Entry>> {
  readonly workspace: Pick<WorkspaceState, 'core' | 'say' | 'fail'>
  readonly list: WindowedList<Filter, Entry, Key, Page>
  readonly pagination: ServicePagination<Filter, FetchedMore>
  /** The filter that is chosen now, and in words. */
  readonly filter: () => Filter
  readonly described: () => string
  /** One row and several: `call`, `calls`. */
  readonly one: () => string
  readonly many: () => string
  readonly sheet: (entries: readonly Entry[]) => SpreadsheetTable
  /** Kinds of columns in a sheet that their cells do not show. */
  readonly kinds: Readonly<Record<string, ColumnKind>>
  /** Name of an exported file, before its ending. */
  readonly fileName: () => string
  readonly grid: () => HTMLElement | null
}

/** Most rows of a copy. */
const mostCopied = 20_000

export class ListCommands<Filter, Entry, Key extends string | number, Page extends ListPage<Entry>> {
  readonly #options: ListCommandsOptions<Filter, Entry, Key, Page>

  constructor(options: ListCommandsOptions<Filter, Entry, Key, Page>) {
    this.#options = options
  }

  /** Fetches from the service, and reports how many entries that added. Never rejects: the pagination has the failure. */
  async fetch(page: 'latest' | 'older'): Promise<void> {
    const { workspace, list, pagination, filter, one, many, grid } = this.#options
    const fetched = await pagination.fetch(filter(), page)
    if (fetched === null) return
    const word = page === 'latest' ? 'new' : 'older'
    const { added } = fetched
    workspace.say(
      added === 0
        ? `No ${word} ${many()}.`
        : `${formatCounted(added, `${word} ${one()}`, `${word} ${many()}`)} loaded.`,
    )
    await list.reload()
    // The pressed button may disappear with the last rows, and the focus with it.
    if (isFocusFree()) grid()?.focus({ preventScroll: true })
  }

  /** The selected rows for the clipboard; null: some are not loaded, and are written once they are. */
  copy(): CopiedTable | null {
    const { list, sheet } = this.#options
    const entries = list.selectedEntries
    if (entries === null) {
      this.copySelected()
      return null
    }
    this.#sayCopied(entries.length)
    return copiedSheet(sheet(entries))
  }

  copySelected(): void {
    const { list } = this.#options
    const { selected } = list
    if (selected !== null) void this.#write(async () => ({ entries: await list.fetch(selected) }))
  }

  copyAll(): void {
    const { list } = this.#options
    void this.#write(() => list.fetchAll(list.filter, mostCopied))
  }

  /** Null: there is no row. */
  exported(): Exportable | null {
    const { workspace, list, kinds, sheet, fileName, described } = this.#options
    if (list.total === 0) return null
    const { filter } = list
    return exportOf(workspace.core, {
      name: fileName(),
      kinds,
      facts: [['Filter', described()]],
      sheet: async (signal) => sheet((await list.fetchAll(filter, Infinity, signal)).entries),
    })
  }

  async #write(fetch: () => Promise<{ readonly entries: readonly Entry[]; readonly total?: number }>): Promise<void> {
    const { workspace, sheet } = this.#options
    try {
      const { entries, total = entries.length } = await fetch()
      await writeTable(copiedSheet(sheet(entries)))
      this.#sayCopied(entries.length, total > entries.length)
    } catch (error) {
      workspace.fail(error)
    }
  }

  #sayCopied(rows: number, isPart = false): void {
    this.#options.workspace.say(
      isPart ? `First ${formatNumber(rows)} rows copied.` : `${formatCounted(rows, 'row')} copied.`,
    )
  }
}
