import { beforeEach, expect, test } from 'vitest'
import { openLocation } from '../../../src/renderer/app/open-location.ts'
import type { StatusMessage } from '../../../src/renderer/app/status-message.svelte.ts'
import { comparing, newScreen, type TabLocation } from '../../../src/renderer/app/tab-locations.ts'
import { Tabs } from '../../../src/renderer/app/tabs.svelte.ts'
import { emptySpec } from '../../../src/renderer/screener/screen-page.svelte.ts'
import { figureOn } from '../../../src/renderer/screener/screen-subjects.ts'

const history = {
  state: null,
  pushState: () => {},
  replaceState: () => {},
  back: () => {},
  forward: () => {},
  go: () => {},
}
let tabs: Tabs
let said: string[]
let undo: (() => void) | undefined

beforeEach(() => {
  said = []
  undo = undefined
  tabs = new Tabs({ history, workspace: 'sample', saved: null, changed: () => {} })
})

function open(location: TabLocation): void {
  const say = (sentence: string, action?: StatusMessage['action']) => {
    said.push(sentence)
    undo = action?.run
  }
  openLocation({ tabs, say }, location)
}
const conditions = (field: string) =>
  JSON.stringify({ ...emptySpec, groups: [{ kind: 'all', bypassed: false, conditions: [figureOn(field, 'one')] }] })
const screen = (saved: string, field: string) => ({
  ...newScreen,
  saved,
  name: saved && 'Quality',
  settings: field && conditions(field),
})

test.each([
  ['a new screen', screen('', 'Revenue'), newScreen, 'Unsaved screen replaced.'],
  ['a saved screen', screen('q', 'Revenue'), screen('q', 'EBITDA'), 'Previous settings of Quality replaced.'],
  ['a new comparison', comparing(['HLDN', 'KSTM']), comparing([]), 'Unsaved comparison of HLDN, KSTM replaced.'],
  [
    'another comparison',
    comparing(['HLDN', 'KSTM']),
    comparing(['VSPO']),
    'Unsaved comparison of HLDN, KSTM replaced.',
  ],
] as const)(
  '%s replaces unsaved work in its tab, also in one that is not active, and Undo brings it back',
  (...row) => {
    const [, before, after, sentence] = row
    tabs.open(before)
    tabs.open({ screen: 'home' })
    open(after)
    expect([tabs.active.location, said]).toEqual([after, [sentence]])
    undo?.()
    expect(tabs.active.location).toEqual(before)
  },
)

test('Undo replaces nothing that was typed meanwhile without an Undo of its own', () => {
  tabs.open(comparing(['HLDN', 'KSTM']))
  open(comparing([]))
  tabs.refine(comparing(['VSPO']))
  undo?.()
  expect(said.at(-1)).toBe('Unsaved comparison of VSPO replaced.')
  undo?.()
  expect(tabs.active.location).toEqual(comparing(['VSPO']))
})

test('a saved screen or comparison that is opened by its id alone is shown as its tab was left', () => {
  const changed = { ...comparing(['HLDN', 'KSTM']), saved: 'p', name: 'Peers' }
  for (const left of [screen('q', 'Revenue'), changed]) {
    tabs.open(left)
    open({ ...left, settings: '' })
    expect([tabs.active.location, said]).toEqual([left, []])
  }
})

test('nothing is said where nothing is replaced', () => {
  open(comparing([]))
  open(comparing(['HLDN']))
  open({ ...comparing(['HLDN']), view: 'restatements' })
  open(newScreen)
  open(screen('q', 'Revenue'))
  expect(said).toEqual([])
})
