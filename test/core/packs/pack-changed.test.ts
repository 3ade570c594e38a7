import { copyFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openedCore } from '../opened-core.ts'
import { lastStep } from '../storage/steps.ts'
import { opened, packOf, watchlistOf } from './made-pack.ts'

test('a file that became another pack after its check is not opened as the pack that was shown', async () => {
  const first = openedCore()
  const choice = { companies: [], watchlistIds: [await watchlistOf(first, 'HLDN')] }
  const path = await packOf(first, choice)
  const other = await packOf(first, { ...choice, author: 'Mallory', name: 'Other' })

  const { api, ...second } = openedCore()
  const inspected = await api.packs.inspect({ path, passphrase: null })
  if (inspected.kind !== 'pack') throw new Error('the pack is encrypted')
  const checked = { path, passphrase: null, sha256: inspected.sha256 }
  copyFileSync(other, path)
  expect(await lastStep(api.packs.open(checked))).toEqual({
    kind: 'failed',
    failure: { kind: 'invalid-pack', detail: 'the file has changed since the check. Check it again' },
  })
  expect((await api.watchlists.names()).lists).toEqual([])
  expect(await opened({ api, ...second }, path)).toMatchObject({ author: 'Mallory', added: { watchlists: 1 } })
})
