import { expect, test } from 'vitest'
import { failureToShow } from '../../../src/renderer/core-client/request-failed.ts'
import { Workspaces } from '../../../src/renderer/app/workspaces.svelte.ts'
import { defaultPreferences } from '#contract/api/default-preferences.ts'
import { applyPreferences, Preferences } from '../../../src/renderer/app/preferences.svelte.ts'
import { Status } from '../../../src/renderer/app/status.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { openTestCore } from '../open-test-core.ts'
import { shown } from './shown.svelte.ts'

test('a preference shows at once, and is kept by the core', async () => {
  const { core, changes } = await openTestCore(new ManualTime())
  const preferences = new Preferences(core, changes)
  await preferences.read()
  const before = preferences.now
  const kept = preferences.set({ theme: 'dark', rows: 'comfortable' })
  const atOnce = preferences.now
  await kept
  const another = new Preferences(core, changes)
  await another.read()
  const chosen = { ...defaultPreferences, theme: 'dark', rows: 'comfortable' }
  expect({ before, atOnce, after: preferences.now, another: another.now }).toEqual({
    before: defaultPreferences,
    atOnce: chosen,
    after: chosen,
    another: chosen,
  })
})

test('of two quick changes the last one is shown from then on, and the value before never comes back', async () => {
  const { core, changes } = await openTestCore(new ManualTime())
  const preferences = new Preferences(core, changes)
  await preferences.read()
  const themes = shown(() => preferences.now.theme)
  const changed = [preferences.set({ theme: 'dark' }), preferences.set({ theme: 'light' })]
  await Promise.all(changed)
  // What the announcements of both made it request has arrived by then.
  await core.status.ping()
  await core.preferences.read()
  expect(themes()).toEqual(['system', 'light'])
})

test('the width of a column is kept next to those that others set, here and in another window', async () => {
  const { core, changes } = await openTestCore(new ManualTime())
  const [here, there] = [new Preferences(core, changes), new Preferences(core, changes)]
  await Promise.all([here.read(), there.read()])
  await Promise.all([
    here.set({ callWidths: { title: 300 } }),
    there.set({ callWidths: { date: 120 } }),
    here.set({ callWidths: { symbol: 90 } }),
  ])
  const atOnce = here.now.callWidths
  await there.set({ callWidths: { title: null } })
  expect([atOnce, (await core.preferences.read()).callWidths]).toEqual([
    { title: 300, date: 120, symbol: 90 },
    { date: 120, symbol: 90 },
  ])
})

test('a preference that cannot be kept goes back to what was', async () => {
  const client = await openTestCore(new ManualTime())
  const preferences = new Preferences(client.core, client.changes)
  await preferences.read()
  client.close()
  const failure = await preferences.set({ theme: 'dark' }).catch(failureToShow)
  expect([failure, preferences.now.theme]).toEqual([{ kind: 'core-stopped' }, 'system'])
})

test('the root element says what the tokens are to be, and nothing when the system decides', () => {
  const dataset: Record<string, string | undefined> = {}
  const sizes: string[] = []
  const root = {
    dataset,
    style: { setProperty: (name: string, value: string | null) => sizes.push(`${name} ${value}`) },
  }
  applyPreferences(root, {
    ...defaultPreferences,
    theme: 'dark',
    change: 'asian',
    rows: 'comfortable',
    textSize: 120,
  })
  const dark = { ...dataset }
  applyPreferences(root, defaultPreferences)
  expect([dark, dataset, sizes]).toEqual([
    { theme: 'dark', change: 'asian', rows: 'comfortable' },
    { change: 'green-red', rows: 'dense' },
    ['--text-size 1.2', '--text-size 1'],
  ])
})

test('the window knows its workspaces, and which one is open, from the first frame', async () => {
  const { core, changes } = await openTestCore(new ManualTime())
  const opened: string[] = []
  const workspaces = new Workspaces(core, changes, {
    leave: () => Promise.resolve(),
    opened: (id) => void opened.push(id),
    arriveAt: () => {},
  })
  const before = workspaces.active
  await workspaces.read()
  expect([before, workspaces.active?.kind, workspaces.all.length, opened]).toEqual([null, 'sample', 1, ['sample']])
})

test('a profile that was never online is not called offline', async () => {
  const { core, changes } = await openTestCore(new ManualTime())
  const status = new Status(core, changes)
  await core.status.ping()
  await core.status.ping()
  expect([status.now.network, status.offlineReason, status.lastFailure, status.line]).toEqual([
    'unknown',
    null,
    null,
    null,
  ])
})
