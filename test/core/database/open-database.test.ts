import Database from 'better-sqlite3'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { FailureError } from '#core/failure-error.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { filesIn, hashOf, ownFolder } from '../folders.ts'
import { notebook, notesIn, write } from './notebook.ts'

/** A database with these notes, closed. */
function writtenNotebook(notes: readonly string[]): { folder: string; file: string } {
  const folder = ownFolder()
  const file = join(folder, 'notes.db')
  const database = openDatabase(file, notebook(1))
  database.writer?.transaction(() => notes.forEach((note) => write(database, note)))
  database.close()
  return { folder, file }
}

/** The same, by a program that was killed: its notes are in the log only. */
function abandonedNotebook(sql: string): { folder: string; file: string } {
  const { folder, file } = writtenNotebook([])
  const program = `
    const Database = require(${JSON.stringify(fileURLToPath(import.meta.resolve('better-sqlite3')))})
    const database = new Database(${JSON.stringify(file)})
    database.exec(${JSON.stringify(sql)})
    require('node:fs').writeFileSync(${JSON.stringify(`${file}.session`)}, 'open')
    process.kill(process.pid, 'SIGKILL')`
  spawnSync(process.execPath, ['-e', program])
  return { folder, file }
}

function refusal(file: string, versions = 1): string {
  try {
    openDatabase(file, notebook(versions)).close()
  } catch (error) {
    if (error instanceof FailureError) return error.message
    throw error
  }
  return 'opened'
}

function overwrite(file: string, at: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, bytes, 0, bytes.length, at)
  closeSync(descriptor)
}

describe('a database', () => {
  test('holds what was written into it', () => {
    const { file } = writtenNotebook(['one', 'two'])
    const database = openDatabase(file, notebook(1))
    expect([notesIn(database), database.notices]).toEqual([['one', 'two'], []])
    database.close()
  })

  test('has nothing left in its log once it is closed, so that a copy of the one file is whole', () => {
    const { folder } = writtenNotebook(['one'])
    expect(filesIn(folder)).toEqual(['notes.db', 'notes.db.session'])
  })

  test('left open by a program that died still holds what that program wrote', () => {
    const { file } = abandonedNotebook("INSERT INTO note (text) VALUES ('in the log')")
    const database = openDatabase(file, notebook(1))
    expect([notesIn(database), database.notices]).toEqual([['in the log'], []])
    database.close()
  })

  test('is set up so that neither a power cut nor a hostile schema can harm it', () => {
    const { file } = writtenNotebook([])
    const database = openDatabase(file, notebook(1))
    const settings = ['journal_mode', 'synchronous', 'trusted_schema', 'foreign_keys', 'cell_size_check']
    const found = settings.flatMap((name) =>
      Object.values(database.reader.get<Record<string, unknown>>(`SELECT * FROM pragma_${name}`) ?? {}),
    )
    expect(found).toEqual(['wal', 2, 0, 1, 1])
    database.close()
  })

  test('may be read by another program while it is open, and closes all the same', () => {
    const { file } = writtenNotebook(['one'])
    const database = openDatabase(file, notebook(1))
    const other = new Database(file, { readonly: true })
    const reading = other.prepare('SELECT text FROM note').iterate()
    reading.next()
    write(database, 'two')
    database.close()
    reading.return?.()
    other.close()
    const again = openDatabase(file, notebook(1))
    expect(notesIn(again)).toEqual(['one', 'two'])
    again.close()
  })
})

describe('a file that is not for us is left with every byte (C2, W11)', () => {
  test('made by a newer version', () => {
    const { file } = writtenNotebook(['one'])
    const newer = new Database(file)
    newer.pragma('user_version = 2')
    newer.close()
    const before = hashOf(file)
    expect(refusal(file)).toBe(
      'notes.db was created by a newer version of Tearsheet. It was not changed. Update Tearsheet to open it.',
    )
    expect(hashOf(file)).toBe(before)
  })

  test('made by a newer version that died before its log was worked in', () => {
    const { folder, file } = abandonedNotebook('PRAGMA user_version = 2')
    const before = ['', '-wal', '.session'].map((ending) => hashOf(`${file}${ending}`))
    expect(refusal(file)).toBe(
      'notes.db was created by a newer version of Tearsheet. It was not changed. Update Tearsheet to open it.',
    )
    expect(['', '-wal', '.session'].map((ending) => hashOf(`${file}${ending}`))).toEqual(before)
    expect(filesIn(folder)).not.toContain('set-aside')
  })

  test.each([
    ['another program’s, with its mark', 'PRAGMA application_id = 252006674; CREATE TABLE moz_places (id INTEGER)'],
    ['another program’s, without a mark', 'CREATE TABLE anything (id INTEGER)'],
    ['another kind of ours', `PRAGMA application_id = 1416840293; CREATE TABLE workspace (id INTEGER)`],
  ])('%s', (_, sql) => {
    const folder = ownFolder()
    const file = join(folder, 'notes.db')
    const foreign = new Database(file)
    foreign.exec(sql)
    foreign.close()
    const before = hashOf(file)
    expect(refusal(file)).toBe('notes.db is not a Tearsheet file. It was not changed.')
    expect([hashOf(file), filesIn(folder)]).toEqual([before, ['notes.db']])
  })

  test('a folder of that name', () => {
    const folder = ownFolder()
    mkdirSync(join(folder, 'notes.db'))
    expect(refusal(join(folder, 'notes.db'))).toBe('notes.db is not a Tearsheet file. It was not changed.')
  })
})

describe('a damaged database is set aside, named, and nothing of it is deleted (C7, W10)', () => {
  const many = Array.from({ length: 400 }, (_, index) => `note ${index} ${'x'.repeat(200)}`)

  test.each<[string, (file: string) => void]>([
    ['its header overwritten', (file) => overwrite(file, 0, Buffer.alloc(16, 0xff))],
    ['a web page in its place', (file) => writeFileSync(file, '<!doctype html><title>Sign in</title>'.repeat(20))],
    ['fewer bytes than a header', (file) => truncateSync(file, 60)],
    ['a page overwritten', (file) => overwrite(file, 5 * 8192, Buffer.alloc(8192, 0xee))],
    ['cut in the middle', (file) => truncateSync(file, 6 * 8192)],
    ['cut in the middle of a page', (file) => truncateSync(file, 6 * 8192 + 100)],
    ['emptied', (file) => writeFileSync(file, '')],
  ])('with %s', (_, harm) => {
    const { folder, file } = writtenNotebook(many)
    harm(file)
    const harmed = hashOf(file)
    const database = openDatabase(file, notebook(1))
    write(database, 'a new start')
    expect([notesIn(database), database.notices]).toEqual([['a new start'], [{ kind: 'damaged', detail: 'notes.db' }]])
    database.close()
    const aside = filesIn(join(folder, 'set-aside'))
    expect(aside.map((name) => hashOf(join(folder, 'set-aside', name)))).toEqual([harmed])
  })

  test('with its journal files: they would be replayed into whatever takes its place (C8)', () => {
    const { folder, file } = abandonedNotebook("INSERT INTO note (text) VALUES ('in the log')")
    overwrite(file, 0, Buffer.alloc(16, 0xff))
    const log = hashOf(`${file}-wal`)
    const database = openDatabase(file, notebook(1))
    expect(notesIn(database)).toEqual([])
    database.close()
    const aside = filesIn(join(folder, 'set-aside'))
    expect(aside.map((name) => name.split('/').at(-1))).toEqual(['notes.db', 'notes.db-shm', 'notes.db-wal'])
    expect(hashOf(join(folder, 'set-aside', aside[2]!))).toBe(log)
  })

  test('gone altogether, though it was there before', () => {
    const { file } = writtenNotebook(['one'])
    const elsewhere = `${file}.elsewhere`
    copyFileSync(file, elsewhere)
    truncateSync(file, 0)
    const database = openDatabase(file, notebook(1))
    expect(database.notices).toEqual([{ kind: 'damaged', detail: 'notes.db' }])
    database.close()
  })

  test('is named as missing when it is, and only a log that was left behind is set aside', () => {
    const { folder, file } = writtenNotebook(['one'])
    rmSync(file)
    const database = openDatabase(file, notebook(1))
    expect([notesIn(database), database.notices]).toEqual([[], [{ kind: 'database-missing', detail: 'notes.db' }]])
    database.close()
    expect(readdirSync(folder)).not.toContain('set-aside')
    rmSync(file)
    writeFileSync(`${file}-wal`, 'of the file that is missing')
    const again = openDatabase(file, notebook(1))
    expect(again.notices).toEqual([{ kind: 'database-missing', detail: 'notes.db' }])
    again.close()
    expect(filesIn(join(folder, 'set-aside')).map((name) => name.split('/').at(-1))).toEqual(['notes.db-wal'])
  })

  test('but a first start is no damage', () => {
    const file = join(ownFolder(), 'notes.db')
    const database = openDatabase(file, notebook(1))
    expect(database.notices).toEqual([])
    database.close()
  })

  test('when a query meets the damage, at the next opening: a large library is not read through at every start', () => {
    const kind = notebook(1, { alwaysCheck: false })
    const { file } = writtenNotebook(many)
    overwrite(file, 5 * 8192, Buffer.alloc(8192, 0xee))
    const database = openDatabase(file, kind)
    expect([database.notices, () => notesIn(database)]).toEqual([[], expect.any(Function)])
    expect(() => notesIn(database)).toThrow('A database of this workspace was damaged')
    database.close()
    const again = openDatabase(file, kind)
    expect([notesIn(again), again.notices]).toEqual([[], [{ kind: 'damaged', detail: 'notes.db' }]])
    again.close()
  })
})

describe('a log that another file left behind (C8)', () => {
  test('is not replayed into a database that was closed: that would mix the two without a word', () => {
    const stranger = abandonedNotebook("INSERT INTO note (text) VALUES ('of another file')")
    const { folder, file } = writtenNotebook(['ours'])
    copyFileSync(`${stranger.file}-wal`, `${file}-wal`)
    const database = openDatabase(file, notebook(1))
    expect([notesIn(database), database.notices]).toEqual([['ours'], [{ kind: 'damaged', detail: 'notes.db-wal' }]])
    database.close()
    expect(filesIn(join(folder, 'set-aside')).map((name) => name.split('/').at(-1))).toEqual(['notes.db-wal'])
  })

  test('is still its own when the session file could not be written', () => {
    const { file } = abandonedNotebook("INSERT INTO note (text) VALUES ('in the log')")
    writeFileSync(`${file}.session`, '')
    const database = openDatabase(file, notebook(1))
    expect(notesIn(database)).toEqual(['in the log'])
    database.close()
    expect([existsSync(`${file}-wal`), readFileSync(`${file}.session`, 'utf8').trim()]).toEqual([false, 'closed'])
  })
})
