import { describe, expect, test } from 'vitest'
import { matchedIdentifier, matchedWords } from '../../../src/renderer/format/matched-text.ts'

/** Marked stretches in brackets. */
const marked = (text: string, query: string) =>
  matchedWords(text, query)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('')

describe('what was searched for is marked', () => {
  test.each([
    ['HLDN', 'hld', '[HLD]N'],
    ['BRK.B', 'brk.', '[BRK.]B'],
    ['Halden Instruments', 'instr', 'Halden [Instr]uments'],
    ['Halden Instruments', 'halden i', '[Halden I]nstruments'],
    ['Instruments of Halden', 'halden inst', '[Inst]ruments of [Halden]'],
    ['Société Générale', 'gene', 'Société [Géné]rale'],
    ['Société Générale', 'Générale', 'Société [Générale]'],
    ['ﬁne Foods', 'fine', 'ﬁne Foods'],
  ])('%s, %s', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected)
  })

  test.each([
    ['Unhalden', 'halden', 'Unhalden'],
    ['Halden', '', 'Halden'],
    ['Halden', '   ', 'Halden'],
    ['Halden', '.*', 'Halden'],
    ['', 'halden', ''],
  ])('and nothing else: %s, %s', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected)
  })

  test('whatever the text, its parts put together are the text', () => {
    const text = 'Ægir 𝔘nd Söhne İstanbul ß'
    for (const query of ['ae', 'æ', 'i', 'sohne', 'ß', 's', '𝔘']) {
      expect(
        matchedWords(text, query)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }
  })
})

describe('an identifier', () => {
  test.each([
    ['US99HLDN1030', 'us99 hldn 1030', true],
    ['0000320193', '320193', true],
    ['320193', '0000320193', true],
    ['US99HLDN1030', 'US99HLDN', false],
    ['0000320193', '32019', false],
    ['XNAS', '', false],
  ])('%s is found by %s: %s', (text, query, hit) => {
    expect(matchedIdentifier(text, query)).toEqual([{ text, hit }])
  })
})
