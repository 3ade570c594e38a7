import { expect, test } from 'vitest'
import type { ScreenColumn, ScreenCondition, ScreenGroup, ScreenSpec } from '#contract/api/screens.ts'
import { newScreen } from '../../../src/renderer/app/tab-locations.ts'
import { columnKey, usualColumns } from '../../../src/renderer/screener/screen-columns.ts'
import { ScreenEditor } from '../../../src/renderer/screener/screen-editor.svelte.ts'
import { readSpec } from '../../../src/renderer/screener/read-spec.ts'
import { emptySpec } from '../../../src/renderer/screener/screen-page.svelte.ts'
import { figureOn } from '../../../src/renderer/screener/screen-subjects.ts'

/** A screen in a tab. */
function edited(saved = '') {
  let location = { ...newScreen, saved }
  const spec = () => readSpec(location.settings) ?? emptySpec
  const editor = new ScreenEditor({
    location: () => location,
    spec,
    refine: (next) => {
      location = next
    },
    onplaced: () => undefined,
  })
  const open = (other: string) => {
    location = { ...newScreen, saved: other }
  }
  return { editor, spec, open }
}

const sector: ScreenColumn = { kind: 'plain', key: 'sector' }
const keysOf = ({ columns }: ScreenSpec) => columns?.map(columnKey) ?? null

test('chosen columns are undone like any other change', () => {
  const { editor, spec } = edited()
  editor.addCondition()
  editor.change({ columns: [sector] })
  expect(keysOf(spec())).toEqual(['sector'])
  editor.undo()
  expect([keysOf(spec()), spec().groups[0]?.conditions.length]).toEqual([null, 1])
  editor.undo()
  expect([spec().groups[0]?.conditions, editor.canUndo]).toEqual([[], false])
})

test('a condition that is added to a screen with chosen columns is shown after the other conditions', () => {
  const { editor, spec } = edited()
  editor.addCondition()
  const [first] = spec().groups.flatMap(({ conditions }) => conditions.map(({ id }) => id))
  editor.change({ columns: [{ kind: 'condition', id: first ?? '' }, sector] })
  editor.addGroup()
  const [, second] = spec().groups.flatMap(({ conditions }) => conditions.map(({ id }) => id))
  expect(keysOf(spec())).toEqual([first, second, 'sector'])
})

test('changes of another screen are not undone in this one', () => {
  const { editor, open } = edited('one')
  editor.addCondition()
  open('other')
  expect(editor.canUndo).toBe(false)
})

test('a tab that an earlier version wrote has the usual columns: each figure once, and which of several conditions is met', () => {
  const { editor, spec } = edited()
  editor.addCondition()
  editor.addGroup()
  editor.addCondition()
  const { columns: _, ...earlier } = spec()
  const read = readSpec(JSON.stringify(earlier))
  expect(read?.columns).toBeNull()
  const [first] = spec().groups.flatMap(({ conditions }) => conditions.map(({ id }) => id))
  expect(usualColumns(read?.groups ?? []).map(columnKey)).toEqual([
    'period',
    first,
    'sector',
    'call',
    'rating',
    'met-by',
  ])
})

test('a condition moves within its group, and from its end into the next one', () => {
  const of = (...ids: string[]): ScreenCondition[] => ids.map((id) => figureOn('Revenue', id))
  const groups: ScreenGroup[] = [
    { kind: 'all', bypassed: false, conditions: of('a', 'b') },
    { kind: 'any', bypassed: false, conditions: of('c') },
  ]
  const moved = (id: string, by: -1 | 1) => {
    const { editor, spec } = edited()
    editor.set({ ...emptySpec, groups })
    editor.moveCondition(id, by)
    return spec().groups.map(({ conditions }) => conditions.map((each) => each.id).join(''))
  }
  expect(moved('a', 1)).toEqual(['ba', 'c'])
  expect(moved('b', 1)).toEqual(['a', 'bc'])
  expect(moved('c', -1)).toEqual(['abc', ''])
  expect(moved('a', -1)).toEqual(['ab', 'c'])
})
