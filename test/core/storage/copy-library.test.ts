import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { ownFolder } from '../folders.ts'
import { openedCore, type OpenedCore } from '../opened-core.ts'
import { lastStep } from './steps.ts'

let service: SampleService
beforeAll(async () => {
  service = await startSampleService({ restated: 'never' })
})
afterAll(() => service.close())

const callId = '0b7f6a51-1c2d-4e3f-8a9b-0c1d2e3f4a5b'
const open = { symbol: 'HLDN', basis: 'annual', comparison: 'none', freshness: 'library' } as const
const sample = () => ({ baseUrl: service.baseUrl, key: sampleKey })

async function filled(): Promise<OpenedCore> {
  const first = openedCore({ sample: sample() })
  await first.api.financials.open({ ...open, freshness: 'service' })
  await first.close()
  const folder = join(first.profile, 'workspaces', 'sample')
  writeFileSync(join(folder, 'recordings', `${callId}.mp3`), 'sound '.repeat(1000))
  return openedCore({ profile: first.profile, sample: sample() })
}

/** That all of it is there. */
async function isWhole({ api }: OpenedCore): Promise<void> {
  expect((await api.financials.open(open)).periods).toHaveLength(10)
  expect((await api.recordings.read({ callId })).transfer).toMatchObject({ state: 'on-disk', bytes: 6000 })
  expect((await api.status.now()).notices).toEqual([])
}

test('a library is moved to another folder, found there at the next start, written to, and moved back', async () => {
  const opened = await filled()
  const { api, profile } = opened
  const home = join(profile, 'workspaces', 'sample')
  const disk = ownFolder()
  const done = await lastStep(api.storage.move({ folder: disk }))
  const place = join(disk, 'tearsheet-sample')
  expect(done).toMatchObject({ kind: 'done', folder: place })
  await isWhole(opened)
  expect([existsSync(join(home, 'library.db')), existsSync(join(home, 'recordings'))]).toEqual([false, false])
  await api.financials.open({ ...open, symbol: 'VSPO', freshness: 'service' })
  const report = await api.storage.report()
  expect(report.libraryFolder).toBe(place)
  expect(report.kinds.find(({ kind }) => kind === 'recordings')?.bytes).toBe(6000)
  await opened.close()

  const again = openedCore({ profile, sample: sample() })
  await isWhole(again)
  expect((await again.api.financials.open({ ...open, symbol: 'VSPO' })).periods).toHaveLength(10)
  expect(await lastStep(again.api.storage.move({ folder: null }))).toMatchObject({ kind: 'done', folder: home })
  await isWhole(again)
  expect(readdirSync(disk)).toEqual([])
})

test('a library that nobody writes to is copied once, while it is in use, and not again while it is closed', async () => {
  const opened = await filled()
  await isWhole(opened)
  const disk = ownFolder()
  const linked = join(ownFolder(), 'first-copy.db')
  for await (const step of await opened.api.storage.move({ folder: disk })) {
    if (step.kind === 'failed') throw new Error(JSON.stringify(step))
    if (step.kind !== 'progress' || existsSync(linked)) continue
    const [copied = ''] = readdirSync(disk)
    // A link keeps the first copy apart from a second one, whatever the second is called.
    linkSync(join(disk, copied, 'library.db'), linked)
  }
  expect(statSync(join(disk, 'tearsheet-sample', 'library.db')).ino).toBe(statSync(linked).ino)
  await isWhole(opened)
})

test('with its disk away a library is not begun again: the folder is named, notes can be written, and it is there when the disk is', async () => {
  const opened = await filled()
  const disk = ownFolder()
  await lastStep(opened.api.storage.move({ folder: disk }))
  await opened.close()
  const [there, away] = [join(disk, 'tearsheet-sample'), join(disk, 'unplugged')]
  renameSync(there, away)
  const without = openedCore({ profile: opened.profile, sample: sample() })
  expect((await without.api.status.now()).notices.map(({ failure }) => failure)).toEqual([
    { kind: 'library-unavailable', detail: there },
  ])
  await without.api.watchlists.create({ name: 'Meanwhile' })
  const { storage } = without.api
  expect((await storage.report()).kinds.filter(({ bytes }) => bytes > 0).map(({ kind }) => kind)).not.toContain(
    'contents',
  )
  expect(await lastStep(storage.verify())).toMatchObject({
    faults: [{ name: 'library.db', message: 'it was not found' }],
  })
  expect(await lastStep(storage.createBackup({ folder: null }))).toMatchObject({
    failure: { kind: 'library-unavailable' },
  })
  await without.close()
  expect([existsSync(there), existsSync(join(opened.profile, 'workspaces', 'sample', 'library.db'))]).toEqual([
    false,
    false,
  ])
  renameSync(away, there)
  await isWhole(openedCore({ profile: opened.profile, sample: sample() }))
})

test('a program that dies before it was moved has the old one whole, and after that the new one, with the old taken away', async () => {
  const opened = await filled()
  const home = join(opened.profile, 'workspaces', 'sample')
  await opened.close()
  const disk = ownFolder()
  const place = join(disk, 'tearsheet-sample')
  mkdirSync(`${place}.part`)
  writeFileSync(join(`${place}.part`, 'library.db'), 'half')
  const before = openedCore({ profile: opened.profile, sample: sample() })
  await isWhole(before)
  await before.close()

  cpSync(home, place, { recursive: true, filter: (path) => !/desk\.db|set-aside/.test(path) })
  writeFileSync(join(home, 'location.json'), JSON.stringify({ folder: place, left: home }))
  const after = openedCore({ profile: opened.profile, sample: sample() })
  await isWhole(after)
  expect([existsSync(join(home, 'library.db')), existsSync(join(home, 'desk.db'))]).toEqual([false, true])
})

test('where a library cannot go it stays, with the reason', async () => {
  const opened = await filled()
  const to = async (folder: string | null) => {
    const done = await lastStep(opened.api.storage.move({ folder }))
    return done.kind === 'failed' ? done.failure : done
  }
  expect(await to('/nowhere/at-all')).toEqual({ kind: 'invalid-folder', detail: 'it was not found' })
  expect(await to(opened.profile)).toEqual({ kind: 'invalid-folder', detail: 'it is inside the profile' })
  expect(await to(null)).toEqual({ kind: 'invalid-folder', detail: 'the library is already there' })
  await isWhole(opened)
})

test('a restored workspace leaves its moved library where it is, names the folder, and can be moved next to it', async () => {
  const opened = await filled()
  const { api } = opened
  const disk = ownFolder()
  await lastStep(api.storage.move({ folder: disk }))
  const place = join(disk, 'tearsheet-sample')
  const backup = await lastStep(api.storage.createBackup({ folder: null }))
  if (backup.kind !== 'done') throw new Error(JSON.stringify(backup))
  const { workspaces } = await api.storage.inspectBackup({ path: backup.path })
  expect(workspaces.map(({ replaces }) => replaces)).toEqual([{ name: 'Sample', libraryFolder: place }])
  expect(await lastStep(api.storage.restore({ path: backup.path }))).toMatchObject({ libraries: [place] })
  await isWhole(opened)
  expect(await lastStep(api.storage.move({ folder: disk }))).toMatchObject({
    kind: 'done',
    folder: join(disk, 'tearsheet-sample-2'),
  })
  await isWhole(opened)
  expect(existsSync(join(place, 'library.db'))).toBe(true)
})
