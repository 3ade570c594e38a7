/**
 * Saves, renames, finds and deletes saved comparisons, and lists the figures that changed since the
 * open one was saved.
 */

import type { ChangedFigure, SavedComparison } from '#contract/api/comparisons.ts'
import { inputsOf } from '#contract/api/calculated-lines.ts'
import type { OwnMetric } from '#contract/api/metrics.ts'
import type { ApiOutputs } from '#contract/api/api.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { reactiveQuery, type Query } from '../core-client/query.svelte.ts'
import { comparing, type TabLocationOf } from '../app/tab-locations.ts'
import { ownIdOf } from '#contract/api/line-groups.ts'
import { savedSpecOf, settingsOf, type ComparisonSettings } from './comparison-settings.ts'

interface SavedComparisonsDependencies {
  readonly core: Pick<Core, 'comparisons'>
  readonly changes: Pick<Changes, 'listen'>
  /** Id of the saved comparison on screen; empty: none. */
  readonly open: () => string
}

/** Saved comparisons, and the figures that changed since the open one was saved. */
export class SavedComparisons {
  readonly #core: SavedComparisonsDependencies['core']
  readonly #list: Query<ApiOutputs['comparisons']['saved']>
  readonly #moved: Query<ApiOutputs['comparisons']['changesSinceSaved']>

  constructor({ core, changes, open }: SavedComparisonsDependencies) {
    this.#core = core
    this.#list = reactiveQuery(changes, core.comparisons.saved, () => undefined, { reloadOn: ['comparisons'] })
    this.#moved = reactiveQuery(
      changes,
      core.comparisons.changesSinceSaved,
      () => (open() === '' ? null : { id: open() }),
      {
        reloadOn: ['comparisons', 'fundamentals'],
        reset: true,
      },
    )
  }

  get all(): readonly SavedComparison[] {
    return this.#list.result?.comparisons ?? []
  }

  /** Its records no longer have the figures that were saved with it. */
  get isBroken(): boolean {
    return this.#moved.result?.areRecordsIntact === false
  }

  get moved(): readonly ChangedFigure[] {
    return this.#moved.result?.changes ?? []
  }

  byId(id: string): SavedComparison | null {
    return this.all.find((one) => one.id === id) ?? null
  }

  save(settings: ComparisonSettings, name: string, id: string): Promise<SavedComparison> {
    return this.#core.comparisons.save({ name, spec: savedSpecOf(settings), ...(id !== '' && { id }) })
  }

  rename(id: string, name: string): Promise<SavedComparison> {
    return this.#core.comparisons.rename({ id, name })
  }

  /** Returns what `restore` takes. */
  async remove(id: string): Promise<string> {
    const { removed } = await this.#core.comparisons.remove({ id })
    return removed
  }

  async restore(removed: string): Promise<void> {
    await this.#core.comparisons.restore({ removed })
  }
}

export function locationOfSaved({ id, name, spec }: SavedComparison): TabLocationOf<'compare'> {
  return { ...comparing([]), saved: id, name, settings: JSON.stringify(settingsOf(spec)) }
}

/** The changes in fields that the comparison shows, as lines or as axes; other fields of a record do not concern it. */
export function changedIn(
  moved: readonly ChangedFigure[],
  settings: ComparisonSettings,
  own: readonly OwnMetric[],
): readonly ChangedFigure[] {
  const fields = new Set<string>()
  const take = (field: string, depth: number) => {
    if (fields.has(field) || depth > 5) return
    fields.add(field)
    const metric = own.find(({ id }) => id === ownIdOf(field))
    for (const input of metric?.inputs ?? inputsOf(field)) take(input, depth + 1)
  }
  const { layout, lines, scatter } = settings
  for (const field of layout === 'scatter' ? [scatter.up, scatter.across] : lines) take(field, 0)
  return moved.filter(({ field }) => fields.has(field))
}
