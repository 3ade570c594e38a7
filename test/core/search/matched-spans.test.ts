import { describe, expect, test } from 'vitest'
import { cutSnippet } from '#core/search/matched-spans.ts'

const shown = (text: string, word: string) => {
  const from = text.indexOf(word)
  return cutSnippet(text, [{ from, to: from + word.length }])
    .map(({ text: piece }) => piece)
    .join('')
}

/** A text of so many UTF-16 code units whose last word is `last`. */
const endingIn = (last: string, length: number) =>
  `margin ${'word '.repeat(length)}`.slice(0, length - last.length - 1).trimEnd() + ` ${last}`

describe('a snippet is cut between words', () => {
  test('in the midst of a text', () => {
    const text = `margin ${'quarterly '.repeat(60)}`
    expect(shown(text, 'margin')).toMatch(/^margin (quarterly )+…$/)
  })

  test.each([261, 265, 269])('where the cut would fall into the last word of a text of %i', (length) => {
    expect(shown(endingIn('quarterly.', length), 'margin')).toMatch(/ quarterly\.$/)
  })

  test('and inside of one that is too long to be kept whole', () => {
    const text = `margin ${'x'.repeat(1000)}`
    expect(shown(text, 'margin')).toBe(`margin ${'x'.repeat(253)} …`)
  })
})
