import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { liveWorkspace, openedCore } from '../opened-core.ts'
import { opened, packOf, watchlistOf } from './made-pack.ts'

/** A core that fills an unused sample, which finds no service at its address. */
const filling = { sample: { baseUrl: 'http://127.0.0.1:9', key: 'sample' }, loadsSample: true } as const

test('a deleted sample that is restored for a pack has what the pack has, and none of the sample data', async () => {
  const first = openedCore()
  const path = await packOf(first, { companies: [], watchlistIds: [await watchlistOf(first, 'HLDN')] })
  const second = openedCore(filling)
  const { api } = second
  const live = await liveWorkspace(second, 'https://data.example.com')
  expect(await api.packs.inspect({ path, passphrase: null })).toMatchObject({ isDeleted: false })
  await api.workspaces.deleteSample({ withNotes: true })

  const restored = { workspaceId: 'sample', isDeleted: true, isOpen: false }
  expect(await api.packs.inspect({ path, passphrase: null })).toMatchObject(restored)
  await api.workspaces.activate({ id: 'sample', forPack: true })
  // A workspace that fills itself has begun by then.
  await setImmediate()
  await setImmediate()
  expect(await opened(second, path)).toMatchObject({ added: { watchlists: 1 }, failure: null })
  const { lists } = await api.watchlists.all()
  expect(lists.map(({ name }) => name)).toEqual(['Coverage'])
  expect((await api.sampleLibrary.read()).library).toMatchObject({ state: 'stopped' })
  expect(await api.packs.inspect({ path, passphrase: null })).toMatchObject({ isDeleted: false, isOpen: true })
  const { workspaces } = await api.workspaces.list()
  expect(workspaces.map(({ id }) => id)).toEqual(['sample', live])
})
