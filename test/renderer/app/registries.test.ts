import { createRawSnippet } from 'svelte'
import { expect, test } from 'vitest'
import { Actions } from '../../../src/renderer/app/actions.svelte.ts'
import { Drawer, type DrawerEntry } from '../../../src/renderer/app/drawer.svelte.ts'
import { StatusLine } from '../../../src/renderer/app/status-line.svelte.ts'
import { replaceInOneFlush } from './two-effects.svelte.ts'

const content = createRawSnippet(() => ({ render: () => '<p></p>' }))
const entry = (title: string): DrawerEntry => ({
  title,
  note: '',
  content,
  head: null,
  wide: false,
  beside: false,
  flush: false,
  closed: () => {},
})

test('a page that comes as another one goes has its commands', () => {
  const actions = new Actions()
  const add = (id: 'go.back' | 'go.forward') => actions.add(() => [{ id, title: id, group: 'View', run: () => {} }])
  replaceInOneFlush(
    () => add('go.back'),
    () => add('go.forward'),
  )
  expect(actions.all.map(({ id }) => id)).toEqual(['go.forward'])
})

test('a page that comes as another one goes has its drawer', () => {
  const drawer = new Drawer()
  const show = (tab: string) => {
    const shown = entry(tab)
    drawer.show(tab, shown)
    return () => drawer.withdraw(tab, shown)
  }
  replaceInOneFlush(
    () => show('old'),
    () => show('new'),
  )
  expect([drawer.of('old'), drawer.of('new')?.title]).toEqual([null, 'new'])
})

test('a page that comes as another one goes has its part of the status bar', () => {
  const line = new StatusLine()
  const add = (tab: string) => line.add({ tab, side: 'left', content })
  replaceInOneFlush(
    () => add('old'),
    () => add('new'),
  )
  expect([line.of('old', 'left').length, line.of('new', 'left').length]).toEqual([0, 1])
})

test('the sentence of the ended program is in the status bar once, though a request failed by it, and another failure stays', () => {
  const line = new StatusLine()
  const stopped = { failure: { kind: 'core-stopped' }, at: 1 } as const
  const damaged = { failure: { kind: 'damaged' }, at: 2 } as const
  expect([line.notShownYet(stopped, stopped.failure), line.notShownYet(stopped, null)]).toEqual([null, stopped])
  expect(line.notShownYet(damaged, stopped.failure)).toBe(damaged)
})
