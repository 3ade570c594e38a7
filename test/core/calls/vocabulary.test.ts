import fc from 'fast-check'
import { expect, test } from 'vitest'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { distinctWords } from '#core/full-text-index/vocabulary.ts'
import { join } from 'node:path'
import { ownFolder } from '../folders.ts'

/** What the index itself makes of a text. */
function indexedWords(texts: readonly string[]): Set<string> {
  const library = openDatabase(join(ownFolder(), 'library.db'), libraryDatabase)
  const { writer } = library
  if (!writer) throw new Error('the library is read-only')
  writer.run("CREATE VIRTUAL TABLE temp.indexed USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2')")
  writer.run("CREATE VIRTUAL TABLE temp.words USING fts5vocab (temp, indexed, 'row')")
  for (const text of texts) writer.run('INSERT INTO temp.indexed (text) VALUES (?)', [text])
  const words = new Set(writer.all<{ term: string }>('SELECT term FROM temp.words').map(({ term }) => term))
  library.close()
  return words
}

test('words are cut as the index cuts them, or a word of a query would not be widened to them', () => {
  const texts = [
    "Margins widened: we're UP 7.5% — naïve cafés",
    'ÉCOLE Žďár 2025',
    '売上高は増加 مرحبا',
    'a_b a-b <unk> Q3’25',
    '',
  ]
  expect(distinctWords(texts)).toEqual(indexedWords(texts))
})

test('and so whatever is said in plain letters', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }), { maxLength: 20 })
  fc.assert(
    fc.property(texts, (some) => {
      const expected = new Set(some.flatMap((text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? []))
      expect(distinctWords(some)).toEqual(expected)
    }),
  )
})

test('of more words than are wanted no more than one is read beyond them, in plain letters and others', () => {
  const plain = Array.from({ length: 100 }, (_, at) => `w${at}`).join(' ')
  const foreign = Array.from({ length: 100 }, (_, at) => `é${at}`).join(' ')
  expect(distinctWords([plain], 10).size).toBe(11)
  expect(distinctWords([foreign], 10).size).toBe(11)
  expect(distinctWords([plain, foreign], 150).size).toBe(151)
  expect(distinctWords([plain, foreign], 200).size).toBe(200)
})
