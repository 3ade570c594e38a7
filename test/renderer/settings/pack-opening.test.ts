import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Workspaces } from '../../../src/renderer/app/workspaces.svelte.ts'
import type { Core, CoreClient } from '../../../src/renderer/core-client/client.ts'
import { RequestFailed } from '../../../src/renderer/core-client/request-failed.ts'
import { LongOperation } from '../../../src/renderer/settings/storage/long-operation.svelte.ts'
import { PackOpening } from '../../../src/renderer/settings/storage/pack-opening.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { openTestCore } from '../open-test-core.ts'

const busy = { kind: 'in-use', detail: 'Back up' } as const

/** A pack of one watchlist of a service, whose workspace is gone afterwards. */
async function packOf(core: Core, folder: string, author: string, passphrase: string | null = null): Promise<string> {
  const service = { baseUrl: 'https://data.example.com', recordingsBase: '' }
  const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
  const { id } = await core.workspaces.create({ name: 'Meridian', ...service, search })
  await core.workspaces.activate({ id })
  const { id: listId } = await core.watchlists.create({ name: 'Coverage' })
  await core.watchlists.addCompanies({ listId, securities: [{ symbol: 'HLDN' }] })
  const choice = { companies: [], watchlistIds: [listId], kinds: [] }
  let path = ''
  for await (const step of await core.packs.make({ ...choice, author, name: author, folder, passphrase }))
    if (step.kind === 'done') path = step.path
  await core.workspaces.remove({ id })
  return path
}

/** A dialog with a pack of another service, and how often the window may not leave its workspace. */
async function dialogWith({ core, changes }: CoreClient, path: string, refusals: number) {
  let left = refusals
  const workspaces = new Workspaces(core, changes, {
    leave: () => (left-- > 0 ? Promise.reject(new RequestFailed(busy)) : Promise.resolve()),
    opened: () => undefined,
    arriveAt: () => undefined,
  })
  await workspaces.read()
  const opening = new PackOpening({ core, workspaces, work: new LongOperation() }, { path, passphrase: null })
  await opening.check()
  return { opening, workspaces }
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-packs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function namesOf(core: Core): Promise<readonly string[]> {
  return (await core.workspaces.list()).workspaces.map(({ name }) => name)
}

test('a workspace for a pack is created once, however often the window could not change to it', async () => {
  const client = await openTestCore(new ManualTime())
  const { core } = client
  const { opening, workspaces } = await dialogWith(client, await packOf(core, ownFolder(), 'Ada'), 2)
  expect(opening.summary).toMatchObject({ author: 'Ada', workspaceId: null })

  // Pressed twice at once, and again after the failure.
  await Promise.all([opening.useWorkspace(), opening.useWorkspace()])
  expect(opening.failure).toEqual(busy)
  await opening.useWorkspace()
  expect([opening.failure, await namesOf(core)]).toEqual([busy, ['Sample', 'Meridian']])
  await opening.useWorkspace()
  expect([opening.failure, workspaces.active?.name, await namesOf(core)]).toEqual([
    null,
    'Meridian',
    ['Sample', 'Meridian'],
  ])
})

test('a pack whose file became another one after its check has to be checked again', async () => {
  const client = await openTestCore(new ManualTime())
  const { core } = client
  const folder = ownFolder()
  const path = await packOf(core, folder, 'Ada')
  const other = await packOf(core, folder, 'Mallory')
  const { opening } = await dialogWith(client, path, 0)
  await opening.useWorkspace()
  copyFileSync(other, path)
  await opening.store()
  expect(opening.failure).toMatchObject({ kind: 'invalid-pack' })
  expect([opening.summary, (await core.watchlists.names()).lists]).toEqual([null, []])

  await opening.check()
  expect([opening.failure, opening.summary?.author]).toEqual([null, 'Mallory'])
  await opening.store()
  expect((await core.watchlists.names()).lists).toMatchObject([{ name: 'Coverage' }])
})

test('a file that became an encrypted pack, or none at all, can be checked and opened from the same dialog', async () => {
  const client = await openTestCore(new ManualTime())
  const { core } = client
  const folder = ownFolder()
  const path = await packOf(core, folder, 'Ada')
  const other = await packOf(core, folder, 'Mallory', 'wombat')
  const { opening } = await dialogWith(client, path, 0)
  await opening.useWorkspace()
  copyFileSync(other, path)
  await opening.store()
  expect([opening.failure?.kind, opening.summary]).toEqual(['invalid-pack', null])
  opening.passphrase = 'wombat'
  await opening.check()
  expect([opening.failure, opening.summary?.author]).toEqual([null, 'Mallory'])

  // Of another passphrase than the one that was entered.
  copyFileSync(await packOf(core, folder, 'Bob', 'bilby'), path)
  await opening.store()
  expect([opening.failure?.kind, opening.summary, opening.isLocked]).toEqual(['wrong-passphrase', null, true])
  opening.passphrase = 'bilby'
  await opening.check()
  expect(opening.summary?.author).toBe('Bob')

  writeFileSync(path, 'no pack')
  await opening.store()
  expect([opening.failure?.kind, opening.summary, opening.isLocked]).toEqual(['foreign-file', null, false])
})
