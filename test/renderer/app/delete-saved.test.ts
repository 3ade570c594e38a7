import { expect, test } from 'vitest'
import { deleteSaved } from '../../../src/renderer/app/delete-saved.ts'
import { openLocation } from '../../../src/renderer/app/open-location.ts'
import type { StatusMessage } from '../../../src/renderer/app/status-message.svelte.ts'
import { comparing, isLocationOf, tabKey, type TabLocation } from '../../../src/renderer/app/tab-locations.ts'
import { Tabs } from '../../../src/renderer/app/tabs.svelte.ts'
import { readSettings } from '../../../src/renderer/compare/comparison-settings.ts'
import { locationOfSaved, SavedComparisons } from '../../../src/renderer/compare/saved-comparisons.svelte.ts'
import { inEffectRoot } from '../in-effect-root.svelte.ts'
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

/** A saved comparison that is open, next to an unsaved one. */
async function saved() {
  const { core, changes } = await openTestCore(new ManualTime())
  const comparisons = inEffectRoot(() => new SavedComparisons({ core, changes, open: () => '' }))
  const kept = await comparisons.save(readSettings(comparing(['HLDN', 'KSTM']).settings), 'Peers', '')
  const tabs = new Tabs({ history, workspace: 'sample', saved: null, changed: () => {} })
  const failures: unknown[] = []
  let undo: (() => void) | undefined
  const said: string[] = []
  const say = (sentence: string, action?: StatusMessage['action']) => {
    said.push(sentence)
    undo = action?.run
  }
  const open = (location: TabLocation) => openLocation({ tabs, say }, location)
  const location = locationOfSaved(kept)
  open(comparing(['VSPO', 'MRFL']))
  open(location)
  const remove = () =>
    deleteSaved(
      { tabs, open, say, fail: (error) => failures.push(error) },
      {
        location,
        remove: () => comparisons.remove(kept.id),
        restore: (removed) => comparisons.restore(removed),
      },
    )
  const unsaved = () => {
    const shown = tabs.all.map((tab) => tab.location).find((one) => isLocationOf('compare', one) && one.saved === '')
    return shown && isLocationOf('compare', shown) ? readSettings(shown.settings).companies : null
  }
  const names = async () => (await core.comparisons.saved()).comparisons.map(({ name }) => name)
  return { core, kept, location, tabs, remove, unsaved, names, said, failures, undo: () => undo?.() }
}

test('Undo of a deleted comparison brings it back in its tab, and the unsaved one that it took the place of', async () => {
  const { location, remove, tabs, unsaved, names, said, undo } = await saved()
  await remove()
  expect([await names(), unsaved(), tabs.all.length]).toEqual([[], ['HLDN', 'KSTM'], 2])
  undo()
  await expect.poll(() => tabs.active.location).toEqual(location)
  expect([await names(), unsaved(), said.slice(1)]).toEqual([['Peers'], ['VSPO', 'MRFL'], []])
})

test('Undo leaves what was changed since in the unsaved one', async () => {
  const { location, remove, tabs, unsaved, undo } = await saved()
  await remove()
  tabs.refine(comparing(['HLDN', 'ESKD']))
  undo()
  await expect.poll(() => tabs.active.location).toEqual(location)
  expect(unsaved()).toEqual(['HLDN', 'ESKD'])
})

test('without an unsaved one there is none after Undo either', async () => {
  const { remove, tabs, unsaved, undo } = await saved()
  tabs.close(tabKey(comparing([])))
  await remove()
  undo()
  await expect.poll(unsaved).toBe(null)
})

test('the tab that is active by the time that a comparison is deleted stays open', async () => {
  const { remove, tabs } = await saved()
  const removed = remove()
  tabs.open({ screen: 'text', query: 'pricing', view: 'hits' })
  await removed
  expect(tabs.all.map(({ location }) => location.screen)).toEqual(['home', 'compare', 'text'])
})

test('a comparison that another window deleted first leaves the tabs as they are', async () => {
  const { core, kept, remove, tabs, unsaved, failures } = await saved()
  await core.comparisons.remove({ id: kept.id })
  await remove()
  expect([failures.length, tabs.all.length, unsaved()]).toEqual([1, 3, ['VSPO', 'MRFL']])
})
