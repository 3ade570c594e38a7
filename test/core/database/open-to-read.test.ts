import { createRouterClient } from '@orpc/server'
import Database from 'better-sqlite3'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCore } from '#core/core.ts'
import { failureOf } from '#core/failure-error.ts'
import { copyOf, ownFolder } from '../folders.ts'
import { failureOfQuestion } from '../opened-core.ts'
import { filledLibrary } from '../publish/filled-library.ts'

/** A second program on the same profile, which only reads. */
function readNext(profile: string) {
  const core = openCore({ profile, version: '0.0.0-test', readsOnly: true })
  onTestFinished(() => core.close())
  return createRouterClient(core.router)
}

function failureOfOpening(profile: string): string | undefined {
  try {
    readNext(profile)
    return undefined
  } catch (error) {
    return failureOf(error)?.kind
  }
}

/** Each file of a folder that has content, with its size and when it was last written; without the index of the log, which readers share. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, stat: statSync(join(folder, name)) }))
    .filter(({ name, stat }) => stat.isFile() && stat.size > 0 && !name.endsWith('-shm'))
    .map(({ name, stat }) => `${name} ${stat.size} ${stat.mtimeMs}`)
    .toSorted()
}

test('a program that only reads finds what an open one has just written, and can change nothing (A1, C9)', async () => {
  const { api, profile } = await filledLibrary()
  const { id: listId } = await api.watchlists.create({ name: 'Coverage' })
  const reading = readNext(profile)
  await api.watchlists.rename({ listId, name: 'European coverage' })
  expect((await reading.watchlists.all()).lists.map(({ name }) => name)).toContain('European coverage')
  expect(await failureOfQuestion(reading.watchlists.rename({ listId, name: 'Changed' }))).toMatchObject({
    kind: 'read-only',
  })
  expect((await api.watchlists.all()).lists.map(({ name }) => name)).not.toContain('Changed')
})

test('a program that only reads finds what a killed one left in its log, and leaves database and log as they are (A1, C4)', async () => {
  const { api, profile: running } = await filledLibrary()
  await api.watchlists.create({ name: 'Just made' })
  // As a kill at this moment leaves it: the change is in the log alone.
  const profile = copyOf(running)
  const before = filesOf(profile)
  expect(before.join()).toMatch(/desk\.db-wal [1-9]/)
  const core = openCore({ profile, version: '0.0.0-test', readsOnly: true })
  const { lists } = await createRouterClient(core.router).watchlists.all()
  expect(lists.map(({ name }) => name)).toContain('Just made')
  await core.close()
  expect(filesOf(profile)).toEqual(before)
})

test('a program that only reads does not keep the next one from opening the profile, or from closing it whole (C9)', async () => {
  const library = await filledLibrary()
  const { profile } = library
  await library.close()
  readNext(profile)
  const writing = openCore({ profile, version: '0.0.0-test' })
  const api = createRouterClient(writing.router)
  await api.watchlists.create({ name: 'Second' })
  await writing.close()
  const again = openCore({ profile, version: '0.0.0-test' })
  onTestFinished(() => again.close())
  const status = await createRouterClient(again.router).status.now()
  expect(status.notices).toEqual([])
})

test('a profile that is not there, or of another version, is refused without a change', async () => {
  const missing = join(ownFolder(), 'nothing')
  expect(failureOfOpening(missing)).toBe('profile-missing')
  expect(statSync(missing, { throwIfNoEntry: false })).toBeUndefined()
  const library = await filledLibrary()
  const { profile } = library
  await library.close()
  const file = join(profile, 'workspaces', 'sample', 'desk.db')
  const desk = new Database(file)
  const version = Number(desk.pragma('user_version', { simple: true }))
  desk.pragma(`user_version = ${version - 1}`)
  desk.close()
  expect(failureOfOpening(profile)).toBe('older-version')
  const newer = new Database(file)
  newer.pragma(`user_version = ${version + 1}`)
  newer.close()
  expect(failureOfOpening(profile)).toBe('newer-version')
})
