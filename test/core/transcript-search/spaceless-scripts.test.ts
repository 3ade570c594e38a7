import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { segmentedText, wordsOf } from '#core/full-text-index/words.ts'
import { transcribed } from '../calls/calls-service.ts'
import { ownFolder } from '../folders.ts'
import { searchSetup } from './search-setup.ts'

const japanese = '当四半期の売上高は前年同期比で増加しました。営業利益率も改善し、通期の業績予想を上方修正いたします。'
const chinese = '本季度收入同比增长，毛利率有所改善，我们上调全年业绩指引。'
const thai = 'รายได้ในไตรมาสนี้เพิ่มขึ้นเมื่อเทียบกับปีก่อน และกำไรสุทธิดีขึ้น'
const mixed = 'Demand for AI関連の受注 grew 12% in Q3、margin も改善しました。'
const korean = '영업이익률이 개선되었습니다.'
const russian = 'Операционный доход вырос ещё больше.'

async function transcripts() {
  const setup = await searchSetup()
  await setup.store('a', {
    ...transcribed(...[japanese, chinese, thai, mixed, korean, russian].map((text) => `Jane Doe: ${text}`)),
  })
  return setup
}

describe('a transcript in a script without spaces', () => {
  test.each([
    ['売上', ['a:0']],
    ['"業績予想"', ['a:0']],
    ['改善', ['a:0', 'a:1', 'a:3']],
    ['営業利益率', ['a:0']],
    ['増加 上方修正', ['a:0']],
    ['NEAR(営業 改善, 5)', ['a:0']],
    ['NEAR(営業 改善, 2)', []],
    ['四半*', ['a:0']],
    ['四半', []],
    ['期の業', []],
    ['毛利率', ['a:1']],
    ['"全年业绩"', ['a:1']],
    ['NEAR(收入 增长, 3)', ['a:1']],
    ['毛利*', ['a:1']],
    ['毛利', []],
    ['กำไร', ['a:2']],
    ['"กำไรสุทธิ"', ['a:2']],
    ['NEAR(กำไร ขึ้น, 3)', ['a:2']],
    ['ไตร*', ['a:2']],
    ['ไตร', []],
    ['ม', []],
    ['AI 受注', ['a:3']],
    ['"ai関連"', ['a:3']],
    ['NEAR(grew 改善, 10)', ['a:3']],
    ['margin 改善', ['a:3']],
  ])('is found by its words, phrases, distances and beginnings, and by no part of a word: %s', async (query, hits) => {
    const setup = await transcripts()
    expect((await setup.found(query)).toSorted()).toEqual(hits)
  })

  test('has exactly the found characters highlighted, in the text as received', async () => {
    const setup = await transcripts()
    expect(await setup.snippets('業績予想')).toEqual([japanese.replace('業績予想', '[業績予想]')])
    expect(await setup.snippets('NEAR(営業 改善, 5)')).toEqual([
      japanese.replace('営業', '[営業]').replace('改善', '[改善]'),
    ])
    expect(await setup.snippets('毛利率')).toEqual([chinese.replace('毛利率', '[毛利率]')])
    expect(await setup.snippets('กำไร')).toEqual([thai.replace('กำไร', '[กำไร]')])
    expect(await setup.snippets('関連 margin')).toEqual([mixed.replace('関連', '[関連]').replace('margin', '[margin]')])
  })

  test('counts each occurrence in the term grid', async () => {
    const setup = await searchSetup()
    await setup.store('a', { ...transcribed('Jane Doe: 価格は上昇し、価格の影響は限定的です。価格。') })
    const grid = await setup.api.search.termGrid({ terms: ['価格', '"価格の影響"'], symbols: ['ACME'], quarters: 1 })
    expect(grid.terms.map(({ rows }) => rows[0]?.cells)).toEqual([
      [{ mentions: 3, words: 12, per1000: 250, turns: 1, calls: ['a'] }],
      [{ mentions: 1, words: 12, per1000: 1000 / 12, turns: 1, calls: ['a'] }],
    ])
  })

  test('is found by its words after SQLite has built the index again, as after damage', () => {
    const library = openDatabase(join(ownFolder(), 'library.db'), libraryDatabase)
    const { writer } = library
    if (!writer) throw new Error('the library is read-only')
    for (const [position, text] of [japanese, thai, 'Margins widened.'].entries())
      writer.run(
        `INSERT INTO transcript_turn (call_id, position, speaker, section, words, question, text, segmented)
         VALUES ('a', ?, 0, 'whole', 1, 0, ?, ?)`,
        [position, text, segmentedText(text)],
      )
    writer.run("INSERT INTO transcript_text (transcript_text) VALUES ('rebuild')")
    writer.run("INSERT INTO transcript_text (transcript_text, rank) VALUES ('integrity-check', 1)")
    const found = ['売上', '四半', 'กำไร', 'ม', 'margins'].map(
      (word) => writer.all('SELECT rowid FROM transcript_text WHERE transcript_text MATCH ?', [`"${word}"`]).length,
    )
    expect(found).toEqual([1, 0, 1, 0, 1])
    library.close()
  })

  test('of more than ten hours is refused as too large, as its words would keep other requests waiting', async () => {
    const setup = await searchSetup()
    await setup.store('a', transcribed(`Jane Doe: ${'増加'.repeat(60_000)}`))
    expect(await setup.found('増加')).toHaveLength(1)
    await expect(setup.store('b', transcribed(`Jane Doe: ${'増加'.repeat(110_000)}`))).rejects.toMatchObject({
      data: { kind: 'too-large', limit: { count: 200_000 } },
    })
  })
})

test('a Korean or Russian word whose letters have another form without their marks is found', async () => {
  const setup = await transcripts()
  expect(await setup.found('개선되었습니다')).toEqual(['a:4'])
  expect(await setup.snippets('ещё операционный')).toEqual([
    russian.replace('Операционный', '[Операционный]').replace('ещё', '[ещё]'),
  ])
})

test('news and summaries in such a script are found by their words, too', async () => {
  const setup = await searchSetup()
  await setup.storeNews({
    id: 9,
    ticker: 'ACME',
    headline: '営業利益が増加',
    catalyst: '通期の業績予想を上方修正した。',
  })
  expect(await setup.found('営業')).toHaveLength(1)
  expect(await setup.snippets('修正')).toEqual(['通期の業績予想を上方[修正]した。'])
})

const lao = 'ລາຍຮັບເພີ່ມຂຶ້ນໃນໄຕມາດທີສາມ'
const khmer = 'ប្រាក់ចំណូលបានកើនឡើងនៅត្រីមាសទីបី'
const burmese = 'တတိယသုံးလပတ်တွင်ဝင်ငွေတိုးလာသည်'
const cantonese = '我哋預計第三季收入會升百分之十二'

test.each(['ja', 'zh', 'zh-Hant', 'yue', 'ko', 'th', 'lo', 'km', 'my', 'en', 'fi', 'ar'])(
  'the language of a transcript, %s, makes no difference to its words: the index and a query need not know it',
  (language) => {
    const words = new Intl.Segmenter(language, { granularity: 'word' })
    for (const text of [japanese, chinese, thai, mixed, lao, khmer, burmese, cantonese]) {
      // Runs that no space or sign divides, as they are given to the segmenter.
      const runs = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
      const expected = runs.flatMap((run) => Array.from(words.segment(run), ({ segment }) => segment.toLowerCase()))
      expect(wordsOf(text)).toEqual(expected)
    }
  },
)
