import { describe, expect, test } from 'vitest'
import { disjoint, highlightFinder, mentionFinder, type Occurrence } from '#core/transcript-search/occurrences.ts'
import type { Near, Text } from '#core/transcript-search/query.ts'
import { QueryExpansion } from '#core/transcript-search/query-expansion.ts'
import { openLedger } from '../ledger/ledger.ts'

/** A library without words: each word has itself as its only form, and the user's synonyms. */
const expansion = (synonyms: readonly (readonly string[])[] = []) => new QueryExpansion(openLedger().reader, synonyms)

const word = (text: string): Text => ({ kind: 'word', text })
const prefix = (text: string): Text => ({ kind: 'prefix', text })
const phrase = (text: string, isPrefix = false): Text => ({ kind: 'phrase', text, isPrefix })
const near = (within: number, ...operands: Text[]): Near => ({ kind: 'near', operands, within })

const places = (found: readonly Occurrence[]) => found.map(({ at, length }) => `${at}+${length}`).join(' ')
const marked = (text: Text | Near, words: string, using = expansion()) =>
  places(highlightFinder(text, using)(words.split(' ')))
const mentions = (text: Text | Near, words: string, using = expansion()) =>
  places(mentionFinder(text, using)(words.split(' ')))

describe('a mention', () => {
  test.each([
    ['of a word is each time it stands there', word('cost'), 'cost of cost', '0+1 2+1'],
    ['of a word is no longer word', word('cost'), 'costly cost', '1+1'],
    ['of a prefix is each word that begins so', prefix('cos'), 'costly cost discos', '0+1 1+1'],
    ['of a phrase is its words in order', phrase('gross margin'), 'gross margin gross the margin', '0+2'],
    ['of a phrase may go on in its last word only', phrase('gro mar', true), 'gross margin gro margin', '2+2'],
    ['of a phrase does not go on without its star', phrase('gross mar'), 'gross margin', ''],
    ['at the end is not cut', phrase('a b c'), 'a b', ''],
    ['of a phrase may overlap another', phrase('a a'), 'a a a', '0+2 1+2'],
    ['of a word with punctuation is a phrase', word('R&D'), 'r d of r and d', '0+2'],
  ] as const)('%s', (_, text, words, found) => {
    expect(mentions(text, words)).toBe(found)
    expect(marked(text, words)).toBe(found)
  })

  test('of a word is a synonym of several words too; in quotes the word stays itself', () => {
    const using = expansion([
      ['cost', 'operating outlay'],
      ['other', 'words'],
    ])
    expect(mentions(word('cost'), 'other operating outlay cost', using)).toBe('3+1 1+2')
    expect(mentions(phrase('cost'), 'operating outlay cost', using)).toBe('2+1')
  })
})

describe('words near each other', () => {
  test('are marked each, and those that are too far are not', () => {
    expect(new Set(marked(near(1, word('a'), word('b')), 'a x b x x a').split(' '))).toEqual(new Set(['0+1', '2+1']))
    expect(marked(near(0, word('a'), word('b')), 'a x b')).toBe('')
    expect(new Set(marked(near(0, word('a'), word('b')), 'b a').split(' '))).toEqual(new Set(['0+1', '1+1']))
  })

  test('are one mention, from the first to the last of them', () => {
    expect(mentions(near(1, word('a'), word('b')), 'a x b')).toBe('0+3')
    expect(mentions(near(1, word('a'), word('b')), 'b x a x b')).toBe('0+3')
    expect(mentions(near(1, word('a'), word('b')), 'a x x b')).toBe('')
    expect(mentions(near(0, word('a'), word('b')), 'a b a b')).toBe('0+2 2+2')
  })

  test('may be phrases and prefixes; the distance counts from the end of the first', () => {
    expect(mentions(near(1, phrase('a b'), word('c')), 'a b x c')).toBe('0+4')
    expect(mentions(near(1, phrase('a b'), word('c')), 'a b x x c')).toBe('')
    expect(mentions(near(0, prefix('ma'), phrase('co', true)), 'margin costs')).toBe('0+2')
    expect(mentions(near(0, word('ma'), phrase('co')), 'margin costs')).toBe('')
  })

  test('need every one of them', () => {
    const three = near(2, word('a'), word('b'), word('c'))
    expect([mentions(three, 'a b'), mentions(three, 'a b c'), mentions(three, 'c x a b')]).toEqual(['', '0+3', '0+4'])
    expect(marked(three, 'a b')).toBe('')
  })
})

test('of overlapping mentions the first counts, and of those that begin together the longest', () => {
  const found = (...all: readonly (readonly [number, number])[]) =>
    places(disjoint(all.map(([at, length]) => ({ at, length }))))
  expect([found([3, 2], [0, 1], [0, 3], [2, 1]), found([1, 1], [0, 1]), found([4, 1]), found()]).toEqual([
    '0+3 3+2',
    '0+1 1+1',
    '4+1',
    '',
  ])
})
