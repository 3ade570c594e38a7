import { describe, expect, test } from 'vitest'
import { cutSnippet, spanFinder } from '#core/transcript-search/matched-spans.ts'
import { QueryExpansion } from '#core/transcript-search/query-expansion.ts'
import type { Text } from '#core/transcript-search/query.ts'
import { openLedger } from '../ledger/ledger.ts'

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

describe('what is highlighted', () => {
  const marked = (text: string, ...words: string[]) => {
    const texts = words.map((word): Text => ({ kind: 'word', text: word }))
    return spanFinder(
      texts,
      new QueryExpansion(openLedger().reader, []),
    )(text).map(({ from, to }) => text.slice(from, to))
  }

  test('is every place of every word, in the order of the text', () => {
    expect(marked('Price held. Cost fell, price rose.', 'cost', 'price')).toEqual(['Price', 'Cost', 'price'])
    expect(marked('Nothing of it.', 'price')).toEqual([])
  })

  test('is one range where words follow each other, but never across the end of a sentence', () => {
    expect(marked('Gross, margin rose. Margin gross', 'gross', 'margin')).toEqual(['Gross, margin', 'Margin gross'])
    for (const end of ['.', '!', '?'])
      expect(marked(`Gross${end} Margin`, 'gross', 'margin')).toEqual(['Gross', 'Margin'])
    expect(marked('gross of margin', 'gross', 'margin')).toEqual(['gross', 'margin'])
  })

  test('is three words in a row as one range, and a word that two texts find once', () => {
    expect(marked('net gross margin', 'net', 'gross', 'margin')).toEqual(['net gross margin'])
    expect(marked('a margin.', 'margin', 'Margin')).toEqual(['margin'])
  })
})

describe('a snippet', () => {
  const hit = (text: string, word: string, nth = 0) => {
    let from = -1
    for (let at = 0; at <= nth; at += 1) from = text.indexOf(word, from + 1)
    return { from, to: from + word.length }
  }

  test('of a short text is all of it, hits and what lies between them', () => {
    const text = 'Price rose and cost fell.'
    expect(cutSnippet(text, [hit(text, 'Price'), hit(text, 'cost')])).toEqual([
      { text: 'Price', hit: true },
      { text: ' rose and ', hit: false },
      { text: 'cost', hit: true },
      { text: ' fell.', hit: false },
    ])
    expect(cutSnippet(text, [])).toEqual([{ text, hit: false }])
    expect(cutSnippet('x'.repeat(260), [])).toEqual([{ text: 'x'.repeat(260), hit: false }])
  })

  test('counts what two ranges share once', () => {
    const text = 'gross margin'
    expect(
      cutSnippet(text, [
        { from: 0, to: 8 },
        { from: 6, to: 12 },
        { from: 7, to: 9 },
      ]),
    ).toEqual([
      { text: 'gross ma', hit: true },
      { text: 'rgin', hit: true },
    ])
  })

  test('of a long text begins 70 letters before its hits, at the next space, and says that it is cut at both ends', () => {
    const text = `${'word '.repeat(100)}margin ${'word '.repeat(100)}`
    const pieces = cutSnippet(text, [hit(text, 'margin')])
    expect(pieces[0]).toEqual({ text: '… ', hit: false })
    expect(pieces[1]!.text).toBe(` ${'word '.repeat(13)}`)
    expect(pieces[2]).toEqual({ text: 'margin', hit: true })
    expect(pieces.at(-1)).toEqual({ text: ' …', hit: false })
    const length = pieces.slice(1, -1).reduce((sum, piece) => sum + piece.text.length, 0)
    expect(length).toBeGreaterThanOrEqual(255)
    expect(length).toBeLessThanOrEqual(265)
  })

  test('is taken from where the most hits are, the first of such', () => {
    const far = 'word '.repeat(80)
    const text = `alone ${far}first twice ${far}third pairs`
    const spans = [hit(text, 'alone'), hit(text, 'first'), hit(text, 'twice'), hit(text, 'third'), hit(text, 'pairs')]
    const hits = cutSnippet(text, spans).flatMap((piece) => (piece.hit ? [piece.text] : []))
    expect(hits).toEqual(['first', 'twice'])
  })

  test('counts only hits that would be in it whole', () => {
    // 190 characters are visible after the first hit: the second one's end is one too far, and the later pair wins.
    const text = `alone${'-'.repeat(181)}later ${'word '.repeat(80)}first twice${' word'.repeat(40)}`
    const hits = (first: number) =>
      cutSnippet(text, [
        { from: first, to: first + 2 },
        hit(text, 'later'),
        hit(text, 'first'),
        hit(text, 'twice'),
      ]).flatMap((piece) => (piece.hit ? [piece.text] : []))
    expect(hits(0)).toEqual(['first', 'twice'])
    expect(hits(2)).toEqual([text.slice(2, 4), 'later'])
  })

  test('never cuts a surrogate pair in half', () => {
    const rockets = '🚀'.repeat(300)
    const text = `${rockets}margin${rockets}`
    for (const shift of ['', 'x']) {
      const moved = `${shift}${text}`
      const all = cutSnippet(moved, [hit(moved, 'margin')])
        .map((piece) => piece.text)
        .join('')
      expect(all.isWellFormed()).toBe(true)
      expect(all).toContain('margin')
    }
  })
})
