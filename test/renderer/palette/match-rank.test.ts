import { describe, expect, test } from 'vitest'
import { byMatch, matchTier, matchTiers, type Named } from '../../../src/renderer/palette/match-rank.ts'

const tierOf = (named: Named, text: string) =>
  Object.entries(matchTiers).find(([, tier]) => tier === matchTier(named, text))?.[0]

describe('how well something fits what was typed', () => {
  test.each([
    ['a symbol written out', { symbol: 'HLDN', name: 'Halden Instruments' }, 'hldn', 'symbol'],
    ['a code written out', { codes: ['SECF'], name: 'Search securities' }, 'secf', 'code'],
    ['a key that is a sign', { codes: ['?'], name: 'Keyboard help' }, '?', 'code'],
    ['a symbol begun', { symbol: 'HLDN', name: 'Halden Instruments' }, 'hl', 'beginning'],
    ['a title begun', { name: 'Dense rows' }, 'den', 'beginning'],
    ['a name begun', { symbol: 'HLDN', name: 'Halden Instruments' }, 'halden i', 'nameBeginning'],
    ['a word of the name begun', { symbol: 'HLDN', name: 'Halden Instruments' }, 'instr', 'word'],
    ['words in another order', { name: 'Light or dark with the system' }, 'dark li', 'word'],
    ['an article between the words', { name: 'create pack' }, 'create a pack', 'word'],
    ['an article that may still be another word', { name: 'create pack' }, 'create a', 'letters'],
    ['an accent left out', { symbol: 'GLE', name: 'Société Générale' }, 'gener', 'word'],
    ['letters of a command', { name: 'Rail with labels' }, 'rwl', 'letters'],
    ['letters that begin inside a word', { name: 'Rail with labels' }, 'ail', 'none'],
    ['letters of a security: its name is no command', { symbol: 'HLDN', name: 'Halden Instruments' }, 'hns', 'none'],
    ['something else', { name: 'Dense rows' }, 'xyz', 'none'],
  ] as const)('%s', (_, named, text, tier) => {
    expect(tierOf(named, text)).toBe(tier)
  })

  test('with nothing typed everything fits alike', () => {
    expect([matchTier({ symbol: 'A', name: 'a' }, ''), matchTier({ name: 'b' }, '  ')]).toEqual([
      matchTiers.word,
      matchTiers.word,
    ])
  })
})

test('the best fit is first, then what was used lately, then the order they came in; what does not fit is gone', () => {
  const fits = { a: 3, b: 5, c: 5, d: 5, e: 0 } as const
  const lately = ['d', 'c']
  const items = ['a', 'b', 'c', 'd', 'e'] as const
  const recent = (item: string) => (lately.includes(item) ? lately.indexOf(item) : null)
  expect(byMatch(items, (item) => fits[item], recent)).toEqual(['d', 'c', 'b', 'a'])
})
