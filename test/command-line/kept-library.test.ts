import { copyFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { noPolicy } from '#core/policy/policy-file.ts'
import { KeptLibrary } from '#command-line/assistant/kept-library.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { lastStep } from '../core/storage/steps.ts'

function keptLibrary(profile: string): KeptLibrary {
  const kept = new KeptLibrary({ profile, workspace: null, version: '0', policy: noPolicy })
  onTestFinished(() => kept.close())
  return kept
}

test('a library that stays open has what the window stored since, in lists and in full text', async () => {
  const { api, profile } = await filledLibrary()
  const kept = keptLibrary(profile)
  const reading = await kept.current()
  const search = { query: 'revenue', chosen: {}, order: 'best', offset: 0, limit: 1 } as const
  const list = { filter: {}, order: { by: 'started', descending: true }, offset: 0, limit: 500 } as const
  const stored = async () => {
    const now = await kept.current()
    expect(now).toBe(reading)
    const { entries } = await now.calls.list(list)
    return { hits: (await now.search.hits(search)).total, calls: entries.filter(({ stored }) => stored).length }
  }
  const before = await stored()
  const missing = (await reading.calls.list(list)).entries.find(
    ({ stored, status }) => !stored && status === 'COMPLETED',
  )
  await api.fetch.call({ parameters: { call_id: missing?.callId ?? '' }, freshness: 'service' })
  const after = await stored()
  expect(after.calls).toBe(before.calls + 1)
  expect(after.hits).toBeGreaterThan(before.hits)
})

test('a library that stays open is opened again when the window has another workspace, or renames it', async () => {
  const { api, profile } = await filledLibrary()
  const kept = keptLibrary(profile)
  expect(await (await kept.current()).workspaces.list()).toMatchObject({ active: 'sample' })
  const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
  const settings = { name: 'Live', baseUrl: 'https://data.example.com', search }
  const { id } = await api.workspaces.create(settings)
  await api.workspaces.activate({ id })
  const nameOfActive = async () => {
    const { workspaces, active } = await (await kept.current()).workspaces.list()
    return workspaces.find((workspace) => workspace.id === active)?.name
  }
  expect(await nameOfActive()).toBe('Live')
  await api.workspaces.edit({ id, edit: { ...settings, name: 'Production' } })
  expect(await nameOfActive()).toBe('Production')
})

test('a library that stays open is opened again when its file was replaced, as by a restored backup', async () => {
  const library = await filledLibrary()
  await library.close()
  const kept = keptLibrary(library.profile)
  const before = await kept.current()
  const desk = join(library.profile, 'workspaces/sample/desk.db')
  copyFileSync(desk, `${desk}.copy`)
  renameSync(`${desk}.copy`, desk)
  expect(await kept.current()).not.toBe(before)
})

test('a window compacts the library as soon as it is no longer kept open', async () => {
  const { api, profile } = await filledLibrary()
  const kept = keptLibrary(profile)
  await kept.current()
  const compacted = () => lastStep(api.storage.compact())
  expect(await compacted()).toMatchObject({ kind: 'failed', failure: { kind: 'in-use' } })
  await kept.close()
  expect(await compacted()).toMatchObject({ kind: 'done' })
})
