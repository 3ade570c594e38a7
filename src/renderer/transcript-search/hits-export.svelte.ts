/** Copies every hit of a search to the clipboard, with progress and Cancel. */

import type { HitRow, HitsQuery } from '#contract/api/transcript-search.ts'
import type { Core } from '../core-client/client.ts'
import { copiedSheet } from '../format/copied-table.ts'
import { formatCounted, formatNumber } from '../format/counts.ts'
import { writeTable } from '../ui/clipboard.ts'
import { allHits, hitSheet } from './hit-sheet.ts'

/** Copies every hit and reports progress. Only one copy runs at a time. */
export class HitsExport {
  readonly #search: Pick<Core['search'], 'hits'>
  #done = $state(0)
  #stop = $state.raw<AbortController | null>(null)

  constructor(search: Pick<Core['search'], 'hits'>) {
    this.#search = search
  }

  get inProgress(): boolean {
    return this.#stop !== null
  }

  /** Hits that were read. */
  get done(): number {
    return this.#done
  }

  /** Returns what was done, in a sentence; rejects with `RequestFailed`. */
  async copy(wanted: HitsQuery): Promise<string> {
    return this.#run(wanted, async (rows) => {
      await writeTable(copiedSheet(hitSheet(rows)))
      return `${formatCounted(rows.length, 'hit')} copied with headers.`
    })
  }

  stop(): void {
    this.#stop?.abort()
  }

  async #run(wanted: HitsQuery, give: (rows: HitRow[]) => Promise<string>): Promise<string> {
    this.#stop?.abort()
    const stop = new AbortController()
    this.#stop = stop
    this.#done = 0
    try {
      const { rows, total } = await allHits(this.#search, wanted, stop.signal, (done) => (this.#done = done))
      const says = await give(rows)
      return rows.length < total ? `${says} ${formatNumber(total - rows.length)} more were excluded.` : says
    } finally {
      if (this.#stop === stop) this.#stop = null
    }
  }
}
