import fc from 'fast-check'
import { expect, test } from 'vitest'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { distinctWords as distinctWordsOf } from '#core/full-text-index/vocabulary.ts'
import { segmentedText, wordPositions } from '#core/full-text-index/words.ts'
import { join } from 'node:path'
import { ownFolder } from '../folders.ts'

const distinctWords = (texts: readonly string[], limit?: number) =>
  distinctWordsOf(
    texts.map((text) => ({ text, segmented: segmentedText(text) })),
    limit,
  )

/** What the index itself makes of a text. */
function indexedWords(texts: readonly string[]): Set<string> {
  const library = openDatabase(join(ownFolder(), 'library.db'), libraryDatabase)
  const { writer } = library
  if (!writer) throw new Error('the library is read-only')
  writer.run("CREATE VIRTUAL TABLE temp.words USING fts5vocab (main, transcript_text, 'row')")
  for (const text of texts)
    writer.run('INSERT INTO transcript_text (indexed_text) VALUES (?)', [segmentedText(text) ?? text])
  const words = new Set(writer.all<{ term: string }>('SELECT term FROM temp.words').map(({ term }) => term))
  library.close()
  return words
}

test('words are cut as the index cuts them, or a word of a query would not be widened to them', () => {
  const texts = [
    "Margins widened: we're UP 7.5% — naïve cafés",
    'ÉCOLE Žďár 2025',
    '売上高は増加し、価格がＡＩで上昇 مرحبا',
    '毛利率有所改善，Q3营收1,200亿元',
    'กำไรสุทธิเพิ่มขึ้น ลดลง',
    'Выручка и операционный доход выросли ещё',
    '매출이 증가했습니다 café́ Ελληνικά',
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

test('the words of a text without spaces are where they are in the text as it was received', () => {
  const text = 'Ｑ3の売上高は10%増加。กำไรเพิ่ม, café'
  const positions = wordPositions(text)
  expect(positions.map(({ from, to }) => text.slice(from, to))).toEqual([
    'Ｑ3',
    'の',
    '売上',
    '高',
    'は',
    '10',
    '増加',
    'กำไร',
    'เพิ่ม',
    'café',
  ])
  expect(segmentedText(text)).toBe(positions.map(({ word }) => word).join(' '))
  expect(segmentedText('Margins widened: café, naïve — “up”')).toBeNull()
})
