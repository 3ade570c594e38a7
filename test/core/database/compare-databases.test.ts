import Database from 'better-sqlite3'
import { existsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceWithCompacted, writeCompacted } from '#core/database/compact.ts'
import { differenceOf } from '#core/database/compare-databases.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { FailureError } from '#core/failure-error.ts'
import { ownFolder } from '../folders.ts'

/** A library with pictures of known sizes, and words in a full-text index. */
function library(): string {
  const file = join(ownFolder(), 'library.db')
  const opened = openDatabase(file, libraryDatabase)
  for (let number = 0; number < 500; number += 1)
    opened.writer?.run('INSERT INTO logo (url, asked_at, type, bytes) VALUES (?, ?, ?, ?)', [
      `https://logo.example/${number}`,
      number,
      'image/png',
      Buffer.alloc(100, number % 251),
    ])
  opened.writer?.run("INSERT INTO security_text (rowid, symbol) SELECT value, 'HLDN' FROM json_each('[1, 2, 3]')")
  opened.close()
  return file
}

/** What is found in a copy that some SQL has been at. */
function found(sql: string): string | null {
  const file = library()
  const copy = `${file}.copy`
  writeCompacted(file, copy, libraryDatabase)
  const [one, other] = [new Database(file), new Database(copy)]
  try {
    other.exec(sql)
    return differenceOf(one, other)
  } finally {
    one.close()
    other.close()
  }
}

test('a copy that is whole is found the same, and one that lacks or alters anything is not', () => {
  expect(found('')).toBeNull()
  expect(found('DELETE FROM logo WHERE asked_at = 250')).toBe('the rows of logo')
  expect(found("UPDATE logo SET url = url || '?' WHERE asked_at = 250")).toBe('the rows of logo')
  expect(found('UPDATE logo SET asked_at = asked_at + 1 WHERE asked_at = 250')).toBe('the rows of logo')
  expect(found("UPDATE logo SET type = 'image/gif' WHERE asked_at = 0")).toBe('a row of logo')
  expect(found("DELETE FROM security_text WHERE security_text MATCH 'hldn'")).toMatch(/of security_text_/)
  expect(found('DROP INDEX news_link_name')).toBe('the schema')
  expect(found('PRAGMA user_version = 1')).toBe('user_version')
  expect(found('PRAGMA application_id = 1')).toBe('application_id')
})

test('a file that is no longer the one that was checked takes no library’s place', () => {
  const file = library()
  const before = statSync(file)
  const compacted = writeCompacted(file, `${file}.compact`, libraryDatabase)
  if (compacted === null) throw new Error('nobody wrote to it')
  truncateSync(compacted.file, 4096)
  expect(() => replaceWithCompacted(file, compacted)).toThrow(FailureError)
  writeFileSync(compacted.file, '')
  expect(() => replaceWithCompacted(file, compacted)).toThrow(FailureError)
  expect([statSync(file).ino, statSync(file).size, existsSync(compacted.file)]).toEqual([before.ino, before.size, true])
})
