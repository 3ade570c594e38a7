import Database from 'better-sqlite3'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { filesIn, hashOf, ownFolder } from '../folders.ts'
import { liveWorkspace, openedCore, usualNames, type OpenedCore } from '../opened-core.ts'
import { altered, withSql } from './altered-back-up.ts'
import { lastStep } from './steps.ts'

const callId = '0b7f6a51-1c2d-4e3f-8a9b-0c1d2e3f4a5b'
const place = { firstTurn: 0, from: 0, lastTurn: 0, to: 4, segmentId: null }
const passage = { ...place, hash: 'a', quote: 'said', before: '', after: '' }

const notesOf = async ({ api }: OpenedCore) =>
  (await api.notes.ofCall({ callId, hash: 'a' })).highlights.map(({ highlight }) => highlight.note)

/** A back-up of a profile with a note, and the folder for what is made of it. */
async function backedUp(): Promise<{ path: string; folder: string }> {
  const opened = openedCore()
  await opened.api.notes.add({ callId, passage, color: 'red', note: 'of the back-up' })
  const done = await lastStep(opened.api.storage.createBackup({ folder: null }))
  await opened.close()
  return { path: done.kind === 'done' ? done.path : '', folder: ownFolder() }
}

/** Restores it into a profile that has a note of its own, and starts that profile again. */
async function restored(path: string) {
  const around = ownFolder()
  const profile = join(around, 'profile')
  const opened = openedCore({ profile })
  await opened.api.notes.add({ callId, passage, color: 'red', note: 'of before' })
  const hashes = () =>
    filesIn(around)
      .filter((name) => !/-(wal|shm)$/.test(name))
      .map((name) => [name, hashOf(join(around, name))])
  const before = hashes()
  const done = await lastStep(opened.api.storage.restore({ path }))
  const after = hashes()
  await opened.close()
  const stored = join(profile, 'workspaces', 'sample', 'library.db')
  const file = new Database(stored, { readonly: true })
  const version = file.pragma('user_version', { simple: true })
  file.close()
  const again = openedCore({ profile })
  const notes = await notesOf(again)
  const { notices } = await again.api.status.now()
  return {
    failure: done.kind === 'failed' ? done.failure : null,
    isUntouched: isSame(before, after),
    notes,
    notices,
    version,
    around,
  }
}
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

let made: Awaited<ReturnType<typeof backedUp>>
beforeEach(async () => {
  made = await backedUp()
})
const target = () => join(made.folder, 'altered.tar')
const scratch = () => join(made.folder, 'scratch.db')

const desk = 'workspaces/sample/desk.db'
const library = 'workspaces/sample/library.db'

describe('a backup with every hash right that holds what no backup does is refused, and what was there opens as before:', () => {
  test.each<[string, string, string, string]>([
    [
      'a trigger',
      desk,
      'CREATE TRIGGER copy AFTER INSERT ON highlight BEGIN DELETE FROM listening_position; END',
      'it contains a trigger from another program, copy',
    ],
    [
      'a view of another name',
      desk,
      'CREATE VIEW extra AS SELECT * FROM highlight',
      'it contains a view from another program, extra',
    ],
    [
      'a virtual table',
      library,
      'CREATE VIRTUAL TABLE extra USING fts5(words)',
      'it contains a virtual table from another program, extra',
    ],
    ['no table of notes', desk, 'DROP TABLE highlight', 'its table highlight is missing'],
    ['a column less', library, 'ALTER TABLE logo DROP COLUMN type', 'its table logo has different columns'],
    ['no index', desk, 'DROP INDEX highlight_call', 'its index highlight_call is missing'],
    ['another program’s id', desk, 'PRAGMA application_id = 7', ''],
    ['a version that is not its tables’', desk, 'PRAGMA user_version = 2', 'its table'],
  ])('%s', async (_, name, sql, detail) => {
    const path = altered(made.path, target(), { files: withSql(name, sql, scratch()) })
    const { failure, isUntouched, notes, notices } = await restored(path)
    expect(failure).toMatchObject({ kind: detail === '' ? 'foreign-file' : 'invalid-backup' })
    expect(failure?.detail).toContain(detail === '' ? 'desk.db' : detail)
    expect([isUntouched, notes, notices]).toEqual([true, ['of before'], []])
  })

  test.each<[string, Record<string, unknown>]>([
    ['an active workspace outside the profile', { activeWorkspace: '../../outside' }],
    ['a workspace outside the profile', { workspaces: [{ id: '../../outside', name: 'Out' }] }],
    ['the same workspace twice', { workspaces: [1, 2].map((name) => ({ id: 'sample', name: String(name) })) }],
    ['a workspace without files', { workspaces: ['sample', 'other'].map((id) => ({ id, name: id })) }],
    ['files of a workspace that it does not list', { workspaces: [] }],
  ])('%s', async (_, told) => {
    const path = altered(made.path, target(), { manifest: (manifest) => ({ ...manifest, ...told }) })
    const { failure, isUntouched, notes, around } = await restored(path)
    expect(failure).toMatchObject({ kind: 'invalid-backup' })
    expect([isUntouched, notes, readdirSync(around)]).toEqual([true, ['of before'], ['profile']])
  })

  test('the same file twice', async () => {
    const path = altered(made.path, target(), { files: (files) => [...files, files[0]!] })
    const { failure, isUntouched, notes } = await restored(path)
    expect(failure).toEqual({ kind: 'invalid-backup', detail: 'it contains desk.db twice' })
    expect([isUntouched, notes]).toEqual([true, ['of before']])
  })
})

describe('a backup whose library is of an older version', () => {
  /** As a program wrote it that knew so many migrations. */
  const older = (version: number, sql: string): Required<Parameters<typeof altered>[2]>['files'] => {
    const file = join(made.folder, 'library.db')
    openDatabase(file, {
      ...libraryDatabase,
      migrations: libraryDatabase.migrations.slice(0, version),
      views: [],
    }).close()
    const bytes = readFileSync(file)
    return withSql(library, sql, scratch(), bytes)
  }

  test('is brought to this version while it is checked, and opens', async () => {
    const path = altered(made.path, target(), { files: older(10, '') })
    const { failure, notes, notices, version } = await restored(path)
    expect([failure, notes, notices, version]).toEqual([
      null,
      ['of the back-up'],
      [],
      libraryDatabase.migrations.length,
    ])
  })

  test('and cannot be brought to this one is refused, and what was there opens as before', async () => {
    const path = altered(made.path, target(), { files: older(10, 'CREATE TABLE logo (mine TEXT)') })
    const { failure, isUntouched, notes } = await restored(path)
    const detail = 'library.db in the backup cannot be used: it cannot be upgraded to this version'
    expect([failure, isUntouched, notes]).toEqual([{ kind: 'invalid-backup', detail }, true, ['of before']])
  })
})

test('a desk that names itself otherwise is known by its folder: nothing is read or written outside the profile', async () => {
  const source = openedCore()
  await liveWorkspace(source, 'https://data.example.com')
  const done = await lastStep(source.api.storage.createBackup({ folder: null }))
  const sql = "UPDATE workspace SET id = '../../outside'"
  const files = withSql('workspaces/live/desk.db', sql, scratch())
  const path = altered(done.kind === 'done' ? done.path : '', target(), { files })
  const around = ownFolder()
  const { api: restoredApi } = openedCore({ profile: join(around, 'profile') })
  expect(await lastStep(restoredApi.storage.restore({ path }))).toMatchObject({ kind: 'done' })
  const ids = async () => (await restoredApi.workspaces.list()).workspaces.map(({ id }) => id)
  expect(await ids()).toEqual(['sample', 'live'])
  await restoredApi.workspaces.activate({ id: 'sample' })
  expect(await ids()).toEqual(['sample', 'live'])
  const edit = { name: 'Renamed', baseUrl: 'https://data.example.com', recordingsBase: '', search: usualNames }
  expect(await restoredApi.workspaces.edit({ id: 'live', edit })).toMatchObject({ id: 'live', name: 'Renamed' })
  expect(readdirSync(around)).toEqual(['profile'])
})
