/** Stores the open tabs of each window. */

import { longestTabSet, tabSet, type TabSet } from '#contract/api/tabs.ts'
import type { Clock } from '../clock.ts'
import type { OpenDatabase } from '../database/database-kind.ts'
import { fail } from '../failure-error.ts'
import { readStoredJson } from '../stored-json.ts'

interface Row {
  readonly window_id: string
  readonly tabs: string
}

/** The tabs that the windows have open in a workspace, a set a window. */
export class TabSets {
  readonly #desk: OpenDatabase
  readonly #clock: Clock

  constructor(desk: OpenDatabase, clock: Clock) {
    this.#desk = desk
    this.#clock = clock
  }

  /**
   * The tabs of a new window: see `contract/api/tabs`. On a read-only profile nothing is forgotten.
   *
   * @param isOpen whether the window with this id is open, or about to be
   */
  open(window: string, isOpen: (window: string) => boolean): TabSet | null {
    const rows = this.#rows()
    const own = rows.find(({ window_id }) => window_id === window)
    const others = rows.filter(({ window_id }) => window_id !== window)
    const isAlone = !others.some(({ window_id }) => isOpen(window_id))
    const taken = own ?? (isAlone ? others.find(({ tabs }) => readTabs(tabs) !== null) : undefined)
    const closed = others.filter(({ window_id }) => !isOpen(window_id))
    this.#desk.writer?.transaction(() => {
      for (const { window_id } of closed) this.#forget(window_id)
      if (taken && taken !== own) this.#put(window, taken.tabs)
    })
    return taken ? readTabs(taken.tabs) : null
  }

  /** The tabs of a closed window, which are forgotten; on a read-only profile they stay. */
  take(window: string): TabSet | null {
    const row = this.#rows().find(({ window_id }) => window_id === window)
    this.#forget(window)
    return row ? readTabs(row.tabs) : null
  }

  /** Throws `read-only`, and `bad-request` for a set that is too long. */
  save(window: string, set: TabSet): void {
    const tabs = JSON.stringify(set)
    if (tabs.length > longestTabSet) fail({ kind: 'bad-request', detail: 'too many tabs' })
    const [last] = this.#rows()
    if (last?.window_id !== window || last.tabs !== tabs) this.#put(window, tabs)
  }

  /** The ones used last first. */
  #rows(): readonly Row[] {
    return this.#desk.reader.all<Row>('SELECT window_id, tabs FROM window_tabs ORDER BY saved_at DESC, rowid DESC', [])
  }

  #put(window: string, tabs: string): void {
    const writer = this.#desk.writer ?? fail({ kind: 'read-only' })
    writer.run('INSERT OR REPLACE INTO window_tabs (window_id, tabs, saved_at) VALUES (?, ?, ?)', [
      window,
      tabs,
      this.#clock.now(),
    ])
  }

  #forget(window: string): void {
    this.#desk.writer?.run('DELETE FROM window_tabs WHERE window_id = ?', [window])
  }
}

/** Null for a set that is damaged or of another version: the window then opens without its former tabs. */
function readTabs(text: string): TabSet | null {
  return readStoredJson(tabSet, text) ?? null
}
