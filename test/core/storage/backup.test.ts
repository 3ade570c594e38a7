import Database from 'better-sqlite3'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FailureError } from '#core/failure-error.ts'
import { extractBackup } from '#core/storage/read-backup.ts'
import { decide, newStagingFolder } from '#core/storage/restore-plan.ts'
import { headOf, paddingOf } from '#core/storage/tar-header.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService, type SampleService } from '#sample/server.ts'
import { canary } from '../canary.ts'
import { announcements } from '../announcements.ts'
import { filesIn, hashOf, ownFolder } from '../folders.ts'
import { liveWorkspace, openedCore, usualNames, type OpenedCore } from '../opened-core.ts'
import { lastStep } from './steps.ts'

const callId = '0b7f6a51-1c2d-4e3f-8a9b-0c1d2e3f4a5b'
const place = { firstTurn: 0, from: 0, lastTurn: 0, to: 4, segmentId: null }
const passage = { ...place, hash: 'a', quote: 'said', before: '', after: '' }

let service: SampleService
beforeAll(async () => {
  service = await startSampleService({ restated: 'never' })
})
afterAll(() => service.close())

const sample = () => ({ baseUrl: service.baseUrl, key: sampleKey })

/** A profile with two workspaces, a company, a list, a note and a recording. */
async function filled(): Promise<OpenedCore> {
  const opened = openedCore({ sample: sample() })
  const { api, profile } = opened
  await api.financials.open({ symbol: 'HLDN', basis: 'annual', comparison: 'none', freshness: 'service' })
  await api.notes.add({ callId, passage, color: 'red', note: 'mine' })
  const { id: listId } = await api.watchlists.create({ name: 'Optics' })
  await api.watchlists.addCompanies({ listId, securities: [{ symbol: 'VSPO' }] })
  await api.preferences.write({ theme: 'dark' })
  await api.preferences.write({ proxy: { mode: 'manual', address: 'http://proxy.example:8080', bypass: '' } })
  await liveWorkspace(opened, 'https://data.example.com', { key: canary })
  await api.notes.add({ callId, passage, color: 'red', note: 'of the live one' })
  const recordings = join(profile, 'workspaces', 'live', 'recordings')
  writeFileSync(join(recordings, `${callId}.mp3`), 'sound '.repeat(50_000))
  return opened
}

const notesOf = async ({ api }: OpenedCore) =>
  (await api.notes.ofCall({ callId, hash: 'a' })).highlights.map(({ highlight }) => highlight.note)

async function backedUp(opened: OpenedCore): Promise<string> {
  const done = await lastStep(opened.api.storage.createBackup({ folder: null }))
  if (done.kind !== 'done') throw new Error(JSON.stringify(done))
  return done.path
}

describe('a backup', () => {
  test('of an earlier version is offered again, although the folder of backups had another name then', async () => {
    const opened = openedCore({ sample: sample() })
    const path = await backedUp(opened)
    await opened.close()
    const { profile } = opened
    renameSync(join(profile, 'backups'), join(profile, 'back-ups'))
    const again = openedCore({ profile })
    expect((await again.api.storage.backups()).files.map((each) => each.path)).toEqual([path])
  })

  test('of a running program is restored into another profile, where all of it is there and what stood there is set aside', async () => {
    const path = await backedUp(await filled())
    const other = openedCore({ sample: sample() })
    await other.api.notes.add({ callId, passage, color: 'red', note: 'of the other machine' })
    const told = await other.api.storage.inspectBackup({ path })
    expect(told.workspaces.map(({ name }) => name)).toEqual(['Sample', 'Live'])
    const done = await lastStep(other.api.storage.restore({ path }))
    expect(done).toMatchObject({ kind: 'done', workspaces: ['Sample', 'Live'] })

    expect((await other.api.workspaces.list()).active).toBe('live')
    expect(await notesOf(other)).toEqual(['of the live one'])
    const { theme, proxy } = await other.api.preferences.read()
    // A proxy belongs to the computer: on another one nothing would be reached by it.
    expect([theme, proxy.mode]).toEqual(['dark', 'system'])
    expect((await other.api.recordings.read({ callId })).transfer).toMatchObject({ state: 'on-disk', bytes: 300_000 })
    await other.api.workspaces.activate({ id: 'sample' })
    expect(await notesOf(other)).toEqual(['mine'])
    const open = { symbol: 'HLDN', basis: 'annual', comparison: 'none', freshness: 'library' } as const
    expect((await other.api.financials.open(open)).periods).toHaveLength(10)
    const lists = await other.api.watchlists.all()
    expect(lists.lists.map(({ name }) => name)).toEqual(['Optics'])

    const aside = done.kind === 'done' ? (done.aside ?? '') : ''
    expect(readdirSync(aside)).toEqual(['sample'])
    await other.close()
    const before = ownFolder()
    mkdirSync(join(before, 'workspaces'))
    const moved = join(aside, 'sample')
    for (const name of filesIn(moved)) {
      mkdirSync(join(before, 'workspaces', 'sample', name, '..'), { recursive: true })
      copyFileSync(join(moved, name), join(before, 'workspaces', 'sample', name))
    }
    expect(await notesOf(openedCore({ profile: before, sample: sample() }))).toEqual(['of the other machine'])
  })

  test('names what each of its workspaces replaces, by its present name, and restores no more than that', async () => {
    const opened = await filled()
    const { api } = opened
    const path = await backedUp(opened)
    const other = { recordingsBase: '', search: usualNames } as const
    const edit = { name: 'US Equities', baseUrl: 'https://us.example.com', ...other }
    await api.workspaces.edit({ id: 'live', edit })
    // A workspace that has the name which the backed-up one had.
    const { id } = await api.workspaces.create({ name: 'Live', baseUrl: 'https://other.example.com', ...other })
    const replaced = async (core: OpenedCore) =>
      (await core.api.storage.inspectBackup({ path })).workspaces.map(({ name, replaces }) => [name, replaces?.name])
    expect(await replaced(opened)).toEqual([
      ['Sample', 'Sample'],
      ['Live', 'US Equities'],
    ])
    expect(await replaced(openedCore())).toEqual([
      ['Sample', 'Sample'],
      ['Live', undefined],
    ])
    expect(await lastStep(api.storage.restore({ path }))).toMatchObject({ kind: 'done' })
    expect((await api.workspaces.list()).workspaces.map((each) => [each.id, each.name, each.baseUrl])).toEqual([
      ['sample', 'Sample', service.baseUrl],
      ['live', 'Live', 'https://data.example.com'],
      [id, 'Live', 'https://other.example.com'],
    ])
  })

  test('is announced to every window when it was restored: what they show was replaced', async () => {
    const opened = await filled()
    const { heard, untilHeard } = await announcements(opened.api)
    const path = await backedUp(opened)
    expect(heard).not.toContainEqual({ kind: 'replaced' })
    await lastStep(opened.api.storage.restore({ path }))
    await untilHeard('replaced')
  })

  test('has exactly as many bytes as were announced, though much of it is in the logs yet', async () => {
    const opened = await filled()
    const { needed } = await opened.api.storage.backups()
    expect(statSync(await backedUp(opened)).size).toBe(needed)
  })

  test('is a tar file that any program opens, and holds no key', async () => {
    const path = await backedUp(await filled())
    const listed = spawnSync('tar', ['-tf', path], { encoding: 'utf8' })
    expect(listed.stderr).toBe('')
    expect(listed.stdout.split('\n')).toContain('workspaces/live/library.db')
    const bytes = readFileSync(path)
    expect([bytes.includes(canary), bytes.includes(sampleKey)]).toEqual([false, false])
  })

  test('is made while responses are stored, and is of one moment', async () => {
    const opened = await filled()
    await opened.api.workspaces.activate({ id: 'sample' })
    const symbols = ['VSPO', 'HLDN']
    const [path] = await Promise.all([
      backedUp(opened),
      ...symbols.map((symbol) =>
        opened.api.financials.open({ symbol, basis: 'quarterly', comparison: 'none', freshness: 'service' }),
      ),
    ])
    const other = openedCore()
    expect(await lastStep(other.api.storage.restore({ path }))).toMatchObject({ kind: 'done' })
    await other.api.workspaces.activate({ id: 'sample' })
    expect(await lastStep(other.api.storage.verify())).toMatchObject({ kind: 'done', faults: [] })
  })
})

describe('a backup that is not as it was made is refused before anything is touched:', () => {
  /** Restores one into a profile that has something, which is to be as it was then. */
  const refusing = async () => {
    const other = openedCore()
    await other.api.notes.add({ callId, passage, color: 'red', note: 'stays' })
    const names = () => filesIn(other.profile).filter((name) => !/-(wal|shm)$/.test(name))
    const stored = () => names().map((name) => [name, hashOf(join(other.profile, name))])
    const before = stored()
    return async (path: string) => {
      const done = await lastStep(other.api.storage.restore({ path }))
      expect(stored()).toEqual(before)
      expect(await notesOf(other)).toEqual(['stays'])
      return done.kind === 'failed' ? done.failure : done
    }
  }

  test('one byte anywhere, or its end', async () => {
    const refusal = await refusing()
    const path = await backedUp(await filled())
    const whole = readFileSync(path)
    const harmed = `${path}.harmed`
    const staging = ownFolder()
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = Buffer.from(whole)
        bytes[at] = (bytes[at] ?? 0) ^ change
        writeFileSync(harmed, bytes)
        rmSync(staging, { recursive: true, force: true })
        const order = { job: 'restore', path: harmed, staging } as const
        await expect(extractBackup(order, () => undefined)).rejects.toThrow(FailureError)
      }),
      { numRuns: 60 },
    )
    expect(await refusal(harmed)).toMatchObject({ kind: 'invalid-backup' })
    for (const bytes of [0, 512, 20_000, whole.length - 1024, whole.length - 1]) {
      copyFileSync(path, harmed)
      truncateSync(harmed, bytes)
      const refused = { kind: 'invalid-backup', detail: expect.any(String) as string }
      expect([bytes, await refusal(harmed)]).toEqual([bytes, refused])
    }
  })

  test('a file of somebody else, and one of a newer program', async () => {
    const refusal = await refusing()
    const opened = await filled()
    const path = await backedUp(opened)
    const foreign = `${path}.foreign`
    writeFileSync(foreign, 'x'.repeat(5000))
    expect(await refusal(foreign)).toEqual({ kind: 'invalid-backup', detail: 'it is damaged' })
    expect(await refusal(join(opened.profile, 'workspaces', 'sample', 'desk.db'))).toMatchObject({
      kind: 'invalid-backup',
    })
    const other = join(ownFolder(), 'other.tar')
    spawnSync('tar', ['-cf', other, '-C', opened.profile, 'workspaces'])
    expect(await refusal(other)).toMatchObject({ kind: 'invalid-backup' })
    const about = JSON.parse(
      readFileSync(path).toString('utf8', 512, readFileSync(path).indexOf('}}', 512) + 2),
    ) as object
    for (const newer of [{ format: 2 }, { schemas: { desk: 1000, library: 1 } }]) {
      const text = Buffer.from(JSON.stringify({ ...about, ...newer }))
      writeFileSync(
        other,
        Buffer.concat([headOf('about.json', text.length, 0), text, Buffer.alloc(paddingOf(text.length))]),
      )
      expect(await refusal(other)).toEqual({ kind: 'newer-version', detail: 'The backup' })
    }
    expect(await refusal('/nowhere/at-all.tar')).toMatchObject({
      kind: 'invalid-backup',
      detail: 'the file does not exist',
    })
    expect(await refusal('here.tar')).toMatchObject({ kind: 'invalid-folder' })
  })
})

test('a backup into a folder that is not there says so, and leaves nothing behind', async () => {
  const opened = await filled()
  const to = async (folder: string) => lastStep(opened.api.storage.createBackup({ folder }))
  expect(await to('/nowhere/at-all')).toEqual({
    kind: 'failed',
    failure: { kind: 'invalid-folder', detail: 'it was not found' },
  })
  const folder = ownFolder()
  const done = await to(folder)
  expect(done).toMatchObject({ kind: 'done' })
  const stopped = new AbortController()
  const running = await opened.api.storage.createBackup({ folder }, { signal: stopped.signal })
  stopped.abort()
  await expect(lastStep(Promise.resolve(running))).resolves.toMatchObject({ kind: 'failed' })
  expect(readdirSync(folder)).toHaveLength(1)
  expect(readdirSync(opened.profile).filter((name) => /restoring|unfinished/.test(name))).toEqual([])
})

test('half a backup of a program that died is taken away at the next start, whole ones stay', async () => {
  const opened = await filled()
  const path = await backedUp(opened)
  await opened.close()
  writeFileSync(`${path}.part`, 'half')
  const again = openedCore({ profile: opened.profile })
  expect((await again.api.storage.backups()).files.map((file) => file.path)).toEqual([path])
  expect(existsSync(`${path}.part`)).toBe(false)
})

describe('a program that ends while it restores', () => {
  /** A profile with a note of its own, closed, into which a back-up was taken out. */
  const takenOut = async () => {
    const path = await backedUp(await filled())
    const before = openedCore()
    await before.api.notes.add({ callId, passage, color: 'red', note: 'of before' })
    await before.close()
    const { profile } = before
    const staging = newStagingFolder(profile)
    const { manifest } = await extractBackup({ job: 'restore', path, staging }, () => undefined)
    const { activeWorkspace, preferences } = manifest
    const workspaces = manifest.workspaces.map(({ id }) => id)
    const plan = { aside: 'before', workspaces, replaced: ['sample'], activeWorkspace, preferences, isTakenBack: false }
    return { profile, staging, plan }
  }

  test('before it was decided starts with what was there, and nothing is left of it', async () => {
    const { profile, staging } = await takenOut()
    const after = openedCore({ profile })
    expect(await notesOf(after)).toEqual(['of before'])
    expect(existsSync(staging)).toBe(false)
  })

  test('after that, where it cannot be put in place, starts with what was there, says so, and tries no more', async () => {
    const { profile, staging, plan } = await takenOut()
    decide({ staging, plan })
    writeFileSync(join(profile, 'set-aside'), 'a file where a folder is needed')
    await startsAsBefore(profile)
  })

  test('after that, where what it restored does not open, starts with what was there and says so', async () => {
    const { profile, staging, plan } = await takenOut()
    const desk = new Database(join(staging, 'workspaces', 'live', 'desk.db'))
    desk.pragma('user_version = 1000')
    desk.close()
    decide({ staging, plan })
    await startsAsBefore(profile)
    expect(existsSync(join(profile, 'workspaces', 'live'))).toBe(false)
  })

  test('and dies once more while it is taken back starts with what was there', async () => {
    for (const moves of [0, 1, 2]) {
      const { profile, staging, plan } = await takenOut()
      decide({ staging, plan: { ...plan, isTakenBack: true } })
      const [place, old] = [join(profile, 'workspaces', 'sample'), join(profile, 'set-aside', 'before', 'sample')]
      if (moves > 0) {
        mkdirSync(join(old, '..'), { recursive: true })
        renameSync(place, old)
      }
      if (moves > 1) renameSync(join(staging, 'workspaces', 'sample'), place)
      const after = openedCore({ profile })
      expect(await notesOf(after)).toEqual(['of before'])
      expect([existsSync(staging), existsSync(old)]).toEqual([false, false])
      await after.close()
    }
  })

  /** Twice: the second start has nothing to say any more. */
  const startsAsBefore = async (profile: string) => {
    const failure = { kind: 'invalid-backup', detail: 'it could not be installed' }
    for (const notices of [[failure], []]) {
      const after = openedCore({ profile })
      expect((await after.api.status.now()).notices.map((notice) => notice.failure)).toEqual(notices)
      expect(await notesOf(after)).toEqual(['of before'])
      expect((await after.api.workspaces.list()).workspaces.map(({ id }) => id)).toEqual(['sample'])
      expect(readdirSync(profile).filter((name) => name.startsWith('restoring'))).toEqual([])
      await after.close()
    }
  }

  test('after that starts with all of the backup, wherever it was, and with what was there set aside whole', async () => {
    for (const moves of [0, 1, 2]) {
      const { profile, staging, plan } = await takenOut()
      decide({ staging, plan })
      const place = join(profile, 'workspaces', 'sample')
      if (moves > 0) {
        mkdirSync(join(profile, 'set-aside', 'before'), { recursive: true })
        renameSync(place, join(profile, 'set-aside', 'before', 'sample'))
      }
      if (moves > 1) renameSync(join(staging, 'workspaces', 'sample'), place)
      const after = openedCore({ profile })
      expect(await notesOf(after)).toEqual(['of the live one'])
      await after.api.workspaces.activate({ id: 'sample' })
      expect(await notesOf(after)).toEqual(['mine'])
      expect(readdirSync(join(profile, 'set-aside', 'before', 'sample'))).toContain('desk.db')
      expect(existsSync(staging)).toBe(false)
      await after.close()
    }
  })
})

/** Files below a folder that this process has open, by the links of the system; deleted ones say so. */
function openFilesBelow(folder: string): string[] {
  const links = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return readlinkSync(join('/proc/self/fd', name))
    } catch {
      // The folder itself was listed through one that is closed by now.
      return []
    }
  })
  return links.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length + 1))
}

test.skipIf(process.platform !== 'linux')(
  'after a backup no library but the open one is kept open: a deleted workspace frees its space, and Windows deletes it (needs Linux)',
  async () => {
    const opened = await filled()
    const { api, profile } = opened
    const workspaces = join(profile, 'workspaces')
    await backedUp(opened)
    expect(openFilesBelow(workspaces)).not.toContain(join('sample', 'library.db'))
    // Its connection, and the descriptor that may only be closed after it.
    const isOpenLibrary = (path: string) => path === join('live', 'library.db')
    expect(openFilesBelow(workspaces).filter(isOpenLibrary).length).toBeGreaterThan(1)
    await api.workspaces.activate({ id: 'sample' })
    expect(openFilesBelow(join(workspaces, 'live'))).toEqual([])
    await backedUp(opened)
    await api.workspaces.activate({ id: 'live' })
    await backedUp(opened)
    await api.workspaces.remove({ id: 'live' })
    expect(openFilesBelow(workspaces).filter((path) => !path.startsWith('sample'))).toEqual([])
  },
)
