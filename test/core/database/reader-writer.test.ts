import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { FailureError } from '#core/failure-error.ts'
import { Reader, Writer } from '#core/database/reader-writer.ts'

function tableOfNotes(): { database: Database.Database; reader: Reader; writer: Writer } {
  const database = new Database(':memory:')
  database.exec('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)')
  return { database, reader: new Reader(database), writer: new Writer(database) }
}

const insert = 'INSERT INTO note (text) VALUES (?)'

describe('a function that was given a reader', () => {
  test('cannot be handed on where something writes: the types know the two apart', () => {
    const readerMayWrite: Reader extends Writer ? true : false = false
    const writerMayRead: Writer extends Reader ? true : false = true
    expect([readerMayWrite, writerMayRead, 'run' in Reader.prototype]).toEqual([false, true, false])
  })

  test.each([
    insert,
    "INSERT INTO note (text) VALUES ('x') RETURNING id",
    'DELETE FROM note',
    'UPDATE note SET text = text',
    'DROP TABLE note',
    'PRAGMA journal_mode = DELETE',
    'VACUUM',
    "ATTACH 'other.db' AS other",
    'CREATE TEMP TABLE t (a)',
  ])('changes nothing by %s', (sql) => {
    const { reader, writer } = tableOfNotes()
    writer.run(insert, ['kept'])
    expect(() => reader.get(sql)).toThrow(/A reader tried to write|does not return data/)
    expect(() => reader.all(sql)).toThrow(/A reader tried to write|does not return data/)
    expect(reader.all('SELECT text FROM note')).toEqual([{ text: 'kept' }])
  })
})

describe('a transaction', () => {
  test('that throws leaves nothing behind, whatever it threw', () => {
    const { writer } = tableOfNotes()
    const failing = () =>
      writer.transaction(() => {
        writer.run(insert, ['one'])
        writer.run(insert, ['one'])
      })
    expect(failing).toThrow('UNIQUE constraint failed')
    expect(() =>
      writer.transaction(() => {
        writer.run(insert, ['two'])
        throw new FailureError({ kind: 'cancelled' })
      }),
    ).toThrow('Canceled.')
    expect(writer.all('SELECT text FROM note')).toEqual([])
  })

  test('inside another rolls back only its own part', () => {
    const { writer } = tableOfNotes()
    writer.transaction(() => {
      writer.run(insert, ['outer'])
      expect(() =>
        writer.transaction(() => {
          writer.run(insert, ['inner'])
          throw new Error('inner')
        }),
      ).toThrow('inner')
    })
    expect(writer.all('SELECT text FROM note')).toEqual([{ text: 'outer' }])
  })
})

describe('a full disk (C5)', () => {
  test('rolls back the whole change, says so, leaves reading as it was, and is over when there is room again', () => {
    const { database, reader, writer } = tableOfNotes()
    writer.run(insert, ['before'])
    database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true })) + 4}`)
    const fill = () =>
      writer.transaction(() => {
        for (let index = 0; index < 1000; index += 1) writer.run(insert, [`${index} ${'x'.repeat(500)}`])
      })
    expect(fill).toThrow(
      'The disk is full. Stored data is still available, but nothing new can be saved. Free some space.',
    )
    expect([database.inTransaction, reader.all('SELECT text FROM note')]).toEqual([false, [{ text: 'before' }]])
    database.pragma('max_page_count = 10000')
    fill()
    expect(reader.get('SELECT count(*) AS count FROM note')).toEqual({ count: 1001 })
  })
})

test('a query whose SQL is wrong is a defect, not a failure for the user', () => {
  const { reader } = tableOfNotes()
  expect(() => reader.get('SELECT nothing FROM note')).toThrow(Database.SqliteError)
})
