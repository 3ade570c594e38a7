import Database from 'better-sqlite3'
import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { userTables } from '#contract/api/user-tables.ts'
import { deskDatabase } from '#core/database/desk-schema.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { migrateToLatest } from '#core/database/migrations.ts'
import { tableShapes } from '#core/database/salvage/table-shapes.ts'
import { startSampleService } from '#sample/server.ts'
import { usualNames, failureOfQuestion, liveWorkspace, openedCore, type OpenedCore } from '../opened-core.ts'
import { announcements } from '../announcements.ts'
import { copyOf, filesIn, hashOf, ownFolder } from '../folders.ts'
import { lastStep } from '../storage/steps.ts'

const callId = '0b7f6a51-1c2d-4e3f-8a9b-0c1d2e3f4a5b'
const passage = {
  firstTurn: 0,
  from: 0,
  lastTurn: 0,
  to: 4,
  segmentId: null,
  hash: 'a',
  quote: 'said',
  before: '',
  after: '',
}
const pageSize = 8192

/** Replaces a closed library by one of the version before libraries had an identity, with the same rows in the tables of that version. */
function setBackBeforeIdentity(library: string): void {
  const before = libraryDatabase.migrations.findIndex((migration) => migration.includes('file_identity'))
  const earlier = `${library}-earlier`
  const database = new Database(earlier)
  database.pragma(`application_id = ${libraryDatabase.applicationId}`)
  migrateToLatest(database, libraryDatabase.migrations.slice(0, before))
  database.exec(`PRAGMA foreign_keys = OFF; ATTACH '${library}' AS library`)
  const tables = database.prepare<[], string>(
    `SELECT name FROM main.sqlite_master JOIN library.sqlite_master USING (name)
     WHERE main.sqlite_master.type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%\\_text%' ESCAPE '\\'`,
  )
  for (const table of tables.pluck().all()) {
    database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM library.${table}`)
  }
  database.close()
  renameSync(earlier, library)
}

type Opened = Pick<OpenedCore, 'api'>

async function addNotes({ api }: Opened, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number += 1)
    await api.notes.add({ callId, passage, color: 'red', note: `note ${number} ${'x'.repeat(300)}` })
}

async function notesOf({ api }: Opened): Promise<string[]> {
  const { highlights } = await api.notes.ofCall({ callId, hash: 'a' })
  return highlights.map(({ highlight }) => highlight.note.split(' ').slice(0, 2).join(' ')).toSorted()
}

const numbered = (count: number) => Array.from({ length: count }, (_, number) => `note ${number}`).toSorted()

/** A live workspace in front with notes and a list; still open. */
async function inUse(): Promise<OpenedCore & { readonly id: string; readonly folder: string }> {
  const opened = openedCore()
  const id = await liveWorkspace(opened, 'https://data.example.com')
  await addNotes(opened, 0, 60)
  const { id: listId } = await opened.api.watchlists.create({ name: 'Optics' })
  await opened.api.watchlists.addCompanies({ listId, securities: [{ symbol: 'VSPO' }] })
  return { ...opened, id, folder: join(opened.profile, 'workspaces', id) }
}

async function closedProfile(): Promise<{ profile: string; folder: string }> {
  const opened = await inUse()
  await opened.close()
  return { profile: opened.profile, folder: opened.folder }
}

/** As a kill leaves it: the files as they are, with what is in the log only. */
function killed({ profile, id }: { profile: string; id: string }): { profile: string; folder: string } {
  const copy = copyOf(profile)
  return { profile: copy, folder: join(copy, 'workspaces', id) }
}

async function backedUp({ api }: Opened): Promise<void> {
  const done = await lastStep(api.storage.createBackup({ folder: null }))
  expect(done.kind).toBe('done')
}

function overwriteFirstNotes(folder: string): void {
  const file = join(folder, 'desk.db')
  const bytes = readFileSync(file)
  const page = Math.floor(bytes.indexOf('note 3 xxx') / pageSize)
  writeFileSync(file, bytes.fill(0xee, page * pageSize, (page + 1) * pageSize))
}

describe('a desk with a damaged page (C7, W10)', () => {
  test('opens in its own workspace with every other note, reports how many are lost, and lets nothing be changed', async () => {
    const { profile, folder } = await closedProfile()
    overwriteFirstNotes(folder)
    const opened = openedCore({ profile })
    const found = await opened.api.recovery.pending()
    const there = await notesOf(opened)
    const lost = 60 - there.length
    expect([lost > 0, lost < 60, (await opened.api.workspaces.list()).active]).toEqual([true, true, 'live'])
    expect(found).toMatchObject({ found: 'damaged', workspace: { name: 'Live' }, backup: null })
    expect(found?.tables.find(({ table }) => table === 'highlight')).toEqual({
      table: 'highlight',
      rows: there.length,
      recovered: there.length,
      lost,
    })
    expect(found?.tables.find(({ table }) => table === 'watchlist')).toEqual({
      table: 'watchlist',
      rows: 1,
      recovered: 1,
      lost: 0,
    })
    expect(await failureOfQuestion(addNotes(opened, 90, 91))).toEqual({ kind: 'desk-undecided', detail: 'Live' })
    expect(await failureOfQuestion(opened.api.watchlists.create({ name: 'New' }))).toMatchObject({
      kind: 'desk-undecided',
    })
    expect(await lastStep(opened.api.storage.createBackup({ folder: null }))).toMatchObject({
      kind: 'failed',
      failure: { kind: 'desk-undecided' },
    })
  })

  test('continues with what was recovered when the user keeps it, for good', async () => {
    const { profile, folder } = await closedProfile()
    overwriteFirstNotes(folder)
    const opened = openedCore({ profile })
    const there = await notesOf(opened)
    await opened.api.recovery.keep()
    expect(await opened.api.recovery.pending()).toBeNull()
    await addNotes(opened, 90, 91)
    await opened.close()
    const again = openedCore({ profile })
    expect([await again.api.recovery.pending(), await notesOf(again)]).toEqual([null, [...there, 'note 90'].toSorted()])
  })

  test('is exchanged for that of the latest backup, which says what it holds; what was recovered is kept aside', async () => {
    const using = await inUse()
    await backedUp(using)
    await addNotes(using, 60, 65)
    await using.close()
    overwriteFirstNotes(using.folder)
    const opened = openedCore({ profile: using.profile })
    const found = await opened.api.recovery.pending()
    expect(found?.backup?.tables.find(({ table }) => table === 'highlight')).toEqual({ table: 'highlight', rows: 60 })
    const { untilHeard } = await announcements(opened.api)
    await opened.api.recovery.restore()
    await untilHeard('replaced')
    expect([await opened.api.recovery.pending(), await notesOf(opened)]).toEqual([null, numbered(60)])
    await addNotes(opened, 60, 61)
    const kept = filesIn(join(using.folder, 'set-aside')).map((name) => name.split('/').at(-1))
    expect(kept).toEqual(['2-desk.db', 'desk.db'])
    await opened.close()
    const again = openedCore({ profile: using.profile })
    expect([await again.api.recovery.pending(), await notesOf(again)]).toEqual([null, numbered(61)])
  })

  test('of a workspace that is not active is reported with its name, and keeps its address', async () => {
    const opened = openedCore()
    const edit = { name: 'Mine', baseUrl: 'https://data.example.com', recordingsBase: '', search: usualNames }
    await opened.api.workspaces.create(edit)
    await opened.close()
    writeFileSync(join(opened.profile, 'workspaces', 'mine', 'desk.db'), 'no database at all '.repeat(20))
    const { api } = openedCore({ profile: opened.profile })
    const mine = (await api.workspaces.list()).workspaces.find(({ id }) => id === 'mine')
    expect(mine).toMatchObject({ name: 'Mine', baseUrl: 'https://data.example.com' })
    expect((await api.status.now()).notices.map(({ failure }) => failure)).toEqual([
      { kind: 'desk-undecided', detail: 'Mine' },
    ])
    expect(await failureOfQuestion(api.workspaces.edit({ id: 'mine', edit }))).toMatchObject({
      kind: 'desk-undecided',
    })
    await api.workspaces.activate({ id: 'mine' })
    await api.recovery.keep()
    expect(await api.workspaces.edit({ id: 'mine', edit })).toMatchObject({ baseUrl: 'https://data.example.com' })
  })
})

describe('a desk that is not what it was is not taken for a new one (C1)', () => {
  test.each<[string, (file: string) => void, string]>([
    ['deleted', (file) => rmSync(file), 'missing'],
    [
      'deleted with all that lies beside it',
      (file) => ['', '.session'].forEach((end) => rmSync(`${file}${end}`)),
      'missing',
    ],
    ['emptied', (file) => truncateSync(file, 0), 'empty'],
    ['cut short', (file) => truncateSync(file, 3 * pageSize), 'damaged'],
    ['with its folder', (file) => rmSync(join(file, '..'), { recursive: true }), 'folder'],
  ])('%s', async (_, harm, found) => {
    const using = await inUse()
    await backedUp(using)
    await using.close()
    harm(join(using.folder, 'desk.db'))
    const opened = openedCore({ profile: using.profile })
    const { active, workspaces } = await opened.api.workspaces.list()
    expect([active, workspaces.find(({ id }) => id === active)?.baseUrl]).toEqual(['live', 'https://data.example.com'])
    expect(await opened.api.recovery.pending()).toMatchObject({ found, workspace: { name: 'Live' } })
    expect(await failureOfQuestion(addNotes(opened, 90, 91))).toMatchObject({ kind: 'desk-undecided' })
    await opened.api.recovery.restore()
    expect(await notesOf(opened)).toEqual(numbered(60))
    await addNotes(opened, 60, 61)
  })

  test('exchanged for that of another workspace', async () => {
    const { profile, folder } = await closedProfile()
    const other = await closedProfile()
    writeFileSync(join(folder, 'desk.db'), readFileSync(join(other.folder, 'desk.db')))
    const { api } = openedCore({ profile })
    expect(await api.recovery.pending()).toMatchObject({ found: 'replaced' })
  })

  test('set back to an earlier copy of itself: how many changes are missing is reported, and a copy of it is kept', async () => {
    const first = await closedProfile()
    const earlier = readFileSync(join(first.folder, 'desk.db'))
    const later = openedCore({ profile: first.profile })
    await addNotes(later, 60, 63)
    await later.close()
    writeFileSync(join(first.folder, 'desk.db'), earlier)
    const opened = openedCore({ profile: first.profile })
    expect(await opened.api.recovery.pending()).toMatchObject({ found: 'older', missingChanges: 3 })
    expect(await notesOf(opened)).toEqual(numbered(60))
    await opened.api.recovery.keep()
    await addNotes(opened, 90, 91)
    await opened.close()
    expect(await openedCore({ profile: first.profile }).api.recovery.pending()).toBeNull()
  })
})

describe('a library that is not what it was is not silently written to', () => {
  const key = 'right-key-0123'
  const download = ({ api }: OpenedCore, symbol: string) =>
    api.financials.open({ symbol, basis: 'quarterly', comparison: 'none', freshness: 'service' })

  /** A closed profile with a company in the library of its workspace. */
  async function downloaded(symbol: string): Promise<{ profile: string; library: string; baseUrl: string }> {
    const service = await startSampleService({ key })
    onTestFinished(() => service.close())
    const opened = openedCore()
    const id = await liveWorkspace(opened, service.baseUrl, { key })
    await download(opened, symbol)
    await opened.close()
    return {
      profile: opened.profile,
      library: join(opened.profile, 'workspaces', id, 'library.db'),
      baseUrl: service.baseUrl,
    }
  }

  /** Opened again, with the key that a new run has not. */
  function openedAgain({ profile, baseUrl }: { profile: string; baseUrl: string }): OpenedCore {
    const opened = openedCore({ profile })
    opened.core.keys.hold({ workspace: 'live', origin: new URL(baseUrl).origin, key })
    return opened
  }

  async function withAnotherLibrary(): Promise<{ profile: string; library: string; baseUrl: string }> {
    const own = await downloaded('VSPO')
    const other = await downloaded('HLDN')
    copyFileSync(other.library, own.library)
    return own
  }

  const companies = async ({ api }: OpenedCore) => (await api.library.report()).counts.companies

  test('exchanged for another one: its content is reported, and nothing is stored or backed up until the user chose', async () => {
    const opened = openedAgain(await withAnotherLibrary())
    expect(await opened.api.recovery.pending()).toBeNull()
    expect(await opened.api.recovery.replacedLibrary()).toMatchObject({ workspace: { name: 'Live' }, companies: 1 })
    const undecided = { kind: 'library-undecided', detail: 'Live' }
    expect(await failureOfQuestion(download(opened, 'VSPO'))).toEqual(undecided)
    expect(await companies(opened)).toBe(1)
    expect(await lastStep(opened.api.storage.createBackup({ folder: null }))).toMatchObject({ failure: undecided })
    expect(await lastStep(opened.api.storage.compact())).toMatchObject({ failure: undecided })
    // What the user makes is not concerned.
    await addNotes(opened, 0, 1)
  })

  test('the choice outlives a restart, and ends for good when the library is used', async () => {
    const using = await withAnotherLibrary()
    await openedCore({ profile: using.profile }).close()
    const opened = openedAgain(using)
    expect(await opened.api.recovery.replacedLibrary()).toMatchObject({ companies: 1 })
    await opened.api.recovery.useLibrary()
    expect(await opened.api.recovery.replacedLibrary()).toBeNull()
    await download(opened, 'VSPO')
    expect(await companies(opened)).toBe(2)
    await opened.close()
    expect(await openedCore({ profile: using.profile }).api.recovery.replacedLibrary()).toBeNull()
  })

  test('an empty library takes its place, and the other one is kept', async () => {
    const using = await withAnotherLibrary()
    const kept = hashOf(using.library)
    const opened = openedAgain(using)
    const { untilHeard } = await announcements(opened.api)
    await opened.api.recovery.startEmptyLibrary()
    await untilHeard('replaced')
    expect([await opened.api.recovery.replacedLibrary(), await companies(opened)]).toEqual([null, 0])
    await download(opened, 'VSPO')
    expect(await companies(opened)).toBe(1)
    const aside = join(using.library, '..', 'set-aside')
    expect(filesIn(aside).map((name) => hashOf(join(aside, name)))).toEqual([kept])
    await opened.close()
    expect(await openedCore({ profile: using.profile }).api.recovery.replacedLibrary()).toBeNull()
  })

  test('exchanged for one from before libraries had an identity', async () => {
    const using = await downloaded('VSPO')
    setBackBeforeIdentity(using.library)
    const opened = openedCore({ profile: using.profile })
    expect(await opened.api.recovery.replacedLibrary()).toMatchObject({ companies: 1 })
  })

  test('set back to an earlier copy of itself: that is reported, and it is written to', async () => {
    const using = await downloaded('VSPO')
    const earlier = readFileSync(using.library)
    const later = openedAgain(using)
    await download(later, 'HLDN')
    await later.close()
    writeFileSync(using.library, earlier)
    const opened = openedAgain(using)
    const notices = (await opened.api.status.now()).notices.map(({ failure }) => failure)
    expect([notices, await opened.api.recovery.replacedLibrary()]).toEqual([
      [{ kind: 'file-older', detail: 'library.db' }],
      null,
    ])
    await download(opened, 'HLDN')
    await opened.close()
    expect((await openedCore({ profile: using.profile }).api.status.now()).notices).toEqual([])
  })

  test('of an earlier version of the program is brought up to date without a question', async () => {
    const using = await downloaded('VSPO')
    setBackBeforeIdentity(using.library)
    // As that version left it.
    writeFileSync(`${using.library}.session`, 'closed \n')
    const opened = openedCore({ profile: using.profile })
    expect([await opened.api.recovery.replacedLibrary(), (await opened.api.status.now()).notices]).toEqual([null, []])
    expect(await companies(opened)).toBe(1)
  })
})

describe('after a kill, a log of desk.db', () => {
  test('that is whole loses nothing and needs no decision', async () => {
    const { profile } = killed(await inUse())
    const opened = openedCore({ profile })
    expect([await opened.api.recovery.pending(), await notesOf(opened)]).toEqual([null, numbered(60)])
  })

  test.each<[string, (log: string) => void]>([
    ['deleted', (log) => rmSync(log)],
    ['emptied', (log) => truncateSync(log, 0)],
    ['overwritten at its beginning', (log) => writeFileSync(log, readFileSync(log).fill(0xee, 0, 32))],
    [
      'overwritten in its middle',
      (log) => {
        const bytes = readFileSync(log)
        const middle = Math.floor(bytes.length / 2)
        writeFileSync(log, bytes.fill(0xee, middle, middle + 5000))
      },
    ],
  ])('that was %s took changes with it, and that is reported', async (_, harm) => {
    const { profile, folder } = killed(await inUse())
    const log = join(folder, 'desk.db-wal')
    expect(statSync(log).size).toBeGreaterThan(32)
    harm(log)
    const opened = openedCore({ profile })
    const found = await opened.api.recovery.pending()
    expect(['older', 'damaged', 'empty']).toContain(found?.found)
    expect((await notesOf(opened)).length).toBeLessThan(60)
    if (found?.found === 'older') expect(found.missingChanges).toBeGreaterThan(0)
    expect(await failureOfQuestion(addNotes(opened, 90, 91))).toMatchObject({ kind: 'desk-undecided' })
  })
})

describe('while the program runs', () => {
  const files = async (opened: OpenedCore) => (await opened.api.status.now()).notices.map(({ failure }) => failure)

  test.each<[string, (folder: string) => void, string[]]>([
    ['desk.db is deleted', (folder) => rmSync(join(folder, 'desk.db')), ['desk.db']],
    ['desk.db is exchanged', (folder) => exchange(join(folder, 'desk.db')), ['desk.db']],
    ['the log of desk.db is deleted', (folder) => rmSync(join(folder, 'desk.db-wal')), ['desk.db']],
    ['library.db is deleted', (folder) => rmSync(join(folder, 'library.db')), ['library.db']],
  ])('%s: nothing is lost, and the user is notified', async (_, harm, told) => {
    const using = await inUse()
    harm(using.folder)
    expect(await notesOf(using)).toEqual(numbered(60))
    await addNotes(using, 60, 61)
    expect(await files(using)).toEqual(told.map((detail) => ({ kind: 'file-rewritten', detail })))
    const { profile } = killed(using)
    const again = openedCore({ profile })
    expect([await again.api.recovery.pending(), await notesOf(again)]).toEqual([null, numbered(61)])
  })

  test('the folder of the workspace is removed: what is open is written again, and recordings are named as lost', async () => {
    const using = await inUse()
    rmSync(using.folder, { recursive: true })
    expect(await notesOf(using)).toEqual(numbered(60))
    expect((await files(using)).map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      'file-rewritten desk.db',
      'file-rewritten library.db',
      'recordings-removed Live',
    ])
    await using.close()
    expect(await notesOf(openedCore({ profile: using.profile }))).toEqual(numbered(60))
  })

  test('desk.db is deleted just before the end: it is there at the next start', async () => {
    const using = await inUse()
    rmSync(join(using.folder, 'desk.db'))
    await using.close()
    const again = openedCore({ profile: using.profile })
    expect([await again.api.recovery.pending(), await notesOf(again)]).toEqual([null, numbered(60)])
  })
})

describe('a backup of which a file is missing is not made', () => {
  test.each([
    [
      'desk.db of a workspace that is not in front',
      (folder: string) => rmSync(join(folder, 'desk.db')),
      'Live: desk.db',
    ],
    ['its library.db', (folder: string) => rmSync(join(folder, 'library.db')), 'Live: library.db'],
    ['all of its folder', (folder: string) => rmSync(folder, { recursive: true }), 'Live: desk.db'],
  ])('%s', async (_, harm, detail) => {
    const using = await inUse()
    await using.api.workspaces.activate({ id: 'sample' })
    harm(using.folder)
    expect(await lastStep(using.api.storage.createBackup({ folder: null }))).toEqual({
      kind: 'failed',
      failure: { kind: 'files-missing', detail },
    })
    expect(existsSync(join(using.profile, 'backups')) ? filesIn(join(using.profile, 'backups')) : []).toEqual([])
  })
})

test('every table of desk.db has its name in the user’s words', () => {
  const tables = tableShapes(deskDatabase.migrations).map(({ name }) => name)
  expect(tables.filter((name) => name !== 'file_identity').toSorted()).toEqual(Object.keys(userTables).toSorted())
})

describe('workspaces of which nothing is left', () => {
  test('that is not active stays in the list, and is reported at the start', async () => {
    const using = await inUse()
    await using.api.workspaces.activate({ id: 'sample' })
    await using.close()
    rmSync(using.folder, { recursive: true })
    const { api } = openedCore({ profile: using.profile })
    const { active, workspaces } = await api.workspaces.list()
    expect([active, workspaces.map(({ name }) => name)]).toEqual(['sample', ['Sample', 'Live']])
    expect((await api.status.now()).notices.map(({ failure }) => failure)).toEqual([
      { kind: 'workspace-missing', detail: 'Live' },
    ])
  })

  test('can be removed from the list', async () => {
    const { profile, folder } = await closedProfile()
    rmSync(folder, { recursive: true })
    const opened = openedCore({ profile })
    await opened.api.recovery.removeWorkspace()
    const { active, workspaces } = await opened.api.workspaces.list()
    expect([active, workspaces.map(({ name }) => name), existsSync(folder)]).toEqual(['sample', ['Sample'], false])
    await opened.close()
    expect((await openedCore({ profile }).api.status.now()).notices).toEqual([])
  })

  test('with damaged preferences the one that was used last is opened, not the sample', async () => {
    const { profile } = await closedProfile()
    writeFileSync(join(profile, 'profile.db'), 'damaged '.repeat(100))
    const { api } = openedCore({ profile })
    expect((await api.workspaces.list()).active).toBe('live')
  })
})

function exchange(file: string): void {
  const stranger = join(ownFolder(), 'other')
  writeFileSync(stranger, 'another file')
  rmSync(file)
  writeFileSync(file, readFileSync(stranger))
}
