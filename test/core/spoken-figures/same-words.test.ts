import { describe, expect, test } from 'vitest'
import { sameWordsIn } from '#core/spoken-figures/same-words.ts'

/** The words of a figure in the other form of a text; null: they are not there, or not surely. */
function carried(text: string, words: string, other: string): string | null {
  const from = text.indexOf(words)
  const span = sameWordsIn(other, { text, from, to: from + words.length })
  return span ? other.slice(span.from, span.to) : null
}

describe('a figure called wrong', () => {
  test.each([
    ['was 5 million.', '5 million', 'was 6.5 million.'],
    ['was 15 million.', '15 million', 'was 115 million.'],
    ['was 5 million.', '5 million', 'was 15 million.'],
    ['was five million.', 'five million', 'was twenty five million.'],
    ['was twenty-five million.', 'five million', 'was thirty-five million.'],
    ['was six point five million.', 'five million', 'was seven point five million.'],
    ['was one hundred and five million.', 'five million', 'was two hundred and five million.'],
    ['was 5', '5', 'was 5.2'],
    ['was 5 million.', '5 million', 'was 5 million 300 thousand.'],
    ['was 5 million.', '5 million', 'was minus 5 million.'],
    ['was 5 million. So it grew.', '5 million', 'is 6.5 million. So it grows.'],
  ])('is none any more where its number is corrected: "%s", "%s", "%s"', (text, words, other) => {
    expect(carried(text, words, other)).toBeNull()
    const [one = ''] = words.split(' ')
    const at = other.lastIndexOf(one)
    if (at >= 0) expect(sameWordsIn(text, { text: other, from: at, to: at + words.length })).toBeUndefined()
  })

  test.each([
    ['was 5 million.', '5 million', 'It was 5 million.'],
    ['was 5 million. So it grew.', '5 million', 'was 5 million. So it grows.'],
    ['It was 5 million, 3 percent more.', '5 million', 'It was 5 million, 4 percent more.'],
    ['It was 5 million and 3 percent more.', '5 million', 'It was 5 million and 4 percent more.'],
    ['First it was 5 million.', '5 million', 'Then it was 5 million. Thanks.'],
    ['It was twenty-five million.', 'five million', 'That was twenty-five million.'],
    ['5 million was it.', '5 million', '5 million was that.'],
  ])('stays wrong where other words are corrected: "%s", "%s", "%s"', (text, words, other) => {
    expect(carried(text, words, other)).toBe(words)
  })
})
