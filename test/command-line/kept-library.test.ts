import { copyFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { noPolicy } from '#core/policy/policy-file.ts'
import { KeptLibrary } from '#command-line/assistant/kept-library.ts'
import { respond } from '#command-line/assistant/library-requests.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { lastStep } from '../core/storage/steps.ts'

function keptLibrary(profile: string): KeptLibrary {
  const kept = new KeptLibrary({ profile, workspace: null, version: '0' })
  onTestFinished(() => kept.close())
  return kept
}

test('a library that stays open has what the window stored since, in lists and in full text', async () => {
  const { api, profile } = await filledLibrary()
  const kept = keptLibrary(profile)
  const reading = await kept.current(noPolicy)
  const search = { query: 'revenue', chosen: {}, order: 'best', offset: 0, limit: 1 } as const
  const list = { filter: {}, order: { by: 'started', descending: true }, offset: 0, limit: 500 } as const
  const stored = async () => {
    const now = await kept.current(noPolicy)
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
  expect(await (await kept.current(noPolicy)).workspaces.list()).toMatchObject({ active: 'sample' })
  const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
  const settings = { name: 'Live', baseUrl: 'https://data.example.com', search }
  const { id } = await api.workspaces.create(settings)
  await api.workspaces.activate({ id })
  const nameOfActive = async () => {
    const { workspaces, active } = await (await kept.current(noPolicy)).workspaces.list()
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
  const before = await kept.current(noPolicy)
  const desk = join(library.profile, 'workspaces/sample/desk.db')
  copyFileSync(desk, `${desk}.copy`)
  renameSync(`${desk}.copy`, desk)
  expect(await kept.current(noPolicy)).not.toBe(before)
})

test('a window compacts the library as soon as it is no longer kept open', async () => {
  const { api, profile } = await filledLibrary()
  const kept = keptLibrary(profile)
  await kept.current(noPolicy)
  const compacted = () => lastStep(api.storage.compact())
  expect(await compacted()).toMatchObject({ kind: 'failed', failure: { kind: 'in-use' } })
  await kept.close()
  expect(await compacted()).toMatchObject({ kind: 'done' })
})

const listed = { kind: 'lookup', command: 'workspaces', input: {} } as const
const context = { place: { version: '0' }, now: () => 0 }

test('an assistant learns only of the workspaces that the user allowed', async () => {
  const { api, profile } = await filledLibrary()
  const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
  const { id } = await api.workspaces.create({ name: 'Live', baseUrl: 'https://data.example.com', search })
  await api.assistants.setAccess({ isAllowed: true })
  const kept = keptLibrary(profile)
  const named = async () => {
    const { workspaces } = await respond(await kept.current(noPolicy), listed, context)
    return (workspaces as readonly { id: string }[]).map((workspace) => workspace.id)
  }
  expect(await named()).toEqual(['sample'])
  await api.workspaces.activate({ id })
  await api.assistants.setAccess({ isAllowed: true })
  expect((await named()).toSorted()).toEqual([id, 'sample'].toSorted())
})

test('an assistant that is set up for a workspace that does not exist hears so, and learns of no other', async () => {
  const { profile } = await filledLibrary()
  const kept = new KeptLibrary({ profile, workspace: 'smaple', version: '0' })
  await expect(kept.current(noPolicy)).rejects.toThrow(/^There is no workspace “smaple”\. See tearsheet workspaces\.$/)
})

test('an administrator who forbids exports forbids the next request of an assistant that is connected', async () => {
  const { api, profile } = await filledLibrary()
  await api.assistants.setAccess({ isAllowed: true })
  const kept = keptLibrary(profile)
  await respond(await kept.current(noPolicy), listed, context)
  const forbidden = await kept.current({ ...noPolicy, exports: false })
  await expect(respond(forbidden, listed, context)).rejects.toThrow('Your administrator does not allow exports')
})
