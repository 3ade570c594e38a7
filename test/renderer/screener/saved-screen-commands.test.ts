import { expect, test } from 'vitest'
import type { SavedScreen, ScreenSpec } from '#contract/api/screens.ts'
import { openLocation } from '../../../src/renderer/app/open-location.ts'
import type { StatusMessage } from '../../../src/renderer/app/status-message.svelte.ts'
import {
  isLocationOf,
  newScreen,
  tabKey,
  type TabLocation,
  type TabLocationOf,
} from '../../../src/renderer/app/tab-locations.ts'
import { Tabs } from '../../../src/renderer/app/tabs.svelte.ts'
import { readSpec } from '../../../src/renderer/screener/read-spec.ts'
import { savedScreenCommands } from '../../../src/renderer/screener/saved-screen-commands.ts'
import { emptySpec } from '../../../src/renderer/screener/screen-page.svelte.ts'
import { figureOn } from '../../../src/renderer/screener/screen-subjects.ts'
import { ManualTime } from '../manual-time.ts'
import { openTestCore } from '../open-test-core.ts'

const history = {
  state: null,
  pushState: () => {},
  replaceState: () => {},
  back: () => {},
  forward: () => {},
  go: () => {},
}
const specOn = (field: string): ScreenSpec => ({
  ...emptySpec,
  groups: [{ kind: 'all', bypassed: false, conditions: [figureOn(field, 'one')] }],
})
const screenOn = (field: string, saved = '', name = ''): TabLocationOf<'screener'> => ({
  screen: 'screener',
  saved,
  name,
  settings: JSON.stringify(specOn(field)),
})

/** The tabs of a window, with the commands of each screen that is open in them. */
async function window() {
  const { core } = await openTestCore(new ManualTime())
  const tabs = new Tabs({ history, workspace: 'sample', saved: null, changed: () => {} })
  let undo: (() => void) | undefined
  const say = (_: string, action?: StatusMessage['action']) => {
    undo = action?.run
  }
  const open = (location: TabLocation) => openLocation({ tabs, say }, location)
  const fail = (error: unknown) => {
    throw error
  }
  const at = (tabId: string) => {
    const location = tabs.all.find(({ id }) => id === tabId)?.location
    if (!location || !isLocationOf('screener', location)) throw new Error('no screen is open there')
    return location
  }
  const commandsOf = (tabId: string, screen: SavedScreen | null) =>
    savedScreenCommands({
      workspace: { core, tabs, open, say, fail },
      tabId,
      location: () => at(tabId),
      spec: () => readSpec(at(tabId).settings),
      saved: () => screen,
    })
  const screen = await core.screens.save({ name: 'Quality', spec: specOn('Revenue') })
  open({ ...screenOn('Revenue', screen.id, 'Quality'), settings: JSON.stringify(screen.spec) })
  const tabId = tabs.active.id
  const names = async () => (await core.screens.saved()).screens.map(({ name }) => name)
  return { core, tabs, screen, tabId, at, open, commandsOf, names, undo: () => undo?.() }
}

test('a screen that is renamed keeps the conditions that were changed and not saved', async () => {
  const { tabs, screen, tabId, at, commandsOf } = await window()
  tabs.refine(screenOn('EBITDA', screen.id, 'Quality'))
  commandsOf(tabId, screen).rename('Margins')
  await expect.poll(() => at(tabId).name).toBe('Margins')
  expect(at(tabId)).toEqual(screenOn('EBITDA', screen.id, 'Margins'))
})

test('conditions that are changed while a screen is being saved stay', async () => {
  const { core, tabs, screen, tabId, at, commandsOf } = await window()
  tabs.refine(screenOn('EBITDA', screen.id, 'Quality'))
  commandsOf(tabId, screen).save('Margins', screen.id)
  tabs.refine(screenOn('NetIncome', screen.id, 'Quality'))
  await expect.poll(() => at(tabId).name).toBe('Margins')
  const { screens } = await core.screens.saved()
  expect([at(tabId), screens[0]?.spec]).toEqual([screenOn('NetIncome', screen.id, 'Margins'), specOn('EBITDA')])
})

test('a new screen whose conditions are changed while it is being saved keeps them in its own tab', async () => {
  const { tabs, open, commandsOf } = await window()
  open(screenOn('EBITDA'))
  commandsOf(tabKey(newScreen), null).save('Margins', '')
  tabs.refine(screenOn('NetIncome'))
  await expect.poll(() => tabs.active.location).toMatchObject({ name: 'Margins' })
  expect(tabs.active.location).toMatchObject({ settings: screenOn('NetIncome').settings })
})

test('Undo of a deleted screen brings back the unsaved one that it took the place of', async () => {
  const { screen, tabId, at, open, commandsOf, names, undo } = await window()
  open(screenOn('EBITDA'))
  await commandsOf(tabId, screen).remove()
  expect([await names(), readSpec(at(tabKey(newScreen)).settings)]).toEqual([[], specOn('Revenue')])
  undo()
  await expect.poll(names).toEqual(['Quality'])
  expect(at(tabKey(newScreen)).settings).toBe(screenOn('EBITDA').settings)
})
