import type { Moved, SavedComparison } from '#contract/desk/comparisons.ts'
import { reckonedByField } from '#contract/desk/reckoned-lines.ts'
import type { OwnMetric } from '#contract/desk/metrics.ts'
import type { DeskAnswers } from '#contract/desk/desk.ts'
import type { Changes } from '../core/changes.ts'
import type { Core } from '../core/client.ts'
import { Reading } from '../core/reading.svelte.ts'
import { comparing, type PlaceOf } from '../workspace/places.ts'
import { ownIdOf } from './line-groups.ts'
import { keptSpecOf, wishOf, type Wish } from './wish.ts'

export interface SavedParts {
  readonly core: Pick<Core, 'comparisons'>
  readonly changes: Pick<Changes, 'listen'>
}

/** Comparisons kept by name, and what moved since the open one was kept. */
export class SavedComparisons {
  readonly #core: SavedParts['core']
  readonly #list: Reading<DeskAnswers['comparisons']['saved']>
  readonly #moved: Reading<DeskAnswers['comparisons']['moved']>

  constructor({ core, changes }: SavedParts) {
    this.#core = core
    this.#list = new Reading(changes, { touchedBy: ({ kind }) => kind === 'comparisons' })
    this.#moved = new Reading(changes, {
      touchedBy: ({ kind }) => kind === 'comparisons' || kind === 'fundamentals',
    })
    void this.#list.ask((signal) => core.comparisons.saved(undefined, { signal }))
  }

  close(): void {
    this.#list.close()
    this.#moved.close()
  }

  get all(): readonly SavedComparison[] {
    return this.#list.answer?.comparisons ?? []
  }

  /** Its records no longer hold what was kept with it. */
  get isBroken(): boolean {
    return this.#moved.answer?.kept === false
  }

  get moved(): readonly Moved[] {
    return this.#moved.answer?.moved ?? []
  }

  byId(id: string): SavedComparison | null {
    return this.all.find((one) => one.id === id) ?? null
  }

  /** What moved since this one was saved is asked for. */
  look(id: string): void {
    if (id !== '') void this.#moved.ask((signal) => this.#core.comparisons.moved({ id }, { signal }), { fresh: true })
  }

  save(wish: Wish, name: string, id: string): Promise<SavedComparison> {
    return this.#core.comparisons.save({ name, spec: keptSpecOf(wish), ...(id !== '' && { id }) })
  }

  rename(id: string, name: string): Promise<SavedComparison> {
    return this.#core.comparisons.rename({ id, name })
  }

  async forget(id: string): Promise<void> {
    await this.#core.comparisons.forget({ id })
  }
}

export function placeOfSaved({ id, name, spec }: SavedComparison): PlaceOf<'compare'> {
  return { ...comparing([]), saved: id, name, asked: JSON.stringify(wishOf(spec)) }
}

/** Those that a comparison's lines are made of: what moved elsewhere in a record is not its matter. */
export function movedIn(moved: readonly Moved[], wish: Wish, own: readonly OwnMetric[]): readonly Moved[] {
  const fields = new Set<string>()
  const take = (field: string, depth: number) => {
    if (fields.has(field) || depth > 5) return
    fields.add(field)
    const metric = own.find(({ id }) => id === ownIdOf(field))
    for (const input of metric?.inputs ?? reckonedByField.get(field)?.inputs ?? []) take(input, depth + 1)
  }
  for (const field of wish.lines) take(field, 0)
  return moved.filter(({ field }) => fields.has(field))
}
