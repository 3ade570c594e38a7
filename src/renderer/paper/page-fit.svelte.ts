/** Shortens the lists of a printed page until they fit it: the longest list loses rows first. */

import { tick, untrack } from 'svelte'
import type { Attachment } from 'svelte/attachments'

export interface FittedList {
  /** Rows that there are to show. */
  readonly rows: number
  /** Rows above these go before others do; absent: all are wanted. */
  readonly enough?: number
  /** Minimum number of rows that stay. */
  readonly least: number
}

/**
 * Makes a page's lists fit it: as long as the page's body holds more than it has room for, the longest list loses a row. Type never
 * shrinks, and a page never becomes two.
 */
export class PageFit {
  readonly #lists: () => Readonly<Record<string, FittedList>>
  #cut = $state.raw<Readonly<Record<string, number>>>({})
  #isSettled = $state(false)
  /** Counts the measurements, of which only the latest one continues. */
  #run = 0

  constructor(lists: () => Readonly<Record<string, FittedList>>) {
    this.#lists = lists
  }

  /** All lists are as long as they will be. */
  get isSettled(): boolean {
    return this.#isSettled
  }

  /** How many rows of a list fit. */
  shown(name: string): number {
    return (this.#lists()[name]?.rows ?? 0) - (this.#cut[name] ?? 0)
  }

  /** For the page's body. Measures again whenever the lists change, or what `on` reads. */
  readonly body =
    (on: () => unknown): Attachment<HTMLElement> =>
    (body) => {
      const lists = this.#lists()
      on()
      untrack(() => void this.#fit(body, lists, (this.#run += 1)))
      return () => {
        this.#run += 1
      }
    }

  async #fit(body: HTMLElement, lists: Readonly<Record<string, FittedList>>, run: number): Promise<void> {
    this.#isSettled = false
    this.#cut = {}
    await tick()
    // The browser loads fonts only for a layout that needs them.
    excessOf(body)
    await document.fonts.ready
    let excess = excessOf(body)
    // Lists next to something higher: removing a row does not shorten the page.
    const useless = new Set<string>()
    while (excess > 0 && run === this.#run) {
      const name = this.#longest(lists, useless)
      if (name === null) break
      const before = this.#cut
      this.#cut = { ...before, [name]: (before[name] ?? 0) + 1 }
      await tick()
      const left = excessOf(body)
      if (left < excess) useless.clear()
      else {
        this.#cut = before
        useless.add(name)
      }
      excess = Math.min(excess, left)
    }
    await this.#giveBack(body, lists, run)
    if (run === this.#run) this.#isSettled = true
  }

  /** The row that made the page fit may have been higher than it had to be: others return as long as there is room for them. */
  async #giveBack(body: HTMLElement, lists: Readonly<Record<string, FittedList>>, run: number): Promise<void> {
    if (excessOf(body) > 0) return
    // In the order of the lists: the most important first.
    for (const name of Object.keys(lists)) {
      while ((this.#cut[name] ?? 0) > 0 && run === this.#run) {
        const before = this.#cut
        this.#cut = { ...before, [name]: (before[name] ?? 0) - 1 }
        await tick()
        if (excessOf(body) <= 0) continue
        this.#cut = before
        await tick()
        break
      }
    }
  }

  #longest(lists: Readonly<Record<string, FittedList>>, useless: ReadonlySet<string>): string | null {
    const cuttable = Object.entries(lists)
      .map(([name, { rows, enough = rows, least }]) => ({ name, enough, least, rows: rows - (this.#cut[name] ?? 0) }))
      .filter(({ name, rows, least }) => rows > least && !useless.has(name))
    const ample = cuttable.filter(({ rows, enough }) => rows > enough)
    return (ample.length > 0 ? ample : cuttable).toSorted((one, other) => other.rows - one.rows)[0]?.name ?? null
  }
}

/** Pixels that have no room. */
function excessOf(body: HTMLElement): number {
  return body.scrollHeight - body.clientHeight
}
