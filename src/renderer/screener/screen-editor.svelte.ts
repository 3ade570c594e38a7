/** Edits a screen's conditions, columns, universe and date, with undo. */

import type { ScreenColumn, ScreenCondition, ScreenGroup, ScreenSpec } from '#contract/api/screens.ts'
import type { TabLocationOf } from '../app/tab-locations.ts'
import { emptySpec } from './screen-page.svelte.ts'
import { figureOn } from './screen-subjects.ts'

interface ScreenEditorDependencies {
  readonly location: () => TabLocationOf<'screener'>
  /** The screen in the tab; null: none yet. */
  readonly spec: () => ScreenSpec | null
  readonly refine: (location: TabLocationOf<'screener'>) => void
  /** A condition was added or moved: its name is what the user goes on with. */
  readonly onplaced: (condition: string) => void
}

/** Changes that can be undone. */
const mostUndone = 100

/** Changes of a screen's conditions, columns, universe and date. The screen is kept in the tab, and each change can be undone. */
export class ScreenEditor {
  readonly #dependencies: ScreenEditorDependencies
  /** The screen before each change, the latest one last. */
  #undone = $state.raw<readonly (readonly [settings: string, saved: string])[]>([])

  constructor(dependencies: ScreenEditorDependencies) {
    this.#dependencies = dependencies
  }

  /** Changes of another screen, which the tab showed before, stay as they are. */
  get canUndo(): boolean {
    return this.#undone.at(-1)?.[1] === this.#location.saved
  }

  /** `isContinued`: the change goes on with the one before it, and is undone with that. */
  set(next: ScreenSpec, isContinued = false): void {
    const { settings, saved } = this.#location
    if (!isContinued) this.#undone = [...this.#undone, [settings, saved] as const].slice(-mostUndone)
    this.#dependencies.refine({ ...this.#location, settings: JSON.stringify(next) })
  }

  change(part: Partial<ScreenSpec>): void {
    this.set({ ...this.#spec, ...part })
  }

  undo(): void {
    const last = this.#undone.at(-1)
    if (!last || !this.canUndo) return
    this.#undone = this.#undone.slice(0, -1)
    this.#dependencies.refine({ ...this.#location, settings: last[0] })
  }

  /** Adds a condition to be filled in, after another one; null: at the end. */
  addCondition(after: string | null = null): void {
    const added = figureOn('calculated.operating_margin', newId())
    const { groups: present, columns } = this.#spec
    const groups = present.length > 0 ? present : emptySpec.groups
    const at = groups.findIndex(({ conditions }) => conditions.some((each) => each.id === after))
    const target = at < 0 ? groups.length - 1 : at
    this.change({
      columns: withColumnOf(columns, added.id),
      groups: groups.map((group, index) => {
        if (index !== target) return group
        const place = group.conditions.findIndex((each) => each.id === after)
        const conditions = group.conditions.toSpliced(place < 0 ? group.conditions.length : place + 1, 0, added)
        return { ...group, conditions }
      }),
    })
    this.#dependencies.onplaced(added.id)
  }

  addGroup(): void {
    const added = figureOn('calculated.operating_margin', newId())
    const { groups, columns } = this.#spec
    this.change({
      columns: withColumnOf(columns, added.id),
      groups: [...groups, { kind: 'any', bypassed: false, conditions: [added] }],
    })
    this.#dependencies.onplaced(added.id)
  }

  /** Null: the group is removed. */
  setGroup(at: number, part: Partial<ScreenGroup> | null): void {
    const groups = this.#spec.groups.flatMap((group, index) => {
      if (index !== at) return [group]
      return part === null ? [] : [{ ...group, ...part }]
    })
    this.change({ groups })
  }

  /** Null: the condition is removed, and its group with the last one. */
  setCondition(id: string, changed: ScreenCondition | null, isContinued = false): void {
    const groups = withCondition(this.#spec.groups, id, changed)
    const isEmptied = changed === null && groups.length > 1
    const left = isEmptied ? groups.filter(({ conditions }) => conditions.length > 0) : groups
    this.set({ ...this.#spec, groups: left }, isContinued)
  }

  moveCondition(id: string, by: -1 | 1): void {
    this.change({ groups: movedCondition(this.#spec.groups, id, by) })
    this.#dependencies.onplaced(id)
  }

  get #location(): TabLocationOf<'screener'> {
    return this.#dependencies.location()
  }

  get #spec(): ScreenSpec {
    return this.#dependencies.spec() ?? emptySpec
  }
}

function newId(): string {
  return crypto.randomUUID().slice(0, 8)
}

/** If columns were chosen, a new condition's figures are shown after those of the others. */
function withColumnOf(columns: ScreenSpec['columns'], id: string): ScreenSpec['columns'] {
  if (columns === null) return null
  const last = columns.findLastIndex(({ kind }) => kind === 'condition')
  const added: ScreenColumn = { kind: 'condition', id }
  return columns.toSpliced(last + 1, 0, added)
}

/** Groups with one condition changed, in its place; null: it is removed. */
function withCondition(groups: readonly ScreenGroup[], id: string, changed: ScreenCondition | null): ScreenGroup[] {
  return groups.map((group) => ({
    ...group,
    conditions: group.conditions.flatMap((each) => (each.id !== id ? [each] : changed === null ? [] : [changed])),
  }))
}

/** A condition one place up or down, into the next group where its own ends. */
function movedCondition(groups: readonly ScreenGroup[], id: string, by: -1 | 1): ScreenGroup[] {
  const from = groups.findIndex(({ conditions }) => conditions.some((each) => each.id === id))
  const group = groups[from]
  const at = group?.conditions.findIndex((each) => each.id === id) ?? -1
  const condition = group?.conditions[at]
  if (!group || !condition) return [...groups]
  const inGroup = at + by >= 0 && at + by < group.conditions.length
  const without = withCondition(groups, id, null)
  const to = inGroup ? from : from + by
  if (to < 0 || to >= groups.length) return [...groups]
  return without.map((each, index) => {
    if (index !== to) return each
    const place = inGroup ? at + by : by > 0 ? 0 : each.conditions.length
    return { ...each, conditions: each.conditions.toSpliced(place, 0, condition) }
  })
}
