/** The current hit among the visible ones, which stays current while other hits come and go. */

import type { Hit, HitGroup } from '#contract/api/transcript-search.ts'
import { groupKeys } from './hit-keys.ts'

/** A visible hit, with its group. */
export interface ShownHit {
  /** The same for the same hit, however many others come and go. */
  readonly key: string
  readonly group: HitGroup
  readonly hit: Hit
}

export function shownHits(groups: readonly HitGroup[], hitsOf: (group: HitGroup) => readonly Hit[]): ShownHit[] {
  const keys = groupKeys(groups)
  return groups.flatMap((group, index) =>
    hitsOf(group).map((hit, at) => ({
      key: `${keys[index]} ${hit.kind} ${hit.turn < 0 ? at : hit.turn}`,
      group,
      hit,
    })),
  )
}

export class HitCursor {
  readonly #hits: () => readonly ShownHit[]
  readonly #query: () => string | undefined
  /** The last move, with the query whose hits it was among. */
  #moved = $state.raw<{ readonly key: string; readonly query: string | undefined } | null>(null)

  constructor(hits: () => readonly ShownHit[], query: () => string | undefined) {
    this.#hits = hits
    this.#query = query
  }

  /** Null at first, and again for another query. */
  get #key(): string | null {
    const moved = this.#moved
    return moved && moved.query === this.#query() ? moved.key : null
  }

  /** The index of the current hit: the first until another is chosen, or when that one is no longer among the hits. −1: there is none. */
  get index(): number {
    const hits = this.#hits()
    return hits.length === 0
      ? -1
      : Math.max(
          0,
          hits.findIndex(({ key }) => key === this.#key),
        )
  }

  get hit(): ShownHit | null {
    return this.#hits()[this.index] ?? null
  }

  moveTo(key: string): void {
    this.#moved = { key, query: this.#query() }
  }

  moveBy(hits: number): void {
    const all = this.#hits()
    const to = all[Math.max(0, Math.min(all.length - 1, this.index + hits))]
    if (to) this.moveTo(to.key)
  }
}
