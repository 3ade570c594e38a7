import Database from 'better-sqlite3'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { announcements } from '../announcements.ts'
import { filesIn, ownFolder } from '../folders.ts'
import { failureOfQuestion, liveWorkspace, openedCore, usualNames } from '../opened-core.ts'
import { hits, listed } from '../records.ts'
import { json, scriptedService } from '../service/scripted-service.ts'

const key = 'some-long-key'
const elsewhere = { name: 'Mine', baseUrl: 'https://data.example.com', recordingsBase: '', search: usualNames }

/** A service that says in each rating which one it is. */
function ratingsOf(name: string) {
  return scriptedService((response, { url }) =>
    json(
      response,
      url.pathname.startsWith('/search') ? hits([], 'x') : listed([{ id: 1, ticker: 'ACME', firm: name }]),
    ),
  )
}

describe('a profile', () => {
  test('opens with the sample workspace and nothing requested, though no sample service was started', async () => {
    const { api } = openedCore()
    const { workspaces, active } = await api.workspaces.list()
    expect([active, workspaces.map(({ id, kind, hasKey }) => [id, kind, hasKey])]).toEqual([
      'sample',
      [['sample', 'sample', true]],
    ])
    expect((await api.library.report()).counts.responses).toBe(0)
  })

  test('keeps its workspaces apart: what one service gave, another never shows', async () => {
    const [first, second] = [await ratingsOf('first'), await ratingsOf('second')]
    const opened = openedCore()
    const ask = (freshness: 'library' | 'service') =>
      opened.api.fetch.ratings({ parameters: { symbol: 'ACME' }, freshness })
    const firstId = await liveWorkspace(opened, first.origin, { key })
    await ask('service')
    await liveWorkspace(opened, second.origin, { key })
    expect(await failureOfQuestion(ask('library'))).toMatchObject({ kind: 'not-in-library' })
    await ask('service')
    await opened.api.workspaces.activate({ id: firstId })
    expect((await ask('library')).records.map(({ firm }) => firm)).toEqual(['first'])
  })

  test('opens again with the workspace that was last in front', async () => {
    const first = openedCore()
    const id = await liveWorkspace(first, 'https://data.example.com')
    await first.close()
    const { api } = openedCore({ profile: first.profile })
    const { active, workspaces } = await api.workspaces.list()
    expect([active, workspaces.find((each) => each.id === id)?.baseUrl]).toEqual([id, 'https://data.example.com'])
  })

  test('has a folder for each workspace, by a name made of plain letters', async () => {
    const { api, profile } = openedCore()
    const names = ['Fund Ü / ../Größe', '..', '日本', 'Sample', 'Sample']
    const made = []
    for (const name of names) made.push((await api.workspaces.create({ ...elsewhere, name })).id)
    expect(made).toEqual(['fund-gr-e', 'workspace', 'workspace-2', 'sample-2', 'sample-3'])
    expect(made.every((id) => existsSync(join(profile, 'workspaces', id, 'desk.db')))).toBe(true)
  })

  test('still opens when one of its workspaces was made by a newer version: that one is not listed, and not touched', async () => {
    const first = openedCore()
    await first.api.workspaces.create(elsewhere)
    await first.close()
    const desk = join(first.profile, 'workspaces', 'mine', 'desk.db')
    const newer = new Database(desk)
    newer.pragma('user_version = 99')
    newer.close()
    const again = openedCore({ profile: first.profile })
    expect((await again.api.workspaces.list()).workspaces.map(({ id }) => id)).toEqual(['sample'])
    expect(await failureOfQuestion(again.api.workspaces.activate({ id: 'mine' }))).toEqual({
      kind: 'no-such-workspace',
    })
    await again.close()
    expect(filesIn(join(first.profile, 'workspaces', 'mine'))).toEqual(['desk.db', 'desk.db.session'])
  })

  test('reports what it holds when the folder of recordings is gone, as from a backup without empty folders', async () => {
    const { api, profile } = openedCore()
    rmSync(join(profile, 'workspaces', 'sample', 'recordings'), { recursive: true })
    expect((await api.library.report()).bytes.recordings).toBe(0)
    expect((await api.status.diagnostics()).text).toContain('library:')
  })
})

describe('a workspace', () => {
  test.each([
    'http://data.example.com',
    'https://me:secret@data.example.com',
    'data',
    'https://data.example.com?apikey=x',
  ])('cannot be made with %s, and leaves nothing behind', async (baseUrl) => {
    const { api, profile } = openedCore()
    expect(await failureOfQuestion(api.workspaces.create({ ...elsewhere, baseUrl }))).toMatchObject({
      kind: 'invalid-base-url',
    })
    expect(existsSync(join(profile, 'workspaces', 'mine'))).toBe(false)
  })

  test('cannot be edited to such an address, nor its recordings', async () => {
    const opened = openedCore()
    const id = await liveWorkspace(opened, 'https://data.example.com')
    const edits = [
      { ...elsewhere, baseUrl: 'http://data.example.com' },
      { ...elsewhere, recordingsBase: 'ftp://recordings' },
    ]
    for (const edit of edits) {
      expect(await failureOfQuestion(opened.api.workspaces.edit({ id, edit }))).toMatchObject({
        kind: 'invalid-base-url',
      })
    }
  })

  test('that is edited to another address is not sent the key of the first, and what was learned of its search is forgotten', async () => {
    const [first, second] = [await ratingsOf('first'), await ratingsOf('second')]
    const opened = openedCore()
    const id = await liveWorkspace(opened, first.origin, { key })
    await opened.api.fetch.securities({ parameters: { query: 'x', type: 'symbol' }, freshness: 'service' })
    const learned = (await opened.api.workspaces.list()).workspaces.find((each) => each.id === id)
    const edit = { ...elsewhere, baseUrl: second.origin, search: learned!.search }
    const edited = await opened.api.workspaces.edit({ id, edit })
    await failureOfQuestion(opened.api.fetch.ratings({ parameters: {}, freshness: 'service' }))
    await opened.api.fetch.securities({ parameters: { query: 'x', type: 'symbol' }, freshness: 'service' })
    await opened.api.workspaces.test({ id, symbol: 'ACME' })
    expect([learned?.search.key, learned?.hasKey, edited.search.key, edited.hasKey]).toEqual([
      'none',
      true,
      'unknown',
      false,
    ])
    expect(second.heard.filter(({ url, headers }) => `${url.href} ${JSON.stringify(headers)}`.includes(key))).toEqual(
      [],
    )
    expect(second.heard.length).toBeGreaterThan(0)
  })

  test('that does not exist is named as such', async () => {
    const { api } = openedCore()
    for (const id of ['nobody', '../../etc', '', 'sample/../sample', 'SAMPLE']) {
      expect(await failureOfQuestion(api.workspaces.activate({ id })), id).toEqual({ kind: 'no-such-workspace' })
      expect(await failureOfQuestion(api.workspaces.edit({ id, edit: elsewhere })), id).toEqual({
        kind: 'no-such-workspace',
      })
      expect(await failureOfQuestion(api.workspaces.test({ id, symbol: 'A' })), id).toEqual({
        kind: 'no-such-workspace',
      })
    }
  })

  test('of the sample cannot be edited', async () => {
    const { api } = openedCore()
    expect(await failureOfQuestion(api.workspaces.edit({ id: 'sample', edit: elsewhere }))).toEqual({
      kind: 'no-such-workspace',
    })
  })

  test('remembers for its address that the search wants the key', async () => {
    const service = await scriptedService((response, { url }) =>
      url.searchParams.has('apikey') ? json(response, hits([], 'x')) : json(response, {}, 401),
    )
    const first = openedCore()
    const id = await liveWorkspace(first, service.origin, { key })
    await first.api.fetch.securities({ parameters: { query: 'x', type: 'symbol' }, freshness: 'service' })
    await first.close()
    const again = openedCore({ profile: first.profile })
    again.core.keys.hold({ workspace: id, origin: service.origin, key })
    await again.api.fetch.securities({ parameters: { query: 'y', type: 'symbol' }, freshness: 'service' })
    expect(service.heard.map(({ url }) => url.searchParams.has('apikey'))).toEqual([false, true, true])
  })

  test('is left while a request is under way: the request ends, and its response goes into no other library', async () => {
    const service = await scriptedService(() => undefined)
    const opened = openedCore()
    await liveWorkspace(opened, service.origin, { key })
    const { untilStatus } = await announcements(opened.api)
    const asked = failureOfQuestion(opened.api.fetch.ratings({ parameters: {}, freshness: 'service' }))
    await untilStatus(({ inProgress }) => inProgress === 1)
    await opened.api.workspaces.activate({ id: 'sample' })
    expect(await asked).toEqual({ kind: 'cancelled' })
    expect((await opened.api.status.now()).network).toBe('unknown')
  })
})

describe('a file met in the profile', () => {
  test('that is damaged is set aside at the start and named', async () => {
    const first = openedCore()
    await first.close()
    writeFileSync(join(first.profile, 'workspaces', 'sample', 'library.db'), 'damaged '.repeat(100))
    const { api } = openedCore({ profile: first.profile })
    expect((await api.status.now()).notices.map(({ failure }) => failure)).toEqual([
      { kind: 'damaged', detail: 'library.db' },
    ])
  })

  test('that a request finds damaged is set aside there and then, named, and the next request works on a new one', async () => {
    const service = await ratingsOf('first')
    const profile = ownFolder()
    const filling = openedCore({ profile, sample: { baseUrl: service.origin, key } })
    await filling.api.fetch.ratings({ parameters: {}, freshness: 'service' })
    await filling.close()
    const library = join(profile, 'workspaces', 'sample', 'library.db')
    const look = new Database(library, { readonly: true })
    const page = look
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'rating_created'")
      .pluck()
      .get() as number
    const table = look.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'rating'").pluck().get() as number
    look.close()
    const bytes = readFileSync(library)
    for (const each of [page, table]) bytes.fill(0xee, (each - 1) * 8192, each * 8192)
    writeFileSync(library, bytes)
    const { api } = openedCore({ profile, sample: { baseUrl: service.origin, key } })
    const { until } = await announcements(api)
    const ask = () => api.fetch.ratings({ parameters: {}, freshness: 'library' })
    expect(await failureOfQuestion(ask())).toMatchObject({ kind: 'damaged' })
    expect(await until(1)).toEqual([{ kind: 'workspaces' }])
    await api.workspaces.activate({ id: 'sample' })
    expect(await failureOfQuestion(ask())).toMatchObject({ kind: 'not-in-library' })
    expect((await api.status.now()).notices.map(({ failure }) => failure)).toEqual([
      { kind: 'damaged', detail: 'library.db' },
    ])
    expect(
      filesIn(join(profile, 'workspaces', 'sample', 'set-aside')).some((name) => name.endsWith('library.db')),
    ).toBe(true)
  })
})
