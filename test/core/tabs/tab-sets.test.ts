import Database from 'better-sqlite3'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { TabSet } from '#contract/api/tabs.ts'
import { failureOfQuestion, liveWorkspace, openedCore, type OpenedCore } from '../opened-core.ts'

const tabsOf = (...symbols: readonly string[]): TabSet => ({
  locations: symbols.map((symbol) => ({ screen: 'company', symbol, view: 'financials' })),
  active: symbols.length - 1,
  otherPane: -1,
  playing: { callId: 'call-1', title: 'Q3 FY2026' },
})

/** A window that is there until the returned function is called. */
async function windowOpen({ api }: OpenedCore, window: string): Promise<() => Promise<void>> {
  const left = new AbortController()
  const changes = await api.status.changes({ window }, { signal: left.signal })
  const reading = changes.next()
  await setImmediate()
  return async () => {
    left.abort()
    await reading.catch(() => undefined)
    await setImmediate()
  }
}

test('after a restart a new window has the tabs that were used last, and no others come back', async () => {
  const first = openedCore()
  await first.api.tabs.save({ window: 'a', set: tabsOf('HLDN') })
  await first.api.tabs.save({ window: 'b', set: tabsOf('VSPO', 'KSTM') })
  await first.close()
  const { api } = openedCore({ profile: first.profile })
  expect([await api.tabs.open({ window: 'c' }), await api.tabs.open({ window: 'd' })]).toEqual([
    { set: tabsOf('VSPO', 'KSTM') },
    // Nobody knows that `c` is there: its tabs were used last.
    { set: tabsOf('VSPO', 'KSTM') },
  ])
})

test('a window opened next to others begins without tabs, also when one was closed before', async () => {
  const opened = openedCore()
  const { api } = opened
  await windowOpen(opened, 'a')
  const closeB = await windowOpen(opened, 'b')
  await api.tabs.save({ window: 'a', set: tabsOf('HLDN') })
  await api.tabs.save({ window: 'b', set: tabsOf('VSPO') })
  const beside = await api.tabs.open({ window: 'c' })
  await closeB()
  const afterClosing = await api.tabs.open({ window: 'd' })
  expect([beside, afterClosing, await api.tabs.open({ window: 'a' }), await api.tabs.open({ window: 'b' })]).toEqual([
    { set: null },
    { set: null },
    { set: tabsOf('HLDN') },
    { set: null },
  ])
})

test('windows that open together each have their own tabs again, whichever is first', async () => {
  const first = openedCore()
  await first.api.tabs.save({ window: 'a', set: tabsOf('HLDN') })
  await first.api.tabs.save({ window: 'b', set: tabsOf('VSPO') })
  await first.close()
  const { api } = openedCore({ profile: first.profile })
  expect([
    await api.tabs.open({ window: 'b', others: ['a', 'c'] }),
    await api.tabs.open({ window: 'c', others: ['a', 'b'] }),
    await api.tabs.open({ window: 'a', others: ['b', 'c'] }),
  ]).toEqual([{ set: tabsOf('VSPO') }, { set: null }, { set: tabsOf('HLDN') }])
})

test('the tabs of a closed window are taken over once', async () => {
  const { api } = openedCore()
  await api.tabs.save({ window: 'a', set: tabsOf('HLDN') })
  expect([await api.tabs.take({ window: 'a' }), await api.tabs.take({ window: 'a' })]).toEqual([
    { set: tabsOf('HLDN') },
    { set: null },
  ])
})

test('each workspace has its own', async () => {
  const opened = openedCore()
  const { api } = opened
  await api.tabs.save({ window: 'a', set: tabsOf('HLDN') })
  await liveWorkspace(opened, 'http://127.0.0.1:1')
  const live = await api.tabs.open({ window: 'a' })
  await api.workspaces.activate({ id: 'sample' })
  expect([live, await api.tabs.open({ window: 'a' })]).toEqual([{ set: null }, { set: tabsOf('HLDN') }])
})

test.each([
  '{',
  '[]',
  '{"locations":7}',
  '{"locations":[{"screen":{"deep":1}}],"active":0,"otherPane":-1,"playing":null}',
])('tabs that are damaged cost nothing but the tabs: %s', async (text) => {
  const first = openedCore()
  await first.api.watchlists.create({ name: 'CopyCompleteness' })
  await first.api.tabs.save({ window: 'a', set: tabsOf('HLDN') })
  await first.close()
  const file = new Database(join(first.profile, 'workspaces', 'sample', 'desk.db'))
  file.prepare('UPDATE window_tabs SET tabs = ?').run(text)
  file.close()
  const { api } = openedCore({ profile: first.profile })
  expect([await api.tabs.open({ window: 'b' }), (await api.watchlists.all()).lists.length]).toEqual([{ set: null }, 1])
})

test('more than there is room for is refused, and what was kept stays', async () => {
  const { api } = openedCore()
  await api.tabs.save({ window: 'a', set: tabsOf('HLDN') })
  const locations = Array.from({ length: 100 }, () => ({ screen: 'compare', asked: 'x'.repeat(4000) }))
  expect(await failureOfQuestion(api.tabs.save({ window: 'a', set: { ...tabsOf(), locations } }))).toMatchObject({
    kind: 'bad-request',
  })
  expect(await api.tabs.open({ window: 'a' })).toEqual({ set: tabsOf('HLDN') })
})
