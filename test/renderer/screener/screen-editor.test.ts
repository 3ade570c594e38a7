import { expect, test } from 'vitest'
import type { ScreenColumn, ScreenSpec } from '#contract/api/screens.ts'
import { newScreen } from '../../../src/renderer/app/tab-locations.ts'
import { columnKey, usualColumns } from '../../../src/renderer/screener/screen-columns.ts'
import { ScreenEditor } from '../../../src/renderer/screener/screen-editor.svelte.ts'
import { readSpec } from '../../../src/renderer/screener/read-spec.ts'
import { emptySpec } from '../../../src/renderer/screener/screen-page.svelte.ts'

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
