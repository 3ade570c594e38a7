import { expect, test } from 'vitest'
import { languageOf, languageTag, sentencesIn } from '#contract/api/text-segments.ts'
import { sentenceAround } from '#contract/api/turn-at-time.ts'

test.each([
  ['de-DE', 'Guten Tag.', 'de-DE'],
  ['pt_BR', 'Bom dia.', 'pt-BR'],
  [null, 'Good morning.', 'en'],
  ['', 'Revenue was ¥120 billion.', 'en'],
  ['not a language', 'Good morning.', 'en'],
  [null, '売上高は百二十億円でした。', 'ja'],
  [null, '收入增长了百分之八。', 'zh'],
  [null, '매출은 증가했습니다.', 'ko'],
  [null, 'รายได้เพิ่มขึ้น', 'th'],
  [null, 'ارتفعت الإيرادات.', 'ar'],
  [null, 'Toyota (トヨタ) reported its quarter in Tokyo this morning.', 'en'],
  [null, '', 'en'],
])('a transcript stated as %s with the text “%s” is split as %s', (stated, text, language) => {
  expect(languageOf(stated, text)).toBe(language)
})

test.each([
  ['de-DE', 'de-DE'],
  [' pt_BR ', 'pt-BR'],
  ['', null],
  ['German', null],
  [null, null],
  [undefined, null],
])('what a service calls %j is known as %j', (stated, tag) => {
  expect(languageTag(stated)).toBe(tag)
})

test('a sentence of a language without spaces is found, as one of English is', () => {
  const japanese = '売上高は増加しました。利益も増加しました。見通しは変わりません。'
  expect(sentenceAround(japanese, 13, 'ja-JP')).toEqual([11, 21])
  expect(sentenceAround('One two three. Four five six.', 16, null)).toEqual([15, 29])
})

test('a Greek question ends with its own mark', () => {
  const text = 'Ποια είναι η πρόβλεψη; Τα έσοδα αυξήθηκαν.'
  expect([...sentencesIn(text, 'el')].map(({ segment }) => segment.trim())).toHaveLength(2)
  expect([...sentencesIn(text, 'en')]).toHaveLength(1)
})
