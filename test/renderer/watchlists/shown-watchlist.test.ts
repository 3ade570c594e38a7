import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import type { TabLocationOf } from '../../../src/renderer/app/tab-locations.ts'
import { Watchlists } from '../../../src/renderer/app/watchlists.svelte.ts'
import { ShownWatchlist } from '../../../src/renderer/watchlists/shown-watchlist.svelte.ts'
import { inEffectRoot, InputState } from '../in-effect-root.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { openTestCore } from '../open-test-core.ts'
import { effectOf } from './effect-of.svelte.ts'

type Location = TabLocationOf<'watchlists'>
const nameless: Location = { screen: 'watchlists', id: '', name: '' }

/** The screen of a window whose core has these lists. */
async function screen(...names: readonly string[]) {
  const { core, changes } = await openTestCore(new ManualTime())
  const ids: string[] = []
  for (const name of names) ids.push((await core.watchlists.create({ name })).id)
  const [first = '', second = '', third = ''] = ids
  const watchlists = inEffectRoot(() => new Watchlists(core, changes))
  await watchlists.read()
  const location = new InputState<Location>(nameless)
  const said: string[] = []
  let replaced = 0
  const shown = inEffectRoot(() => {
    const created = new ShownWatchlist({
      watchlists,
      location: () => location.value,
      show: (list) => (location.value = { screen: 'watchlists', id: list?.id ?? '', name: list?.name ?? '' }),
      onreplaced: () => (replaced += 1),
      say: (sentence) => said.push(sentence),
    })
    effectOf(() => created.follow())
    return created
  })
  const open = (id: string) => {
    location.value = { screen: 'watchlists', id, name: watchlists.byId(id)?.name ?? '' }
    flushSync()
  }
  const read = async () => {
    await watchlists.read()
    flushSync()
  }
  return { core, first, second, third, shown, open, read, location, said, replaced: () => replaced }
}

test('a tab that names no list stays on the first one when another becomes the first', async () => {
  const { core, first, second, shown, read, said } = await screen('Coverage', 'Peers')
  await core.watchlists.reorder({ listIds: [second, first] })
  await read()
  expect([shown.now?.name, said]).toEqual(['Coverage', []])
})

test('a list that is deleted in another window is said to be gone, whether the tab names it or not', async () => {
  const { core, first, second, shown, open, read, location, said, replaced } = await screen(
    'Coverage',
    'Peers',
    'Ideas',
  )
  await core.watchlists.remove({ listId: first })
  await read()
  expect([shown.now?.name, location.value, replaced()]).toEqual(['Peers', nameless, 1])
  open(second)
  await core.watchlists.rename({ listId: second, name: 'Rivals' })
  await read()
  await core.watchlists.remove({ listId: second })
  await read()
  expect([shown.now?.name, location.value.name, replaced()]).toEqual(['Ideas', 'Ideas', 2])
  expect(said).toEqual(['Coverage no longer exists. Peers is shown.', 'Rivals no longer exists. Ideas is shown.'])
})

test('the last list that is deleted leaves a tab that names none', async () => {
  const { core, first, shown, open, read, location, said } = await screen('Coverage')
  open(first)
  await core.watchlists.remove({ listId: first })
  await read()
  expect([shown.now, location.value, said]).toEqual([undefined, nameless, ['Coverage no longer exists.']])
})

test('a list that is deleted here is followed by another one without that sentence', async () => {
  const { core, first, shown, open, read, said } = await screen('Coverage', 'Peers')
  open(first)
  await shown.deleting(first, () => core.watchlists.remove({ listId: first }))
  await read()
  expect([shown.now?.name, said]).toEqual(['Peers', []])
})

test('a list whose deletion failed here is said to be gone when another window deletes it', async () => {
  const { core, first, shown, open, read, said } = await screen('Coverage', 'Peers')
  open(first)
  await expect(shown.deleting(first, () => Promise.reject(new Error('read-only')))).rejects.toThrow('read-only')
  await core.watchlists.remove({ listId: first })
  await read()
  expect(said).toEqual(['Coverage no longer exists. Peers is shown.'])
})
