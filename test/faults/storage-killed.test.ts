import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ownFolder } from '../core/folders.ts'
import { openedCore, usualNames } from '../core/opened-core.ts'
import { lastStep } from '../core/storage/steps.ts'

const callId = 'a'
const place = { firstTurn: 0, from: 0, lastTurn: 0, to: 4, segmentId: null }
const passage = { ...place, hash: 'a', quote: 'said', before: '', after: '' }
const logos = 4000

interface Scene {
  readonly profile: string
  readonly home: string
  /** Another disk. */
  readonly disk: string
  readonly backUp: string
}

/** A closed profile with a note, a recording and some 25 MB of library; with a back-up of the same. */
async function scene(): Promise<Scene> {
  const opened = openedCore()
  const { profile } = opened
  await opened.api.notes.add({ callId, passage, color: 'red', note: 'mine' })
  await opened.close()
  const home = join(profile, 'workspaces', 'sample')
  const library = new Database(join(home, 'library.db'))
  const insert = library.prepare('INSERT INTO logo (url, asked_at, bytes) VALUES (?, 0, randomblob(6000))')
  library.transaction(() => {
    for (let number = 0; number < logos; number += 1) insert.run(`https://logo.example/${number}`)
  })()
  library.close()
  mkdirSync(join(home, 'recordings'), { recursive: true })
  writeFileSync(join(home, 'recordings', 'a.mp3'), 'sound '.repeat(50_000))
  const again = openedCore({ profile })
  const made = await lastStep(again.api.storage.createBackup({ folder: null }))
  await again.close()
  const disk = ownFolder()
  const backUp = join(ownFolder(), 'back-up.tar')
  cpSync(made.kind === 'done' ? made.path : '', backUp)
  return { profile, home, disk, backUp }
}

/** Kills the program as soon as something of such a name is made or changed in the folder. False: it was done before. */
async function killedAt(folder: string, name: RegExp, profile: string, ...args: readonly string[]): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  const watcher = watch(folder)
  const program = join(import.meta.dirname, 'storage-until-killed.ts')
  const child = spawn(process.execPath, [program, profile, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  watcher.on('change', (_, file) => {
    if (name.test(String(file))) child.kill('SIGKILL')
  })
  const said = await text(child.stdout)
  watcher.close()
  return !said.includes('done')
}

/** It starts, and has everything once: in the profile, or where its library was moved to. */
async function startsWhole({ profile, home, disk }: Scene): Promise<void> {
  const after = openedCore({ profile })
  expect((await after.api.status.now()).notices).toEqual([])
  const { highlights } = await after.api.notes.ofCall({ callId, hash: 'a' })
  expect(highlights.map(({ highlight }) => highlight.note)).toEqual(['mine'])
  expect(await lastStep(after.api.storage.verify())).toMatchObject({ kind: 'done', faults: [] })
  await after.close()
  const names = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const left = /\.part$|\.compact$|coming|restoring|unfinished/
  expect([profile, disk].flatMap(names).filter((name) => left.test(name))).toEqual([])
  const libraries = [home, disk].flatMap((folder) =>
    names(folder)
      .filter((name) => /library\.db$/.test(name))
      .map((name) => join(folder, name)),
  )
  expect(libraries).toHaveLength(1)
  const library = new Database(libraries[0] ?? '', { readonly: true })
  expect(library.prepare('SELECT count(*), min(length(bytes)) FROM logo').raw().get()).toEqual([logos, 6000])
  library.close()
  expect(existsSync(join(dirname(libraries[0] ?? ''), 'recordings', 'a.mp3'))).toBe(true)
}

describe('a program killed starts with a whole library, and with nothing half-written on any disk (W3),', () => {
  test.each<[string, (scene: Scene) => Promise<boolean>]>([
    ['while it compacts', ({ profile, home }) => killedAt(home, /\.compact$/, profile, 'compact')],
    ['while it backs up to another disk', ({ profile, disk }) => killedAt(disk, /\.part$/, profile, 'backup', disk)],
    [
      'while it copies a library to another disk',
      ({ profile, disk }) => killedAt(disk, /\.part$/, profile, 'move', disk),
    ],
    [
      'when the copy has its place there',
      ({ profile, disk }) => killedAt(disk, /^tearsheet-sample$/, profile, 'move', disk),
    ],
    [
      'when the library is looked for there',
      ({ profile, home, disk }) => killedAt(home, /^location\.json/, profile, 'move', disk),
    ],
    [
      'while what was restored takes its place',
      ({ profile, backUp }) => killedAt(join(profile, 'set-aside'), /./, profile, 'restore', backUp),
    ],
    [
      'while it takes a backup out',
      ({ profile, backUp }) => killedAt(profile, /^restoring/, profile, 'restore', backUp),
    ],
  ])('%s', async (_, killed) => {
    const there = await scene()
    expect(await killed(there)).toBe(true)
    await startsWhole(there)
  })

  test('while a library is moved back into the profile', async () => {
    for (const name of [/^coming/, /^library\.db/, /^location\.json/]) {
      const there = await scene()
      const opened = openedCore({ profile: there.profile })
      await lastStep(opened.api.storage.move({ folder: there.disk }))
      await opened.close()
      expect(await killedAt(there.home, name, there.profile, 'move back')).toBe(true)
      await startsWhole(there)
    }
  })
})

test('a copy that a killed program left on a disk which is away goes when the disk is back', async () => {
  const there = await scene()
  await killedAt(there.disk, /\.part$/, there.profile, 'move', there.disk)
  const noted = readFileSync(join(there.profile, 'unfinished.json'), 'utf8')
  writeFileSync(join(there.profile, 'unfinished.json'), noted.replaceAll(there.disk, `${there.disk}-away`))
  await openedCore({ profile: there.profile }).close()
  expect(existsSync(join(there.profile, 'unfinished.json'))).toBe(true)
  writeFileSync(join(there.profile, 'unfinished.json'), noted)
  await startsWhole(there)
})

test('a folder of the same name that another profile has its library in is left alone', async () => {
  const there = await scene()
  await killedAt(there.disk, /\.part$/, there.profile, 'move', there.disk)
  const other = await scene()
  const opened = openedCore({ profile: other.profile })
  expect(await lastStep(opened.api.storage.move({ folder: there.disk }))).toMatchObject({ kind: 'done' })
  await opened.close()
  await openedCore({ profile: there.profile }).close()
  await startsWhole({ ...other, disk: there.disk })
})

test('a program killed while it deletes a workspace has deleted it whole at the next start, on every disk', async () => {
  const profile = ownFolder()
  const disk = ownFolder()
  const opened = openedCore({ profile })
  const edit = { name: 'Live', baseUrl: 'https://data.example.com', search: usualNames }
  const { id } = await opened.api.workspaces.create(edit)
  await opened.api.workspaces.activate({ id })
  await lastStep(opened.api.storage.move({ folder: disk }))
  const place = readdirSync(disk).map((name) => join(disk, name))[0] ?? ''
  for (let number = 0; number < 2000; number += 1) writeFileSync(join(place, 'recordings', `${number}.mp3`), 'sound')
  await opened.close()
  expect(await killedAt(join(profile, 'workspaces'), /\.removed$/, profile, 'remove', id)).toBe(true)
  const after = openedCore({ profile })
  expect((await after.api.workspaces.list()).workspaces.map((each) => each.id)).toEqual(['sample'])
  expect((await after.api.status.now()).notices).toEqual([])
  expect(readdirSync(join(profile, 'workspaces'))).toEqual(['sample'])
  expect(existsSync(place) ? readdirSync(place) : []).toEqual([])
  expect(existsSync(join(profile, 'unfinished.json'))).toBe(false)
})
