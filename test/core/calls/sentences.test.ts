import { describe, expect, test } from 'vitest'
import { openingOf } from '#core/brief/quotes.ts'
import { sentencesOf } from '#core/calls/transcript/sentences.ts'

describe('the sentences of a transcript', () => {
  test.each([
    ['ja', ['売上高は12億円でした。', '見通しは「順調です。」', '変わりません。'], ''],
    ['zh-CN', ['收入增长了8%。', '订单是否强劲？', '是的！'], ''],
    ['hi', ['आय बढ़ी है।', 'लाभ भी बढ़ा है।'], ' '],
    ['ar', ['هل ارتفعت الإيرادات؟', 'نعم، ارتفعت.'], ' '],
    ['el', ['Ποια είναι η πρόβλεψη;', 'Τα έσοδα αυξήθηκαν.'], ' '],
    ['th', ['รายได้เพิ่มขึ้น', 'คำสั่งซื้อยังคงแข็งแกร่ง', 'ต้นทุน 12 ล้านบาท'], ' '],
    [
      'de-DE',
      ['Im 3. Quartal waren es 12 Mio. Euro.', 'Dr. Weber nennt z. B. Sensoren.', 'Der Umsatz war 1,5 Mrd. Euro.'],
      ' ',
    ],
    ['en-US', ['Mr. Weber was here.', 'Revenue rose by 3.', 'It was 12 million.'], ' '],
  ])('in %s end where its language ends them', (language, sentences, between) => {
    expect(sentencesOf(sentences.join(between), language)).toEqual(sentences)
  })

  test('are quoted one after another as they stand, in Japanese without a space between', () => {
    const said = '売上高は前年同期比で12億円増加しました。受注は堅調に推移しております。'
    expect(openingOf(`皆様。${said}`, 'ja')).toBe(said)
    expect(
      openingOf('Good morning. Orders were strong in all of our regions.  Prices held in every region.', 'en'),
    ).toBe('Orders were strong in all of our regions. Prices held in every region.')
  })
})
