import { expect, test } from 'vitest'
import { failureOf } from '../../../src/renderer/core/failure.ts'
import { Libraries } from '../../../src/renderer/workspace/libraries.svelte.ts'
import {
  applyPreferences,
  defaultPreferences,
  Preferences,
} from '../../../src/renderer/workspace/preferences.svelte.ts'
import { Status } from '../../../src/renderer/workspace/status.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { openDesk } from '../open-desk.ts'

test('a preference shows at once, and is kept by the core', async () => {
  const { core, changes } = await openDesk(new ManualTime())
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

test('a preference that cannot be kept goes back to what was', async () => {
  const client = await openDesk(new ManualTime())
  const preferences = new Preferences(client.core, client.changes)
  await preferences.read()
  client.close()
  const failure = await preferences.set({ theme: 'dark' }).catch(failureOf)
  expect([failure, preferences.now.theme]).toEqual([{ kind: 'core-gone' }, 'system'])
})

test('the root element says what the tokens are to be, and nothing when the system decides', () => {
  const dataset: Record<string, string | undefined> = {}
  applyPreferences({ dataset }, { ...defaultPreferences, theme: 'dark', change: 'asian', rows: 'comfortable' })
  const dark = { ...dataset }
  applyPreferences({ dataset }, defaultPreferences)
  expect([dark, dataset]).toEqual([
    { theme: 'dark', change: 'asian', rows: 'comfortable' },
    { change: 'green-red', rows: 'dense' },
  ])
})

test('the window knows its libraries, and which one is open, from the first frame', async () => {
  const { core, changes } = await openDesk(new ManualTime())
  const libraries = new Libraries(core, changes)
  const before = libraries.active
  await libraries.read()
  expect([before, libraries.active?.kind, libraries.all.length]).toEqual([null, 'sample', 1])
})

test('a profile that was never online is not called offline', async () => {
  const { core, changes } = await openDesk(new ManualTime())
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
