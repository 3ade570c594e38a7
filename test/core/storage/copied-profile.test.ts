import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { copyOf, filesIn, hashOf, ownFolder } from '../folders.ts'
import { failureOfQuestion, liveWorkspace, openedCore, type OpenedCore } from '../opened-core.ts'
import { lastStep } from './steps.ts'

let service: SampleService
beforeAll(async () => {
  service = await startSampleService({ restated: 'never' })
})
afterAll(() => service.close())

const open = { basis: 'annual', comparison: 'none' } as const
const stored = ({ api }: OpenedCore, symbol: string) =>
  api.financials.open({ ...open, symbol, freshness: 'library' }).then(({ periods }) => periods.length)
const fetched = ({ api }: OpenedCore, symbol: string) =>
  api.financials.open({ ...open, symbol, freshness: 'service' }).then(({ periods }) => periods.length)
const noticesOf = async ({ api }: OpenedCore) => (await api.status.now()).notices.map(({ failure }) => failure)

function opened(profile: string): OpenedCore {
  const core = openedCore({ profile, sample: { baseUrl: service.baseUrl, key: sampleKey } })
  core.core.keys.hold({ workspace: 'live', origin: new URL(service.baseUrl).origin, key: sampleKey })
  return core
}

/** A profile, closed, whose workspace has its library with one company on another disk. */
async function movedLibrary() {
  const first = openedCore()
  const disk = ownFolder()
  await liveWorkspace(first, service.baseUrl, { key: sampleKey })
  await fetched(first, 'HLDN')
  await lastStep(first.api.storage.move({ folder: disk }))
  await first.close()
  return { profile: first.profile, disk, place: join(disk, 'tearsheet-live') }
}

test('a copy of a profile reads the moved library of the original, also while that is open, and says whose it is', async () => {
  const { profile, place } = await movedLibrary()
  const copied = copyOf(profile)
  const original = opened(profile)
  const copy = opened(copied)
  const shared = { kind: 'library-of-other-profile', detail: place }
  expect(await noticesOf(copy)).toEqual([shared])
  expect(await stored(copy, 'HLDN')).toBe(10)
  expect(await fetched(original, 'VSPO')).toBe(10)
  expect(await stored(copy, 'VSPO')).toBe(10)
  expect(await lastStep(copy.api.storage.verify())).toMatchObject({ kind: 'done', faults: [] })
  await copy.api.watchlists.create({ name: 'In the copy' })
  expect(await lastStep(copy.api.storage.move({ folder: ownFolder() }))).toEqual({ kind: 'failed', failure: shared })
  expect(await lastStep(copy.api.storage.compact())).toEqual({ kind: 'failed', failure: shared })
  expect(await failureOfQuestion(copy.api.recordings.download({ callId: 'a' }))).toEqual(shared)
  expect(await noticesOf(original)).toEqual([])
})

test('deleting the workspace in a copy of a profile leaves the library of the original whole', async () => {
  const { profile, place } = await movedLibrary()
  const copy = opened(copyOf(profile))
  await copy.api.workspaces.remove({ id: 'live' })
  await copy.close()
  await opened(copy.profile).close()
  expect(readdirSync(join(copy.profile, 'workspaces'))).toEqual(['sample'])
  const original = opened(profile)
  expect([await stored(original, 'HLDN'), await noticesOf(original)]).toEqual([10, []])
  // It is the original's to delete.
  await original.api.workspaces.remove({ id: 'live' })
  expect(filesIn(place)).toEqual([])
})

test('opening a copy of a profile changes no file of a library that the original is still to migrate', async () => {
  const { profile, place } = await movedLibrary()
  const earlier = join(place, 'library.db')
  setVersion(earlier, 1)
  // The journals that a reader leaves are empty.
  const files = () => filesIn(place).filter((name) => !/-(wal|shm)$/.test(name))
  const before = files().map((name) => [name, hashOf(join(place, name))])
  const copy = opened(copyOf(profile))
  expect(await noticesOf(copy)).toMatchObject([{ kind: 'library-of-other-profile' }, { kind: 'older-version' }])
  await copy.close()
  expect(files().map((name) => [name, hashOf(join(place, name))])).toEqual(before)
})

test('a profile that was moved or renamed keeps its moved library', async () => {
  const { profile, place } = await movedLibrary()
  const renamed = join(ownFolder(), 'renamed')
  renameSync(profile, renamed)
  const again = opened(renamed)
  expect([await fetched(again, 'VSPO'), await noticesOf(again)]).toEqual([10, []])
  await again.api.workspaces.remove({ id: 'live' })
  expect(filesIn(place)).toEqual([])
})

test('a copy of a profile that is gone has its moved library', async () => {
  const { profile } = await movedLibrary()
  const copied = copyOf(profile)
  rmSync(profile, { recursive: true })
  const copy = opened(copied)
  expect([await fetched(copy, 'VSPO'), await noticesOf(copy)]).toEqual([10, []])
})

test('a copy of a profile has a library of its own after its backup was restored in it', async () => {
  const { profile, place } = await movedLibrary()
  const copy = opened(copyOf(profile))
  const backup = await lastStep(copy.api.storage.createBackup({ folder: null }))
  if (backup.kind !== 'done') throw new Error(JSON.stringify(backup))
  expect(await lastStep(copy.api.storage.restore({ path: backup.path }))).toMatchObject({ kind: 'done' })
  expect([await stored(copy, 'HLDN'), await fetched(copy, 'VSPO')]).toEqual([10, 10])
  expect(readdirSync(join(copy.profile, 'workspaces', 'live'))).toContain('library.db')
  await copy.close()
  const original = opened(profile)
  expect(await stored(original, 'HLDN')).toBe(10)
  expect(
    await failureOfQuestion(original.api.financials.open({ ...open, symbol: 'VSPO', freshness: 'library' })),
  ).toMatchObject({ kind: 'not-in-library' })
  expect(readdirSync(place)).toContain('library.db')
})

test('a copy that was made before the former folder of a library was cleared leaves the original’s folder alone', async () => {
  const { profile, place } = await movedLibrary()
  const original = opened(profile)
  const home = join(profile, 'workspaces', 'live')
  expect(await lastStep(original.api.storage.move({ folder: null }))).toMatchObject({ kind: 'done' })
  await original.close()
  const copied = copyOf(profile)
  // As a program leaves it that dies right after the switch.
  mkdirSync(place)
  cpSync(join(copied, 'workspaces', 'live', 'library.db'), join(place, 'library.db'))
  writeLocation(join(copied, 'workspaces', 'live'), { folder: place, left: home })
  await opened(copied).close()
  expect(await stored(opened(profile), 'HLDN')).toBe(10)
})

function setVersion(file: string, version: number): void {
  const database = new Database(file)
  database.pragma(`user_version = ${version}`)
  database.close()
}

function writeLocation(folder: string, location: { readonly folder: string; readonly left: string }): void {
  writeFileSync(join(folder, 'location.json'), JSON.stringify(location))
}
